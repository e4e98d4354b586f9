"""Multi-vectors of states on disk: float16, memory-mapped, exact behind a first stage.

Rows are appended to a file that only grows; a small database says which belong to which state. What replaced or
dropped states leave behind is swept out when it is more than what is in use.
"""

import sqlite3
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from webnavigator.errors import StoreError
from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.centroids import Codes, Lists, learn, lists_of, nearest_centroids
from webnavigator.retrieval.dense import gather
from webnavigator.retrieval.late_interaction import maxsim_many
from webnavigator.retrieval.state_vectors import StateRow
from webnavigator.retrieval.vectors import Half, VectorFile

EXACT_STATES = 250
"""Up to so many states all are scored exactly."""
_GROWN = 4
"""Centroids are learnt anew when there are so many times the states that they were learnt from."""
_LEARNT_FROM = 1_000
"""Most states that centroids are learnt from, with at most `_ROWS_OF_ONE` vectors each."""
_ROWS_OF_ONE = 128
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS centroids (row INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS state (
    node_id TEXT PRIMARY KEY, made TEXT NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL, codes BLOB NOT NULL
) WITHOUT ROWID;
"""
_BLOCK_STATES = 512
_SPARE_ROWS = 1_000


@dataclass(frozen=True, slots=True)
class _Place:
    made: str
    start: int
    count: int


class LocalVectors:
    """See `webnavigator.retrieval.state_vectors.StateVectors`; files in a folder of their own, made when missing.

    Raises:
        StoreError: when opened, if its files cannot be read or made.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        with self._reported():
            directory.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                directory / "states.sqlite", isolation_level=None, timeout=10.0, check_same_thread=False
            )
            self._db.executescript(_SCHEMA)
            self._load()

    def close(self) -> None:
        """Release the files."""
        self._db.close()

    def made(self) -> dict[str, str]:
        """See `StateVectors`."""
        return {node_id: place.made for node_id, place in self._places.items()}

    def put(self, rows: Sequence[StateRow]) -> None:
        """See `StateVectors`; all of `rows` or none."""
        if not rows:
            return
        dim = rows[0].vectors.shape[1]
        with self._writing():
            if dim != self._dim:
                self._db.execute("DELETE FROM state")
                self._db.execute("DELETE FROM centroids")
                self._begin_anew(dim)
            start = self._file().append(np.concatenate([row.vectors for row in rows]))
            for row, codes in zip(rows, self._codes([row.vectors for row in rows]), strict=True):
                values = (row.node_id, row.made, start, len(row.vectors), codes)
                self._db.execute("INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?, ?)", values)
                start += len(row.vectors)
            self._set_meta("rows", len(self._file()))
            self._sweep()
            self._learn_when_grown()

    def drop(self, node_ids: Collection[str]) -> None:
        """See `StateVectors`."""
        with self._writing():
            self._db.executemany("DELETE FROM state WHERE node_id = ?", [(node_id,) for node_id in node_ids])
            self._sweep()

    def nearest(self, query: Matrix, k: int) -> list[tuple[str, float]]:
        """See `StateVectors`; of many states only the best of a first stage are scored exactly."""
        if query.shape[1] != self._dim:
            return []
        names = self._names
        if len(names) > EXACT_STATES and self._centroids is not None:
            rough = self._all_lists().scores(query, self._centroids)
            count = min(candidates(len(names), k), len(names))
            names = [names[at] for at in np.argpartition(-rough, count - 1)[:count]]
        scores = self.scores(query, names)
        order = sorted(range(len(names)), key=lambda at: (-float(scores[at]), names[at]))[:k]
        return [(names[at], float(scores[at])) for at in order]

    def scores(self, query: Matrix, node_ids: Sequence[str]) -> Matrix:
        """See `StateVectors`."""
        result = np.full(len(node_ids), np.nan, np.float32)
        known = [(at, self._places[node_id]) for at, node_id in enumerate(node_ids) if node_id in self._places]
        if query.shape[1] != self._dim:
            return result
        for begin in range(0, len(known), _BLOCK_STATES):
            block = known[begin : begin + _BLOCK_STATES]
            counts = np.array([place.count for _, place in block], np.int64)
            rows = gather(self._rows, np.array([place.start for _, place in block], np.int64), counts)
            result[[at for at, _ in block]] = maxsim_many(query, rows, counts)
        return result

    def _all_lists(self) -> Lists:
        if self._lists is None:
            assert self._centroids is not None, "asked only where there are centroids"
            found = self._db.execute("SELECT node_id, codes FROM state")
            codes = {node_id: _codes_from(blob, len(self._centroids)) for node_id, blob in found}
            none = np.zeros(0, np.uint16)
            self._lists = lists_of([codes.get(name, none) for name in self._names], len(self._centroids))
        return self._lists

    def _codes(self, states: Sequence[Matrix | Half]) -> list[bytes]:
        """For some states the centroids of their vectors, as they are kept; empty before centroids were learnt."""
        if self._centroids is None:
            return [b""] * len(states)
        every = nearest_centroids(self._centroids, np.concatenate(states).astype(np.float32))
        ends = np.cumsum([len(vectors) for vectors in states])[:-1]
        return [np.unique(codes).tobytes() for codes in np.split(every, ends)]

    def _load(self) -> None:
        rows = self._db.execute("SELECT node_id, made, start, count FROM state ORDER BY start")
        self._places = {node_id: _Place(made, start, count) for node_id, made, start, count in rows}
        self._names = list(self._places)
        self._dim, self._generation = self._meta("dim"), self._meta("generation")
        found = self._db.execute("SELECT vectors FROM centroids").fetchone()
        self._centroids: Matrix | None = None
        if found is not None:
            self._centroids = np.frombuffer(found[0], np.float16).reshape(-1, self._dim).astype(np.float32)
        self._lists: Lists | None = None
        self._rows = self._file().read() if self._dim else np.zeros((0, 1), np.float16)
        if any(place.start < 0 or place.start + place.count > len(self._rows) for place in self._places.values()):
            raise StoreError(f"vectors in {self._directory} are missing: remove that folder, they are made anew")

    def _meta(self, key: str) -> int:
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return int(row[0]) if row else 0

    def _set_meta(self, key: str, value: int) -> None:
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, str(value)))

    def _file(self) -> VectorFile:
        return VectorFile(self._directory / f"states-{self._generation}.f16", self._dim)

    def _begin_anew(self, dim: int) -> None:
        """A fresh file: readers of the old one are not disturbed."""
        self._generation, self._dim = self._meta("generation") + 1, dim
        self._set_meta("generation", self._generation)
        self._set_meta("dim", dim)
        self._file().truncate(0)

    def _sweep(self) -> None:
        """Copy what is in use to a fresh file once more than half of the rows are not."""
        used = self._db.execute("SELECT COALESCE(SUM(count), 0) FROM state").fetchone()[0]
        if not self._dim or len(self._file()) <= max(2 * used, _SPARE_ROWS):
            return
        kept = self._db.execute("SELECT node_id, start, count FROM state ORDER BY start").fetchall()
        old = self._file().read()
        self._begin_anew(self._dim)
        for begin in range(0, len(kept), _BLOCK_STATES):
            block = kept[begin : begin + _BLOCK_STATES]
            start = self._file().append(np.concatenate([old[at : at + count] for _, at, count in block]))
            for node_id, _, count in block:
                self._db.execute("UPDATE state SET start = ? WHERE node_id = ?", (start, node_id))
                start += count
        self._set_meta("rows", len(self._file()))

    def _learn_when_grown(self) -> None:
        states = self._db.execute("SELECT COUNT(*) FROM state").fetchone()[0]
        if states <= EXACT_STATES or (self._centroids is not None and states < _GROWN * self._meta("learnt_from")):
            return
        places = self._db.execute("SELECT node_id, start, count FROM state ORDER BY start").fetchall()
        stored = self._file().read()
        step = -(-len(places) // _LEARNT_FROM)
        some = [stored[start : start + count : -(-count // _ROWS_OF_ONE)] for _, start, count in places[::step]]
        self._centroids = learn(np.concatenate(some).astype(np.float32), sum(count for _, _, count in places))
        for begin in range(0, len(places), _BLOCK_STATES):
            block = places[begin : begin + _BLOCK_STATES]
            codes = self._codes([stored[start : start + count] for _, start, count in block])
            rows = zip(codes, (node_id for node_id, _, _ in block), strict=True)
            self._db.executemany("UPDATE state SET codes = ? WHERE node_id = ?", rows)
        kept = self._centroids.astype(np.float16).tobytes()
        self._db.execute("INSERT OR REPLACE INTO centroids VALUES (1, ?)", (kept,))
        self._set_meta("learnt_from", states)

    @contextmanager
    def _writing(self) -> Generator[None]:
        """One transaction, after what a killed one left in the file is cut off; what is held in memory follows."""
        with self._reported():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._load()
                if self._dim:
                    self._file().truncate(self._meta("rows"))
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                self._load()
                self._remove_old_files()

    def _remove_old_files(self) -> None:
        for path in self._directory.glob("states-*.f16"):
            if path.name != f"states-{self._generation}.f16":
                with suppress(OSError):  # another process reads it: a later writer removes it
                    path.unlink()

    @contextmanager
    def _reported(self) -> Generator[None]:
        try:
            yield
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(f"the vectors in {self._directory} cannot be used: {error}") from None


def _codes_from(blob: bytes, centroids: int) -> Codes:
    """What was kept of a state; numbers that no centroid has are left out, since the file may come from anywhere."""
    codes = np.frombuffer(blob[: len(blob) // 2 * 2], np.uint16)
    return codes[codes < centroids]


def candidates(states: int, k: int) -> int:
    """How many states the first stage hands on: more find more of the exact best 30, and cost their scoring."""
    return max(4 * k, 350, min(1_000, states // 50))
