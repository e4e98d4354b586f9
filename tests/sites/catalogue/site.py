"""A catalogue of any size, made from numbers."""

from sites.harness import Request, Response, html

PAGE_SIZE = 12
FACETS = {
    "colour": ("red", "green", "blue", "black"),
    "size": ("s", "m", "l"),
    "brand": ("alba", "bruno", "cara"),
}
SORTS = ("name", "price", "new")


def answer(request: Request) -> Response | None:
    products = request.site.options.get("products", 10_000)
    categories = request.site.options.get("categories", 200)
    _, kind, *rest = [*request.path.split("/"), ""]
    number = int(rest[0]) if rest and rest[0].isdecimal() else -1
    if request.path == "/":
        links = "".join(f'<li><a href="/c/{n}">Category {n}</a></li>' for n in range(categories))
        return _page("Catalogue", f"<ul>{links}</ul>")
    if kind == "delivery":
        return _page("Delivery", "<p>In two days.</p><script>mark('delivery')</script>")
    if kind == "c" and 0 <= number < categories:
        return _category(request, number, range(number, products, categories))
    if kind == "p" and 0 <= number < products:
        return _product(number, categories)
    return None


def _page(title: str, body: str) -> Response:
    search = '<form action="/search"><input name="q" aria-label="Search"></form>'
    header = f'<header><a href="/">Catalogue</a> {search} <a href="/delivery">Delivery</a></header>'
    return html(title, f"{header}<h1>{title}</h1>{body}")


def _traits(number: int) -> dict[str, str]:
    return {name: values[number // 7 % len(values)] for name, values in FACETS.items()}


def _category(request: Request, number: int, all_of_it: range) -> Response:
    chosen = {name: request.query[name] for name in FACETS if name in request.query}
    found = [n for n in all_of_it if chosen.items() <= _traits(n).items()]
    page = int(request.query.get("page", "1"))
    shown = found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
    kept = "".join(f"{name}={value}&amp;" for name, value in chosen.items())
    items = "".join(f'<li><a href="/p/{n}">Product {n}</a> <span>{n % 97}.90</span></li>' for n in shown)
    facets = "".join(
        f'<li><a href="?{kept}{name}={value}">{name}: {value}</a></li>'
        for name, values in FACETS.items()
        for value in values
    )
    sorts = "".join(f'<a href="?{kept}sort={sort}">by {sort}</a> ' for sort in SORTS)
    more = f'<a href="?{kept}page={page + 1}">Next</a>' if page * PAGE_SIZE < len(found) else ""
    return _page(f"Category {number}", f"<ul id='facets'>{facets}</ul><p>{sorts}</p><ul id='list'>{items}</ul>{more}")


def _product(number: int, categories: int) -> Response:
    near = number % categories
    rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in _traits(number).items())
    return _page(
        f"Product {number}",
        f"""<p><a href="/c/{near}">Category {near}</a></p><table>{rows}</table>
<form method="post" action="/cart"><button>Add to cart</button></form><script>mark('product')</script>""",
    )
