"""Listeners on Playwright objects that are taken off again together, so that a user's page is left as it was."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol


class Source(Protocol):
    """What has events: a page, a context."""

    def on(self, event: Any, f: Any) -> None:
        """Call `f` at each `event`."""
        ...

    def remove_listener(self, event: str, f: Any) -> None:
        """Call it no more."""
        ...


@dataclass(eq=False)
class Subscriptions:
    """Listeners of ours; `end` takes them off."""

    _rows: list[tuple[Source, str, Callable[[Any], None]]] = field(
        default_factory=list[tuple[Source, str, Callable[[Any], None]]]
    )

    def add(self, source: Source, event: str, handler: Callable[[Any], None]) -> None:
        """Listen until `end`.

        Args:
            source: a page or context.
            event: its name, as in Playwright.
            handler: called with the event's object.
        """

        def listener(value: Any) -> None:  # Playwright marks the functions that it is given: each is new
            handler(value)

        source.on(event, listener)
        self._rows.append((source, event, listener))

    def end(self) -> None:
        """Take all listeners off."""
        for source, event, listener in self._rows:
            source.remove_listener(event, listener)
        self._rows.clear()
