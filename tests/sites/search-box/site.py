"""Three birds under their names in two languages."""

from html import escape

from sites.harness import Request, Response, html

BIRDS = {"heron": "苍鹭", "egret": "白鹭", "bittern": "麻鳽"}
FORM = '<form action="/search"><input type="search" name="q" placeholder="Birds"><button>Go</button></form>'


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            return html("Marsh", f'{FORM}<h1>The marsh</h1><p>Look for the heron.</p><a href="/birds">Birds</a>')
        case "/birds":
            rows = "".join(f"<li>{name} {chinese}</li>" for name, chinese in BIRDS.items())
            return html("Birds", f"{FORM}<h1>Birds</h1><ul>{rows}</ul><script>mark('birds')</script>")
        case "/search":
            return _results(request.query.get("q", "").strip().lower())
    return None


def _results(word: str) -> Response:
    found = [f"{name} {chinese}" for name, chinese in BIRDS.items() if word and (word in name or word in chinese)]
    name = "nothing" if not found else "results" if word.isascii() else "results-zh"
    rows = "".join(f"<article><h2>{line}</h2><p>Wades.</p></article>" for line in found) or "<p>Nothing found.</p>"
    return html("Search", f"{FORM}<h1>Results for {escape(word)}</h1>{rows}<script>mark('{name}')</script>")
