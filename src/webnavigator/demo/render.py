"""Templates as files: ``string.Template`` with every value escaped unless it is markup already."""

import html
import secrets
from collections.abc import Iterable
from functools import cache
from importlib import resources
from string import Template

from webnavigator.demo.words import WORDS, Language

_FOLDER = resources.files("webnavigator.demo")


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def joined(parts: Iterable[Markup]) -> Markup:
    """Pieces of markup, one after the other."""
    return Markup("".join(parts))


@cache
def _template(name: str) -> Template:
    return Template(_FOLDER.joinpath("templates", f"{name}.html").read_text("utf-8"))


@cache
def static(name: str) -> bytes | None:
    """A file of the static folder, or None when there is no such file."""
    known = {entry.name: entry for entry in _FOLDER.joinpath("static").iterdir()}
    return known[name].read_bytes() if name in known else None


def render(template: str, language: Language = "en", /, **values: object) -> Markup:
    """Fill a template; ``$w_…`` are the shop's words, ``$base`` is the prefix of the language's addresses.

    ``$salt`` differs at every call: the ids made from it are random at each load, as on sites built by tools.

    Raises:
        KeyError: the template names a value that was not given.
    """
    escaped = {key: value if isinstance(value, Markup) else html.escape(str(value)) for key, value in values.items()}
    base = "/zh" if language == "zh" else ""
    known = {**WORDS[language], "base": base, "lang": language, "salt": secrets.token_hex(4)}
    return Markup(_template(template).substitute({**known, **escaped}))


def money(cents: int) -> str:
    """A price as people read it.

    >>> money(4205)
    '€ 42.05'
    """
    return f"€ {cents // 100}.{cents % 100:02d}"
