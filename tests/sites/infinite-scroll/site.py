"""Ten more, however many there were."""

from sites.harness import Request, Response, answer_json, html


def answer(request: Request) -> Response | None:
    if request.path == "/api/news":
        start = int(request.query.get("from", "0"))
        return answer_json(list(range(start + 1, start + 11)))
    if request.path.startswith("/news/"):
        return html("News", f"<h1>Item {int(request.path.rpartition('/')[2])}</h1><p>The whole text.</p>")
    return None
