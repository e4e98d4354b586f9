"""The index of a map: build, update, search."""

import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError
from webnavigator.retrieval.added import AddedEncoder
from webnavigator.retrieval.asking import Asking
from webnavigator.retrieval.base import (
    Answer,
    DamagedIndexError,
    Hit,
    IndexReport,
)
from webnavigator.retrieval.catalog import DATABASE_NAME, Catalog
from webnavigator.retrieval.dense import VectorStore
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.folder import clear_folder, make_folder
from webnavigator.retrieval.kin import Kin
from webnavigator.retrieval.model_names import open_added
from webnavigator.retrieval.pool import Pool
from webnavigator.retrieval.query import Query, read_query
from webnavigator.retrieval.ranking import Ranking, shipped
from webnavigator.retrieval.text_encoder import Encoders
from webnavigator.retrieval.writing import Writing

_MADE_OF = "made_of"


class MapIndex:
    """The search index of one map, kept in a directory of its own; see `MapIndex.open`.

    Attributes:
        added: the model of the user's choice that is asked besides the embedded encoders, or None.
        ranking: weights of the combination that orders the candidates.
    """

    def __init__(
        self, catalog: Catalog, directory: Path, encoders: Encoders, ranking: Ranking, added: AddedEncoder | None
    ) -> None:
        self._catalog = catalog
        self._encoders = encoders
        self.ranking = ranking
        self.added = added
        self._stores = {
            "english": VectorStore(directory, "english", 384),
            "multilingual": VectorStore(directory, "multilingual", 384),
        }
        self._writing = Writing(catalog, self._stores, encoders)
        self._load()

    @classmethod
    def open(
        cls,
        directory: Path,
        settings: RetrieveSettings,
        *,
        encoders: Encoders | None = None,
        ranking: Ranking | None = None,
    ) -> "MapIndex":
        """Open the index in a directory, made when it is missing, and made anew when its files are damaged.

        Args:
            directory: a folder that holds nothing else.
            settings: `encoder` chooses between vectors (``embedded``), words alone (``lexical``), and a model that is
                asked besides; that one is loaded when first needed.
            encoders: loaded encoders to share between indexes; None: loaded when first needed.
            ranking: weights of the combination; None: those that ship with the package.

        Raises:
            MapError: the directory holds an index of a newer version.
            StoreError: it cannot be read or written.
        """
        encoders, ranking = encoders or Encoders(settings.encoder), ranking or shipped()
        added = open_added(directory, settings)
        if added is not None:
            ranking = ranking.with_encoder(settings.encoder_weight)
        try:
            return cls._open(directory, encoders, ranking, added)
        except DamagedIndexError:
            clear_folder(directory)
            return cls._open(directory, encoders, ranking, added)

    @classmethod
    def _open(cls, directory: Path, encoders: Encoders, ranking: Ranking, added: AddedEncoder | None) -> "MapIndex":
        make_folder(directory)
        with ExitStack() as opened:
            catalog = Catalog(directory / DATABASE_NAME)
            opened.callback(catalog.close)
            with catalog.reported():
                index = cls(catalog, directory, encoders, ranking, added)
            opened.pop_all()
            return index

    def close(self) -> None:
        """Release the files."""
        self._catalog.close()
        if self.added is not None:
            self.added.close()

    def __len__(self) -> int:
        """Indexed states."""
        return len(self._asking)

    def document(self, node_id: str) -> Document | None:
        """The indexed document of a state, or None."""
        return self._catalog.document(node_id)

    @property
    def made_of(self) -> str:
        """What the last update said that its documents were made of; "" when it said nothing."""
        return self._catalog.meta(_MADE_OF) or ""

    def update(self, documents: Iterable[Document], *, remove_others: bool = True, made_of: str = "") -> IndexReport:
        """Bring the index up to date: new and changed documents are embedded, the rest is left as it is.

        All or nothing: after a crash the index is as it was before.

        Args:
            documents: the documents of the map.
            remove_others: forget indexed states that are not among them.
            made_of: a fingerprint of what the documents are made of, kept as `made_of`: whoever has the same again need
                not make them.
        """
        started = time.perf_counter()
        with self._catalog.reported():
            known = self._catalog.hashes()
        given = {document.node_id: document for document in documents}
        fresh = [d for d in given.values() if known.get(d.node_id) != d.content_hash]
        gone = [node_id for node_id in known if node_id not in given] if remove_others else []
        warnings_before = len(self._encoders.warnings)
        if fresh or gone:
            self._writing.write(fresh, gone)
            self._load()
        if made_of != self.made_of and not self._catalog.frozen:
            with self._catalog.reported():
                self._catalog.set_meta(_MADE_OF, made_of)
        added = sum(document.node_id not in known for document in fresh)
        return IndexReport(
            added=added,
            changed=len(fresh) - added,
            unchanged=len(given) - len(fresh),
            removed=len(gone),
            seconds=time.perf_counter() - started,
            warnings=tuple(self._encoders.warnings[warnings_before:]),
        )

    def answer(self, query: str, k: int = 30, *, kin: Kin | None = None) -> Answer:
        """The best states for a query, with warnings.

        Args:
            query: in the user's words.
            k: most hits.
            kin: kinds of pages; pairs of a page with what was opened on another page of its kind are then hits too
                (`Hit.pair`). None: states alone.

        Raises:
            BadInputError: the query holds no word, or `k` is below 1.
        """
        if k < 1:
            raise BadInputError(f"k must be at least 1 (got {k})")
        read = read_query(query)
        with self._catalog.reported():
            hits = self._asking.hits(read, self.ranking, k, kin)
        more = self.added.warnings if self.added is not None else ()
        return Answer(hits, (*read.warnings, *self._encoders.warnings, *more))

    def search(self, query: str, k: int = 30) -> list[Hit]:
        """The `k` best states for a query, best first.

        Raises:
            BadInputError: the query holds no word, or `k` is below 1.
        """
        return list(self.answer(query, k).hits)

    def pool(self, query: Query) -> Pool:
        """Candidates and their features."""
        return self._asking.pool(query)

    def _load(self) -> None:
        self._writing.check()
        self._asking = Asking(self._catalog, self._stores, self._encoders, self.added)
