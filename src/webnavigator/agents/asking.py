"""What all ways of answering a question on a site share: the question, what was found, the answer with its sources."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, Field

from webnavigator.agents.base import less
from webnavigator.agents.hands import Hands
from webnavigator.agents.trajectory import Ending, Outcome, Trajectory
from webnavigator.errors import BrowserError, BudgetSpentError, ModelError
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm


@dataclass(frozen=True, slots=True)
class Finding:
    """Something useful that was read.

    Attributes:
        text: what it says about the question.
        url: where it was read.
    """

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Place:
    """A page that a map offers for a question.

    Attributes:
        url: its address.
        title: what it is called.
        score: how well it fits; comparable within one question.
    """

    url: str
    title: str
    score: float = 0.0


@dataclass(slots=True)
class Question:
    """One question and all that answering it needs.

    Attributes:
        text: the question.
        root_url: page to start from.
        llm: the model.
        hands: the page.
        trajectory: where steps are recorded.
        places: pages that a map offers, best first; empty without a map.
        documents: texts from elsewhere that the answer may rest on as well.
        actions: most pages visited.
        faithful: as published, defects of the published code apart.
        seed: of everything drawn at random.
        progress: called with a line for each step.
        findings: what was found, in order.
        steps: pages visited.
    """

    text: str
    root_url: str
    llm: Llm
    hands: Hands
    trajectory: Trajectory
    places: tuple[Place, ...] = ()
    documents: tuple[Finding, ...] = ()
    actions: int = 15
    faithful: bool = False
    seed: int = 0
    progress: Callable[[str], None] | None = None
    findings: list[Finding] = field(default_factory=list[Finding])
    steps: int = 0

    def tell(self, line: str) -> None:
        """Report progress."""
        if self.progress is not None:
            self.progress(line)


class Written(BaseModel):
    """An answer."""

    found: bool = Field(description="The material answers the question.")
    answer: str = Field(description="The answer, short, in the question's language; what is missing when not found.")
    sources: list[int] = Field(default_factory=list[int], description="Numbers of the pieces that it rests on.")


async def write_answer(question: Question) -> Written:
    """Write the answer from what was found; without any material nothing is asked.

    Raises:
        ModelError: the model does not answer.
    """
    material = [*question.findings, *question.documents]
    if not material:
        return Written(found=False, answer="")
    listed = "\n".join(f"{at}. {piece.text} <{piece.url}>" for at, piece in enumerate(material, 1))
    text = f"Question: {question.text}\n\nMaterial:\n{fence(listed, 'material')}"
    return await question.llm.ask("answer", prompt("answer"), text, Written)


async def answer_with(question: Question, search: Callable[[Question], Awaitable[Ending]]) -> Outcome:
    """Search the site, then answer from what was found, whatever ended the search.

    Args:
        question: the question.
        search: reads pages into `Question.findings`, and says why it ended.
    """
    start, before = time.monotonic(), question.llm.spent
    ending, reason = await _ended(search(question))
    written = Written(found=False, answer="")
    try:
        written = await write_answer(question)
    except ModelError as error:
        ending, reason = _ending_of(error), str(error)
    material: Sequence[Finding] = [*question.findings, *question.documents]
    named = [material[at - 1].url for at in written.sources if 1 <= at <= len(material)]
    sources = tuple(dict.fromkeys(named or (piece.url for piece in material))) if written.found else ()
    outcome = Outcome(
        answer=written.answer if written.found else "",
        ending=ending,
        steps=question.steps,
        usage=less(question.llm.spent, before),
        seconds=time.monotonic() - start,
        found=written.found,
        sources=sources,
        url=question.hands.pilot.page.url,
        reason=reason or ("" if written.found else written.answer or "nothing on the site says it"),
    )
    question.trajectory.end(outcome)
    return outcome


async def _ended(searching: Awaitable[Ending]) -> tuple[Ending, str]:
    try:
        return await searching, ""
    except ModelError as error:
        return _ending_of(error), str(error)
    except BrowserError as error:
        return "browser", str(error)


def _ending_of(error: ModelError) -> Ending:
    return "budget" if isinstance(error, BudgetSpentError) else "model"
