"""The user's own checks, evaluated on each state while it is captured, and kept as labels beside the map."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webnavigator.browser.anywhere import AnyPilot
from webnavigator.errors import BadInputError
from webnavigator.outfile import why


@dataclass(frozen=True, slots=True)
class Intent:
    """What a user asks for, with a way to tell whether a page is it.

    Attributes:
        id: unique in its file.
        texts: the words by language tag, at least one.
        check: JavaScript expression that is true on the page asked for; None: there is no such page.
        no_url: the state asked for has no address of its own.
        kind: the author's word for what it is.
    """

    id: str
    texts: dict[str, str]
    check: str | None
    no_url: bool = False
    kind: str = ""


class _Row(BaseModel):
    model_config = ConfigDict(extra="allow")

    id: str = Field(min_length=1)
    intent: str = Field(min_length=1)
    check: str | None
    no_url: bool | None = None
    kind: str | None = None


class _File(BaseModel):
    intents: list[_Row] = Field(min_length=1)


def load_intents(path: Path | str) -> list[Intent]:
    """Read an intents file: ``{"intents": [{"id", "intent", "intent_zh"?, "check", "no_url"?, "kind"?}]}``.

    Raises:
        BadInputError: it cannot be read or is not such a file.
    """
    try:
        rows = _File.model_validate_json(Path(path).read_text(encoding="utf-8")).intents
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path} cannot be read: {why(error)}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise BadInputError(f"{path} is not an intents file: {where}: {first['msg']}") from None
    intents = [_intent(row) for row in rows]
    if len({intent.id for intent in intents}) < len(intents):
        raise BadInputError(f"{path}: two intents have the same id")
    return intents


def _intent(row: _Row) -> Intent:
    others = {
        name.removeprefix("intent_"): text
        for name, text in (row.model_extra or {}).items()
        if name.startswith("intent_") and isinstance(text, str) and text.strip()
    }
    return Intent(row.id, {"en": row.intent, **others}, row.check, bool(row.no_url), row.kind or "")


@dataclass(frozen=True)
class PageProbe:
    """Evaluates checks on a page, in the page's own world, all in one call."""

    intents: Sequence[Intent]

    async def __call__(self, pilot: AnyPilot) -> list[str]:
        """Ids of the intents whose check holds now; a check that throws does not hold."""
        asked = [intent for intent in self.intents if intent.check]
        return [asked[at].id for at in await pilot.true_of([intent.check or "" for intent in asked])]
