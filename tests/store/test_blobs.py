import gzip
import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.errors import StoreError
from webnavigator.store.blobs import Blobs, Suffix


@pytest.mark.parametrize("suffix", [".webp", ".json.gz"])
def test_content_comes_back_and_is_kept_once(tmp_path: Path, suffix: Suffix) -> None:
    blobs = Blobs(tmp_path / "blobs")
    sha = blobs.put(b"content", suffix)
    assert sha == hashlib.sha256(b"content").hexdigest()
    assert blobs.get(sha, suffix) == b"content"
    path = blobs.path(sha, suffix)
    assert path == tmp_path / "blobs" / sha[:2] / (sha[2:] + suffix)
    before = path.stat().st_mtime_ns
    assert blobs.put(b"content", suffix) == sha
    assert path.stat().st_mtime_ns == before
    assert [p.name for p in (tmp_path / "blobs").rglob("*") if p.is_file()] == [path.name]


def test_compressed_text_is_plain_gzip(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    assert gzip.decompress(blobs.path(blobs.put(b"{}", ".json.gz"), ".json.gz").read_bytes()) == b"{}"


def test_an_empty_file_after_a_power_cut_is_written_again(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    path = blobs.path(blobs.put(b"content", ".webp"), ".webp")
    path.write_bytes(b"")
    assert blobs.get(blobs.put(b"content", ".webp"), ".webp") == b"content"


@pytest.mark.parametrize("damage", [b"", b"not gzip", gzip.compress(b"x" * 1000, mtime=0)[:-20]])
def test_damage_is_told(tmp_path: Path, damage: bytes) -> None:
    blobs = Blobs(tmp_path)
    sha = blobs.put(b"content", ".json.gz")
    blobs.path(sha, ".json.gz").write_bytes(damage)
    with pytest.raises(StoreError, match="missing or broken"):
        blobs.get(sha, ".json.gz")
    blobs.path(sha, ".json.gz").unlink()
    with pytest.raises(StoreError, match="missing or broken"):
        blobs.get(sha, ".json.gz")


@given(st.text().filter(lambda text: len(text) != 64))
def test_what_is_no_hash_names_no_file(name: str) -> None:
    for sha in (name, "../" + "a" * 61, "A" * 64):
        with pytest.raises(StoreError, match="names no blob"):
            Blobs(Path("blobs")).path(sha, ".webp")


def test_half_written_files_are_swept(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha = blobs.put(b"content", ".webp")
    (tmp_path / "unfinished" / "left.webp").write_bytes(b"half")
    blobs.sweep_unfinished()
    assert not list((tmp_path / "unfinished").iterdir())
    assert blobs.get(sha, ".webp") == b"content"
