"""The HTTP side of the harness: one thread a request, marks and the log apart from what sites answer."""

import http.server
import socket
import socketserver
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sites.answers import Response

if TYPE_CHECKING:
    from sites.harness import Site

SCRIPT = b"function mark(name) { fetch('/__mark/' + name, {keepalive: true, mode: 'no-cors'}); }\n"


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, site: "Site") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site

    def server_bind(self) -> None:
        """As the base class, without its look-up of the host's name, which may be slow."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

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

    def _harness_answer(self, site: "Site") -> Response | None:
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
