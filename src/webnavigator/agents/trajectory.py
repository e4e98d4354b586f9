"""The record of one run: a file to which every step is appended, with screenshots beside it.

``trajectory.jsonl`` has a row for the start, one for each step, one for the end; ``exchanges.jsonl`` the model's
exchanges in the order in which rows refer to them.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from webnavigator.errors import StoreError
from webnavigator.llm.base import Usage

SCHEMA = 1
EXCHANGES = "exchanges.jsonl"
ROWS = "trajectory.jsonl"

Ending = Literal["stopped", "steps", "seconds", "budget", "loop", "model", "browser"]
"""Why a run ended: it stopped by itself; a limit; the same again and again; the model or the browser failed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to.

    Attributes:
        answer: what the agent answered, "" when it was not asked for or none was found.
        ending: see `Ending`.
        steps: actions taken.
        usage: what the model cost.
        seconds: wall time of the whole run.
        found: for questions: the site says it; None for tasks.
        sources: addresses that the answer rests on.
        url: address of the page at the end.
        reason: in one line, what ended it, or how sure the agent is.
    """

    answer: str
    ending: Ending
    steps: int
    usage: Usage
    seconds: float
    found: bool | None = None
    sources: tuple[str, ...] = ()
    url: str = ""
    reason: str = ""

    @property
    def done(self) -> bool:
        """The agent ended by itself, and did not have to say that nothing was found."""
        return self.ending == "stopped" and self.found is not False


class Trajectory:
    """Appends rows; nothing written is ever changed.

    Args:
        folder: where the files go; made when it is missing. None: nothing is kept.

    Attributes:
        folder: see Args.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._steps = 0
        if folder is not None:
            try:
                (folder / "screens").mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(f"cannot make {folder}: {error.strerror}") from error

    def start(self, **facts: Any) -> None:
        """The first row: task, agent, model, maps, limits.

        Raises:
            StoreError: the file cannot be written.
        """
        self._append({"kind": "run", "schema": SCHEMA, **facts})

    def step(self, observed: str, picture: bytes | None = None, **facts: Any) -> None:
        """A row for a step.

        Args:
            observed: what the model was shown of the page; kept by its hash, as the exchange has the text.
            picture: a WebP screenshot of the page before the action.
            facts: JSON values: thought, action, effect, error, tokens, seconds.

        Raises:
            StoreError: the file cannot be written.
        """
        self._steps += 1
        sha = hashlib.sha256(observed.encode("utf-8", "surrogatepass")).hexdigest()
        screen = ""
        if picture is not None and self.folder is not None:
            screen = f"screens/{self._steps:03}.webp"
            self._save(screen, picture)
        self._append({"kind": "step", "number": self._steps, "observation": sha, "screenshot": screen, **facts})

    def end(self, outcome: Outcome) -> None:
        """The last row.

        Raises:
            StoreError: the file cannot be written.
        """
        self._append({"kind": "end", **asdict(outcome)})

    def _append(self, row: dict[str, Any]) -> None:
        if self.folder is None:
            return
        try:
            with (self.folder / ROWS).open("a", encoding="utf-8", errors="surrogateescape") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise StoreError(f"cannot write into {self.folder}: {error.strerror}") from error

    def _save(self, name: str, data: bytes) -> None:
        assert self.folder is not None, "asked before"
        try:
            (self.folder / name).write_bytes(data)
        except OSError as error:
            raise StoreError(f"cannot write into {self.folder}: {error.strerror}") from error


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of a trajectory; a last line that a crash cut off is left out.

    Raises:
        StoreError: there is none.
    """
    try:
        lines = (folder / ROWS).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError as error:
        raise StoreError(f"no trajectory in {folder}: {error.strerror}") from error
    rows: list[dict[str, Any]] = []
    for line in lines:
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return rows
