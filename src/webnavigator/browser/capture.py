"""A page becomes an `Observation`: one script for each process that holds a part of it, results joined."""

import asyncio
import json
from typing import Any

from webnavigator.browser.foreign import foreign_paths
from webnavigator.browser.listeners import MAX_LISTENERS, find_listeners
from webnavigator.browser.tab import Tab, World
from webnavigator.errors import BrowserError
from webnavigator.model.action import CROSSING, Locator
from webnavigator.model.page import Box, Element, FormInfo, Observation, Region

_CAPTURE = "(base) => __webnavigator.capture(base)"


async def capture(tab: Tab, *, status: int | None = None, timeout_s: float = 10) -> Observation:
    """All that one look at a page gives: structure, controls, text, accessibility tree.

    Frames and shadow roots are part of it; keys of what lies in them begin with the path of the frame element
    or shadow host.

    Args:
        tab: the page, settled.
        status: HTTP status of the document, None when it is not known.
        timeout_s: deadline for the whole look.

    Raises:
        UnresponsiveError: the page did not answer in time.
        PageCrashedError: the page or the browser went away.
    """
    data = await _look(tab, tab.top, "", timeout_s)
    if data["foreign"]:
        await _join_foreign(tab, data, timeout_s)
    return _observation(data, status)


async def _look(tab: Tab, world: World, base: str, timeout_s: float) -> dict[str, Any]:
    listeners = await find_listeners(tab, world, timeout_s)
    async with tab.within(timeout_s, "look at it"):
        _, text, _ = await asyncio.gather(  # in this order, none waiting for the one before
            listeners.tell(),
            tab.evaluate_text(_CAPTURE, base, world=world, timeout_s=timeout_s),
            listeners.release(),
        )
    data: dict[str, Any] = json.loads(text)
    data["structure"] = data["structure"].split("\n") if data["structure"] else []
    if not listeners.complete:
        data["blind"].append(f"more than {MAX_LISTENERS} elements with listeners: some known by their cursor only")
    return data


async def _join_foreign(tab: Tab, data: dict[str, Any], timeout_s: float) -> None:
    """Add what lies in frames of other processes; a frame that cannot be seen into is noted as blind."""
    worlds = {base: world for world, base in await foreign_paths(tab)}
    waiting = list(data["foreign"])
    while waiting:
        found = [worlds.get(row["x"] + CROSSING) for row in waiting]
        looks = await asyncio.gather(
            *(_foreign_look(tab, world, row, timeout_s) for row, world in zip(waiting, found, strict=True))
        )
        level, waiting = waiting, []
        for row, part in zip(level, looks, strict=True):
            if part is None:
                data["blind"].append(f"frame {row['u'] or row['x']} cannot be seen into")
            else:
                _merge(data, part, row)
                waiting += part["foreign"]


async def _foreign_look(tab: Tab, world: World | None, row: dict[str, Any], timeout_s: float) -> dict[str, Any] | None:
    if world is None:
        return None
    try:
        return await _look(tab, world, row["x"] + CROSSING, timeout_s)
    except BrowserError:
        return None  # becomes an entry in `blind`


def _merge(data: dict[str, Any], part: dict[str, Any], row: dict[str, Any]) -> None:
    left, top = row["left"], row["top"]
    for element in part["elements"]:
        if "b" in element:
            x, y, width, height = element["b"]
            element["b"] = [x + left, y + top, width, height]
    first = data["tree"].count("\n") + 2  # a line for the frame comes before its own
    for element in part["elements"]:
        if "p" in element:
            element["p"] += first
    for inner in part["foreign"]:
        inner["left"] += left
        inner["top"] += top
    at = next(i for i, element in enumerate(data["elements"]) if element.get("foreign") == row["x"])
    data["elements"][at : at + 1] = part["elements"]
    for name in ("structure", "headings", "regions", "blind"):
        data[name] += part[name]
    data["states"] |= part["states"]
    data["tree"] += f"\nframe {json.dumps(row['u'])}\n{part['tree']}"


def _observation(data: dict[str, Any], status: int | None) -> Observation:
    return Observation(
        url=data["url"],
        title=data["title"],
        language=data["language"],
        structure=tuple(sorted(set(data["structure"]))),
        states=data["states"],
        elements=tuple(element_from(row) for row in data["elements"] if "foreign" not in row),
        headings=tuple(data["headings"]),
        regions=tuple(Region(row["l"], row["h"], row["t"]) for row in data["regions"]),
        status=status,
        content_type=data["type"],
        tree=data["tree"],
        lines=tuple(row["p"] for row in data["elements"] if "foreign" not in row),
        blind=tuple(dict.fromkeys(data["blind"])),
        height_px=data["height"],
    )


def element_from(row: dict[str, Any]) -> Element:
    """An element from a record of the script library."""
    form = row["f"]
    return Element(
        locator=Locator(row["x"], row["r"], row["n"], row["i"], row["d"], row["t"], row["h"]),
        tag=row["g"],
        input_type=row["k"],
        landmark=row["l"],
        box=Box(*row["b"]),
        states=frozenset(row["s"]),
        listens=bool(row["e"]),
        hovers=bool(row.get("u")),
        form=FormInfo(form["m"], form["a"], form["s"], form["p"], form["o"]) if form else None,
        attributes=row["a"],
        options=tuple(row["o"]),
        value=row["v"],
        context=row["c"],
    )
