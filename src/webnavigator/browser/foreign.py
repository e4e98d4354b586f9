"""Frames that other processes hold (site isolation): each has a CDP session and a world of its own."""

from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.tab import Tab, World
from webnavigator.model.action import CROSSING

_PATH = "function() { return globalThis.__webnavigator.pathOf(this) }"


async def foreign_paths(tab: Tab) -> list[tuple[World, str]]:
    """Worlds of the page's foreign frames, each with the composite path of its frame element and `CROSSING`.

    A parent comes before its children. Frames that cannot be placed, since they are leaving, are left out.
    """
    found: dict[World, str] = {tab.top: ""}
    async with tab.within(tab.settings.action_timeout_s, "reach frames"):
        for frame in tab.page.frames:
            world = await tab.world_of(frame) if frame.parent_frame else None
            if world is None:
                continue
            holders = [*reversed(found)]
            for holder in holders:
                path = await _owner_path(holder, world.frame_id)
                if path is not None:
                    found[world] = found[holder] + path + CROSSING
                    break
    del found[tab.top]
    return list(found.items())


async def _owner_path(holder: World, frame_id: str) -> str | None:
    """Path of the element that shows the frame, within the holder's documents; None when it is not there."""
    try:
        await holder.send("DOM.enable")
        owner = await holder.send("DOM.getFrameOwner", frameId=frame_id)
        node = await holder.send(
            "DOM.resolveNode", backendNodeId=owner["backendNodeId"], executionContextId=holder.context
        )
        object_id = node["object"]["objectId"]
        answer = await holder.send(
            "Runtime.callFunctionOn", objectId=object_id, functionDeclaration=_PATH, returnByValue=True
        )
    except PlaywrightError:
        return None
    return answer["result"].get("value")
