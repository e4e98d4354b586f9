"""The lexical side: SQLite's FTS5 over terms of our own making, one column a field."""

import math
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.document import Document
from webnavigator.retrieval.words import fold, is_cjk, stem, terms

FIELDS = ("title", "name", "labels", "url", "headings", "added", "main", "controls", "chrome")
"""Columns, in order."""
_WEIGHTS = (4.0, 4.0, 4.0, 2.0, 2.5, 2.5, 1.0, 1.0, 0.1)
_COLUMN = {name: number for number, name in enumerate(FIELDS)}
_KEY_FIELDS = 6
"""The first so many fields say what a state is."""
_CHROME = _COLUMN["chrome"]
_LARGE = 20_000
Rows = NDArray[np.int64]
_SCHEMA = """
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5({columns}, content='', detail=column,
    tokenize="unicode61 remove_diacritics 0 tokenchars '#.-_+:@''’'");
CREATE VIRTUAL TABLE IF NOT EXISTS words_df USING fts5vocab(words, row);
CREATE VIRTUAL TABLE IF NOT EXISTS words_at USING fts5vocab(words, instance);
CREATE TABLE IF NOT EXISTS surface (word TEXT PRIMARY KEY, stem TEXT NOT NULL) WITHOUT ROWID;
"""
_MIN_FUZZY = 4
_FUZZY = 0.7
"""Strength of a form that is only spelt like the word."""
_SYNONYM = 0.6
"""Strength of a form that is another word for it."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the query as it is looked up.

    Attributes:
        text: as the query has it, stemmed.
        forms: terms of the index that count as it, with their strength, 0 to 1.
        idf: how much it tells, above 0, by it or by its synonyms; that of the rarest word when none is known.
        df: documents that have it, or a word spelt like it; 0 when at most its synonyms are known.
    """

    text: str
    forms: tuple[tuple[str, float], ...]
    idf: float
    df: int


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one form of a query's term occurs: parallel arrays of row numbers and positions in `FIELDS`."""

    term: int
    strength: float
    rows: Rows
    fields: Rows


def field_texts(document: Document) -> tuple[str, ...]:
    """The text of each of `FIELDS`."""
    return (
        document.title,
        document.name,
        "\n".join(document.labels),
        document.url_words,
        "\n".join(document.headings),
        "\n".join(document.added),
        "\n".join(document.main),
        "\n".join(document.controls),
        "\n".join(document.chrome),
    )


class Lexicon:
    """Terms of documents in an open SQLite database; the caller commits."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._db = database
        database.executescript(_SCHEMA.format(columns=", ".join(FIELDS)))

    def add(self, row: int, document: Document) -> None:
        """Index a document under a row number that is free."""
        self._write("INSERT INTO words(rowid, {c}) VALUES (?, {q})", row, document)
        surfaces = {
            (word, stem(word))
            for text in field_texts(document)[:6]
            for word in fold(text).split()
            if word.isalpha() and not is_cjk(word) and len(word) >= _MIN_FUZZY
        }
        self._db.executemany("INSERT OR IGNORE INTO surface VALUES (?, ?)", sorted(surfaces))

    def remove(self, row: int, document: Document) -> None:
        """Take a document out again; it must be the one that was added."""
        self._write("INSERT INTO words(words, rowid, {c}) VALUES ('delete', ?, {q})", row, document)

    def _write(self, statement: str, row: int, document: Document) -> None:
        columns, marks = ", ".join(FIELDS), ", ".join("?" * len(FIELDS))
        values = [" ".join(terms(text)) for text in field_texts(document)]
        self._db.execute(statement.format(c=columns, q=marks), (row, *values))

    def lookup(
        self,
        groups: Iterable[Sequence[str]],
        documents: int,
        spelt: Mapping[str, str] | None = None,
        alike: Mapping[str, Sequence[str]] | None = None,
    ) -> list[Term]:
        """Query terms with their forms in the index.

        Args:
            groups: for each word of the query the terms that count as it, at least one; of a word that the index
                does not have its nearest neighbours count.
            documents: number of documents in the index.
            spelt: words as written, by their stem: slips of the finger are looked for in these.
            alike: synonyms by word; they count for less.
        """
        found: list[Term] = []
        for group in groups:
            known = self._known(group)
            other = self._known((alike or {}).get(group[0], ()))
            others = {word: df for word, df in other.items() if word not in known}
            forms = [(word, 1.0) for word in known] + [(word, _SYNONYM) for word in others]
            if not forms:
                known = self._known(self._neighbours((spelt or {}).get(group[0], group[0])))
                forms = [(word, _FUZZY) for word in known]
            df, known_df = (max(counts.values(), default=0) for counts in (known or others, known))
            found.append(Term(group[0], tuple(forms), math.log(1 + (documents - df + 0.5) / (df + 0.5)), known_df))
        return found

    def _known(self, words: Iterable[str]) -> dict[str, int]:
        """Those of some terms that the index has, with how many documents have them."""
        return {word: df for word in words if (df := self._df(word))}

    def _df(self, term: str) -> int:
        row = self._db.execute("SELECT doc FROM words_df WHERE term = ?", (term,)).fetchone()
        return int(row[0]) if row else 0

    def _neighbours(self, word: str) -> list[str]:
        """Stems of known words that differ from an unknown one by a single slip of the finger."""
        if len(word) < _MIN_FUZZY or not word.isalpha() or is_cjk(word):
            return []
        rows = self._db.execute(
            "SELECT word, stem FROM surface WHERE word >= ? AND word < ?", (word[0], chr(ord(word[0]) + 1))
        )
        near = {known for surface, known in rows if one_edit(word, surface) or one_edit(word, known)}
        return sorted(near)[:4]

    def bm25(self, query: Sequence[Term], limit: int) -> dict[int, float]:
        """Row numbers of the best documents by BM25 with field weights, with their score (above 0)."""
        forms = sorted({form for term in query for form, _ in term.forms})
        if not forms:
            return {}
        match = " OR ".join('"' + form.replace('"', '""') + '"' for form in forms)
        weights = ", ".join(str(weight) for weight in _WEIGHTS)
        rows = self._db.execute(
            f"SELECT rowid, -bm25(words, {weights}) AS s FROM words"  # noqa: S608 - numbers of ours
            " WHERE words MATCH ? ORDER BY s DESC LIMIT ?",
            (match, limit),
        )
        return {int(row): float(score) for row, score in rows}

    def holding(self, words: Sequence[str], *fields: str) -> list[int]:
        """Row numbers of the documents that have all of some terms in some of `FIELDS`, ascending."""
        if not words:
            return []
        match = (
            f"{{{' '.join(fields)}}} : (" + " AND ".join('"' + word.replace('"', '""') + '"' for word in words) + ")"
        )
        rows = self._db.execute("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid", (match,))
        return [int(row) for (row,) in rows]

    def postings(self, query: Sequence[Term], documents: int) -> list[Posting]:
        """Where the query's terms occur.

        In a very large index the terms that most documents have are left out: they would cost most and tell least.
        """
        rare = [term for term in query if documents < _LARGE or term.df < documents / 2]
        found: list[Posting] = []
        for number, term in enumerate(query):
            if rare and term not in rare:
                continue
            for form, strength in term.forms:
                pairs = self._db.execute("SELECT doc, col FROM words_at WHERE term = ?", (form,)).fetchall()
                rows = np.array([row for row, _ in pairs], np.int64)
                fields = np.array([_COLUMN[name] for _, name in pairs], np.int64)
                found.append(Posting(number, strength, rows, fields))
        return found


def coverage(postings: Sequence[Posting], terms: int, rows: Rows) -> NDArray[np.float32]:
    """In which fields of some documents the query's terms occur.

    Args:
        postings: from `Lexicon.postings`.
        terms: number of terms of the query.
        rows: row numbers of the documents, ascending.

    Returns:
        Shape (len(rows), terms, len(FIELDS)): strength of the form found, 0 where none is.
    """
    found = np.zeros((len(rows), terms, len(FIELDS)), np.float32)
    if not len(rows):
        return found
    for posting in postings:
        at = np.minimum(np.searchsorted(rows, posting.rows), len(rows) - 1)
        here = rows[at] == posting.rows
        cells = (at[here], posting.term, posting.fields[here])
        found[cells] = np.maximum(found[cells], posting.strength)
    return found


def best_covered(postings: Sequence[Posting], weights: NDArray[np.float32], limit: int) -> Rows:
    """Row numbers of the documents that have most of the query's weight in fields that say what a state is.

    Args:
        postings: from `Lexicon.postings`.
        weights: share of the query's weight by term.
        limit: most rows returned.
    """
    size = max((int(p.rows.max()) for p in postings if len(p.rows)), default=-1) + 1
    total = np.zeros(size, np.float32)
    for number in {posting.term for posting in postings}:
        best = np.zeros(size, np.float32)
        for posting in postings:
            if posting.term == number:
                value = np.where(posting.fields < _KEY_FIELDS, 1.0, 0.4) * posting.strength
                np.maximum.at(best, posting.rows, np.where(posting.fields == _CHROME, 0.0, value))
        total += best * weights[number]
    order = np.argsort(-total, kind="stable")[:limit]
    return order[total[order] > 0]


def one_edit(a: str, b: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.

    >>> one_edit("promtions", "promotions"), one_edit("ordres", "orders"), one_edit("a", "a")
    (True, True, False)
    """
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    if len(a) == len(b):
        swapped = a[at + 1 : at + 2] == b[at] and b[at + 1 : at + 2] == a[at] and a[at + 2 :] == b[at + 2 :]
        return swapped or a[at + 1 :] == b[at + 1 :]
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return longer[at + 1 :] == shorter[at:]
