"""Running a coroutine from a command so that Ctrl-C and SIGTERM end it in order."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from webnavigator.cli.output import note

T = TypeVar("T")


class Terminated(BaseException):
    """SIGTERM ended the run, which has put its things in order."""


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end; Ctrl-C and SIGTERM cancel it.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed.
        Terminated: SIGTERM came.
    """
    return asyncio.run(_with_signals(coroutine, stop=None))


def run_stoppable(start: Callable[[asyncio.Event], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine that ends in order, with its result, when an event is set.

    Ctrl-C or SIGTERM sets the event; the second one cancels.

    Args:
        start: makes the coroutine; takes the event.

    Raises:
        KeyboardInterrupt: it was cancelled by Ctrl-C.
        Terminated: it was cancelled by SIGTERM.
    """

    async def started() -> T:
        stop = asyncio.Event()
        return await _with_signals(start(stop), stop)

    return asyncio.run(started())


async def _with_signals(coroutine: Coroutine[Any, Any, T], stop: asyncio.Event | None) -> T:
    task = asyncio.ensure_future(coroutine)
    came: list[signal.Signals] = []

    def on_signal(number: signal.Signals) -> None:
        came.append(number)
        if stop is None or stop.is_set():
            task.cancel()
        else:
            note("stopping after what is under way; once more to stop at once")
            stop.set()

    if sys.platform != "win32":  # there, Ctrl-C cancels the whole run, as asyncio has it
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, on_signal, number)
    try:
        return await task
    except asyncio.CancelledError:
        if came:
            raise (KeyboardInterrupt if came[-1] == signal.SIGINT else Terminated) from None
        raise
