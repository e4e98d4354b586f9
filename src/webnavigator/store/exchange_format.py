"""The open format of a map as JSON: what is in a file, field by field; docs/map-format.md says it to people.

Unknown fields are passed over. What a field means changes only with the major version.
"""

import json
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from webnavigator.errors import BadInputError
from webnavigator.model.action import Action, Locator
from webnavigator.model.graph import EdgeKind
from webnavigator.model.page import Observation
from webnavigator.model.task import AuditKind, TaskState
from webnavigator.store.base import Verdict
from webnavigator.store.encodable import encodable

FORMAT = "webnavigator-map"
MAJOR = 1
SCHEMA = f"{FORMAT}/{MAJOR}.0"

_Count = Annotated[int, Field(ge=0, le=2**53)]
_Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Name = Annotated[str, Field(min_length=1)]
_Action = Annotated[Action, Field(discriminator="kind")]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class NodeRow(_Row):
    """A page state; see `webnavigator.model.graph.Node`."""

    id: _Name
    url: str
    title: str = ""
    h_v: str = ""
    url_reachable: bool | None = None
    template: str = ""
    depth: _Count = 0
    status: _Count | None = None
    first_seen: _Seconds = 0.0
    last_seen: _Seconds = 0.0
    name: str = ""
    visited: bool = True
    observation: Observation | None = None


class EdgeRow(_Row):
    """An action between two states; see `webnavigator.model.graph.Edge`."""

    source: str
    target: str
    action: _Action
    label: str = ""
    kind: EdgeKind = "control"
    verified: bool = False
    tries: _Count = 0
    successes: _Count = 0
    seconds: _Seconds = 0.0
    healed: tuple[Locator, ...] = ()


class TaskRow(_Row):
    """Something tried or to be tried; see `webnavigator.model.task.Task`."""

    source: str
    action: _Action
    label: str = ""
    group: str = ""
    depth: _Count = 0
    state: TaskState = "pending"
    outcome: str = ""


class AuditRow(_Row):
    """Something left alone or held back, and how often."""

    kind: AuditKind
    url: str
    what: str
    reason: str
    count: Annotated[int, Field(ge=1, le=2**53)] = 1


class FeedbackRow(_Row):
    """A verdict on an answer."""

    query: str
    node_id: str
    verdict: Verdict
    time: _Seconds


class SuccessorRow(_Row):
    """What became of a state; see `webnavigator.store.base.Successor`."""

    old: _Name
    new: str
    reason: str = ""
    time: _Seconds = 0.0


class MapFile(_Row):
    """A whole map."""

    schema_: str = Field(alias="schema")
    nodes: tuple[NodeRow, ...]
    edges: tuple[EdgeRow, ...]
    report: dict[str, Any] | None = None
    meta: dict[str, Any] = {}
    tasks: tuple[TaskRow, ...] = ()
    audit: tuple[AuditRow, ...] = ()
    read_endpoints: tuple[str, ...] = ()
    probes: tuple[dict[str, Any], ...] = ()
    labels: dict[str, tuple[str, ...]] = {}
    feedback: tuple[FeedbackRow, ...] = ()
    successors: tuple[SuccessorRow, ...] = ()
    uses: dict[str, _Count] = {}

    @field_validator("schema_")
    @classmethod
    def _known(cls, schema: str) -> str:
        if schema.partition(".")[0] != f"{FORMAT}/{MAJOR}":
            raise ValueError(f"this webnavigator reads {FORMAT}/{MAJOR}")
        return schema


def parse(data: Any) -> MapFile:
    """Check a map file from its first field to its last reference.

    Raises:
        BadInputError: the schema is unknown or a row is broken; the message says which and why.
    """
    try:
        file = MapFile.model_validate(encodable(data))
        json.dumps([file.report, file.meta, file.probes], allow_nan=False)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadInputError(f"map file: {_where(first['loc'])}: {first['msg']}") from None
    except (TypeError, ValueError) as error:
        raise BadInputError(f"map file: report, meta or probes: {error}") from None
    except RecursionError:
        raise BadInputError("map file: it is nested too deeply") from None
    _check_references(file)
    return file


def _check_references(file: MapFile) -> None:
    ids: set[str] = set()
    for place, node in enumerate(file.nodes):
        if node.id in ids:
            raise BadInputError(f"map file: nodes[{place}].id: {node.id!r} is there twice")
        ids.add(node.id)
    for place, edge in enumerate(file.edges):
        for end in ("source", "target"):
            if getattr(edge, end) not in ids:
                raise BadInputError(f"map file: edges[{place}].{end}: no node {getattr(edge, end)!r}")
    probes = [probe.get("id") for probe in file.probes]
    for place, name in enumerate(probes):
        if not isinstance(name, str) or name in probes[:place]:
            raise BadInputError(f"map file: probes[{place}]: needs an id of its own, got {name!r}")
    for probe, holds in file.labels.items():
        for name in holds:
            if name not in ids:
                raise BadInputError(f"map file: labels[{probe!r}]: no node {name!r}")


def _where(location: tuple[int | str, ...]) -> str:
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".") or "the file"
