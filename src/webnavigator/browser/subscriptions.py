"""Listeners on Playwright objects that are taken off again together, so that a user's page is left as it was."""

from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import Parameter, Signature
from typing import Any, Protocol

_ONE_VALUE = Signature([Parameter("value", Parameter.POSITIONAL_ONLY)])


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
        listener = listening(handler)
        source.on(event, listener)
        self._rows.append((source, event, listener))

    def end(self) -> None:
        """Take all listeners off."""
        for source, event, listener in self._rows:
            source.remove_listener(event, listener)
        self._rows.clear()


def listening(handler: Callable[[Any], None]) -> Callable[[Any], None]:
    """A handler as Playwright's `on` takes it: a new function, because Playwright marks those that it is given.

    It tells its parameters itself: Playwright asks for them at every event, and working them out is a good part of what
    an event costs.
    """

    def listener(value: Any) -> None:
        handler(value)

    listener.__signature__ = _ONE_VALUE  # pyright: ignore[reportFunctionMemberAccess] - the way to tell (PEP 362)
    return listener
