"""Small maps made by hand, to be held against each other."""

from dataclasses import replace

from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.page import Element, Observation, node_id, structural_hash, structure_keys
from webnavigator.refresh.pairs import Side

SITE = "https://a.test"


def link(name: str, to: str, at: str) -> Element:
    return Element(Locator(at, "link", name, href=f"{SITE}{to}"), "a")


def button(name: str, at: str) -> Element:
    return Element(Locator(at, "button", name), "button")


def page(path: str, title: str, *elements: Element, says: str = "") -> Observation:
    tree = "\n".join([f'heading "{title}"', f'text "{says}"', *(f'{e.role} "{e.label}"' for e in elements)])
    return Observation(f"{SITE}{path}", title, structure=tuple(e.locator.xpath for e in elements), elements=elements,
                       tree=tree)  # fmt: skip


class Map:
    """A map that grows by looks; states are named by what `add` gives."""

    def __init__(self) -> None:
        self.graph = InteractionGraph()
        self.looks: dict[str, Observation] = {}

    def add(self, look: Observation, *, name: str = "", status: int | None = 200) -> Node:
        keys = structure_keys(look)
        reachable = not name
        node = Node(node_id(keys, look.url), look.url, look.title, structural_hash(keys), reachable, "t", status=status,
                    name=name, content=f"{hash(look.tree)}")  # fmt: skip
        self.graph.add_node(node)
        self.looks[node.id] = look
        return node

    def link(self, source: Node, control: Element, target: Node) -> Edge:
        edge = Edge(source.id, target.id, Click(control.locator), control.label, "link" if control.locator.href else
                    "control")  # fmt: skip
        self.graph.add_edge(edge)
        return edge

    @property
    def side(self) -> Side:
        return Side(self.graph, lambda node: self.looks.get(node.id))

    @property
    def without_looks(self) -> Side:
        return Side(self.graph, lambda _: None)


def placeholder(path: str) -> Node:
    return replace(Node("link" + path, f"{SITE}{path}"), visited=False, url_reachable=True)
