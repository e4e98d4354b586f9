"""Closed shadow roots: the browser's tools know them, and hand them to our script library alone."""

import asyncio

from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.tab import GROUP, Tab, World

MAX_HOSTS = 200
"""Elements examined in one go."""

_ROOTS = "() => __webnavigator.roots()"
_ADOPT = "function() { globalThis.__webnavigator.adopt(this) }"


async def open_closed_roots(tab: Tab, world: World, timeout_s: float) -> int:
    """Make closed shadow roots walkable for the library in a world; for the page they stay closed.

    A host is found when it is a custom element that shows something and holds nothing of its own.

    Args:
        tab: the page.
        world: one of its worlds.
        timeout_s: deadline in seconds.

    Returns:
        How many documents and shadow roots the world has, closed ones included; ``__webnavigator.root(i)``
        gives them.
    """
    found = await tab.evaluate(_ROOTS, world=world, timeout_s=timeout_s)
    while found["hosts"]:
        async with tab.within(timeout_s, "look into shadow roots"):
            hosts = range(min(found["hosts"], MAX_HOSTS))
            opened = await asyncio.gather(*(_open(tab, world, index) for index in hosts))
        if not any(opened):
            break
        found = await tab.evaluate(_ROOTS, world=world, timeout_s=timeout_s)
    return found["roots"]


async def _open(tab: Tab, world: World, index: int) -> bool:
    host = await tab.handle("(i) => __webnavigator.host(i)", index, world=world)
    if host is None:
        return False
    try:
        node = (await world.send("DOM.describeNode", objectId=host, depth=0))["node"]
        closed = [root for root in node.get("shadowRoots", []) if root["shadowRootType"] == "closed"]
        for root in closed:
            found = await world.send(
                "DOM.resolveNode",
                backendNodeId=root["backendNodeId"],
                executionContextId=world.context,
                objectGroup=GROUP,
            )
            await world.send(
                "Runtime.callFunctionOn",
                objectId=found["object"]["objectId"],
                functionDeclaration=_ADOPT,
            )
    except PlaywrightError:
        return False  # the element has left the page
    return bool(closed)
