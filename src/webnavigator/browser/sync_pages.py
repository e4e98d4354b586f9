"""Pages of Playwright's synchronous API, driven by our asynchronous code in Playwright's own event loop.

Both APIs wrap the same objects, and the synchronous one runs an event loop of its own below the caller: a page is
wrapped anew for the asynchronous API, and the work on it is a task of that loop. No thread and no second connection.
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from playwright.async_api import Page
from playwright.sync_api import Page as SyncPage

from webnavigator.errors import BadInputError

T = TypeVar("T")


def on_sync_page(page: SyncPage, work: Callable[[Page], Awaitable[T]]) -> T:
    """Do asynchronous work on a synchronous page, and wait for it.

    Args:
        page: a page of `playwright.sync_api`.
        work: gets the page as one of `playwright.async_api`.

    Raises:
        BadInputError: it is no such page.
    """
    inner: Any = page
    if not isinstance(cast("object", page), SyncPage) or not hasattr(inner, "_sync"):
        raise BadInputError(f"a page of playwright.sync_api is needed, not {type(page).__name__}")

    async def working() -> T:
        return await work(Page(inner._impl_obj))

    return inner._sync(working())
