"""Roles as layers of one map: what each of several logins can see.

Each role is explored into a layer, a map of its own below the map's directory, so that every state and step in it was
seen with that login. The map itself is the union of its layers; it knows which states each role has.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from webnavigator.app.exploring import explore, map_or_nothing
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, MapError, StoreError
from webnavigator.explore.report import ExploreReport
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.navigate.index_process import index_map_apart
from webnavigator.store.sql import SqlStore, open_map

_FOLDER = "roles"
_META = "roles"
_NAME = re.compile(r"[\w-]{1,40}")
_OF_THE_MAP = ("start_url", "preset", "settings", "allow_hosts", "signed_in", "templates", "report")
"""What the map takes over from its first layer."""


@dataclass(frozen=True, slots=True)
class RoleView:
    """What one role can see.

    Attributes:
        role: its name.
        states: states that it has seen.
        alone: of these, those that no other role has seen.
        held: controls and requests that were left alone while it was explored.
    """

    role: str
    states: int
    alone: int
    held: int


async def explore_as(role: str, url: str, map_dir: Path | str, settings: Settings, **more: Any) -> ExploreReport:
    """Explore a site as one role, into a layer of a map; the map then has the states of all its roles.

    Args:
        role: name of the role: letters, digits, ``_`` and ``-``.
        url: page to start from.
        map_dir: directory of the map; made, or extended.
        settings: as for `explore`.
        more: as for `explore`; `login` is the role's.

    Raises:
        BadInputError: the name cannot be used; else as `explore`.
    """
    if not _NAME.fullmatch(role):
        raise BadInputError(f"--as {role[:40]}: a role's name has letters, digits, _ and - alone")
    layer = _path(map_dir, role)
    if more.get("server") is not None:
        raise BadInputError("--as keeps layers in the map's directory: it cannot be given together with --store")
    with map_or_nothing(Path(map_dir), None) as whole:
        layer.parent.mkdir(exist_ok=True)
        report = await explore(url, layer, settings, **more)
        with open_map(layer) as seen:
            _lay(role, seen, whole)
    if report.ended != "interrupted":
        try:
            await index_map_apart(Path(map_dir), settings.retrieve)
        except StoreError as error:
            return replace(report, warnings=(*report.warnings, f"{error}; the next search tries again"))
    return report


def layer_of(map_dir: Path | str, role: str | None) -> Path:
    """The map that a role sees; the map itself without a role.

    Raises:
        MapError: the map has no such layer.
    """
    if role is None:
        return Path(map_dir)
    with open_map(map_dir) as store:
        known = sorted(_roles(store))
    path = _path(map_dir, role)
    if role not in known:
        has = f"it has {', '.join(known)}" if known else "explore with --as makes layers"
        raise MapError(f"{map_dir} has no role {role[:40]}: {has}")
    if not path.is_dir():
        raise MapError(f"the layer of {role} is not in this copy of {map_dir}")
    return path


def roles(map_dir: Path | str) -> list[RoleView]:
    """What each role of a map can see, by name; empty for a map without layers.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        seen = {role: set(kept["states"]) for role, kept in _roles(store).items()}
        held = {role: int(kept["held"]) for role, kept in _roles(store).items()}
    return [
        RoleView(role, len(mine), len(mine - _others(seen, role)), held[role]) for role, mine in sorted(seen.items())
    ]


def _others(seen: dict[str, set[str]], role: str) -> set[str]:
    return {state for other, states in seen.items() if other != role for state in states}


def _path(map_dir: Path | str, role: str) -> Path:
    return Path(map_dir) / _FOLDER / role


def _roles(store: SqlStore) -> dict[str, dict[str, Any]]:
    kept: dict[str, dict[str, Any]] | None = store.get_meta(_META)
    return kept or {}


def _lay(role: str, seen: SqlStore, whole: SqlStore) -> None:
    """Put what a role has seen into the map, beside what others have."""
    graph = seen.graph()
    with whole.transaction():
        for key in _OF_THE_MAP:
            if whole.get_meta(key) is None and seen.get_meta(key) is not None:
                whole.set_meta(key, seen.get_meta(key))
        known = whole.graph()
        shown = {node.url: node.id for node in (*known.nodes, *graph.nodes) if node.visited and node.url_reachable}
        fresh = [node for node in _not_better(graph.nodes, known) if node.visited or node.url not in shown]
        whole.put_nodes([_with_content(node, seen, whole) for node in fresh])
        places = {node.id: shown[node.url] for node in (*known.nodes, *graph.nodes) if _is_place_of(node, shown)}
        found = [replace(edge, target=places.get(edge.target, edge.target)) for edge in (*known.edges, *graph.edges)]
        whole.put_edges(_new(found, known))
        for node in known.nodes:
            if node.id in places:
                whole.remove_node(node.id)
        whole.put_audit(seen.audit())
        states = sorted(node.id for node in graph.nodes if node.visited)
        mine = {"states": states, "held": sum(seen.audit_counts().values())}
        whole.set_meta(_META, {**_roles(whole), role: mine})


def _is_place_of(node: Node, shown: dict[str, str]) -> bool:
    """A place that was never visited by one role, and has been by another."""
    return not node.visited and node.url in shown


def _not_better(nodes: Iterable[Node], known: InteractionGraph) -> list[Node]:
    """The states that the map does not have, or has from links alone, or saw longer ago."""
    found: list[Node] = []
    for node in nodes:
        there = known.node(node.id)
        if there is None or (node.visited and not there.visited) or node.last_seen > there.last_seen:
            found.append(node if there is None else replace(node, depth=min(node.depth, there.depth)))
    return found


def _new(edges: Iterable[Edge], known: InteractionGraph) -> list[Edge]:
    return [edge for edge in edges if (there := known.edge(edge.id)) is None or (edge.verified and not there.verified)]


def _with_content(node: Node, seen: SqlStore, whole: SqlStore) -> Node:
    page, picture = seen.observation(node), seen.screenshot(node)
    content = whole.put_observation(page) if page is not None else ""
    return replace(node, content=content, screenshot=whole.put_screenshot(picture) if picture else "")
