"""Mango: start where the answer probably is.

Thompson sampling draws start pages, a navigator tries each, a reviewer judges the try, and what was learnt is shown
when a page is drawn again. Random-URL is its control: start pages at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from pydantic import BaseModel, Field

from webnavigator.agents.asking import Finding, Question, answer_with
from webnavigator.agents.bandit import Arm, Label, arms_of, draw, learn, learn_as_published
from webnavigator.agents.base import Job, Limits, run
from webnavigator.agents.trajectory import Ending, Outcome, Trajectory
from webnavigator.llm.prompt import fence, prompt

ROUNDS = 10
TURNS = 10

Draw = Callable[[Sequence[Arm], Random], int | None]


class Review(BaseModel):
    """The reviewer's judgement of a try."""

    label: Label = Field(
        description="adequate: answers fully; inadequate: useful, but a part is missing; feasible: nothing yet, but "
        "going on from here is promising; infeasible: a dead end."
    )
    reason: str = Field(default="", description="Why, in one sentence.")
    content: str = Field(default="", description="What was found that helps to answer, with names, numbers and dates.")


@dataclass(slots=True)
class Memory:
    """What earlier tries from a page taught."""

    lines: list[str] = field(default_factory=list[str])


async def ask_mango(question: Question) -> Outcome:
    """Answer a question from the start pages that fit it best."""
    return await _ask(question, "mango", draw)


async def ask_random_url(question: Question) -> Outcome:
    """The control: the same tries from pages drawn at random."""
    return await _ask(question, "random-url", at_random)


def at_random(arms: Sequence[Arm], chance: Random) -> int | None:
    """Any open arm, each as likely."""
    open_ones = [at for at, arm in enumerate(arms) if arm.open]
    return chance.choice(open_ones) if open_ones else None


async def _ask(question: Question, name: str, pick: Draw) -> Outcome:
    question.trajectory.start(
        task=question.text, agent=name, model=question.llm.model.name, root_url=question.root_url,
        faithful=question.faithful, seed=question.seed, limits={"rounds": ROUNDS, "steps": TURNS},
    )  # fmt: skip

    async def search(asked: Question) -> Ending:
        return await _rounds(asked, pick)

    return await answer_with(question, search)


async def _rounds(question: Question, pick: Draw) -> Ending:
    candidates = [(place.url, place.score) for place in question.places]
    if question.root_url not in [url for url, _ in candidates]:
        candidates.append((question.root_url, min((score for _, score in candidates), default=0.0)))
    arms = arms_of(candidates)
    update = learn_as_published if question.faithful else learn
    chance = Random(question.seed)  # noqa: S311 - a draw, no secret
    shared = Memory()
    memories = [Memory() if question.faithful else shared for _ in arms]
    for number in range(1, ROUNDS + 1):
        at = pick(arms, chance)
        if at is None:
            return "stopped"
        review = await _try(question, arms[at].url, memories[at])
        question.tell(f"round {number}: <{arms[at].url}> {review.label}: {review.reason}")
        arms[at] = update(arms[at], review.label)
        memories[at].lines.append(f"from {arms[at].url}: {review.label}; {review.reason} {review.content}".strip())
        if review.label == "adequate":
            return "stopped"
    return "steps"


async def _try(question: Question, url: str, memory: Memory) -> Review:
    """One try from a page: a few turns by the page's own controls, then the review."""
    hands = question.hands
    opened = await hands.open(url)
    if opened.error and not opened.changed:
        return Review(label="infeasible", reason=opened.error)
    task = f"Find on this site, by reading only, what answers this: {question.text}"
    job = Job(task, question.llm, hands, Trajectory(None), Limits(TURNS), "react", verify=False)
    job.lessons, job.progress = tuple(memory.lines), question.progress
    outcome = await run(job)
    question.steps += outcome.steps
    page = hands.reread(1)
    text = "\n\n".join(
        [
            f"Question: {question.text}",
            f"The try ended: {outcome.ending}; its answer: {outcome.answer or '(none)'}",
            f"Page at its end:\n{fence(page.text)}",
        ]
    )
    review = await question.llm.ask("review", prompt("review"), text, Review)
    question.trajectory.step(
        page.text, url=url, thought=review.reason, said=f"try from {url}", effect=f"{review.label}: {review.content}",
        action=None, error="" if outcome.ending in ("stopped", "steps") else outcome.reason,
    )  # fmt: skip
    if review.content.strip() and review.label in ("adequate", "inadequate"):
        question.findings.append(Finding(review.content, hands.seen.url))
    return review
