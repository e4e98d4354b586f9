"""Heads and tails in turn."""

from sites.harness import Request, Response


def answer(request: Request) -> Response | None:
    if request.path != "/coin":
        return None
    return Response("tails" if request.times % 2 else "heads", kind="text/plain")
