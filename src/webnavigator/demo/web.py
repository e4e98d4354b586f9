"""Requests, responses and routes of the demo shop: the little of a web framework that it needs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from re import Pattern

HTML = "text/html; charset=utf-8"


@dataclass(slots=True)
class Visitor:
    """What the shop remembers of one browser by its cookie: the cart (slug to quantity) and the sign-in."""

    key: str
    cart: dict[str, int] = field(default_factory=dict[str, int])
    signed_in: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What a browser asked for.

    Attributes:
        path: path without the query.
        query: first value of each parameter of the query.
        form: first value of each field of a posted form; empty for JSON.
        body: posted bytes as they came.
        visitor: who asks.
    """

    method: str
    path: str
    query: Mapping[str, str]
    visitor: Visitor
    form: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """What the shop answers; `harmless` marks an answer to a POST that changed nothing worth counting."""

    body: bytes = b""
    status: int = 200
    content_type: str = HTML
    headers: tuple[tuple[str, str], ...] = ()
    harmless: bool = False


View = Callable[..., Response]


@dataclass(frozen=True, slots=True)
class Route:
    """A view and the addresses it answers; the pattern's groups become the view's keyword arguments."""

    method: str
    pattern: Pattern[str]
    view: View


def route(method: str, path: str, view: View) -> Route:
    """A route for `path`, in which ``{name}`` stands for one segment.

    >>> route("GET", "/p/{slug}/", lambda request, slug: Response()).pattern.pattern
    '/p/(?P<slug>[^/]+)/'
    """
    return Route(method, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)), view)


def redirect(target: str, *headers: tuple[str, str]) -> Response:
    """See Other: the browser goes on to `target` with GET."""
    return Response(status=303, headers=(("Location", target), *headers))


def dispatch(routes: tuple[Route, ...], request: Request) -> Response | None:
    """The answer of the first route that fits; None when there is none."""
    method = "GET" if request.method == "HEAD" else request.method
    for entry in routes:
        found = entry.pattern.fullmatch(request.path)
        if found and entry.method == method:
            return entry.view(request, **found.groupdict())
    return None
