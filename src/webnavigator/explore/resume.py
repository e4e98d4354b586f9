"""Taking a map up where earlier runs on it ended."""

from collections.abc import Iterable

from webnavigator.config import ExploreSettings
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.growth import Growth
from webnavigator.explore.recorder import Recorder
from webnavigator.model.safety import Policy
from webnavigator.model.task import Task
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates
from webnavigator.store.base import Store


def take_up(store: Store, settings: ExploreSettings, policy: Policy, tasks: Iterable[Task]) -> Recorder:
    """What records into a map, with all that earlier runs have learnt.

    Args:
        store: the map, open for writing.
        settings: preset, depth, quotas.
        policy: what may be done.
        tasks: those of earlier runs: what was tried counts, what is pending is going to be tried.

    Returns:
        The recorder; graph and frontier are its `growth`'s.
    """
    graph = store.graph()
    urls = UrlTemplates((node.url for node in graph.nodes), str(store.get_meta("start_url") or ""))
    kept = store.get_meta("templates")
    templates = Templates.from_json(kept) if kept else Templates()
    frontier = Frontier(settings, quotas=settings.preset == "default")
    recorder = Recorder(Growth(store, graph, frontier), policy, settings, urls, templates)
    frontier.likes.is_view = recorder.addresses.is_view
    recorder.addresses.resume(graph.nodes)
    frontier.restore(tasks)
    return recorder
