"""Playwright's errors become ours, here and nowhere else."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from webnavigator.errors import BrowserError, PageCrashedError, UnresponsiveError

_GONE = ("crashed", "closed", "disconnected", "detached", "not attached", "connection")


def translate(error: PlaywrightError, url: str = "") -> BrowserError:
    """The error of ours that says the same.

    Args:
        error: what Playwright raised.
        url: address of the page, for the message.
    """
    words = str(error).strip().split("\n")[0]
    where = f" ({url})" if url else ""
    if isinstance(error, PlaywrightTimeoutError):
        return UnresponsiveError(f"the page did not answer in time{where}: {words}")
    if any(part in words.lower() for part in _GONE):
        return PageCrashedError(f"the page went away{where}: {words}")
    return BrowserError(f"the browser refused{where}: {words}")


@asynccontextmanager
async def deadline(seconds: float, doing: str, url: str = "") -> AsyncGenerator[asyncio.Timeout]:
    """Bound what is done with a browser, and translate what it raises.

    Args:
        seconds: the bound.
        doing: what is done, in words, for the message.
        url: address of the page, for the message.

    Raises:
        UnresponsiveError: the time is over.
        PageCrashedError: the page or the browser went away.
        BrowserError: anything else that the browser refused.
    """
    try:
        async with asyncio.timeout(seconds) as bound:
            yield bound
    except TimeoutError:
        raise UnresponsiveError(f"{url or 'the page'} did not answer in {seconds:g} s: {doing}") from None
    except PlaywrightError as error:
        raise translate(error, url) from None
