"""Frames of other sites: each has a world of its own, in the page's process or (site isolation) in another.

Frames of the page's own site need none: scripts in the top document reach into them.
"""

from typing import Any

from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.tab import GROUP, Tab, World
from webnavigator.model.action import CROSSING

_PATH = "function() { return this.ownerDocument === document ? globalThis.__webnavigator.pathOf(this) : null }"
_ENTER = "() => null"
MAX_FRAMES = 60
"""Frames placed in one look; pages with more are full of advertisements."""


async def foreign_paths(tab: Tab) -> list[tuple[World, str]]:
    """Worlds of the page's frames, each with the composite path of its frame element and `CROSSING`.

    A parent comes before its children. Frames that cannot be placed, since they are leaving, are left out.
    """
    found: dict[World, str] = {tab.top: ""}
    async with tab.within(tab.settings.action_timeout_s * 2, "reach frames"):
        await _place_children(tab, tab.top, found)
        for frame in tab.page.frames[: MAX_FRAMES + 1]:
            world = await tab.world_of(frame) if frame.parent_frame else None
            if world is not None and await _place(tab, world, found):
                await _place_children(tab, world, found)
    del found[tab.top]
    return list(found.items())


async def _place_children(tab: Tab, root: World, found: dict[World, str]) -> None:
    """Place the frames below `root` that its own process holds."""
    tree: dict[str, Any] = (await root.send("Page.getFrameTree"))["frameTree"]
    waiting = list(tree.get("childFrames", []))
    while waiting and len(found) <= MAX_FRAMES:
        child = waiting.pop(0)
        world = tab.world_in(root.cdp, child["frame"]["id"])
        if await _place(tab, world, found):
            waiting += child.get("childFrames", [])


async def _place(tab: Tab, world: World, found: dict[World, str]) -> bool:
    for holder in [*reversed(found)]:
        path = await _owner_path(tab, holder, world.frame_id)
        if path is not None:
            found[world] = found[holder] + path + CROSSING
            return True
    return False


async def _owner_path(tab: Tab, holder: World, frame_id: str) -> str | None:
    """Path of the element that shows the frame, when it stands in the holder's own document."""
    try:
        await tab.evaluate(_ENTER, world=holder)
        await holder.send("DOM.enable")
        owner = await holder.send("DOM.getFrameOwner", frameId=frame_id)
        node = await holder.send(
            "DOM.resolveNode",
            backendNodeId=owner["backendNodeId"],
            executionContextId=holder.context,
            objectGroup=GROUP,
        )
        object_id = node["object"]["objectId"]
        answer = await holder.send(
            "Runtime.callFunctionOn", objectId=object_id, functionDeclaration=_PATH, returnByValue=True
        )
    except PlaywrightError:
        return None
    return answer["result"].get("value")
