"""Mouse and keyboard on an element that was found: what each action of the vocabulary does to it."""

import asyncio
from collections.abc import Awaitable
from typing import Any

from webnavigator.browser.aim import Found, choose, focus_field, pressed
from webnavigator.browser.tab import Tab
from webnavigator.errors import BrowserError
from webnavigator.model.action import Click, ElementAction, Hover, Select, Type

_LONGEST_TYPED = 200
"""Longer texts, and such with line breaks, are put in at once: Enter and Tab keys would do more than write."""


async def operate(tab: Tab, action: ElementAction, found: Found) -> tuple[bool, tuple[str, ...]]:
    """Do what the action says to the element.

    Returns:
        Whether the element took it: False when it had moved away from under the pointer, and nothing was pressed.
        Addresses, none of the web, that the page was kept from going to.

    Raises:
        ElementGoneError: it cannot be typed into, or has no such option.
        UnresponsiveError: the page froze.
        PageCrashedError: the page is gone.
    """
    match action:
        case Click():
            return await _click(tab, found)
        case Hover():
            await take_input(tab, tab.page.mouse.move(found.x, found.y))
        case Select():
            await choose(tab, found, action.option)
        case Type():
            await _type(tab, action, found)
    return True, ()


async def take_input(tab: Tab, call: Awaitable[None]) -> None:
    """Wait until the page has taken an input, for twice `action_timeout_s` at most.

    Raises:
        UnresponsiveError: the page froze.
        PageCrashedError: the page is gone.
    """
    async with tab.within(tab.settings.action_timeout_s * 2, "take an input"):
        await call


async def _click(tab: Tab, found: Found) -> tuple[bool, tuple[str, ...]]:
    try:
        await take_input(tab, _press(tab, found.x, found.y))
        if tab.page.is_closed():
            return True, ()
        outcome = await pressed(tab, found)
    except BrowserError:
        if tab.page.is_closed():
            return True, ()  # a press that closes its window has been taken
        raise
    return not outcome.missed, outcome.kept


async def _press(tab: Tab, x: float, y: float) -> None:
    """Move there, press and release, sent together: a page takes a move by itself only when it paints the next time."""
    await asyncio.gather(
        _mouse(tab, "mouseMoved", x, y),
        _mouse(tab, "mousePressed", x, y, button="left", buttons=1, clickCount=1),
        _mouse(tab, "mouseReleased", x, y, button="left", clickCount=1),
    )


async def _mouse(tab: Tab, kind: str, x: float, y: float, **more: Any) -> None:
    await tab.top.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)


async def _type(tab: Tab, action: Type, found: Found) -> None:
    keyboard = tab.page.keyboard
    field = await focus_field(tab, found, action.text)
    text = action.text if field.get("lines") else " ".join(action.text.splitlines())
    if field["way"] == "keys":
        if not text:
            await take_input(tab, keyboard.press("Delete"))
        elif len(text) > _LONGEST_TYPED or "\n" in text or "\t" in text:
            await take_input(tab, keyboard.insert_text(text))
        else:
            await take_input(tab, keyboard.type(text))
    if action.submit:
        await take_input(tab, keyboard.press("Enter"))
