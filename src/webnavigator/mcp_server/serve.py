"""Serving over stdio, or over HTTP with a token, an allow list of hosts and a check of Origin."""

import asyncio
import secrets
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from typing_extensions import override

from webnavigator.errors import BadInputError

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_SHORTEST_TOKEN = 16
_END_S = 2


async def serve_stdio(server: MCPServer[Any]) -> None:
    """Serve one client on standard input and output, until it closes them."""
    await server.run_stdio_async()


def http_app(server: MCPServer[Any], token: str, hosts: Sequence[str] = ()) -> ASGIApp:
    """The server as an ASGI application at ``/mcp``.

    Every request needs ``Authorization: Bearer TOKEN``, a Host that is loopback or in `hosts`, and, when a browser
    sends it, an Origin of one of these: a page of another site can neither call it nor rebind a name to it.

    Args:
        server: from `webnavigator.mcp_server.server.make_server`.
        token: what clients must send; at least 16 characters.
        hosts: other names that it is reached by, with their port where it is not the scheme's own.

    Raises:
        BadInputError: the token is too short.
    """
    if len(token) < _SHORTEST_TOKEN:
        raise BadInputError(f"the token is too short: {_SHORTEST_TOKEN} characters at least")
    names = [pattern for host in _LOOPBACK for pattern in (host, f"{host}:*")] + list(hosts)
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in names]
    security = TransportSecuritySettings(allowed_hosts=names, allowed_origins=origins)
    return _TokenNeeded(server.streamable_http_app(transport_security=security), token)


async def serve_http(app: ASGIApp, listener: socket.socket) -> None:
    """Serve on a socket until it is cancelled; calls under way get a moment to end."""
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=_END_S)
    running = _Quiet(config)
    serving = asyncio.ensure_future(running.serve(sockets=[listener]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        running.should_exit = True
        await serving
        raise
    finally:
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket to serve on; port 0 takes a free one.

    Raises:
        BadInputError: the port is taken or not allowed.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise BadInputError(f"cannot listen on {host}:{port}: {error}; choose another --port") from error
    return listener


def new_token() -> str:
    """A token that cannot be guessed: 32 random bytes, URL-safe."""
    return secrets.token_urlsafe(32)


class _Quiet(uvicorn.Server):
    """The process's own signal handlers stay in force."""

    @override
    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class _TokenNeeded:
    """Lets through what carries the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._wanted = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        given = next((value for name, value in scope.get("headers", []) if name == b"authorization"), b"")
        if scope["type"] == "http" and secrets.compare_digest(given, self._wanted):
            await self._app(scope, receive, send)
            return
        refusal = PlainTextResponse("a token is needed\n", status_code=401, headers={"WWW-Authenticate": "Bearer"})
        await refusal(scope, receive, send)
