"""The start page under many names; ``/view`` depends on ``n`` alone."""

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    if request.path in {"/", "/index.html", "//"}:
        port = request.site.port
        variants = (
            "/",
            "/index.html",
            "/#top",
            "/?utm_source=mail&amp;utm_medium=x",
            "/?gclid=123",
            "//",
            f"HTTP://127.0.0.1:{port}",
            "/view?n=1&amp;from=a",
            "/view?from=a&amp;n=1",
            "/view?n=1&amp;session=f00",
            "./",
            "/x/../",
        )
        links = "".join(f'<li><a href="{href}">Variant {n}</a></li>' for n, href in enumerate(variants))
        two = '<a href="/view?n=1">One</a> <a href="/view?n=2">Two</a>'
        return html("Variants", f"<h1 id='top'>Addresses</h1><ul>{links}</ul>{two}")
    if request.path == "/view":
        count = 2 if request.query.get("n") == "2" else 1
        return html("View", f"<h1>View {count}</h1>{'<p>Line.</p>' * count}<script>mark('view-{count}')</script>")
    return None
