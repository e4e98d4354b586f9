"""Whether a page says anything that others of its kind have not said: what ends calendars and generated catalogues."""

from collections import defaultdict
from dataclasses import dataclass, field

from webnavigator.model.page import Observation
from webnavigator.retrieval.words import bigrams, fold, is_cjk

_CHROME = frozenset({"banner", "navigation", "contentinfo"})
_LEAST_LETTERS = 3
_MOST_WORDS = 50_000
"""Words kept of one kind of page; one that has said so much is taken to say something new always."""


@dataclass(slots=True)
class Sayings:
    """The words that pages of each kind have said so far."""

    _said: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def learn(self, kind: str, observation: Observation) -> bool:
        """Take note of what a page says; False when others of its kind have said every word of it.

        Numbers and what stands in header, menu and footer are no words: months of a calendar, generated items and pages
        of the same table differ in nothing else.
        """
        said = self._said[kind]
        if len(said) > _MOST_WORDS:
            return True
        fresh = words_said(observation) - said
        said |= fresh
        return bool(fresh)


def words_said(observation: Observation) -> frozenset[str]:
    """The words of a page's own content, folded; letters only."""
    texts = [region.text for region in observation.regions if region.landmark not in _CHROME]
    labels = [element.label for element in observation.elements if element.landmark not in _CHROME]
    found = set[str]()
    for text in (*texts, *observation.headings, *labels):
        for word in fold(text).split():
            bare = "".join(letter for letter in word if letter.isalpha())
            if is_cjk(bare):
                found.update(bigrams(bare))
            elif len(bare) >= _LEAST_LETTERS:
                found.add(bare)
    return frozenset(found)
