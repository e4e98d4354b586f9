"""The user's own checks, evaluated on each state while it is captured, and kept as labels beside the map."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webnavigator.browser.perform import Pilot
from webnavigator.errors import BadInputError


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


def load_intents(path: Path | str) -> list[Intent]:
    """Read an intents file: ``{"intents": [{"id", "intent", "intent_zh"?, "check", "no_url"?, "kind"?}]}``.

    Raises:
        BadInputError: it cannot be read or is not such a file.
    """
    try:
        data: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInputError(f"{path} is not a readable intents file: {error}") from None
    rows: Any = data.get("intents") if isinstance(data, dict) else None
    if not isinstance(rows, list) or not rows:
        raise BadInputError(
            f'{path} holds no intents: expected {{"intents": [{{"id": …, "intent": …, "check": …}}]}}'
        )
    intents = [_intent(row, number, path) for number, row in enumerate(rows, 1)]
    if len({intent.id for intent in intents}) < len(intents):
        raise BadInputError(f"{path}: two intents have the same id")
    return intents


def _intent(row: Any, number: int, path: Path | str) -> Intent:
    wrong = BadInputError(
        f"{path}: intent {number} needs the texts id and intent, and a check (text or null)"
    )
    if not isinstance(row, dict):
        raise wrong
    texts = {
        name.removeprefix("intent").lstrip("_") or "en": text
        for name, text in row.items()
        if (name == "intent" or name.startswith("intent_")) and isinstance(text, str) and text.strip()
    }
    check = row.get("check")
    if not isinstance(row.get("id"), str) or not texts or not (check is None or isinstance(check, str)):
        raise wrong
    return Intent(row["id"], texts, check, bool(row.get("no_url")), str(row.get("kind") or ""))


@dataclass(frozen=True)
class PageProbe:
    """Evaluates checks on a page, in the page's own world, all in one call."""

    intents: Sequence[Intent]

    async def __call__(self, pilot: Pilot) -> list[str]:
        """Ids of the intents whose check holds now; a check that throws does not hold."""
        asked = [intent for intent in self.intents if intent.check]
        return [asked[at].id for at in await pilot.true_of([intent.check or "" for intent in asked])]
