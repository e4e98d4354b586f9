"""Inner states of instances that were never opened there: the dialog of one order, asked for on another.

Pages of one kind offer the same dialogs, but only a few of the pages are explored. A query such as "dialog to assign
order TT10041 to another customer" names a page, and a dialog that was opened on order TT10001 only. The pair of the two
is a candidate like any other: what it is called and what it shows is what the page says and what was opened says.
The same goes for pages of other kinds that have the control: "Add filter" opened on one list, asked for on another.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.catalog import Entry
from webnavigator.retrieval.features import (
    DENSE,
    KEY_FIELDS,
    OWN_FIELDS,
    STATE,
    lexical_features,
    standardised,
    term_weights,
)
from webnavigator.retrieval.kin import Kin
from webnavigator.retrieval.lexical import FIELDS, Term, coverage
from webnavigator.retrieval.pool import Pool, Reading
from webnavigator.retrieval.ranking import ADDED
from webnavigator.retrieval.words import STOP_WORDS, content_terms

_KINDS = 6
"""Kinds of pages that are paired: those of the best candidates."""

_INNER_OF_KIND = 24
"""States opened on pages of a kind that are paired."""

_CONTROLS = 4
"""Names of controls that are looked for on pages of other kinds: those that opened the best candidates."""

_PAGES = 3
"""Pages that an inner state is paired with: those that the query names best."""

_ALIKE = 0.03
"""Pages that a query names less well than the best by this share of it are not paired."""

_READ = 16
"""Pages of a kind whose names are read."""

_ENTITY = 4.0
"""How much better a code or number tells pages apart than another word."""

_LEAST_GAIN = 0.02
"""Share of the query by which a page must be named better than the one that the inner state was opened on."""

_KEY = [FIELDS.index(name) for name in KEY_FIELDS]
_OWN = [FIELDS.index(name) for name in OWN_FIELDS]

Positions = NDArray[np.int64]

Names = Callable[[Sequence[int]], Sequence[Sequence[frozenset[str]]]]

Having = Callable[[str], Sequence[Entry]]

Couple = tuple[Entry, Entry]
"""A page, and an inner state opened on another page of its kind."""


@dataclass(frozen=True, slots=True)
class Relatives:
    """The entries of an index by kind of page.

    Attributes:
        kin: the kinds.
        pages: the pages of each kind, in the order of their rows.
        inner: the states opened on them.
        opened_on: the states that were opened on each page, by the page's node id.
        opened_by: the states opened by controls of each name.
    """

    kin: Kin
    pages: Mapping[str, Sequence[Entry]]
    inner: Mapping[str, Sequence[Entry]]
    opened_on: Mapping[str, Sequence[Entry]]
    opened_by: Mapping[str, Sequence[Entry]]

    @classmethod
    def among(cls, entries: Sequence[Entry], kin: Kin) -> "Relatives":
        """Sort the entries of an index; kinds without something opened on one of several pages are left out."""
        pages: dict[str, list[Entry]] = defaultdict(list)
        inner: dict[str, list[Entry]] = defaultdict(list)
        opened_on: dict[str, list[Entry]] = defaultdict(list)
        opened_by: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.node_id in kin.openers:
                opened_by[kin.openers[entry.node_id]].append(entry)
            kind = kin.kinds.get(entry.node_id, "")
            if kind and entry.kind == "page":
                pages[kind].append(entry)
            elif kind and entry.node_id in kin.hosts:
                inner[kind].append(entry)
                opened_on[kin.hosts[entry.node_id]].append(entry)
        kinds = [kind for kind in inner if len(pages[kind]) > 1]
        shown = {kind: pages[kind] for kind in kinds}
        return cls(kin, shown, {kind: inner[kind] for kind in kinds}, opened_on, opened_by)

    def knows(self, page: Entry, called: Sequence[frozenset[str]], control: str | None, names: Names) -> bool:
        """Whether a state of those names, or opened by a control of that name, was seen on a page itself."""
        own = self.opened_on.get(page.node_id, ())
        if control is not None and any(self.kin.openers.get(state.node_id) == control for state in own):
            return True
        return called in names([state.row for state in own])

    def couples(self, best: Sequence[str], reading: Reading, entities: Container[str], names: Names) -> list[Couple]:
        """Pages and what was opened on another page of their kind, as far as a query says both.

        Of what the query says and the inner state is not called, the page must be called more than the page that the
        inner state was opened on; and the inner state must say something that the page is not called.

        Args:
            best: ids of the candidates of the search, best first; their kinds are paired.
            reading: the query's terms, and where they occur.
            entities: terms that name one thing.
            names: gives what the documents of some rows are called, see `webnavigator.retrieval.names.names_of`.
        """
        kinds = dict.fromkeys(self.kin.kinds.get(node_id, "") for node_id in best)
        found: list[Couple] = []
        for kind in [kind for kind in kinds if kind in self.inner][:_KINDS]:
            found += self._among(self.pages[kind], self.inner[kind], reading, entities, names)
        return found

    def by_control(
        self, best: Sequence[str], having: Having, reading: Reading, entities: Container[str], names: Names
    ) -> list[Couple]:
        """As `couples`, of pages of any kind that have the control which opened an inner state elsewhere.

        Args:
            best: ids of the candidates of the search, best first; the controls that opened them are looked for.
            having: gives the pages that have a control of some name.
            reading: the query's terms, and where they occur.
            entities: terms that name one thing.
            names: as for `couples`.
        """
        controls = dict.fromkeys(self.kin.openers[node_id] for node_id in best if node_id in self.kin.openers)
        asked = [control for control in controls if _asks_for(control, reading[0])]
        found: list[Couple] = []
        for control in asked[:_CONTROLS]:
            pages, opened = having(control), self.opened_by[control][:_INNER_OF_KIND]
            if len(pages) > 1:
                found += self._among(pages, opened, reading, entities, names)
        return found

    def _among(
        self, pages: Sequence[Entry], inner: Sequence[Entry], reading: Reading, entities: Container[str], names: Names
    ) -> list[Couple]:
        said = _Said.by(pages, inner, reading, entities, names)
        positions = {page.node_id: number for number, page in enumerate(pages)}
        found: list[Couple] = []
        for at in np.argsort(-(said.own @ said.weights), kind="stable")[:_INNER_OF_KIND]:
            named = said.key @ (said.naming * (1 - said.own[at])) + said.told
            host = positions.get(self.kin.hosts[inner[at].node_id])
            at_host = 0.0 if host is None else float(named[host])
            least = max(float(named.max()) - _ALIKE, at_host + _LEAST_GAIN)
            order = sorted(range(len(pages)), key=lambda at: (-float(named[at]), pages[at].view, pages[at].depth))
            adds = np.maximum(said.own[at] - said.key, 0) @ said.weights
            found += [(pages[page], inner[at]) for page in order[:_PAGES] if named[page] > least and adds[page] > 0]
        return found


@dataclass(frozen=True, slots=True)
class _Said:
    """What of a query the pages of a kind are called, and what was opened on them.

    Attributes:
        key: of each page how much it is called each of the terms, 0 to 1; shape (pages, terms).
        own: of each inner state what it is called itself, but for what names a page; shape (inner, terms).
        weights: the terms' shares of the query, summing to 1.
        naming: the same for telling pages apart.
        told: of each page the share of the query that is one of its names as a whole, 0 to 1; shape (pages,).
    """

    key: Matrix
    own: Matrix
    weights: Matrix
    naming: Matrix
    told: Matrix

    @classmethod
    def by(
        cls, pages: Sequence[Entry], inner: Sequence[Entry], reading: Reading, entities: Container[str], names: Names
    ) -> "_Said":
        terms, postings = reading
        weights = term_weights(terms)
        key = coverage(postings, len(terms), _rows(pages))[:, :, _KEY].max(axis=2)
        own = coverage(postings, len(terms), _rows(inner))[:, :, _OWN].max(axis=2)
        of_one = np.array([term.text in entities for term in terms], bool)
        naming = weights * np.where(of_one, _ENTITY, 1.0).astype(np.float32)
        likely = np.argsort(-(key @ naming), kind="stable")[:_READ]
        told = np.zeros((len(pages), len(terms)), bool)
        for at, called in zip(likely, names([pages[int(number)].row for number in likely]), strict=True):
            told[at] = _told(called, terms, of_one)
        own[:, told.any(axis=0) | of_one] = 0.0
        return cls(key, own, weights, naming, told @ weights)


def _told(names: Sequence[frozenset[str]], terms: Sequence[Term], of_one: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of a query's terms are a name as a whole: of two words at least, or with one that names one thing."""
    at = {form: number for number, term in enumerate(terms) for form, _ in term.forms}
    told = np.zeros(len(terms), bool)
    for name in names:
        words = [word for word in name if word in at or word not in STOP_WORDS]
        positions = [at[word] for word in words if word in at]
        if positions and len(positions) == len(words) and (len(set(positions)) > 1 or of_one[positions].any()):
            told[positions] = True
    return told


def _asks_for(control: str, query: Sequence[Term]) -> bool:
    """Whether a query says at least half of what a control is called.

    A name of one word ("Edit") tells nothing: on pages of another kind it opens something else.
    """
    said = {form for term in query for form, _ in term.forms}
    called = set(content_terms(control))
    return 2 * len(called & said) >= len(called) > 1


def _rows(entries: Sequence[Entry]) -> Positions:
    return np.array([entry.row for entry in entries], np.int64)


def paired(
    parts: Pool, page: Positions, inner: Positions, names: Sequence[Sequence[frozenset[str]]], against: Pool
) -> Pool:
    """Pairs as candidates, with features that can be compared with those of another pool.

    Args:
        parts: the features of the pages and inner states.
        page: positions of the pages.
        inner: positions of the inner states, one for each page.
        names: what each of the parts is called, see `webnavigator.retrieval.names.names_of`.
        against: the candidates of the search, against whose similarities the pairs' are measured.
    """
    found = parts.found[page].copy()
    found[:, :, _OWN] = np.maximum(found[:, :, _OWN], parts.found[inner][:, :, _OWN])
    raw = {name: _together(name, values[page], values[inner]) for name, values in parts.raw.items()}
    sides = [(names[a], names[b]) for a, b in zip(map(int, page), map(int, inner), strict=True)]
    called = [[*of_page, *own, *_of_both(of_page, own)] for of_page, own in sides]
    columns = lexical_features(parts.query, parts.terms, found, raw["bm25"], called, [True] * len(page))
    columns["bm25"] = raw["bm25"] / max(float(against.raw["bm25"].max(initial=0.0)), 1e-9)
    columns |= {name: standardised(raw[name], against.raw[name]) for name in (*DENSE, ADDED) if name in raw}
    of_page = ("view", "unvisited")
    columns |= {name: parts.columns[name][page if name in of_page else inner] for name in STATE}
    ids = tuple(f"{parts.node_ids[a]}+{parts.node_ids[b]}" for a, b in zip(page, inner, strict=True))
    return Pool(ids, columns, parts.query, parts.terms, found, raw)


def _together(name: str, page: Matrix, inner: Matrix) -> Matrix:
    """Words count that either part has; of what is near in meaning the nearest counts."""
    if name == "bm25":
        return page + inner
    return np.fmax(page, inner)


def _of_both(page: Sequence[frozenset[str]], inner: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """What people call the dialog of a page: by the names of both."""
    return [a | b for a in page[:3] for b in inner[:3]]
