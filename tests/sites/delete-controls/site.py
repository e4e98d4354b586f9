"""Six items and as many ways to lose them."""

from sites.harness import Request, Response, html, redirect

ROWS = """
<li>Item 1 <form method="post" action="/items/1/delete"><button id="form">Delete</button></form></li>
<li>Item 2 <button type="button" id="fetch">Remove</button></li>
<li>Item 3 <a id="method" href="/items/3" data-method="delete" rel="nofollow">Destroy</a></li>
<li>Item 4 <button type="button" id="ask">Clear all</button></li>
<li>第五项 <form method="post" action="/items/5/remove"><button id="zh">删除</button></form></li>
"""
SCRIPT = """<script>
const on = (id, act) => document.getElementById(id).addEventListener("click", act);
const destroy = () => fetch("/items/3", { method: "POST", body: "_method=delete" });
on("fetch", () => fetch("/items/2", { method: "DELETE" }));
on("method", (event) => { event.preventDefault(); destroy(); });
on("ask", () => { if (confirm("Really clear everything?")) fetch("/items", { method: "DELETE" }); });
on("details", () => { document.getElementById("told").hidden = false; mark("details"); });
</script>"""


def answer(request: Request) -> Response | None:
    if request.method != "GET" or request.path == "/items/6/delete":
        request.site.state.setdefault("lost", []).append(request.path)
        return redirect("/", 303)
    if request.path != "/":
        return None
    sixth = (
        ""
        if "lost" in request.site.state and "/items/6/delete" in request.site.state["lost"]
        else ('<li>Item 6 <a href="/items/6/delete">Delete</a></li>')
    )
    shown = '<button type="button" id="details">Details</button><p id="told" hidden>All items are blue.</p>'
    return html("Items", f"<h1>Items</h1><ul>{ROWS}{sixth}</ul>{shown}{SCRIPT}")
