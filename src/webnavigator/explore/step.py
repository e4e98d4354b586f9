"""A step of an exploration: how a state was come to."""

from dataclasses import dataclass

from webnavigator.explore.controls import edge_kind
from webnavigator.model.action import Action, Hover, Select, Type
from webnavigator.model.graph import EdgeKind
from webnavigator.model.page import Element


@dataclass(frozen=True, slots=True)
class Step:
    """How a state was come to.

    Attributes:
        source: node id of the state before; "" for the start page.
        action: what was done there; None for the start page.
        label: name of the control.
        kind: see `EdgeKind`.
        depth: depth of the state come to.
        seconds: how long the action took, settling included.
        by_url: it was come to by opening its address in a fresh page.
        in_place: the page's document and address stayed the same.
        late: the page became so by itself, some time after it was opened.
        asked_url: the address that was opened, which may have been answered by another one; "" for an action.
    """

    source: str
    action: Action | None
    label: str = ""
    kind: EdgeKind = "control"
    depth: int = 0
    seconds: float = 0.0
    by_url: bool = False
    in_place: bool = False
    late: bool = False
    asked_url: str = ""


def kind_of_step(action: Action, element: Element | None) -> EdgeKind:
    """What kind of edge an action makes; `element` is what it was done to, None for keys."""
    if isinstance(action, Select):
        return "select"
    if isinstance(action, Hover):
        return "hover"
    if isinstance(action, Type):
        return "type"
    return edge_kind(element) if element is not None else "control"
