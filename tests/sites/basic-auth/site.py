"""Asks for credentials under ``/closed/``."""

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            links = '<a href="/closed/">Closed</a> <a href="/open">Open</a>'
            return html("Front", f"<h1>Front</h1>{links}<script>mark('front')</script>")
        case "/open":
            return html("Open", "<h1>Open</h1><script>mark('open')</script>")
        case "/closed/":
            if request.headers.get("authorization") == "Basic YWRhOmxvdmVsYWNl":
                return html("Closed", "<h1>Closed</h1><script>mark('closed')</script>")
            asks = {"WWW-Authenticate": 'Basic realm="closed"'}
            return Response("<h1>Who are you?</h1>", 401, headers=asks)
    return None
