"""The section of a page that a query names: one of the places on the page that its own links lead to."""

from webnavigator.model.page import Element, Observation
from webnavigator.retrieval.words import content_terms, terms

_LEAST_WORDS = 2
"""Words of a section's name that a query must say: one alone is said by chance."""


def named_section(query: str, page: Observation) -> Element | None:
    """The link to the section that a query names, among those that lead to a place on the page itself.

    All words of the link that count are in the query, and some of them are not in the page's title, which names the
    whole. Of several the one that says most of the query; of those the first.

    Args:
        query: the place, in words.
        page: what was seen of the page that the query means.

    Returns:
        None: it names none.
    """
    asked, title = frozenset(terms(query)), frozenset(terms(page.title))
    here = page.url.partition("#")[0]
    found: list[tuple[int, Element]] = []
    for element in page.elements:
        address, _, fragment = element.locator.href.partition("#")
        if address != here or not fragment or fragment.startswith(("/", "!")):
            continue
        words = frozenset(content_terms(element.label))
        if len(words) >= _LEAST_WORDS and words <= asked and not words <= title:
            found.append((len(words), element))
    most = max((count for count, _ in found), default=0)
    return next((element for count, element in found if count == most), None)
