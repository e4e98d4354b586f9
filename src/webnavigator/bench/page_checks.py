"""What must stand on pages after a WebArena task: the pages are opened, read and compared."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from webnavigator.bench.answers import holds, listed
from webnavigator.bench.named import NoShopError, ReadablePage, Shop, Surroundings, value_of_call
from webnavigator.bench.tasks import PageCheck
from webnavigator.bench.verdict import Judged, all_of
from webnavigator.errors import NavigationError

LAST = "last"
WHOLE_PAGE = "document.documentElement.outerHTML"
PATIENCE_S = 10.0
"""Single-page applications show late what was saved: a page gets this long, and is looked at now and then."""
_LOOKS = 5

Like = Callable[[str, Sequence[str]], Awaitable[Judged]]
"""Judges whether a text says what references say."""


class Page(ReadablePage, Protocol):
    """A page that can be sent elsewhere."""

    async def open(self, url: str) -> None:
        """Open another address.

        Raises:
            NavigationError: it cannot be opened.
        """
        ...


async def judge_pages(
    checks: Sequence[PageCheck], page: Page, shop: Shop | None, like: Like, patience_s: float = PATIENCE_S
) -> Judged:
    """Whether all checks hold, one after another on the same page; the first that does not ends it.

    ``last`` is the page as the check before left it, and an address is loaded anew even when it is open: what was only
    typed and never saved is gone.

    Args:
        checks: what must hold.
        page: the page at the end of the task.
        shop: what named functions of the shop ask; None: checks that need it cannot be judged.
        like: for contents that are compared by likeness.
        patience_s: how long a page may take to show what is asked for.
    """
    verdicts: list[Judged] = []
    for check in checks:
        verdicts.append(await _judge(check, Surroundings(page, shop), like, patience_s))
        if verdicts[-1].score == 0:
            break
    return all_of(verdicts)


async def _judge(check: PageCheck, around: Surroundings[Page], like: Like, patience_s: float) -> Judged:
    try:
        if check.url != LAST:
            await around.page.open(await value_of_call(check.url, around) or check.url)
        for expression in check.prep_actions:
            await around.page.value(expression)
        return await _compared(check, around, like, patience_s)
    except NoShopError:
        return Judged(None, f"needs the shop's interface, --shop-access: {check.url} {check.locator}"[:200])
    except NavigationError as error:
        return Judged(0, f"{check.url}: {error}")


async def _compared(check: PageCheck, around: Surroundings[Page], like: Like, patience_s: float) -> Judged:
    content = ""
    for look in range(_LOOKS + 1 if patience_s else 1):
        if look:
            await asyncio.sleep(patience_s / _LOOKS)
        content = await _content(check.locator, around)
        if "exact_match" not in check.required_contents and "must_include" not in check.required_contents:
            if content:
                return await like(content, listed(check.required_contents["fuzzy_match"]))
        elif holds(content, check.required_contents):
            return Judged(1)
    where = f"{check.locator or 'the page'} at {around.page.url}"
    return Judged(0, f"{where[:300]}: {content[:200]!r}")


async def _content(locator: str, around: Surroundings[Page]) -> str:
    if not locator.strip():
        return await around.page.value(WHOLE_PAGE)
    called = await value_of_call(locator, around)
    return await around.page.value(locator) if called is None else called
