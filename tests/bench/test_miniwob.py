"""MiniWoB++: pages served with a script that starts them, which judge what was done."""

import json
from pathlib import Path

import pytest

from webnavigator import app
from webnavigator.bench.miniwob import miniwob_tasks, served, task_names
from webnavigator.bench.task_runs import TaskBench, run_tasks
from webnavigator.config import BrowserSettings, Settings
from webnavigator.errors import BadInputError
from webnavigator.llm.names import open_model
from webnavigator.llm.structured import Llm

CORE = """
var WOB_RAW_REWARD_GLOBAL = 0, WOB_REWARD_REASON = null, WOB_DONE_GLOBAL = false, core = {};
Math.seedrandom = (seed) => { core.seed = seed };
core.startEpisode = () => { document.querySelector("#cover").hidden = false };
core.startEpisodeReal = () => { genProblem(); document.querySelector("#cover").hidden = true };
core.endEpisode = (reward) => { WOB_RAW_REWARD_GLOBAL = reward; WOB_DONE_GLOBAL = true; core.startEpisode() };
"""
PAGE = """<!doctype html><title>Click</title><script src="../core/core.js"></script><script>
var genProblem = () => {
  document.querySelector("#query").textContent = `Click on "${["One", "Two"][+core.seed]}".`;
  for (const [at, button] of document.querySelectorAll("button").entries())
    button.onclick = () => core.endEpisode(String(at) === core.seed ? 1 : -1);
};
window.onload = () => core.startEpisode();
</script><div id=query></div><button>One</button><button>Two</button><div id=cover hidden>START</div>"""


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder like the benchmark's, with one task."""
    for name, text in {"core/core.js": CORE, "miniwob/click-it.html": PAGE}.items():
        (tmp_path / "html" / name).parent.mkdir(parents=True)
        (tmp_path / "html" / name).write_text(text)
    return tmp_path / "html"


def test_a_folder_of_something_else_is_told(tmp_path: Path):
    with pytest.raises(BadInputError, match="miniwob/html"):
        task_names(tmp_path)


@pytest.mark.browser
async def test_pages_start_by_seed_and_judge_what_was_done(pages: Path, tmp_path: Path):
    stop = {"action": "stop", "text": ""}
    for name, steps in {
        "0": [{"when": 'Click on "One"', "answer": {"action": "click", "ref": "@button One"}}, stop],
        "1": [{"when": 'Click on "Two"', "answer": {"action": "click", "ref": "@button One"}}, stop],
        "2": [stop],
    }.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, steps)))

    def make(task: str, folder: Path) -> Llm:
        return Llm(open_model(f"scripted:{tmp_path / task.rpartition('.')[2]}.jsonl"))

    settings = Settings(browser=BrowserSettings(action_timeout_s=30, settle_timeout_s=15, navigation_timeout_s=60))
    options = app.TaskOptions(agent="react", verify=False, allow_changes=True)
    with served(pages) as base_url:
        tasks = miniwob_tasks(task_names(pages), base_url, instances=3)
        rows = await run_tasks(tasks, TaskBench(tmp_path / "out", (), make, settings, options))
    assert {row.task: (row.score, row.error) for row in rows} == {
        "click-it.0": (1, ""), "click-it.1": (0, ""), "click-it.2": (0, ""),
    }  # fmt: skip
    assert [row.reason for row in rows] == ["", "reward -1", "the episode has not ended"]
