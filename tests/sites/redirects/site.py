"""Where each address sends the browser."""

from sites.harness import Request, Response, html, redirect

CHAIN = {"/a": ("/b", 301), "/b": ("/c", 302), "/c": ("/d", 307), "/d": ("/meta", 308), "/old": ("/end", 301)}
LOOP = {"/loop-a": "/loop-b", "/loop-b": "/loop-a"}


def answer(request: Request) -> Response | None:
    if request.path in CHAIN:
        return redirect(*CHAIN[request.path])
    if request.path in LOOP:
        return redirect(LOOP[request.path])
    match request.path:
        case "/":
            ways = {"a": "Chain", "old": "Old name", "loop-a": "Loop", "out": "Out"}
            links = "".join(f'<a href="/{path}">{label}</a> ' for path, label in ways.items())
            return html("Redirects", f"<h1>Ways</h1>{links}")
        case "/meta":
            return html("Meta", "<p>One moment.</p>", '<meta http-equiv="refresh" content="0; url=/script">')
        case "/script":
            return html("Script", "<p>One more.</p><script>location.replace('/end')</script>")
        case "/out":
            return redirect(request.site.foreign_url + "foreign")
        case "/foreign":
            return html("Elsewhere", "<h1>Elsewhere</h1><script>mark('foreign')</script>")
        case "/end":
            return html("End", "<h1>The end</h1><script>mark('end')</script>")
    return None
