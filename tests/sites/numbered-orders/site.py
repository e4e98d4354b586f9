"""Two hundred orders under their numbers and as many parcels under codes that their numbers do not show."""

import hashlib

from sites.harness import Request, Response, html

LISTED = 4
LAST = 200
NAV = '<nav><a href="/orders">Orders</a> <a href="/parcels">Parcels</a></nav>'
SEARCH = '<form action="/parcels"><input type="search" name="q" aria-label="Find a parcel"><button>Go</button></form>'


def answer(request: Request) -> Response | None:
    section, _, rest = request.path.strip("/").partition("/")
    if not section:
        return html("Store", f"{NAV}<h1>Store</h1><p>Good day.</p>")
    if section == "orders" and not rest:
        rows = "".join(f'<li><a href="/orders/{n}">Order #{n:06d}</a></li>' for n in range(1, LISTED + 1))
        return html("Orders", f"{NAV}<h1>Orders</h1><ul>{rows}</ul>")
    if section == "orders" and rest.isdigit() and 1 <= int(rest) <= LAST:
        table = f"<table><tr><th>State</th><td>paid</td></tr><tr><th>Lines</th><td>{int(rest) % 7}</td></tr></table>"
        return html(f"Order #{int(rest):06d}", f"{NAV}<h1>Order #{int(rest):06d}</h1>{table}")
    if section == "parcels" and not rest:
        return _parcels(request.query.get("q", ""))
    number = next((n for n in range(1, LAST + 1) if code(n) == rest), None) if section == "parcels" else None
    if number is None:
        return None
    return html(f"Parcel P{number:05d}", f"{NAV}<h1>Parcel P{number:05d}</h1><dl><dt>Weight</dt><dd>2 kg</dd></dl>")


def code(number: int) -> str:
    """What stands in the address of a parcel."""
    return hashlib.md5(str(number).encode(), usedforsecurity=False).hexdigest()[:12]


def _parcels(asked: str) -> Response:
    shown = [n for n in range(1, LAST + 1) if asked.strip().upper() == f"P{n:05d}"] if asked else range(1, LISTED + 1)
    rows = "".join(f'<li><a href="/parcels/{code(n)}">Parcel P{n:05d}</a></li>' for n in shown)
    return html("Parcels", f"{NAV}<h1>Parcels</h1>{SEARCH}<ul>{rows or '<p>None.</p>'}</ul>")
