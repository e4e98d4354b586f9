"""WebWalkerQA, WebVoyager and Online-Mind2Web: their files read, and their judges asked what they should be."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sites.harness import Site
from webnavigator import app
from webnavigator.agents.trajectory import Outcome, Trajectory
from webnavigator.bench.figures import by_group
from webnavigator.bench.online_mind2web import chore_tasks, load_chores
from webnavigator.bench.screens import last_screens
from webnavigator.bench.task_runs import Finished, TaskBench, run_tasks
from webnavigator.bench.webvoyager import errand_tasks, load_errands, load_references
from webnavigator.bench.webwalkerqa import load_questions, question_tasks
from webnavigator.config import BrowserSettings, Settings
from webnavigator.errors import BadInputError
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.names import open_model
from webnavigator.llm.structured import Llm

PATIENT = Settings(browser=BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60))


@dataclass
class Asking:
    """Gives answers by label, in order, and keeps what it was asked."""

    answers: dict[str, list[Any]]
    sees: bool = True
    name: str = "judge"

    def __post_init__(self) -> None:
        self.asked: list[Request] = []

    async def answer(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(json.dumps(self.answers[request.label].pop(0)), Usage(10, 1, 0.5, 0.0, 1), self.name)


class AtEnd:
    """The page at the end of a try."""

    url = "http://s.test/end"

    async def picture(self) -> bytes | None:
        return b"final"


def finished(folder: Path, answer: str, judge: Asking | None) -> Finished:
    """A try of two steps, each with a screenshot."""
    trajectory = Trajectory(folder)
    trajectory.step("page one", b"one", said="click “More”", effect="now at /more", error="")
    trajectory.step("page two", b"two", said="stop", effect="stopped", error="")
    outcome = Outcome(answer, "stopped", 2, Usage(), 1.0)
    return Finished(outcome, AtEnd(), folder, Llm(judge) if judge is not None else None)  # type: ignore[arg-type]


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


PLAIN = {
    "Question": "Who won?", "answer": "Ann", "root_url": "https://s.test/", "type": "multi_source",
    "difficulty_level": "easy", "domain": "game", "lang": "en", "golden_path": ["root->a"],
}  # fmt: skip
NESTED = {
    "Question": "谁赢了？", "Answer": "安", "Root_Url": "https://s.test/",
    "Info": {"Hop": "multi-source", "Domain": "Game", "Language": "Chinese", "Difficulty_Level": "Easy"},
}  # fmt: skip


def test_questions_of_both_releases_are_read_alike(tmp_path: Path):
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, (PLAIN, NESTED, {**PLAIN, "lang": ""}))))
    tasks = question_tasks(load_questions(tmp_path / "q.jsonl"))
    groups = {"type": "multi_source", "difficulty": "easy", "domain": "game"}
    assert [task.groups for task in tasks] == [{**groups, "language": name} for name in ("en", "zh", "en")]
    assert [(task.id, task.text) for task in tasks[:2]] == [("1", "Who won?"), ("2", "谁赢了？")]


@pytest.mark.parametrize("row", [{"Question": "x"}, {**PLAIN, "root_url": "file:///etc"}, {**PLAIN, "answer": ""}])
def test_rows_that_are_no_questions_are_told_with_their_place(row: dict[str, Any], tmp_path: Path):
    with pytest.raises(BadInputError, match="row 2"):
        load_questions(write(tmp_path / "q.json", [PLAIN, row]))


async def test_answers_are_graded_against_the_reference_and_the_answer_is_data(tmp_path: Path):
    (task,) = question_tasks(load_questions(write(tmp_path / "q.json", [PLAIN])))
    judge = Asking({"grade": [{"correct": True}, {"correct": False, "steps": "Ann is not Bo"}]})
    assert (await task.judge(finished(tmp_path / "a", "Ann did", judge))).score == 1
    wrong = await task.judge(finished(tmp_path / "b", "Bo", judge))
    assert (wrong.score, wrong.reason) == (0, "Ann is not Bo")
    assert "Reference answer: Ann" in judge.asked[0].text
    assert "answer-data" in judge.asked[0].text
    assert (await task.judge(finished(tmp_path / "c", "", judge))).score == 0
    assert len(judge.asked) == 2
    assert (await task.judge(finished(tmp_path / "d", "Ann", None))).score is None


def test_errands_of_the_benchmark_and_of_its_golden_subset_are_read(tmp_path: Path):
    own = {"web_name": "Shop X", "id": "Shop X--0", "ques": "Buy tea.", "web": "https://s.test/"}
    answers = {"Shop X": {"notice": "", "answers": [{"id": 0, "type": "golden", "ans": "green tea"}]}}
    references = load_references(write(tmp_path / "r.json", answers))
    (errand,) = load_errands(write(tmp_path / "e.json", [own]), references)
    assert (errand.site, errand.reference) == ("Shop X", "green tea")
    golden = {
        "sites": ["s"], "task_id": "S--1", "start_url": "https://s.test/", "intent": "Find tea.",
        "eval": {"reference_answers": {"fuzzy_match": "black tea"}},
    }  # fmt: skip
    (errand,) = load_errands(write(tmp_path / "g.json", [golden]))
    assert (errand.id, errand.task, errand.reference) == ("S--1", "Find tea.", "black tea")


async def test_webvoyager_is_judged_from_the_last_screenshots_and_the_answer(tmp_path: Path):
    own = {"web_name": "S", "id": "S--0", "ques": "Find tea.", "web": "https://s.test/"}
    (task,) = errand_tasks(load_errands(write(tmp_path / "e.json", [own]), {"S--0": "green"}))
    judge = Asking({"screens": [{"success": True}]})
    assert (await task.judge(finished(tmp_path / "a", "green tea", judge))).score == 1
    (request,) = judge.asked
    assert [picture.data for picture in request.pictures] == [b"one", b"two", b"final"]
    assert "green tea" in request.text
    blind = Asking({}, sees=False)
    verdict = await task.judge(finished(tmp_path / "b", "green tea", blind))
    assert (verdict.score, "sees no pictures" in verdict.reason) == (None, True)


async def test_only_the_last_screenshots_are_shown_and_the_end_once(tmp_path: Path):
    done = finished(tmp_path, "x", None)
    assert [picture.data for picture in await last_screens(done, 2)] == [b"two", b"final"]
    Trajectory(tmp_path).step("page three", b"final", said="stop")
    assert [picture.data for picture in await last_screens(done, 9)][-2:] != [b"final", b"final"]


async def test_webjudge_asks_for_key_points_screens_and_a_verdict(tmp_path: Path):
    row = {"task_id": "t1", "confirmed_task": "Find a red cup under $5.", "website": "s.test", "level": "easy"}
    (task,) = chore_tasks(load_chores(write(tmp_path / "c.json", [row])))
    assert (task.id, task.start_url, task.groups) == ("t1", "https://s.test", {"level": "easy"})
    judge = Asking(
        {
            "key-points": [{"points": ["red", "under $5"]}],
            "screen": [{"score": 2}, {"score": 3, "reason": "filter red"}, {"score": 5, "reason": "cup, $4"}],
            "verdict": [{"success": False, "reason": "blue"}],
        }
    )
    verdict = await task.judge(finished(tmp_path / "a", "a cup", judge))
    assert (verdict.score, verdict.reason) == (0, "blue")
    assert [request.label for request in judge.asked] == ["key-points", "screen", "screen", "screen", "verdict"]
    assert [picture.data for picture in judge.asked[-1].pictures] == [b"two", b"final"]
    assert all(part in judge.asked[-1].text for part in ("1. red", "click “More” → now at /more", "2. cup, $4"))
    failing = await task.judge(finished(tmp_path / "b", "a cup", Asking({"key-points": [1, 1, 1]})))
    assert (failing.score, failing.failed) == (None, True)


@pytest.mark.browser
async def test_questions_are_answered_graded_and_told_apart(site: Callable[..., Site], tmp_path: Path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "site.json").write_text('{"what": "of one test"}')
    (tmp_path / "s" / "index.html").write_text("<title>Home</title><p>Ann won.")
    url = site(tmp_path / "s").url
    rows = [{**PLAIN, "root_url": url}, {**PLAIN, "root_url": url, "difficulty_level": "hard"}]
    answers = [{"useful": True, "information": "Ann"}, {"enough": True}, {"found": True, "answer": "Ann"}]
    (tmp_path / "model.jsonl").write_text("\n".join(map(json.dumps, answers)))
    (tmp_path / "judge.jsonl").write_text('{"correct": true}')

    def make(name: str) -> Callable[[str, Path], Llm]:
        return lambda task, folder: Llm(
            open_model(f"scripted:{tmp_path / name}.jsonl", record=folder / f"{name}s.jsonl")
        )

    bench = TaskBench(
        tmp_path / "out", (), make("model"), PATIENT, app.AskOptions("webwalker"), make_judge=make("judge"), parallel=2
    )
    found = await run_tasks(question_tasks(load_questions(write(tmp_path / "q.json", rows))), bench)
    parts = by_group(found, ("type", "difficulty"))
    assert {name: part.success for name, part in parts.items()} == {"multi_source · easy": 1, "multi_source · hard": 1}
    assert all(row.judge_tokens > 0 and row.steps == 0 for row in found)
    (tmp_path / "model.jsonl").write_text("")
    bench = TaskBench(tmp_path / "silent", (), make("model"), PATIENT, app.AskOptions("react"))
    (row,) = await run_tasks(question_tasks(load_questions(tmp_path / "q.json"))[:1], bench)
    assert (row.score, row.ending) == (None, "model")
    assert "no answer left" in row.error
