"""Which addresses may show a kind of page of which little was seen: by address pattern, and by how pages are built.

Addresses of one pattern are instances of one kind. So are, often, addresses of many patterns: each file of a
repository, each revision of each wiki page has an address that looks like no other. That they are one kind is seen
once some were visited.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from webnavigator.model.url_template import ANY, ID

_SIBLINGS = 3
"""Patterns below one address that must have shown pages built alike, before others below it are expected to."""

_LEAST_SHOWN = 2
"""Of several kinds of pages below one address how many patterns must have shown each."""


@dataclass(slots=True)
class PageKinds:
    """What visits to addresses told.

    Attributes:
        instances: pages of one kind after which the kind counts as known.
    """

    instances: int
    _visits: Counter[str] = field(default_factory=Counter[str])
    _pages: Counter[str] = field(default_factory=Counter[str])
    _shown: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _below: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))

    def learn(self, pattern: str, template: str) -> None:
        """An address was visited.

        Args:
            pattern: URL template of the address.
            template: kind of page that it showed, by how it is built; "" when that is not known.
        """
        self._visits[pattern] += 1
        if template:
            self._pages[template] += 1
            self._shown[pattern].add(template)
            self._below[_parent(pattern)][pattern] = template

    def are_few(self, pattern: str, taken: int) -> bool:
        """Whether an address of this pattern may show a kind of page of which few were seen.

        Args:
            pattern: URL template of the address.
            taken: addresses of the pattern that were visited or are being visited.
        """
        return taken < self.instances and not self._known(pattern)

    def seen(self, pattern: str, taken: int) -> int:
        """How many pages like those at an address of this pattern were seen, as far as it is known."""
        return taken or min((self._pages[template] for template in self._known(pattern)), default=0)

    def _known(self, pattern: str) -> set[str]:
        """The kinds that an address of this pattern is expected to show; empty when it may show another one.

        The chance that the next one shows what none has shown is estimated by the share of kinds that were shown once
        (Good–Turing): when there is none, it is taken for known.
        """
        own = self._shown.get(pattern, set[str]())
        shown = Counter(self._below.get(_parent(pattern), {}).values())
        if not own and ((len(shown) > 1 and min(shown.values()) < _LEAST_SHOWN) or shown.total() < _SIBLINGS):
            return set()
        likely = own or set(shown)
        return likely if all(self._pages[template] >= self.instances for template in likely) else set()


def _parent(pattern: str) -> str:
    """The pattern without its last segment, when what is above belongs to an instance; else the pattern itself.

    Sections of a site are told apart: there are few of them.
    """
    above = pattern.partition("?")[0].rpartition("/")[0]
    return above if any(part in (ID, ANY) for part in above.split("/")) else pattern
