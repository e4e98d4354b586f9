"""Tasks in WebArena's schema: those of the benchmark, and a user's own."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from webnavigator.bench.answers import AnswerWay
from webnavigator.bench.named import check_call
from webnavigator.errors import BadInputError

EvalType = Literal["string_match", "url_match", "program_html"]
_PLACEHOLDER = re.compile(r"__([A-Z][A-Z_]*?)__")


class PageCheck(BaseModel):
    """Something that must stand on a page after the task.

    Attributes:
        url: address, ``last`` for the page as it is, or a call of a named function, ``func:…``; see `bench.named`.
        locator: JavaScript expression evaluated on the page; "" for its whole HTML; or a call of a named function.
        required_contents: see `AnswerWay`; ``exact_match`` is looked at first.
        prep_actions: JavaScript to run before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    locator: str = ""
    required_contents: dict[AnswerWay, str | list[str]] = Field(min_length=1)
    prep_actions: list[str] = Field(default_factory=list[str])

    @field_validator("url", "locator")
    @classmethod
    def _known(cls, text: str) -> str:
        check_call(text)
        return text


class Evaluation(BaseModel):
    """How a task is judged; all of `eval_types` must hold. Fields that are not known here are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    eval_types: list[EvalType] = Field(min_length=1)
    reference_answers: dict[AnswerWay, str | list[str]] | None = None
    reference_url: str | None = ""
    program_html: list[PageCheck] | None = None
    string_note: str | None = ""
    url_note: Literal["GOLD in PRED"] | None = None
    reference_answer_raw_annotation: str | None = None
    annotation_note: str | None = None


class TaskSpec(BaseModel):
    """One task; fields that only describe it are ignored.

    Attributes:
        task_id: its id.
        sites: names of the sites it is about.
        start_url: where it starts; several pages joined by `` |AND| ``.
        intent: what is wanted.
        intent_zh: the same in Chinese, "" when there is none.
        evaluation: see `Evaluation`.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    task_id: str | int
    sites: list[str] = Field(default_factory=list[str])
    start_url: str
    intent: str
    intent_zh: str = ""
    evaluation: Evaluation = Field(alias="eval")


_specs: TypeAdapter[list[TaskSpec]] = TypeAdapter(list[TaskSpec])


def load_tasks(path: Path, urls: Mapping[str, str] | None = None) -> list[TaskSpec]:
    """The tasks of a file.

    Args:
        path: JSON array in WebArena's schema.
        urls: what to put in place of ``__SHOPPING__`` and the like, by name without the underscores.

    Raises:
        BadInputError: the file cannot be read, or a task is not in the schema.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data: Any = json.loads(text)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInputError(f"the tasks {path} cannot be read: {error}") from None
    try:
        return _specs.validate_python(_with_urls(data, urls or {}))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInputError(f"{path}, task at {where}: {first['msg']}") from None


def missing_sites(specs: Iterable[TaskSpec]) -> list[str]:
    """Names of the sites whose addresses tasks need and that `load_tasks` was not told, in order."""
    texts = (spec.model_dump_json(include={"start_url", "evaluation"}) for spec in specs)
    return sorted({name for text in texts for name in _PLACEHOLDER.findall(text)})


def _with_urls(value: Any, urls: Mapping[str, str]) -> Any:
    """Placeholders are replaced in every text of the file."""
    if isinstance(value, dict):
        return {key: _with_urls(inner, urls) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_with_urls(inner, urls) for inner in cast("list[Any]", value)]
    if isinstance(value, str):
        for name, url in urls.items():
            value = value.replace(f"__{name.upper()}__", url.rstrip("/"))
    return value
