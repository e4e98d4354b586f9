"""Whose request is it? From the frame that a request comes from to the page that the guard watches."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from webnavigator.browser.watch import Watch

_LONGEST_CHAIN = 20
_TREE_S = 1.0
"""A page that does not tell its frames in this time is frozen, and asks for nothing."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Where a request comes from.

    Attributes:
        watch: the page, or the page that opened the window; None when nobody watches either.
        top: it comes from a window's top frame, or may do so.
        opened: it comes from a window that nobody watches yet.
        unborn: that window has never shown a page.
    """

    watch: Watch | None
    top: bool
    opened: bool = False
    unborn: bool = False


async def owner_of(session: CDPSession, watches: Sequence[Watch], frame_id: str) -> Owner:
    """The page that a request belongs to.

    Args:
        session: of the browser.
        watches: the pages that are watched.
        frame_id: CDP's name of the frame or worker that asks; "" for none.
    """
    for watch in watches:
        if watch.main_frame_id == frame_id:
            return Owner(watch, top=True)
    for watch in watches:
        if frame_id in watch.frames:
            return Owner(watch, top=False)
    target = await _target(session, frame_id) if frame_id else None
    if target is None:
        return await _by_trees(watches, frame_id) or Owner(None, top=bool(frame_id))
    if target["type"] == "page":
        opener = await _opener(session, watches, target)
        return Owner(opener or _of_profile(watches, target), top=True, opened=True, unborn=not target["url"])
    return await _by_trees(watches, frame_id) or Owner(_of_profile(watches, target), top=False)


async def profile_of(session: CDPSession, target_id: str) -> str:
    """CDP's name for the browser context that a page belongs to; "" when the page is gone."""
    return ((await _target(session, target_id)) or {}).get("browserContextId", "")


async def _target(session: CDPSession, target_id: str) -> dict[str, Any] | None:
    try:
        answer = cast("dict[str, Any]", await session.send("Target.getTargetInfo", {"targetId": target_id}))
    except PlaywrightError:
        return None  # a frame of its page's own process is no target
    return answer["targetInfo"]


async def _opener(session: CDPSession, watches: Sequence[Watch], target: dict[str, Any]) -> Watch | None:
    """The watched page at the other end of a chain of windows that opened one another."""
    by_frame = {watch.main_frame_id: watch for watch in watches}
    for _ in range(_LONGEST_CHAIN):
        opener_id = target.get("openerId", "")
        if opener_id in by_frame:
            return by_frame[opener_id]
        found = await _target(session, opener_id) if opener_id else None
        if found is None:
            return None
        target = found
    return None


def _of_profile(watches: Sequence[Watch], target: dict[str, Any]) -> Watch | None:
    profile_id = target.get("browserContextId", "")
    return next((watch for watch in watches if profile_id and watch.profile_id == profile_id), None)


async def _by_trees(watches: Sequence[Watch], frame_id: str) -> Owner | None:
    await asyncio.gather(*(learn_frames(watch) for watch in watches))
    return next((Owner(watch, top=False) for watch in watches if frame_id in watch.frames), None)


async def learn_frames(watch: Watch) -> None:
    """Ask a page for its frames; one that does not answer keeps those that are known."""
    try:
        async with asyncio.timeout(_TREE_S):
            answer = await watch.tab.top.send("Page.getFrameTree")
    except (PlaywrightError, TimeoutError):
        return
    watch.frames |= _frame_ids(answer["frameTree"]) - {watch.main_frame_id}


def _frame_ids(tree: dict[str, Any]) -> set[str]:
    return {tree["frame"]["id"]}.union(*(_frame_ids(child) for child in tree.get("childFrames", ())))
