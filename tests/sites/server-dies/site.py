"""Falls silent after so many pages (option `after`), for so many requests (option `silent`)."""

from sites.harness import Request, Response, html

PAGES = 6
NAMES = ("lamps", "kettles", "gloves", "notebooks", "candles", "baskets")


def answer(request: Request) -> Response | None:
    with request.site.lock:
        count = request.site.state["asked"] = request.site.state.get("asked", 0) + 1
    after, silent = request.site.options.get("after", 3), request.site.options.get("silent", 5)
    if after < count <= after + silent:
        return Response("", drop=True)
    if request.path == "/":
        links = "".join(f'<a href="/page/{n}">Page {n}</a> ' for n in range(PAGES))
        return html("Start", f"<h1>Start</h1><main>{links}</main>")
    if request.path.startswith("/page/"):
        name = NAMES[int(request.path[-1])]
        return html(name, f"<h1>{name}</h1><button>Open</button><div id=a></div>{_SCRIPT}")
    return None


_SCRIPT = """<script>document.querySelector('button').onclick = () => {
  document.querySelector('#a').innerHTML = '<section aria-label=More><h2>More</h2><button>Close</button></section>';
}</script>"""
