"""The public files of benchmarks: fetched once from their homes, checked by SHA-256, or read from a path."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from webnavigator.bench.web import UnreadError, read_address
from webnavigator.errors import BadInputError, StoreError, WebNavigatorError
from webnavigator.outfile import why, write_outfile

FOLDER = Path("bench-data")
"""Where fetched files are kept, in the working directory."""

_GITHUB = "https://raw.githubusercontent.com"


class FetchError(WebNavigatorError):
    """A file could not be fetched, or is not the one that was published."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A published file.

    Attributes:
        name: of the file kept here.
        url: its home, at a fixed revision.
        sha256: 64 hex digits over its bytes.
        license: SPDX identifier.
    """

    name: str
    url: str
    sha256: str
    license: str


def _at(repository: str, revision: str, path: str) -> str:
    return f"{_GITHUB}/{repository}/{revision}/{quote(path)}"


DATASETS: Mapping[str, Dataset] = {
    "webarena": Dataset(
        "webarena.raw.json",
        _at("web-arena-x/webarena", "f62e0b99bc7d9e0cd996d0cf5ebb2225780ec279", "config_files/test.raw.json"),
        "7b50386fd69163dbc05d615d834df4c6ed2c35596e97a1b10d17451c02537652",
        "Apache-2.0",
    ),
    "webarena-lite": Dataset(
        "webarena_lite.raw.json",
        _at(
            "ServiceNow/BrowserGym",
            "9e779f087de9a65668b6974d11f9ce9816026e96",
            "browsergym/webarenalite/src/browsergym/webarenalite/test_webarena_lite.raw.json",
        ),
        "5e901fc1d7155bc03764d734fa9a492f8d6d1029656b986a3a4e7c71609c7238",
        "Apache-2.0",
    ),
    "webvoyager": Dataset(
        "webvoyager.jsonl",
        _at("MinorJerry/WebVoyager", "5a7896738c10bfb8b9edccce6bb0e0411f8ae569", "data/WebVoyager_data.jsonl"),
        "69b19fd86c23f1a500244a3724e039aa7ca6a1223d03e11eb10e308d4f11c488",
        "Apache-2.0",
    ),
    "online-mind2web": Dataset(
        "online_mind2web.json",
        _at(
            "fate-ubw/webNavigator",
            "15c06b96c6f65f8fc24a7ed739f801780d65eb88",
            "config_files/online_mind2web/all_tasks.json",
        ),
        "e8a086be6ee851667d44d7c62a5972ee0080d59e5b4b3eb7cabf8963c060991a",
        "CC-BY-4.0",
    ),
    "webwalkerqa": Dataset(
        "webwalkerqa.json",
        _at("RUC-NLPIR/WebThinker", "2d6546fb83a15da6f5f76fd90aa6c606ef882035", "data/WebWalkerQA/test.json"),
        "26743935e573cca30571793bc28f3798d2a7ce73c6c0981e1bd54a5fe476fe46",
        "Apache-2.0",
    ),
}
"""By benchmark; the revisions are those whose bytes the sums were taken of."""


def dataset_file(name: str, given: Path | None = None, folder: Path = FOLDER) -> Path:
    """The file of a benchmark: the one given as it is, else the published one, fetched when it is not here yet.

    Args:
        name: one of `DATASETS`.
        given: the user's own copy; nothing is fetched.
        folder: where fetched files are kept.

    Raises:
        BadInputError: the file given is missing, or a kept one is not what was published.
        FetchError: it cannot be fetched.
        StoreError: it cannot be kept.
    """
    if given is not None:
        if not given.is_file():
            raise BadInputError(f"no such file: {given}")
        return given
    wanted = DATASETS[name]
    path = folder / wanted.name
    if not path.exists():
        fetch(wanted, path)
    elif _sha256(path) != wanted.sha256:
        raise BadInputError(f"{path} is not the published file of {name}: remove it, or give it with --data")
    return path


def fetch(dataset: Dataset, path: Path) -> None:
    """Fetch a published file; what does not have its sum is not kept.

    Raises:
        FetchError: it cannot be fetched, or is not what was published.
        StoreError: it cannot be kept.
    """
    if not dataset.url.startswith(("https://", "http://127.0.0.1:")):
        raise FetchError(f"not an https address: {dataset.url}")
    cure = "fetch it by hand and give it with --data FILE"
    try:
        content = read_address(dataset.url)
    except UnreadError as error:
        raise FetchError(f"{dataset.url} cannot be fetched ({error}): {cure}") from None
    if hashlib.sha256(content).hexdigest() != dataset.sha256:
        raise FetchError(f"{dataset.url} is not the file that was published (SHA-256 differs): {cure}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make {path.parent}: {error.strerror}") from error
    write_outfile(path, content)


def sha256_of(path: Path) -> str:
    """64 hex digits over a file's bytes.

    Raises:
        BadInputError: it cannot be read.
    """
    try:
        return _sha256(path)
    except OSError as error:
        raise BadInputError(f"{path} cannot be read: {why(error)}") from None


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
