"""Searches with the user's words: an edge that typed a word of ours is taken again with theirs."""

import re
from dataclasses import replace

from webnavigator.model.action import Type
from webnavigator.model.graph import Edge, InteractionGraph

_ASKED = (
    re.compile(r"\bsearch(?:ing)?(?:\s+(?:results?|hits?|page|the\s+\w+))*\s+for\s+(?P<words>.+)$", re.I),
    re.compile(r"\bresults?\s+(?:for|of\s+(?:a\s+)?search(?:ing)?\s+for)\s+(?P<words>.+)$", re.I),
    re.compile(r"^(?P<words>.+?)\s+search\s+results?$", re.I),
    re.compile(r"\b(?:suche|suchen|such)\s+nach\s+(?P<words>.+)$", re.I),
    re.compile(r"\b(?:suchergebnisse|treffer)\s+(?:für|zu)\s+(?P<words>.+)$", re.I),
    re.compile(r"\b(?:résultats|resultados|risultati)\s+(?:de\s+\S+\s+)?(?:pour|para|de|per)\s+(?P<words>.+)$", re.I),
    re.compile(r"^(?P<words>.+?)\s*(?:を|で)?(?:検索|探す|검색)(?:結果|する|した結果| 결과)?$"),
    re.compile(r"^(?P<words>.+?)\s*的?(?:搜索|检索)结果$"),
    re.compile(r"^(?:我想|我要|帮我|请|想)?(?:搜索|检索|搜)\s*(?P<words>.+?)\s*(?:的?(?:搜索)?结果)?$"),
)
_NAMED = re.compile(r"""^["“”„'‘「『《]([^"“”„'’」』》]+)["“”'’」』》]""")
_VIEWED = re.compile(
    r"[\s,，]+(?:(?:and|then|but)\s+)?(?:sort(?:ed)?|order(?:ed)?|arranged|ranked|filter(?:ed)?|narrowed)\b.*$"
    r"|[\s,，]*(?:并|然后|且)?(?:按|依)[^，。]*(?:排序|排列|筛选|过滤).*$",
    re.I,
)
"""How the results are to be shown, which no search box takes: “… sorted by price”."""
_QUOTES = " \t“”„\"'‘’「」『』《》.?!。？！"


def searched_words(query: str) -> str | None:
    """What a query asks to be searched for; None when it does not ask for a search.

    >>> searched_words("search results for asyncio semaphore")
    'asyncio semaphore'
    >>> searched_words("搜索 asyncio semaphore 的结果")
    'asyncio semaphore'
    >>> searched_words("search results for 'red tent' sorted by price")
    'red tent'
    >>> searched_words("my address book") is None
    True
    """
    for pattern in _ASKED:
        found = pattern.search(query.strip())
        if found:
            named = _NAMED.match(found["words"])
            return (named[1] if named else _VIEWED.sub("", found["words"])).strip(_QUOTES) or None
    return None


def search_edges(graph: InteractionGraph) -> list[Edge]:
    """The edges that typed a word of ours into a field and led to what the site found for it.

    Those that sent the word come before those that filtered the page while it was typed; of these the one nearest to
    the start page comes first, and among those the quickest. Dates and numbers are no words.
    """
    rated: list[tuple[bool, int, float, str, Edge]] = []
    for edge in graph.edges:
        source, action = graph.node(edge.source), edge.action
        if isinstance(action, Type) and edge.verified and source is not None and any(c.isalpha() for c in action.text):
            rated.append((not action.submit, source.depth, edge.expected_s, edge.id, edge))
    return [row[4] for row in sorted(rated, key=lambda row: row[:4])]


def search_edge(graph: InteractionGraph) -> Edge | None:
    """The first of `search_edges`; None when the map has none."""
    return next(iter(search_edges(graph)), None)


def with_words(edge: Edge, words: str) -> Edge:
    """The same step with other words."""
    assert isinstance(edge.action, Type)
    return replace(edge, action=replace(edge.action, text=words))
