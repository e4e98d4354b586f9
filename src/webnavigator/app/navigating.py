"""Opening a map for navigating, and going to one of its states."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from webnavigator.app.permission import policy_for, scope_of_map, start_url_of
from webnavigator.app.picture import check_picture, save_picture
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings, load_settings
from webnavigator.errors import MapError, StoreError
from webnavigator.llm.structured import Llm
from webnavigator.model.graph import InteractionGraph
from webnavigator.navigate.arrival import Arrival
from webnavigator.navigate.indexing import graph_to_search, update_index
from webnavigator.navigate.model_selector import ModelSelector, Pictures
from webnavigator.navigate.navigator import Navigator
from webnavigator.navigate.selector import OfflineSelector, Selector
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Store
from webnavigator.store.sql import SqlStore, open_map


async def goto(
    map_dir: Path | str,
    query: str,
    settings: Settings,
    *,
    login: LoginState | None = None,
    screenshot: Path | str | None = None,
    llm: Llm | None = None,
    pictures: bool = False,
) -> Arrival:
    """Start a browser, find the state that fits some words, go there and check that it is the one.

    Args:
        map_dir: directory of the map.
        query: the place, in words.
        settings: browser and retrieval.
        login: cookies and storage to start with.
        screenshot: where to save a picture (WebP, or PNG by its ending) of the page arrived at.
        llm: the model that chooses among the candidates; None: the selector that needs none.
        pictures: show it the candidates' screenshots.

    Raises:
        MapError: the directory is not a map.
        BadInputError: the query has no words, or no picture can be saved at `screenshot`.
        ModelError: the model does not answer.
        BrowserMissingError: no browser can be started.
    """
    if screenshot is not None:
        check_picture(Path(screenshot))
    async with open_navigator(map_dir, settings, llm=llm, pictures=pictures) as navigator:
        navigator.search(query)  # a query that cannot be used is told before a browser is started
        async with navigator.browser(login) as pilot:
            arrival = await navigator.drive(pilot, query)
            if screenshot is not None:
                await save_picture(pilot, Path(screenshot))
            return arrival


class OpenNavigator(Navigator):
    """A `Navigator` that owns its store and index; an async context manager."""

    @property
    def start_url(self) -> str:
        """Address that the map was explored from.

        Raises:
            MapError: the map does not tell.
        """
        return start_url_of(self.store)

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

    def with_model(self, llm: Llm | None, *, pictures: bool = False) -> "OpenNavigator":
        """The same open map with another model that chooses; only this one is to be closed."""
        selector = _selector(self.store, self.graph, llm, pictures=pictures)
        return OpenNavigator(
            self.store, self.graph, self.index, selector, self.policy, self.settings, self.lessons.write
        )


def open_navigator(
    map_dir: Path | str,
    settings: Settings | None = None,
    *,
    llm: Llm | None = None,
    pictures: bool = False,
    learn: bool = True,
) -> OpenNavigator:
    """Open a map for navigating; close it, or use it as an async context manager.

    Args:
        map_dir: directory of the map.
        settings: browser, retrieval and what is allowed; None: those in force.
        llm: the model that chooses among the candidates; None: the selector that needs none.
        pictures: show it the candidates' screenshots.
        learn: keep statistics and healed locators as they come, unless another process is writing to the map. False:
            leave the map to others; `keep_learnt` keeps them now and then.

    Raises:
        MapError: the directory is not a map.
    """
    settings = settings or load_settings()
    with ExitStack() as opened:
        store, learn = _open_to_learn(map_dir) if learn else (open_map(map_dir), False)
        opened.callback(store.close)
        settings = _as_explored(store, settings)
        index = MapIndex.open(store.index_path, settings.retrieve)
        opened.callback(index.close)
        graph = graph_to_search(store)
        update_index(store, graph, index)
        policy = policy_for(scope_of_map(store), settings)
        selector = _selector(store, graph, llm, pictures=pictures)
        navigator = OpenNavigator(store, graph, index, selector, policy, settings, learn)
        opened.pop_all()  # the navigator closes them
        return navigator


def _as_explored(store: SqlStore, settings: Settings) -> Settings:
    """Walls that ask for consent are treated as when the map was made, unless the user says otherwise."""
    then: dict[str, dict[str, Any]] = store.get_meta("settings") or {}
    kept = then.get("browser", {}).get("consent")
    if settings.browser.consent != "refuse" or kept not in ("hide", "leave"):
        return settings
    return settings.model_copy(update={"browser": settings.browser.model_copy(update={"consent": kept})})


def _selector(store: Store, graph: InteractionGraph, llm: Llm | None, *, pictures: bool) -> Selector:
    return ModelSelector(llm, _pictures(store, graph) if pictures else None) if llm else OfflineSelector()


def _pictures(store: Store, graph: InteractionGraph) -> Pictures:
    def picture(node_id: str) -> bytes | None:
        node = graph.node(node_id)
        return store.screenshot(node) if node is not None else None

    return picture


def _open_to_learn(map_dir: Path | str) -> tuple[SqlStore, bool]:
    try:
        return open_map(map_dir, write=True), True
    except (MapError, StoreError):
        return open_map(map_dir), False  # raises again when the map itself is the trouble


def keep_learnt(map_dir: Path | str, navigator: Navigator) -> None:
    """Keep what a navigator that leaves the map to others has learnt; when another process writes, later."""
    if not navigator.lessons.unsaved:
        return
    try:
        with open_map(map_dir, write=True) as store, store.transaction():
            navigator.lessons.save_to(store)
    except (MapError, StoreError):
        return  # statistics are no reason to fail
