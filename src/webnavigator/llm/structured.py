"""An answer of a given type from any model: lenient reading, at most two more tries, each told what was wrong."""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from webnavigator.errors import BudgetSpentError, NonsenseError
from webnavigator.llm.base import Model, Picture, Reply, Request, Turn, Usage
from webnavigator.llm.tracing import traced

T = TypeVar("T", bound=BaseModel)
RETRIES = 2
"""Further tries after an answer of the wrong form."""

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)
_THINKING = re.compile(r"<think>.*?</think>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may spend; None is no bound.

    Attributes:
        tokens: input and output together.
        usd: dollars; a model without a known price is not bound by it.
        seconds: waiting for the model, all calls together.
    """

    tokens: int | None = None
    usd: float | None = None
    seconds: float | None = None

    def exceeded(self, spent: Usage) -> str:
        """Which bound is reached, in words; "" when none is."""
        if self.tokens is not None and spent.tokens >= self.tokens:
            return f"{spent.tokens} of {self.tokens} tokens are used"
        if self.usd is not None and (spent.cost_usd or 0.0) >= self.usd:
            return f"${spent.cost_usd:.4f} of ${self.usd} are spent"
        if self.seconds is not None and spent.seconds >= self.seconds:
            return f"the model has taken {spent.seconds:.0f} of {self.seconds:.0f} seconds"
        return ""


@dataclass(slots=True)
class Llm:
    """A model with a budget and a tally.

    Attributes:
        model: who answers.
        budget: what may be spent.
        spent: what was.
    """

    model: Model
    budget: Budget = Budget()
    spent: Usage = field(default_factory=Usage)

    async def ask(
        self,
        label: str,
        system: str,
        text: str,
        answer: type[T],
        *,
        pictures: tuple[Picture, ...] = (),
        temperature: float | None = None,
        top_p: float | None = None,
        check: Callable[[T], str] | None = None,
        choices: Mapping[str, Collection[str]] | None = None,
    ) -> T:
        """Ask for an answer of a type.

        Args:
            label: see `Request.label`.
            system: the standing instructions.
            text: the question with all it needs.
            answer: the type; its docstring and fields' descriptions are shown to the model.
            pictures: left out for a model that cannot see.
            temperature: None: the provider's default.
            top_p: likewise.
            check: says what is wrong with an answer of the right type, "" when nothing is.
            choices: for some fields the values offered now, of those that the type has; `check` tells the others.

        Raises:
            BudgetSpentError: nothing is left to ask with.
            NonsenseError: the third answer was still of the wrong form.
            ModelError: the model cannot be reached, or refuses.
        """
        schema = answer.model_json_schema()
        for name, offered in (choices or {}).items():
            schema["properties"][name]["enum"] = list(offered)
        asked = (
            f"{text}\n\nAnswer with one JSON object that fits this JSON Schema, and nothing else:\n{_compact(schema)}"
        )
        shown = pictures if self.model.sees else ()
        request = Request(label, system, (Turn("user", asked),), schema, shown, temperature, top_p)
        complaint = ""
        for _ in range(RETRIES + 1):
            reply = await self._call(request)
            found, complaint = read_answer(reply.text, answer)
            if found is not None:
                complaint = check(found) if check is not None else ""
                if not complaint:
                    return found
            wrong = f"That answer cannot be used: {complaint}. Answer again, with the JSON object alone."
            request = replace(request, turns=(*request.turns, Turn("model", reply.text[:4000]), Turn("user", wrong)))
        raise NonsenseError(f"{self.model.name} gave no usable answer ({label}): {complaint}")

    async def _call(self, request: Request) -> Reply:
        over = self.budget.exceeded(self.spent)
        if over:
            raise BudgetSpentError(f"the budget for the model is used up: {over}")
        reply = await traced(self.model, request)
        self.spent += reply.usage
        return reply


def _compact(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False, separators=(",", ":"))


def read_answer(text: str, answer: type[T]) -> tuple[T | None, str]:
    """The answer in a model's text, and what is wrong with it when there is none.

    Text round the JSON object, Markdown fences and a reasoning preamble are ignored.
    """
    bare = _THINKING.sub("", text)
    complaint = "there is no JSON object in it"
    for candidate in (*_FENCED.findall(bare), *_objects(bare)):
        try:
            return answer.model_validate_json(candidate), ""
        except ValidationError as error:
            complaint = _told(error)
    return None, complaint


def _objects(text: str) -> list[str]:
    """Stretches that a JSON decoder takes as objects, the last one first: what is said last counts."""
    decoder = json.JSONDecoder(strict=False)
    found: list[str] = []
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            end = at + 1
        else:
            found.append(json.dumps(value))
        at = text.find("{", end)
    return found[::-1]


def _told(error: ValidationError) -> str:
    parts = [f"{'.'.join(map(str, row['loc'])) or 'the answer'}: {row['msg']}" for row in error.errors()[:3]]
    return "; ".join(parts)
