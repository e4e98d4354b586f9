"""Explores one site in a process of its own, and tells after each action which task of the map it was.

    python trial.py '{"url": …, "map": DIR, "out": FILE, "hosts": […], "changes": false, "browser": PATH | null}'

Lines of ``out`` are JSON: ``{"t", "task"}`` after each action, ``{"error"}`` when the run failed, last ``{"report"}``.
"""

import asyncio
import json
import sys
import time
from typing import IO, Any

from webnavigator.app import explore
from webnavigator.config import Settings, load_settings
from webnavigator.errors import WebNavigatorError
from webnavigator.explore.report import Progress
from webnavigator.store.sql import open_map

MARKS = "*/__mark/*"
"""The server's own addresses, by which pages say what happened: a page that posts there changes nothing."""


def settings_for(given: dict[str, Any]) -> Settings:
    """Default settings, but for one worker and what the case says."""
    return load_settings(
        explore={
            "workers": 1,
            "allow": (MARKS,),
            "allow_changes": given["changes"],
            "allow_hosts": tuple(given["hosts"]),
        },
        browser={"executable_path": given["browser"], "ignore_https_errors": given["url"].startswith("https:")},
        retrieve={"encoder": "lexical"},
    )


class Diary:
    """Writes down which task each action of an exploration was."""

    def __init__(self, map_dir: str, out: IO[str]) -> None:
        self._map_dir = map_dir
        self._out = out
        self._known: set[str] = set()

    def write(self, **row: Any) -> None:
        """Add a line."""
        self._out.write(json.dumps(row, ensure_ascii=False) + "\n")
        self._out.flush()

    def __call__(self, progress: Progress) -> None:
        """An action has ended."""
        now = time.time()
        with open_map(self._map_dir) as store:
            finished = {task.id for task in store.tasks("done")} | {task.id for task in store.tasks("held")}
        for task in finished - self._known:
            self.write(t=now, task=task)
        self._known = finished


def main() -> int:
    given: dict[str, Any] = json.loads(sys.argv[1])
    with open(given["out"], "w", encoding="utf-8") as out:  # noqa: PTH123 - a path from a command line
        diary = Diary(given["map"], out)
        try:
            report = asyncio.run(explore(given["url"], given["map"], settings_for(given), progress=diary))
        except WebNavigatorError as error:
            diary.write(error=f"{type(error).__name__}: {error}")
            return 1
        diary.write(report=report.to_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
