"""Two files."""

from sites.harness import Request, Response


def answer(request: Request) -> Response | None:
    if request.path == "/report":
        attached = {"Content-Disposition": "attachment; filename=report.csv"}
        return Response("a,b\n1,2\n", kind="text/csv", headers=attached)
    if request.path == "/archive.zip":
        return Response(b"PK\x05\x06" + bytes(18), kind="application/zip")
    return None
