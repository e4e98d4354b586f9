"""Words for search boxes, from the site's own pages: no model, and results are sure to be found."""

from collections import Counter
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from webnavigator.model.page import Element, Observation
from webnavigator.model.searching import is_post_search
from webnavigator.retrieval.words import STOP_WORDS, bigrams, fold, is_cjk

_LEAST_LETTERS = 4
_CHROME = frozenset({"banner", "navigation", "contentinfo"})
_WORDS_PER_BOX = 2
_TEXT_READ = 2000


def is_search_box(element: Element) -> bool:
    """A field that looks something up and changes nothing: in a search form, or marked as a search."""
    if element.tag not in ("input", "textarea") or element.states & {"disabled", "readonly"}:
        return False
    if element.form is not None and element.form.sensitive:
        return False
    typed = element.input_type in ("", "text", "search")
    searches = element.form is not None and element.form.search and element.form.method == "get"
    searches = searches or is_post_search(element)
    return typed and (searches or element.input_type == "search" or element.role == "searchbox")


def is_searched(page_url: str, box: Element) -> bool:
    """Whether the page is what a search box found: it shows the words that were typed, not words of the site."""
    name = box.attributes.get("name", "")
    return bool(name) and any(key == name and value for key, value in parse_qsl(urlsplit(page_url).query))


def search_words(observation: Observation, used: Iterable[str] = (), most: int = _WORDS_PER_BOX) -> list[str]:
    """Words that a page shows often, in what it lists: its most frequent one first.

    The same page gives the same words; one word in capitals and in small letters is one.

    Args:
        observation: the page.
        used: words that were typed already; others are taken.
        most: how many are given at most.
    """
    labels = [e.label for e in observation.elements if e.role == "link" and e.landmark not in _CHROME]
    texts = [region.text[:_TEXT_READ] for region in observation.regions if region.landmark not in _CHROME]
    spellings: dict[str, str] = {}
    counts = Counter[str]()
    for text in (*labels, *observation.headings, *texts):
        for word in _words(text):
            spellings.setdefault(fold(word), word)
            counts[fold(word)] += 1
    known = {fold(word) for word in used}
    ranked = sorted(counts, key=lambda word: (-counts[word], -len(word), word))
    return [spellings[word] for word in ranked if word not in known][:most]


def data_words(observation: Observation, most: int) -> list[str]:
    """As `search_words`, without what only names the page and its controls: words of what it lists, for filters."""
    names = [observation.title, *observation.headings, *(e.label for e in observation.elements if e.role != "link")]
    return search_words(observation, [word for name in names for word in _words(name)], most)


def _words(text: str) -> Iterable[str]:
    for word in text.split():
        bare = word.strip(".,;:!?()[]{}«»“”\"'…·|/")
        if is_cjk(bare):
            yield from bigrams(bare)[:1]
        elif len(bare) >= _LEAST_LETTERS and bare.isalpha() and fold(bare) not in STOP_WORDS:
            yield bare
