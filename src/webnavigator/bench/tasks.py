"""Tasks in WebArena's schema: those of the benchmark, and a user's own."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webnavigator.errors import BadInputError

EvalType = Literal["string_match", "url_match", "program_html"]


class PageCheck(BaseModel):
    """Something that must stand on a page after the task.

    Attributes:
        url: address, ``last`` for the page at the end, or ``func:`` with the name of a helper.
        locator: JavaScript expression evaluated on the page; "" for its whole HTML; ``func:`` with a helper's name.
        required_contents: ``exact_match`` or ``must_include``.
        prep_actions: JavaScript to run before.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    url: str
    locator: str = ""
    required_contents: dict[str, str | list[str]]
    prep_actions: list[str] = Field(default_factory=list[str])


class Evaluation(BaseModel):
    """How a task is judged; all of `eval_types` must hold."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    eval_types: list[EvalType] = Field(min_length=1)
    reference_answers: dict[str, str | list[str]] | None = None
    reference_url: str | None = ""
    program_html: list[PageCheck] | None = None
    string_note: str | None = ""
    url_note: str | None = None


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
