"""`webnavigator mcp`: maps for agents that speak the Model Context Protocol."""

import asyncio
import importlib.util
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import InsecureOption, LocaleOption, login_from, settings_from
from webnavigator.cli.output import note
from webnavigator.errors import BadInputError, MissingExtraError

if TYPE_CHECKING:
    from webnavigator.mcp_server.desk import Desk

TOKEN = "WEBNAVIGATOR_MCP_TOKEN"  # noqa: S105 - the variable's name
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("mcp")(mcp)


def mcp(
    maps: Annotated[
        list[Path],
        typer.Option("--map", metavar="DIR", help="A map; may be repeated, and made by the tool explore."),
    ],
    cdp_endpoint: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="PLAYWRIGHT_MCP_CDP_ENDPOINT",
            help="Use your own browser, e.g. http://127.0.0.1:9222.",
        ),
    ] = None,
    headless: Annotated[
        bool, typer.Option("--headless/--headed", envvar="PLAYWRIGHT_MCP_HEADLESS", help="Show no window, or one.")
    ] = True,
    storage_state: Annotated[
        Path | None,
        typer.Option(
            metavar="STATE.json", envvar="PLAYWRIGHT_MCP_STORAGE_STATE", help="Start signed in, as --login elsewhere."
        ),
    ] = None,
    executable_path: Annotated[
        str | None,
        typer.Option(metavar="PATH", envvar="PLAYWRIGHT_MCP_EXECUTABLE_PATH", help="Browser to use; found by itself."),
    ] = None,
    viewport_size: Annotated[
        str | None, typer.Option(metavar="WxH", envvar="PLAYWRIGHT_MCP_VIEWPORT_SIZE", help="In pixels: 1280x900.")
    ] = None,
    allow: Annotated[
        list[str] | None, typer.Option(metavar="PATTERN", help="Label or address that act may use; may be repeated.")
    ] = None,
    allow_changes: Annotated[bool, typer.Option("--allow-changes", help="Let act change the site.")] = False,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            envvar="PLAYWRIGHT_MCP_PORT",
            help="Serve HTTP there, at /mcp, and not stdio.",
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="HOST", envvar="PLAYWRIGHT_MCP_HOST", help="Where HTTP listens.")
    ] = "127.0.0.1",
    allowed_hosts: Annotated[
        str | None,
        typer.Option(
            metavar="HOST,…", envvar="PLAYWRIGHT_MCP_ALLOWED_HOSTS", help="Other names that clients reach it by."
        ),
    ] = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> None:
    """Serve maps to agents over MCP: on stdio, or over HTTP with --port.

    Over HTTP clients send a token: WEBNAVIGATOR_MCP_TOKEN, or one that is made and printed at the start.
    """
    if importlib.util.find_spec("mcp") is None:
        raise MissingExtraError("the MCP server", "mcp")
    settings = settings_from(
        browser=executable_path,
        headed=not headless,
        ignore_https_errors=ignore_https_errors,
        locale=locale,
        viewport=_size(viewport_size),
        explore={"allow": tuple(allow) if allow else None, "allow_changes": allow_changes or None},
    )
    from webnavigator.cli.running import run_async
    from webnavigator.mcp_server.desk import Desk

    desk = Desk(maps, settings, login=login_from(storage_state), endpoint=cdp_endpoint)
    if port is None:
        run_async(_over_stdio(desk))
    else:
        run_async(_over_http(desk, host, port, [name for name in (allowed_hosts or "").split(",") if name]))


async def _over_stdio(desk: "Desk") -> None:
    from webnavigator.mcp_server.serve import serve_stdio
    from webnavigator.mcp_server.server import make_server

    async with desk:
        serving = asyncio.ensure_future(serve_stdio(make_server(desk)))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            note("stopped")
    if not serving.done():
        os._exit(143)  # a thread reads standard input, and nothing but the client ends that


async def _over_http(desk: "Desk", host: str, port: int, hosts: list[str]) -> None:
    from webnavigator.mcp_server.serve import http_app, listen, new_token, serve_http
    from webnavigator.mcp_server.server import make_server

    given = os.environ.get(TOKEN)
    if given is None and host not in _LOOPBACK:
        raise BadInputError(f"listening on {host} needs a token of yours: set {TOKEN}")
    token = given or new_token()
    app = http_app(make_server(desk), token, hosts)
    listener = listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    note(f"serving http://{shown}:{listener.getsockname()[1]}/mcp")
    if given is None:
        note(f"clients send the header  Authorization: Bearer {token}")
    async with desk:
        await serve_http(app, listener)


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"(\d{2,5})[x,](\d{2,5})", text.strip())
    if found is None:
        raise BadInputError(f"--viewport-size {text!r} is not a size: give it as 1280x900")
    return int(found[1]), int(found[2])
