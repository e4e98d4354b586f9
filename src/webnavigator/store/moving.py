"""A map of a site that stands at another address now: its states and edges, with the addresses and ids of there."""

import re
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import quote, urlsplit

from webnavigator.errors import BadInputError
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import node_id, structure_keys
from webnavigator.model.url import canonical_url
from webnavigator.store.exchange_format import NodeRow, parse

Rewrite = Callable[[str], str]


def move_of(data: Any, origins: Mapping[str, str]) -> Rewrite:
    """What becomes of every text of a map when its origins change; see `moved`.

    Whatever begins with an old origin begins with the new one, within texts and as part of other addresses too. Ids
    that follow from an address become those that exploring the site at its new place would give.

    Args:
        data: from `export_json`; ids follow from addresses only in a full export.
        origins: from old origins to new ones, such as ``http://shop.test:8080``.

    Raises:
        BadInputError: an origin is none or is not in the map, or the data are broken.
    """
    checked = {origin_of(old): origin_of(new) for old, new in origins.items()}
    rewrite = _rewriting(checked)
    file = parse(data)
    there = sorted({origin_of(node.url) for node in file.nodes if _is_web(node.url)})
    for old in checked:
        if old not in there:
            raise BadInputError(f"no page of the map is at {old}; its pages are at {', '.join(there[:5])}")
    faithful = file.meta.get("preset") == "paper"
    ids = {node.id: _id_there(node, rewrite, faithful=faithful) for node in file.nodes}
    return lambda text: ids.get(text) or rewrite(text)


def moved(value: Any, change: Rewrite) -> Any:
    """A JSON value with all its texts changed, names of fields that are ids included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [moved(inner, change) for inner in cast("list[Any]", value)]
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {change(name): moved(inner, change) for name, inner in items}
    return value


def origin_of(url: str) -> str:
    """Scheme, host and port of an address in their one spelling.

    >>> origin_of("HTTP://Shop.test:80/orders")
    'http://shop.test'

    Raises:
        BadInputError: it has none.
    """
    if not _is_web(url):
        raise BadInputError(f"{url!r} is no origin: give one such as http://shop.test:8080")
    parts = urlsplit(canonical_url(url))
    return f"{parts.scheme}://{parts.netloc}"


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url.strip())
        return parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _rewriting(origins: Mapping[str, str]) -> Rewrite:
    spelled: dict[str, str] = {}
    for old, new in origins.items():
        spelled |= {old: new, _encoded(old): _encoded(new), _encoded(old).lower(): _encoded(new).lower()}
    pattern = re.compile(rf"(?:{'|'.join(map(re.escape, spelled))})(?![\w.:-])")
    return lambda text: pattern.sub(lambda match: spelled[match.group()], text)


def _encoded(origin: str) -> str:
    """As part of another address: ``http%3A%2F%2Fshop.test``."""
    return quote(origin, safe="")


def _id_there(node: NodeRow, rewrite: Rewrite, *, faithful: bool) -> str:
    """The id of a state at the new place; that which it has where it does not follow from its address."""
    url = rewrite(node.url)
    if node.id == placeholder_id(node.url):
        return placeholder_id(url)
    keys = structure_keys(node.observation, faithful=faithful) if node.observation is not None else None
    return node_id(keys, url) if keys is not None and node.id == node_id(keys, node.url) else node.id
