"""The font that never comes."""

from sites.harness import Request, Response


def answer(request: Request) -> Response | None:
    return Response(b"", kind="font/woff2", delay_s=600) if request.path == "/slow.woff2" else None
