"""The search index of a map, and the states that fit some words."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from webnavigator.config import Settings
from webnavigator.navigate.indexing import graph_to_search, update_index
from webnavigator.navigate.verdicts import answer, verdicts_of
from webnavigator.retrieval.base import IndexReport
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map


def index(map_dir: Path | str, settings: Settings) -> IndexReport:
    """Bring the search index of a map up to date; only what changed is encoded anew.

    Args:
        map_dir: directory of the map.
        settings: `retrieve` says which encoders.

    Raises:
        UserError: the directory is not a map, or the encoder asked for is not there.
        ModelError: it does not answer.
        StoreError: the index cannot be written.
    """
    with open_map(map_dir) as store, closing(MapIndex.open(store.index_path, settings.retrieve)) as index:
        return update_index(store, graph_to_search(store), index, strict=True)


@dataclass(frozen=True, slots=True)
class FoundState:
    """A state that a search found.

    Attributes:
        rank: 1 for the best.
        score: higher is better; comparable within one answer only.
        node: id of the state.
        url: its canonical address.
        title: its document title.
        name: what tells it from other states at the same address, "" for the page itself.
        url_reachable: opening its address gives it; None: not known.
        visited: False for a place that was never looked at: it is known from a link, or from what its likes have.
        matches: for each field in which words of the query occur, these words.
    """

    rank: int
    score: float
    node: str
    url: str
    title: str
    name: str
    url_reachable: bool | None
    visited: bool
    matches: dict[str, tuple[str, ...]]


def search(
    map_dir: Path | str, query: str, k: int, settings: Settings, *, warn: Callable[[str], None] | None = None
) -> list[FoundState]:
    """The states of a map that fit some words, best first.

    Args:
        map_dir: directory of the map.
        query: the words.
        k: most states to give, at least 1.
        settings: how states are searched.
        warn: called with each line that says what the search could not do.

    Raises:
        MapError: the directory is not a map.
        BadInputError: the query has no words.
    """
    with open_map(map_dir) as store, closing(MapIndex.open(store.index_path, settings.retrieve)) as index:
        graph = graph_to_search(store)
        update_index(store, graph, index)
        answered = answer(index, query, k, verdicts_of(store))
        if warn is not None:
            for warning in answered.warnings:
                warn(warning)
        found: list[FoundState] = []
        for hit in answered.hits:
            node = graph.node(hit.node_id)
            assert node is not None, "the index was just brought up to date"
            found.append(
                FoundState(
                    rank=hit.rank,
                    score=hit.score,
                    node=node.id,
                    url=node.url,
                    title=node.title,
                    name=node.name,
                    url_reachable=node.url_reachable,
                    visited=node.visited,
                    matches={match.field: match.words for match in hit.matches},
                )
            )
        return found
