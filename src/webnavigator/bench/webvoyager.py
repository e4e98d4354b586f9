"""WebVoyager (arXiv 2401.13919): tasks on live sites, judged by a model from the last screenshots and the answer."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, Field

from webnavigator.bench.judging import NO_JUDGE
from webnavigator.bench.records import read_object, read_records
from webnavigator.bench.screens import last_screens
from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.verdict import Judged
from webnavigator.errors import BadInputError, ModelError
from webnavigator.llm.prompt import fence, prompt

GROUPS = (("site",),)
"""What results are told apart by."""

SCREENS = 15
"""Screenshots that the judge is shown, the last ones, as in the paper's main setting (all of them, at most 15)."""


class Success(BaseModel):
    """Whether a task was done."""

    reason: str = Field(default="", description="What was asked, and what screenshots and answer show of it.")
    success: bool = Field(description="Every part of the task was done.")


class Errand(BaseModel):
    """One task.

    Attributes:
        id: such as ``Allrecipes--0``.
        site: name of the site.
        url: page to start from.
        task: what is to be done.
        reference: an answer that was right once, "" when none is known; only for the judge.
    """

    id: str = Field(min_length=1)
    site: str
    url: str = Field(pattern="^https?://")
    task: str = Field(min_length=1)
    reference: str = ""


def load_errands(path: Path, references: Mapping[str, str] | None = None) -> list[Errand]:
    """The tasks of a file: the benchmark's own JSON Lines, or the subset in WebArena's schema with golden answers.

    Args:
        path: the file.
        references: answers by id; see `load_references`.

    Raises:
        BadInputError: it cannot be read, or a row is no task.
    """
    known = references or {}
    return [_errand(row, known, f"{path}, row {at}") for at, row in enumerate(read_records(path), 1)]


def _errand(row: Mapping[str, Any], references: Mapping[str, str], where: str) -> Errand:
    name = str(row.get("id", row.get("task_id", "")))
    sites: Any = row.get("sites") or [""]
    try:
        return Errand(
            id=name,
            site=str(row.get("web_name") or sites[0]),
            url=row.get("web") or row.get("start_url") or "",
            task=row.get("ques") or row.get("intent") or "",
            reference=references.get(name) or _golden(row),
        )
    except (ValueError, LookupError, TypeError):
        raise BadInputError(f"{where}: not a task with id, ques and web") from None


def _golden(row: Mapping[str, Any]) -> str:
    evaluation: Any = row.get("eval") or {}
    answers = cast("Mapping[str, Any]", evaluation.get("reference_answers") or {})
    return "; ".join(str(answer) for answer in answers.values())


def load_references(path: Path) -> dict[str, str]:
    """Reference answers by the ids of tasks, from the benchmark's own file.

    Raises:
        BadInputError: it cannot be read, or has another form.
    """
    found: dict[str, str] = {}
    try:
        for site, listed in read_object(path).items():
            for row in listed["answers"]:
                found[f"{site}--{row['id']}"] = str(row["ans"])
    except (LookupError, TypeError):
        raise BadInputError(f"{path} holds no reference answers by site") from None
    return found


def errand_tasks(errands: Sequence[Errand]) -> list[BenchTask]:
    """Tasks that are judged from screenshots and the answer."""
    return [
        BenchTask(
            id=errand.id,
            start_url=errand.url,
            text=errand.task,
            judge=partial(judge_by_screens, errand),
            sites=(errand.site,),
            groups={"site": errand.site},
        )
        for errand in errands
    ]


async def judge_by_screens(errand: Errand, finished: Finished) -> Judged:
    """Whether the last screenshots and the answer show that a task was done."""
    if finished.llm is None:
        return Judged(None, NO_JUDGE)
    if not finished.llm.model.sees:
        return Judged(None, f"{finished.llm.model.name} sees no pictures: it cannot be the judge")
    pictures = await last_screens(finished, SCREENS)
    parts = [
        f"Task: {errand.task}",
        f"Answer:\n{fence(finished.outcome.answer[:20_000] or '(none)', 'answer')}",
        f"{len(pictures)} screenshots, the last one at the end.",
    ]
    if errand.reference:
        parts.insert(1, f"An answer that was right once, and may be out of date: {errand.reference}")
    try:
        verdict = await finished.llm.ask(
            "screens", prompt("screens"), "\n\n".join(parts), Success, pictures=pictures, temperature=0.0
        )
    except ModelError as error:
        return Judged(None, f"the judge did not answer: {error}", failed=True)
    return Judged(int(verdict.success), "" if verdict.success else verdict.reason[:500])
