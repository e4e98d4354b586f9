"""Answers of the tools in words, short and one fact a line."""

import time
from collections.abc import Iterable

from webnavigator.agents.wording import clean
from webnavigator.browser.perform import Performed
from webnavigator.mcp_server.site import SHORT_ID, ServedMap
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.navigate.arrival import Arrival
from webnavigator.retrieval.base import Hit

_NEAREST = 3


def title_of(node: Node) -> str:
    """What a person would call a state."""
    return clean(" · ".join(part for part in (node.name, node.title) if part))[:120] or node.url[:200]


def map_line(served: ServedMap, *, current: bool) -> str:
    """A map in a line: name, site, size, age."""
    mark = " (in use)" if current else ""
    if served.exploring:
        return f"{served.name}{mark}: being explored, {served.exploring}"
    if not served.exists:
        return f"{served.name}{mark}: empty, explore fills it"
    navigator = served.navigator()
    seen = max((node.last_seen for node in navigator.graph.nodes), default=0.0)
    start = navigator.store.get_meta("start_url") or ""
    states = sum(node.visited for node in navigator.graph.nodes)
    return (
        f"{served.name}{mark}: {str(start)[:200]}, {states} states, explored {time.strftime('%F', time.gmtime(seen))}"
    )


def found_lines(hits: Iterable[Hit], graph: InteractionGraph) -> list[str]:
    """States found, each in a line with its id."""
    lines: list[str] = []
    for hit in hits:
        node = graph.node(hit.node_id)
        if node is not None:
            told = dict.fromkeys((title_of(node), node.url[:200]))
            lines.append(f"{hit.rank}. {' — '.join(told)} (id {node.id[:SHORT_ID]})")
    return lines or ["no state fits these words"]


def arrived(arrival: Arrival) -> str:
    """How a navigation came out, in a line without the page's words."""
    if arrival.outcome == "none":
        return "none: the map has no such page; the page was left as it is"
    steps = len(arrival.path)
    head = f"{arrival.outcome} in {steps} {'step' if steps == 1 else 'steps'}"
    if arrival.outcome == "reached":
        return f"{head}; report_wrong_page if it is not what you meant"
    return f"{head}: the page is elsewhere than asked for, look before you act"


def why(arrival: Arrival) -> str:
    """Why it came out so; with the page's words."""
    name = f"{clean(arrival.name)[:80]}: " if arrival.name else ""
    return f"why: {name}{clean(arrival.reason)[:200]}"


def nearest(arrival: Arrival, graph: InteractionGraph) -> list[str]:
    """States that come near what was asked for, and what can be done with them."""
    near = [Hit(name, 0.0, rank) for rank, name in enumerate(arrival.candidates[:_NEAREST], 1)]
    lines = ["nearest:", *found_lines(near, graph)] if near else []
    return [*lines, "next: navigate to an id above, or use the page's own search with act"]


def performed_line(done: Performed) -> str:
    """What an action came to."""
    parts = ["done"]
    parts += [f"a window opened: {len(done.popups)}"] if done.popups else []
    parts += [f"download refused: {clean(name)[:60]}" for name in done.downloads[:2]]
    parts += [f"the page asked “{clean(text)[:80]}”" for text in done.dialogs[:2]]
    parts += [f"held back: {clean(record.what)[:100]} ({record.reason})" for record in done.held[:2]]
    return "; ".join(parts)
