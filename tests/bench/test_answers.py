"""WebArena's judgements: strings, addresses, pages; right and wrong answers made from the reference fields."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from webnavigator.bench.answers import holds, includes_all, is_at, is_exactly
from webnavigator.bench.judging import Means, judge
from webnavigator.bench.tasks import TaskSpec, load_tasks, missing_sites
from webnavigator.bench.verdict import Judged
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


async def judged(task: TaskSpec, answer: str, page: Still, llm: Llm | None = None, shop: Any = None) -> Judged:
    return await judge(task, answer, Means(page, llm, shop, patience_s=0))


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
        ("It is 14", ["14"], True),
        ("It is 140", ["14"], True),
        ("(4) or so", ["4"], True),
        ("at 4:30, or 4,000, or 4.5", ["4"], False),
        ("I saw 4. Then I left", ["4"], False),
        ("that is 4! Yes", ["4"], True),
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
        ("http://s.test/a?q=1", "http://s.test/a/?q=1", False),
        ("http://s.test/a#there", "http://s.test/a", True),
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
    assert (await judged(both, "", Still("http://s.test/x", {"a.b": "yes"}))).score == 1
    assert (await judged(both, "", Still("http://s.test/y", {"a.b": "yes"}))).score == 0


async def test_likeness_needs_a_judge_and_impossible_may_be_said_in_one_word():
    fuzzy = spec(eval_types=["string_match"], reference_answers={"fuzzy_match": ["5 minutes"]})
    assert (await judged(fuzzy, "five minutes", Still())).score is None
    for verdict in (True, False):
        llm = Llm(ScriptedModel([{"correct": verdict}]))
        assert (await judged(fuzzy, "five minutes", Still(), llm)).score == int(verdict)
    none = spec(eval_types=["string_match"], reference_answers={"fuzzy_match": "N/A"}, string_note="no such order")
    assert (await judged(none, "N/A", Still())).score == 1


def pages(*checks: dict[str, Any]) -> TaskSpec:
    return spec(eval_types=["program_html"], program_html=list(checks))


async def test_pages_are_loaded_anew_so_that_what_was_only_typed_does_not_count():
    check = {"url": "http://s.test/z", "locator": "", "required_contents": {"must_include": ["done"]}}
    page = Still("http://s.test/z", {"document.documentElement.outerHTML": "<p>Done</p>"})
    assert (await judged(pages(check, {**check, "url": "last"}), "", page)).score == 1
    assert page.opened == ["http://s.test/z"]


async def test_a_post_is_looked_at_where_it_stands_alone():
    check = {
        "url": "func:reddit_get_post_url('__last_url__')",
        "locator": "a.b",
        "required_contents": {"exact_match": "yes"},
    }
    page = Still("http://forum.test/f/books/7/title/-/comment/3", {"a.b": "yes"})
    assert (await judged(pages(check), "", page)).score == 1
    assert page.opened == ["http://forum.test/f/books/7/"]


@dataclass
class Desk:
    """Stands in for the shop's interface."""

    async def latest_order_url(self) -> str:
        return "http://s.test/order/5/"

    async def latest_review(self, sku: str) -> tuple[str, str]:
        return {"B1": ("Ann", "80")}.get(sku, ("", ""))


async def test_the_shop_is_asked_by_named_functions_and_without_access_nothing_is_judged():
    order = {
        "url": "func:shopping_get_latest_order_url()",
        "locator": "o",
        "required_contents": {"must_include": ["tea"]},
    }
    author = "func:shopping_get_sku_latest_review_author('B1')"
    review = {"url": "last", "locator": author, "required_contents": {"exact_match": "ann"}}
    page = Still(says={"o": "Tea"})
    assert (await judged(pages(order, review), "", page, shop=Desk())).score == 1
    assert page.opened == ["http://s.test/order/5/"]
    other = {**review, "locator": author.replace("B1", "B2")}
    assert (await judged(pages(other), "", page, shop=Desk())).score == 0
    unknown = await judged(pages(order), "", page)
    assert (unknown.score, "--shop-access" in unknown.reason) == (None, True)
    assert (await judged(pages(order, {**review, "url": "last", "locator": "x"}), "", page)).score == 0


@pytest.mark.parametrize(
    "locator",
    [
        "func:open('/etc/passwd')",
        "func:__import__('os').system('id')",
        "func:reddit_get_post_url(open('x'))",
        "func:reddit_get_post_url('a', 'b')",
        "func:1 +",
    ],
)
def test_only_known_functions_may_be_named(locator: str):
    with pytest.raises(ValueError, match="func"):
        pages({"url": "last", "locator": locator, "required_contents": {"exact_match": ""}})


async def test_contents_of_pages_may_be_judged_by_likeness():
    task = pages({"url": "last", "locator": "t", "required_contents": {"fuzzy_match": ["a refund", "12.99"]}})
    page = Still(says={"t": "please pay back 12.99"})
    assert (await judged(task, "", page)).score is None
    llm = Llm(ScriptedModel([{"correct": True}, {"correct": False}]))
    assert (await judged(task, "", page, llm)).score == 0


async def test_a_judge_that_fails_is_no_verdict():
    fuzzy = spec(eval_types=["string_match"], reference_answers={"fuzzy_match": ["5"]})
    verdict = await judged(fuzzy, "five", Still(), Llm(ScriptedModel([])))
    assert (verdict.score, verdict.failed) == (None, True)


def test_every_field_of_the_benchmark_is_taken():
    check = {
        "url": "http://s.test/a",
        "locator": "[...document.querySelectorAll('a')].map(e => e.href).join(' ')",
        "required_contents": {"must_include": ["x |OR| y"]},
        "prep_actions": ["document.body.click()"],
    }
    evaluation = {
        "eval_types": ["string_match", "url_match", "program_html"],
        "reference_answers": {"exact_match": "a", "must_include": ["a"], "fuzzy_match": "N/A"},
        "reference_answer_raw_annotation": "a",
        "reference_url": "http://s.test/a |OR| http://s.test/b",
        "program_html": [check, {**check, "locator": "func:gitlab_get_project_memeber_role(__page__, 'ann')"}],
        "string_note": "",
        "url_note": "GOLD in PRED",
        "annotation_note": "",
    }
    about = {"storage_state": None, "geolocation": None, "instantiation_dict": {}, "intent_template_id": 1}
    told = {"require_login": True, "require_reset": False, "old_task_id": 3, "string_note": ""}
    task = {"task_id": 1, "sites": ["s"], "start_url": "http://s.test/", "intent": "do", "intent_template": "do"}
    assert TaskSpec.model_validate({**task, **about, **told, "eval": evaluation}).sites == ["s"]


async def test_the_role_of_a_member_is_read_from_a_table_of_the_page():
    locator = "func:gitlab_get_project_memeber_role(__page__, 'ann')"
    task = pages({"url": "last", "locator": locator, "required_contents": {"exact_match": "Guest"}})

    class Table(Still):
        async def value(self, expression: str) -> str:
            return "Guest" if '"@ann"' in expression else ""

    assert (await judged(task, "", Table())).score == 1


def test_what_would_change_a_judgement_and_is_not_known_is_refused():
    for evaluation in ({"must_exclude": ["x"]}, {"url_note": "PRED in GOLD"}, {"reference_answers": {"magic": "x"}}):
        with pytest.raises(ValueError, match="validation error"):
            spec(eval_types=["string_match"], **evaluation)


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
    assert missing_sites([read]) == []
    assert missing_sites(load_tasks(path)) == ["SHOPPING"]
    path.write_text(json.dumps([{**task, "eval": {"eval_types": ["magic"]}}]))
    with pytest.raises(BadInputError, match="eval_types"):
        load_tasks(path)
