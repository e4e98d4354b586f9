"""JavaScript expressions of the user's, evaluated in the page's own world."""

import asyncio
from collections.abc import Sequence
from typing import Any

from webnavigator.browser.tab import Tab

_TEST = "(() => {{ try {{ return !!({}\n) }} catch {{ return false }} }})()"


async def holding(tab: Tab, expressions: Sequence[str], timeout_s: float) -> list[int]:
    """Positions of the expressions that are true on the page.

    One that throws, is no JavaScript or does not end is not true. They go past Playwright, whose own script in the
    page's world fails where a page has replaced what it relies on.

    Args:
        tab: the page.
        expressions: the user's, as they stand: nothing of a page may be put into them.
        timeout_s: deadline in seconds for all together.

    Raises:
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    if not expressions:
        return []
    tests = [_TEST.format(text) for text in expressions]
    async with tab.within(timeout_s * 2, "evaluate checks"):
        together: Sequence[Any] | None = await _evaluate(tab, f"[{','.join(tests)}]", timeout_s)
        if together is None:  # one of them is no JavaScript: each by itself
            together = await asyncio.gather(*(_evaluate(tab, test, timeout_s / len(tests)) for test in tests))
    return [at for at, true in enumerate(together) if true is True]


async def value_of(tab: Tab, expression: str, timeout_s: float) -> str:
    """What an expression of the user's gives on the page, as text; "" when it throws or is no JavaScript.

    Args:
        tab: the page.
        expression: as it stands: nothing of a page may be put into it.
        timeout_s: deadline in seconds.

    Raises:
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    async with tab.within(timeout_s * 2, "evaluate a check"):
        value = await _evaluate(tab, expression, timeout_s)
    return "" if value is None else str(value)


async def _evaluate(tab: Tab, expression: str, timeout_s: float) -> Any:
    answer = await tab.top.send(
        "Runtime.evaluate", expression=expression, returnByValue=True, timeout=int(timeout_s * 1000)
    )
    return None if "exceptionDetails" in answer else answer["result"].get("value")
