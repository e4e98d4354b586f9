"""One exploration in a process of its own: how long it took, how it ended, and what it left running."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_MARKER = "CASE_TRIAL"
_GRACE_S = 30.0
"""So much longer than it may take is an exploration watched, to tell how far off it is."""

_GONE_S = 3.0
"""Processes that end within this time after their run left nothing behind."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one exploration.

    Attributes:
        map_dir: its map; there may be none when it failed.
        began: seconds since the epoch.
        seconds: wall time, starting the process included.
        ended: it ended by itself.
        error: what it failed with, "" when it did not.
        report: the run's report, empty when it failed.
        moments: ``{"t", "task"}`` for each action, in order.
        processes_left: processes of it that were alive after it had ended; None: not known on this system.
    """

    map_dir: Path
    began: float
    seconds: float
    ended: bool
    error: str
    report: dict[str, Any] = field(default_factory=dict)
    moments: tuple[dict[str, Any], ...] = ()
    processes_left: int | None = None


def explore_apart(given: dict[str, Any], limit_s: float) -> Trial:
    """Explore in a process of its own.

    Args:
        given: see `trial`.
        limit_s: it is killed when it takes `_GRACE_S` longer.
    """
    token = secrets.token_hex(8)
    command = [sys.executable, str(Path(__file__).with_name("trial.py")), json.dumps(given)]
    began = time.time()
    with subprocess.Popen(command, env={**os.environ, _MARKER: token}, stderr=subprocess.PIPE, text=True) as process:
        try:
            _, said = process.communicate(timeout=limit_s + _GRACE_S)
            ended = True
        except subprocess.TimeoutExpired:
            process.kill()
            _, said = process.communicate()
            ended = False
    seconds = time.time() - began
    left = _left_running(token)
    return _trial(given, began, seconds, ended, process.returncode, said, left)


def _trial(
    given: dict[str, Any], began: float, seconds: float, ended: bool, code: int, said: str, left: int | None
) -> Trial:
    out = Path(given["out"])
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()] if out.exists() else []
    error = next((row["error"] for row in rows if "error" in row), "")
    if code and not error:
        error = (said.strip().splitlines() or ["it was killed"])[-1]
    report = next((row["report"] for row in rows if "report" in row), {})
    moments = tuple(row for row in rows if "task" in row)
    return Trial(Path(given["map"]), began, seconds, ended, error, report, moments, left)


def _left_running(token: str) -> int | None:
    """How many processes of a run are alive after it; they are ended."""
    if not Path("/proc/self/environ").exists():
        return None
    until = time.monotonic() + _GONE_S
    while (alive := _marked(token)) and time.monotonic() < until:
        time.sleep(0.1)
    for pid in alive:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return len(alive)


def _marked(token: str) -> list[int]:
    wanted = f"{_MARKER}={token}".encode()
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if wanted in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found
