"""Small sites with one quirk each, served on loopback for tests.

A site is a directory of tests/sites with a ``site.json`` and either static files or a ``site.py``::

    with serve("hover-menu") as site:          # a name here, or any directory
        site.url                               # http://127.0.0.1:PORT/
        site.foreign_url                       # http://localhost:PORT/, the same server as another site
        site.marks                             # names of the states that pages reported, in order
        site.writes                            # requests that meant to change something
        site.posts                             # all requests but GET and HEAD, reading ones too
        site.log                               # every request: method, host, path, status, time_s

In tests use the fixture: ``site("hover-menu")``, with options ``site("catalogue", products=50)``.

``site.json``
    ``what``: the quirk, in a line. ``expect``: what an explorer should make of it. ``marks``: the states
    that a careful explorer reaches. ``never``: marks, or paths beginning with ``/``, that it must not cause.
    ``proof``: steps that show in plain Chromium that the quirk is real (see tests/test_sites.py).

Static files
    ``/`` is index.html; ``{{foreign}}`` and ``{{own}}`` in text files become the two addresses of the site.
    ``/__site.js`` gives pages ``mark(name)``, by which they tell that a state is on the screen. Marks are GET
    requests to ``/__mark/NAME``, answered with 204 on both hosts, and are no part of `Site.log`.

``site.py``
    ``answer(request) -> Response | None`` is asked first; None means: look for a static file. What lasts over
    requests is kept in ``request.site.state``, which is empty at each start; ``request.site.lock`` guards it.
    Response(reading=True) says that a POST changed nothing, and keeps it out of `Site.writes`.

Sites are served by one thread a request. `Site.close` wakes the threads that are in a `Response.delay_s`.
"""

import http.server
import importlib.util
import json
import mimetypes
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

HERE = Path(__file__).parent
SCRIPT = b"function mark(name) { fetch('/__mark/' + name, {keepalive: true, mode: 'no-cors'}); }\n"
NOT_FOUND = "<!doctype html><title>404</title><h1>Not found</h1>"


@dataclass(frozen=True, slots=True)
class Hit:
    """One request; `path` has its query, `time_s` counts from the start, `status` 0 is a dropped line."""

    method: str
    host: str
    path: str
    status: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Request:
    """What a site.py is asked; `headers` have small names, `times` counts earlier requests to the path."""

    site: "Site"
    method: str
    host: str
    target: str
    path: str
    query: Mapping[str, str]
    cookies: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    times: int

    def json(self) -> Any:
        """The posted body."""
        return json.loads(self.body)

    @property
    def foreign(self) -> bool:
        """Whether the request went to the site's second host name."""
        return self.host.startswith("localhost")


@dataclass(frozen=True, slots=True)
class Response:
    """What a site.py answers.

    Attributes:
        body: text or bytes; an iterable of bytes is sent piece by piece.
        delay_s: wait before the first byte.
        drop: close the connection without a word.
        promised: Content-Length to announce instead of the true one; the line closes after the body.
        reading: changes nothing although it is no GET.
    """

    body: str | bytes | Iterable[bytes] = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0
    drop: bool = False
    promised: int | None = None
    reading: bool = False


def html(title: str, body: str, head: str = "", lang: str = "en") -> Response:
    """A page with the mark script."""
    return Response(
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<script src="/__site.js"></script>{head}</head><body>{body}</body></html>'
    )


def redirect(target: str, status: int = 302, **headers: str) -> Response:
    """On to `target`; further headers as keywords, with ``_`` for ``-``."""
    return Response(status=status, headers={"Location": target} | {k.replace("_", "-"): v for k, v in headers.items()})


def answer_json(data: object, status: int = 200, *, reading: bool = False) -> Response:
    """JSON, open to all origins."""
    headers = {"Access-Control-Allow-Origin": "*"}
    return Response(json.dumps(data), status, "application/json", headers, reading=reading)


class Site:
    """A site that is being served; see the module's docstring."""

    def __init__(self, directory: Path, **options: Any) -> None:
        self.directory = directory
        self.name = directory.name
        self.about: dict[str, Any] = json.loads((directory / "site.json").read_text("utf-8"))
        self.options: dict[str, Any] = options
        self.state: dict[str, Any] = {}
        self.lock = threading.RLock()
        self.closing = threading.Event()
        self._answer = _load_answer(directory)
        self._log: list[tuple[Hit, bool]] = []
        self._marks: list[str] = []
        self._times: dict[str, int] = {}
        self._born = time.monotonic()
        self._server = _Server(self)
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}/"
        self.foreign_url = f"http://localhost:{self.port}/"
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.02},
            daemon=True,
            name=f"site-{self.name}",
        )
        self._thread.start()

    @property
    def log(self) -> list[Hit]:
        with self.lock:
            return [hit for hit, _ in self._log]

    @property
    def marks(self) -> list[str]:
        with self.lock:
            return list(self._marks)

    @property
    def posts(self) -> list[Hit]:
        return [hit for hit in self.log if hit.method not in {"GET", "HEAD"}]

    @property
    def writes(self) -> list[Hit]:
        with self.lock:
            return [hit for hit, reading in self._log if hit.method not in {"GET", "HEAD"} and not reading]

    def paths(self) -> list[str]:
        """Paths asked for so far, without their queries, in order and with repetitions."""
        return [hit.path.partition("?")[0] for hit in self.log]

    def wait_for(self, condition: Callable[["Site"], bool], timeout_s: float = 30) -> bool:
        """Whether `condition` became true in time; for what reaches the server a little later."""
        deadline = time.monotonic() + timeout_s
        while not condition(self):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Response:
        """The response to a request; `record` writes it down."""
        parts = urlsplit(target)
        with self.lock:
            times = self._times.get(parts.path, 0)
            self._times[parts.path] = times + 1
        query = dict(reversed(parse_qsl(parts.query, keep_blank_values=True)))
        cookies = {key: morsel.value for key, morsel in SimpleCookie(headers.get("cookie", "")).items()}
        host = headers.get("host", "")
        request = Request(self, method, host, target, parts.path, query, cookies, headers, body, times)
        found = self._answer(request) if self._answer else None
        return found or self._static(parts.path, method)

    def record(self, method: str, host: str, target: str, response: Response) -> None:
        status = 0 if response.drop else response.status
        hit = Hit(method, host, target, status, round(time.monotonic() - self._born, 3))
        with self.lock:
            self._log.append((hit, response.reading))

    def mark(self, name: str) -> None:
        with self.lock:
            self._marks.append(name)

    def _static(self, path: str, method: str) -> Response:
        if method not in {"GET", "HEAD"}:
            return Response(NOT_FOUND, 405)
        file = (self.directory / (path.lstrip("/") or "index.html")).resolve()
        if not file.is_relative_to(self.directory) or not file.is_file() or file.name in {"site.json", "site.py"}:
            return Response(NOT_FOUND, 404)
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if not kind.startswith("text/"):
            return Response(file.read_bytes(), kind=kind)
        text = file.read_text("utf-8").replace("{{foreign}}", self.foreign_url).replace("{{own}}", self.url)
        return Response(text, kind=f"{kind}; charset=utf-8")


def serve(site_dir: str | Path, **options: Any) -> Site:
    """Start a site; close it, or use it in a ``with``. Options go to ``request.site.options``."""
    directory = HERE / site_dir if isinstance(site_dir, str) else site_dir
    return Site(directory.resolve(), **options)


def site_names() -> list[str]:
    """All sites of this directory, in alphabetical order."""
    return sorted(path.parent.name for path in HERE.glob("*/site.json"))


def _load_answer(directory: Path) -> Callable[[Request], Response | None] | None:
    file = directory / "site.py"
    if not file.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"site_{directory.name.replace('-', '_')}", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.answer


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site

    def server_bind(self) -> None:
        """As the base class, without its look-up of the host's name, which may be slow."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def handle(self) -> None:
        try:
            super().handle()
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """The log is kept by the site."""

    def _any(self) -> None:
        site = self.server.site
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        host = self.headers.get("Host", "")
        own = self._harness_answer(site)
        if own is not None:
            self._send(own)
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        response = site.ask(self.command, self.path, headers, body)
        site.record(self.command, host, self.path, response)
        if response.delay_s:
            site.closing.wait(response.delay_s)
        self._send(response)

    def _harness_answer(self, site: Site) -> Response | None:
        path = urlsplit(self.path).path
        if path == "/__site.js":
            return Response(SCRIPT, kind="text/javascript")
        if path.startswith("/__mark/"):
            site.mark(path.removeprefix("/__mark/"))
            return Response(status=204, headers={"Access-Control-Allow-Origin": "*"})
        if path == "/favicon.ico":
            return Response(status=204)
        return None

    def _send(self, response: Response) -> None:
        if response.drop:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        body = response.body.encode() if isinstance(response.body, str) else response.body
        self.send_response(response.status)
        headers = {"Content-Type": response.kind, "Cache-Control": "no-store", **response.headers}
        whole = isinstance(body, bytes)
        if whole and response.status != 204:
            headers["Content-Length"] = str(len(body) if response.promised is None else response.promised)
        if not whole or response.promised is not None:
            self.close_connection = True
            headers["Connection"] = "close"
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        for piece in (body,) if isinstance(body, bytes) else body:
            self.wfile.write(piece)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _any  # noqa: N815 - names set by http.server
