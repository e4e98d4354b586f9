"""Answers of a type from any model: lenient reading, two more tries, budgets."""

import json

import pytest
from pydantic import BaseModel

from webnavigator.errors import BudgetSpentError, ModelError, NonsenseError
from webnavigator.llm.base import Picture, Reply, Request, Usage
from webnavigator.llm.scripted import ScriptedModel
from webnavigator.llm.structured import Budget, Llm, read_answer

COST = Usage(10, 5, 0.01, 1.0, 1)


class Pick(BaseModel):
    choice: int | None
    why: str = ""


class Parrot:
    """Says what it was given, whatever it is asked."""

    name = "parrot"

    def __init__(self, *texts: str, sees: bool = True, usage: Usage = COST) -> None:
        self.texts, self.sees, self.usage = list(texts), sees, usage
        self.asked: list[Request] = []

    async def answer(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(self.texts.pop(0), self.usage)


@pytest.mark.parametrize(
    "text",
    [
        '{"choice": 3}',
        'Sure!\n```json\n{"choice": 3, "why": "{brace}"}\n```\nDone.',
        '<think>maybe {"choice": 1}</think> {"choice": 3}',
        'First {"choice": 9} but no: {"choice": 3}',
    ],
)
def test_an_answer_is_read_out_of_what_is_round_it(text: str):
    found, _ = read_answer(text, Pick)
    assert found is not None
    assert found.choice == 3


async def test_a_wrong_answer_is_asked_again_with_what_was_wrong():
    parrot = Parrot("no idea", '{"choice": "many"}', '{"choice": 2}')
    assert (await Llm(parrot).ask("select", "sys", "which?", Pick)).choice == 2
    assert "there is no JSON object" in parrot.asked[1].turns[-1].text
    assert "choice" in parrot.asked[2].turns[-1].text
    assert [turn.role for turn in parrot.asked[2].turns] == ["user", "model", "user", "model", "user"]


async def test_the_third_wrong_answer_is_the_last():
    parrot = Parrot(*["{}"] * 9)
    with pytest.raises(NonsenseError, match="no usable answer"):
        await Llm(parrot).ask("select", "sys", "which?", Pick)
    assert len(parrot.asked) == 3


async def test_only_what_is_offered_now_is_in_the_schema():
    parrot = Parrot('{"choice": 2}')
    await Llm(parrot).ask("s", "", "q", Pick, choices={"choice": ["1", "2"]})
    assert parrot.asked[0].schema["properties"]["choice"]["enum"] == ["1", "2"]
    assert '"enum":["1","2"]' in parrot.asked[0].turns[-1].text
    assert "enum" not in Pick.model_json_schema()["properties"]["choice"]


async def test_an_answer_that_the_caller_cannot_use_is_asked_again():
    parrot = Parrot('{"choice": 99}', '{"choice": 1}')
    found = await Llm(parrot).ask(
        "s", "", "q", Pick, check=lambda pick: "" if pick.choice == 1 else "1 is all there is"
    )
    assert found.choice == 1
    assert "1 is all there is" in parrot.asked[1].turns[-1].text


@pytest.mark.parametrize("budget", [Budget(tokens=15), Budget(usd=0.01), Budget(seconds=1.0)])
async def test_a_spent_budget_asks_nothing_more(budget: Budget):
    llm = Llm(Parrot('{"choice": 1}', '{"choice": 1}'), budget)
    await llm.ask("s", "", "q", Pick)
    with pytest.raises(BudgetSpentError):
        await llm.ask("s", "", "q", Pick)
    assert llm.spent.calls == 1


async def test_a_model_that_does_not_see_is_shown_no_picture():
    parrot = Parrot('{"choice": 1}', sees=False)
    await Llm(parrot).ask("s", "", "q", Pick, pictures=(Picture(b"x"),))
    assert parrot.asked[0].pictures == ()


async def test_a_script_names_controls_by_what_they_show():
    script = ScriptedModel([{"when": "Cart", "answer": {"choice": "@button Pay"}}, {"choice": "@Home"}])
    llm = Llm(script)
    assert (await llm.ask("act", "", "[3 Home] [41 button Pay, disabled]", Pick)).choice == 3
    with pytest.raises(ModelError, match="no answer left"):
        await llm.ask("act", "", "[3 Home] [41 button Pay, disabled]", Pick)
    assert (await llm.ask("act", "", "Cart [3 Home] [41 button Pay, disabled]", Pick)).choice == 41
    with pytest.raises(ModelError, match="not shown: Away"):
        await Llm(ScriptedModel([{"choice": "@Away"}])).ask("act", "", "[3 Home]", Pick)


def test_sums_of_usage():
    total = Usage(1, 2, None, 0.5, 1) + Usage(3, 4, 0.25, 0.5, 1)
    assert (total.tokens, total.cost_usd, total.seconds, total.calls) == (10, 0.25, 1.0, 2)
    assert json.dumps(Usage().cost_usd) == "null"
