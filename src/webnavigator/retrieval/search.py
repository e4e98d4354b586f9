"""The index of a map: build, update, search.

Candidates come from the lexicon (BM25) and from the summary vectors; only they are looked at closely: field
coverage, key and passage similarity, late interaction. A linear combination, learnt once, orders them.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError
from webnavigator.retrieval.added import AddedEncoder
from webnavigator.retrieval.base import (
    Answer,
    DamagedIndexError,
    Encoder,
    Hit,
    IndexReport,
    Matrix,
    TokenEncoder,
)
from webnavigator.retrieval.catalog import Catalog, Entry
from webnavigator.retrieval.dense import BRIEF, FULL, Embedder, Place, Similarity, VectorStore
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.features import (
    dense_features,
    standardised,
    state_features,
    term_weights,
)
from webnavigator.retrieval.folder import clear_folder, make_folder
from webnavigator.retrieval.kin import Kin
from webnavigator.retrieval.lexical import best_covered
from webnavigator.retrieval.model_names import open_added
from webnavigator.retrieval.pairs import Relatives, paired
from webnavigator.retrieval.pool import Pool, Reading, best_of, lexical_columns, ranked
from webnavigator.retrieval.query import Query, read_query
from webnavigator.retrieval.ranking import ADDED, Ranking, shipped
from webnavigator.retrieval.text_encoder import Encoders, give_back_memory

_PAIRS = 10
"""Pairs among the hits at most."""
_INFERRED = 0.5
"""What a pair's score is less for never having been seen."""
CANDIDATES = 70
"""States taken from each first stage."""
_BATCH = 64
_CJK_LANGUAGES = frozenset({"zh", "ja", "ko"})


@dataclass(frozen=True, slots=True)
class _Asked:
    """A query as the index sees it: looked up, and under each encoder."""

    query: Query
    readings: Sequence[Reading]
    bm25: Mapping[int, float]
    english: Matrix | None
    tokens: Matrix | None
    multilingual: Matrix | None
    added: Matrix | None


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
        self._relatives: Relatives | None = None
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
            catalog = Catalog(directory / "index.sqlite")
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
        return len(self._entries)

    def document(self, node_id: str) -> Document | None:
        """The indexed document of a state, or None."""
        return self._catalog.document(node_id)

    def update(self, documents: Iterable[Document], *, remove_others: bool = True) -> IndexReport:
        """Bring the index up to date: new and changed documents are embedded, the rest is left as it is.

        All or nothing: after a crash the index is as it was before.

        Args:
            documents: the documents of the map.
            remove_others: forget indexed states that are not among them.
        """
        started = time.perf_counter()
        with self._catalog.reported():
            known = self._catalog.hashes()
        given = {document.node_id: document for document in documents}
        fresh = [d for d in given.values() if known.get(d.node_id) != d.content_hash]
        gone = [node_id for node_id in known if node_id not in given] if remove_others else []
        warnings_before = len(self._encoders.warnings)
        if fresh or gone:
            self._write(fresh, gone)
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
            asked = self._ask(read)
            pool = self._candidates(asked)
            hits = ranked(pool, self.ranking, k) if pool.node_ids else ()
            if kin is not None and hits:
                hits = best_of(hits, self._pairs(asked, pool, hits, kin)[:_PAIRS], k)
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
        return self._candidates(self._ask(query))

    def _ask(self, query: Query) -> "_Asked":
        readings = self._readings(query)
        bm25 = self._catalog.lexicon.bm25([term for terms, _ in readings for term in terms], CANDIDATES)
        added = self.added.read_query(query.text) if self.added is not None else None
        return _Asked(query, readings, bm25, *self._encode(query), added)

    def _candidates(self, asked: "_Asked") -> Pool:
        rows = set(asked.bm25)
        for terms, postings in asked.readings:
            rows |= set(best_covered(postings, term_weights(terms), CANDIDATES).tolist())
        rows |= self._nearest("english", asked.english) | self._nearest("multilingual", asked.multilingual)
        if self.added is not None and asked.added is not None:
            near = self.added.nearest(asked.added, CANDIDATES)
            rows |= {self._by_node[node_id].row for node_id in near if node_id in self._by_node}
        return self._measure(asked, [self._by_row[row] for row in sorted(rows) if row in self._by_row])

    def _measure(self, asked: "_Asked", entries: Sequence[Entry]) -> Pool:
        """Features of some entries, given in the order of their rows."""
        names = self._catalog.names([entry.row for entry in entries])
        lexical, terms, found = lexical_columns(asked.query, asked.readings, entries, asked.bm25, names)
        en = self._similar("english", asked.english, asked.tokens, [entry.english for entry in entries])
        ml = self._similar("multilingual", asked.multilingual, None, [entry.multilingual for entry in entries])
        raw = {f"en_{name}": getattr(en, name) for name in ("summary", "key", "passage", "late", "low")}
        raw |= {f"ml_{name}": getattr(ml, name) for name in ("summary", "key", "passage")}
        raw["bm25"] = np.array([asked.bm25.get(entry.row, 0.0) for entry in entries], np.float32)
        columns = {**lexical, **dense_features(en, ml), **state_features(asked.query, entries)}
        if self.added is not None and asked.added is not None:
            raw[ADDED] = self.added.scores(asked.added, [entry.node_id for entry in entries])
            columns[ADDED] = standardised(raw[ADDED])
        return Pool(tuple(e.node_id for e in entries), columns, asked.query, tuple(terms), found, raw)

    def _pairs(self, asked: "_Asked", pool: Pool, hits: Sequence[Hit], kin: Kin) -> list[Hit]:
        """Pairs of a page with what was opened on another page of its kind."""
        if self._relatives is None or self._relatives.kin is not kin:
            self._relatives = Relatives.among(self._entries, kin)
        reading = next(way for way in asked.readings if tuple(way[0]) == pool.terms)
        couples = self._relatives.couples(
            [hit.node_id for hit in hits], reading, asked.query.entities, self._catalog.names
        )
        if not couples:
            return []
        entries = sorted({entry.row: entry for couple in couples for entry in couple}.values(), key=lambda e: e.row)
        at = {entry.row: number for number, entry in enumerate(entries)}
        page, inner = (np.array([at[couple[side].row] for couple in couples], np.int64) for side in (0, 1))
        names = self._catalog.names([entry.row for entry in entries])
        pairs = paired(self._measure(replace(asked, readings=[reading]), entries), page, inner, names, pool)
        couple = dict(zip(pairs.node_ids, couples, strict=True))
        kept: dict[tuple[frozenset[str], ...], Hit] = {}
        for hit in ranked(pairs, self.ranking, len(couples)):
            host, opened = couple[hit.node_id]
            called = names[at[opened.row]]
            if called not in self._catalog.names(self._relatives.opened_on.get(host.node_id, ())):
                inferred = replace(hit, pair=(host.node_id, opened.node_id), score=hit.score - _INFERRED)
                kept.setdefault(tuple(called), inferred)
        return list(kept.values())

    def _readings(self, query: Query) -> list[Reading]:
        """The query as written, and as translated where that can be done, each looked up in the index."""
        lexicon, count = self._catalog.lexicon, len(self._entries)
        ways = [lexicon.lookup([(word,) for word in query.words], count, query.spelt)]
        if query.translation is not None:
            ways.append(lexicon.lookup(query.translation.groups, count))
        return [(terms, lexicon.postings(terms, count)) for terms in ways]

    def _load(self) -> None:
        self._entries = self._catalog.entries()
        self._relatives = None
        self._by_row = {entry.row: entry for entry in self._entries}
        self._by_node = {entry.node_id: entry for entry in self._entries}
        self._rows = {name: self._summary_rows(name) for name in self._stores}
        for name, store in self._stores.items():
            summaries, rest = self._lengths(name)
            if len(store.summaries) < summaries or len(store.rest) < rest:
                raise DamagedIndexError(f"vectors of the index are missing: {name}")

    def _summary_rows(self, name: str) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """For each row of a summary file the document's row, or -1 for a row that is no longer used."""
        owner = np.full(len(self._stores[name].summaries), -1, np.int64)
        for entry in self._entries:
            place: Place = getattr(entry, name)
            if 0 <= place.summary < len(owner):
                owner[place.summary] = entry.row
        return owner

    def _encode(self, query: Query) -> tuple[Matrix | None, Matrix | None, Matrix | None]:
        """The query under each encoder that the index has vectors of: English, its tokens, multilingual."""
        english: Matrix | None = None
        tokens: Matrix | None = None
        multilingual: Matrix | None = None
        text = query.english
        if text and len(self._stores["english"].summaries) and self._encoders.english is not None:
            english, tokens = self._encoders.english.encode_tokens([text], query=True)[0]
        if len(self._stores["multilingual"].summaries) and self._encoders.multilingual is not None:
            multilingual = self._encoders.multilingual.encode([query.text], query=True)[0]
        return english, tokens, multilingual

    def _nearest(self, name: str, query: Matrix | None) -> set[int]:
        if query is None:
            return set()
        owner = self._rows[name]
        scores = np.where(owner >= 0, self._stores[name].summary_scores(query)[: len(owner)], -np.inf)
        best = np.argpartition(-scores, min(CANDIDATES, len(scores)) - 1)[:CANDIDATES]
        return {int(owner[at]) for at in best if owner[at] >= 0}

    def _similar(self, name: str, query: Matrix | None, tokens: Matrix | None, places: Sequence[Place]) -> Similarity:
        if query is None:
            nothing = np.full(len(places), np.nan, np.float32)
            return Similarity(nothing, nothing, nothing, nothing, nothing)
        none = np.zeros((0, len(query)), np.float32)
        return self._stores[name].similarity(query, none if tokens is None else tokens, places)

    def _write(self, fresh: Sequence[Document], gone: Sequence[str]) -> None:
        embedders = self._embedders()
        with self._catalog.transaction():
            for name, store in self._stores.items():
                store.truncate(*self._lengths(name))
            for node_id in gone:
                self._catalog.drop(node_id)
            for at in range(0, len(fresh), _BATCH):
                batch = fresh[at : at + _BATCH]
                with ThreadPoolExecutor(len(self._stores)) as threads:
                    work = {n: threads.submit(self._place, n, e, batch) for n, e in embedders.items()}
                placed = {name: done.result() for name, done in work.items()}
                for number, document in enumerate(batch):
                    places = {name: rows[number] for name, rows in placed.items()}
                    self._catalog.put(document, places)
            for name, store in self._stores.items():
                self._catalog.set_meta(f"rows:{name}", f"{len(store.summaries)} {len(store.rest)}")
        give_back_memory()
        self._load()

    def _lengths(self, name: str) -> tuple[int, int]:
        """Rows of the two files that committed updates wrote."""
        summaries, rest = (self._catalog.meta(f"rows:{name}") or "0 0").split()
        return int(summaries), int(rest)

    def _embedders(self) -> dict[str, Embedder]:
        english: TokenEncoder | None = self._encoders.english
        multilingual: Encoder | None = self._encoders.multilingual
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
                rows = self._stores[name].append(embedder.embed(documents, share))
                places |= {document.node_id: row for document, row in zip(documents, rows, strict=True)}
        return [places[document.node_id] for document in batch]
