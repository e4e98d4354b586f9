"""Pages that nobody has linked yet, but whose likes are known: the settings of one project, asked for on another.

`/projects/a/settings` and `/projects/b/settings` were visited, `/projects/c` is known from a link: then
`/projects/c/settings` is a place to go to. Whether it exists is seen on arrival.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from hashlib import md5
from urllib.parse import urlsplit

from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.url import UrlTemplates
from webnavigator.model.url_template import ANY, ID

_HOSTS = 2
"""Instances whose pages of one name must have been visited before others are expected to have one."""

_INSTANCES = 200
"""Kinds with more instances are left out: what they would add to an index costs more than it finds."""

_OPAQUE = re.compile(r"(?=.*\d)[0-9a-f-]{7,}", re.IGNORECASE)
"""What nobody calls a thing by: a hash, a UUID."""

_MOST = 2000
"""Pages inferred at most."""


def placeholder_id(url: str) -> str:
    """Id of a state that is known only by its address: 32 hex digits."""
    return md5(f"unvisited\n{url}".encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def inferred_pages(graph: InteractionGraph) -> list[Node]:
    """Places that follow from the addresses of a map, and are not on it; never visited, so their titles are labels.

    An address is made of the address of an instance and of names that at least two other instances have had below
    theirs. An instance whose own page was visited and did not link to the place, as those of the others do, has none.
    """
    urls = UrlTemplates(node.url for node in graph.nodes)
    instances: dict[str, dict[str, None]] = defaultdict(dict)
    below: dict[tuple[str, str], dict[str, Node]] = defaultdict(dict)
    for node in graph.nodes:
        for pattern, address, rest in _instances_in(node.url, urls):
            instances[pattern][address] = None
            if rest and not node.name:
                below[pattern, rest][address] = node
    at_address = {node.url: node for node in graph.nodes if not node.name}
    found: list[Node] = []
    for (pattern, rest), known in sorted(below.items()):
        hosts = [address for address, node in known.items() if _shows_a_page(node)]
        if len(hosts) < _HOSTS or len(instances[pattern]) > _INSTANCES:
            continue
        links = sum(_links(graph, at_address.get(address), known[address]) for address in hosts)
        for address in instances[pattern]:
            own = at_address.get(address)
            unlinked = own is not None and own.visited and 2 * links > len(hosts)
            if address not in known and not unlinked:
                found.append(_page(graph, address + rest, [known[host] for host in hosts]))
    return found[:_MOST]


def _instances_in(url: str, urls: UrlTemplates) -> Iterator[tuple[str, str, str]]:
    """Of an address each part that is an instance's: its pattern, its address, and the rest when that is all names."""
    parts = urlsplit(url)
    if parts.query or parts.fragment:
        return
    segments = parts.path.strip("/").split("/")
    pattern = urls.template(url).removeprefix(f"//{parts.netloc}").strip("/").split("/")
    places = [at for at, segment in enumerate(pattern[: len(segments)]) if ID in segment or ANY in segment]
    for at in [at for at in places if not _OPAQUE.fullmatch(segments[at])]:
        rest = "/".join(segments[at + 1 :])
        names_only = at == places[-1] and rest
        address = f"{parts.scheme}://{parts.netloc}/{'/'.join(segments[: at + 1])}"
        yield f"{parts.netloc}/{'/'.join(pattern[: at + 1])}", address, f"/{rest}" if names_only else ""


def _shows_a_page(node: Node) -> bool:
    return node.visited and bool(node.template) and (node.status is None or node.status < 400)


def _links(graph: InteractionGraph, source: Node | None, target: Node) -> bool:
    return source is not None and any(edge.source == source.id for edge in graph.edges_to(target.id))


def _page(graph: InteractionGraph, url: str, likes: list[Node]) -> Node:
    labels = Counter(label for node in likes for label in _labels(graph, node))
    title = max(sorted(labels), key=labels.__getitem__) if labels else ""
    depth = min(node.depth for node in likes)
    return Node(placeholder_id(url), url, title=title, url_reachable=True, depth=depth, visited=False)


def _labels(graph: InteractionGraph, node: Node) -> Iterator[str]:
    """What leads to a page from other pages is called."""
    for edge in graph.edges_to(node.id):
        source = graph.node(edge.source)
        if edge.label and source is not None and source.url != node.url:
            yield edge.label
