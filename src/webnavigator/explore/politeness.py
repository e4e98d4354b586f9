"""Manners towards the server: robots.txt, a least interval, and waiting out 429 and 503 with Retry-After."""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from protego import Protego

USER_AGENT = "webnavigator"
DEFAULT_RETRY_S = 5.0
LONGEST_RETRY_S = 120.0
"""A page that wants to be left alone for longer is taken for busy, and the rest of the site is gone on with."""

TRIES = 4
"""How often a page that answers 429 or 503 is asked for before that answer is taken for its state."""


def retry_after_s(header: str | None, now: datetime | None = None) -> float:
    """Seconds to wait for a Retry-After header, given as seconds or as an HTTP date.

    >>> retry_after_s("7")
    7.0

    Args:
        header: its value; None when the response has none: `DEFAULT_RETRY_S`.
        now: the present, for dates; None: the clock.

    Returns:
        0 or more; nobody waits for longer than `LONGEST_RETRY_S`.
    """
    if header is None:
        return DEFAULT_RETRY_S
    if header.strip().isdigit():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return DEFAULT_RETRY_S
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    seconds = (until - (now or datetime.now(UTC))).total_seconds()
    # The header counts whole seconds: one more, so as not to come back within the last one.
    return max(seconds + 1.0, 0.0)


@dataclass(slots=True)
class Politeness:
    """One host's rules, shared by all workers."""

    min_interval_s: float = 0.0
    _robots: Protego | None = None
    _free_at: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def read_robots(self, text: str) -> None:
        """Take over the rules of a robots.txt."""
        self._robots = Protego.parse(text)
        delay = self._robots.crawl_delay(USER_AGENT)
        if delay:
            self.min_interval_s = max(self.min_interval_s, min(float(delay), 10.0))

    def allows(self, url: str) -> bool:
        """robots.txt lets us read this address; True where there is none."""
        return self._robots is None or self._robots.can_fetch(url, USER_AGENT)

    def pause(self, seconds: float) -> None:
        """Let nobody open a page for this long."""
        self._free_at = max(self._free_at, time.monotonic() + seconds)

    async def turn(self) -> None:
        """Wait until a page may be opened."""
        async with self._lock:
            await asyncio.sleep(max(0.0, self._free_at - time.monotonic()))
            self._free_at = time.monotonic() + self.min_interval_s


def robots_url(start_url: str) -> str:
    """Where the robots.txt for an address is."""
    parts = urlsplit(start_url)
    return f"{parts.scheme}://{parts.netloc}/robots.txt"
