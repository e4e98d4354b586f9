"""A back office that offers an administrator and a clerk different things."""

from sites.harness import Request, Response, html

PAGES = {
    "orders": "<ul><li>Lamp</li></ul>",
    "users": "<table><tr><td>Ada</td></tr></table>",
    "till": "<dl><dt>Cash</dt></dl>",
}
OF_ROLE = {"admin": ("orders", "users"), "clerk": ("orders", "till")}


def answer(request: Request) -> Response | None:
    mine = OF_ROLE.get(request.cookies.get("role", ""), ())
    links = "".join(f'<a href="/{page}">{page.title()}</a> ' for page in mine)
    name = request.path.strip("/")
    if not name:
        return html("Office", f"<h1>Office</h1>{links}")
    if name not in mine:
        return None
    return html(name.title(), f"<h1>{name.title()}</h1>{links}{PAGES[name]}")
