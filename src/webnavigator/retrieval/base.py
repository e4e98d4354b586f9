"""What retrieval passes on: encoders, embeddings, hits and reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PIL.Image import Image

from webnavigator.errors import MapError

Matrix = NDArray[np.float32]
"""Rows are vectors; shape (n, dim)."""


class DamagedIndexError(MapError):
    """Files of the index are junk or lack a part: nothing is lost, the map gives all of it again."""


class Encoder(Protocol):
    """Turns texts into unit vectors; the same text gives the same vector in every process."""

    @property
    def name(self) -> str:
        """What identifies the weights: vectors of different names are not comparable."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def encode(self, texts: Sequence[str], *, query: bool) -> Matrix:
        """One unit vector a text, shape (len(texts), dim); `query` says which side of the search it is."""
        ...


class TokenEncoder(Encoder, Protocol):
    """An encoder that also gives a vector for every token, for late interaction."""

    def encode_tokens(self, texts: Sequence[str], *, query: bool) -> list[tuple[Matrix, Matrix]]:
        """For each text the pooled unit vector, shape (dim,), and the token unit vectors, shape (n, dim)."""
        ...


class StateEncoder(Protocol):
    """A model of the user's choice, which is asked besides the embedded encoders: texts and pictures to vectors.

    A text or picture is one unit vector, or many (one a token or patch) for late interaction; shape (n, dim), n at
    least 1. All methods raise `webnavigator.errors.ModelError` when the model does not answer.
    """

    @property
    def name(self) -> str:
        """As the user gave it."""
        ...

    @property
    def revision(self) -> str:
        """Which weights these are; "" when that cannot be told. Vectors of two revisions are not comparable."""
        ...

    @property
    def many(self) -> bool:
        """Whether a text is given many vectors."""
        ...

    @property
    def reads_images(self) -> bool:
        """Whether pictures can be encoded."""
        ...

    def queries(self, texts: Sequence[str]) -> list[Matrix]:
        """The vectors of queries."""
        ...

    def texts(self, texts: Sequence[str]) -> list[Matrix]:
        """The vectors of texts that are searched."""
        ...

    def images(self, images: Sequence[Image]) -> list[Matrix]:
        """The vectors of RGB pictures that are searched."""
        ...


@dataclass(frozen=True, slots=True)
class FieldMatch:
    """Why a state was found, in one field.

    Attributes:
        field: name of the field in `webnavigator.retrieval.document.Document`.
        words: words of the query that occur there, as the query has them.
        share: weight of these words in the query, 0 to 1.
    """

    field: str
    words: tuple[str, ...]
    share: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A state found for a query.

    Attributes:
        node_id: id of the state.
        score: higher is better; comparable within one answer only.
        rank: 1 for the best.
        matches: fields in which words of the query occur, heaviest first.
        features: what the ranking and the selector read, by name; see `webnavigator.retrieval.features`.
        pair: of a pair the ids of the page, and of the state that was opened on another page of its kind; `node_id`
            then is no node's. None for a state.
    """

    node_id: str
    score: float
    rank: int
    matches: tuple[FieldMatch, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict[str, float])
    pair: tuple[str, str] | None = None

    @property
    def shown(self) -> str:
        """Id of the state, or of the one opened, whose document tells what the hit shows."""
        return self.pair[1] if self.pair else self.node_id


@dataclass(frozen=True, slots=True)
class Answer:
    """Hits, best first, and what the caller should know about how they were found, one line each."""

    hits: tuple[Hit, ...]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What an update of the index did.

    Attributes:
        added: states that were not in the index.
        changed: states whose document differs from the one indexed.
        unchanged: states left as they were.
        removed: states no longer among the documents.
        encoded: states that a model of the user's choice was shown.
        seconds: wall time.
        warnings: one line each, e.g. an encoder that could not be loaded.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    encoded: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
