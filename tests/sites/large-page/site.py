"""A table without mercy."""

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    if request.path == "/":
        rows = request.site.options.get("elements", 20_000) // 9
        body = "".join(
            f'<tr><td><a href="/row/{n}">{n}</a></td><td><b>a</b></td><td><i>b</i></td><td><u>c</u></td></tr>'
            for n in range(rows)
        )
        return html("Large", f"<h1>Table</h1><table><tbody>{body}</tbody></table><a href='/foot'>Foot</a>")
    if request.path == "/foot":
        return html("Foot", "<h1>Foot</h1><script>mark('foot')</script>")
    if request.path.startswith("/row/"):
        return html("Row", f"<h1>Row {int(request.path[5:])}</h1>")
    return None
