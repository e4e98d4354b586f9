"""What a model is shown of a page: its text, with numbers on all that can be operated, within a budget of tokens."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

from webnavigator.agents.blocks import Block, blocks_of
from webnavigator.agents.outline import outline
from webnavigator.agents.wording import clean
from webnavigator.errors import BadInputError
from webnavigator.llm.tokens import count_tokens
from webnavigator.model.page import Element, Observation
from webnavigator.model.url import redact_url

_MOST_HEADINGS = 12
_CUT_TEXT = "text of "
"""Begins what is told of regions that are cut: a view is made of the tree, and tells itself what it leaves out."""


@dataclass(frozen=True, slots=True)
class View:
    """A page, or a part of a long one, as text.

    Attributes:
        text: what to show; page content, so data and never instructions. ``[12 Orders]`` is link 12,
            ``[13 button Save]`` any other control.
        tokens: estimated tokens of `text`.
        elements: what can be operated, by number, on the whole page.
        part: which part this is, from 1.
        parts: how many there are.
        cut: what this part leaves out, in words; "" when it is the whole page.
    """

    text: str
    tokens: int
    elements: Mapping[int, Element]
    part: int = 1
    parts: int = 1
    cut: str = ""

    def element(self, ref: int) -> Element:
        """The element with a number.

        Raises:
            BadInputError: the page has no such number.
        """
        found = self.elements.get(ref)
        if found is None:
            raise BadInputError(f"no control has the number {ref}: the page has 1 to {len(self.elements)}")
        return found


def observe(observation: Observation, *, budget_tokens: int = 6000, part: int = 1) -> View:
    """The text form of a page.

    A page over the budget is told in parts, each within it; nothing is lost, and `View.cut` says what the other parts
    hold. Numbers are those of the whole page in every part; they hold for this observation only.

    Args:
        observation: the page, as `webnavigator.browser.capture.capture` or a map gives it.
        budget_tokens: most tokens of one part, estimated; at least 200.
        part: which part, from 1; beyond the last one the last is given.
    """
    head = _head(observation)
    room = max(200, budget_tokens) - count_tokens(head) - 80  # the line on other parts
    parts = _parts(_reading_of(observation), max(100, room))
    at = min(max(part, 1), len(parts)) - 1
    cut = _cut(parts, at)
    lines = [head, *(block.text for block in parts[at])] + ([f"({cut})"] if cut else [])
    text = "\n".join(lines)
    elements = dict(enumerate(observation.elements, 1))
    return View(text, count_tokens(text), elements, at + 1, len(parts), cut)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A page's lines, and the tokens of each."""

    observation: Observation
    blocks: list[Block]
    costs: list[int]


_KEPT = 2
_read: deque[_Reading] = deque(maxlen=_KEPT)
"""Pages read last: the one before an action and the one after it are each read once."""


def lines_of(observation: Observation) -> list[Block]:
    """All lines of a page, none cut."""
    return _reading_of(observation).blocks


def _reading_of(observation: Observation) -> _Reading:
    for known in _read:
        if known.observation is observation:
            return known
    blocks = blocks_of(outline(observation))
    reading = _Reading(observation, blocks, [count_tokens(block.text) for block in blocks])
    _read.append(reading)
    return reading


def _head(observation: Observation) -> str:
    lines = [f"Page: {clean(observation.title)[:200]}", f"URL: {redact_url(observation.url)[:500]}"]
    if observation.status is not None and observation.status >= 400:
        lines.append(f"HTTP status: {observation.status}")
    if blind := [words for words in observation.blind if not words.startswith(_CUT_TEXT)]:
        lines.append(f"Not visible: {clean('; '.join(blind[:5]))[:300]}")
    return "\n".join(lines)


def _parts(reading: _Reading, room: int) -> list[list[Block]]:
    """Blocks in order, in groups of at most `room` tokens; a table that goes on gets its head again."""
    parts: list[list[Block]] = [[]]
    used = 0
    for whole, whole_cost in zip(reading.blocks, reading.costs, strict=True):
        for block, tokens in _pieces(whole, whole_cost, room):
            cost = tokens + 1
            if used + cost > room and parts[-1]:
                parts.append([])
                used = 0
                if block.header:
                    parts[-1].append(Block(block.header))
                    used = count_tokens(block.header)
            parts[-1].append(block)
            used += cost
    return parts


def _pieces(block: Block, cost: int, room: int) -> list[tuple[Block, int]]:
    """A line with its tokens; one that alone is over the budget in pieces, cut between words."""
    if cost <= room:
        return [(block, cost)]
    pieces: list[tuple[Block, int]] = []
    words: list[str] = []
    used = 0
    for word in block.text.split(" "):
        words_cost = count_tokens(word) + 1
        if used + words_cost > room and words:
            pieces.append((Block(" ".join(words)), used))
            words, used = [], 0
        words.append(word[: room * 2])
        used += words_cost
    return [*pieces, (Block(" ".join(words)), used)]


def _cut(parts: list[list[Block]], at: int) -> str:
    if len(parts) == 1:
        return ""
    headings = [
        block.text.strip().removeprefix("# ")[:60]
        for number, part in enumerate(parts)
        if number != at
        for block in part
        if block.heading
    ]
    shown = ", ".join(headings[:_MOST_HEADINGS]) + (", …" if len(headings) > _MOST_HEADINGS else "")
    told = f"part {at + 1} of {len(parts)} of this page"
    return f"{told}; other parts: {shown}" if shown else told
