"""Chinese words of the web in English, so that a query in one language finds pages in the other by their words too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from webnavigator.retrieval.words import content_terms, is_cjk, terms

_FILE = Path(__file__).parent / "data" / "glossary-zh-en.tsv"
_RUNS = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+|[^\u3400-\u4dbf\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Translation:
    """A query in English, as far as the glossary knows its words.

    Attributes:
        text: the usual English words in the order of the query, codes and Latin words among them.
        groups: for each word of the query the terms that count as it, at least one.
        known: share of the query's Han characters that the glossary covers, 0 to 1.
    """

    text: str
    groups: tuple[tuple[str, ...], ...]
    known: float


@cache
def glossary() -> dict[str, tuple[str, ...]]:
    """English alternatives by Chinese word, the usual one first."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {chinese: tuple(english.split("|")) for chinese, english in pairs}


@cache
def _longest() -> int:
    return max(map(len, glossary()))


def translate(query: str) -> Translation | None:
    """The query in English by longest match; None for a query without a word that the glossary knows.

    >>> translate("新建优惠券").text
    'create coupon'
    """
    if not is_cjk(query):
        return None
    words: list[str] = []
    groups: dict[tuple[str, ...], None] = {}
    known = total = 0
    for run in _RUNS.findall(query):
        if not is_cjk(run):
            words.append(run.strip())
            groups.update(dict.fromkeys((term,) for term in content_terms(run)))
            continue
        found = segments(run)
        known += sum(len(word) for word in found)
        total += len(run)
        words += [glossary()[word][0] for word in found]
        for word in found:
            groups[tuple(dict.fromkeys(t for text in glossary()[word] for t in terms(text)))] = None
    if not known:
        return None
    return Translation(" ".join(filter(None, words)), tuple(groups), known / max(total, 1))


def segments(run: str) -> list[str]:
    """Words of the glossary in a run of Han characters, longest first from the left; the rest is skipped.

    >>> segments("客户列表怎么加筛选条件")
    ['客户', '列表', '筛选条件']
    """
    found: list[str] = []
    at = 0
    while at < len(run):
        size = next((n for n in range(_longest(), 0, -1) if run[at : at + n] in glossary()), 0)
        if size:
            found.append(run[at : at + size])
        at += size or 1
    return found


@cache
def _chinese() -> dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """By the first English term of a meaning: all its terms, and the index terms of the Chinese word."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for chinese, meanings in glossary().items():
        for meaning in meanings:
            said = tuple(terms(meaning))
            if said:
                found.setdefault(said[0], []).append((said, tuple(terms(chinese))))
    return {term: tuple(words) for term, words in found.items()}


def in_chinese(words: Sequence[str]) -> tuple[tuple[str, ...], ...] | None:
    """For each term of an English query itself and the terms of the Chinese words that mean it.

    A meaning of several words ("shopping cart") counts when the query has them all.

    Args:
        words: content terms of the query.

    Returns:
        None when the glossary knows none of them.

    >>> in_chinese(["coupon", "zebra"])
    (('coupon', '优惠', '惠券'), ('zebra',))
    """
    asked = frozenset(words)
    groups = [
        tuple(
            dict.fromkeys([word, *(t for said, own in _chinese().get(word, ()) if asked.issuperset(said) for t in own)])
        )
        for word in words
    ]
    return tuple(groups) if any(len(group) > 1 for group in groups) else None
