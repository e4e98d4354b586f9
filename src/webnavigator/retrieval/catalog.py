"""The index's own database: documents, where their vectors lie, the lexicon; one transaction an update."""

import dataclasses
import os
import sqlite3
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from pydantic import TypeAdapter

from webnavigator.errors import MapError, StoreError
from webnavigator.retrieval.acts import acts_shown
from webnavigator.retrieval.base import DamagedIndexError
from webnavigator.retrieval.dense import Place
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.lexical import Lexicon
from webnavigator.retrieval.names import names_of

DATABASE_NAME = "index.sqlite"
SCHEMA_VERSION = 4
"""Counts up with the tables and with what is made of a document; an older index is built anew."""
_VARIABLES = 500
"""Values bound in one statement; older SQLite takes 999."""
_documents = TypeAdapter(Document)
_META = "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
_DROP = """
DROP TABLE IF EXISTS doc; DROP TABLE IF EXISTS words_at; DROP TABLE IF EXISTS words_df;
DROP TABLE IF EXISTS words; DROP TABLE IF EXISTS surface; DELETE FROM meta;
"""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS doc (
    row INTEGER PRIMARY KEY, node_id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, kind TEXT NOT NULL,
    visited INTEGER NOT NULL, acts TEXT NOT NULL, names TEXT NOT NULL,
    view INTEGER NOT NULL, depth INTEGER NOT NULL,
    english TEXT NOT NULL, multilingual TEXT NOT NULL, payload BLOB NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is held in memory of an indexed document."""

    row: int
    node_id: str
    kind: str
    visited: bool
    view: bool
    depth: int
    acts: frozenset[str]
    english: Place
    multilingual: Place


def pack(document: Document) -> bytes:
    """A document as compressed JSON."""
    return zlib.compress(_documents.dump_json(document), 6)


def unpack(payload: bytes) -> Document:
    """The inverse of `pack`."""
    return _documents.validate_json(zlib.decompress(payload))


class Catalog:
    """An open index database.

    Attributes:
        frozen: nothing can be written where it lies.
        lexicon: its words.

    Raises:
        DamagedIndexError: when opened, if the file is no index.
        MapError: when opened, if it is of a newer version.
        StoreError: when opened, if it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with ExitStack() as opened, self.reported():
            self.frozen = _is_frozen(path)
            name = f"file:{quote(str(path.absolute()))}" + ("?immutable=1" if self.frozen else "")
            self._db = sqlite3.connect(name, uri=True, isolation_level=None, timeout=10.0, check_same_thread=False)
            opened.callback(self._db.close)
            if not self.frozen:
                self._db.execute("PRAGMA journal_mode=WAL")
                self._db.execute("PRAGMA synchronous=FULL")
            self._prepare()
            self.lexicon = Lexicon(self._db)
            opened.pop_all()

    @contextmanager
    def reported(self) -> Generator[None]:
        """What the database or the disk refuses becomes an error of ours.

        Raises:
            DamagedIndexError: the file is no database, or a broken one.
            StoreError: anything else: the disk is full, nothing may be written there, someone else writes.
        """
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                raise DamagedIndexError(
                    f"the search index {self._path.parent} is damaged ({error}): remove it, and the next search "
                    "builds it anew"
                ) from None
            raise StoreError(f"the search index {self._path.parent} cannot be used: {error}") from None
        except OSError as error:
            raise StoreError(f"the search index {self._path.parent} cannot be used: {error.strerror}") from None

    def _prepare(self) -> None:
        kept = (self.meta("schema") if self._has_meta() else None) or "0"
        found = int(kept) if kept.isdecimal() else 0
        if found > SCHEMA_VERSION:
            raise MapError(f"the search index is of a newer version ({found}, not {SCHEMA_VERSION}): upgrade")
        if found < SCHEMA_VERSION:  # nothing in it that the map cannot give again
            self._db.executescript(_META + _DROP + _SCHEMA)
            self.set_meta("schema", str(SCHEMA_VERSION))

    def _has_meta(self) -> bool:
        return self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is not None

    def close(self) -> None:
        """Close the database; the object cannot be used afterwards."""
        self._db.close()

    def meta(self, key: str) -> str | None:
        """A value kept with the index, or None."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value with the index."""
        self._db.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )

    @contextmanager
    def transaction(self) -> Generator[None]:
        """All or nothing; one writer at a time.

        Raises:
            StoreError: the database is locked by another writer or the disk is full.
        """
        with self.reported():
            self._db.execute("BEGIN IMMEDIATE")
            with ExitStack() as undo:
                undo.callback(self._roll_back)
                yield
                self._db.execute("COMMIT")
                undo.pop_all()

    def _roll_back(self) -> None:
        if self._db.in_transaction:  # a full disk may have ended it already
            self._db.execute("ROLLBACK")

    def entries(self) -> list[Entry]:
        """All documents, in the order of their rows."""
        columns = "row, node_id, kind, visited, view, depth, acts, english, multilingual"
        rows = self._db.execute(f"SELECT {columns} FROM doc ORDER BY row")  # noqa: S608 - a constant
        return [
            Entry(row, node_id, kind, bool(visited), bool(view), depth, frozenset(acts.split()), _place(en), _place(ml))
            for row, node_id, kind, visited, view, depth, acts, en, ml in rows
        ]

    def names(self, rows: Sequence[int]) -> list[list[frozenset[str]]]:
        """Of some documents what they are called, see `names_of`; a document that is not there is called nothing."""
        found: dict[int, str] = {}
        for start in range(0, len(rows), _VARIABLES):
            some = rows[start : start + _VARIABLES]
            marks = ", ".join("?" * len(some))
            found |= dict(self._db.execute(f"SELECT row, names FROM doc WHERE row IN ({marks})", some))  # noqa: S608 - marks
        return [[frozenset(name.split(" ")) for name in found.get(row, "").split("\n") if name] for row in rows]

    def hashes(self) -> dict[str, str]:
        """Content hash by node id."""
        return dict(self._db.execute("SELECT node_id, hash FROM doc"))

    def document(self, node_id: str) -> Document | None:
        """An indexed document, or None."""
        row = self._db.execute("SELECT payload FROM doc WHERE node_id = ?", (node_id,)).fetchone()
        return unpack(row[0]) if row else None

    def put(self, document: Document, places: Mapping[str, Place]) -> None:
        """Index a document; it takes the place of an older one of the same state."""
        self.drop(document.node_id)
        values = (
            document.node_id,
            document.content_hash,
            document.kind,
            int(document.visited),
            " ".join(sorted(acts_shown(document))),
            "\n".join(" ".join(sorted(name)) for name in names_of(document)),
            int(document.is_view),
            document.depth,
            _packed(places.get("english", Place())),
            _packed(places.get("multilingual", Place())),
            pack(document),
        )
        cursor = self._db.execute(
            "INSERT INTO doc (node_id, hash, kind, visited, acts, names, view, depth, english, multilingual, payload)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        )
        assert cursor.lastrowid is not None  # an insert into a rowid table
        self.lexicon.add(cursor.lastrowid, document)

    def replace_all(self, change: Callable[[Document], Document]) -> None:
        """Put what a function makes of each document in its place; vectors stay as they are."""
        for entry in self.entries():
            document = self.document(entry.node_id)
            assert document is not None, "it has an entry"
            self.drop(entry.node_id)
            self.put(change(document), {"english": entry.english, "multilingual": entry.multilingual})

    def drop(self, node_id: str) -> None:
        """Forget a document; nothing happens when it is not indexed."""
        row = self._db.execute("SELECT row, payload FROM doc WHERE node_id = ?", (node_id,)).fetchone()
        if row is not None:
            self.lexicon.remove(row[0], unpack(row[1]))
            self._db.execute("DELETE FROM doc WHERE row = ?", (row[0],))


def _is_frozen(path: Path) -> bool:
    """An index that lies where nothing can be written is read as it is, unless an update of it was cut off."""
    log = path.with_name(f"{path.name}-wal")
    return path.is_file() and not log.exists() and not os.access(path.parent, os.W_OK)


def _packed(place: Place) -> str:
    return " ".join(str(number) for number in dataclasses.astuple(place))


def _place(text: str) -> Place:
    return Place(*(int(number) for number in text.split()))
