"""Running an agent over the tasks of a file: resumable, an error is a row, each run with its record."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from webnavigator import app
from webnavigator.agents.trajectory import Outcome
from webnavigator.app.navigating import open_navigator
from webnavigator.app.tasks import TaskOptions
from webnavigator.bench.judging import Judged, judge
from webnavigator.bench.results import ResultRow, append_row, read_results
from webnavigator.bench.tasks import TaskSpec
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import BrowserError, UserError, WebNavigatorError
from webnavigator.llm.structured import Llm

MakeLlm = Callable[[str, Path], Llm]
"""From the id of a task and the folder of its record to the model for it."""


@dataclass(frozen=True, slots=True)
class TaskBench:
    """How tasks are run.

    Attributes:
        out: folder for results and records.
        maps: map directories; each task gets those of its sites.
        make_llm: see `MakeLlm`.
        settings: browser and retrieval.
        options: of each run; start address and record folder are set for each.
        login: cookies and storage to start with.
        judge: model that judges likeness; None: such tasks are not judged.
        seeds: tries of each task.
        language: ``en``, or ``zh`` for the Chinese wording where there is one.
        parallel: tasks at a time.
        progress: called with a line for each result.
    """

    out: Path
    maps: tuple[Path, ...]
    make_llm: MakeLlm
    settings: Settings
    options: TaskOptions
    login: LoginState | None = None
    judge: Llm | None = None
    seeds: int = 1
    language: str = "en"
    parallel: int = 1
    progress: Callable[[str], None] | None = None


class _Page:
    """A page under control, for the judge."""

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    @property
    def url(self) -> str:
        return self._pilot.page.url

    async def open(self, url: str) -> None:
        await self._pilot.open(url)

    async def value(self, expression: str) -> str:
        return await self._pilot.value_of(expression)


async def run_tasks(specs: Sequence[TaskSpec], bench: TaskBench) -> list[ResultRow]:
    """Run what has no judged row yet; rows of earlier runs in the same folder count.

    Returns:
        The rows of these tasks, earlier ones included.

    Raises:
        UserError: a map or the model cannot be used.
        StoreError: a row cannot be written.
    """
    hosts = {path: _start_of(path, bench.settings) for path in bench.maps}
    known = {(row.task, row.seed) for row in read_results(bench.out) if not row.error}
    turns = asyncio.Semaphore(bench.parallel)

    async def one(spec: TaskSpec, seed: int) -> None:
        async with turns:
            row = await _run(spec, seed, bench, _maps_for(spec, hosts))
            append_row(bench.out, row)
            if bench.progress is not None:
                verdict = "error" if row.error else {1: "done", 0: "failed", None: "not judged"}[row.score]
                bench.progress(f"{row.task} #{seed}: {verdict}  {row.error or row.reason}"[:200])

    wanted = [(spec, seed) for seed in range(bench.seeds) for spec in specs]
    await asyncio.gather(*(one(spec, seed) for spec, seed in wanted if (str(spec.task_id), seed) not in known))
    ids = {str(spec.task_id) for spec in specs}
    return [row for row in read_results(bench.out) if row.task in ids and row.seed < bench.seeds]


def _start_of(map_dir: Path, settings: Settings) -> str:
    navigator = open_navigator(map_dir, settings)
    try:
        return navigator.start_url
    finally:
        navigator.close()


def _maps_for(spec: TaskSpec, starts: dict[Path, str]) -> list[Path]:
    """The map of the site that a task starts on comes first; a task about several sites gets all maps."""
    host = urlsplit(_start_url(spec)).netloc
    own = [path for path, start in starts.items() if urlsplit(start).netloc == host]
    others = [path for path in starts if path not in own] if len(spec.sites) > 1 else []
    return own + others


def _start_url(spec: TaskSpec) -> str:
    return spec.start_url.split(" |AND| ")[0]


async def _run(spec: TaskSpec, seed: int, bench: TaskBench, maps: list[Path]) -> ResultRow:
    row = ResultRow(str(spec.task_id), seed, "+".join(spec.sites))
    folder = bench.out / "runs" / f"{spec.task_id}-{seed}"
    attempt = 1
    while (folder / "trajectory.jsonl").exists():
        attempt += 1
        folder = folder.with_name(f"{spec.task_id}-{seed}-{attempt}")
    judged = Judged(None, "the run did not come to its end")

    async def at_end(pilot: Pilot, outcome: Outcome) -> None:
        nonlocal judged
        try:
            judged = await judge(spec, outcome.answer, _Page(pilot), bench.judge)
        except BrowserError as error:
            judged = Judged(None, f"could not be judged: {error}")

    intent = spec.intent_zh if bench.language == "zh" and spec.intent_zh else spec.intent
    options = replace(bench.options, start_url=_start_url(spec), out=folder)
    try:
        llm = bench.make_llm(row.task, folder)
        outcome = await app.run_task(
            intent, maps, llm, bench.settings, options=options, login=bench.login, at_end=at_end
        )
    except UserError:
        raise
    except WebNavigatorError as error:
        return replace(row, error=str(error))
    usage = outcome.usage
    failed = outcome.reason if outcome.ending in ("model", "browser") else ""
    return replace(
        row,
        score=None if failed else judged.score,
        reason=judged.reason,
        ending=outcome.ending,
        answer=outcome.answer,
        steps=outcome.steps,
        tokens=usage.tokens,
        cost_usd=usage.cost_usd,
        seconds=outcome.seconds,
        error=failed,
    )
