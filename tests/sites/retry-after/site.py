"""Busy at first."""

import time
from email.utils import formatdate

from sites.harness import Request, Response, html

WAIT_S = 1


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            links = '<a href="/seconds">Seconds</a> <a href="/date">Date</a> <a href="/never">Never</a>'
            return html("Busy", f"<h1>Busy pages</h1>{links}")
        case "/seconds" if not request.times:
            return Response("<h1>Busy</h1>", 503, headers={"Retry-After": str(WAIT_S)})
        case "/date" if not request.times:
            when = formatdate(time.time() + WAIT_S + 1, usegmt=True)
            return Response("<h1>Slow down</h1>", 429, headers={"Retry-After": when})
        case "/never":
            return Response("<h1>Busy</h1>", 503, headers={"Retry-After": "86400"})
        case "/seconds" | "/date":
            name = request.path[1:]
            return html(name, f"<h1>{name}</h1><script>mark('{name}')</script>")
    return None
