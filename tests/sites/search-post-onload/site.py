"""A search that is asked by POST and changes nothing."""

from sites.harness import Request, Response, answer_json


def answer(request: Request) -> Response | None:
    if request.path != "/api/search" or request.method != "POST":
        return None
    hits = [{"name": "First hit", "href": "/hit.html"}, {"name": "Second", "href": "/hit.html?n=2"}]
    return answer_json(hits, reading=True)
