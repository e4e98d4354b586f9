"""Pages on many hosts: one browser a worker, started when it is wanted, replaced when it is gone."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from webnavigator.browser.distant.host import Reply
from webnavigator.browser.distant.pilot import DistantPilot, Host
from webnavigator.browser.login import LoginState
from webnavigator.errors import BrowserError, PageCrashedError

_CLOSE_S = 10.0


@dataclass(slots=True)
class DistantSession:
    """An async context manager round browsers elsewhere; asked like `BrowserSession`.

    Attributes:
        start_host: starts a host, somewhere.
        end_host: ends one, dead or alive.
        login: cookies and storage that fresh pages start with.
        learned: request keys that are known to read only; what one host learns, all are told.
        restarts: how often a host was started in place of one that went away.
    """

    start_host: Callable[[], Host]
    end_host: Callable[[Host], None]
    login: LoginState | None = None
    learned: set[str] = field(default_factory=set[str])
    restarts: int = 0
    _idle: list[Host] = field(default_factory=list[Host])
    _busy: list[Host] = field(default_factory=list[Host])
    _told: dict[int, set[str]] = field(default_factory=dict[int, set[str]])
    _newly_learned: list[str] = field(default_factory=list[str])

    @property
    def open_pages(self) -> int:
        """Pages that were not given back."""
        return len(self._busy)

    async def pilot(self) -> DistantPilot:
        """A fresh page on a host that has none.

        Raises:
            BrowserMissingError: no browser can be started there.
            PageCrashedError: two hosts in a row did not answer.
            UnresponsiveError: its browser hangs.
        """
        try:
            return await self._new_page()
        except PageCrashedError:
            return await self._new_page()

    async def _new_page(self) -> DistantPilot:
        host = self._idle.pop() if self._idle else self.start_host()
        try:
            reply = await host.ask("new_page", self.login, tuple(sorted(self.learned)))
        except BrowserError:
            self._drop(host)
            raise
        except asyncio.CancelledError:
            self._idle.append(host)
            raise
        if reply.error is not None:
            self._drop(host)
            raise reply.error
        self._told[id(host)] = set(self.learned)
        self._busy.append(host)
        return DistantPilot(host, self._learn, reply)

    async def discard(self, pilot: DistantPilot) -> None:
        """Close a page, dead or alive."""
        host = pilot.host
        if host in self._busy:
            self._busy.remove(host)
        reply = Reply()
        with suppress(BrowserError):
            reply = await host.ask("discard", pilot.number)
        if host.gone:
            self._drop(host)
        else:
            self._learn(host, reply.learned)
            self._idle.append(host)

    def take_learned(self) -> list[str]:
        """Request keys newly known to read only; they are told once."""
        learned, self._newly_learned = self._newly_learned, []
        return learned

    def _learn(self, host: Host, keys: Sequence[str]) -> tuple[str, ...]:
        """Take note of what a host has learnt; gives what it was not told yet."""
        told = self._told.setdefault(id(host), set())
        told.update(keys)
        fresh = [key for key in keys if key not in self.learned]
        self.learned.update(fresh)
        self._newly_learned += fresh
        untold = tuple(sorted(self.learned - told)) if len(told) < len(self.learned) else ()
        if not keys:  # the host is about to be told
            told.update(untold)
        return untold

    def _drop(self, host: Host) -> None:
        self.restarts += 1
        self._told.pop(id(host), None)
        self.end_host(host)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        hosts = [*self._idle, *self._busy]
        await asyncio.gather(*(self._close(host) for host in hosts))
        for host in hosts:
            self.end_host(host)

    async def _close(self, host: Host) -> None:
        with suppress(BrowserError, TimeoutError):
            async with asyncio.timeout(_CLOSE_S):
                await host.ask("close")
