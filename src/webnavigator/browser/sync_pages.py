"""Pages of Playwright's synchronous API, driven by our asynchronous code in Playwright's own event loop.

Both APIs wrap the same objects, and the synchronous one runs an event loop of its own below the caller: a page is
wrapped anew for the asynchronous API, and the work on it is a task of that loop. No thread and no second connection.

Playwright keeps the wrapper of an object on the object, whichever API made it. Without more, a context that its owner
has made would reach us as a synchronous one, whose calls block the loop that they wait for, and frames that we
saw first would reach the owner as asynchronous ones. So the wrappers of such objects are kept apart, for both.
"""

import importlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from playwright._impl._impl_to_api_mapping import ImplToApiMapping
from playwright.async_api import Page
from playwright.sync_api import Page as SyncPage

from webnavigator.errors import BadInputError

T = TypeVar("T")
_OURS = "_webnavigator_async_wrapper"


class _Apart(ImplToApiMapping):
    """Playwright's mapping for the asynchronous API, which leaves wrappers of the synchronous one alone."""

    def from_maybe_impl(self, obj: Any, visited: Any = None) -> Any:
        """The wrapper of an object; lists and dictionaries come back here for what is in them."""
        classes: dict[Any, Any] = self._mapping
        kind = classes.get(getattr(obj, "_api_impl_class", cast("object", type(obj))))
        if kind is None or getattr(obj, "_dispatcher_fiber", None) is None:
            return super().from_maybe_impl(obj, visited)
        if not hasattr(obj, _OURS):
            setattr(obj, _OURS, kind(obj))
        return getattr(obj, _OURS)


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
    wrappers: Any = importlib.import_module("playwright.async_api._generated").mapping
    wrappers.__class__ = _Apart

    async def working() -> T:
        return await work(wrappers.from_impl(inner._impl_obj))

    return inner._sync(working())
