"""What of a state is searched: its fields, as plain text."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Observation
from webnavigator.retrieval.boilerplate import Boilerplate, line_key, lines_of
from webnavigator.retrieval.words import is_cjk, url_words

StateKind = Literal["page", "menu", "tab", "dialog", "select", "hover", "popup", "type", "panel"]
"""What a state is: a page, or something opened on one; `panel` when how it was opened does not tell."""

_CHROME = frozenset({"banner", "navigation", "contentinfo"})
_INNER_KINDS = frozenset({"menu", "tab", "dialog", "select", "hover", "popup", "type"})
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_MAX_LABELS = 8
_MAX_HEADINGS = 24
_MAX_CONTROLS = 60
_MAX_LINE = 400
_MAX_TEXT = 12_000
"""Characters of main text kept for a state; a longer page is cut."""


@dataclass(frozen=True, slots=True)
class Document:
    """The searchable text of one state.

    Attributes:
        node_id: id of the state.
        url: its canonical address.
        kind: see `StateKind`.
        visited: False when only its address and the labels that lead to it are known.
        title: document title without what the site's titles share.
        name: what the dialog, menu or tab is called; "" for a page.
        url_words: words of the address.
        headings: headings, without the site's own.
        labels: labels of the edges that lead here, most frequent first.
        added: what this state shows that the page it was opened from does not; empty for a page.
        main: visible text outside site-wide parts, in reading order.
        controls: labels of controls outside site-wide parts.
        chrome: site-wide text and labels of controls: navigation, header, footer, and what most pages repeat.
        language: ``zh`` when the text is mostly Han, else the document's own tag, lower case, or "".
        host: id of the state that an inner state was opened on, "" for a page.
        depth: steps from the start page; no part of `content_hash`, since it says nothing of what is shown.
    """

    node_id: str
    url: str = ""
    kind: StateKind = "page"
    visited: bool = True
    title: str = ""
    name: str = ""
    url_words: str = ""
    headings: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    chrome: tuple[str, ...] = ()
    language: str = ""
    host: str = ""
    depth: int = 0

    @property
    def is_view(self) -> bool:
        """Its address has parameters: often the same page sorted, filtered or on its second screen."""
        return "?" in self.url or ";" in self.url

    @property
    def content_hash(self) -> str:
        """SHA-256 over all fields but `depth`, 64 hex digits; the same in every process."""
        shown = {name: value for name, value in asdict(self).items() if name != "depth"}
        data = json.dumps(shown, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(data.encode("utf-8", "surrogatepass")).hexdigest()


def build_document(
    node: Node,
    observation: Observation | None,
    incoming: Sequence[tuple[Edge, Node]],
    parent_observation: Observation | None = None,
    boilerplate: Boilerplate | None = None,
) -> Document:
    """The document of a state.

    Args:
        node: the state.
        observation: what it shows; None when it was never visited: address words and incoming labels are all
            there is.
        incoming: edges that lead here, each with the state it starts from.
        parent_observation: the page that an inner state (dialog, menu, tab) was opened on; its difference to
            that
            page is then what the state is. None for pages.
        boilerplate: from `webnavigator.retrieval.boilerplate.learn_boilerplate`; None: nothing counts as
            shared.
    """
    shared = boilerplate or Boilerplate()
    kind, host = state_kind(node, incoming)
    known = Document(
        node_id=node.id,
        url=node.url,
        kind=kind,
        visited=observation is not None,
        title=node.title,
        name=node.name,
        url_words=url_words(node.url),
        labels=_labels(incoming),
        host=host,
        depth=node.depth,
    )
    if observation is None:
        return known
    added = _added(observation, parent_observation) if kind != "page" else ()
    return _filled(known, observation, added, shared)


def _filled(known: Document, page: Observation, added: tuple[str, ...], shared: Boilerplate) -> Document:
    skip = {line_key(line) for line in added}
    main: dict[str, None] = {}
    chrome: dict[str, None] = {}
    for region in page.regions:
        for line in _cut(region.text):
            if region.landmark in _CHROME or shared.is_shared(region.text):
                chrome[line] = None
            elif line_key(line) not in skip:
                main[line] = None
    controls, shared_controls = _controls(page, shared, skip)
    headings = tuple(dict.fromkeys(h for h in page.headings if h.strip() and not shared.is_shared_name(h)))
    return Document(
        node_id=known.node_id,
        url=known.url,
        kind=known.kind,
        visited=True,
        title=shared.own_title(page.title or known.title),
        name=known.name,
        url_words=known.url_words,
        headings=headings[:_MAX_HEADINGS],
        labels=known.labels,
        added=added,
        main=_limited(main),
        controls=controls,
        chrome=(*_limited(chrome)[:40], *shared_controls),
        language=_language(page),
        host=known.host,
        depth=known.depth,
    )


def state_kind(node: Node, incoming: Sequence[tuple[Edge, Node]]) -> tuple[StateKind, str]:
    """What a state is, and the id of the state that it was opened on, "" for a page.

    Args:
        node: the state.
        incoming: edges that lead here, each with the state it starts from.
    """
    near = [(edge, source) for edge, source in incoming if source.url == node.url and source.id != node.id]
    told = Counter(edge.kind for edge, _ in near if edge.kind in _INNER_KINDS)
    if not near or not (node.name or told or node.url_reachable is False):
        return ("popup" if any(e.kind == "popup" for e, _ in incoming) and node.name else "page"), ""
    host = min(near, key=lambda pair: (pair[1].depth, bool(pair[1].name), pair[1].id))[1].id
    if not told:
        return "panel", host
    kind: StateKind = max(sorted(told), key=lambda k: told[k])  # pyright: ignore[reportAssignmentType]
    return kind, host


def _labels(incoming: Sequence[tuple[Edge, Node]]) -> tuple[str, ...]:
    counts = Counter(" ".join(edge.label.split()) for edge, _ in incoming if edge.label.strip())
    ordered = sorted(counts, key=lambda label: (-counts[label], label))
    return tuple(label[:120] for label in ordered[:_MAX_LABELS])


def _added(page: Observation, parent: Observation | None) -> tuple[str, ...]:
    """Texts that a page opened in place shows and its parent does not."""
    if parent is None:
        return ()
    tell = tree_texts if page.tree and parent.tree else lines_of
    before = Counter(line_key(line) for line in tell(parent))
    fresh: dict[str, None] = {}
    for line in tell(page):
        key = line_key(line)
        if before[key] > 0:
            before[key] -= 1
            continue
        fresh.update(dict.fromkeys(_cut(line)))
    return _limited(fresh)


def tree_texts(page: Observation) -> list[str]:
    """Names and texts of the accessibility tree in order: finer than regions, so that a difference is exact.

    >>> tree_texts(Observation("https://s.test/", tree='button "Close" [pressed]'))
    ['Close']
    """
    found = (_QUOTED.search(line) for line in page.tree.splitlines())
    return [text for match in found if match and (text := str(json.loads(match[0])).strip())]


def _controls(page: Observation, shared: Boilerplate, skip: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of controls outside site-wide parts: the page's own, and those that most pages have."""
    labels: dict[str, bool] = {}
    for element in page.elements:
        label = element.label or element.attributes.get("placeholder", "")
        if element.landmark in _CHROME or not label.strip() or len(label) > 120:
            continue
        if line_key(label) not in skip:
            labels[label] = shared.is_shared(label)
    own = tuple(label for label, common in labels.items() if not common)
    common = tuple(label for label, common in labels.items() if common)
    return own[:_MAX_CONTROLS], common[:_MAX_CONTROLS]


def _cut(text: str) -> list[str]:
    """Pieces of at most `_MAX_LINE` characters, cut at spaces where there are any."""
    pieces: list[str] = []
    rest = text.strip()
    while len(rest) > _MAX_LINE:
        at = rest.rfind(" ", _MAX_LINE // 2, _MAX_LINE)
        at = at if at > 0 else _MAX_LINE
        pieces.append(rest[:at])
        rest = rest[at:].strip()
    return [*pieces, rest] if rest else pieces


def _limited(lines: Iterable[str]) -> tuple[str, ...]:
    kept: list[str] = []
    left = _MAX_TEXT
    for line in lines:
        if left <= 0:
            break
        kept.append(line[:left])
        left -= len(line)
    return tuple(kept)


def _language(page: Observation) -> str:
    sample = " ".join((*page.headings, *(region.text for region in page.regions)))[:4000]
    letters = [c for c in sample if c.isalpha()]
    if letters and sum(is_cjk(c) for c in letters) > 0.3 * len(letters):
        tag = page.language.lower().partition("-")[0]
        return tag if tag in {"ja", "ko"} else "zh"
    return page.language.lower().partition("-")[0]
