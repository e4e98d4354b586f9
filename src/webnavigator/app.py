"""Composition root and public facade: the only module that knows which class implements what."""

import asyncio
import json
import os
import shutil
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings, load_settings
from webnavigator.errors import BadInputError, BrowserError, MapError, StoreError, UserError
from webnavigator.explore.explorer import Explorer
from webnavigator.explore.probe import Intent, PageProbe, load_intents
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.model.safety import Policy
from webnavigator.model.scope import Scope, scope_of
from webnavigator.model.task import AuditRecord
from webnavigator.model.url import canonical_url
from webnavigator.navigate.arrival import Arrival
from webnavigator.navigate.index_process import index_map, index_map_apart
from webnavigator.navigate.indexing import update_index
from webnavigator.navigate.navigator import Navigator
from webnavigator.navigate.selector import OfflineSelector
from webnavigator.navigate.verdicts import answer, keep_verdict, verdicts_of
from webnavigator.retrieval.base import IndexReport
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.archive import export_archive as write_archive
from webnavigator.store.archive import import_archive
from webnavigator.store.base import Feedback
from webnavigator.store.exchange import export_json, import_json
from webnavigator.store.sql import SqlStore, open_map


@dataclass(frozen=True, slots=True)
class FoundState:
    """A state that a search found.

    Attributes:
        rank: 1 for the best.
        score: higher is better; comparable within one answer only.
        node: id of the state.
        url: its canonical address.
        title: its document title.
        name: what tells it from other states at the same address, "" for the page itself.
        url_reachable: opening its address gives it; None: not known.
        matches: for each field in which words of the query occur, these words.
    """

    rank: int
    score: float
    node: str
    url: str
    title: str
    name: str
    url_reachable: bool | None
    matches: dict[str, tuple[str, ...]]


async def explore(
    url: str,
    map_dir: Path | str,
    settings: Settings,
    *,
    login: LoginState | None = None,
    probes: Path | str | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: asyncio.Event | None = None,
) -> ExploreReport:
    """Explore a site into a map, which is made or extended; nothing on the site is changed.

    The search index is brought up to date at the end; after an interruption the next search does it.

    Args:
        url: page to start from.
        map_dir: directory of the map.
        settings: budgets, browser, preset.
        login: cookies and storage to start with.
        probes: intents file whose checks are evaluated on each state.
        progress: called after each action.
        stop: set it to end after the actions under way. Cancelling the task does the same at once.

    Raises:
        UserError: the address, the map directory or the probes cannot be used.
        NavigationError: the start page cannot be opened.
        BrowserMissingError: no browser can be started.
        StoreError: the map cannot be written.
    """
    start_url = _start_url(url)
    intents = load_intents(probes) if probes is not None else []
    scope = scope_of(start_url, settings.explore.allow_hosts)
    made = not _exists(map_dir)
    try:
        with open_map(map_dir, create=True) as store:
            return await _explore(store, start_url, settings, scope, login, intents, progress, stop)
    except (BrowserError, UserError):
        if made and _exists(map_dir) and _is_empty(map_dir):
            shutil.rmtree(map_dir)
        raise


async def _explore(
    store: SqlStore,
    start_url: str,
    settings: Settings,
    scope: Scope,
    login: LoginState | None,
    intents: list[Intent],
    progress: Callable[[Progress], None] | None,
    stop: asyncio.Event | None,
) -> ExploreReport:
    if intents:
        store.set_probes([asdict(intent) for intent in intents])
    store.set_meta("allow_hosts", list(settings.explore.allow_hosts))
    probe = PageProbe(intents) if intents else None
    stop = stop or asyncio.Event()
    report = await Explorer(store, start_url, settings, _policy(scope, settings), login, probe, progress, stop).run()
    if report.ended != "interrupted":
        if progress is not None:
            progress(_indexing(report))
        try:
            await index_map_apart(store.path, settings.retrieve)
        except StoreError as error:
            return replace(report, warnings=(*report.warnings, f"{error}; the next search tries again"))
    return report


def _policy(scope: Scope, settings: Settings) -> Policy:
    return Policy(scope, settings.explore.allow_changes, settings.explore.allow)


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


def _exists(map_dir: Path | str) -> bool:
    return os.path.lexists(map_dir)


def _is_empty(map_dir: Path | str) -> bool:
    with open_map(map_dir) as store:
        return not store.graph().nodes


def update(map_dir: Path | str, settings: Settings) -> IndexReport:
    """Bring the search index of a map up to date; only what changed is encoded anew.

    Raises:
        MapError: the directory is not a map.
    """
    return index_map(Path(map_dir), settings.retrieve)


def search(map_dir: Path | str, query: str, k: int, settings: Settings) -> list[FoundState]:
    """The states of a map that fit some words, best first.

    Raises:
        MapError: the directory is not a map.
        BadInputError: the query has no words.
    """
    with open_map(map_dir) as store, _index(store, settings) as index:
        graph = store.graph()
        update_index(store, graph, index)
        found: list[FoundState] = []
        for hit in answer(index, query, k, verdicts_of(store)).hits:
            node = graph.node(hit.node_id)
            assert node is not None, "the index was just brought up to date"
            matches = {match.field: match.words for match in hit.matches}
            found.append(
                FoundState(hit.rank, hit.score, node.id, node.url, node.title, node.name, node.url_reachable, matches)
            )
        return found


async def goto(
    map_dir: Path | str,
    query: str,
    settings: Settings,
    *,
    login: LoginState | None = None,
    screenshot: Path | str | None = None,
) -> Arrival:
    """Start a browser, find the state that fits some words, go there and check that it is the one.

    Args:
        map_dir: directory of the map.
        query: the place, in words.
        settings: browser and retrieval.
        login: cookies and storage to start with.
        screenshot: where to save a picture (WebP, or PNG by its ending) of the page arrived at.

    Raises:
        MapError: the directory is not a map.
        BadInputError: the query has no words.
        BrowserMissingError: no browser can be started.
    """
    async with open_navigator(map_dir, settings) as navigator:
        navigator.search(query)  # a query that cannot be used is told before a browser is started
        async with navigator.browser(login) as pilot:
            arrival = await navigator.drive(pilot, query)
            if screenshot is not None:
                await _save_picture(pilot, Path(screenshot))
            return arrival


class OpenNavigator(Navigator):
    """A `Navigator` that owns its store and index; an async context manager."""

    @asynccontextmanager
    async def browser(self, login: LoginState | None = None) -> AsyncGenerator[Pilot]:
        """A page of a browser of our own, under the write guard."""
        learned = set(self.store.read_endpoints())
        async with BrowserSession(self.settings.browser, self.policy, login, learned) as session:
            pilot = await session.pilot()
            try:
                yield pilot
            finally:
                await session.discard(pilot)

    async def __aenter__(self) -> "OpenNavigator":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the map back."""
        self.index.close()
        self.store.close()


def open_navigator(map_dir: Path | str, settings: Settings | None = None) -> OpenNavigator:
    """Open a map for navigating; close it, or use it as an async context manager.

    Its statistics and healed locators are kept, unless another process is writing to the map.

    Raises:
        MapError: the directory is not a map.
    """
    settings = settings or load_settings()
    store, learn = _open_to_learn(map_dir)
    try:
        graph = store.graph()
        index = MapIndex.open(store.index_path, settings.retrieve)
        update_index(store, graph, index)
        scope = _scope_of_map(store)
    except BaseException:
        store.close()
        raise
    return OpenNavigator(store, graph, index, OfflineSelector(), _policy(scope, settings), settings, learn)


def _open_to_learn(map_dir: Path | str) -> tuple[SqlStore, bool]:
    try:
        return open_map(map_dir, write=True), True
    except (MapError, StoreError):
        return open_map(map_dir), False  # raises again when the map itself is the trouble


def _scope_of_map(store: SqlStore) -> Scope:
    report: dict[str, Any] = store.get_meta("report") or {}
    start_url: Any = store.get_meta("start_url") or report.get("start_url")
    if not isinstance(start_url, str):
        raise MapError(f"{store.path} says not where it was explored from: explore the site again")
    return scope_of(start_url, tuple(store.get_meta("allow_hosts") or ()))


@contextmanager
def _index(store: SqlStore, settings: Settings) -> Generator[MapIndex]:
    index = MapIndex.open(store.index_path, settings.retrieve)
    try:
        yield index
    finally:
        index.close()


async def _save_picture(pilot: Pilot, path: Path) -> None:
    picture = await pilot.picture()
    if picture is None:
        raise StoreError("no picture of the page could be taken")
    await asyncio.to_thread(_write_picture, picture, path)


def _write_picture(picture: bytes, path: Path) -> None:
    from io import BytesIO

    from PIL import Image

    try:
        if path.suffix.lower() == ".webp":
            path.write_bytes(picture)
        else:
            Image.open(BytesIO(picture)).convert("RGB").save(path)
    except (OSError, ValueError) as error:
        raise BadInputError(f"cannot save the picture {path}: {error}") from None


def _start_url(url: str) -> str:
    """The canonical start address; a bare host gets https."""
    try:
        return canonical_url(url if "://" in url else f"https://{url}")
    except ValueError as error:
        raise BadInputError(f"not an address: {url} ({error})") from None


def export(map_dir: Path | str) -> dict[str, Any]:
    """A map in the open exchange format, see docs/map-format.md.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return export_json(store)


def export_archive(map_dir: Path | str, path: Path | str) -> None:
    """Write a whole map, pictures and all, into one file.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        write_archive(store, Path(path))


def import_map(source: Path | str, map_dir: Path | str) -> None:
    """Make a map from an exported file: JSON or archive.

    Raises:
        BadInputError: the file is neither.
        MapError: something is at `map_dir` already.
    """
    path = Path(source)
    if path.suffix.lower() == ".zip":
        import_archive(path, Path(map_dir))
        return
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInputError(f"{path} cannot be imported: {error}") from None
    import_json(data, Path(map_dir))


def audit(map_dir: Path | str) -> dict[AuditRecord, int]:
    """What was left alone, held back or answered, each with how often it was met.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return store.audit_counts()


def feedback(map_dir: Path | str) -> list[Feedback]:
    """What users said of answers on this map, oldest first.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return store.feedback()


def report_answer(map_dir: Path | str, query: str, node_id: str, *, right: bool) -> None:
    """Say whether an answer was what was meant; later searches of this map heed it.

    Args:
        map_dir: directory of the map.
        query: what was asked.
        node_id: the state that was answered; "" for "no such page".
        right: whether that was what was meant.

    Raises:
        MapError: the directory is not a map, has no such state, or is being written to.
        BadInputError: the query has no words.
    """
    with open_map(map_dir, write=True) as store:
        if node_id and store.graph().node(node_id) is None:
            raise MapError(f"no state {node_id[:40]} on this map: `webnavigator search` lists their ids")
        keep_verdict(store, query, node_id, right=right)


def forget_feedback(map_dir: Path | str) -> int:
    """Forget all that users said of answers on this map; how many verdicts there were.

    Raises:
        MapError: the directory is not a map, or is being written to.
    """
    with open_map(map_dir, write=True) as store:
        count = len(store.feedback())
        store.clear_feedback()
        return count
