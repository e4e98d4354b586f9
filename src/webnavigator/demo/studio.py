"""The gift studio: one page with client-side routes, and the data it fetches."""

import json
from typing import Any, cast

from webnavigator.demo import catalogue
from webnavigator.demo.layout import page
from webnavigator.demo.render import money, render
from webnavigator.demo.web import Request, Response

_CHOICES = {
    "boxes": (
        ("kraft", "Kraft box", "Sturdy and plain, for anything up to a teapot.", "#c9a67a"),
        ("cedar", "Cedar box", "With a sliding lid; smells of the workshop.", "#b5673f"),
        ("linen", "Linen pouch", "For soft and small things.", "#e3dccb"),
    ),
    "ribbons": (
        ("velvet", "Green velvet", "Wide, for large boxes.", "#39593c"),
        ("cotton", "Cotton tape", "Printed with small leaves.", "#f0ead8"),
        ("jute", "Jute twine", "Rough and honest.", "#a98c5b"),
    ),
    "ideas": (
        ("wedding", "Weddings", "A cast iron pan outlives the best man's jokes.", "#f4d9d0"),
        ("housewarming", "Housewarming", "Bread, salt and a walnut board.", "#d8b98a"),
        ("farewell", "Farewell to a colleague", "A brass pen and a card that all have signed.", "#cfd8dc"),
    ),
}


def _json(data: object, status: int = 200, *, harmless: bool = False) -> Response:
    body = json.dumps(data, ensure_ascii=False).encode()
    return Response(body, status, "application/json; charset=utf-8", harmless=harmless)


def view(request: Request, **_: str) -> Response:
    """The page of every route: the browser draws the rest."""
    return page(request, "Gift studio", render("studio"))


def choices(request: Request, kind: str) -> Response:
    """Boxes, ribbons or ideas."""
    if kind not in _CHOICES:
        return _json([], 404)
    keys = ("key", "name", "note", "colour")
    return _json([dict(zip(keys, row, strict=True)) for row in _CHOICES[kind]])


def search(request: Request) -> Response:
    """Gifts under a price, of a category when one is named; asked by POST, changes nothing."""
    try:
        asked: Any = json.loads(request.body or b"{}")
    except ValueError:
        asked = None
    if not isinstance(asked, dict):
        return _json({"error": "not a JSON object"}, 400, harmless=True)
    wanted = cast("dict[str, Any]", asked)
    limit, category = wanted.get("under_cents"), wanted.get("category")
    ceiling = limit if isinstance(limit, int) else 10**9
    found = [
        {"slug": p.slug, "name": p.name, "price": money(p.price_cents)}
        for p in catalogue.PRODUCTS
        if p.price_cents <= ceiling and category in (None, p.category)
    ]
    return _json({"found": found}, harmless=True)
