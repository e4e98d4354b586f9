"""Which lines a site repeats on most of its pages: learnt by counting, no word lists."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from webnavigator.model.page import Observation
from webnavigator.retrieval.words import fold

_MIN_PAGES = 4
"""A line must be seen on this many pages before it can count as shared."""
_COUNT = re.compile(r"(?<![\w#.-])\d{1,4}(?![\w.-])")
_SHARED = 0.3
"""Share of pages from which a line is the site's and not the page's."""


def line_key(line: str) -> str:
    """What makes two lines the same: case, whitespace and small counts do not matter, codes do.

    >>> line_key("Cart  (3 items)") == line_key("cart (0 items)")
    True
    >>> line_key("Order TT1") == line_key("Order TT2")
    False
    """
    return _COUNT.sub("0", " ".join(fold(line).split()))[:200]


def name_key(text: str) -> str:
    """What makes two titles or headings the same; their numbers name the page and count nothing.

    >>> name_key("Order 1") == name_key("Order 2")
    False
    """
    return f"name: {' '.join(fold(text).split())}"[:200]


def title_parts(title: str) -> list[str]:
    """A title cut at the separators that sites put between a page's own name and theirs.

    >>> title_parts("json — JSON encoder | Docs")
    ['json', 'JSON encoder', 'Docs']
    """
    return [part for part in re.split(r"\s+[|–—·•»›:\-]\s+|\s*[|»›]\s*", title.strip()) if part]


def lines_of(observation: Observation) -> list[str]:
    """The lines of a page: texts of its regions, its headings and the labels of its controls; may repeat."""
    found = [region.text for region in observation.regions]
    found += observation.headings
    found += [element.label for element in observation.elements]
    return [line for line in found if line.strip()]


@dataclass(frozen=True, slots=True)
class Boilerplate:
    """How many pages of a site show a line.

    Attributes:
        pages: pages counted.
        counts: pages that show a line, by `line_key`; lines seen once are left out.
    """

    pages: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])

    def share(self, line: str) -> float:
        """Share of the site's pages that show the line, 0 to 1; 0 while too few pages are known."""
        return self._share(line_key(line))

    def _share(self, key: str) -> float:
        count = self.counts.get(key, 0)
        return count / self.pages if count >= _MIN_PAGES else 0.0

    def own_title(self, title: str) -> str:
        """The title without the parts that most pages carry; the whole of it when nothing is left."""
        own = [part for part in title_parts(title) if not self.is_shared_name(part)]
        return " - ".join(own) or title

    def is_shared(self, line: str) -> bool:
        """Whether the line belongs to the site rather than to the page."""
        return self.share(line) >= _SHARED

    def is_shared_name(self, text: str) -> bool:
        """Likewise for a heading or a part of a title."""
        return self._share(name_key(text)) >= _SHARED


def learn_boilerplate(pages: Iterable[tuple[str, Observation]]) -> Boilerplate:
    """Count lines over pages.

    Args:
        pages: address and observation; states at one address count as one page, so that a page with many
            dialogs
            does not make its own text look shared.
    """
    seen: dict[str, set[str]] = {}
    for url, observation in pages:
        keys = seen.setdefault(url, set())
        keys.update(line_key(line) for line in lines_of(observation))
        keys.update(name_key(name) for name in (*title_parts(observation.title), *observation.headings))
    counts = Counter(key for keys in seen.values() for key in keys)
    return Boilerplate(len(seen), {key: n for key, n in counts.items() if n > 1})
