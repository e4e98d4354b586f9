"""Is the site still there? A server that dies during a run must not use up the tasks that it left unanswered."""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from webnavigator.browser.anywhere import AnyPilot

Answer = Literal["there", "back", "gone"]

_ROUNDS = 5
"""Questions to a server that is silent, each after a pause twice as long as the one before."""


@dataclass(slots=True)
class Presence:
    """Asks the start page's server whether it answers; shared by all workers, of whom one asks at a time.

    Attributes:
        url: what is asked for: the start page.
        stop: ends all waiting when it is set.
        patience_s: how long a silent server is waited for before it is taken for gone.
    """

    url: str
    stop: asyncio.Event
    patience_s: float
    _gone: bool = False
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(self, pilot: AnyPilot) -> Answer:
        """Find out what a page without an answer means.

        Returns:
            ``there``: the server answers, so it is that page alone; ``back``: it was silent and answers again;
            ``gone``: it stayed silent, or the run is to stop.
        """
        async with self._asking:
            if not self._gone and await pilot.is_answered(self.url):
                return "there"
            self._gone = self._gone or not await self._comes_back(pilot)
            return "gone" if self._gone else "back"

    async def _comes_back(self, pilot: AnyPilot) -> bool:
        first_s = self.patience_s / (2**_ROUNDS - 1)
        for turn in range(_ROUNDS):
            if await self._stopped_within(first_s * 2**turn):
                return False
            if await pilot.is_answered(self.url):
                return True
        return False

    async def _stopped_within(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self.stop.wait()
        except TimeoutError:
            return False
        return True
