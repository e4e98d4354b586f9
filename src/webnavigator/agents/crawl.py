"""Pages to start from where there is no map: breadth first over links, ranked by BM25 against the question."""

import re
from collections.abc import Awaitable, Callable
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


class _Reader(HTMLParser):
    """Title, text and links of a document, as it comes from the server."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.title = ""
        self._inside: list[str] = []
        self._text: list[str] = []

    @property
    def text(self) -> str:
        return _SPACE.sub(" ", " ".join(self._text))[:_MOST_TEXT]

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]
        if tag in _UNREAD or tag == "title":
            self._inside.append(tag)

    @override
    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    @override
    def handle_data(self, data: str) -> None:
        if not self._inside:
            self._text.append(data)
        elif self._inside[-1] == "title":
            self.title += data


async def crawl(read: Read, policy: Policy, root_url: str, question: str, most: int, best: int) -> list[Place]:
    """The pages of a site that fit a question, best first.

    Pages are read as the server gives them, without a browser's scripts.

    Args:
        read: see `Read`.
        policy: what it denies is not asked for.
        root_url: where to start.
        question: what to rank by.
        most: most pages read.
        best: most pages given back.
    """
    level, seen = [canonical_url(root_url)], {canonical_url(root_url)}
    pages: list[tuple[str, str, str]] = []
    for _ in range(DEPTH + 1):
        onward: list[str] = []
        for url in level:
            if len(pages) >= most:
                break
            html = await read(url)
            if html is None:
                continue
            reader = _Reader()
            reader.feed(html)
            pages.append((url, _SPACE.sub(" ", reader.title).strip(), reader.text))
            onward += _new_links(reader.links, url, seen, policy)
        level = onward
    scores = bm25(question, [f"{title} {text}" for _, title, text in pages])
    places = [Place(url, title or url, score) for (url, title, _), score in zip(pages, scores, strict=True)]
    return sorted(places, key=lambda place: (-place.score, place.url))[:best]


def _new_links(hrefs: list[str], base: str, seen: set[str], policy: Policy) -> list[str]:
    found: list[str] = []
    for href in hrefs:
        try:
            url = canonical_url(urljoin(base, href)).partition("#")[0]
        except ValueError:
            continue
        if url in seen or is_file(url) or not isinstance(policy.decide(Goto(url), None, base), Allow):
            continue
        seen.add(url)
        found.append(url)
    return found
