"""Files named by the SHA-256 of their content: ``blobs/ab/cdef….webp`` and ``blobs/ab/cdef….json.gz``.

The hash is that of the content before compression, so it does not depend on the compressor. A file is written
under a temporary name and then renamed: under its final name it is whole.
"""

import gzip
import hashlib
import re
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Literal

from webnavigator.errors import StoreError

Suffix = Literal[".webp", ".json.gz"]

MAX_CONTENT_BYTES = 2**28
"""Compressed content that grows beyond this is damaged or hostile."""

_SHA = re.compile(r"[0-9a-f]{64}")
_UNFINISHED = "unfinished"


class Blobs:
    """The blobs of one map."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, content: bytes, suffix: Suffix) -> str:
        """Keep content unless it is there; returns its SHA-256.

        Raises:
            StoreError: it could not be written.
        """
        sha = hashlib.sha256(content).hexdigest()
        path = self.path(sha, suffix)
        try:
            if not (path.is_file() and path.stat().st_size):
                self._write(path, gzip.compress(content, 1, mtime=0) if suffix == ".json.gz" else content)
        except OSError as error:
            raise StoreError(f"map {self._directory.parent} cannot be written: {error.strerror}") from None
        return sha

    def get(self, sha: str, suffix: Suffix) -> bytes:
        """The content with this hash.

        Raises:
            StoreError: it is missing or damaged.
        """
        path = self.path(sha, suffix)
        try:
            raw = path.read_bytes()
            content = _decompressed(raw) if suffix == ".json.gz" else raw
        except (OSError, zlib.error):
            content = b""
        if hashlib.sha256(content).hexdigest() != sha:
            raise StoreError(f"map {self._directory.parent} is damaged: blob {sha}{suffix} is missing or broken")
        return content

    def path(self, sha: str, suffix: Suffix) -> Path:
        """Where the content with this hash lies.

        Raises:
            StoreError: `sha` is not 64 hex digits, so it names no blob.
        """
        if not _SHA.fullmatch(sha):
            raise StoreError(f"map {self._directory.parent} is damaged: {sha!r} names no blob")
        return self._directory / sha[:2] / f"{sha[2:]}{suffix}"

    def sweep_unfinished(self) -> None:
        """Remove what a killed writer left half written; for the holder of the map's lock only."""
        for path in self._directory.glob(f"{_UNFINISHED}/*"):
            with suppress(OSError):
                path.unlink()

    def _write(self, path: Path, raw: bytes) -> None:
        temporary = self._directory / _UNFINISHED / path.name
        temporary.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(exist_ok=True)
        try:
            temporary.write_bytes(raw)
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise


def _decompressed(raw: bytes) -> bytes:
    return zlib.decompressobj(wbits=31).decompress(raw, MAX_CONTENT_BYTES)
