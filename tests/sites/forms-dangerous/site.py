"""Whatever is posted is done."""

from sites.harness import Request, Response, html, redirect

BODY = """<h1>Office</h1>
<form action="/find"><input name="q" aria-label="Find"><button id="find">Find</button>
<button id="sneaky" formmethod="post" formaction="/purge">Find all</button></form>
<form method="post" action="/plan"><label>Plan <select id="auto" name="plan" onchange="this.form.submit()">
<option value="a">A</option><option value="b">B</option></select></label></form>
<form method="post" action="/notes"><input id="note" name="note" aria-label="Note"></form>
<form action="/login"><input name="user" aria-label="User">
<input type="password" name="pw" aria-label="Password">
<button id="enter">Enter</button></form>
<form action="/upload"><input type="file" name="file" aria-label="File"><button>Look at a file</button></form>
<form action="/pay"><input name="card" autocomplete="cc-number" aria-label="Card number">
<button>Check</button></form>"""


def answer(request: Request) -> Response | None:
    if request.method == "POST":
        return redirect("/", 303)
    match request.path:
        case "/":
            return html("Office", BODY)
        case "/find":
            return html("Found", "<h1>Found</h1><ol><li>One</li></ol><script>mark('found')</script>")
        case "/login" | "/upload" | "/pay":
            return html("Done", "<h1>Done</h1>")
    return None
