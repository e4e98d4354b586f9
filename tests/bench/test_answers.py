"""WebArena's judgements: strings, addresses, pages; right and wrong answers made from the reference fields."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from webnavigator.bench.answers import holds, includes_all, is_at, is_exactly
from webnavigator.bench.judging import judge
from webnavigator.bench.tasks import TaskSpec, load_tasks
from webnavigator.errors import BadInputError
from webnavigator.llm.scripted import ScriptedModel
from webnavigator.llm.structured import Llm


@dataclass
class Still:
    """A page that says what it was told to."""

    url: str = "http://s.test/"
    says: dict[str, str] = field(default_factory=dict[str, str])
    opened: list[str] = field(default_factory=list[str])

    async def open(self, url: str) -> None:
        self.url = url
        self.opened.append(url)

    async def value(self, expression: str) -> str:
        return self.says.get(expression, "")


def spec(**evaluation: Any) -> TaskSpec:
    return TaskSpec.model_validate({"task_id": 1, "start_url": "http://s.test/", "intent": "do", "eval": evaluation})


@pytest.mark.parametrize(
    ("answer", "reference", "same"),
    [("Sprite", " 'sprite' ", True), ("a Sprite", "Sprite", False), ("", "", True), ("ÄPFEL", "äpfel", True)],
)
def test_exact_answers(answer: str, reference: str, same: bool):
    assert is_exactly(answer, reference) is same


@pytest.mark.parametrize(
    ("answer", "parts", "fits"),
    [
        ("It is 14", ["4"], False),
        ("It is 4.", ["4"], True),
        ("$106.95 in all", ["106.95"], True),
        ("A and B", ["a", "b"], True),
        ("A", ["a", "b"], False),
        ("用 TOML Kit 来编辑", ["TOML Kit"], True),
    ],
)
def test_parts_of_answers(answer: str, parts: list[str], fits: bool):
    assert includes_all(answer, parts) is fits


@pytest.mark.parametrize(
    ("url", "reference", "same"),
    [
        ("http://s.test/a/", "http://s.test/a", True),
        ("http://s.test/a/b", "http://s.test/a", True),
        ("http://s.test/b", "http://s.test/a |OR| http://s.test/b", True),
        ("http://s.test/?q=1&q=2", "http://s.test/?q=2", True),
        ("http://s.test/?q=1", "http://s.test/?q=2", False),
        ("http://other.test/a", "http://s.test/a", False),
    ],
)
def test_addresses(url: str, reference: str, same: bool):
    assert is_at(url, reference) is same


def test_contents_of_pages():
    assert holds("Caf&eacute; XL", {"must_include": ["café", "s |OR| xl"]})
    assert not holds("café", {"must_include": ["tea"]})
    assert holds("70 %", {"exact_match": "70 %"})


async def test_all_parts_of_a_judgement_must_hold_and_there_is_no_half_score():
    page_check = {"url": "last", "locator": "a.b", "required_contents": {"exact_match": "yes"}}
    both = spec(eval_types=["url_match", "program_html"], reference_url="http://s.test/x", program_html=[page_check])
    assert (await judge(both, "", Still("http://s.test/x", {"a.b": "yes"}))).score == 1
    assert (await judge(both, "", Still("http://s.test/y", {"a.b": "yes"}))).score == 0


async def test_likeness_needs_a_judge_and_impossible_may_be_said_in_one_word():
    fuzzy = spec(eval_types=["string_match"], reference_answers={"fuzzy_match": ["5 minutes"]})
    assert (await judge(fuzzy, "five minutes", Still())).score is None
    for verdict in (True, False):
        llm = Llm(ScriptedModel([{"correct": verdict}]))
        assert (await judge(fuzzy, "five minutes", Still(), llm)).score == int(verdict)
    none = spec(eval_types=["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="no such order")
    assert (await judge(none, "N/A", Still())).score == 1


async def test_pages_elsewhere_are_opened_and_helpers_of_other_sites_are_not_judged():
    other = {"url": "http://s.test/z", "locator": "", "required_contents": {"must_include": ["done"]}}
    page = Still(says={"document.documentElement.outerHTML": "<p>Done</p>"})
    assert (await judge(spec(eval_types=["program_html"], program_html=[other]), "", page)).score == 1
    assert page.opened == ["http://s.test/z"]
    helper = {**other, "url": "func:shopping_get_latest_order_url()"}
    judged = await judge(spec(eval_types=["program_html"], program_html=[helper]), "", page)
    assert judged.score is None


def test_tasks_are_read_with_their_addresses_and_unknown_fields(tmp_path: Path):
    task = {
        "task_id": 7,
        "sites": ["shopping"],
        "start_url": "__SHOPPING__/a",
        "intent": "x",
        "geolocation": None,
        "eval": {"eval_types": ["url_match"], "reference_url": "__SHOPPING__/b", "url_note": "GOLD in PRED"},
    }
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([task]))
    (read,) = load_tasks(path, {"shopping": "http://127.0.0.1:1/"})
    assert read.start_url == "http://127.0.0.1:1/a"
    assert read.evaluation.reference_url == "http://127.0.0.1:1/b"
    path.write_text(json.dumps([{**task, "eval": {"eval_types": ["magic"]}}]))
    with pytest.raises(BadInputError, match="eval_types"):
        load_tasks(path)
