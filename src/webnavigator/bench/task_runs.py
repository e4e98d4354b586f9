"""Running an agent over tasks: resumable, parallel, an error is a row, each try with its record."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from webnavigator import app
from webnavigator.agents.trajectory import ROWS, Outcome
from webnavigator.app.navigating import OpenNavigator, open_navigator
from webnavigator.app.permission import start_url_of
from webnavigator.app.questions import AskOptions
from webnavigator.app.tasks import TaskOptions
from webnavigator.bench.results import ResultRow, append_row, read_results
from webnavigator.bench.verdict import Judged
from webnavigator.browser.login import joined_logins, load_login
from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import BrowserError, UserError, WebNavigatorError
from webnavigator.llm.structured import Llm
from webnavigator.store.sql import open_map

_UNFIT = re.compile(r"[^\w-]+")
"""What has no place in the name of a folder."""

MakeLlm = Callable[[str, Path], Llm]
"""From the id of a task and the folder of its record to a model for it."""

Reset = Callable[["BenchTask", int], Awaitable[None]]
"""Puts the sites back before a try of a task; raises `BrowserError` when it cannot."""


class EndPage:
    """The page as the agent left it, for a judge.

    Args:
        pilot: the page under control.
    """

    def __init__(self, pilot: Pilot) -> None:
        self._pilot = pilot

    @property
    def url(self) -> str:
        """Its address."""
        return self._pilot.page.url

    async def open(self, url: str) -> None:
        """Open another address.

        Raises:
            NavigationError: it cannot be opened.
        """
        await self._pilot.open(url)

    async def value(self, expression: str) -> str:
        """What a JavaScript expression gives on the page, as text; "" when it throws."""
        return await self._pilot.value_of(expression)

    async def picture(self) -> bytes | None:
        """A WebP screenshot; None when the browser could not take one."""
        return await self._pilot.picture()


@dataclass(frozen=True, slots=True)
class Finished:
    """A try at its end, for the judge.

    Attributes:
        outcome: what the agent came to.
        page: the page as it left it.
        folder: the record of the try.
        llm: the model that judges; None: none was given.
        agent: the agent's own model, for what it has to add; None in tests.
    """

    outcome: Outcome
    page: EndPage
    folder: Path
    llm: Llm | None = None
    agent: Llm | None = None


Judge = Callable[[Finished], Awaitable[Judged]]
Afterwards = Callable[[Path], Awaitable[Judged]]
"""Judges from the folder of the record, once the browser is closed."""


@dataclass(frozen=True, slots=True)
class BenchTask:
    """One task of any benchmark.

    Attributes:
        id: its id, unique in its benchmark.
        start_url: page to start from.
        text: what the agent is given, and all that it is given.
        judge: see `Judge`.
        sites: names of the sites that it is about.
        hosts: further hosts that belong to it, with their ports.
        groups: what results are told apart by.
        har: file below the record's folder for all traffic; "" for none.
        afterwards: judges in place of `judge`, which is called all the same; None: `judge` has the last word.
    """

    id: str
    start_url: str
    text: str
    judge: Judge
    sites: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    groups: Mapping[str, str] = field(default_factory=dict[str, str])
    har: str = ""
    afterwards: Afterwards | None = None


@dataclass(frozen=True, slots=True)
class TaskBench:
    """How tasks are run.

    Attributes:
        out: folder for results and records.
        maps: map directories; each task gets those of its sites.
        make_llm: see `MakeLlm`.
        settings: browser and retrieval.
        options: of each run, of an agent that acts or of one that answers; what differs from task to task is set.
        logins: files with cookies and storage to start with, read before each try: what puts sites back may write them.
        make_judge: the model that judges; None: what needs one is not judged.
        seeds: tries of each task.
        parallel: tasks at a time.
        reset: see `Reset`.
        progress: called with a line for each result.
    """

    out: Path
    maps: tuple[Path, ...]
    make_llm: MakeLlm
    settings: Settings
    options: TaskOptions | AskOptions
    logins: tuple[Path, ...] = ()
    make_judge: MakeLlm | None = None
    seeds: int = 1
    parallel: int = 1
    reset: Reset | None = None
    progress: Callable[[str], None] | None = None


async def run_tasks(tasks: Sequence[BenchTask], bench: TaskBench) -> list[ResultRow]:
    """Run what has no row without an error yet; rows of earlier runs in the same folder count.

    Returns:
        The rows of these tasks, earlier ones included.

    Raises:
        UserError: a map, a login or the model cannot be used.
        StoreError: a row cannot be written.
    """
    starts = {path: _start_of(path) for path in bench.maps}
    known = {(row.task, row.seed) for row in read_results(bench.out) if not row.error}
    turns = asyncio.Semaphore(bench.parallel)

    async def one(task: BenchTask, seed: int) -> None:
        async with turns:
            row = await _Try(task, seed, bench, _maps_for(task, starts), shared).row()
            append_row(bench.out, row)
            if bench.progress is not None:
                verdict = "error" if row.error else {1: "done", 0: "failed", None: "not judged"}[row.score]
                bench.progress(f"{row.task} #{seed}: {verdict}  {row.error or row.reason}"[:200])

    wanted = [(task, seed) for seed in range(bench.seeds) for task in tasks]
    wanted = [(task, seed) for task, seed in wanted if (task.id, seed) not in known]
    with ExitStack() as opened:
        shared = _open_maps([path for task, _ in wanted for path in _maps_for(task, starts)], bench, opened)
        await asyncio.gather(*(one(task, seed) for task, seed in wanted))
    ids = {task.id for task in tasks}
    return [row for row in read_results(bench.out) if row.task in ids and row.seed < bench.seeds]


def _open_maps(paths: Sequence[Path], bench: TaskBench, opened: ExitStack) -> dict[Path, OpenNavigator]:
    """Each map, once for all tries: opening one takes its time, in which pages of other tries would wait."""
    navigators: dict[Path, OpenNavigator] = {}
    for path in dict.fromkeys(paths):
        if isinstance(bench.options, TaskOptions):
            if bench.progress is not None:
                bench.progress(f"opening {path}")
            navigators[path] = open_navigator(path, bench.settings)
            opened.callback(navigators[path].close)
    return navigators


def _start_of(map_dir: Path) -> str:
    with open_map(map_dir) as store:
        return start_url_of(store)


def _maps_for(task: BenchTask, starts: Mapping[Path, str]) -> list[Path]:
    """The map of the site that a task starts on comes first; a task about several sites gets all maps."""
    host = urlsplit(task.start_url).netloc
    own = [path for path, start in starts.items() if urlsplit(start).netloc == host]
    others = [path for path in starts if path not in own] if len(task.sites) > 1 else []
    return own + others


class _Try:
    """One try at one task."""

    def __init__(
        self, task: BenchTask, seed: int, bench: TaskBench, maps: list[Path], shared: Mapping[Path, OpenNavigator]
    ) -> None:
        self.task = task
        self.seed = seed
        self.bench = bench
        self.maps = maps
        self.shared = shared
        self.folder = _free_folder(bench.out / "runs" / f"{_UNFIT.sub('_', task.id)[:100]}-{seed}")
        self.judge = bench.make_judge(task.id, self.folder) if bench.make_judge is not None else None
        self.agent: Llm | None = None
        self.judged = Judged(None, "the run did not come to its end")

    async def row(self) -> ResultRow:
        """Run, judge and tell; what goes wrong outside the agent is told in the row."""
        row = ResultRow(self.task.id, self.seed, "+".join(self.task.sites), groups=self.task.groups)
        try:
            if self.bench.reset is not None:
                await self.bench.reset(self.task, self.seed)
            outcome = await self._run()
            if self.task.afterwards is not None and not self.judged.failed:
                self.judged = await self.task.afterwards(self.folder)
        except UserError:
            raise
        except WebNavigatorError as error:
            return replace(row, error=str(error) or type(error).__name__)
        except Exception as error:  # noqa: BLE001 - one task of many: its row says what went wrong
            return replace(row, error=f"{type(error).__name__}: {error}"[:1000])
        return self._told(row, outcome)

    def _told(self, row: ResultRow, outcome: Outcome) -> ResultRow:
        judged, usage = self.judged, outcome.usage if self.agent is None else self.agent.spent
        failed = outcome.reason if outcome.ending in ("model", "browser") else judged.reason if judged.failed else ""
        row = replace(
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
        if self.judge is None:
            return row
        return replace(row, judge_tokens=self.judge.spent.tokens, judge_usd=self.judge.spent.cost_usd)

    async def _run(self) -> Outcome:
        task, bench, settings = self.task, self.bench, self._settings()
        login = joined_logins([load_login(path) for path in bench.logins])
        self.agent = llm = bench.make_llm(task.id, self.folder)
        if isinstance(bench.options, AskOptions):
            asking = replace(
                bench.options, map_dir=next(iter(self.maps), None), seed=bench.options.seed + self.seed, out=self.folder
            )
            return await app.ask(
                task.start_url, task.text, llm, settings, options=asking, login=login, at_end=self._at_end
            )
        options = replace(bench.options, start_url=task.start_url, out=self.folder)
        maps = [self.shared[path] for path in self.maps]
        return await app.run_task(task.text, maps, llm, settings, options=options, login=login, at_end=self._at_end)

    def _settings(self) -> Settings:
        """The settings in force, with the hosts of the task and the file for its traffic."""
        task, settings = self.task, self.bench.settings
        hosts = (*settings.explore.allow_hosts, *task.hosts)
        har = str(self.folder / task.har) if task.har else settings.browser.record_har
        return settings.model_copy(
            update={
                "explore": settings.explore.model_copy(update={"allow_hosts": hosts}),
                "browser": settings.browser.model_copy(update={"record_har": har}),
            }
        )

    async def _at_end(self, pilot: Pilot, outcome: Outcome) -> None:
        try:
            self.judged = await self.task.judge(Finished(outcome, EndPage(pilot), self.folder, self.judge, self.agent))
        except BrowserError as error:
            self.judged = Judged(None, f"could not be judged: {error}", failed=True)


def _free_folder(folder: Path) -> Path:
    """The folder for a try's record; earlier tries that failed keep theirs."""
    attempt, found = 1, folder
    while (found / ROWS).exists() or (found / "exchanges.jsonl").exists():
        attempt += 1
        found = folder.with_name(f"{folder.name}-{attempt}")
    return found
