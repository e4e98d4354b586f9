"""`webnavigator view` as a person runs it."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from cli.little_shop import Command
from viewer.maps import make_small


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("view") / "map"
    make_small(path)
    return path


def test_it_says_where_it_answers_and_ends_with_ctrl_c(made: Path):
    line = [sys.executable, "-c", "from webnavigator.cli.main import main; main()", "view", str(made), "--port", "0"]
    quiet = {**os.environ, "WEBNAVIGATOR_RETRIEVE__ENCODER": "lexical"}
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=quiet) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        url = running.stdout.readline().strip()
        with urllib.request.urlopen(url) as answer:
            assert b"<title>webnavigator</title>" in answer.read()
        running.send_signal(signal.SIGINT)
        said = running.stderr.read()
    assert running.returncode == 130
    assert "Ctrl-C ends it" in said
    assert "Traceback" not in said


def test_a_map_is_written_as_one_page(made: Path, command: Command, tmp_path: Path):
    ran = command("view", made, "--export", tmp_path / "site.html")
    assert ran.code == 0, ran.err
    assert ran.err.startswith(f"written: {tmp_path / 'site.html'}")
    page = (tmp_path / "site.html").read_text("utf-8")
    assert 'src="/static/' not in page
    assert "unsafe" not in page[:3000]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--export", "no/such/folder/site.html"), "there is no directory"),
        (("--results", "nothing.json"), "nothing.json"),
        (("--trajectories", "nowhere"), "no trajectory in nowhere"),
    ],
)
def test_what_cannot_be_shown_is_one_clear_line(made: Path, command: Command, options: tuple[str, str], says: str):
    ran = command("view", made, *options)
    assert ran.code == 2
    assert len(ran.errors) == 1
    assert says in ran.errors[0]
