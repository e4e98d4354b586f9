"""The shop's public pages, in both languages."""

from collections.abc import Iterable
from typing import cast, get_args

from webnavigator.demo import catalogue
from webnavigator.demo.catalogue import Category, Product, SortKey
from webnavigator.demo.layout import category_name, missing, page, product_name
from webnavigator.demo.render import Markup, joined, money, render
from webnavigator.demo.web import Request, Response, redirect
from webnavigator.demo.words import WORDS, Language

PAGE_SIZE = 4
"""Products on one page of a category."""


def _cards(products: Iterable[Product], language: Language) -> Markup:
    return joined(
        render(
            "card",
            language,
            slug=product.slug,
            name=product_name(product, language),
            price=money(product.price_cents),
            rating=product.rating / 10,
        )
        for product in products
    )


def home(request: Request, language: Language) -> Response:
    """The start page: categories and a few new products."""
    tiles = joined(
        render(
            "tile",
            language,
            slug=c.slug,
            name=category_name(c, language),
            blurb=c.blurb_zh if language == "zh" else c.blurb,
        )
        for c in catalogue.CATEGORIES
    )
    body = render("home", language, tiles=tiles, cards=_cards(catalogue.PRODUCTS[3::11], language))
    return page(request, WORDS[language]["w_home"], body, language)


def category(request: Request, slug: str, language: Language) -> Response:
    """One page of a category, sorted as asked for."""
    shelf = catalogue.CATEGORY.get(slug)
    if shelf is None:
        return missing(request)
    asked = request.query.get("sort", "name")
    sort = cast("SortKey", asked) if asked in get_args(SortKey) else "name"
    products = catalogue.shelf(slug, sort)
    last = -(-len(products) // PAGE_SIZE)
    number = request.query.get("page", "1")
    current = min(max(int(number[:4]), 1), last) if number.isdecimal() else 1
    body = render(
        "category",
        language,
        slug=slug,
        name=category_name(shelf, language),
        blurb=shelf.blurb_zh if language == "zh" else shelf.blurb,
        options=_sort_options(sort, language),
        cards=_cards(products[(current - 1) * PAGE_SIZE : current * PAGE_SIZE], language),
        pages=_page_links(current, last, sort, language),
    )
    return page(request, category_name(shelf, language), body, language)


def _sort_options(chosen: SortKey, language: Language) -> Markup:
    return joined(
        render(
            "sort_option",
            language,
            key=key,
            selected=Markup("selected" if key == chosen else ""),
            label=WORDS[language]["w_sort_" + key.replace("-", "_")],
        )
        for key in get_args(SortKey)
    )


def _page_links(current: int, last: int, sort: SortKey, language: Language) -> Markup:
    words = WORDS[language]
    numbered = [(str(n), n) for n in range(1, last + 1)]
    steps = [(words["w_previous"], current - 1), *numbered, (words["w_next"], current + 1)]
    return Markup(
        " ".join(
            f"<strong>{label}</strong>" if n == current else f'<a href="?sort={sort}&amp;page={n}">{label}</a>'
            for label, n in steps
            if 1 <= n <= last
        )
    )


def product(request: Request, slug: str, language: Language) -> Response:
    """A product page with its tabs and dialogs."""
    item = catalogue.PRODUCT.get(slug)
    if item is None:
        return missing(request)
    chinese = language == "zh"
    shelf = catalogue.CATEGORY[item.category]
    written = [
        render("review", language, author=r.author, stars=r.stars, text=r.text_zh if chinese else r.text)
        for r in catalogue.reviews(item)
    ]
    parts = {
        key: render(key, language) if item.sized else Markup() for key in ("size_button", "size_choice", "size_dialog")
    }
    body = render(
        "product",
        language,
        slug=slug,
        name=product_name(item, language),
        category=shelf.slug,
        category_name=category_name(shelf, language),
        price=money(item.price_cents),
        rating=item.rating / 10,
        review_count=len(written),
        reviews=joined(written),
        description=_description(item, shelf, language),
        material=item.material_zh if chinese else item.material,
        **parts,
    )
    return page(request, product_name(item, language), body, language)


def _description(item: Product, shelf: Category, language: Language) -> str:
    if language == "zh":
        return f"{item.name_zh}采用{item.material_zh}制作,小批量生产,附五年维修保障。{shelf.blurb_zh}"
    return f"{item.name}, made of {item.material} in small batches, in repair for five years. {shelf.blurb}"


def search(request: Request, language: Language) -> Response:
    """What the search box finds."""
    query = request.query.get("q", "")
    found = catalogue.find(query)
    note = f"{len(found)}" if found else WORDS[language]["w_no_results"]
    body = render("search", language, query=query, note=note, cards=_cards(found, language))
    return page(request, f"{WORDS[language]['w_results_for']} {query}", body, language)


def cart(request: Request, language: Language) -> Response:
    """The visitor's cart."""
    lines = [(catalogue.PRODUCT[slug], n) for slug, n in request.visitor.cart.items()]
    rows = joined(
        render(
            "cart_row",
            language,
            slug=item.slug,
            name=product_name(item, language),
            quantity=n,
            price=money(n * item.price_cents),
        )
        for item, n in lines
    )
    total = money(sum(n * item.price_cents for item, n in lines))
    body = render("cart", language, rows=rows or render("cart_empty", language), total=total)
    return page(request, WORDS[language]["w_cart"], body, language)


def text(request: Request, name: str, language: Language) -> Response:
    """One of `TEXT_PAGES`."""
    suffix = "_zh" if language == "zh" else ""
    return page(request, WORDS[language][f"w_{name}"], render(f"text_{name}{suffix}", language), language)


def add_to_cart(request: Request) -> Response:
    """Put a product into the cart."""
    slug, quantity = request.form.get("product", ""), request.form.get("quantity", "1")
    if slug not in catalogue.PRODUCT or not quantity.isdecimal() or len(quantity) > 2:
        return Response(b"unknown product or quantity", 400)
    cart = request.visitor.cart
    cart[slug] = min(cart.get(slug, 0) + int(quantity), 99)
    return redirect(_back(request))


def remove_from_cart(request: Request) -> Response:
    """Take a product out of the cart."""
    request.visitor.cart.pop(request.form.get("product", ""), None)
    return redirect(_back(request))


def _back(request: Request) -> str:
    return "/zh/cart/" if request.form.get("back") == "/zh/cart/" else "/cart/"


def thanks(request: Request, note: str) -> Response:
    """What is shown after a form was sent."""
    return page(request, "Thank you", render("thanks", note=note))


def picture(slug: str) -> Response:
    """A drawn stand-in for a product's photograph, always the same for the same product."""
    item = catalogue.PRODUCT.get(slug)
    if item is None:
        return Response(b"", 404)
    seed = sum(map(ord, slug))
    wide = 90 + seed % 120
    drawn = render(
        "picture",
        hue=seed * 37 % 360,
        x=220 + seed % 41 - 20,
        r=44 + seed % 40,
        wide=wide,
        left=220 - wide // 2,
        name=item.name,
    )
    return Response(drawn.encode(), content_type="image/svg+xml")
