"""Which address is answered by which view."""

from functools import partial
from typing import get_args

from webnavigator.demo import account, pages, studio
from webnavigator.demo.account import members_only
from webnavigator.demo.layout import TEXT_PAGES
from webnavigator.demo.render import render, static
from webnavigator.demo.web import Request, Response, Route, route
from webnavigator.demo.words import Language

_TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}


def _static(request: Request, name: str) -> Response:
    body = static(name)
    if body is None:
        return Response(status=404)
    kind = _TYPES[name.rpartition(".")[2]]
    return Response(body, content_type=kind, headers=(("Cache-Control", "max-age=3600"),))


def _picture(request: Request, slug: str) -> Response:
    return pages.picture(slug)


def _map(request: Request) -> Response:
    return Response(render("map").encode())


def _robots(request: Request) -> Response:
    return Response(b"User-agent: *\nAllow: /\n", content_type="text/plain")


def _newsletter(request: Request) -> Response:
    return pages.thanks(request, "You are on the list.")


def _message(request: Request) -> Response:
    return pages.thanks(request, "We answer within two days.")


def _review(request: Request, slug: str) -> Response:
    return pages.thanks(request, "Your review is being read.")


def _public(language: Language) -> tuple[Route, ...]:
    base = "/zh" if language == "zh" else ""
    texts = (route("GET", f"{base}/{name}/", partial(pages.text, name=name, language=language)) for name in TEXT_PAGES)
    return (
        route("GET", f"{base}/", partial(pages.home, language=language)),
        route("GET", f"{base}/c/{{slug}}/", partial(pages.category, language=language)),
        route("GET", f"{base}/p/{{slug}}/", partial(pages.product, language=language)),
        route("GET", f"{base}/search/", partial(pages.search, language=language)),
        route("GET", f"{base}/cart/", partial(pages.cart, language=language)),
        *texts,
    )


_ACCOUNT = (
    route("GET", "/account/login/", account.login_form),
    route("POST", "/account/login/", account.login),
    route("POST", "/account/logout/", account.logout),
    route("GET", "/account/", members_only(account.overview)),
    route("GET", "/account/orders/", members_only(account.orders)),
    route("GET", "/account/orders/{number}/", members_only(account.order)),
    route("GET", "/account/addresses/", members_only(account.addresses)),
    route("GET", "/account/addresses/new/", members_only(account.new_address)),
    route("GET", "/account/profile/", members_only(account.profile)),
    route("GET", "/api/parcels/{number}", account.parcel),
    *(
        route("POST", path, members_only(account.accepted))
        for path in (
            "/account/orders/{number}/cancel/",
            "/account/refunds/",
            "/account/addresses/",
            "/account/addresses/{key}/delete/",
            "/account/profile/",
            "/account/delete/",
        )
    ),
)

ROUTES: tuple[Route, ...] = (
    *(entry for language in get_args(Language) for entry in _public(language)),
    *_ACCOUNT,
    route("POST", "/cart/add/", pages.add_to_cart),
    route("POST", "/cart/remove/", pages.remove_from_cart),
    route("POST", "/newsletter/", _newsletter),
    route("POST", "/contact/", _message),
    route("POST", "/p/{slug}/reviews/", _review),
    route("GET", "/studio/", studio.view),
    route("GET", "/studio/{place}", studio.view),
    route("POST", "/api/studio/search", studio.search),
    route("GET", "/api/studio/{kind}", studio.choices),
    route("GET", "/stores/map/", _map),
    route("GET", "/static/{name}", _static),
    route("GET", r"/picture/{slug}\.svg", _picture),
    route("GET", "/robots.txt", _robots),
)
