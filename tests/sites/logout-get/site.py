"""A session is a cookie; whoever has none sees the sign-in page. ``/enter`` signs in, for tests."""

from sites.harness import Request, Response, html, redirect

MENU = """<nav><a href="/papers">Papers</a> <a href="/letters">Letters</a>
<a id="words" href="/logout">Log out</a>
<a id="door" href="/session/end" title="Log out"><svg width="9"><path d="M2 2h8v12h-8z"/></svg></a>
<a href="/exit.do">退出登录</a></nav>"""


def answer(request: Request) -> Response | None:
    match request.path:
        case "/enter":
            return redirect("/", Set_Cookie="member=1; Path=/")
        case "/logout" | "/session/end" | "/exit.do":
            return redirect("/login", Set_Cookie="member=; Path=/; Max-Age=0")
        case "/login":
            fields = '<input name="user"><input type="password" name="pw"><button>Sign in</button>'
            return html("Sign in", f'<h1>Sign in</h1><form method="post">{fields}</form>')
        case "/" | "/papers" | "/letters":
            if request.cookies.get("member") != "1":
                return redirect("/login")
            name = request.path.strip("/")
            told = f"<p>For members.</p><script>mark('{name}')</script>" if name else ""
            return html("Members", f"{MENU}<h1>{name or 'Hello'}</h1>{told}")
    return None
