"""Rows of float16 in a file that only grows, read through a memory map."""

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.base import DamagedIndexError, Matrix

_MAGIC = b"WNVEC"
_VERSION = 1
_HEADER = 64
_ITEM = 2

Half = NDArray[np.float16]


class VectorFile:
    """A matrix of float16 on disk; rows are appended and never changed in place.

    Rows past those that the index's database knows are what a crash left behind: `truncate` drops them.

    Raises:
        DamagedIndexError: when opened, if the file is of another version or another dimension.
    """

    def __init__(self, path: Path, dim: int) -> None:
        self._path = path
        self._dim = dim
        if not path.exists():
            header = _MAGIC + bytes([_VERSION]) + dim.to_bytes(4, "little")
            path.write_bytes(header.ljust(_HEADER, b"\0"))
        with path.open("rb") as file:
            header = file.read(_HEADER)
        if header[:5] != _MAGIC or header[5] != _VERSION or int.from_bytes(header[6:10], "little") != dim:
            raise DamagedIndexError(f"{path} is not a vector file of this version")

    def __len__(self) -> int:
        """Whole rows in the file."""
        return max(0, self._path.stat().st_size - _HEADER) // (self._dim * _ITEM)

    def truncate(self, rows: int) -> None:
        """Drop all rows from number `rows` on."""
        os.truncate(self._path, _HEADER + rows * self._dim * _ITEM)

    def append(self, rows: Matrix | Half) -> int:
        """Write rows at the end, flushed to the disk.

        Returns:
            Number of the first one.
        """
        start = len(self)
        with self._path.open("r+b") as file:
            file.seek(_HEADER + start * self._dim * _ITEM)
            file.write(np.ascontiguousarray(rows, dtype=np.float16).tobytes())
            file.flush()
            os.fsync(file.fileno())
        return start

    def read(self) -> Half:
        """All rows, memory-mapped and read-only; shape (len(self), dim)."""
        rows = len(self)
        if not rows:
            return np.zeros((0, self._dim), np.float16)
        return np.memmap(self._path, np.float16, "r", _HEADER, (rows, self._dim))
