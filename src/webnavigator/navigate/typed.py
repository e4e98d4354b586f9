"""Searches with the user's words: an edge that typed a word of ours is taken again with theirs."""

import re
from dataclasses import replace

from webnavigator.model.action import Type
from webnavigator.model.graph import Edge, InteractionGraph

_ASKED = (
    re.compile(r"\bsearch(?:ing)?(?:\s+(?:results?|hits?|page|the\s+\w+))*\s+for\s+(?P<words>.+)$", re.I),
    re.compile(r"\bresults?\s+(?:for|of\s+(?:a\s+)?search(?:ing)?\s+for)\s+(?P<words>.+)$", re.I),
    re.compile(r"^(?P<words>.+?)\s+search\s+results?$", re.I),
    re.compile(r"^(?P<words>.+?)\s*的?(?:搜索|检索)结果$"),
    re.compile(r"^(?:我想|我要|帮我|请|想)?(?:搜索|检索|搜)\s*(?P<words>.+?)\s*(?:的?(?:搜索)?结果)?$"),
)
_QUOTES = " \t“”„\"'‘’「」『』《》.?!。？！"


def searched_words(query: str) -> str | None:
    """What a query asks to be searched for; None when it does not ask for a search.

    >>> searched_words("search results for asyncio semaphore")
    'asyncio semaphore'
    >>> searched_words("搜索 asyncio semaphore 的结果")
    'asyncio semaphore'
    >>> searched_words("my address book") is None
    True
    """
    for pattern in _ASKED:
        found = pattern.search(query.strip())
        if found:
            words = found["words"].strip(_QUOTES)
            return words or None
    return None


def search_edge(graph: InteractionGraph) -> Edge | None:
    """The edge that typed into the site's own search box and led to a page of results; None when there is none.

    Of several, the one nearest to the start page, and among these the one whose box stands on most pages.
    """
    rated: list[tuple[int, float, str, Edge]] = []
    for edge in graph.edges:
        source = graph.node(edge.source)
        if isinstance(edge.action, Type) and edge.action.submit and edge.verified and source is not None:
            rated.append((source.depth, edge.expected_s, edge.id, edge))
    return min(rated, key=lambda row: row[:3])[3] if rated else None


def with_words(edge: Edge, words: str) -> Edge:
    """The same step with other words."""
    assert isinstance(edge.action, Type)
    return replace(edge, action=replace(edge.action, text=words))
