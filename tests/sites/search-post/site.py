"""Words are looked up by POST."""

from urllib.parse import parse_qs

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    tokens = request.site.state.setdefault("tokens", set())
    if request.path == "/":
        with request.site.lock:
            token = f"t{len(request.site.log)}-{request.times}"
            tokens.add(token)
        return html(
            "Teas",
            f"""<h1>Teas</h1><form method="post" action="/search"><input type="hidden" name="token" value="{token}">
<input id="q" name="q" aria-label="Words"><button>Find</button></form><ul><li>Assam tea</li><li>Ceylon tea</li></ul>""",
        )
    if request.path != "/search":
        return None
    if request.method != "POST":
        return Response("<h1>405</h1>", 405)
    sent = parse_qs(request.body.decode()).get("token", [""])[0]
    with request.site.lock:
        fresh = sent in tokens
        tokens.discard(sent)
    if not fresh:
        page = html("Refused", "<h1>Token used</h1><script>mark('refused')</script>")
        return Response(page.body, 403)
    page = html("Found", "<h1>Found</h1><ol><li>Assam</li><li>Ceylon</li></ol><script>mark('found')</script>")
    return Response(page.body, reading=True)
