"""Which elements a page's scripts listen on: known to the browser alone, and told to our script library."""

import asyncio
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.closed_roots import open_closed_roots
from webnavigator.browser.tab import GROUP, Tab, World

_OPERATED_BY = frozenset({"click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"})
_POINTED_AT = frozenset({"mouseenter", "mouseover", "pointerenter", "pointerover"})
MAX_LISTENERS = 400
"""Elements looked up in one go; a page with more has them found by what they look like (the cursor)."""

MAX_ROOTS = 60
"""Documents and shadow roots asked for listeners in one go."""

_MARK = "function(presses, ...elements) { globalThis.__webnavigator.listen(presses, ...elements) }"
_Listening = tuple[bool, int]
"""Whether it listens for the pointer to come, and not for presses; the element's number in the browser."""

_known: WeakKeyDictionary[World, tuple[int | None, set[_Listening]]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Listeners:
    """Elements with a listener for presses or for the pointer that the library in a world was not told of yet.

    Attributes:
        world: the world.
        object_ids: CDP's handles there, of those with a listener for presses.
        pointed_at: of those with one for the pointer.
        complete: none were left out: at most `MAX_LISTENERS` new ones, and at most `MAX_ROOTS` roots.
    """

    world: World
    object_ids: tuple[str, ...]
    pointed_at: tuple[str, ...]
    complete: bool

    async def tell(self) -> None:
        """Tell the library; commands sent after this one find it told."""
        if self.object_ids or self.pointed_at:
            handles = [{"objectId": object_id} for object_id in (*self.object_ids, *self.pointed_at)]
            await self.world.send(
                "Runtime.callFunctionOn",
                functionDeclaration=_MARK,
                executionContextId=self.world.context,
                arguments=[{"value": len(self.object_ids)}, *handles],
            )

    async def release(self) -> None:
        """Let go of the handles."""
        await self.world.send("Runtime.releaseObjectGroup", objectGroup=GROUP)


async def find_listeners(tab: Tab, world: World, timeout_s: float) -> Listeners:
    """Find the elements with a listener for presses or for the pointer that the library in a world does not know of.

    Each document and shadow root is asked by itself, through its object in the page's own world, whose
    listeners alone are given. The protocol's ``pierce`` option would spare that, but Chromium 156 crashes
    soon after it.

    Args:
        tab: the page.
        world: one of its worlds.
        timeout_s: deadline in seconds.
    """
    before = world.context
    async with tab.within(timeout_s, "find listeners"):
        count, known = await asyncio.gather(open_closed_roots(tab, world, timeout_s), _in_document(world))
        first = 0 if known is None or world.context != before else 1
        asked = await asyncio.gather(*(_listening(tab, world, i) for i in range(first, min(count, MAX_ROOTS))))
        listening = (known if first and known else set[_Listening]()).union(*asked)
        context, seen = _known.get(world, (None, set[_Listening]()))
        seen = seen if context == world.context else set[_Listening]()
        fresh = sorted(listening - seen)  # those for presses first
        told = fresh[:MAX_LISTENERS]
        _known[world] = (world.context, seen | set(told))
        found = await asyncio.gather(*(_resolve(world, backend_id) for _, backend_id in told))
    handles: dict[bool, list[str]] = {False: [], True: []}
    for handle, (pointed, _) in zip(found, told, strict=True):
        handles[pointed] += [handle] if handle else []
    presses = sum(not pointed for pointed, _ in fresh)
    complete = presses <= MAX_LISTENERS and count <= MAX_ROOTS
    return Listeners(world, tuple(handles[False]), tuple(handles[True]), complete)


async def _in_document(world: World) -> set[_Listening] | None:
    """Listening elements of a session's own document; None when the world is of another, or between two documents."""
    if not world.is_root:
        return None
    try:
        found = await world.send("Runtime.evaluate", expression="document", objectGroup=GROUP)
        return await _listening_below(world, found["result"]["objectId"])
    except (PlaywrightError, KeyError):
        return None


async def _listening(tab: Tab, world: World, index: int) -> set[_Listening]:
    root = await tab.handle("(i) => __webnavigator.root(i)", index, world=world)
    if root is None:
        return set[_Listening]()
    described = await world.send("DOM.describeNode", objectId=root, depth=0)
    backend_id = described["node"]["backendNodeId"]
    page_root = await world.send("DOM.resolveNode", backendNodeId=backend_id, objectGroup=GROUP)
    return await _listening_below(world, page_root["object"]["objectId"])


async def _listening_below(world: World, object_id: str) -> set[_Listening]:
    answer = await world.send("DOMDebugger.getEventListeners", objectId=object_id, depth=-1)
    rows: list[dict[str, Any]] = [row for row in answer["listeners"] if "backendNodeId" in row]
    presses = {(False, int(row["backendNodeId"])) for row in rows if row["type"] in _OPERATED_BY}
    return presses | {(True, int(row["backendNodeId"])) for row in rows if row["type"] in _POINTED_AT}


async def _resolve(world: World, backend_id: int) -> str | None:
    """The element as an object of our world; None when it is gone, or lies in another document's context."""
    try:
        node = await world.send(
            "DOM.resolveNode", backendNodeId=backend_id, executionContextId=world.context, objectGroup=GROUP
        )
    except PlaywrightError:
        return None
    return node["object"].get("objectId")
