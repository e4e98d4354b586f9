"""What an index finds for a query: candidates, their features, and pairs of pages with what was opened on their likes.

Candidates come from the lexicon (BM25) and from the summary vectors; only they are looked at closely: field
coverage, key and passage similarity, late interaction.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from webnavigator.retrieval.added import AddedEncoder
from webnavigator.retrieval.base import Hit, Matrix
from webnavigator.retrieval.catalog import Catalog, Entry
from webnavigator.retrieval.dense import Place, Similarity, VectorStore
from webnavigator.retrieval.features import dense_features, standardised, state_features, term_weights
from webnavigator.retrieval.kin import Kin
from webnavigator.retrieval.lexical import best_covered
from webnavigator.retrieval.pairs import Relatives, paired
from webnavigator.retrieval.pool import Pool, Reading, best_of, lexical_columns, ranked
from webnavigator.retrieval.query import Query
from webnavigator.retrieval.ranking import ADDED, Ranking
from webnavigator.retrieval.text_encoder import Encoders
from webnavigator.retrieval.words import is_cjk, terms

CANDIDATES = 70
"""States taken from each first stage."""
_PAIRS = 10
"""Pairs among the hits at most."""
_HAVING = 300
"""Pages that have a control: one that more have says nothing of any of them."""
_INFERRED = 0.5
"""What a pair's score is less for never having been seen."""


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


class Asking:
    """The entries of an index as they were when this was made, ready to be asked.

    Args:
        catalog: documents and lexicon.
        stores: vectors by encoder.
        encoders: encode the query.
        added: the model of the user's choice, or None.
    """

    def __init__(
        self, catalog: Catalog, stores: Mapping[str, VectorStore], encoders: Encoders, added: AddedEncoder | None
    ) -> None:
        self._catalog = catalog
        self._stores = stores
        self._encoders = encoders
        self._added = added
        self._entries = catalog.entries()
        self._by_row = {entry.row: entry for entry in self._entries}
        self._by_node = {entry.node_id: entry for entry in self._entries}
        self._rows = {name: self._summary_rows(name) for name in stores}
        self._relatives: Relatives | None = None
        self._having: dict[str, list[Entry]] = {}

    def __len__(self) -> int:
        """Indexed states."""
        return len(self._entries)

    def hits(self, query: Query, ranking: Ranking, k: int, kin: Kin | None) -> tuple[Hit, ...]:
        """The `k` best states, best first; with pairs among them when kinds of pages are given."""
        asked = self._ask(query)
        pool = self._candidates(asked)
        hits = ranked(pool, ranking, k) if pool.node_ids else ()
        if kin is not None and hits:
            hits = best_of(hits, self._pairs(asked, pool, hits, kin, ranking)[:_PAIRS], k)
        return hits

    def pool(self, query: Query) -> Pool:
        """Candidates and their features."""
        return self._candidates(self._ask(query))

    def _ask(self, query: Query) -> _Asked:
        with ThreadPoolExecutor(1) as beside:  # the slowest part, and outside of Python
            multilingual = beside.submit(self._multilingual, query)
            readings = self._readings(query)
            bm25 = self._catalog.lexicon.bm25([term for terms, _ in readings for term in terms], CANDIDATES)
            added = self._added.read_query(query.text) if self._added is not None else None
            english, tokens = self._english(query)
            return _Asked(query, readings, bm25, english, tokens, multilingual.result(), added)

    def _candidates(self, asked: _Asked) -> Pool:
        rows = set(asked.bm25)
        for way, postings in asked.readings:
            rows |= set(best_covered(postings, term_weights(way), CANDIDATES).tolist())
        rows |= self._nearest("english", asked.english) | self._nearest("multilingual", asked.multilingual)
        if self._added is not None and asked.added is not None:
            near = self._added.nearest(asked.added, CANDIDATES)
            rows |= {self._by_node[node_id].row for node_id in near if node_id in self._by_node}
        return self._measure(asked, [self._by_row[row] for row in sorted(rows) if row in self._by_row])

    def _measure(self, asked: _Asked, entries: Sequence[Entry]) -> Pool:
        """Features of some entries, given in the order of their rows."""
        names = self._catalog.names([entry.row for entry in entries])
        lexical, terms, found = lexical_columns(asked.query, asked.readings, entries, asked.bm25, names)
        en = self._similar("english", asked.english, asked.tokens, [entry.english for entry in entries])
        ml = self._similar("multilingual", asked.multilingual, None, [entry.multilingual for entry in entries])
        raw = {f"en_{name}": getattr(en, name) for name in ("summary", "key", "passage", "late", "low")}
        raw |= {f"ml_{name}": getattr(ml, name) for name in ("summary", "key", "passage")}
        raw["bm25"] = np.array([asked.bm25.get(entry.row, 0.0) for entry in entries], np.float32)
        columns = {**lexical, **dense_features(en, ml), **state_features(asked.query, entries)}
        if self._added is not None and asked.added is not None:
            raw[ADDED] = self._added.scores(asked.added, [entry.node_id for entry in entries])
            columns[ADDED] = standardised(raw[ADDED])
        return Pool(tuple(e.node_id for e in entries), columns, asked.query, tuple(terms), found, raw)

    def _pairs(self, asked: _Asked, pool: Pool, hits: Sequence[Hit], kin: Kin, ranking: Ranking) -> list[Hit]:
        """Pairs of a page with what was opened on another page of its kind."""
        if self._relatives is None or self._relatives.kin is not kin:
            self._relatives = Relatives.among(self._entries, kin)
        reading = next(way for way in asked.readings if tuple(way[0]) == pool.terms)
        best, entities, names = [hit.node_id for hit in hits], asked.query.entities, self._catalog.names
        couples = self._relatives.couples(best, reading, entities, names)
        couples += self._relatives.by_control(best, self._pages_having, reading, entities, names)
        if not couples:
            return []
        entries = sorted({entry.row: entry for couple in couples for entry in couple}.values(), key=lambda e: e.row)
        at = {entry.row: number for number, entry in enumerate(entries)}
        page, inner = (np.array([at[couple[side].row] for couple in couples], np.int64) for side in (0, 1))
        names = self._catalog.names([entry.row for entry in entries])
        pairs = paired(self._measure(replace(asked, readings=[reading]), entries), page, inner, names, pool)
        couple = dict(zip(pairs.node_ids, couples, strict=True))
        kept: dict[object, Hit] = {}
        for hit in ranked(pairs, ranking, len(couples)):
            host, opened = couple[hit.node_id]
            called, control = names[at[opened.row]], kin.openers.get(opened.node_id)
            if not self._relatives.knows(host, called, control, self._catalog.names):
                inferred = replace(hit, pair=(host.node_id, opened.node_id), score=hit.score - _INFERRED)
                kept.setdefault((host.node_id, control or tuple(called)), inferred)
        return list(kept.values())

    def _pages_having(self, control: str) -> list[Entry]:
        """Pages that have a control of that name; none when most pages do."""
        if control not in self._having:
            rows = self._catalog.lexicon.holding(terms(control), "controls", "chrome")
            pages = [entry for row in rows if (entry := self._by_row.get(row)) is not None and entry.kind == "page"]
            few = pages if len(pages) <= _HAVING else []
            self._having[control] = [page for page in few if self._has(page, control)]
        return self._having[control]

    def _has(self, page: Entry, control: str) -> bool:
        document = self._catalog.document(page.node_id)
        shown = (*document.controls, *document.chrome) if document is not None else ()
        return control.casefold() in (name.casefold() for name in shown)

    def _readings(self, query: Query) -> list[Reading]:
        """The query as written, and as translated where that can be done, each looked up in the index."""
        lexicon, count = self._catalog.lexicon, len(self._entries)
        groups = [(word, *query.compounds.get(word, ())) for word in query.words]
        ways = [lexicon.lookup(groups, count, query.spelt, query.alike)]
        if query.translation is not None:
            ways.append(lexicon.lookup(query.translation.groups, count))
        if query.chinese is not None:
            way = lexicon.lookup(query.chinese, count)
            ways += [way] if any(is_cjk(form) for term in way for form, _ in term.forms) else []
        return [(way, lexicon.postings(way, count)) for way in ways]

    def _summary_rows(self, name: str) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
        """For each row of a summary file the document's row, or -1 for a row that is no longer used."""
        owner = np.full(len(self._stores[name].summaries), -1, np.int64)
        for entry in self._entries:
            place: Place = getattr(entry, name)
            if 0 <= place.summary < len(owner):
                owner[place.summary] = entry.row
        return owner

    def _english(self, query: Query) -> tuple[Matrix | None, Matrix | None]:
        """The query and its tokens under the English encoder, when the index has vectors of it."""
        text = query.english
        encoder = self._encoders.english if text and len(self._stores["english"].summaries) else None
        return encoder.encode_tokens([text], query=True)[0] if text and encoder is not None else (None, None)

    def _multilingual(self, query: Query) -> Matrix | None:
        """The query under the multilingual encoder, when the index has vectors of it."""
        encoder = self._encoders.multilingual if len(self._stores["multilingual"].summaries) else None
        return encoder.encode([query.text], query=True)[0] if encoder is not None else None

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
