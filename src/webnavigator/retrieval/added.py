"""A model of the user's choice beside the embedded encoders: what it is shown of a state, and what it finds."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError, WebNavigatorError
from webnavigator.retrieval.base import Matrix, StateEncoder
from webnavigator.retrieval.dense import key_texts, passages, summary_text
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.state_vectors import StateRow, StateVectors, cut_to_budget
from webnavigator.retrieval.text_encoder import unit
from webnavigator.retrieval.tiles import open_picture, tiles

_BATCH = 16
"""States that are encoded, and then kept, at a time: what an interruption loses."""
_CHARACTERS = 1_200
"""Of the text that a model with many vectors is shown."""
_KEYS, _PASSAGES = 10, 4
"""Short texts and paragraphs that a model with one vector a text is shown, besides the summary."""
_VERSION = 1
"""Counts up when other things of a state are shown to the model."""


@dataclass(frozen=True, slots=True)
class Pictures:
    """The screenshots of a map.

    Attributes:
        shas: by node id, what identifies the picture; states without one are left out.
        read: gives the picture of a state as a file's bytes, or None.
    """

    shas: Mapping[str, str] = field(default_factory=dict[str, str])
    read: Callable[[str], bytes | None] = lambda _: None


class AddedEncoder:
    """A model and the vectors that it made of a map's states.

    Attributes:
        warnings: one line each: why the model or its vectors are not used; search goes on without them.
    """

    def __init__(
        self,
        settings: RetrieveSettings,
        load: Callable[[], StateEncoder],
        open_vectors: Callable[[], StateVectors],
    ) -> None:
        self._settings = settings
        self._load = load
        self._open_vectors = open_vectors
        self._encoder: StateEncoder | None = None
        self._vectors: StateVectors | None = None
        self._failed = False
        self.warnings: list[str] = []

    def close(self) -> None:
        """Release the vectors."""
        if self._vectors is not None:
            self._vectors.close()

    def update(self, documents: Sequence[Document], pictures: Pictures) -> int:
        """Bring the vectors in step with the map; only what changed is encoded, and what is done is kept.

        Returns:
            States that were encoded.

        Raises:
            UserError: the model or its extra is not there, or it cannot read what it is to be shown.
            ModelError: the model does not answer.
            StoreError: the vectors cannot be written.
        """
        encoder, vectors = self._open()
        reads = self._reads(encoder)
        contents = pictures.shas if reads == "screenshots" else {d.node_id: d.content_hash for d in documents}
        wanted = {d.node_id: self._made(encoder, contents[d.node_id]) for d in documents if d.node_id in contents}
        known = vectors.made()
        mark = self._mark(encoder)
        stale = [node_id for node_id, made in known.items() if node_id not in wanted or not made.startswith(mark)]
        if stale:
            vectors.drop(stale)
        fresh = [d for d in documents if d.node_id in wanted and known.get(d.node_id) != wanted[d.node_id]]
        for at in range(0, len(fresh), _BATCH):
            batch = fresh[at : at + _BATCH]
            made = self._of_screenshots(encoder, batch, pictures) if reads == "screenshots" else self._of_texts(batch)
            vectors.put([StateRow(name, wanted[name], rows) for name, rows in made])
        return len(fresh)

    def try_to_update(self, documents: Sequence[Document], pictures: Pictures) -> int:
        """The same, where a failure is a warning: words and embedded encoders go on finding."""
        if not self._failed:
            try:
                return self.update(documents, pictures)
            except WebNavigatorError as error:
                self._warn(error)
        return 0

    def read_query(self, text: str) -> Matrix | None:
        """The vectors of a query; None, with a warning, when the model or its vectors cannot be used."""
        if self._failed:
            return None
        try:
            encoder, vectors = self._open()
            mark = self._mark(encoder)
            if any(not made.startswith(mark) for made in vectors.made().values()):
                raise BadInputError("the index holds vectors of another model: run  webnavigator index MAP")
            return self._as_asked(encoder.queries([text])[0])
        except WebNavigatorError as error:
            self._warn(error)
            return None

    def nearest(self, query: Matrix, k: int) -> list[str]:
        """Ids of the best states for `read_query`'s vectors, best first."""
        return [] if self._vectors is None else [name for name, _ in self._vectors.nearest(query, k)]

    def scores(self, query: Matrix, node_ids: Sequence[str]) -> Matrix:
        """Scores of some states for `read_query`'s vectors, NaN for those that the model was not shown."""
        if self._vectors is None:
            return np.full(len(node_ids), np.nan, np.float32)
        return self._vectors.scores(query, node_ids)

    def _open(self) -> tuple[StateEncoder, StateVectors]:
        if self._encoder is None:
            self._encoder = self._load()
        if self._vectors is None:
            self._vectors = self._open_vectors()
        return self._encoder, self._vectors

    def _reads(self, encoder: StateEncoder) -> str:
        reads = self._settings.encoder_reads or ("screenshots" if encoder.reads_images else "text")
        if reads == "screenshots" and not encoder.reads_images:
            raise BadInputError(f"encoder {encoder.name} reads no pictures: set encoder_reads to text")
        return reads

    def _mark(self, encoder: StateEncoder) -> str:
        """What vectors have in common that can be compared, as 16 hex digits."""
        parts = (encoder.revision or encoder.name, self._settings.encoder_mode, self._reads(encoder), _VERSION)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def _made(self, encoder: StateEncoder, content: str) -> str:
        return f"{self._mark(encoder)}:{content}"

    def _as_asked(self, vectors: Matrix) -> Matrix:
        return mean_vector(vectors) if self._settings.encoder_mode == "dense" else vectors

    def _of_texts(self, batch: Sequence[Document]) -> Iterator[tuple[str, Matrix]]:
        encoder, _ = self._open()
        many = encoder.many and self._settings.encoder_mode == "late"
        texts = [[summary_text(d, _CHARACTERS)] if many else _pieces(d) for d in batch]
        encoded = iter(encoder.texts([text for some in texts for text in some]))
        for document, some in zip(batch, texts, strict=True):
            rows = np.concatenate([self._as_asked(next(encoded)) for _ in some])
            yield document.node_id, cut_to_budget(rows) if many else rows

    def _of_screenshots(
        self, encoder: StateEncoder, batch: Sequence[Document], pictures: Pictures
    ) -> Iterator[tuple[str, Matrix]]:
        for document in batch:
            data = pictures.read(document.node_id)
            picture = open_picture(data) if data is not None else None
            if picture is not None:
                rows = np.concatenate(encoder.images(tiles(picture)))
                yield document.node_id, cut_to_budget(self._as_asked(rows))

    def _warn(self, error: WebNavigatorError) -> None:
        self._failed = True
        line = str(error).splitlines()[0]
        self.warnings.append(f"encoder {self._settings.encoder} not used, search goes on without it: {line}")


def mean_vector(vectors: Matrix) -> Matrix:
    """The mean direction of unit vectors, shape (1, dim)."""
    return unit(vectors.mean(axis=0, keepdims=True))


def _pieces(document: Document) -> list[str]:
    """What a model with one vector a text is shown: a summary, and what each may be what a person asks for."""
    return [summary_text(document, 400), *key_texts(document)[:_KEYS], *passages(document)[:_PASSAGES]]
