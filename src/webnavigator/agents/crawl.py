"""Pages to start from where there is no map: breadth first over links, ranked by BM25 against the question."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin

from typing_extensions import override

from webnavigator.agents.asking import Place
from webnavigator.agents.relevance import bm25
from webnavigator.model.action import Goto
from webnavigator.model.address import is_file
from webnavigator.model.safety import Allow, Policy
from webnavigator.model.url import canonical_url

Read = Callable[[str], Awaitable[str | None]]
"""Gives the text of an address, None when there is none."""

DEPTH = 3
_UNREAD = frozenset({"script", "style", "noscript", "template", "svg"})
_MOST_TEXT = 20_000
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page as the server gives it, without a browser's scripts.

    Attributes:
        url: canonical address.
        title: what it is called, "" when it has none.
        text: all that can be read, at most 20,000 characters.
        path: labels of the links that lead here from the root page, as first found; empty for the root.
    """

    url: str
    title: str
    text: str
    path: tuple[str, ...] = ()


class _Reader(HTMLParser):
    """Title, text and links of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.title = ""
        self._inside: list[str] = []
        self._text: list[str] = []
        self._label: list[str] | None = None

    @property
    def text(self) -> str:
        return _SPACE.sub(" ", " ".join(self._text)).strip()[:_MOST_TEXT]

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._label = []
            self.links += [(value, "") for name, value in attrs if name == "href" and value]
        if tag in _UNREAD or tag == "title":
            self._inside.append(tag)

    @override
    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()
        if tag == "a" and self._label is not None and self.links:
            self.links[-1] = (self.links[-1][0], _SPACE.sub(" ", " ".join(self._label)).strip()[:80])
            self._label = None

    @override
    def handle_data(self, data: str) -> None:
        if not self._inside:
            self._text.append(data)
            if self._label is not None:
                self._label.append(data)
        elif self._inside[-1] == "title":
            self.title += data


async def crawl(read: Read, policy: Policy, root_url: str, question: str, most: int, best: int) -> list[Place]:
    """The pages of a site that fit a question, best first.

    Args:
        read: see `Read`.
        policy: what it denies is not asked for.
        root_url: where to start.
        question: what to rank by.
        most: most pages read.
        best: most pages given back.
    """
    pages = await read_site(read, policy, root_url, most)
    scores = bm25(question, [f"{page.title} {page.text}" for page in pages])
    places = [Place(page.url, page.title or page.url, score) for page, score in zip(pages, scores, strict=True)]
    return sorted(places, key=lambda place: (-place.score, place.url))[:best]


async def read_site(read: Read, policy: Policy, root_url: str, most: int, depth: int = DEPTH) -> list[SitePage]:
    """The pages of a site, breadth first over links.

    Args:
        read: see `Read`.
        policy: what it denies is not asked for.
        root_url: where to start.
        most: most pages read.
        depth: most links from the root.
    """
    root = canonical_url(root_url)
    level: list[tuple[str, tuple[str, ...]]] = [(root, ())]
    seen, pages = {root}, list[SitePage]()
    for _ in range(depth + 1):
        onward: list[tuple[str, tuple[str, ...]]] = []
        for url, path in level:
            if len(pages) >= most:
                break
            html = await read(url)
            if html is None:
                continue
            reader = _Reader()
            reader.feed(html)
            pages.append(SitePage(url, _SPACE.sub(" ", reader.title).strip(), reader.text, path))
            onward += [(to, (*path, label or to)) for to, label in _new_links(reader.links, url, seen, policy)]
        level = onward
    return pages


def _new_links(links: list[tuple[str, str]], base: str, seen: set[str], policy: Policy) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for href, label in links:
        try:
            url = canonical_url(urljoin(base, href)).partition("#")[0]
        except ValueError:
            continue
        if url in seen or is_file(url) or not isinstance(policy.decide(Goto(url), None, base), Allow):
            continue
        seen.add(url)
        found.append((url, label))
    return found
