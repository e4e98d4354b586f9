"""The small site, its map, and the command as people run it."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from cli.little_shop import Command, Handler, Ran


@pytest.fixture(scope="session")
def little_shop() -> Iterator[str]:
    """Address of the small site, without a slash at its end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def command() -> Command:
    """Runs `webnavigator` with some arguments, as a process of its own without a terminal."""

    def run(*arguments: object, cwd: Path | None = None, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-c", "from webnavigator.cli.main import main; main()", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=cwd,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def explored(little_shop: str, command: Command, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """The map of the small site, made by the command, and how that command ended."""
    at = tmp_path_factory.mktemp("explored")
    ran = command("explore", f"{little_shop}/", "--map", at / "map", "--json", "--report", at / "report.json")
    assert ran.code == 0, ran.err
    return at / "map", ran
