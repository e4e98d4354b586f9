"""The folder that holds a search index and nothing else."""

from pathlib import Path

from webnavigator.errors import StoreError
from webnavigator.retrieval.base import DamagedIndexError


def make_folder(directory: Path) -> None:
    """Make the folder of an index unless it is there.

    Raises:
        DamagedIndexError: something else is in its place.
        StoreError: it cannot be made.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise DamagedIndexError(f"{directory} is no directory") from None
    except OSError as error:
        raise StoreError(f"the search index {directory} cannot be made: {error.strerror}") from None


def clear_folder(directory: Path) -> None:
    """Remove a damaged index: a file in its place, or its own files.

    Raises:
        StoreError: it cannot be removed.
    """
    try:
        for path in directory.iterdir() if directory.is_dir() else [directory]:
            if path.is_file() or path.is_symlink():
                path.unlink()
    except OSError as error:
        raise StoreError(f"the damaged search index {directory} cannot be removed: {error.strerror}") from None
