"""Words that people use for one another: a query may say "purchases" where the site says "orders"."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from webnavigator.retrieval.glossary import glossary, segments
from webnavigator.retrieval.words import STOP_WORDS, is_cjk, terms

_FILE = Path(__file__).parent / "data" / "synonyms-en.txt"


def synonyms(query: str) -> dict[str, tuple[str, ...]]:
    """Other terms for the terms of a query, as far as the lists that ship with the package go.

    Chinese words are synonyms when the glossary calls them the same in English.

    >>> "order" in synonyms("my purchases")["purchas"]
    True
    >>> "部门" in synonyms("科室")["科室"]
    True
    """
    found: dict[str, tuple[str, ...]] = {}
    given = terms(query)
    phrases = _phrases()
    for size in (2, 1):
        for at in range(len(given) - size + 1):
            said = tuple(given[at : at + size])
            if said in phrases:
                found.setdefault(_bearer(said), phrases[said])
    if is_cjk(query):
        for word in segments(query):
            if others := _same_in_english().get(word):
                found.setdefault(terms(word)[0], others)
    return found


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """By the terms of a word or of two in a row the terms of its synonyms."""
    others: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        said = [tuple(terms(word)) for word in line.split("|")]
        for word in said:
            others[word].update((term, None) for other in said for term in _sought(other) if term not in word)
    return {word: tuple(found) for word, found in others.items() if found}


def _sought(phrase: tuple[str, ...]) -> tuple[str, ...]:
    """The term of a synonym that is looked for; none of a phrase of which each word could mean something else."""
    telling = tuple(term for term in phrase if term not in STOP_WORDS)
    return telling if len(telling) == 1 else ()


def _bearer(phrase: tuple[str, ...]) -> str:
    """The term of a query that a phrase's synonyms count for: its first that is no stop word."""
    return next((term for term in phrase if term not in STOP_WORDS), phrase[0])


@cache
def _same_in_english() -> Mapping[str, tuple[str, ...]]:
    """By Chinese word the terms of those that have an English name in common with it."""
    named: dict[str, list[str]] = defaultdict(list)
    for chinese, english in glossary().items():
        for name in english:
            named[name].append(chinese)
    return {
        chinese: tuple(dict.fromkeys(_firsts(named[name] for name in english)))
        for chinese, english in glossary().items()
        if any(len(named[name]) > 1 for name in english)
    }


def _firsts(groups: Iterable[Iterable[str]]) -> Iterable[str]:
    """The first bigram of each word."""
    return (terms(word)[0] for group in groups for word in group)
