"""What the judge reads: states with the marks they sent, edges and attempts with their outcomes, the run's words."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from running import Trial

from webnavigator.model.action import Goto, action_key
from webnavigator.model.graph import Edge, InteractionGraph
from webnavigator.model.task import Task
from webnavigator.store.sql import SqlStore

TERMS = (
    ("held", "skipped"),
    ("leaves the site", "external"),
    ("no page came", "no navigation"),
    ("unresponsive", "timeout"),
    ("did not load within", "timeout"),
)
"""Our words for outcomes, and what a judge calls them: the same for all cases."""

_MARK = "/__mark/"


@dataclass(frozen=True, slots=True)
class Moment:
    """One action of the exploration.

    Attributes:
        task: what was tried.
        edges: edges of the map that it is; empty when it changed nothing.
        states: ids of the states that it came to.
        marks: names that pages sent meanwhile, in order; a path that was replayed on the way sends some too.
    """

    task: Task
    edges: tuple[Edge, ...]
    states: tuple[str, ...]
    marks: tuple[str, ...]


def mark_of(row: dict[str, Any]) -> str:
    """The name that a request of the log says, "" when it is another request."""
    path: str = row["path"].partition("?")[0]
    return path.removeprefix(_MARK) if path.startswith(_MARK) else ""


def moments_of(trial: Trial, store: SqlStore, graph: InteractionGraph, log: Iterable[dict[str, Any]]) -> list[Moment]:
    """The actions of an exploration with what pages said during each."""
    tasks = {task.id: task for task in store.tasks()}
    sent = [(row["t"], name) for row in log if (name := mark_of(row))]
    found: list[Moment] = []
    before = trial.began
    for row in trial.moments:
        task = tasks[row["task"]]
        marks = tuple(name for at, name in sent if before < at <= row["t"])
        edges = _edges_of(task, graph)
        found.append(Moment(task, edges, _states_of(task, edges, graph), marks))
        before = row["t"]
    return found


def _edges_of(task: Task, graph: InteractionGraph) -> tuple[Edge, ...]:
    key = action_key(task.action)
    return tuple(edge for edge in graph.edges_from(task.source) if edge.verified and action_key(edge.action) == key)


def _states_of(task: Task, edges: tuple[Edge, ...], graph: InteractionGraph) -> tuple[str, ...]:
    if isinstance(task.action, Goto):
        url = task.action.url
        return tuple(node.id for node in graph.nodes if node.visited and node.url_reachable and node.url == url)
    return tuple(edge.target for edge in edges)


def record_of(trial: Trial, store: SqlStore, graph: InteractionGraph, moments: list[Moment]) -> dict[str, Any]:
    """The record of a run, without answers."""
    marks: dict[str, list[str]] = {node.id: [] for node in graph.nodes if node.visited}
    for moment in moments:
        for state in moment.states:
            if state in marks:
                marks[state] += moment.marks
    return {
        **run_of(trial),
        "states": [{"id": state, "marks": list(dict.fromkeys(names))} for state, names in marks.items()],
        "edges": _edges(store, graph),
        "report": _report(trial, store, graph),
        "answers": {},
    }


def run_of(trial: Trial) -> dict[str, Any]:
    """How the run itself went."""
    return {
        "ended": trial.ended,
        "seconds": trial.seconds,
        "error": trial.error,
        "pages_left": trial.report.get("pages_left"),
        "processes_left": trial.processes_left,
    }


def _edges(store: SqlStore, graph: InteractionGraph) -> list[dict[str, Any]]:
    """Edges, attempts and what was left alone: all that the map says of controls."""
    rows = [{"label": edge.label, "to": edge.target, "outcome": "reached"} for edge in graph.edges]
    rows += [{"label": task.label, "to": None, "outcome": in_terms(task.outcome)} for task in store.tasks()]
    held = [audit for audit in store.audit() if audit.kind == "control"]
    rows += [{"label": audit.what, "to": None, "outcome": in_terms(f"held: {audit.reason}")} for audit in held]
    return rows


def in_terms(outcome: str) -> str:
    """An outcome with the judge's words for it added."""
    return " / ".join([outcome, *(theirs for ours, theirs in TERMS if ours in outcome)])


def _report(trial: Trial, store: SqlStore, graph: InteractionGraph) -> str:
    """All that the run wrote for people: its report, the audit, and the record of each state."""
    parts: list[Any] = [trial.report, [asdict(audit) for audit in store.audit()]]
    for node in graph.nodes:
        seen = store.observation(node)
        parts.append([node.url, node.title, node.name])
        if seen is not None:
            parts.append([seen.tree, seen.headings, seen.blind, [element.label for element in seen.elements]])
    parts += [edge.label for edge in graph.edges]
    return json.dumps(parts, ensure_ascii=False)
