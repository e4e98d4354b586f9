"""The loop of an exploration: workers take tasks, budgets end it, everything reported is in the store."""

import asyncio
from collections import Counter
from collections.abc import Callable, Container
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace

from webnavigator.browser.anywhere import AnyPilot, AnySession, discard
from webnavigator.browser.login import LoginState
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import BrowserError, BrowserMissingError, PageCrashedError, WebNavigatorError
from webnavigator.explore.beginning import check_landing, check_signed_in, claim, opened_warnings
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.outcome import Outcome
from webnavigator.explore.politeness import Politeness, robots_url
from webnavigator.explore.presence import Presence
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.explore.resume import take_up
from webnavigator.explore.sayings import Sayings
from webnavigator.explore.signed_in import Renew, Sign, SignedIn
from webnavigator.explore.tally import Tally
from webnavigator.explore.worker import Probe, Worker
from webnavigator.model.action import Goto
from webnavigator.model.graph import InteractionGraph
from webnavigator.model.safety import Policy
from webnavigator.model.task import Task
from webnavigator.store.base import Store

OpenSession = Callable[[Policy, LoginState | None, set[str]], AbstractAsyncContextManager[AnySession]]
"""Opens browsers elsewhere; see `BrowserSession` for the arguments."""

OnProgress = Callable[[Progress], None]

_TASK_TRIES = 2
"""How often a task is tried whose page or browser went away, or whose page alone the server does not answer."""

_SILENT_TRIES = 4
"""How often a task is tried after each of whose tries the server was silent for a while."""

_HIRES = 5
"""Pages in a row that a busy or broken browser may fail to make before the run ends."""

_TASK_S = 90.0
"""Longest time for one task, all waiting included; a wall clock deadline round every browser call besides its own."""

_LEASE_S = 600.0
"""How long a worker holds a task on a server: longer than it works on it, waiting for the site included."""

_PAGES_PER_CONTEXT = 250
"""Memory is freed only when a context closes: each worker gets a new one after this many tasks."""


@dataclass(slots=True)
class Explorer:
    """One run of an exploration: what to try next is decided here, wherever the browsers are.

    Attributes:
        store: the map, open for writing.
        start_url: canonical address of the start page.
        settings: see `Settings`.
        policy: what may be done.
        login: cookies and storage to start with.
        probe: the user's checks, evaluated on each state.
        on_progress: called after each task.
        stop: set it to end the run after the tasks under way.
        renew: signs in once more when the session ends in mid-run.
        leave: ids of pending tasks that are left to a later run.
        elsewhere: opens the browsers; None: one on this machine.
        leases: say in the store who works on which task: where others can see it.
    """

    store: Store
    start_url: str
    settings: Settings
    policy: Policy
    login: LoginState | None = None
    probe: Probe | None = None
    on_progress: OnProgress | None = None
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    renew: Renew | None = None
    leave: Container[str] = frozenset[str]()
    elsewhere: OpenSession | None = None
    leases: bool = False
    _ended: str = ""
    _unhired: int = 0
    _templates_kept: int = 0
    _busy: int = 0
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _retries: Counter[str] = field(default_factory=Counter[str])

    async def run(self) -> ExploreReport:
        """Explore until nothing is left, a budget is spent or `stop` is set.

        Raises:
            NavigationError: the start page cannot be opened.
            BrowserMissingError: no browser can be started.
        """
        self._prepare()
        learned = set(self.store.read_endpoints())
        async with self._open_session(learned) as session:
            self._session = session
            self._signed_in = SignedIn(session, self.start_url, self.renew, self._sign)
            try:
                await self._run_crew()
            except asyncio.CancelledError:
                task = asyncio.current_task()
                assert task is not None
                task.uncancel()
                self._finish("interrupted")
            restarts, pages_left = session.restarts, session.open_pages
        report = self._tally.report(self.start_url, self._ended or "complete", restarts=restarts, pages_left=pages_left)
        self.store.set_meta("report", report.to_json())
        if self.leases:
            self.store.end_leases()
        return report

    def _open_session(self, learned: set[str]) -> AbstractAsyncContextManager[AnySession]:
        if self.elsewhere is not None:
            return self.elsewhere(self.policy, self.login, learned)
        return BrowserSession(self.settings.browser, self.policy, self.login, learned)

    async def _run_crew(self) -> None:
        first = await self._start()
        crew = [self._work(first), *(self._work(None) for _ in range(self.settings.explore.workers - 1))]
        try:
            async with asyncio.TaskGroup() as group:
                for work in crew:
                    group.create_task(work)
        except* WebNavigatorError as errors:
            raise errors.exceptions[0] from None

    _session: AnySession = field(init=False)
    _signed_in: SignedIn = field(init=False)
    _sign: Sign = field(init=False)
    _graph: InteractionGraph = field(init=False)
    _frontier: Frontier = field(init=False)
    _recorder: Recorder = field(init=False)
    _politeness: Politeness = field(init=False)
    _presence: Presence = field(init=False)
    _tally: Tally = field(init=False)
    _sayings: Sayings = field(default_factory=Sayings)

    def _prepare(self) -> None:
        """Take up where an earlier run on this map ended."""
        self._sign = Sign(self.settings.explore.signed_in_text or "")
        explore = self.settings.explore
        claim(self.store, self.start_url, self.settings, signed_in=self.login is not None)
        if self.leases:
            self.store.end_leases()  # the map is ours alone, so whoever held some is gone
        tasks = (replace(task, state="held") if task.id in self.leave else task for task in self.store.tasks())
        self._recorder = take_up(self.store, explore, self.policy, tasks)
        self._graph, self._frontier = self._recorder.graph, self._recorder.growth.frontier
        self._politeness = Politeness(explore.min_interval_ms / 1000)
        self._presence = Presence(self.start_url, self.stop, explore.patience_s)
        self._tally = Tally(explore, self.store, self._graph, self._frontier)

    async def _start(self) -> Worker:
        """Open the start page; what goes wrong there goes wrong for the whole run."""
        worker = await self._hire()
        robots = self.settings.explore.respect_robots
        if robots or (robots is None and self.login is None):
            await self._read_robots(worker.pilot)
        task = Task("", Goto(self.start_url), "start page", "start", 0)
        landing = await worker.open_politely(self.start_url)
        check_landing(landing, self.start_url)
        signed_in = self._sign if self.login is not None else None
        warnings = check_signed_in(await worker.pilot.look(), signed_in, self.start_url)
        self._tally.warnings += (*warnings, *opened_warnings(self.settings.explore))
        if not self._recorder.growth.push([task]):
            return worker  # an earlier run has it; that it still answers is known now
        taken, _ = self._frontier.next()
        assert taken is not None
        outcome = await worker.attempt(taken)
        if outcome.retry:
            await discard(self._session, worker.pilot)
            worker = await self._hire()
            outcome = await worker.attempt(taken)
        self._settle(taken, outcome)
        return worker

    async def _read_robots(self, pilot: AnyPilot) -> None:
        text = await pilot.fetch_text(robots_url(self.start_url))
        if text is not None:
            self._politeness.read_robots(text)

    async def _hire(self) -> Worker:
        pilot = await self._session.pilot()
        sign = self._sign if self.login is not None else None
        return Worker(pilot, self._recorder, self._politeness, self._sayings, sign, self.probe)

    async def _work(self, worker: Worker | None) -> None:
        """Take tasks until nothing is left or the run is over."""
        done = 0
        while not self._over():
            if self._busy and self._recorder.captured + self._busy >= self.settings.explore.max_pages:
                await self._others()  # what is under way may find the last states that there is room for
                continue
            task, dropped = self._frontier.next(*worker.whereabouts if worker else ())
            self._hold(dropped)
            if task is None:
                if self._busy == 0:
                    self._finish("complete")
                    break
                await self._others()
                continue
            self._busy += 1
            try:
                worker = await self._try(worker, task)
            finally:
                self._busy -= 1
                self._wake.set()
            done += 1
            if done % _PAGES_PER_CONTEXT == 0 and worker is not None:
                await discard(self._session, worker.pilot)
                worker = None
        self._wake.set()
        if worker is not None:
            await discard(self._session, worker.pilot)

    async def _others(self) -> None:
        """Until another worker is done with a task."""
        self._wake.clear()
        await self._wake.wait()

    async def _try(self, worker: Worker | None, task: Task) -> Worker | None:
        """Try one task; returns the worker, None when its page or browser is gone."""
        try:
            worker = worker or await self._hire()
            self._unhired = 0
        except BrowserMissingError:
            raise
        except BrowserError:  # what stops a run by a signal may stop the browser first
            self._put_back(task)
            self._unhired += 1
            if self._unhired >= _HIRES and not self.stop.is_set():
                raise
            return None
        if self.leases and self.store.lease_task([task.id], worker.pilot.where, _LEASE_S) is None:
            return worker  # somebody else's
        try:
            async with asyncio.timeout(_TASK_S):
                outcome = await worker.attempt(task)
        except PageCrashedError as error:
            outcome = Outcome(f"failed: crash: {error}", retry=True)
        except TimeoutError:
            outcome = Outcome(f"failed: unresponsive for {_TASK_S:.0f} s", retry=True)
        if outcome.retry:
            await discard(self._session, worker.pilot)
            self._retries[task.id] += 1
            if self._retries[task.id] < _TASK_TRIES:
                self._put_back(task)
                return None
        if outcome.unanswered and await self._wait_for_answer(worker, task):
            return worker
        if outcome.signed_out and await self._signed_in_again(worker, task):
            return None
        self._settle(task, outcome)
        if outcome.spoilt:
            await discard(self._session, worker.pilot)
        return None if outcome.retry or outcome.spoilt else worker

    async def _wait_for_answer(self, worker: Worker, task: Task) -> bool:
        """A page was not answered: wait for its server; True when the task was given back, for now or the next run."""
        answer = await self._presence.ask(worker.pilot)
        if answer == "gone":
            self._finish("interrupted" if self.stop.is_set() else "unreachable")
        else:
            self._retries[task.id] += 1
            if self._retries[task.id] >= (_TASK_TRIES if answer == "there" else _SILENT_TRIES):
                return False
        self._put_back(task)
        return True

    async def _signed_in_again(self, worker: Worker, task: Task) -> bool:
        """The session has ended: start it anew, and give the task back to this run or the next; False: not again."""
        self._retries[task.id] += 1
        if self._retries[task.id] > _TASK_TRIES:
            return False
        await discard(self._session, worker.pilot)
        if not await self._signed_in.again():
            self._tally.warnings.append(
                "the session ended in mid-run: record the login anew and run the same command again"
            )
            self._finish("signed-out")
        self._put_back(task)
        return True

    def _put_back(self, task: Task) -> None:
        """A task was taken and not tried: others may have it."""
        self._frontier.put_back(task)
        if self.leases:
            self.store.end_leases([task.id])

    def _settle(self, task: Task, outcome: Outcome) -> None:
        """A task has its outcome: keep it, count it, tell of it."""
        state = "held" if outcome.word.startswith("held") else "done"
        with self.store.transaction():
            self.store.finish_task(task.id, state, outcome.word)
            for key in self._session.take_learned():
                self.store.put_read_endpoint(key)
            self._keep_templates()
        self._tally.count(outcome)
        self._frontier.likes.learn(
            task,
            outcome.word,
            fresh_links=outcome.fresh_links > 0,
            template=outcome.template,
            says_new=outcome.says_new,
            effect=outcome.effect,
        )
        if self.on_progress is not None:
            self.on_progress(self._tally.progress(task.label))

    def _keep_templates(self) -> None:
        """Keep the templates when there are new ones: all of them are some megabytes on a large site."""
        templates = self._recorder.templates
        if len(templates) != self._templates_kept:
            self.store.set_meta("templates", templates.to_json())
            self._templates_kept = len(templates)

    def _hold(self, dropped: list[Task]) -> None:
        if not dropped:
            return
        with self.store.transaction():
            for task in dropped:
                self.store.finish_task(task.id, "held", "held: enough of its kind were tried")

    def _over(self) -> bool:
        """A budget is spent, or the run was stopped."""
        spent = "interrupted" if self.stop.is_set() else self._tally.spent(self._recorder.captured)
        if spent:
            self._finish(spent)
        return bool(self._ended)

    def _finish(self, word: str) -> None:
        self._ended = self._ended or word
        self._wake.set()
