"""The selector that asks a language model, with the candidates' pictures where there are some and the model can see."""

from collections.abc import Callable, Sequence

from pydantic import BaseModel, Field

from webnavigator.errors import NonsenseError
from webnavigator.llm.base import Picture
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm
from webnavigator.navigate.selector import Candidate, Choice
from webnavigator.retrieval.document import Document

Pictures = Callable[[str], bytes | None]
"""From the id of a state to its screenshot (WebP), None when it has none."""

_MAIN_LINES = 6
_LONGEST = 160
_LEAST_START = 20
_DETAILED = 10
"""Candidates told in full; of those after them only what they are called and how they are reached."""

_TEMPERATURE, _TOP_P = 0.5, 0.95
"""As in arXiv 2603.20366."""


class Selection(BaseModel):
    """The candidate chosen."""

    reason: str = Field(description="One sentence: what fits, or why none does.")
    candidate: int | None = Field(description="Number of the candidate, null when none fits.")


class ModelSelector:
    """Chooses by a model: by text, and by screenshots when `pictures` gives some.

    An answer that stays malformed counts as none.

    Args:
        llm: the model with its budget.
        pictures: see `Pictures`; None: text alone.
    """

    def __init__(self, llm: Llm, pictures: Pictures | None = None) -> None:
        self._llm = llm
        self._pictures = pictures

    async def select(self, query: str, candidates: Sequence[Candidate]) -> Choice:
        """See `webnavigator.navigate.selector.Selector.select`.

        Raises:
            ModelError: the model cannot be reached, or its budget is spent.
        """
        if not candidates:
            return Choice(None, 1.0, "the map has no state that shares a word or a meaning with the query")
        shown = self._shown(candidates) if self._llm.model.sees else []
        order = [at for at, _ in shown]
        text = f"Wanted: {query}\n\nCandidates:\n{fence(_listed(candidates, order), 'candidates')}"
        try:
            chosen = await self._llm.ask(
                "select",
                prompt("select"),
                text,
                Selection,
                pictures=tuple(picture for _, picture in shown),
                temperature=_TEMPERATURE,
                top_p=_TOP_P,
                check=lambda answer: _wrong(answer, len(candidates)),
            )
        except NonsenseError as error:
            return Choice(None, 0.0, str(error))
        if chosen.candidate is None:
            return Choice(None, 1.0, chosen.reason)
        return Choice(candidates[chosen.candidate - 1].node_id, 1.0, chosen.reason)

    def _shown(self, candidates: Sequence[Candidate]) -> list[tuple[int, Picture]]:
        if self._pictures is None:
            return []
        found = ((at, self._pictures(candidate.node_id)) for at, candidate in enumerate(candidates, 1))
        return [(at, Picture(data)) for at, data in found if data is not None]


def _wrong(answer: Selection, count: int) -> str:
    if answer.candidate is None or 1 <= answer.candidate <= count:
        return ""
    return f"there is no candidate {answer.candidate}, only 1 to {count}"


def _listed(candidates: Sequence[Candidate], pictured: Sequence[int]) -> str:
    documents = [candidate.document for candidate in candidates]
    start = common_start([_content(document) for document in documents[:_DETAILED] if document is not None])
    lines = [line for at, document in enumerate(documents, 1) for line in _told(at, document, start)]
    if pictured:
        lines.append(f"The pictures show, in this order, the candidates {', '.join(map(str, pictured))}.")
    return "\n".join(lines)


def common_start(texts: Sequence[str]) -> str:
    """What at least three texts begin with, up to a blank: the frame of a site that it does not mark as such.

    Returns:
        "" when that is short: it tells pages apart then.

    >>> common_start(["My account Sign out Help Orders", "My account Sign out Help Users", "My account Sign out Help"])
    'My account Sign out Help'
    """
    ordered = sorted(texts)
    longest = max((_begin_alike(*pair) for pair in zip(ordered, ordered[2:], strict=False)), key=len, default="")
    start = longest if longest in texts else longest[: longest.rfind(" ") + 1]
    return start if len(start) >= _LEAST_START else ""


def _begin_alike(first: str, second: str) -> str:
    differs = (at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b)
    return first[: next(differs, min(len(first), len(second)))]


def _content(document: Document) -> str:
    return " | ".join(document.added[:_MAIN_LINES] or document.main[:_MAIN_LINES])


def _told(number: int, document: Document | None, start: str) -> list[str]:
    if document is None:
        return [f"{number}. (nothing is known of it)"]
    name = " · ".join(part for part in (document.title, document.name) if part)
    content = _content(document)
    if start and content.startswith(start):
        content = f"… {content.removeprefix(start)}"
    parts = (
        ("reached by", document.labels[:4]),
        ("headings", document.headings[:6]),
        ("shows", [text for text in content.split(" | ") if text.strip()]),
        ("controls", document.controls[:10]),
    )
    shown = parts if number <= _DETAILED else parts[:1]
    told = [f"   {what}: {' | '.join(_short(text) for text in texts)}" for what, texts in shown if texts]
    return [f"{number}. {_short(name)} <{document.url[:200]}>", *told]


def _short(text: str) -> str:
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else f"{folded[:_LONGEST]}…"
