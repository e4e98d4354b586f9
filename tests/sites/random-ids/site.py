"""Every answer carries ids and classes of its own."""

import secrets

from sites.harness import Request, Response, html


def answer(request: Request) -> Response | None:
    if request.path != "/":
        return None
    key, style = secrets.token_hex(5), secrets.token_hex(3)
    return html(
        "Random ids",
        f"""<h1 class="css-{style}">Stalls</h1>
<button type="button" id="btn-{key}" class="css-{style} b{key}" aria-controls="p-{key}">Show prices</button>
<form action="/" method="get"><input name="q" id="f-{key}">
<input type="hidden" name="csrf" value="{key}"></form>
<div id="p-{key}" hidden><p>Two for three.</p></div>
<script>
document.querySelector("button").addEventListener("click", () => {{
  document.querySelector("div").hidden = false; mark("prices");
}});
</script>""",
    )
