"""What an exploration says while it runs and when it ends."""

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Progress:
    """A moment of a running exploration.

    Attributes:
        states: states captured.
        edges: edges known.
        frontier: actions still to be tried.
        actions: actions tried, page loads included.
        held: controls and requests held back.
        elapsed_s: seconds since this run began.
        states_per_minute: states captured by this run per minute.
        current: what is being tried, in words.
    """

    states: int
    edges: int
    frontier: int
    actions: int
    held: int
    elapsed_s: float
    states_per_minute: float
    current: str = ""


@dataclass(frozen=True, slots=True)
class ExploreReport:
    """The outcome of one run of the explorer.

    Attributes:
        start_url: where it started.
        preset: which preset.
        ended: why it ended: ``complete``, ``novelty``, ``max-pages``, ``max-actions``, ``max-minutes``,
            ``interrupted``, ``signed-out`` or ``unreachable`` (the server fell silent).
        states: states captured in the map, earlier runs included.
        unvisited: states known only by a link to them.
        templates: page templates.
        edges: edges in the map.
        actions: actions tried by this run, page loads included.
        new_states: states captured by this run.
        frontier: actions left untried.
        held: what was left alone, by kind of record.
        outcomes: how often each outcome came, by its first word.
        seconds: wall time of this run.
        own_cpu_seconds: processor time of this process in this run: what is ours, the browser apart.
        states_per_minute: new states per minute of this run.
        restarts: how often the browser had to be started again.
        pages_left: pages that could not be closed and ended with the browser.
        warnings: what the user should know, one sentence each.
        probe_coverage: share of probes that hold on some state (0 to 1); None without probes.
    """

    start_url: str
    preset: str
    ended: str
    states: int
    unvisited: int
    templates: int
    edges: int
    actions: int
    new_states: int
    frontier: int
    held: dict[str, int] = field(default_factory=dict[str, int])
    outcomes: dict[str, int] = field(default_factory=dict[str, int])
    seconds: float = 0.0
    own_cpu_seconds: float = 0.0
    states_per_minute: float = 0.0
    restarts: int = 0
    pages_left: int = 0
    warnings: tuple[str, ...] = ()
    probe_coverage: float | None = None

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready dictionary."""
        return asdict(self)
