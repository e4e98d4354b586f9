"""The customer's area: sign-in, orders, addresses, profile. Its one customer is `USERNAME`."""

import json
from collections.abc import Callable

from webnavigator.demo import catalogue
from webnavigator.demo.catalogue import Order
from webnavigator.demo.layout import missing, page
from webnavigator.demo.pages import thanks
from webnavigator.demo.render import Markup, joined, money, render
from webnavigator.demo.web import Request, Response, redirect

USERNAME = "robin"
PASSWORD = "juniper2026"  # noqa: S105 - the demo account's password is printed on its own sign-in page


def members_only(view: Callable[..., Response]) -> Callable[..., Response]:
    """Send visitors who are not signed in to the sign-in page, and back afterwards."""

    def guarded(request: Request, **arguments: str) -> Response:
        if not request.visitor.signed_in:
            return redirect(f"/account/login/?next={request.path}")
        return view(request, **arguments)

    return guarded


def _account_page(request: Request, title: str, content: Markup) -> Response:
    return page(request, title, render("account", content=content))


def login_form(request: Request, error: str = "") -> Response:
    """The sign-in page, with the reason why the last try failed."""
    note = Markup(f'<p class="danger" role="alert">{error}</p>') if error else Markup()
    target = request.query.get("next", request.form.get("next", "/account/"))
    body = render("login", error=note, next=target, username=USERNAME, password=PASSWORD)
    return page(request, "Sign in", body)


def login(request: Request) -> Response:
    """Sign in; a right password changes nothing worth counting, a wrong one is counted."""
    if (request.form.get("username"), request.form.get("password")) != (USERNAME, PASSWORD):
        return login_form(request, "Wrong user name or password.")
    request.visitor.signed_in = True
    target = request.form.get("next", "")
    inside = target.startswith("/account/")
    return Response(status=303, headers=(("Location", target if inside else "/account/"),), harmless=True)


def logout(request: Request) -> Response:
    """End the session."""
    request.visitor.signed_in = False
    return redirect("/")


def overview(request: Request) -> Response:
    """The account's first page."""
    last = catalogue.ORDERS[-1]
    content = render(
        "account_home",
        last_status=last.status.lower(),
        last_number=last.number,
        address_count=len(catalogue.ADDRESSES),
    )
    return _account_page(request, "Your account", content)


def _total(order: Order) -> str:
    return money(sum(n * catalogue.PRODUCT[slug].price_cents for slug, n in order.lines))


def orders(request: Request) -> Response:
    """All orders, newest first, each with its row menu."""
    rows = joined(
        render("order_row", number=o.number, placed=o.placed, status=o.status, total=_total(o))
        for o in reversed(catalogue.ORDERS)
    )
    return _account_page(request, "Your orders", render("orders", rows=rows))


def order(request: Request, number: str) -> Response:
    """One order."""
    found = catalogue.ORDER.get(number)
    if found is None:
        return missing(request)
    rows = joined(
        render(
            "order_line",
            slug=slug,
            name=catalogue.PRODUCT[slug].name,
            quantity=n,
            price=money(n * catalogue.PRODUCT[slug].price_cents),
        )
        for slug, n in found.lines
    )
    content = render(
        "order",
        number=number,
        placed=found.placed,
        status=found.status,
        carrier=found.carrier,
        rows=rows,
        total=_total(found),
    )
    return _account_page(request, f"Order {number}", content)


def parcel(request: Request, number: str) -> Response:
    """Where the parcel of an order is, as JSON."""
    found = catalogue.ORDER.get(number)
    if found is None or not request.visitor.signed_in:
        return Response(b"{}", 404, "application/json")
    told = {"order": number, "status": found.status, "carrier": found.carrier}
    return Response(json.dumps(told).encode(), content_type="application/json")


def addresses(request: Request) -> Response:
    """The address book."""
    rows = joined(
        render("address_card", key=a.key, label=a.label, lines=", ".join(a.lines)) for a in catalogue.ADDRESSES
    )
    return _account_page(request, "Address book", render("addresses", rows=rows))


def new_address(request: Request) -> Response:
    """The form for one more address."""
    return _account_page(request, "New address", render("address_form"))


def profile(request: Request) -> Response:
    """Name, mail address, and the way out."""
    return _account_page(request, "Profile", render("profile"))


def accepted(request: Request, **_: str) -> Response:
    """What every form of the account answers: the write is counted, and no data change."""
    return thanks(request, "We have noted it.")
