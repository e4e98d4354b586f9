"""A path as steps that a person can follow."""

from collections.abc import Callable, Iterable

from webnavigator.export.escape import one_line
from webnavigator.export.walls import Wall
from webnavigator.model.action import Click, Goto, Hover, Press, Select, Type
from webnavigator.model.graph import Edge, Node, Path


def step_words(edge: Edge) -> str:
    """One step in words, on one line."""
    label = f"“{one_line(edge.label or 'the control without a name', 80)}”"
    match edge.action:
        case Click():
            return f"Click {label}" + (" (opens a window)" if edge.kind == "popup" else "")
        case Hover():
            return f"Point at {label}"
        case Type(text=text, submit=submit):
            return f"Type “{one_line(text, 80)}” into {label}" + (" and press Enter" if submit else "")
        case Select(option=option):
            return f"Choose “{one_line(option, 80)}” in {label}"
        case Press(key=key):
            return f"Press {one_line(key, 30)}"
        case Goto(url=url):
            return f"Open {one_line(url, 500)}"
        case _:
            return f"{edge.action.kind} {label}"


def title_of(node: Node | None) -> str:
    """What a person would call a state, on one line."""
    if node is None:
        return "a state that is not on the map"
    parts = [part for part in (node.name, node.title) if part]
    return one_line(" · ".join(parts) or node.url, 120)


def plain_steps(path: Path, lookup: Callable[[str], Node | None], walls: Iterable[Wall] = ()) -> str:
    """A numbered list of what to do, ending with what is then seen.

    Args:
        path: from `InteractionGraph.shortest_path`.
        lookup: node id → state.
        walls: what asks for consent on the site.
    """
    lines = [f"Open {one_line(path.start_url, 500)}"] if path.start_url is not None else []
    lines += [wall.words() for wall in walls]
    lines += [step_words(edge) for edge in path.steps]
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return "\n".join([*numbered, f"You are at: {title_of(lookup(path.target))}"]) + "\n"
