"""A whole map as one zip file, and back, screenshots and index included.

An archive may come from anywhere. Only names that belong in a map are unpacked, never more bytes than its
size can account for, and every blob is held against its hash.
"""

import json
import re
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError, MapError, StoreError
from webnavigator.outfile import refuse_special, replacing, why
from webnavigator.store import directory as places
from webnavigator.store.blobs import Blobs, Suffix
from webnavigator.store.sql import SqlStore, open_map

MANIFEST_NAME = "archive.json"
FORMAT = "webnavigator-archive/1"

_SPARE_BYTES = 64 * 2**20
_RATIO = 50
"""A database of text shrinks to a tenth; what grows more than this beyond the spare bytes is a bomb."""
_CHUNK_BYTES = 2**20
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,120}"
_BELONGS = re.compile(
    rf"{MANIFEST_NAME}|{re.escape(places.DATABASE_NAME)}"
    rf"|{places.BLOBS_NAME}/[0-9a-f]{{2}}/[0-9a-f]{{62}}(\.webp|\.json\.gz)"
    rf"|{places.INDEX_NAME}/{_PART}(/{_PART}){{0,5}}"
)


def export_archive(store: SqlStore, file: str | Path) -> None:
    """Write a map, as of one moment, as one zip file; it gets its name when it is whole.

    Raises:
        BadInputError: a device or pipe is there.
        StoreError: it cannot be written, or the map lacks a part.
    """
    target = Path(file)
    refuse_special(target)
    try:
        with replacing(target) as packed, tempfile.TemporaryDirectory(dir=packed.parent, prefix=".map-") as room:
            snapshot = Path(room) / places.DATABASE_NAME
            store.copy_database(snapshot)
            with zipfile.ZipFile(packed, "w") as archive:
                archive.writestr(MANIFEST_NAME, json.dumps({"schema": FORMAT}))
                archive.write(snapshot, places.DATABASE_NAME, zipfile.ZIP_DEFLATED)
                for path in _large_files(store, snapshot):
                    archive.write(path, path.relative_to(store.path).as_posix())
    except (OSError, ValueError) as error:
        raise StoreError(f"archive {target} cannot be written: {why(error)}") from None
    except sqlite3.Error as error:
        raise StoreError(f"archive {target} cannot be written: {error}") from None


def import_archive(file: str | Path, path: str | Path) -> None:
    """Make a map from an archive; the map gets its name when it is whole and checked.

    Args:
        file: from `export_archive`.
        path: where the map goes; nothing may be there yet.

    Raises:
        BadInputError: the file is no archive, of an unknown format, damaged, or holds what does not belong in
            a map.
        MapError: something is at `path`, or the map in the archive is of a newer schema.
        StoreError: it cannot be written.
    """
    target = Path(path)
    places.refuse_occupied(target)
    try:
        target.absolute().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".map-") as room:
            unpacked = Path(room) / "map"
            _unpack(Path(file), unpacked)
            _check(Path(file), unpacked)
            places.clear_remains(target)
            unpacked.replace(target)
    except OSError as error:
        raise StoreError(f"archive {file} cannot be unpacked to {target}: {error.strerror}") from None


def _large_files(store: SqlStore, snapshot: Path) -> Iterator[Path]:
    blobs = Blobs(store.path / places.BLOBS_NAME)
    for sha, suffix in _blobs_of(snapshot):
        path = blobs.path(sha, suffix)
        if not path.is_file():
            raise StoreError(f"map {store.path} is damaged: blob {sha}{suffix} is missing")
        yield path
    if store.index_path.is_dir():
        for path in sorted(store.index_path.rglob("*")):
            if path.is_file() and _BELONGS.fullmatch(path.relative_to(store.path).as_posix()):
                yield path


def _blobs_of(database: Path) -> list[tuple[str, Suffix]]:
    """Blobs that the states of a map name, each once."""
    with closing(sqlite3.connect(database)) as connection:
        pictures = connection.execute("SELECT DISTINCT screenshot FROM nodes WHERE screenshot <> ''").fetchall()
        texts = connection.execute(
            "SELECT content FROM nodes WHERE content <> '' UNION"
            " SELECT structure FROM observations WHERE sha IN (SELECT content FROM nodes)"
        ).fetchall()
    named: list[tuple[str, Suffix]] = [(str(row[0]), ".webp") for row in sorted(pictures)]
    return named + [(str(row[0]), ".json.gz") for row in sorted(texts)]


def _unpack(file: Path, room: Path) -> None:
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            _refuse_strangers(file, entries)
            manifest: Any = json.loads(archive.read(MANIFEST_NAME))
            if not isinstance(manifest, dict) or manifest.get("schema") != FORMAT:
                raise BadInputError(f"archive {file}: its schema is unknown, this webnavigator reads {FORMAT}")
            for entry in entries:
                if entry.filename != MANIFEST_NAME:
                    _unpack_entry(archive, entry, room / entry.filename)
    except FileNotFoundError:
        raise BadInputError(f"archive {file}: no such file") from None
    except (zipfile.BadZipFile, KeyError, ValueError, RuntimeError, NotImplementedError, EOFError) as error:
        raise BadInputError(f"archive {file} is not a map archive or is damaged: {error}") from None


def _refuse_strangers(file: Path, entries: list[zipfile.ZipInfo]) -> None:
    names = [entry.filename for entry in entries]
    for name in names:
        if not _BELONGS.fullmatch(name):
            raise BadInputError(f"archive {file}: {name!r} does not belong in a map")
    if len(set(names)) < len(names):
        raise BadInputError(f"archive {file}: an entry is there twice")
    if places.DATABASE_NAME not in names or MANIFEST_NAME not in names:
        raise BadInputError(f"archive {file}: {places.DATABASE_NAME} or {MANIFEST_NAME} is missing")
    if sum(entry.file_size for entry in entries) > _SPARE_BYTES + _RATIO * file.stat().st_size:
        raise BadInputError(f"archive {file}: it would grow beyond all measure when unpacked")


def _unpack_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Unpack as a plain file; `zipfile` gives no more bytes than the entry's declared size."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(entry) as packed, path.open("xb") as unpacked:
        shutil.copyfileobj(packed, unpacked, _CHUNK_BYTES)


def _check(file: Path, room: Path) -> None:
    """The unpacked map opens, holds tables only, and has every blob it names."""
    try:
        with closing(sqlite3.connect(room / places.DATABASE_NAME)) as connection:
            strange = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')").fetchone()
            sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
        if strange or not sound:
            raise BadInputError(f"archive {file}: its database is damaged or holds more than tables")
        open_map(room, write=True).close()
        blobs = Blobs(room / places.BLOBS_NAME)
        for sha, suffix in _blobs_of(room / places.DATABASE_NAME):
            blobs.get(sha, suffix)
    except MapError as error:
        raise MapError(str(error).replace(str(room), str(file))) from None
    except (sqlite3.Error, StoreError) as error:
        raise BadInputError(f"archive {file} is damaged: {error}") from None
