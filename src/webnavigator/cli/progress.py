"""How a running exploration is told: one live line on a terminal, else a plain line every few seconds."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from webnavigator.cli.output import note, printable

if TYPE_CHECKING:
    from rich.status import Status

    from webnavigator.explore.report import Progress

PLAIN_EVERY_S = 5.0


def progress_line(progress: "Progress") -> str:
    """States, edges, frontier, states a minute and what was held back, in one line.

    >>> from webnavigator.explore.report import Progress
    >>> progress_line(Progress(120, 340, 56, 400, 7, 75.0, 96.0, "click Orders"))
    '120 states, 340 edges, 56 to try, 96 states/min, 7 held back, 1:15 · click Orders'
    """
    minutes, seconds = divmod(int(progress.elapsed_s), 60)
    told = (
        f"{progress.states} states, {progress.edges} edges, {progress.frontier} to try, "
        f"{progress.states_per_minute:.0f} states/min, {progress.held} held back, {minutes}:{seconds:02d}"
    )
    return printable(f"{told} · {progress.current}" if progress.current else told)


class ProgressLine:
    """Shows progress on stderr while it is entered; call it with each `Progress`."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._status: Status | None = None
        self._next_plain = 0.0

    def __enter__(self) -> Self:
        if self._live:
            from rich.console import Console

            self._status = Console(stderr=True, markup=False, highlight=False).status("starting")
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def __call__(self, progress: "Progress") -> None:
        """Show where the exploration is."""
        line = progress_line(progress)
        if self._status is not None:
            from rich.text import Text

            self._status.update(Text(line, no_wrap=True, overflow="ellipsis"))
        elif time.monotonic() >= self._next_plain:
            self._next_plain = time.monotonic() + PLAIN_EVERY_S
            note(line)
