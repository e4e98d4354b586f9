"""Finding the element that an action is for, and operating it: it and nothing else takes the press."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from webnavigator.browser.capture import element_from
from webnavigator.browser.foreign import foreign_paths
from webnavigator.browser.tab import Tab, World
from webnavigator.errors import BrowserError, ElementGoneError
from webnavigator.model.action import CROSSING, Locator
from webnavigator.model.page import Element

_LOCATE = "(wanted, press, stay) => __webnavigator.locate(wanted, press, stay)"
_PRESSED = "() => __webnavigator.pressed()"
_CHOOSE = "(option) => __webnavigator.choose(option)"
_FOCUS = "(text) => __webnavigator.focusField(text)"
_ORIGIN = "(path, scroll) => __webnavigator.frameOrigin(path, scroll)"
_COVER = "(path, x, y) => __webnavigator.coverAt(path, x, y)"


OUT_OF_WINDOW = "the edge of the window"
"""What ``press.js`` says covers an element that lies nowhere in the window; one may have no size for a moment."""


@dataclass(frozen=True, slots=True)
class Found:
    """An element on the page.

    Attributes:
        way: how it was found: ``xpath``, or a heal: ``role``, ``id``, ``test id``, ``text``, ``href``, ``place``.
        element: what it is now.
        x: where it can be pressed, CSS pixels from the left of the window.
        y: the same from the top.
        covered: what a press would hit instead, "" when it is free.
        world: the world that its frame is in when another process holds it; None for the page's own.
    """

    way: str
    element: Element
    x: float
    y: float
    covered: str = ""
    world: World | None = None


@dataclass(frozen=True, slots=True)
class Pressed:
    """How a press went.

    Attributes:
        missed: something else lay under the pointer by then; the press was stopped.
        kept: addresses, none of the web, that the page was kept from going to.
    """

    missed: bool
    kept: tuple[str, ...]


async def find(tab: Tab, wanted: Locator, *, press: bool = False, stay: bool = False) -> Found:
    """Find an element and bring it into view.

    Args:
        tab: the page.
        wanted: its locator as the map knows it.
        press: a press follows: until `pressed` is called, only this element takes one.
        stay: keep the page from going to what is no web address.

    Raises:
        ElementGoneError: it is not there, or several fit alike.
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    row: dict[str, Any] = await tab.evaluate(_LOCATE, asdict(wanted), press, stay)
    if "facts" in row:
        return _found(row)
    if CROSSING in wanted.xpath and (row["way"] == "foreign" or tab.page.main_frame.child_frames):
        found = await _find_foreign(tab, wanted, press=press)
        if found is not None:
            return found
    why = "stands several times" if row["way"] == "ambiguous" else "is not"
    raise ElementGoneError(f"“{wanted.label or wanted.xpath}” {why} on the page")


def _found(row: dict[str, Any], world: World | None = None, base: str = "", at: tuple[float, float] = (0, 0)) -> Found:
    element = element_from(row["facts"])
    if base:
        element = replace(element, locator=replace(element.locator, xpath=base + element.locator.xpath))
    return Found(row["way"], element, row["x"] + at[0], row["y"] + at[1], row["covered"], world)


async def _find_foreign(tab: Tab, wanted: Locator, *, press: bool) -> Found | None:
    """The element in a frame of another process: the one that its path names, else the only one where it is."""
    bases = await foreign_paths(tab)
    named = [base for _, base in bases if wanted.xpath.startswith(base)]
    base = max(named, key=len, default="")
    found: list[Found] = []
    for world, here in bases:
        if base and here != base:
            continue
        inner = replace(wanted, xpath=wanted.xpath[len(base) :] if base else "")
        row: dict[str, Any] = await tab.evaluate(_LOCATE, asdict(inner), press, False, world=world)
        if "facts" in row:
            found.append(await _placed(tab, _chain(bases, here), row, world))
    return found[0] if len(found) == 1 else None


def _chain(bases: list[tuple[World, str]], base: str) -> list[tuple[World | None, str]]:
    """The frames around a foreign frame, outermost first: the world that each stands in, and its path there."""
    around = sorted((pair for pair in bases if base.startswith(pair[1])), key=lambda pair: len(pair[1]))
    chain: list[tuple[World | None, str]] = []
    outer, outer_base = None, ""
    for world, here in around:
        chain.append((outer, here.removeprefix(outer_base).removesuffix(CROSSING)))
        outer, outer_base = world, here
    return chain


async def _placed(tab: Tab, chain: list[tuple[World | None, str]], row: dict[str, Any], world: World) -> Found:
    """The element with its place in the top window; its frames are scrolled into view first."""
    base = "".join(path + CROSSING for _, path in chain)
    for scroll in (True, False):
        origins = [await tab.evaluate(_ORIGIN, path, scroll, world=around) for around, path in chain]
    if not all(origins):
        raise ElementGoneError("its frame has gone")
    left, top = sum(x for x, _ in origins), sum(y for _, y in origins)
    found = _found(row, world, base, (left, top))
    around, path = chain[0]
    cover = found.covered or await tab.evaluate(_COVER, path, found.x, found.y, world=around)
    return replace(found, covered=cover)


async def pressed(tab: Tab, found: Found) -> Pressed:
    """How the press went that `find` prepared for; from now on the page takes presses as ever.

    Raises:
        UnresponsiveError: the page does not answer.
        PageCrashedError: the page is gone.
    """
    try:
        answer = await tab.evaluate(_PRESSED, world=found.world)
    except BrowserError:
        if found.world is None:
            raise
        return Pressed(missed=False, kept=())  # the frame has gone, as it may after a press
    return Pressed(answer["outcome"] == "missed", tuple(answer["kept"]))


async def choose(tab: Tab, found: Found, option: str) -> None:
    """Choose an option of a select element by its label or value; `input` and `change` are fired.

    Raises:
        ElementGoneError: there is no such option that can be chosen.
    """
    if not await tab.evaluate(_CHOOSE, option, world=found.world):
        raise ElementGoneError(f"“{found.element.label}” has no option “{option}”")


async def focus_field(tab: Tab, found: Found, text: str) -> dict[str, Any]:
    """Give a field the keyboard, with what is in it selected.

    Returns:
        ``way``: ``keys``: type now; ``set``: a date, colour or range that took `text` as its value.
        ``lines``: the field keeps line breaks.

    Raises:
        ElementGoneError: nothing can be typed into it.
    """
    answer: dict[str, Any] = await tab.evaluate(_FOCUS, text, world=found.world)
    if not answer["way"]:
        raise ElementGoneError(f"“{found.element.label}” cannot be typed into")
    return answer
