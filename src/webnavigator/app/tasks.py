"""Doing a task with an agent: maps, login, browser, model and record put together."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from webnavigator.agents.base import Job, Limits
from webnavigator.agents.hands import Confirm, Hands, never
from webnavigator.agents.react import run_react
from webnavigator.agents.reflexion import run_reflexion
from webnavigator.agents.trajectory import Outcome, Trajectory
from webnavigator.agents.webnavigator import run_webnavigator
from webnavigator.app.navigating import OpenNavigator, open_navigator
from webnavigator.app.permission import policy_for
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import BadInputError
from webnavigator.llm.structured import Llm
from webnavigator.model.scope import scope_of
from webnavigator.model.url import canonical_url
from webnavigator.navigate.selector import FirstSelector, OfflineSelector

AgentName = Literal["webnavigator", "react", "reflexion"]
SelectorName = Literal["model", "offline", "first", "empty"]
"""Who chooses among what a search of the map finds: the model, the selector that needs none, nobody (the first hit);
``empty``: the map counts as empty. The last two are controls."""


@dataclass(frozen=True, slots=True)
class TaskOptions:
    """How a task is done.

    Attributes:
        agent: see `AgentName`.
        selector: see `SelectorName`.
        start_url: page to start from; None: the first map's start page.
        allow_changes: changing actions are taken without asking.
        limits: see `Limits`.
        pictures: show the model screenshots.
        verify: look critically at a stop before it is let through.
        out: folder for the record; None: none is kept.
    """

    agent: AgentName = "webnavigator"
    selector: SelectorName = "model"
    start_url: str | None = None
    allow_changes: bool = False
    limits: Limits = field(default_factory=Limits)
    pictures: bool = False
    verify: bool = True
    out: Path | None = None


async def run_task(
    task: str,
    maps: Sequence[Path | str | OpenNavigator],
    llm: Llm,
    settings: Settings,
    *,
    options: TaskOptions | None = None,
    login: LoginState | None = None,
    confirm: Confirm = never,
    progress: Callable[[str], None] | None = None,
    at_end: Callable[[Pilot, Outcome], Awaitable[None]] | None = None,
) -> Outcome:
    """Start a browser and let an agent do a task.

    Args:
        task: what is wanted, in plain words.
        maps: map directories, or maps that are open and stay so; one task may be about several sites.
        llm: the model, with its budget.
        settings: browser and retrieval.
        options: None: the defaults.
        login: cookies and storage to start with.
        confirm: asked before an action that changes something, unless changes are allowed.
        progress: called with a line for each step.
        at_end: called with the page as the agent left it, before it is closed.

    Raises:
        UserError: a map, the start address or the options cannot be used.
        NavigationError: the start page cannot be opened.
        BrowserMissingError: no browser can be started.
        StoreError: the record cannot be written.
    """
    options = options or TaskOptions()
    if not task.strip():
        raise BadInputError("the task is empty: say in plain words what is to be done")
    with ExitStack() as opened:
        navigators = _open_maps(maps, llm, settings, options, opened)
        start_url = _start_url(options.start_url, navigators)
        trajectory = Trajectory(options.out)
        async with page_for(start_url, navigators, settings, login, allow_changes=options.allow_changes) as pilot:
            await pilot.open(start_url)
            hands = Hands(pilot, confirm, options.limits.view_tokens)
            job = Job(task, llm, hands, trajectory, options.limits, pictures=options.pictures, verify=options.verify)
            job.progress = progress
            outcome = await _run(job, start_url, navigators, options)
            if at_end is not None:
                await at_end(hands.pilot, outcome)
            return outcome


async def _run(job: Job, start_url: str, navigators: dict[str, OpenNavigator], options: TaskOptions) -> Outcome:
    match options.agent:
        case "react":
            return await run_react(job)
        case "reflexion":
            return await run_reflexion(job, start_url)
        case _:
            if not navigators:
                raise BadInputError("the agent webnavigator needs --map; without a map, use --agent react --start URL")
            job.maps = {name: _told_of(navigator) for name, navigator in navigators.items()}
            return await run_webnavigator(job, {} if options.selector == "empty" else navigators)


def _open_maps(
    maps: Sequence[Path | str | OpenNavigator], llm: Llm, settings: Settings, options: TaskOptions, opened: ExitStack
) -> dict[str, OpenNavigator]:
    navigators: dict[str, OpenNavigator] = {}
    for map_dir in maps:
        if isinstance(map_dir, OpenNavigator):
            navigator = map_dir.with_model(llm, pictures=options.pictures)
        else:
            navigator = open_navigator(map_dir, settings, llm=llm, pictures=options.pictures)
            opened.callback(navigator.close)
        if options.selector in ("offline", "first"):
            navigator.selector = OfflineSelector() if options.selector == "offline" else FirstSelector()
        name = urlsplit(navigator.start_url).netloc
        if name in navigators:
            raise BadInputError(f"two maps are of {name}: give one of them")
        navigators[name] = navigator
    return navigators


def _start_url(given: str | None, navigators: dict[str, OpenNavigator]) -> str:
    if given is not None:
        try:
            return canonical_url(given if "://" in given else f"https://{given}")
        except ValueError as error:
            raise BadInputError(f"not an address: {given} ({error})") from None
    first = next(iter(navigators.values()), None)
    if first is None:
        raise BadInputError("say where to start: --map MAP or --start URL")
    return first.start_url


def _told_of(navigator: OpenNavigator) -> str:
    """What a map is of, for a model: the title of its start page and its size."""
    nodes = navigator.graph.nodes
    start = next((node for node in nodes if node.depth == 0 and node.title), None)
    return f"{start.title if start is not None else navigator.start_url} ({len(nodes)} states)"


@asynccontextmanager
async def page_for(
    start_url: str,
    navigators: Mapping[str, OpenNavigator],
    settings: Settings,
    login: LoginState | None,
    *,
    allow_changes: bool = False,
) -> AsyncGenerator[Pilot]:
    """A page that may go to all the sites of a task, under the write guard.

    Args:
        start_url: an address of the first site; it is not opened.
        navigators: maps, by host.
        settings: of the browser, and further hosts.
        login: cookies and storage to start with.
        allow_changes: what changes a site may be done.
    """
    hosts = (*navigators, *settings.explore.allow_hosts)
    policy = policy_for(scope_of(start_url, hosts), settings)
    policy = replace(policy, allow_changes=policy.allow_changes or allow_changes, exploring=False)
    learned = {key for navigator in navigators.values() for key in navigator.store.read_endpoints()}
    async with BrowserSession(settings.browser, policy, login, learned) as session:
        pilot = await session.pilot()
        try:
            yield pilot
        finally:
            await session.discard(pilot)
