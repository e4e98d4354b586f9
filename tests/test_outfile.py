"""Files that a person asks for: whole or not at all; devices are written to and never replaced."""

import os
import stat
from pathlib import Path

import pytest

from webnavigator.errors import BadInputError, StoreError
from webnavigator.outfile import check_outfile, refuse_special, replacing, write_outfile

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX devices and limits")


def test_a_file_is_made_and_replaced(tmp_path: Path):
    target = tmp_path / "a.json"
    for content in (b"one", b"two"):
        write_outfile(target, content)
        assert target.read_bytes() == content
    assert list(tmp_path.iterdir()) == [target]


def test_a_link_goes_on_pointing_at_its_file(tmp_path: Path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_outfile(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@posix
def test_a_pipe_is_written_through_and_stays(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_outfile(pipe, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(BadInputError, match="no ordinary file"):
        refuse_special(pipe)


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_device_is_told():
    with pytest.raises(StoreError, match="No space left"):
        write_outfile(Path("/dev/full"), b"x" * 100)


def test_what_was_there_stays_when_the_new_file_fails(tmp_path: Path):
    target = tmp_path / "a.json"
    target.write_bytes(b"old")

    def fail_halfway() -> None:
        with replacing(target) as beside:
            beside.write_bytes(b"half of the n")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        fail_halfway()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing/a.json", "no directory"), (".", "is a directory"), ("n" * 300, "too long"), ("a\0b", "null")],
)
def test_a_place_that_cannot_be_written_is_told_before_anything_is(name: str, said: str, tmp_path: Path):
    with pytest.raises(BadInputError, match=said):
        check_outfile(tmp_path / name)


def test_checking_writes_nothing(tmp_path: Path):
    check_outfile(tmp_path / "a.json")
    assert not list(tmp_path.iterdir())
