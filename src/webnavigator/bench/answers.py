"""WebArena's judgement of answers and addresses: strings and URLs, all or nothing.

Semantics of its official evaluators (arXiv 2307.13854, section 3.2): the whole answer, the parts it must include, or a
model's judgement of likeness; addresses by host, path and the query values asked for.
"""

import html
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from urllib.parse import parse_qs, urlsplit

_OR = " |OR| "
_WORDS = re.compile(r"\w+(?:[-.'’]\w+)*|[^\w\s]")


def cleaned(answer: str) -> str:
    """As the benchmark compares: no blanks and no one pair of quotes around it, lower case.

    >>> cleaned(' "Yoga Ball" ')
    'yoga ball'
    """
    text = answer.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1]
    return text.lower()


def is_exactly(answer: str, reference: str) -> bool:
    """The whole answer is the reference."""
    return cleaned(answer) == cleaned(reference)


def includes_all(answer: str, references: Sequence[str]) -> bool:
    """Each part occurs in the answer; a lone reference of one word must be a word of it.

    >>> includes_all("14 items", ["1"]), includes_all("1 item", ["1"]), includes_all("Tea pot, Cup", ["cup", "tea"])
    (False, True, True)
    """
    text = cleaned(answer)
    if len(references) == 1 and len(_WORDS.findall(cleaned(references[0]))) == 1:
        return cleaned(references[0]) in _WORDS.findall(text)
    return all(cleaned(part) in text for part in references)


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
    found = urlsplit(url.strip().rstrip("/"))
    return (found.netloc + found.path).rstrip("/"), parse_qs(found.query)


def holds(content: str, required: Mapping[str, str | Sequence[str]]) -> bool:
    """What was read from a page fits: exactly, or with all parts, each of which may have alternatives.

    >>> holds("Size: XL", {"must_include": ["xl |OR| large", "size"]})
    True
    """
    exact, parts = required.get("exact_match"), required.get("must_include")
    text = html.unescape(content)
    if isinstance(exact, str) and not is_exactly(text, exact):
        return False
    listed = [parts] if isinstance(parts, str) else list(parts or ())
    return all(any(cleaned(one) in cleaned(text) for one in part.split(_OR)) for part in listed)
