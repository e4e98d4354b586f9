"""WebArena-Verified: traffic and a typed answer are written as its command wants them, and its verdict is taken."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sites.harness import Site
from webnavigator import app
from webnavigator.bench.results import ResultRow
from webnavigator.bench.task_runs import TaskBench, run_tasks
from webnavigator.bench.verified import load_verified, verified_tasks
from webnavigator.config import BrowserSettings, Settings
from webnavigator.errors import BadInputError
from webnavigator.llm.names import open_model
from webnavigator.llm.structured import Llm

TASK = {
    "task_id": 7,
    "sites": ["shopping"],
    "start_urls": ["__SHOPPING__/more.html"],
    "intent": "How many cups are there?",
    "eval": [{"evaluator": "AgentResponseEvaluator", "expected": {"retrieved_data": [42]}}],
}
EVALUATOR = """
import json, pathlib, sys
given = dict(zip(sys.argv[2::2], sys.argv[3::2]))
assert sys.argv[1] == "eval-tasks", sys.argv
folder = pathlib.Path(given["--output-dir"]) / given["--task-ids"]
url = json.load(open(given["--config"]))["environments"]["__SHOPPING__"]["urls"][0]
answer = json.load(open(folder / "agent_response.json"))
asked = [entry["request"]["url"] for entry in json.load(open(folder / "network.har"))["log"]["entries"]]
if answer["status"] == "UNKNOWN_ERROR":
    sys.exit("no idea")
right = answer["retrieved_data"] == [42] and f"{url}/more.html" in asked
verdict = {"score": float(right), "status": "success" if right else "failure"}
(folder / "eval_result.json").write_text(json.dumps(verdict))
"""


def test_the_agent_is_told_nothing_of_the_evaluation(tmp_path: Path):
    (tmp_path / "t.json").write_text(json.dumps([TASK]))
    urls = {"SHOPPING": "http://s.test/"}
    (task,) = verified_tasks(load_verified(tmp_path / "t.json", urls), urls)
    assert (task.id, task.start_url, task.text) == ("7", "http://s.test/more.html", TASK["intent"])
    (tmp_path / "t.json").write_text(json.dumps([{**TASK, "intent": ""}]))
    with pytest.raises(BadInputError, match="row 1"):
        load_verified(tmp_path / "t.json", urls)


@pytest.mark.browser
async def test_traffic_and_answers_are_judged_by_the_command(site: Callable[..., Site], tmp_path: Path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "site.json").write_text('{"what": "of one test"}')
    (tmp_path / "s" / "more.html").write_text("<title>More</title><p>42 cups")
    (tmp_path / "evaluator.py").write_text(EVALUATOR)
    (tmp_path / "t.json").write_text(json.dumps([{**TASK, "task_id": at} for at in (1, 2, 3)]))
    urls = {"SHOPPING": site(tmp_path / "s").url.rstrip("/")}

    def script(task: str, folder: Path) -> Llm:
        typed: dict[str, Any] = {
            "task_type": "RETRIEVE",
            "status": "SUCCESS",
            "retrieved_data": [[42, 24][task == "2"]],
        }
        steps: list[Any] = [{"action": "stop", "text": "42"}, *([typed] if task != "3" else ["?", "?", "?"])]
        (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, steps)))
        return Llm(open_model(f"scripted:{tmp_path / 'm.jsonl'}"))

    settings = Settings(browser=BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60))

    async def run(out: str, command: list[str] | None) -> list[ResultRow]:
        tasks = verified_tasks(load_verified(tmp_path / "t.json", urls), urls, command)
        bench = TaskBench(tmp_path / out, (), script, settings, app.TaskOptions(agent="react", verify=False))
        return await run_tasks(tasks if command else tasks[:1], bench)

    rows = await run("judged", [sys.executable, str(tmp_path / "evaluator.py")])
    assert [row.score for row in rows] == [1, 0, None]
    assert "no idea" in rows[2].error
    traffic = tmp_path / "judged" / "runs" / "1-0" / "verified" / "1" / "network.har"
    assert traffic.stat().st_mode & 0o077 == 0
    (row,) = await run("kept", None)
    assert (row.score, row.error, "eval-tasks" in row.reason) == (None, "", True)
