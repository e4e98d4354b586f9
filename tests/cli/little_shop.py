"""A small site of three pages and a dialog, and how a command ended that was run on it."""

from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler

LINKS = '<nav><a href="/">Home</a> <a href="/orders">Orders</a> <a href="/shipping">Shipping</a></nav>'
DIALOG = """<button onclick="document.querySelector('dialog').showModal()">Size chart</button>
<dialog><h2>Size chart</h2><table><tr><th>Size<th>Chest<tr><td>M<td>100 cm</table>
<form method=dialog><button>Close</button></form></dialog>"""
PAGES = {
    "/": f"<title>Little shop</title>{LINKS}<h1>Welcome</h1><p>Sweaters, knitted by hand.</p>{DIALOG}",
    "/orders": f"<title>Orders</title>{LINKS}<h1>Your orders</h1><p>Two orders await their refund.</p>",
    "/shipping": f"<title>Shipping costs</title>{LINKS}<h1>Shipping</h1><p>To Europe: 9 euros a parcel.</p>",
}
OTHER = {
    "/gone": (404, "text/html", "<h1>Gone</h1>"),
    "/broken": (500, "text/html", "<h1>Broken</h1>"),
    "/data.json": (200, "application/json", "{}"),
    "/plain.txt": (200, "text/plain", "plain"),
}


class Handler(BaseHTTPRequestHandler):
    """Answers with the pages above."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        status, kind, body = OTHER.get(path, (200, "text/html", PAGES.get(path, "")))
        if not body:
            status, body = 404, "<h1>Not here</h1>"
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """Lines that tell an error."""
        return [line for line in self.err.splitlines() if line.startswith("error:")]


Command = Callable[..., Ran]
