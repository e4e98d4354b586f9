"""Which state each address of a site shows, as far as it was visited."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from webnavigator.model.action import Goto
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.model.task import Task
from webnavigator.model.url import UrlTemplates, canonical_url, page_of, redact_url


@dataclass(slots=True)
class Addresses:
    """What visiting the site's addresses showed.

    Attributes:
        graph: holds the states.
        urls: patterns of the site's addresses.
    """

    graph: InteractionGraph
    urls: UrlTemplates
    _shown_at: dict[str, str] = field(default_factory=dict[str, str])
    _renamed: dict[str, str] = field(default_factory=dict[str, str])
    _visited: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def resume(self, nodes: Iterable[Node]) -> None:
        """Take over what earlier runs visited."""
        for node in nodes:
            if node.visited and node.url_reachable:
                self._shown_at.setdefault(node.url, node.id)

    def visited(self, node: Node) -> None:
        """The address of a state was opened and gave it."""
        self._shown_at[node.url] = node.id
        self._visited[self.urls.template(node.url)].append(node.url)

    def leads_to(self, asked: str, node: Node) -> None:
        """A further address was answered with this state."""
        self._shown_at.setdefault(asked, node.id)

    def renamed(self, old: str, node: Node) -> None:
        """A state has got another id, and perhaps another address."""
        self._renamed[old] = node.id
        self._renamed.pop(node.id, None)
        if node.url_reachable and self.id_at(node.url) is None:
            self._shown_at[node.url] = node.id

    def forget(self, url: str) -> None:
        """An address no longer shows its state."""
        self._shown_at.pop(url, None)

    def id_at(self, url: str) -> str | None:
        """Node id of the state that opening an address shows; None: it was not visited."""
        known = self._shown_at.get(url)
        while known in self._renamed:
            known = self._renamed[known]
        return known

    def node_at(self, url: str) -> Node | None:
        """The state that opening an address shows; None: it was not visited."""
        known = self.id_at(url)
        return self.graph.node(known) if known is not None else None

    def is_new_kind(self, url: str) -> bool:
        """No page of this address pattern was visited by this run."""
        return not self._visited.get(self.urls.template(redact_url(canonical_url(url))))

    def is_view(self, task: Task) -> bool:
        """Whether a page load shows a page that is known under its address without the query: sorted, filtered."""
        if not isinstance(task.action, Goto):
            return False
        base = self.node_at(page_of(task.action.url))
        likes = (self.node_at(url) for url in self._visited.get(task.group, ()))
        return base is not None and any(like is not None and like.template == base.template for like in likes)

    def shows_known_page(self, node: Node) -> bool:
        """A state is a page that is known without its query: sorted or filtered, it offers the same controls again."""
        base = page_of(node.url)
        known = self.node_at(base)
        return base != node.url and known is not None and known.id != node.id and known.template == node.template
