"""Sessions good for six pages (option ``pages``); ``/enter`` starts one, as signing in does."""

from sites.harness import Request, Response, answer_json, html, redirect


def answer(request: Request) -> Response | None:
    state = request.site.state
    if request.path == "/enter":
        with request.site.lock:
            state["left"] = request.site.options.get("pages", 6)
        return redirect("/", Set_Cookie="member=1; Path=/")
    if request.path == "/login":
        fields = '<input name="user"><input type="password" name="pw"><button>Sign in</button>'
        return html("Sign in", f'<h1>Sign in</h1><form method="post">{fields}</form>')
    if request.path == "/data":
        return answer_json({"unread": 3}) if state.get("left", 0) > 0 else answer_json({"error": "session"}, 401)
    if request.path != "/" and not request.path.startswith("/page/"):
        return None
    with request.site.lock:
        state["left"] = left = state.get("left", 0) - 1
    if left < 0 or request.cookies.get("member") != "1":
        return redirect(f"/login?next={request.path}")
    return _page(request.path)


def _page(path: str) -> Response:
    links = "".join(f'<a href="/page/{n}">Page {n}</a> ' for n in range(1, 11))
    name = path.strip("/").replace("/", "-")
    told = f"<h1>{name}</h1><p id='n'></p><script>mark('{name}')</script>" if name else "<h1>Members</h1>"
    count = "<script>fetch('/data').then((a) => a.json()).then((d) => console.log(d.unread))</script>"
    return html("Members", links + told + count)
