"""WebArena's judgement of answers and addresses: strings and URLs, all or nothing.

Semantics of its official evaluators (arXiv 2307.13854, section 3.2): the whole answer, the parts it must include, or a
model's judgement of likeness; addresses by host, path and the query values asked for.
"""

import html
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal
from urllib.parse import parse_qs, urlparse

AnswerWay = Literal["exact_match", "must_include", "fuzzy_match"]
"""How a text is compared: the whole of it, the parts it must include, likeness as a model judges it."""

_OR = " |OR| "
_SPLIT_OFF = re.compile(
    r"""[;@\#$%&?!*\[\](){}<>"“”«»‘’„`]|--|\.{2,}"""  # always a token of its own
    r"""|[:,](?!\d)|'(?=\s|$)|(?<=\s)'|^'"""  # not inside 12:30, 1,000 or it's
    r"""|\.(?=[\])}>"'»”’ ]*(?:$|\s+[^\sa-z]))"""  # the end of a sentence, not 4.5
)


def cleaned(answer: str) -> str:
    """As the benchmark compares: no blanks and no one pair of quotes around it, lower case.

    >>> cleaned(' "Yoga Ball" ')
    'yoga ball'
    """
    text = answer.strip()
    for quote in "'\"":
        if text.startswith(quote) and text.endswith(quote):
            return text[1:-1].lower()
    return text.lower()


def is_exactly(answer: str, reference: str) -> bool:
    """The whole answer is the reference."""
    return cleaned(answer) == cleaned(reference)


def includes_all(answer: str, references: Sequence[str]) -> bool:
    """Each part occurs in the answer; a lone reference of one character must be a word of it.

    >>> includes_all("14 items", ["1"]), includes_all("1 item", ["1"]), includes_all("Tea pot, Cup", ["cup", "tea"])
    (False, True, True)
    """
    text = cleaned(answer)
    if len(references) == 1 and len(cleaned(references[0])) == 1:
        return cleaned(references[0]) in words(text)
    return all(cleaned(part) in text for part in references)


def words(text: str) -> list[str]:
    """Words and punctuation, told apart as the Penn Treebank's tokens are; contractions stay whole.

    >>> words("it's 1,000 (or 4.5).")
    ["it's", '1,000', '(', 'or', '4.5', ')', '.']
    """
    return _SPLIT_OFF.sub(lambda found: f" {found[0]} ", text).split()


def is_at(url: str, reference: str) -> bool:
    """An address is one of the references (joined by `` |OR| ``): their path is in it, and it has their query values.

    >>> is_at("http://s.test/search?q=tea&sort=asc&page=2", "http://s.test/search?sort=asc")
    True
    >>> is_at("http://s.test/search?q=tea", "http://s.test/search?sort=asc")
    False
    """
    here, asked = _parts(url)
    paths: set[str] = set()
    wanted: Mapping[str, set[str]] = defaultdict(set)
    for each in reference.split(_OR):
        path, query = _parts(each)
        paths.add(path)
        for name, values in query.items():
            wanted[name].update(values)
    if not any(path in here for path in paths):
        return False
    return all(values & set(asked.get(name, ())) for name, values in wanted.items())


def _parts(url: str) -> tuple[str, dict[str, list[str]]]:
    found = urlparse(url.rstrip("/"))
    return found.netloc + found.path, parse_qs(found.query)


def holds(content: str, required: Mapping[AnswerWay, str | Sequence[str]]) -> bool:
    """What was read from a page fits: exactly, or else with all parts, each of which may have alternatives.

    Raises:
        KeyError: neither is required.

    >>> holds("Size: XL", {"must_include": ["xl |OR| large", "size"]})
    True
    """
    text = html.unescape(content)
    if "exact_match" in required:
        return is_exactly(text, str(required["exact_match"]))
    return all(
        any(cleaned(one) in cleaned(text) for one in part.split(_OR)) for part in listed(required["must_include"])
    )


def listed(value: str | Sequence[str]) -> list[str]:
    """One reference or several, as a list."""
    return [value] if isinstance(value, str) else list(value)
