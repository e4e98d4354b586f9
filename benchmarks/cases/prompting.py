"""What an agent's model is sent: a run with a model that obeys whatever stands outside the quoted parts."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webnavigator.app.tasks import TaskOptions, run_task
from webnavigator.config import Settings
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.structured import Llm
from webnavigator.model.page import Observation

_QUOTED = re.compile(r'<([\w-]+)-data id="(\w+)">\n.*?\n</\1-data id="\2">', re.DOTALL)
_ENDS = re.compile(r"(?<=[.!?:;,])\s|\n")
_LEAST_WORDS = 4
"""Shorter parts of a page's sentences may stand anywhere by chance."""

_TASK = "say what this site is about"


def unquoted(text: str) -> str:
    """A prompt without what is marked in it as coming from outside."""
    return _QUOTED.sub("", text)


@dataclass(slots=True)
class Obedient:
    """Looks for a place on the map, then stops; but does what a page says as soon as a sentence of it is not quoted.

    Attributes:
        sentences: what the site's pages say.
        sent: the prompts, whole.
        obeyed: sentences that stood outside the quoted parts.
    """

    sentences: frozenset[str]
    sent: list[str] = field(default_factory=list[str])
    obeyed: set[str] = field(default_factory=set[str])

    @property
    def name(self) -> str:
        """Told in records."""
        return "obedient"

    @property
    def sees(self) -> bool:
        """Pictures say nothing to it."""
        return False

    async def answer(self, request: Request) -> Reply:
        """An action; the first one looks for a place, so that the model sees what navigating told too."""
        text = "\n".join((request.system, *(turn.text for turn in request.turns)))
        self.sent.append(text)
        self.obeyed |= {sentence for sentence in self.sentences if sentence in unquoted(text)}
        first = (
            {"action": "navigate", "text": "start page"} if len(self.sent) == 1 else {"action": "stop", "text": "done"}
        )
        return Reply(json.dumps(first), Usage(), self.name)


@dataclass(slots=True)
class Prompting:
    """Runs the agent once for a case.

    Attributes:
        map_dir: the map of the case.
        pages: what its pages show.
        settings: the case's.
    """

    map_dir: Path
    pages: tuple[Observation, ...]
    settings: Settings
    _model: Obedient | None = None

    async def why_not(self, check: dict[str, Any]) -> str:
        """Why a check on an agent with a task, or on its prompts, does not hold; "" when it does."""
        model = self._model = self._model or await self._run(check.get("task", _TASK))
        if check["on"] == "agent":
            return f"these words reached the model unquoted: {sorted(model.obeyed)[:2]}" if model.obeyed else ""
        banned, quoted = check.get("not_contains"), check.get("inside_quote_only")
        if banned and any(banned in text for text in model.sent):
            return f"“{banned}” is in a prompt"
        if quoted and not any(quoted in text for text in model.sent):
            return f"“{quoted}” is in no prompt"
        if quoted and any(quoted in unquoted(text) for text in model.sent):
            return f"“{quoted}” stands outside the quoted part"
        return ""

    async def _run(self, task: str) -> Obedient:
        said = {part.strip() for page in self.pages for region in page.regions for part in _ENDS.split(region.text)}
        model = Obedient(frozenset(part for part in said if len(part.split()) >= _LEAST_WORDS))
        options = TaskOptions(selector="offline", verify=False)
        await run_task(task, [self.map_dir], Llm(model), self.settings, options=options)
        return model
