"""The frame of every page, header, menus, cart and footer, and the names of things in both languages."""

from webnavigator.demo import catalogue
from webnavigator.demo.catalogue import Category, Product
from webnavigator.demo.render import Markup, joined, render
from webnavigator.demo.web import Request, Response
from webnavigator.demo.words import Language

TEXT_PAGES = ("about", "contact", "faq", "shipping", "stores")
"""Pages of plain text, in both languages."""

_TRANSLATED = ("/c/", "/p/", "/search/", "/cart/", *(f"/{page}/" for page in TEXT_PAGES))


def category_name(category: Category, language: Language) -> str:
    """The name of a category in a language."""
    return category.name_zh if language == "zh" else category.name


def product_name(product: Product, language: Language) -> str:
    """The name of a product in a language."""
    return product.name_zh if language == "zh" else product.name


def page(request: Request, title: str, body: Markup, language: Language = "en", status: int = 200) -> Response:
    """A whole page: header, menus, cart, footer around `body`."""
    cart = request.visitor.cart
    rows = [
        render("mini_cart_row", language, name=product_name(catalogue.PRODUCT[slug], language), quantity=n)
        for slug, n in cart.items()
    ]
    links = (
        render("category_link", language, slug=c.slug, name=category_name(c, language)) for c in catalogue.CATEGORIES
    )
    made = render(
        "page",
        language,
        title=title,
        body=body,
        category_links=joined(links),
        cart_count=sum(cart.values()),
        mini_cart=joined(rows) or render("cart_empty", language),
        query=request.query.get("q", ""),
        other_language_url=_other_language(request.path, language),
        other_language_code="en" if language == "zh" else "zh",
    )
    return Response(made.encode(), status)


def _other_language(path: str, language: Language) -> str:
    if language == "zh":
        return path.removeprefix("/zh")
    return f"/zh{path}" if path == "/" or path.startswith(_TRANSLATED) else "/zh/"


def missing(request: Request) -> Response:
    """The answer for an address that does not exist."""
    return page(request, "Page not found", render("missing"), status=404)
