"""What a run has spent and found so far: its budgets, its progress, its report."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from webnavigator.config import ExploreSettings
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.novelty import Novelty
from webnavigator.explore.outcome import Outcome
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.model.graph import InteractionGraph
from webnavigator.store.base import Store


@dataclass(slots=True)
class Tally:
    """Counts one run.

    Attributes:
        settings: the budgets.
        store: the map.
        graph: its states and edges, in memory.
        frontier: what is left to be tried.
        warnings: what the user should know, one sentence each.
    """

    settings: ExploreSettings
    store: Store
    graph: InteractionGraph
    frontier: Frontier
    warnings: list[str] = field(default_factory=list[str])
    _actions: int = 0
    _new: int = 0
    _outcomes: Counter[str] = field(default_factory=Counter[str])
    _began: float = field(default_factory=time.monotonic)
    _own_cpu: float = field(default_factory=time.process_time)
    _novelty: Novelty = field(init=False)

    def __post_init__(self) -> None:
        self._novelty = Novelty(self.settings.novelty_window, self.settings.novelty_floor)

    def count(self, outcome: Outcome) -> None:
        """Count a task that was tried."""
        self._actions += 1
        self._new += int(outcome.new)
        self._outcomes[outcome.word.partition(":")[0]] += 1
        self._novelty.record(new=outcome.new)

    def spent(self, captured: int) -> str:
        """Which budget is spent, as `ExploreReport.ended` names it; "" while there is some of each.

        Args:
            captured: states captured so far, as `ExploreSettings.max_pages` counts them.
        """
        minutes = (time.monotonic() - self._began) / 60
        for spent, word in (
            (captured >= self.settings.max_pages, "max-pages"),
            (self._actions >= self.settings.max_actions, "max-actions"),
            (self.settings.max_minutes is not None and minutes >= self.settings.max_minutes, "max-minutes"),
            (self.settings.preset == "default" and self._novelty.exhausted, "novelty"),
        ):
            if spent:
                return word
        return ""

    def progress(self, current: str) -> Progress:
        """Where the run is; `current` says what was tried last."""
        elapsed = time.monotonic() - self._began
        return Progress(
            states=sum(node.visited for node in self.graph.nodes),
            edges=self.graph.edge_count,
            frontier=len(self.frontier),
            actions=self._actions,
            held=sum(self.store.audit_counts().values()),
            elapsed_s=elapsed,
            states_per_minute=self._new / elapsed * 60 if elapsed else 0.0,
            current=current,
        )

    def report(self, start_url: str, ended: str, *, restarts: int, pages_left: int) -> ExploreReport:
        """What came of the run; see `ExploreReport` for the arguments."""
        seconds = time.monotonic() - self._began
        nodes = list(self.graph.nodes)
        return ExploreReport(
            start_url=start_url,
            preset=self.settings.preset,
            ended=ended,
            states=sum(node.visited for node in nodes),
            unvisited=sum(not node.visited for node in nodes),
            templates=len({node.template for node in nodes if node.template}),
            edges=self.graph.edge_count,
            actions=self._actions,
            new_states=self._new,
            frontier=len(self.frontier),
            held=dict(Counter(record.kind for record in self.store.audit())),
            outcomes=dict(self._outcomes.most_common()),
            seconds=seconds,
            own_cpu_seconds=time.process_time() - self._own_cpu,
            states_per_minute=self._new / seconds * 60 if seconds else 0.0,
            restarts=restarts,
            pages_left=pages_left,
            warnings=tuple(self.warnings),
            probe_coverage=self._coverage(),
        )

    def _coverage(self) -> float | None:
        asked: list[dict[str, Any]] = [probe for probe in self.store.probes() if probe.get("check")]
        return len(self.store.labels()) / len(asked) if asked else None
