"""Documents into an index: embedded and written, all or nothing."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from webnavigator.retrieval.base import DamagedIndexError, Encoder, TokenEncoder
from webnavigator.retrieval.catalog import Catalog
from webnavigator.retrieval.dense import BRIEF, FULL, Embedder, Place, VectorStore
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.text_encoder import Encoders, give_back_memory

_BATCH = 64
_CJK_LANGUAGES = frozenset({"zh", "ja", "ko"})


@dataclass(frozen=True, slots=True)
class Writing:
    """Writes documents and their vectors.

    Attributes:
        catalog: documents and lexicon; says how much of the vector files counts.
        stores: vectors by encoder.
        encoders: embed the documents.
    """

    catalog: Catalog
    stores: Mapping[str, VectorStore]
    encoders: Encoders

    def check(self) -> None:
        """Whether all vectors are there.

        Raises:
            DamagedIndexError: some are missing.
        """
        for name, store in self.stores.items():
            summaries, rest = self._lengths(name)
            if len(store.summaries) < summaries or len(store.rest) < rest:
                raise DamagedIndexError(f"vectors of the index are missing: {name}")

    def write(self, fresh: Sequence[Document], gone: Sequence[str]) -> None:
        """Put new and changed documents in, and take others out, in one transaction."""
        embedders = self._embedders()
        with self.catalog.transaction():
            for name, store in self.stores.items():
                store.truncate(*self._lengths(name))
            for node_id in gone:
                self.catalog.drop(node_id)
            for at in range(0, len(fresh), _BATCH):
                batch = fresh[at : at + _BATCH]
                with ThreadPoolExecutor(len(self.stores)) as threads:
                    work = {n: threads.submit(self._place, n, e, batch) for n, e in embedders.items()}
                placed = {name: done.result() for name, done in work.items()}
                for number, document in enumerate(batch):
                    places = {name: rows[number] for name, rows in placed.items()}
                    self.catalog.put(document, places)
            for name, store in self.stores.items():
                self.catalog.set_meta(f"rows:{name}", f"{len(store.summaries)} {len(store.rest)}")
        give_back_memory()

    def _lengths(self, name: str) -> tuple[int, int]:
        """Rows of the two files that committed updates wrote."""
        summaries, rest = (self.catalog.meta(f"rows:{name}") or "0 0").split()
        return int(summaries), int(rest)

    def _embedders(self) -> dict[str, Embedder]:
        english: TokenEncoder | None = self.encoders.english
        multilingual: Encoder | None = self.encoders.multilingual
        embedders: dict[str, Embedder] = {}
        if english is not None:
            embedders["english"] = Embedder(english, english)
        if multilingual is not None:
            embedders["multilingual"] = Embedder(multilingual, None)
        return embedders

    def _place(self, name: str, embedder: Embedder, batch: Sequence[Document]) -> list[Place]:
        """Embed and write a batch; each encoder gets most of the documents in the language that it reads best."""
        places = dict.fromkeys((document.node_id for document in batch), Place())
        latin = [document for document in batch if document.language not in _CJK_LANGUAGES]
        cjk = [document for document in batch if document.language in _CJK_LANGUAGES]
        parts = [(latin, FULL)] if name == "english" else [(latin, BRIEF), (cjk, FULL)]
        for documents, share in parts:
            if documents:
                rows = self.stores[name].append(embedder.embed(documents, share))
                places |= {document.node_id: row for document, row in zip(documents, rows, strict=True)}
        return [places[document.node_id] for document in batch]
