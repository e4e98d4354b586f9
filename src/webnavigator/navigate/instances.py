"""Things of a kind that were never visited, named by their number: "order 000123" where orders 17 and 18 were seen.

Of a kind of pages (`/orders/{id}`) the map knows some instances. Where the number that people read on them is the one
in their address, perhaps padded with zeros, the address of any other is known; else it is found as a person would find
it: by the search box, or on the list that leads to the others.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.url import UrlTemplates
from webnavigator.model.url_template import ANY, ID
from webnavigator.retrieval.glossary import translate
from webnavigator.retrieval.words import STOP_WORDS, content_terms, is_cjk, terms

_CODE = re.compile(r"(?<![\w.#/-])#?((?:[A-Za-z]{1,6}-?)?\d[\w-]*)(?![\w/-]|\.\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_VERIFIED_BY = 2
"""Instances whose numbers must agree with their addresses."""
_MOST_LISTS = 3
_ACTS = frozenset("create add new edit update delete remove export download print with copy".split())
_PAGING = re.compile(
    r"&(?:page|p|offset|start|skip|limit|per_?page|size|sort|order|dir|view|tab|date|day|month|year)=", re.I
)
_SAYS_NUMBER = frozenset("no nr number id code num nummer numero numéro".split())


@dataclass(frozen=True, slots=True)
class Instance:
    """A thing that a query names and the map has not seen.

    Attributes:
        code: its number, as the query has it, without a leading ``#``.
        kind: pattern of the addresses of its kind.
        url: its address by the pattern; "" when the pattern does not tell.
        likes: instances that were visited.
        lists: pages that link to several of them, nearest first.
    """

    code: str
    kind: str
    url: str
    likes: tuple[Node, ...]
    lists: tuple[Node, ...]


@dataclass(slots=True)
class _Kind:
    """Addresses of one pattern: by address what stands in its variable part, and what it is called."""

    values: dict[str, str]
    nodes: dict[str, Node]


def named_instance(query: str, graph: InteractionGraph) -> Instance | None:
    """The unseen thing that a query names by a number; None when there is none, or the map has it."""
    codes = _CODE.findall(query)
    if len(codes) != 1:
        return None
    code = codes[0]
    said = _said(_CODE.sub(" ", query))
    fitting = [
        (pattern, kind)
        for pattern, kind in sorted(_kinds(graph).items())
        if _is_of(code, kind, graph) and any(words <= _words(graph, pattern, kind) for words in said)
    ]
    if not fitting:
        return None
    pattern, kind = max(fitting, key=lambda row: (len(row[1].nodes), row[0]))
    if any(_same(code, value) for value in kind.values.values()) or _is_called(code, kind, graph):
        return None
    visited = [node for node in kind.nodes.values() if node.visited]
    return Instance(code, pattern, _address(code, kind, graph), tuple(visited[:8]), _lists(kind, graph))


def _said(rest: str) -> list[set[str]]:
    """What a query calls the thing: its own words, and what the glossary makes of them; without empty ones."""
    translation = translate(rest)
    texts = (rest, translation.text if translation is not None else "")
    found = [set(content_terms(text)) - _SAYS_NUMBER - STOP_WORDS for text in texts]
    return [words for words in found if words]


def _kinds(graph: InteractionGraph) -> dict[str, _Kind]:
    """Patterns of addresses with one variable part, of which some page was visited."""
    urls = UrlTemplates(node.url for node in graph.nodes)
    kinds: dict[str, _Kind] = defaultdict(lambda: _Kind({}, {}))
    for node in graph.nodes:
        pattern = urls.template(node.url)
        value = _variable(node.url, pattern)
        if value and not node.name and not _is_no_thing(pattern) and (node.status is None or node.status < 400):
            kinds[pattern].values[node.url] = value
            kinds[pattern].nodes[node.url] = node
    return {
        pattern: kind
        for pattern, kind in kinds.items()
        if len(kind.nodes) > 1 and any(node.visited for node in kind.nodes.values())
    }


def _is_no_thing(pattern: str) -> bool:
    """Addresses that do something with a thing, and the further pages of a list."""
    path, _, query = pattern.partition("?")
    return bool(_ACTS & set(re.split(r"[\W_]+", path.lower()))) or bool(_PAGING.search(f"&{query}"))


def _variable(url: str, pattern: str) -> str:
    """What stands in an address where its pattern has its one variable part; "" when it has none or several."""
    if pattern.count(ID) + pattern.count(ANY) != 1:
        return ""
    before, _, after = pattern.partition(ID if ID in pattern else ANY)
    parts = urlsplit(url)
    whole = f"{parts.path}?{parts.query}" if parts.query else parts.path
    whole = f"{whole}#{parts.fragment}" if parts.fragment and "#" in pattern else whole
    before = before.removeprefix(f"//{parts.netloc}")
    if not whole.startswith(before) or not whole.endswith(after) or len(whole) <= len(before) + len(after):
        return ""
    return unquote(whole[len(before) : len(whole) - len(after)])


def _is_of(code: str, kind: _Kind, graph: InteractionGraph) -> bool:
    """The code is built as those of the kind are: digits alone, or the same letters before them."""
    numbers = {number for node in list(kind.nodes.values())[:20] for number in _numbers(node, graph)}
    shapes = {_shape(value) for value in kind.values.values()} | {_shape(number) for number in numbers}
    lengths = {len(value) for value in kind.values.values()}
    if _YEAR.fullmatch(code) and 4 not in lengths:
        return False
    return _shape(code) in shapes or (code.isdigit() and "1" in shapes)


def _shape(code: str) -> str:
    return re.sub(r"\d+", "1", code.casefold())


def _same(code: str, other: str) -> bool:
    """Two spellings of one number: zeros before it do not count."""
    return code.casefold().lstrip("0") == other.casefold().lstrip("0")


def _words(graph: InteractionGraph, pattern: str, kind: _Kind) -> set[str]:
    """What things of the kind are called, numbers apart."""
    found = set(terms(re.sub(r"[^\w]+|_", " ", pattern)))
    for node in list(kind.nodes.values())[:20]:
        for text in _names(node, graph):
            found |= {term for term in terms(text) if not any(c.isdigit() for c in term)}
    return found | {term[:-1] for term in found if term.endswith("s") and not is_cjk(term)}


def _names(node: Node, graph: InteractionGraph) -> Iterable[str]:
    if node.title:
        yield node.title
    for edge in graph.edges_to(node.id):
        yield edge.label


def _numbers(node: Node, graph: InteractionGraph) -> set[str]:
    return {code for text in _names(node, graph) for code in _CODE.findall(text)}


def _is_called(code: str, kind: _Kind, graph: InteractionGraph) -> bool:
    """A known page of the kind shows the number in its title, or in what leads to it."""
    return any(_same(code, number) for node in kind.nodes.values() for number in _numbers(node, graph))


def _address(code: str, kind: _Kind, graph: InteractionGraph) -> str:
    """The address of an instance, where those visited have in theirs the number that they are called by; else ""."""
    agree, apart = 0, 0
    for url, node in kind.nodes.items():
        numbers = _numbers(node, graph)
        if numbers:
            same = any(_same(number, kind.values[url]) for number in numbers)
            agree, apart = agree + same, apart + (not same)
    if agree < _VERIFIED_BY or apart > agree // 4:
        return ""
    model, value = next(iter(kind.values.items()))
    place = model.rfind(value)
    return f"{model[:place]}{_spelt(code, kind)}{model[place + len(value) :]}" if place >= 0 else ""


def _spelt(code: str, kind: _Kind) -> str:
    """A code as the addresses of the kind spell it: padded with zeros, bare, or as it is."""
    values = list(kind.values.values())
    if not code.isdigit() or not all(value.isdigit() for value in values):
        return code
    if any(value.startswith("0") for value in values):
        return code.lstrip("0").zfill(Counter(map(len, values)).most_common(1)[0][0])
    return code.lstrip("0") or "0"


def _lists(kind: _Kind, graph: InteractionGraph) -> tuple[Node, ...]:
    """Pages that link to most instances; of those that link to as many the one nearest to the start page."""
    counts: Counter[str] = Counter()
    for node in kind.nodes.values():
        counts.update({edge.source for edge in graph.edges_to(node.id)})
    found = [(graph.node(source), count) for source, count in counts.items() if count > 1]
    seen = [(count, node) for node, count in found if node is not None and node.visited]
    ranked = sorted(seen, key=lambda row: (-row[0], row[1].depth, row[1].id))
    return tuple(node for _, node in ranked[:_MOST_LISTS])
