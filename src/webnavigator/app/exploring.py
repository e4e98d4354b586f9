"""Exploring a site into a map, and what was left alone there."""

import asyncio
import shutil
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path

from webnavigator.app.permission import policy_for
from webnavigator.browser.distant.session import DistantSession
from webnavigator.browser.login import LoginState
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, StoreError, WebNavigatorError
from webnavigator.explore.explorer import Explorer, OpenSession
from webnavigator.explore.probe import Intent, PageProbe, load_intents
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.explore.signed_in import Renew
from webnavigator.model.safety import Policy
from webnavigator.model.scope import Scope, scope_of
from webnavigator.model.task import AuditRecord
from webnavigator.model.url import canonical_url
from webnavigator.navigate.index_process import index_map_apart
from webnavigator.store.directory import is_map
from webnavigator.store.sql import SqlStore, open_map


async def explore(
    url: str,
    map_dir: Path | str,
    settings: Settings,
    *,
    login: LoginState | None = None,
    probes: Path | str | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: asyncio.Event | None = None,
    renew: Renew | None = None,
    server: str | None = None,
    on: str | None = None,
) -> ExploreReport:
    """Explore a site into a map, which is made or extended; nothing on the site is changed.

    The search index is brought up to date at the end; after an interruption the next search does it. A new map
    of a run that fails before its first state, for want of a browser or a start page, is removed again.

    Args:
        url: page to start from.
        map_dir: directory of the map.
        settings: budgets, browser, preset.
        login: cookies and storage to start with.
        probes: intents file whose checks are evaluated on each state.
        progress: called after each action.
        stop: set it to end after the actions under way. Cancelling the task does the same at once.
        renew: signs in once more when the session ends in mid-run; without it the run ends there.
        server: address of the PostgreSQL server that holds the map's tables, ``postgresql://USER@HOST/DATABASE``;
            None: the map's directory does, or says who does.
        on: where the browsers run: ``local``, on this machine, which None means too; ``ray://HOST:PORT``, on the
            machines of a Ray cluster; ``ray://auto``, on the cluster that this machine belongs to.

    Raises:
        UserError: the address, the map directory or the probes cannot be used.
        NavigationError: the start page cannot be opened.
        BrowserMissingError: no browser can be started.
        StoreError: the map cannot be written.
    """
    start_url = _start_url(url)
    intents = load_intents(probes) if probes is not None else []
    scope = scope_of(start_url, settings.explore.allow_hosts)
    with _browsers(on, settings) as elsewhere, map_or_nothing(Path(map_dir), server) as store:
        return await _explore(store, start_url, settings, scope, login, intents, progress, stop, renew, elsewhere)


@contextmanager
def _browsers(on: str | None, settings: Settings) -> Generator[OpenSession | None]:
    """What opens browsers elsewhere; None: they run on this machine."""
    if on in (None, "local"):
        yield None
        return
    if not on.startswith("ray://"):
        raise BadInputError(f"--on {on}: give  local  or  ray://HOST:PORT  (ray://auto: this machine's cluster)")
    from webnavigator.browser.distant.on_ray import ray_cluster

    with ray_cluster(on, settings.explore.workers) as cluster:

        def open_session(policy: Policy, login: LoginState | None, learned: set[str]) -> DistantSession:
            return DistantSession(cluster.starter(settings.browser, policy), cluster.end, login, learned)

        yield open_session


@contextmanager
def map_or_nothing(map_dir: Path, server: str | None) -> Generator[SqlStore]:
    """The map, open for writing; one that was made for a run that failed before its first state is removed."""
    existed, fresh = map_dir.exists(), not is_map(map_dir)
    with ExitStack() as on_failure:
        if fresh:
            on_failure.callback(_remove_if_empty, map_dir, server, keep_directory=existed)
        with open_map(map_dir, create=True, server=server) as store:
            yield store
        on_failure.pop_all()


def _remove_if_empty(map_dir: Path, server: str | None, *, keep_directory: bool) -> None:
    with suppress(WebNavigatorError, OSError):
        with open_map(map_dir, write=True, server=server) as store:
            if store.size().states:
                return
            store.drop_tables()
        shutil.rmtree(map_dir)
        if keep_directory:
            map_dir.mkdir()


async def _explore(
    store: SqlStore,
    start_url: str,
    settings: Settings,
    scope: Scope,
    login: LoginState | None,
    intents: list[Intent],
    progress: Callable[[Progress], None] | None,
    stop: asyncio.Event | None,
    renew: Renew | None,
    elsewhere: OpenSession | None,
) -> ExploreReport:
    if intents:
        store.set_probes([asdict(intent) for intent in intents])
    store.set_meta("allow_hosts", list(settings.explore.allow_hosts))
    probe = PageProbe(intents) if intents else None
    stop = stop or asyncio.Event()
    policy = policy_for(scope, settings)
    explorer = Explorer(
        store,
        start_url,
        settings,
        policy,
        login,
        probe,
        progress,
        stop,
        renew,
        elsewhere=elsewhere,
        leases=store.is_on_server,
    )
    report = await explorer.run()
    if report.ended != "interrupted":
        if progress is not None:
            progress(_indexing(report))
        try:
            await index_map_apart(store.path, settings.retrieve, store.environment)
        except StoreError as error:
            return replace(report, warnings=(*report.warnings, f"{error}; the next search tries again"))
    return report


def _indexing(report: ExploreReport) -> Progress:
    """The last thing that a run tells of: the states are made searchable."""
    return Progress(
        states=report.states,
        edges=report.edges,
        frontier=report.frontier,
        actions=report.actions,
        held=sum(report.held.values()),
        elapsed_s=report.seconds,
        states_per_minute=report.states_per_minute,
        current="making the states searchable",
    )


def _start_url(url: str) -> str:
    """The canonical start address; a bare host gets https."""
    try:
        return canonical_url(url if "://" in url else f"https://{url}")
    except ValueError as error:
        raise BadInputError(f"not an address: {url} ({error})") from None


def audit(map_dir: Path | str) -> dict[AuditRecord, int]:
    """What was left alone, held back or answered, each with how often it was met.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return store.audit_counts()
