"""Accepts what is sent."""

from sites.harness import Request, Response, answer_json


def answer(request: Request) -> Response | None:
    return answer_json({"ok": True}) if request.path.startswith("/api/") else None
