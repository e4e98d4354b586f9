"""Published files: fetched from a server, checked, kept, and never taken for what they are not."""

import hashlib
from collections.abc import Iterator
from functools import partial
from http.server import HTTPServer, SimpleHTTPRequestHandler
from pathlib import Path
from threading import Thread

import pytest
from typing_extensions import override

from webnavigator.bench import datasets
from webnavigator.bench.datasets import DATASETS, Dataset, FetchError, dataset_file
from webnavigator.errors import BadInputError

CONTENT = b'[{"task_id": 1}]\n'


class Quiet(SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    """Address of a server that has one file."""
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "tasks.json").write_bytes(CONTENT)
    server = HTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path / "www")))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def published(monkeypatch: pytest.MonkeyPatch, url: str, content: bytes = CONTENT) -> None:
    one = Dataset("tasks.json", url, hashlib.sha256(content).hexdigest(), "MIT")
    monkeypatch.setattr(datasets, "DATASETS", {"b": one})


def test_a_file_is_fetched_once_and_kept(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    published(monkeypatch, f"{home}/tasks.json")
    path = dataset_file("b", folder=tmp_path / "kept")
    assert path.read_bytes() == CONTENT
    published(monkeypatch, f"{home}/gone.json")
    assert dataset_file("b", folder=tmp_path / "kept") == path


def test_what_is_not_the_published_file_is_not_kept(home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    published(monkeypatch, f"{home}/tasks.json", b"other")
    with pytest.raises(FetchError, match="SHA-256"):
        dataset_file("b", folder=tmp_path)
    assert not (tmp_path / "tasks.json").exists()
    (tmp_path / "tasks.json").write_bytes(CONTENT)
    with pytest.raises(BadInputError, match="not the published file"):
        dataset_file("b", folder=tmp_path)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/tasks.json", "http://elsewhere.test/tasks.json", "file:///etc/hosts"]
)
def test_what_cannot_be_fetched_is_told_with_a_way_out(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    published(monkeypatch, url)
    with pytest.raises(FetchError, match=r"cannot be fetched|https"):
        dataset_file("b", folder=tmp_path)


def test_a_copy_of_ones_own_is_taken_as_it_is(tmp_path: Path):
    (tmp_path / "mine.json").write_text("[]")
    assert dataset_file("webarena", tmp_path / "mine.json") == tmp_path / "mine.json"
    with pytest.raises(BadInputError, match="no such file"):
        dataset_file("webarena", tmp_path / "none.json")


def test_homes_are_at_fixed_revisions():
    for dataset in DATASETS.values():
        assert dataset.url.startswith("https://")
        assert len(dataset.url.split("/")[5]) == 40
        assert len(dataset.sha256) == 64
