"""Files that a person asks for by name: whole or not at all, and nothing that is there is lost on the way."""

import os
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from webnavigator.errors import BadInputError, StoreError


def check_outfile(path: Path, *, makes_folders: bool = False) -> None:
    """Make sure, before the work begins, that a file can be written there; nothing is written yet.

    Args:
        path: the file.
        makes_folders: folders that are missing will be made.

    Raises:
        BadInputError: its folder is missing or closed to us, or a directory is in the way.
    """
    folder = path.absolute().parent
    while makes_folders and not os.path.lexists(folder):
        folder = folder.parent
    try:
        if path.is_dir():
            raise BadInputError(f"cannot write {path}: it is a directory")
        if not folder.is_dir():
            raise BadInputError(f"cannot write {path}: there is no directory {folder}")
        if not os.access(path if _is_special(path) else folder, os.W_OK):
            raise BadInputError(f"cannot write {path}: permission denied")
    except (OSError, ValueError) as error:  # a name that is too long, or holds a null character
        raise BadInputError(f"cannot write {path}: {why(error)}") from None


def refuse_special(path: Path) -> None:
    """Refuse what is there and is no ordinary file: putting a new file in its place would remove it.

    Raises:
        BadInputError: a device, a pipe or a socket is there.
    """
    if _is_special(path):
        raise BadInputError(f"cannot write {path}: it is no ordinary file")


def write_outfile(path: Path, content: bytes) -> None:
    """Write a file; a device or pipe is written to, anything else is replaced once the new one is whole.

    Raises:
        StoreError: it cannot be written; a file that was there is as it was.
    """
    try:
        if _is_special(path):
            with path.open("wb") as device:
                device.write(content)
            return
        with replacing(path) as beside:
            beside.write_bytes(content)
    except (OSError, ValueError) as error:
        raise StoreError(f"cannot write {path}: {why(error)}") from None


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Generator[Path]:
    """An empty file to fill, which takes the place of `path` at the end; on an exception it goes away instead.

    A symbolic link is followed, so that it goes on pointing at the file.

    Args:
        path: where the file goes.
        mode: permissions of the new file, less the process's mask.

    Raises:
        OSError: it cannot be made or put in its place.
    """
    target = path.resolve()
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}")
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode))
    try:
        yield beside
        beside.replace(target)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def why(error: OSError | ValueError) -> str:
    """What the system says, without its number and without the path."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _is_special(path: Path) -> bool:
    try:
        kind = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return not (stat.S_ISREG(kind) or stat.S_ISDIR(kind))
