"""A small site before and after its relaunch; `request.site.state["after"]` says which."""

from sites.harness import Request, Response, html, redirect

PAGES = {"about": "About us", "news": "News", "team": "Team", "old": "Old offers", "legacy": "Legacy", "help": "Help",
         "shop/1": "Lamp", "shop/2": "Chair", "shop/3": "Table", "busy": "Busy"}  # fmt: skip
ABOUT = {False: "We make chairs.", True: "We make chairs and tables."}


def dialog(name: str, title: str, inside: str) -> str:
    opens = f"document.getElementById('{name}-box').show();mark('{name}')"
    close = '<button onclick="this.parentNode.close()">Close</button>'
    return (
        f'<button id="{name}" onclick="{opens}">{title}</button>'
        f'<dialog id="{name}-box"><h2>{title}</h2>{inside}{close}</dialog>'
    )


def answer(request: Request) -> Response | None:
    state = request.site.state
    after = bool(state.get("after"))
    path = request.path.strip("/")
    if path == "relaunch":
        state["after"] = True
        return html("Relaunched", "")
    if path == "blog" and after:
        return page("news", request)
    if after and path in ("news", "legacy"):
        return redirect("/blog" if path == "news" else "/")
    if after and path == "busy":
        return Response("<!doctype html><title>500</title>", 500)
    if path == "" or (path == "jobs" and after) or (path in PAGES and not (path == "old" and after)):
        return page(path, request)
    return None


def page(path: str, request: Request) -> Response:
    after = bool(request.site.state.get("after"))
    title = PAGES.get(path, "Jobs" if path else "Home")
    return html(f"{title} - Relaunch", f"<main><h1>{title}</h1>{body(path, after, request)}</main>")


def body(path: str, after: bool, request: Request) -> str:
    if path == "":
        names = [name for name in PAGES if not (after and name == "team")]
        links = [f'<li><a href="/{name}">{PAGES[name]}</a></li>' for name in names]
        new = (
            '<p><a href="/jobs">Jobs</a></p>' + dialog("visit", "Visit us", "<p>Harbour Street 1</p>") if after else ""
        )
        return new + f"<ul>{''.join(links)}</ul>" + dialog("hours", "Opening hours", "<p>9 to 5</p>")
    if path == "about":
        return f"<p>{ABOUT[after]}</p>"
    if path == "team":
        return "<p>Ada and Grace</p>" + ("" if after else dialog("chart", "Chart", "<p>Ada leads.</p>"))
    if path == "help":
        inside = '<p>Ring us.</p><a href="/about">Who we are</a>' if after else "<p>Write to us.</p>"
        return "<p>How may we help?</p>" + dialog("contact", "Contact", inside)
    if path.startswith("shop"):
        return f"<p>Seen {request.times} times</p><table><tr><td>Price</td><td>{len(path)}</td></tr></table>"
    return f"<p>Everything about {PAGES.get(path, path)}.</p>"
