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

import importlib.util
import json
import mimetypes
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from sites.answers import Request, Response, answer_json, html, redirect
from sites.serving import Server

__all__ = ["Hit", "Request", "Response", "Site", "answer_json", "html", "redirect", "serve", "site_names"]

HERE = Path(__file__).parent
NOT_FOUND = "<!doctype html><title>404</title><h1>Not found</h1>"


@dataclass(frozen=True, slots=True)
class Hit:
    """One request; `path` has its query, `time_s` counts from the start, `status` 0 is a dropped line."""

    method: str
    host: str
    path: str
    status: int
    time_s: float


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
        self._server = Server(self)
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
