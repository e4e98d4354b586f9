"""The store's contract: what a map keeps, and what survives a crash.

Rules that hold for every method:

- A put is an upsert: the same thing put twice is there once.
- Outside `Store.transaction` each put is committed when it returns; inside, all of them are or none is.
- A process that is killed loses its open transaction and nothing else.
- Lists come back in the order of first insertion.
- A store belongs to one thread; no call waits on anything but the local disk.
- Nothing here may hold cookies, storage state or passwords: callers keep them out of what they put.

Every method raises `StoreError` when the disk is full or the map damaged, and `MapError` when something is
put into a map that was opened for reading.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from webnavigator.model.action import Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.model.page import Observation
from webnavigator.model.task import AuditRecord, Task, TaskState

Verdict = Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person or an agent said of one answer.

    Attributes:
        query: the words that were asked.
        node_id: the state that was answered, "" for "no such page".
        verdict: whether that was the right state.
        time: seconds since the epoch, UTC.
    """

    query: str
    node_id: str
    verdict: Verdict
    time: float


@dataclass(frozen=True, slots=True)
class Successor:
    """What became of a state when its site was looked at again.

    Attributes:
        old: id that the state had.
        new: id that it has now, "" when it is gone; that one may have a successor, too.
        reason: what changed, or why it is gone, in words.
        time: seconds since the epoch, UTC.
    """

    old: str
    new: str
    reason: str
    time: float


def follow(successors: Mapping[str, Successor], node_id: str) -> str:
    """The id that a state has now; of one that is gone the last id that it had."""
    seen: set[str] = set()
    while node_id in successors and successors[node_id].new and node_id not in seen:
        seen.add(node_id)
        node_id = successors[node_id].new
    return node_id


@dataclass(frozen=True, slots=True)
class GraphSize:
    """How much a map holds.

    Attributes:
        states: all states.
        visited: of them, those that were seen and not only linked to.
        edges: actions between them.
    """

    states: int = 0
    visited: int = 0
    edges: int = 0


class GraphStore(Protocol):
    """States and the actions between them."""

    def size(self) -> GraphSize:
        """How much there is, without reading it."""
        ...

    def graph(self) -> InteractionGraph:
        """All states and edges, as of one moment."""
        ...

    def put_node(self, node: Node) -> None:
        """Add a state or replace what is known of it."""
        ...

    def put_nodes(self, nodes: Iterable[Node]) -> None:
        """`put_node` for many, in one commit."""
        ...

    def put_edge(self, edge: Edge) -> None:
        """Add an edge or replace its labels and statistics; both its states must have been put.

        Raises:
            StoreError: source or target is not in the map.
        """
        ...

    def put_edges(self, edges: Iterable[Edge]) -> None:
        """`put_edge` for many, in one commit."""
        ...

    def rename(self, old: str, new: str) -> None:
        """Give the state `old` the id `new`; edges, tasks, labels, healed locators, uses and feedback follow.

        When a state `new` is there already, the two were the same: what is known of `new` stays, `old` goes,
        and edges that become equal are added up. Nothing happens when `old` is not there.
        """
        ...

    def remove_node(self, node_id: str) -> None:
        """Remove a state with its edges, tasks and labels; nothing happens when it is not there."""
        ...

    def remove_edges(self, edge_ids: Iterable[str]) -> None:
        """Remove edges with their healed locators; ids that are not there are passed over."""
        ...

    def put_successor(self, successor: Successor) -> None:
        """Say what became of a state; what was said of it before is replaced, and its new id has no successor."""
        ...

    def successors(self) -> dict[str, Successor]:
        """What became of states, by their old ids."""
        ...

    def count_use(self, node_id: str, times: int = 1) -> None:
        """Count that somebody wanted to be in a state and got there."""
        ...

    def uses(self) -> dict[str, int]:
        """How often somebody went to each state, by node id; those where nobody went are left out."""
        ...

    def put_heal(self, edge_id: str, locator: Locator) -> None:
        """Keep a locator that found an edge's element when its own no longer did; the edge keeps its id."""
        ...

    def heals(self) -> dict[str, list[Locator]]:
        """Healed locators by edge id, newest first."""
        ...


class ContentStore(Protocol):
    """What states look like, by content hash: the same content is kept once."""

    def put_observation(self, observation: Observation) -> str:
        """Keep an observation; returns its SHA-256, 64 hex digits, for `Node.content`."""
        ...

    def observation(self, node: Node) -> Observation | None:
        """What was seen on a state; None when it was never visited."""
        ...

    def structure(self, node: Node, *, faithful: bool = False) -> frozenset[str]:
        """`structure_keys` of a state's observation, without decoding the rest; empty when never visited.

        Args:
            node: the state.
            faithful: as in `webnavigator.model.page.structure_keys`.
        """
        ...

    def put_screenshot(self, image: bytes) -> str:
        """Keep a WebP image; returns its SHA-256, 64 hex digits, for `Node.screenshot`."""
        ...

    def screenshot(self, node: Node) -> bytes | None:
        """The WebP image of a state; None when there is none."""
        ...


class FrontierStore(Protocol):
    """What is to be tried, what was left alone, and what was learnt about the site's requests."""

    def put_tasks(self, tasks: Iterable[Task]) -> None:
        """Add tasks; those whose id is known are left as they are."""
        ...

    def finish_task(self, task_id: str, state: TaskState, outcome: str) -> bool:
        """Set a task's state and outcome; False when there is no such task."""
        ...

    def lease_task(self, task_ids: Sequence[str], holder: str, seconds: float) -> str | None:
        """Take the first of some pending tasks that nobody else holds, for a while.

        A lease ends when its task is finished, when it is given back, or by itself: what a worker that died has held
        is free again then. Several processes may ask at once; no two get the same task.

        Args:
            task_ids: the tasks, the one wanted most first.
            holder: who takes it.
            seconds: how long the lease lasts, by the database's clock.

        Returns:
            Its id; None when all are held or no longer pending.
        """
        ...

    def end_leases(self, task_ids: Iterable[str] | None = None) -> int:
        """Give tasks back that were not finished; None: all that are held. Returns how many."""
        ...

    def leases(self) -> dict[str, str]:
        """Who holds which task now, by task id."""
        ...

    def tasks(self, state: TaskState | None = None) -> list[Task]:
        """All tasks, or those in one state."""
        ...

    def tasks_from(self, source: str) -> list[Task]:
        """All tasks that start from a state."""
        ...

    def remove_tasks(self, task_ids: Iterable[str]) -> None:
        """Forget tasks, so that they can be put anew; ids that are not there are passed over."""
        ...

    def count_tasks(self) -> dict[TaskState, int]:
        """How many tasks are in each state, 0 included."""
        ...

    def put_audit(self, records: Iterable[AuditRecord]) -> None:
        """Add to the audit trail; a record that is there already is counted once more."""
        ...

    def put_audit_counts(self, counts: Mapping[AuditRecord, int]) -> None:
        """`put_audit` for records that happened several times, 1 or more each."""
        ...

    def audit(self) -> list[AuditRecord]:
        """The audit trail without repetitions."""
        ...

    def audit_counts(self) -> dict[AuditRecord, int]:
        """How often each record of the audit trail was put."""
        ...

    def put_read_endpoint(self, key: str) -> None:
        """Remember a request that was seen to read only, by the guard's key for it."""
        ...

    def read_endpoints(self) -> list[str]:
        """Keys given to `put_read_endpoint`."""
        ...


class JudgementStore(Protocol):
    """What is known about the map from outside: settings, reports, probe labels, feedback."""

    def get_meta(self, key: str) -> Any | None:
        """The JSON value kept under `key`, None when there is none."""
        ...

    def meta(self) -> dict[str, Any]:
        """All values of `set_meta` by key."""
        ...

    def set_meta(self, key: str, value: Any) -> None:
        """Keep a JSON value: start URL, settings used, allowed hosts, report.

        Raises:
            TypeError: `value` is not JSON.
            ValueError: it holds a number that JSON has not (NaN, infinity).
        """
        ...

    def set_probes(self, probes: Iterable[dict[str, Any]]) -> None:
        """Replace the registered probes: JSON objects, each with an ``id`` of its own.

        Raises:
            BadInputError: an ``id`` is missing or there twice.
        """
        ...

    def probes(self) -> list[dict[str, Any]]:
        """The registered probes."""
        ...

    def put_labels(self, node_id: str, probe_ids: Iterable[str]) -> None:
        """Say which probes hold on a state, in place of what was said before.

        Labels measure the map. They are never an input to retrieval, selection or planning.
        """
        ...

    def labels(self) -> dict[str, set[str]]:
        """Node ids by the probe that holds there; probes that hold nowhere are left out."""
        ...

    def put_feedback(self, feedback: Feedback) -> None:
        """Keep a verdict; a later one on the same query and state replaces it."""
        ...

    def feedback(self) -> list[Feedback]:
        """All verdicts."""
        ...

    def clear_feedback(self) -> None:
        """Forget all verdicts."""
        ...


class Store(GraphStore, ContentStore, FrontierStore, JudgementStore, Protocol):
    """A map, open."""

    def transaction(self) -> AbstractContextManager[None]:
        """All puts inside become one atomic commit, or none is kept when the block raises.

        A transaction inside another joins it. Await nothing inside: others would put into it.
        """
        ...

    def revision(self) -> int:
        """A number that changes when another process has put something; comparable within one opening."""
        ...

    def close(self) -> None:
        """Give the map back; closing twice is harmless."""
        ...
