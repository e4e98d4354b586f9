"""Rows of results, what they come to, two agents compared; and an agent run over a task file, twice."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sites.harness import Site
from webnavigator import app
from webnavigator.bench.figures import by_group, compare, costs, summary
from webnavigator.bench.results import FILE, ResultRow, append_row, claim, read_results
from webnavigator.bench.task_runs import BenchTask, TaskBench, run_tasks
from webnavigator.bench.tasks import load_tasks
from webnavigator.bench.webarena import webarena_tasks
from webnavigator.config import BrowserSettings, Settings
from webnavigator.errors import BadInputError, BrowserError
from webnavigator.llm.names import open_model
from webnavigator.llm.structured import Llm

PATIENT = Settings(browser=BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60))


def test_the_last_row_of_a_try_counts_and_a_cut_line_is_left_out(tmp_path: Path):
    for row in (ResultRow("1", 0, error="down"), ResultRow("1", 0, score=1), ResultRow("2", 0, score=0)):
        append_row(tmp_path, row)
    with (tmp_path / FILE).open("a") as file:
        file.write('{"task": "3", "se')
    assert [(row.task, row.score) for row in read_results(tmp_path)] == [("1", 1), ("2", 0)]


def test_means_are_over_judged_rows_and_over_successful_ones():
    found = summary(
        [
            ResultRow("1", 0, score=1, steps=2, tokens=10, cost_usd=0.5),
            ResultRow("2", 0, score=0, steps=8, tokens=30),
            ResultRow("3", 0, error="down", steps=99),
        ]
    )
    assert (found.tasks, found.unjudged, found.success) == (2, 1, 0.5)
    assert (found.steps, found.steps_done, found.tokens, found.cost_usd) == (5, 2, 20, 0.5)


def test_a_comparison_is_paired_and_its_interval_holds_the_difference():
    first = [ResultRow(str(task), seed, score=1) for task in range(40) for seed in (0, 1)]
    second = [ResultRow(str(task), 0, score=task % 2) for task in range(40)] + [ResultRow("99", 0, score=0)]
    compared = compare(first, second)
    assert (compared.tasks, compared.difference) == (40, 0.5)
    assert (compared.first, compared.second) == (1, 0.5)
    assert 0.3 < compared.low < 0.5 < compared.high < 0.7
    assert compare(first, second) == compared


def test_a_comparison_of_costs_is_over_what_has_a_price():
    first = [ResultRow("1", 0, score=1, cost_usd=3.0), ResultRow("2", 0, score=0)]
    second = [ResultRow("1", 0, score=1, cost_usd=1.0), ResultRow("2", 0, score=0, cost_usd=9.0)]
    compared = compare(first, second, "usd")
    assert (compared.tasks, compared.difference, compared.low, compared.high) == (1, 2.0, 2.0, 2.0)


def test_costs_are_of_all_tries_and_what_has_no_price_is_counted():
    cost = costs(
        [
            ResultRow("1", 0, score=1, tokens=10, cost_usd=0.5, seconds=2, judge_tokens=4, judge_usd=0.25),
            ResultRow("2", 0, score=0, tokens=30, seconds=3),
            ResultRow("3", 0, error="down", tokens=5, cost_usd=0.1),
        ]
    )
    assert (cost.tries, cost.tokens, cost.usd, cost.unpriced, cost.seconds) == (3, 45, 0.6, 1, 5)
    assert (cost.usd_per_try, cost.usd_per_success, cost.judge_tokens, cost.judge_usd) == (0.3, 0.6, 4, 0.25)


def test_results_are_told_apart_by_groups():
    rows = [
        ResultRow(str(at), 0, score=at % 2, groups={"type": kind, "lang": "en"}) for at, kind in enumerate("abab", 1)
    ]
    assert {name: part.success for name, part in by_group(rows, ("type", "lang")).items()} == {"a · en": 1, "b · en": 0}


def test_a_folder_of_results_is_of_one_benchmark_and_agent(tmp_path: Path):
    claim(tmp_path / "r", {"benchmark": "b", "agent": "react"})
    claim(tmp_path / "r", {"benchmark": "b", "agent": "react"})
    with pytest.raises(BadInputError, match="another agent"):
        claim(tmp_path / "r", {"benchmark": "b", "agent": "mango"})


@pytest.mark.browser
async def test_tasks_are_run_judged_and_not_run_again(site: Callable[..., Site], tmp_path: Path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "site.json").write_text('{"what": "of one test"}')
    (tmp_path / "s" / "index.html").write_text("<title>Home</title><a href=more.html>More</a>")
    (tmp_path / "s" / "more.html").write_text(
        "<title>More</title><p id=p>42 cups<b></b><script>document.querySelector('b').append(document.cookie)</script>"
    )
    url = site(tmp_path / "s").url
    check = {"url": "last", "locator": "p.innerText", "required_contents": {"must_include": ["42", "user=right"]}}
    wanted = {
        "eval_types": ["string_match", "url_match", "program_html"],
        "reference_answers": {"must_include": ["42"]},
    }
    evaluation = {**wanted, "reference_url": f"{url.rstrip('/')}/more.html", "program_html": [check]}
    tasks = [
        {"task_id": name, "sites": ["s"], "start_url": url, "intent": "How many cups?", "eval": evaluation}
        for name in ("right", "wrong", "broken", "stuck")
    ]
    (tmp_path / "tasks.json").write_text(json.dumps(tasks))
    stop = {"action": "stop", "text": "42 cups"}
    scripts = {"right": [{"action": "click", "ref": "@More"}, stop], "wrong": [stop], "broken": []}
    for name, steps in scripts.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, steps)))
    made: list[str] = []

    def make_llm(task: str, folder: Path) -> Llm:
        made.append(task)
        return Llm(open_model(f"scripted:{tmp_path / task}.jsonl", record=folder / "exchanges.jsonl"))

    def sign_in(user: str) -> None:
        cookie = {"name": "user", "value": user, "domain": "127.0.0.1", "path": "/"}
        (tmp_path / "login.json").write_text(json.dumps({"cookies": [cookie], "origins": []}))

    resets: list[str] = []

    async def reset(task: BenchTask, seed: int) -> None:
        resets.append(task.id)
        sign_in(task.id)
        if task.id == "stuck":
            raise BrowserError("the sites do not come back")

    options = app.TaskOptions(agent="react", verify=False)
    bench = TaskBench(tmp_path / "out", (), make_llm, PATIENT, options, (tmp_path / "login.json",), reset=reset)
    for _ in range(2):
        listed = webarena_tasks(load_tasks(tmp_path / "tasks.json"), patience_s=0)
        rows = {row.task: row for row in await run_tasks(listed, bench)}
    assert rows.pop("stuck").error == "the sites do not come back"
    assert resets == ["right", "wrong", "broken", "stuck", "broken", "stuck"]
    assert rows["right"].groups == {"sites": "s"}
    assert {name: row.score for name, row in rows.items()} == {"right": 1, "wrong": 0, "broken": None}
    assert "no answer left" in rows["broken"].error
    assert made == ["right", "wrong", "broken", "broken"]
    assert (tmp_path / "out" / "runs" / "right-0" / "trajectory.jsonl").exists()
