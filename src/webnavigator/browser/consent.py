"""Answering walls that ask for consent before a page is looked at: refused, else taken out of the way."""

from dataclasses import replace
from typing import Any

from webnavigator.browser.tab import Tab
from webnavigator.model.action import Locator
from webnavigator.model.consent import Answer, Box, Button, answer_to, greeting

_WALLS = "() => __webnavigator.walls()"
_TAKE_AWAY = "(path) => __webnavigator.takeAway(path)"


async def find_wall(tab: Tab, *, press: bool, greetings: bool) -> Answer | None:
    """The wall that a page shows now, and how to answer it; None when there is none.

    Args:
        tab: the page.
        press: False: walls are hidden, and nothing is pressed.
        greetings: nothing was done on the page yet: what it puts before itself was not asked for.

    Raises:
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    rows: list[dict[str, Any]] = await tab.evaluate(_WALLS)
    boxes = [_box(row) for row in rows]
    answer = next(filter(None, map(answer_to, boxes)), None)
    if answer is None and greetings:
        answer = next(filter(None, map(greeting, boxes)), None)
    return answer if answer is None or press else replace(answer, refuse=None)


async def take_away(tab: Tab, answer: Answer) -> bool:
    """Hide a wall and the shade that it puts over the page; False when it has gone already.

    Raises:
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    return bool(await tab.evaluate(_TAKE_AWAY, answer.box.xpath))


def locator_of(button: Button) -> Locator:
    """Where what refuses is found."""
    return Locator(button.xpath, role=button.role, name=button.label if button.role else "", href=button.href)


def _box(row: dict[str, Any]) -> Box:
    buttons = tuple(Button(b["x"], b["n"], b["r"] or "", b["h"] or "", b["p"]) for b in row["b"])
    return Box(row["x"], row["t"], row["w"], row["f"], buttons, row["c"], row["i"])
