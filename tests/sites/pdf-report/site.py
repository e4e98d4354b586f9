"""A PDF file under an address that says so, and one under an address that does not."""

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    match request.path:
        case "/":
            return html("Reports", '<h1>Reports</h1><a href="/year.pdf">Year</a> <a href="/file?id=4">Quarter</a>')
        case "/year.pdf":
            return Response(pdf("Annual figures"), kind="application/pdf")
        case "/file":
            return Response(pdf("Quarterly figures"), kind="application/pdf")
    return None


def pdf(words: str) -> bytes:
    """A PDF file of one page that says some words."""
    text = f"BT /F1 24 Tf 72 700 Td ({words}) Tj ET".encode()
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(data)
    return data + b"xref\n0 6\n0000000000 65535 f \n%strailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        table,
        start,
    )
