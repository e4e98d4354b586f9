"""The functions that WebArena's tasks call by name, ``func:reddit_get_post_url('__last_url__')``: looked up, never run.

A call is read with Python's parser and nothing but a known name with texts as arguments is taken.
"""

import ast
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar
from urllib.parse import urlsplit

MARK = "func:"


class ReadablePage(Protocol):
    """A page from which values can be read."""

    @property
    def url(self) -> str:
        """Its address."""
        ...

    async def value(self, expression: str) -> str:
        """What a JavaScript expression gives on the page, as text; "" when it throws."""
        ...


class Shop(Protocol):
    """What the shop's interface for administrators tells; see `bench.shop`."""

    async def latest_order_url(self) -> str:
        """Address of the order that was made last."""
        ...

    async def latest_review(self, sku: str) -> tuple[str, str]:
        """Author and rating (0 to 100) of a product's last review; two empty texts without one."""
        ...


P_co = TypeVar("P_co", bound=ReadablePage, covariant=True)


class NoShopError(Exception):
    """A task asks the shop's interface, and no access to it was given."""


@dataclass(frozen=True, slots=True)
class Surroundings(Generic[P_co]):
    """What a named function may look at.

    Attributes:
        page: the page as it is.
        shop: None: no access was given.
    """

    page: P_co
    shop: Shop | None = None

    @property
    def the_shop(self) -> Shop:
        """The shop's interface.

        Raises:
            NoShopError: no access was given.
        """
        if self.shop is None:
            raise NoShopError
        return self.shop


Named = Callable[[Surroundings[ReadablePage], str], Awaitable[str]]


async def _post_url(around: Surroundings[ReadablePage], url: str) -> str:
    return post_url(url)


def post_url(url: str) -> str:
    """Address of the post that a page of the forum is about; an address of another kind as it is.

    >>> post_url("http://forum.test/f/books/59421/a-title#c1"), post_url("http://forum.test/u/me")
    ('http://forum.test/f/books/59421/', 'http://forum.test/u/me')
    """
    found = urlsplit(url)
    parts = found.path.split("/")
    if len(parts) < 4 or parts[1] != "f":
        return url
    return f"{found.scheme}://{found.netloc}/f/{parts[2]}/{parts[3]}/"


async def _member_role(around: Surroundings[ReadablePage], account: str) -> str:
    """What a table of a project's members shows as the role of one."""
    wanted = json.dumps(f"@{account}")
    return await around.page.value(
        "(() => { const names = [...document.querySelectorAll("
        "\"td[data-label='Account'] span.gl-avatar-labeled-sublabel\")];"
        f" const at = names.findIndex((name) => name.outerText === {wanted});"
        ' return document.querySelectorAll("td.col-max-role span")[at].outerText })()'
    )


async def _latest_order_url(around: Surroundings[ReadablePage], _: str) -> str:
    return await around.the_shop.latest_order_url()


async def _review_author(around: Surroundings[ReadablePage], sku: str) -> str:
    return (await around.the_shop.latest_review(sku))[0]


async def _review_rating(around: Surroundings[ReadablePage], sku: str) -> str:
    return (await around.the_shop.latest_review(sku))[1]


FUNCTIONS: Mapping[str, Named] = {
    "reddit_get_post_url": _post_url,
    "gitlab_get_project_memeber_role": _member_role,
    "shopping_get_latest_order_url": _latest_order_url,
    "shopping_get_sku_latest_review_author": _review_author,
    "shopping_get_sku_latest_review_rating": _review_rating,
}
"""By the names in the task files, spelling included; each takes one text or none."""


def parsed(text: str) -> tuple[str, str] | None:
    """Name and last argument ("" without one) of a call; None for a text that is no call.

    Raises:
        ValueError: it calls something that is not known, or with other arguments than texts.
    """
    if not text.startswith(MARK):
        return None
    try:
        call = ast.parse(text.removeprefix(MARK).strip(), mode="eval").body
    except SyntaxError:
        raise ValueError(f"not a call: {text[:100]}") from None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in FUNCTIONS:
        raise ValueError(f"no function of this name is known: {text[:100]}")
    given = [one for one in call.args if not (isinstance(one, ast.Name) and one.id == "__page__")]
    texts = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    if len(texts) != len(given) or len(texts) > 1 or call.keywords:
        raise ValueError(f"not the arguments of {call.func.id}: {text[:100]}")
    return call.func.id, texts[0] if texts else ""


def check_call(text: str) -> None:
    """Make sure that a text is no call, or one of a known function.

    Raises:
        ValueError: see `parsed`.
    """
    parsed(text)


async def value_of_call(text: str, around: Surroundings[ReadablePage]) -> str | None:
    """What a call gives; ``__last_url__`` in its argument is the page's address. None for a text that is no call.

    Raises:
        NoShopError: it asks the shop, and no access was given.
        ValueError: see `parsed`.
    """
    call = parsed(text)
    if call is None:
        return None
    name, argument = call
    return await FUNCTIONS[name](around, argument.replace("__last_url__", around.page.url))
