"""What a refresh says when it ends."""

from dataclasses import asdict, dataclass
from typing import Any

from webnavigator.model.change import MapDiff

LAST_REFRESH = "last-refresh"
"""Name under which a map keeps the report of its last refresh, as `RefreshReport.to_json` tells it."""


@dataclass(frozen=True, slots=True)
class RefreshRun:
    """How a refresh went.

    Attributes:
        start_url: the map's start page.
        ended: ``complete``, ``max-pages``, ``max-minutes``, ``interrupted``, ``signed-out`` or ``unreachable``.
        resumed: it went on from where an earlier one was interrupted; the diff covers both.
        since: seconds since 1970: what the diff tells of is what changed up to now on the map as it was then.
        looked: states looked at again by this run.
        left: states that are left to be looked at.
        new_states: states that this run found and captured.
        actions: actions tried to find them, page loads included.
        seconds: wall time of this run.
        warnings: what the user should know, one sentence each.
    """

    start_url: str
    ended: str
    resumed: bool
    since: float
    looked: int
    left: int
    new_states: int
    actions: int
    seconds: float
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """The outcome of a refresh.

    Attributes:
        run: how it went.
        diff: what became of the map's states and edges.
    """

    run: RefreshRun
    diff: MapDiff

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready dictionary: the diff, and the run beside it; see docs/refresh.md."""
        return {**self.diff.to_json(), "run": asdict(self.run)}
