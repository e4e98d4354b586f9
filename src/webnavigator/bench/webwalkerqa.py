"""WebWalkerQA (arXiv 2501.07572): questions on sites, graded against reference answers by a model."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, Field

from webnavigator.bench.judging import NO_JUDGE
from webnavigator.bench.records import read_records
from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.verdict import Judged
from webnavigator.errors import BadInputError, ModelError
from webnavigator.llm.prompt import fence, prompt

GROUPS = (("type", "difficulty"), ("domain",), ("language",))
"""What results are told apart by."""

_LANGUAGES = {"english": "en", "chinese": "zh"}


class Grade(BaseModel):
    """The grade of an answer."""

    steps: str = Field(default="", description="Fact by fact: what the reference says, and what the answer says.")
    correct: bool = Field(description="All facts of the reference are in the answer, and none is contradicted.")


class Asked(BaseModel):
    """One question of the data set, in the form of any of its releases.

    Attributes:
        question: what is asked.
        answer: the reference.
        root_url: page of the site to start from.
        kind: ``single_source`` or ``multi_source``.
        difficulty: ``easy``, ``medium`` or ``hard``.
        domain: kind of site.
        language: ``en`` or ``zh``.
    """

    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    root_url: str = Field(pattern="^https?://")
    kind: str = ""
    difficulty: str = ""
    domain: str = ""
    language: str = ""


def load_questions(path: Path) -> list[Asked]:
    """The questions of a file, JSON or JSON Lines; fields may lie under ``info`` as in the first release.

    Raises:
        BadInputError: it cannot be read, or a row is no question.
    """
    return [_asked(row, f"{path}, row {at}") for at, row in enumerate(read_records(path), 1)]


def _asked(row: Mapping[str, Any], where: str) -> Asked:
    flat = {str(name).lower(): value for name, value in row.items()}
    info: Any = flat.pop("info", None)
    if isinstance(info, str):
        info = json.loads(info) if info.startswith("{") else None
    flat |= {str(name).lower(): value for name, value in cast("Mapping[str, Any]", info or {}).items()}
    language = str(flat.get("lang") or flat.get("language") or "").lower()
    try:
        return Asked(
            question=flat.get("question", ""),
            answer=flat.get("answer", ""),
            root_url=flat.get("root_url", ""),
            kind=str(flat.get("type") or flat.get("hop") or "").lower().replace("-", "_"),
            difficulty=str(flat.get("difficulty_level") or "").lower(),
            domain=str(flat.get("domain") or "").lower(),
            language=_LANGUAGES.get(language, language) or _language_of(str(flat.get("question"))),
        )
    except ValueError:
        raise BadInputError(f"{where}: not a question with answer and root_url") from None


def _language_of(question: str) -> str:
    """Of a row that does not tell it, by its script."""
    return "zh" if any("\u4e00" <= char <= "\u9fff" for char in question) else "en"


def question_tasks(questions: Sequence[Asked]) -> list[BenchTask]:
    """Tasks whose answers are graded; their ids are the places in the file, from 1."""
    return [
        BenchTask(
            id=str(at),
            start_url=asked.root_url,
            text=asked.question,
            judge=partial(grade, asked),
            groups={
                "type": asked.kind,
                "difficulty": asked.difficulty,
                "domain": asked.domain,
                "language": asked.language,
            },
        )
        for at, asked in enumerate(questions, 1)
    ]


async def grade(asked: Asked, finished: Finished) -> Judged:
    """Whether an answer says what the reference says; none at all is wrong without asking."""
    answer = finished.outcome.answer
    if not answer.strip():
        return Judged(0, "there is no answer")
    if finished.llm is None:
        return Judged(None, NO_JUDGE)
    text = (
        f"Question: {asked.question}\n\nReference answer: {asked.answer}\n\n"
        f"Answer to grade:\n{fence(answer[:20_000], 'answer')}"
    )
    try:
        found = await finished.llm.ask("grade", prompt("grade"), text, Grade, temperature=0.0)
    except ModelError as error:
        return Judged(None, f"the judge did not answer: {error}", failed=True)
    return Judged(int(found.correct), "" if found.correct else found.steps[:500])
