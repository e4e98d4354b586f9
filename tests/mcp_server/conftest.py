"""The little shop, and its map made by the tool `explore`."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from mcp import Client

from cli.little_shop import Handler
from webnavigator.config import Settings, load_settings
from webnavigator.mcp_server.desk import Desk
from webnavigator.mcp_server.server import make_server

PATIENT = load_settings(
    browser={"navigation_timeout_s": 60.0, "action_timeout_s": 30.0, "settle_timeout_s": 15.0},
    explore={"max_minutes": 5.0, "workers": 1},
)
"""Deadlines that a busy machine keeps."""


@dataclass
class Served:
    """A map, the site it is of, and what making it told."""

    path: Path
    url: str
    settings: Settings = PATIENT
    said: str = ""
    progress: list[tuple[float, float | None, str | None]] = field(default_factory=list)


@pytest.fixture(scope="session")
def shop_url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
async def served(shop_url: str, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """The map, explored through the protocol."""
    made = Served(tmp_path_factory.mktemp("mcp") / "shop", shop_url)

    async def on_progress(done: float, total: float | None, message: str | None) -> None:
        made.progress.append((done, total, message))

    async with Desk([made.path], PATIENT) as desk, Client(make_server(desk)) as client:
        arguments = {"url": f"{shop_url}/", "max_pages": 20}
        result = await client.call_tool("explore", arguments, progress_callback=on_progress)
        made.said = result.content[0].text
        assert not result.is_error, made.said
    return made


async def called(client: Client, tool: str, **arguments: object) -> str:
    """What a tool answers; it must not be an error."""
    result = await client.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content)
    assert not result.is_error, text
    return text


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """The line with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text
