"""A page under a strict policy."""

from sites.harness import Request, Response, html

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "require-trusted-types-for 'script'; sandbox allow-scripts allow-same-origin"
)
BODY = """<h1>Bank</h1><button type="button" id="open">Rates</button><p id="told" hidden>None to speak of.</p>
<script>document.body.innerHTML += "<p id='inline'>inline scripts run</p>"</script>
<script src="/app.js"></script>"""


def answer(request: Request) -> Response | None:
    if request.path != "/":
        return None
    return Response(html("Strict", BODY).body, headers={"Content-Security-Policy": POLICY})
