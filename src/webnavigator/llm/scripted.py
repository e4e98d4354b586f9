"""A model that answers from a file: for tests, demonstrations, and to prove that execution does not fail.

The file is JSON Lines, one answer a line: the answer itself, or ``{"when": REGEX, "label": LABEL, "answer": …}`` for
one that waits until a request has the label and a text that matches. A string ``"@button Save"`` in an answer stands
for the number of the first control that is shown as ``[12 button Save``, ``"@@…"`` for a text that begins with one @.
"""

import json
import re
from pathlib import Path
from typing import Any, cast

from webnavigator.errors import BadInputError, ModelError
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.outfile import why


class ScriptedModel:
    """Gives the answers of a script in order.

    Args:
        steps: what the lines of the file hold.
        name: told in records.
    """

    def __init__(self, steps: list[Any], name: str = "scripted") -> None:
        self._steps = list(steps)
        self._name = name
        self._given = 0

    @property
    def name(self) -> str:
        """As the user named it."""
        return self._name

    @property
    def sees(self) -> bool:
        """It takes pictures and does not look at them."""
        return True

    async def answer(self, request: Request) -> Reply:
        """The next answer that fits.

        Raises:
            ModelError: the script has none, or its answer names a control that the request does not show.
        """
        at = next((at for at, step in enumerate(self._steps) if _fits(step, request)), None)
        if at is None:
            raise ModelError(f"the script has no answer left for “{request.label}” after {self._given}")
        step = self._steps.pop(at)
        self._given += 1
        answer = step["answer"] if _is_conditional(step) else step
        text = json.dumps(_filled(answer, request.turns[-1].text), ensure_ascii=False)
        used = Usage(len(request.system + request.text) // 4, len(text) // 4, 0.0, 0.0, 1)
        return Reply(text, used, self._name)


def _is_conditional(step: Any) -> bool:
    return isinstance(step, dict) and "answer" in step and not step.keys() - {"when", "label", "answer"}


def _fits(step: Any, request: Request) -> bool:
    if not _is_conditional(step):
        return True
    label = step.get("label", request.label)
    return label == request.label and re.search(step.get("when", ""), request.text) is not None


def _filled(value: Any, text: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, text) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_filled(inner, text) for inner in cast("list[Any]", value)]
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    if value.startswith("@@"):
        return value[1:]
    found = re.search(rf"\[(\d+) {re.escape(value[1:])}(?=[\],]| = |…)", text)
    if found is None:
        raise ModelError(f"the script names a control that is not shown: {value[1:]}")
    return int(found[1])


def scripted_model(path: Path, name: str) -> ScriptedModel:
    """The script in a file.

    Raises:
        BadInputError: it cannot be read, or a line is not JSON.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        return ScriptedModel([json.loads(line) for line in lines if line.strip()], name)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInputError(f"the script {path} cannot be read: {why(error)}") from None
