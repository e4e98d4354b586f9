"""A shop of any size: pages made from numbers, told in words, each kind of page and control with a mark of its own."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sites.harness import Request, Response, html

PAGE_SIZE = 24
FACETS = {
    "colour": ("red", "green", "blue", "black", "white"),
    "size": ("small", "medium", "large"),
    "brand": ("alba", "bruno", "cara", "delo"),
}
SORTS = ("name", "price", "newest")
MADE = "oak steel linen glass cotton bamboo leather marble copper felt paper wool cork resin slate".split()
STYLE = "folding travel garden kitchen office studio evening winter summer nordic".split()
SYLLABLES = "ba do fen gri ka lo mer nu pes ra sil tor vu wen xa yol zim har jun quo".split()
THING = "lamp chair basket kettle blanket shelf mirror clock bottle tray bench vase hook rug stool".split()
ROOM = "living dining sleeping working cooking bathing playing reading storing hosting".split()
TEXTS = ("delivery", "returns", "contact", "about")
STYLE_SHEET = """
body { font-family: sans-serif; margin: 0 2em }
nav a, .facets a { margin-right: 1em }
.card { display: inline-block; width: 11em; margin: .5em }
[hidden] { display: none }
.menu { border: 1px solid; padding: .5em }
"""
SCRIPT = """const show = (id, name) => { document.getElementById(id).hidden = false; mark(name) }
const tab = (button, name) => {
  for (const other of document.querySelectorAll('[role=tab]')) {
    const on = other === button
    other.setAttribute('aria-selected', on)
    document.getElementById(other.getAttribute('aria-controls')).hidden = !on
  }
  mark('tab-' + name)
}
"""
FILES = {"/shop.css": (STYLE_SHEET, "text/css"), "/shop.js": (SCRIPT, "text/javascript")}
MARKS = {
    "home": "start page",
    "category": "page of a category",
    "category-page": "further page of a list",
    "category-facet": "list narrowed by a facet",
    "category-sort": "list in another order",
    "product": "page of a product",
    "brand": "page of a brand",
    "search": "what a search found",
    **{f"text-{name}": f"page “{name}”" for name in TEXTS},
    "account": "menu in the header",
    "filters": "filters folded away on a list",
    "quick-look": "quick look at a card of a list",
    "tab-reviews": "tab of a product",
    "tab-details": "tab of a product",
    "gallery": "dialog of a product",
    "size-guide": "part of a product page folded away",
}
"""Every kind of page and control, by the mark that it leaves."""


@dataclass(frozen=True)
class Shop:
    """How large it is, and whether each product and category has a word in its name that no other has."""

    products: int
    categories: int
    own_words: bool

    def name(self, number: int) -> str:
        """What a product is called."""
        words = f"{_draw(number, 'style', STYLE)} {_draw(number, 'made', MADE)} {_draw(number, 'thing', THING)}"
        return f"{_own_word(number, 'product')} {words}" if self.own_words else words.capitalize()

    def category(self, number: int) -> str:
        """What a category is called."""
        place, made = divmod(number, len(MADE))
        words = f"{MADE[made]} for {ROOM[place % len(ROOM)]}".title()
        return f"{_own_word(number, 'category')} {words}" if self.own_words else f"{words} {place // len(ROOM) or ''}"


def answer(request: Request) -> Response | None:
    """The page at an address; None: there is none."""
    delay_s = float(request.site.options.get("delay_ms", 0)) / 1000
    if request.path in FILES:
        body, kind = FILES[request.path]
        return Response(body, kind=kind, headers={"Cache-Control": "max-age=3600"}, delay_s=delay_s)
    page = _page_at(request)
    if page is None:
        return None
    title, mark, body = page
    return _framed(title, mark, body, delay_s)


def _page_at(request: Request) -> tuple[str, str, str] | None:
    """Title, mark and body."""
    shop = _shop(request.site.options)
    name = request.path.strip("/").partition("/")
    number = int(name[2]) if name[2].isdecimal() else -1
    if request.path == "/":
        links = "".join(f'<li><a href="/category/{n}">{shop.category(n)}</a></li>' for n in range(shop.categories))
        return "All categories", "home", f"<ul>{links}</ul>"
    if name[0] == "category" and 0 <= number < shop.categories:
        return _list(shop, request.query, number)
    if name[0] == "product" and 0 <= number < shop.products:
        return _product(shop, number)
    if name[0] == "brand" and name[2] in FACETS["brand"]:
        return name[2].title(), "brand", f"<p>{name[2].title()} makes things that last.</p>"
    if name[0] == "search":
        return _found(shop, request.query.get("q", ""))
    if name[0] in TEXTS:
        return name[0].title(), f"text-{name[0]}", f"<p>What we say about {name[0]}.</p>"
    return None


def _shop(options: Mapping[str, int]) -> Shop:
    return Shop(options.get("products", 10_000), options.get("categories", 200), bool(options.get("own_words", 0)))


def _framed(title: str, mark: str, body: str, delay_s: float) -> Response:
    texts = " ".join(f'<a href="/{name}">{name.title()}</a>' for name in TEXTS)
    header = """<header><a href="/">Home</a>
<form action="/search"><input type="search" name="q" aria-label="Search the shop"></form>
<button aria-haspopup="menu" onclick="show('account', 'account')">Account</button>
<div id="account" class="menu" role="menu" hidden><a role="menuitem" href="/contact">Ask us</a></div></header>"""
    page = html(
        title,
        f"{header}<main><h1>{title}</h1>{body}</main><footer>{texts}</footer><script>mark('{mark}')</script>",
        '<link rel="stylesheet" href="/shop.css"><script src="/shop.js"></script>',
    )
    return Response(page.body, delay_s=delay_s)


def _list(shop: Shop, query: Mapping[str, str], number: int) -> tuple[str, str, str]:
    chosen = {name: query[name] for name in FACETS if name in query}
    all_of_it = range(number, shop.products, shop.categories)
    found = [n for n in all_of_it if chosen.items() <= _traits(n).items()]
    page = int(query.get("page", "1"))
    cards = "".join(_card(shop, n) for n in found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE])
    kept = "".join(f"{name}={value}&amp;" for name, value in chosen.items())
    facets = "".join(
        f'<p class="facets">{name} '
        + "".join(f'<a href="?{kept}{name}={value}">{value}</a>' for value in values if name not in chosen)
        + "</p>"
        for name, values in FACETS.items()
    )
    sorts = " ".join(f'<a href="?{kept}sort={sort}">by {sort}</a>' for sort in SORTS)
    more = f'<nav><a href="?{kept}page={page + 1}">Next</a></nav>' if page * PAGE_SIZE < len(found) else ""
    mark = "category"
    for name, given in (("category-page", "page"), ("category-sort", "sort")):
        mark = name if given in query else mark
    mark = "category-facet" if chosen else mark
    folded = """<button aria-expanded="false" onclick="show('more', 'filters')">More filters</button>
<p id="more" hidden>In stock everywhere.</p>"""
    look = '<div id="look" role="dialog" aria-label="Quick look" hidden><p>At a glance</p><button>Close</button></div>'
    return shop.category(number), mark, f"{facets}{folded}<p>{sorts}</p><div>{cards}</div>{more}{look}"


def _card(shop: Shop, number: int) -> str:
    return f"""<div class="card"><a href="/product/{number}">{shop.name(number)}</a> <span>{_price(number)}</span>
<button onclick="show('look', 'quick-look')">Quick look</button></div>"""


def _product(shop: Shop, number: int) -> tuple[str, str, str]:
    traits = _traits(number)
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in traits.items())
    near = "".join(
        f'<li><a href="/product/{n}">{shop.name(n)}</a></li>' for n in range(number + 1, min(number + 4, shop.products))
    )
    category = number % shop.categories
    body = f"""<p><a href="/category/{category}">{shop.category(category)}</a> <a href="/brand/{traits["brand"]}">
{traits["brand"].title()}</a></p><p>{_price(number)}</p>
<div role="tablist"><button role="tab" aria-selected="true" aria-controls="about" onclick="tab(this, 'about')">About
</button><button role="tab" aria-selected="false" aria-controls="details" onclick="tab(this, 'details')">Details
</button><button role="tab" aria-selected="false" aria-controls="reviews" onclick="tab(this, 'reviews')">Reviews
</button></div>
<div id="about" role="tabpanel"><p>A {shop.name(number).lower()} for {ROOM[number % len(ROOM)]}.</p></div>
<div id="details" role="tabpanel" hidden><table>{rows}</table></div>
<div id="reviews" role="tabpanel" hidden><ul><li>Does what it should.</li></ul></div>
<button onclick="show('gallery', 'gallery')">See it larger</button>
<div id="gallery" role="dialog" aria-label="Gallery" hidden><figure>{shop.name(number)}</figure>
<button>Close</button></div>
<details ontoggle="mark('size-guide')"><summary>Size guide</summary><dl><dt>Small</dt><dd>30 cm</dd></dl></details>
<form method="post" action="/cart"><button>Add to cart</button></form><h2>Goes well with</h2><ul>{near}</ul>"""
    return shop.name(number), "product", body


def _found(shop: Shop, words: str) -> tuple[str, str, str]:
    among = range(min(shop.products, 500))
    found = [n for n in among if words.lower() in shop.name(n).lower()][:PAGE_SIZE] if words else []
    return "Search", "search", f"<p>{len(found)} found</p><div>{''.join(_card(shop, n) for n in found)}</div>"


def _draw(number: int, what: str, among: tuple[str, ...] | list[str]) -> str:
    digest = hashlib.md5(f"{what} {number}".encode(), usedforsecurity=False).digest()
    return among[int.from_bytes(digest[:4], "big") % len(among)]


def _own_word(number: int, what: str) -> str:
    return "".join(_draw(number, f"{what} {place}", SYLLABLES) for place in range(4)).title()


def _traits(number: int) -> dict[str, str]:
    return {name: _draw(number, name, values) for name, values in FACETS.items()}


def _price(number: int) -> str:
    return f"{number % 97 + 3}.90"
