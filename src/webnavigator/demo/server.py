"""The demo shop's server: on loopback, all in memory, with a log of what it was asked."""

import secrets
import threading
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from webnavigator.demo.layout import missing
from webnavigator.demo.routes import ROUTES
from webnavigator.demo.web import Request, Response, Visitor, dispatch
from webnavigator.errors import BadInputError

_COOKIE = "shop_session"
_BODY_LIMIT = 1_000_000
"""Bytes; longer bodies are refused."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One request that the shop answered; `target` is path and query."""

    method: str
    target: str
    status: int


class DemoShop:
    """A small shop with menus, dialogs, tabs, an account and a client-side studio, to try webnavigator on.

    The shop answers on ``127.0.0.1`` from creation until `close`. Its data are the same at every start, and
    nothing changes but carts and sign-ins, each for one browser alone.

    >>> with DemoShop() as shop:
    ...     shop.writes
    ()

    Args:
        port: port to listen on; 0 takes a free one.

    Raises:
        BadInputError: the port is in use or not allowed.
    """

    def __init__(self, port: int = 0) -> None:
        self._lock = threading.Lock()
        self._log: list[Logged] = []
        self._writes: list[Logged] = []
        self._visitors: dict[str, Visitor] = {}
        try:
            self._server = _Server(("127.0.0.1", port), self)
        except (OSError, OverflowError) as error:
            raise BadInputError(f"the demo shop cannot listen on port {port}: {error}; choose another") from error
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True, name="demo-shop"
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """Address of the start page."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    @property
    def writes(self) -> tuple[Logged, ...]:
        """Requests so far meant to change something: all but GET, HEAD, reading POSTs and right sign-ins."""
        with self._lock:
            return tuple(self._writes)

    @property
    def log(self) -> tuple[Logged, ...]:
        """All requests so far, in the order they were answered."""
        with self._lock:
            return tuple(self._log)

    def close(self) -> None:
        """Stop answering and free the port."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def visitor(self, key: str) -> tuple[Visitor, bool]:
        """The visitor with this session key, and whether a new one was made because the key is unknown."""
        with self._lock:
            if known := self._visitors.get(key):
                return known, False
            made = Visitor(secrets.token_hex(16))
            self._visitors[made.key] = made
            return made, True

    def answer(self, request: Request, target: str) -> Response:
        """The response to a request, which is written down."""
        response = dispatch(ROUTES, request) or missing(request)
        row = Logged(request.method, target, response.status)
        with self._lock:
            self._log.append(row)
            if request.method not in {"GET", "HEAD"} and not response.harmless:
                self._writes.append(row)
        return response


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], shop: DemoShop) -> None:
        super().__init__(address, _Handler)
        self.shop = shop


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride] - only `_Server` makes these handlers

    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True  # a browser may go away at any moment

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Say nothing: the log is kept in memory."""

    def _answer(self) -> None:
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > _BODY_LIMIT:
            self.close_connection = True
            self.send_error(413)
            return
        body = self.rfile.read(int(length))
        visitor, is_new = self.server.shop.visitor(self._session())
        parts = urlsplit(self.path)
        form_sent = self.headers.get_content_type() == "application/x-www-form-urlencoded"
        request = Request(
            self.command,
            parts.path,
            dict(reversed(parse_qsl(parts.query))),
            visitor,
            dict(parse_qsl(body.decode("utf-8", "replace"))) if form_sent else {},
            body,
        )
        self._send(self.server.shop.answer(request, self.path), visitor.key if is_new else "")

    def _session(self) -> str:
        try:
            jar = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return ""
        return jar[_COOKIE].value if _COOKIE in jar else ""

    def _send(self, response: Response, new_session: str) -> None:
        self.send_response(response.status)
        self.send_header("Content-Type", response.content_type)
        self.send_header("Content-Length", str(len(response.body)))
        for name, value in response.headers:
            self.send_header(name, value)
        if new_session and response.content_type.startswith("text/html"):
            self.send_header("Set-Cookie", f"{_COOKIE}={new_session}; Path=/; HttpOnly; SameSite=Lax")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.body)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - names set by http.server
