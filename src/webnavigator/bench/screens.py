"""The screenshots of a try, and what was done, as a judge is shown them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webnavigator.agents.trajectory import read_rows
from webnavigator.bench.task_runs import Finished
from webnavigator.errors import StoreError
from webnavigator.llm.base import Picture


@dataclass(frozen=True, slots=True)
class Shown:
    """One step of a try.

    Attributes:
        said: what was done, in words.
        screen: file of the screenshot before it, None when there is none.
    """

    said: str
    screen: Path | None


def steps_of(folder: Path) -> list[Shown]:
    """The steps of a record, in order; empty when there is none."""
    try:
        rows = read_rows(folder)
    except StoreError:
        return []
    return [_shown(row, folder) for row in rows if row.get("kind") == "step"]


def _shown(row: dict[str, Any], folder: Path) -> Shown:
    screen = row.get("screenshot") or ""
    effect = row.get("error") or row.get("effect") or ""
    said = f"{row.get('said', '')}{f' → {effect}' if effect else ''}"
    return Shown(said[:400], folder / screen if screen else None)


async def last_screens(finished: Finished, most: int) -> tuple[Picture, ...]:
    """The last screenshots of a try, the page at its end among them, oldest first.

    Args:
        finished: the try.
        most: how many at most.
    """
    final = await finished.page.picture()
    earlier = [step.screen for step in steps_of(finished.folder) if step.screen is not None]
    pictures = [Picture(path.read_bytes()) for path in earlier[-most:]]
    if final is not None and (not pictures or pictures[-1].data != final):
        pictures.append(Picture(final))
    return tuple(pictures[-most:])
