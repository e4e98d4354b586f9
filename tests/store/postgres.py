"""A PostgreSQL server for tests: made in a temporary directory, reached by a socket there, gone afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WHY_NOT = "PostgreSQL is not installed (Debian, Ubuntu: apt-get install postgresql)"
_QUICK = "-c fsync=off -c full_page_writes=off -c listen_addresses= -c max_connections=40 -c shared_buffers=16MB"


def find_programs() -> Path | None:
    """Directory of initdb and pg_ctl, also where Debian hides them; None when there is none."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    hidden = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return hidden[-1].parent if hidden else None


@contextmanager
def postgres(programs: Path) -> Generator[str]:
    """The address of a fresh server, which ends with the block; it does not run as root and is told so here."""
    with tempfile.TemporaryDirectory(prefix="pg-") as room:
        data = Path(room) / "data"
        data.mkdir()
        other = _other_user()
        if other:
            for path in (Path(room), data):
                shutil.chown(path, other["user"])
        _run(other, programs / "initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        start = ("-D", data, "-w", "-l", Path(room) / "log", "-o", f"{_QUICK} -k {room}")
        _run(other, programs / "pg_ctl", "start", *start)
        try:
            yield f"postgresql://tester@/postgres?host={room}"
        finally:
            _run(other, programs / "pg_ctl", "stop", "-D", data, "-m", "immediate")


def _other_user() -> Mapping[str, Any]:
    """PostgreSQL refuses to be run by root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def _run(other: Mapping[str, Any], program: Path, *arguments: str | Path) -> None:
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/", **other)
