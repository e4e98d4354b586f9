"""Between the model's dataclasses and table rows, and observations as canonical JSON."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson
from pydantic import TypeAdapter
from sqlalchemy import Select, Table, select

from webnavigator.model.action import Locator, action_from_json, action_to_json
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.model.task import Task
from webnavigator.store.encodable import encodable

_observation: TypeAdapter[Observation] = TypeAdapter(Observation)
_locator: TypeAdapter[Locator] = TypeAdapter(Locator)


_APART = ("seq", "holder", "leased_until")
"""Columns that say nothing of the map: order of insertion, and who works on a task."""


def in_order(table: Table) -> Select[Any]:
    """All columns that belong to what is kept, in the order of first insertion."""
    return select(*(column for column in table.columns if column.name not in _APART)).order_by(table.c.seq)


def node_row(node: Node) -> dict[str, Any]:
    """A row of ``nodes``."""
    return asdict(node)


def node_from_row(row: Sequence[Any]) -> Node:
    """The inverse of `node_row`, on the columns that `in_order` selects."""
    return Node(*row)


def edge_row(edge: Edge) -> dict[str, Any]:
    """A row of ``edges``."""
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "action": action_to_json(edge.action),
        "label": edge.label,
        "kind": edge.kind,
        "verified": edge.verified,
        "tries": edge.tries,
        "successes": edge.successes,
        "seconds": edge.seconds,
    }


def edge_from_row(row: Sequence[Any]) -> Edge:
    """The inverse of `edge_row`, on the columns that `in_order` selects."""
    _, source, target, action, *rest = row
    return Edge(source, target, action_from_json(action), *rest)


def task_row(task: Task) -> dict[str, Any]:
    """A row of ``tasks``."""
    return {
        "id": task.id,
        "source": task.source,
        "action": action_to_json(task.action),
        "label": task.label,
        "group": task.group,
        "depth": task.depth,
        "state": task.state,
        "outcome": task.outcome,
    }


def task_from_row(row: Sequence[Any]) -> Task:
    """The inverse of `task_row`, on the columns that `in_order` selects."""
    _, source, action, *rest = row
    return Task(source, action_from_json(action), *rest)


def locator_to_json(locator: Locator) -> dict[str, Any]:
    """A JSON-ready dictionary; empty fields are left out."""
    return _locator.dump_python(locator, mode="json", exclude_defaults=True)


def locator_from_json(data: dict[str, Any]) -> Locator:
    """The inverse of `locator_to_json`."""
    return _locator.validate_python(data)


def observation_to_data(observation: Observation) -> dict[str, Any]:
    """JSON-ready and the same in every process; fields with their default values are left out."""
    data: dict[str, Any] = _observation.dump_python(observation, mode="json", exclude_defaults=True)
    for element in data.get("elements", ()):
        if "states" in element:
            element["states"].sort()
    return data


def observation_to_json(observation: Observation) -> bytes:
    """JSON with all fields; one observation gives the same bytes in every process."""
    try:
        return orjson.dumps(observation, default=sorted, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # Text that no encoding has, or a number beyond 64 bits.
        return json.dumps(encodable(observation_to_data(observation)), sort_keys=True).encode()


def observation_from_json(content: bytes) -> Observation:
    """The inverse of `observation_to_json`.

    Raises:
        pydantic.ValidationError: `content` is not an observation.
    """
    return _observation.validate_json(content)


def row_id(*parts: str) -> str:
    """32 hex digits from the parts that make a row what it is."""
    return hashlib.md5(json.dumps(parts).encode(), usedforsecurity=False).hexdigest()
