"""What of a document is embedded, and the vectors of all documents under one encoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.base import Encoder, Matrix, TokenEncoder
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.late_interaction import best_of, pool_tokens, weakest
from webnavigator.retrieval.vectors import VectorFile

MAX_TOKENS = 20
"""Token vectors kept of a document; 40 find no more, and cost twice the time and space."""
_PASSAGE_CHARACTERS = 240
_BLOCK_ROWS = 16_384


@dataclass(frozen=True, slots=True)
class Share:
    """How much of a document an encoder is given: what encoding costs grows with it.

    Attributes:
        keys: most short texts with a vector each.
        passages: most paragraphs with a vector each.
        summary: characters of the summary.
    """

    keys: int
    passages: int
    summary: int


FULL = Share(keys=10, passages=2, summary=300)
"""For the encoder that is best at the document's language."""
BRIEF = Share(keys=4, passages=0, summary=100)
"""For the other one: enough to find the page across languages."""


def key_texts(document: Document) -> list[str]:
    """Short texts, each of which may be what a person calls the state: name, labels, title, headings."""
    named = (document.name, *document.labels[:2], document.title)
    more = (*document.labels[2:4], document.url_words, *document.headings)
    texts = dict.fromkeys(text.strip()[:120] for text in (*named, *more))
    texts.pop("", None)
    return list(texts)


def passages(document: Document) -> list[str]:
    """The state's own text, packed into pieces of about a paragraph; what was added comes first."""
    packed: list[str] = []
    for line in (*document.added, *document.main[:40]):
        if packed and len(packed[-1]) + len(line) < _PASSAGE_CHARACTERS:
            packed[-1] += f" {line}"
        else:
            packed.append(line[:_PASSAGE_CHARACTERS])
    return packed


def summary_text(document: Document, characters: int) -> str:
    """The document in a few lines, most telling part first, cut to a length."""
    parts = (
        document.name,
        document.title,
        ", ".join(document.labels[:3]),
        "; ".join(document.added)[:200],
        "; ".join(document.headings)[:160],
        document.url_words,
        " ".join(document.main),
    )
    return ". ".join(part for part in parts if part)[:characters] or "empty"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the vectors of one document lie: a row of the summary file, and a run of rows of the other one.

    The run holds keys, passages and tokens, in this order. `summary` is -1 when the encoder does not read the
    document's language.
    """

    summary: int = -1
    start: int = 0
    keys: int = 0
    passages: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Similarity:
    """Similarities of a query with documents, each of shape (documents,); NaN where there are no vectors.

    Attributes:
        summary: with the summary.
        key: with the nearest short text.
        passage: with the nearest paragraph.
        late: late interaction over tokens.
        low: of it, the query's least matched tokens; see `webnavigator.retrieval.late_interaction.weakest`.
    """

    summary: Matrix
    key: Matrix
    passage: Matrix
    late: Matrix
    low: Matrix


class Embedder:
    """Documents to vectors, each text once: what many pages share is encoded a single time."""

    def __init__(self, encoder: Encoder, tokens: TokenEncoder | None) -> None:
        self._encoder = encoder
        self._tokens = tokens
        self._known: dict[str, Matrix] = {}

    def embed(self, documents: Sequence[Document], share: Share) -> list[tuple[Matrix, Matrix, tuple[int, int, int]]]:
        """For each document its summary vector, the other rows, and how many of these are of which sort."""
        texts = [(key_texts(document)[: share.keys], passages(document)[: share.passages]) for document in documents]
        fresh = dict.fromkeys(t for keys, pieces in texts for t in (*keys, *pieces) if t not in self._known)
        for text, vector in zip(fresh, self._encoder.encode(list(fresh), query=False), strict=True):
            self._known[text] = vector
        summaries = self._summaries([summary_text(document, share.summary) for document in documents])
        rows: list[tuple[Matrix, Matrix, tuple[int, int, int]]] = []
        for (keys, pieces), (summary, tokens) in zip(texts, summaries, strict=True):
            own = [self._known[text] for text in (*keys, *pieces)]
            stacked = np.concatenate([np.reshape(own, (-1, self._encoder.dim)), tokens]).astype(np.float32)
            rows.append((summary, stacked, (len(keys), len(pieces), len(tokens))))
        return rows

    def _summaries(self, texts: list[str]) -> list[tuple[Matrix, Matrix]]:
        if self._tokens is not None:
            pairs = self._tokens.encode_tokens(texts, query=False)
            return [(summary, pool_tokens(tokens, MAX_TOKENS)) for summary, tokens in pairs]
        none = np.zeros((0, self._encoder.dim), np.float32)
        return [(summary, none) for summary in self._encoder.encode(texts, query=False)]


class VectorStore:
    """The vectors of all documents under one encoder: two files, summaries and the rest."""

    def __init__(self, directory: Path, stem: str, dim: int) -> None:
        self.summaries = VectorFile(directory / f"{stem}.summary.f16", dim)
        self.rest = VectorFile(directory / f"{stem}.rest.f16", dim)
        self._cached: Matrix | None = None

    def truncate(self, summaries: int, rest: int) -> None:
        """Drop what an update that did not finish left behind."""
        self.summaries.truncate(summaries)
        self.rest.truncate(rest)
        self._cached = None

    def append(self, rows: Sequence[tuple[Matrix, Matrix, tuple[int, int, int]]]) -> list[Place]:
        """Write the vectors of some documents; see `Embedder.embed`."""
        summary = self.summaries.append(np.stack([row[0] for row in rows]))
        start = self.rest.append(np.concatenate([row[1] for row in rows]))
        places: list[Place] = []
        for number, (_, stacked, (keys, pieces, tokens)) in enumerate(rows):
            places.append(Place(summary + number, start, keys, pieces, tokens))
            start += len(stacked)
        self._cached = None
        return places

    def summary_scores(self, query: Matrix) -> Matrix:
        """Similarity of a query vector with every row of the summary file."""
        rows = self.summaries.read()
        if len(rows) <= _BLOCK_ROWS:
            if self._cached is None:
                self._cached = rows.astype(np.float32)
            return self._cached @ query
        blocks = [rows[at : at + _BLOCK_ROWS].astype(np.float32) @ query for at in range(0, len(rows), _BLOCK_ROWS)]
        return np.concatenate(blocks)

    def similarity(self, query: Matrix, tokens: Matrix, places: Sequence[Place]) -> Similarity:
        """All similarities of a query with the documents at `places`."""
        present = np.array([place.summary >= 0 for place in places], dtype=bool)
        result = Similarity(*(np.full(len(places), np.nan, np.float32) for _ in range(5)))
        if not present.any():
            return result
        there = [place for place in places if place.summary >= 0]
        summaries = self.summaries.read()[[place.summary for place in there]].astype(np.float32)
        result.summary[present] = summaries @ query
        stored = self.rest.read()
        for name, offset, count in _sections(there):
            values = gather(stored, offset, count)
            target: Matrix = getattr(result, name)
            filled = present.copy()
            filled[present] = count > 0
            if not filled.any() or (name == "late" and not len(tokens)):
                continue
            if name == "late":
                best = best_of(values @ tokens.T, count)
                target[filled], result.low[filled] = best.mean(axis=1), weakest(best)
            else:
                target[filled] = best_of((values @ query)[:, None], count)[:, 0]
        return result


def _sections(places: Sequence[Place]) -> list[tuple[str, NDArray[np.int64], NDArray[np.int64]]]:
    start = np.array([p.start for p in places], np.int64)
    keys = np.array([p.keys for p in places], np.int64)
    pieces = np.array([p.passages for p in places], np.int64)
    tokens = np.array([p.tokens for p in places], np.int64)
    return [("key", start, keys), ("passage", start + keys, pieces), ("late", start + keys + pieces, tokens)]


def gather(stored: NDArray[np.float16], start: NDArray[np.int64], count: NDArray[np.int64]) -> Matrix:
    """Rows of several runs, one after the other."""
    total = int(count.sum())
    if not total:
        return np.zeros((0, stored.shape[1]), np.float32)
    ends = np.cumsum(count)
    index = np.arange(total) - np.repeat(ends - count, count) + np.repeat(start, count)
    return stored[index].astype(np.float32)
