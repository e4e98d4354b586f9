"""Online-Mind2Web (arXiv 2504.01382): tasks on live sites, judged by WebJudge.

WebJudge asks a model three times: for the key points of the task, for how much each screenshot tells of them (1 to 5),
and, with those screenshots that tell enough and the actions, for a verdict.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from webnavigator.bench.judging import NO_JUDGE
from webnavigator.bench.records import read_records
from webnavigator.bench.screens import last_screens, steps_of
from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.verdict import Judged
from webnavigator.errors import BadInputError, ModelError
from webnavigator.llm.base import Picture
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm

GROUPS = (("level",),)
"""What results are told apart by."""

THRESHOLD = 3
"""A screenshot that tells at least this much of the key points is shown for the verdict."""

MOST_SCREENS = 50


class KeyPoints(BaseModel):
    """What a task asks for."""

    points: list[str] = Field(description="Each condition that the task states, in its own words; nothing added.")


class Told(BaseModel):
    """How much a screenshot tells."""

    reason: str = Field(default="", description="What it shows of the key points, in one or two sentences.")
    score: int = Field(ge=1, le=5, description="1: nothing that matters; 3: some of it; 5: decisive.")


class Verdict(BaseModel):
    """Whether a task was done."""

    reason: str = Field(default="", description="Key point by key point.")
    success: bool = Field(description="Every key point is met.")


class Chore(BaseModel):
    """One task.

    Attributes:
        id: its id.
        site: host of the site.
        url: page to start from.
        task: what is to be done.
        level: ``easy``, ``medium`` or ``hard``.
    """

    id: str = Field(min_length=1)
    site: str
    url: str = Field(pattern="^https?://")
    task: str = Field(min_length=1)
    level: str = ""


def load_chores(path: Path) -> list[Chore]:
    """The tasks of a file: the benchmark's own form, or WebArena's schema, whose ``eval`` is not looked at.

    Raises:
        BadInputError: it cannot be read, or a row is no task.
    """
    return [_chore(row, f"{path}, row {at}") for at, row in enumerate(read_records(path), 1)]


def _chore(row: Mapping[str, Any], where: str) -> Chore:
    url = str(row.get("website") or row.get("start_url") or "")
    url = url if "://" in url or not url else f"https://{url}"
    try:
        return Chore(
            id=str(row.get("original_task_id") or row.get("task_id") or ""),
            site=url.partition("://")[2].partition("/")[0],
            url=url,
            task=row.get("confirmed_task") or row.get("intent") or "",
            level=str(row.get("level") or ""),
        )
    except ValueError:
        raise BadInputError(f"{where}: not a task with task_id, confirmed_task and website") from None


def chore_tasks(chores: Sequence[Chore]) -> list[BenchTask]:
    """Tasks that are judged by WebJudge."""
    return [
        BenchTask(
            id=chore.id,
            start_url=chore.url,
            text=chore.task,
            judge=partial(webjudge, chore.task),
            sites=(chore.site,),
            groups={"level": chore.level},
        )
        for chore in chores
    ]


async def webjudge(task: str, finished: Finished) -> Judged:
    """Whether a task was done, from its key points, the actions and the screenshots that tell of them."""
    llm = finished.llm
    if llm is None:
        return Judged(None, NO_JUDGE)
    if not llm.model.sees:
        return Judged(None, f"{llm.model.name} sees no pictures: it cannot be the judge")
    try:
        points = (await llm.ask("key-points", prompt("key_points"), f"Task: {task}", KeyPoints, temperature=0.0)).points
        screens = await last_screens(finished, MOST_SCREENS)
        telling = [(screen, told) for screen in screens if (told := await _told(llm, task, points, screen)) is not None]
        verdict = await _verdict(llm, task, points, finished, telling)
    except ModelError as error:
        return Judged(None, f"the judge did not answer: {error}", failed=True)
    return Judged(int(verdict.success), "" if verdict.success else verdict.reason[:500])


async def _told(llm: Llm, task: str, points: Sequence[str], screen: Picture) -> str | None:
    """What a screenshot tells of the key points; None when it is too little."""
    text = f"Task: {task}\n\nKey points:\n{_listed(points)}"
    told = await llm.ask("screen", prompt("screen"), text, Told, pictures=(screen,), temperature=0.0)
    return told.reason if told.score >= THRESHOLD else None


async def _verdict(
    llm: Llm, task: str, points: Sequence[str], finished: Finished, telling: Sequence[tuple[Picture, str]]
) -> Verdict:
    actions = [step.said for step in steps_of(finished.folder)]
    parts = [
        f"Task: {task}",
        f"Key points:\n{_listed(points)}",
        f"Actions:\n{fence(_listed(actions) or '(none)', 'actions')}",
        f"Answer:\n{fence(finished.outcome.answer[:5000] or '(none)', 'answer')}",
        f"What the {len(telling)} screenshots show:\n{_listed([reason for _, reason in telling]) or '(none)'}",
    ]
    pictures = tuple(screen for screen, _ in telling)
    return await llm.ask("verdict", prompt("verdict"), "\n\n".join(parts), Verdict, pictures=pictures, temperature=0.0)


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1))
