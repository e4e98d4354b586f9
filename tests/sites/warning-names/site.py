"""Accepts what is sent."""

from sites.harness import Request, Response, answer_json, html


def answer(request: Request) -> Response | None:
    match request.path:
        case "/api/order":
            return answer_json({"ok": True})
        case "/pixel.gif":
            return Response(b"GIF89a", kind="image/gif")
        case "/away":
            return html("Published", "<h1>Published</h1>")
    return None
