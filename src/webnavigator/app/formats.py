"""A map, and a way through it, in the formats of other tools."""

from collections.abc import Callable, Mapping
from pathlib import Path

from webnavigator.app.navigating import open_navigator
from webnavigator.config import Settings
from webnavigator.export.script import Language, Source, playwright_test
from webnavigator.export.site import graphml, llms_txt, mermaid_chart, sitemap_xml
from webnavigator.export.steps import plain_steps
from webnavigator.export.walls import recorded_walls
from webnavigator.model.graph import InteractionGraph
from webnavigator.model.graph import Path as Way
from webnavigator.navigate.by_id import state_with_id
from webnavigator.navigate.navigator import Navigator
from webnavigator.store.sql import open_map

MAP_FORMATS: Mapping[str, Callable[[InteractionGraph], str]] = {
    "graphml": graphml,
    "llms-txt": llms_txt,
    "mermaid": mermaid_chart,
    "sitemap": sitemap_xml,
}
"""What a whole map can be written as, besides JSON and the archive."""


def _test(language: Language) -> Callable[[Way, Navigator], str]:
    return lambda way, map_: playwright_test(
        way, Source(map_.graph.node, map_.store.observation, recorded_walls(map_.store.audit())), language
    )


WAY_FORMATS: Mapping[str, Callable[[Way, Navigator], str]] = {
    "python": _test("python"),
    "steps": lambda way, map_: plain_steps(way, map_.graph.node, recorded_walls(map_.store.audit())),
    "typescript": _test("typescript"),
}
"""What one way can be written as."""


def export_text(map_dir: Path | str, form: str) -> str:
    """A whole map in another format, one of `MAP_FORMATS`.

    Raises:
        MapError: the directory is not a map.
        KeyError: there is no such format.
    """
    with open_map(map_dir) as store:
        return MAP_FORMATS[form](store.graph())


async def export_way(
    map_dir: Path | str, form: str, *, query: str | None = None, node_id: str | None = None, settings: Settings
) -> tuple[str, str | None]:
    """The way to a state as a Playwright test or as plain steps, one of `WAY_FORMATS`.

    Args:
        map_dir: directory of the map.
        form: the format.
        query: where to, in words; None: to `node_id`.
        node_id: id of the state.
        settings: retrieval.

    Returns:
        Why that state was chosen, or why none was; and the text, None when the map has no such page.

    Raises:
        MapError: the directory is not a map, or has no state with this id.
        BadInputError: the query has no words, or the way cannot be told in this format.
        KeyError: there is no such format.
    """
    async with open_navigator(map_dir, settings) as navigator:
        if query is not None:
            choice, way = await navigator.plan(query)
            reason = choice.reason
        else:
            node = state_with_id(node_id or "", navigator.graph, navigator.store)
            way, reason = navigator.graph.shortest_path(node.id), "no way leads there"
        return reason, None if way is None else WAY_FORMATS[form](way, navigator)
