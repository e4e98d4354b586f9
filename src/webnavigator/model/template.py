"""Page templates by structure, and what repeats within a page.

Product 1 and product 10,000 are one template; the rows of a table are one row many times. The structure of a
page without its indices (its *shape*) tells: rows more or fewer do not change it.
"""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from webnavigator.model.page import Element, similarity
from webnavigator.model.url_template import compatible

ALIKE = 0.8
"""Jaccard index of two shapes from which on they are the same template."""
ALIKE_AT_ONE_ADDRESS = 0.55
"""The same for two instances of one URL template: parts of such pages come and go. On three real applications
two instances had 0.58 or more; pages of two templates are kept apart by their addresses already."""
ALIKE_IN_OUTLINE = 0.7
"""Jaccard index of the outlines of two instances of one URL template: in texts all else differs (0.12 to 0.85
over a reference manual, whose outlines had 0.73 or more)."""
OUTLINE_DEPTH = 9
"""Steps of a path that count for a page's outline."""
LEAST_OUTLINE = 12
"""An outline of fewer paths says nothing: all pages of an application that nests deeply have the same."""
LEAST_REPEATS = 3
"""From this many like siblings on, controls are items of a repetition."""

_INDEX = re.compile(r"\[\d+\]")
_DIGITS = re.compile(r"\d+(?:[.,:/-]\d+)*")
_OWN_NAMES = frozenset({"tab", "menuitem", "menuitemcheckbox", "menuitemradio"})
_CHROME = frozenset({"banner", "navigation", "contentinfo"})


def shape(keys: Iterable[str]) -> frozenset[str]:
    """The structure of a page without indices and states.

    Args:
        keys: full XPaths, as in `Observation.structure` or from `structure_keys`.

    >>> sorted(shape(["/ul[1]/li[1]", "/ul[1]/li[2]#selected"]))
    ['/ul/li']
    """
    return frozenset(index_free(key.partition("#")[0]) for key in keys)


class Templates:
    """Assigns page states to templates; grows as pages come.

    A page belongs to the most similar known template whose URL template is compatible, else it founds a new
    one, whose id follows from the founder's URL template and shape.

    >>> templates = Templates()
    >>> first = templates.assign(["/main[1]/h1[1]", "/main[1]/ul[1]/li[1]"], "/orders/{id}")
    >>> first == templates.assign(["/main[1]/h1[1]", "/main[1]/ul[1]/li[7]"], "/orders/{id}")
    True
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, frozenset[str]]] = {}

    def assign(self, keys: Iterable[str], url_template: str) -> str:
        """The template id of a page state, 32 hex digits.

        Args:
            keys: as for `shape`.
            url_template: from `UrlTemplates.template`.
        """
        form = shape(keys)
        founded = _template_id(url_template, form)
        if founded in self._known:
            return founded
        rated = [
            (similarity(form, known), template)
            for template, (address, known) in self._known.items()
            if compatible(address, url_template) and _alike(form, known, address, url_template)
        ]
        if rated:
            return max(rated)[1]
        self._known[founded] = (url_template, form)
        return founded

    def __len__(self) -> int:
        """How many templates are known."""
        return len(self._known)

    def to_json(self) -> dict[str, Any]:
        """The state, JSON-ready: an exploration that is resumed with it assigns as if never stopped."""
        rows = [{"url": url, "shape": sorted(form)} for url, form in self._known.values()]
        return {"schema": 1, "templates": rows}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Templates":
        """The inverse of `to_json`.

        Raises:
            ValueError: the data has another schema.
        """
        if data.get("schema") != 1:
            raise ValueError(f"templates of schema {data.get('schema')!r}, not 1")
        templates = cls()
        for row in data["templates"]:
            form = frozenset(row["shape"])
            templates._known[_template_id(row["url"], form)] = (row["url"], form)
        return templates


def repeated_groups(elements: Iterable[Element]) -> dict[str, str]:
    """Items of a repetition that differ in their data alone: rows, cards, options.

    Controls that recur in each item under one name ("Edit" in each row) are not among them: their name tells
    them from the row's other controls. Neither are tabs, menu items and what stands in header, navigation and
    footer: each of these leads somewhere else.

    Returns:
        For the XPath of each item the key of its group.

    >>> from webnavigator.model.action import Locator
    >>> rows = [Element(Locator(f"/ul[1]/li[{i}]/a[1]", "link", name)) for i, name in enumerate("xyz")]
    >>> set(repeated_groups(rows).values())
    {'/ul/li/a|link'}
    """
    groups: dict[str, list[Element]] = defaultdict(list)
    for element in elements:
        if element.role not in _OWN_NAMES and element.landmark not in _CHROME:
            groups[f"{index_free(element.locator.xpath)}|{element.role}"].append(element)
    items: dict[str, str] = {}
    for key, members in groups.items():
        if len(members) < LEAST_REPEATS or not _in_items(members):
            continue
        names = Counter(folded(element.label) for element in members)
        items.update((member.locator.xpath, key) for member in members if names[folded(member.label)] == 1)
    return items


def control_group(element: Element, template_id: str, *, repeated: bool = False) -> str:
    """The key under which controls are alike across instances of a template and across items of a repetition.

    Args:
        element: the control.
        template_id: template of its page, or any other name of the place it belongs to.
        repeated: it is in `repeated_groups` of its page: its name is data.
    """
    name = "" if repeated else folded(element.label)
    return f"{template_id}|{index_free(element.locator.xpath)}|{element.role}|{name}"


def _in_items(members: list[Element]) -> bool:
    """Whether like elements stand in items of their own, and not side by side as in a toolbar."""
    parents = {member.locator.xpath.rpartition("/")[0] for member in members}
    return len(parents) > 1 or any(member.role in ("option", "row", "listitem", "article") for member in members)


def _alike(form: frozenset[str], known: frozenset[str], address: str, url_template: str) -> bool:
    """Whether two shapes are one template's: two instances of one URL template may differ more.

    Two states at one address without a variable part are no instances: they are tabs and dialogs of a page.
    """
    path, _, query = url_template.partition("?")
    known_path, _, known_query = address.partition("?")
    instances = path == known_path and ("{" in path or query != known_query)
    alike = similarity(form, known)
    if not instances:
        return alike >= ALIKE
    if alike >= ALIKE_AT_ONE_ADDRESS:
        return True
    one, other = _cut(form), _cut(known)
    return min(len(one), len(other)) >= LEAST_OUTLINE and similarity(one, other) >= ALIKE_IN_OUTLINE


def outline(keys: Iterable[str]) -> frozenset[str]:
    """How a page is built, its texts apart: its shape down to `OUTLINE_DEPTH` steps.

    Args:
        keys: as for `shape`.
    """
    return _cut(shape(keys))


def _cut(form: frozenset[str]) -> frozenset[str]:
    return frozenset("/".join(path.split("/")[: OUTLINE_DEPTH + 1]) for path in form)


def index_free(xpath: str) -> str:
    """An XPath without its indices: the same for all items of a repetition."""
    return _INDEX.sub("", xpath)


def folded(label: str) -> str:
    """A label as it is compared: small letters, single spaces, numbers told as ``#``."""
    return _DIGITS.sub("#", " ".join(label.split()).casefold())


def _template_id(url_template: str, form: frozenset[str]) -> str:
    text = "\n".join((url_template, *sorted(form)))
    return hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
