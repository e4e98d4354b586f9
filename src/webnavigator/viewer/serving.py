"""Running the viewer's server on loopback until it is stopped."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable

import uvicorn

from webnavigator.errors import BadInputError
from webnavigator.viewer.server import Viewer, application


async def serve(viewer: Viewer, port: int, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serve until cancelled; the map is given back at the end.

    Args:
        viewer: what to serve.
        port: port on 127.0.0.1; 0 takes a free one.
        ready: called with the address once it answers.

    Raises:
        BadInputError: the port is in use or not allowed.
    """
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except OSError as error:
        viewer.reader.close()
        raise BadInputError(
            f"the viewer cannot listen on port {port}: {os.strerror(error.errno or 0)}; choose another"
        ) from None
    config = uvicorn.Config(
        application(viewer), log_config=None, access_log=False, server_header=False, timeout_graceful_shutdown=1
    )
    server = _Server(config, lambda: ready(f"http://127.0.0.1:{listener.getsockname()[1]}/"))
    with contextlib.closing(listener):
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            server.should_exit = True
            await serving
            raise


class _Server(uvicorn.Server):
    """uvicorn's server, which says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()
