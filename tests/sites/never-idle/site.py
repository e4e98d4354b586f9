"""Answers that never end."""

from collections.abc import Iterator

from sites.harness import Request, Response, Site, answer_json


def answer(request: Request) -> Response | None:
    match request.path:
        case "/poll":
            return answer_json({"price": request.times})
        case "/long":
            return Response("{}", kind="application/json", delay_s=600)
        case "/events":
            return Response(_events(request.site), kind="text/event-stream")
    return None


def _events(site: Site) -> Iterator[bytes]:
    while not site.closing.wait(0.2):
        yield b"data: tick\n\n"
