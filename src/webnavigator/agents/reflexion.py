"""A control: whole tries, each followed by a lesson for the next (Reflexion, arXiv 2303.11366); no hidden reward.

The agent's own judgement of a try, and nothing else, decides whether there is another one.
"""

from dataclasses import replace

from pydantic import BaseModel, Field

from webnavigator.agents.base import Job, facts_of, less, run
from webnavigator.agents.trajectory import Outcome
from webnavigator.errors import ModelError
from webnavigator.llm.base import Usage
from webnavigator.llm.prompt import fence, prompt

TRIES = 3
MOST_LESSONS = 3


class Reflection(BaseModel):
    """A look back on a try."""

    solved: bool = Field(description="The task was done, as far as can be seen.")
    lesson: str = Field(default="", description="What to do otherwise next time, in one or two sentences.")


async def run_reflexion(job: Job, start_url: str, tries: int = TRIES) -> Outcome:
    """Work on a task, look back, and try again with what was learnt.

    Args:
        job: the task; its limits hold for each try.
        start_url: page that each try starts from.
        tries: most tries.
    """
    job.prompt = "react"
    job.navigate, job.maps = None, {}
    job.trajectory.start(**facts_of(job, "reflexion", tries=tries))
    lessons: list[str] = []
    before = job.llm.spent
    total = Outcome("", "steps", 0, Usage(), 0.0)
    for number in range(1, tries + 1):
        job.lessons = tuple(lessons[-MOST_LESSONS:])
        outcome = await run(job)
        total = replace(
            outcome,
            steps=total.steps + outcome.steps,
            seconds=total.seconds + outcome.seconds,
        )
        if number == tries or outcome.ending in ("budget", "model", "browser"):
            break
        try:
            reflection = await _look_back(job, outcome)
        except ModelError:
            break
        if reflection.solved:
            break
        lessons.append(reflection.lesson)
        await job.hands.open(start_url)
    return replace(total, usage=less(job.llm.spent, before))


async def _look_back(job: Job, outcome: Outcome) -> Reflection:
    text = "\n\n".join(
        [
            f"Task: {job.task}",
            f"How the try ended: {outcome.ending}; {outcome.reason or 'by itself'}",
            f"Answer: {outcome.answer or '(none)'}",
            f"Page at the end:\n{fence(job.hands.reread(1).text)}",
        ]
    )
    return await job.llm.ask("reflect", prompt("reflect"), text, Reflection)
