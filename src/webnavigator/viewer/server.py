"""The viewer's server: JSON about one map, its pictures, and the page that shows them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from webnavigator.config import Settings
from webnavigator.errors import WebNavigatorError
from webnavigator.navigate.index_process import index_map_apart
from webnavigator.viewer import asking, assets, changes, details, run
from webnavigator.viewer.guard import Guard
from webnavigator.viewer.reader import MapReader
from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, encoded, plain
from webnavigator.viewer.trajectories import Trajectory


@dataclass(slots=True)
class Viewer:
    """Answers the page's questions about one map.

    Attributes:
        reader: the map.
        settings: how it is searched.
        results: from `webnavigator.viewer.results.load_results`.
        trajectories: from `webnavigator.viewer.trajectories.load_trajectories`.
        diffs: from `webnavigator.viewer.changes.load_changes`.
        indexes: make states searchable at the start that are not yet.
        trouble: what the person should know, one line; "" for nothing.
    """

    reader: MapReader
    settings: Settings
    results: Sequence[Json] = ()
    trajectories: Sequence[Trajectory] = ()
    diffs: Sequence[Json] = ()
    indexes: bool = True
    trouble: str = ""
    _indexing: bool = field(default=False, init=False)

    async def index(self) -> None:
        """Make states searchable that are not yet, in a process of its own, unless somebody is exploring."""
        try:
            missing = await self.reader.read(lambda shot: shot.searchable - len(shot.navigator.index))
            if self.indexes and missing and not self.reader.is_being_written:
                self._indexing = True
                await index_map_apart(self.reader.path, self.settings.retrieve)
        except WebNavigatorError as error:
            self.trouble = plain(str(error))
        finally:
            self._indexing = False

    async def page(self, request: Request) -> Response:
        """The page, or one of its files."""
        found = assets.files().get(request.path_params.get("name", "index.html"))
        if found is None:
            return _missing()
        return Response(found[0], headers={"content-type": found[1], "cache-control": "no-cache"})

    async def map(self, _: Request) -> Response:
        """Everything that is drawn."""
        return await self._told(lambda shot: shot.drawing)

    async def state(self, request: Request) -> Response:
        """All about one state."""
        return await self._told(lambda shot: details.details(shot, request.path_params["id"]))

    async def picture(self, request: Request) -> Response:
        """The screenshot of a state."""
        image = await self.reader.read(lambda shot: _picture(shot, request.path_params["id"]))
        return _missing() if image is None else _webp(image)

    async def search(self, request: Request) -> Response:
        """What a query retrieves, and why."""
        return await self._told(lambda shot: asking.ask(shot, request.query_params.get("q", "")))

    async def run(self, _: Request) -> Response:
        """How the exploration went or goes."""
        return await self._told(run.run)

    async def audit(self, _: Request) -> Response:
        """What was left alone."""
        return await self._told(run.audit)

    async def changes(self, _: Request) -> Response:
        """What changed on the site."""
        return await self._told(lambda shot: changes.changes(shot, self.diffs))

    async def extras(self, _: Request) -> Response:
        """Results and trajectories that were given."""
        return _json({"results": self.results, "trajectories": [one.told for one in self.trajectories]})

    async def step_picture(self, request: Request) -> Response:
        """What the page of a trajectory's step looked like."""
        number: int = request.path_params["number"]
        step: int = request.path_params["step"]
        image = self.trajectories[number].picture(step) if number < len(self.trajectories) else None
        return _missing() if image is None else _webp(image)

    async def pulse(self, _: Request) -> Response:
        """A few numbers, cheap to ask for again and again."""
        told = await self.reader.read(_pulse)
        told |= {"running": self.reader.is_being_written, "indexing": self._indexing, "trouble": self.trouble}
        return _json(told)

    async def _told(self, use: Callable[[Snapshot], Json | None]) -> Response:
        data = await self.reader.read(lambda shot: _encoded(use(shot)))
        return _missing() if data is None else _answer(data)


def application(viewer: Viewer) -> Starlette:
    """The server as an ASGI application."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        indexing = asyncio.create_task(viewer.index())
        try:
            yield
        finally:
            indexing.cancel()
            with suppress(asyncio.CancelledError):
                await indexing
            viewer.reader.close()

    routes = [
        Route("/", viewer.page),
        Route("/static/{name:path}", viewer.page),
        Route("/api/map", viewer.map),
        Route("/api/states/{id}", viewer.state),
        Route("/api/states/{id}/picture", viewer.picture),
        Route("/api/search", viewer.search),
        Route("/api/run", viewer.run),
        Route("/api/audit", viewer.audit),
        Route("/api/changes", viewer.changes),
        Route("/api/extras", viewer.extras),
        Route("/api/trajectories/{number:int}/{step:int}/picture", viewer.step_picture),
        Route("/api/pulse", viewer.pulse),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard)],
        lifespan=lifespan,
        exception_handlers={WebNavigatorError: _trouble},
    )


def viewer_of(
    path: Path,
    settings: Settings,
    *,
    results: Sequence[Json] = (),
    trajectories: Sequence[Trajectory] = (),
    diffs: Sequence[Json] = (),
) -> Viewer:
    """A viewer of the map in a directory.

    Raises:
        MapError: the directory is not a map.
        StoreError: it cannot be read.
    """
    with ExitStack() as opened:
        reader = MapReader(path, settings)
        opened.callback(reader.close)
        reader.read_now(lambda shot: shot.drawing)
        opened.pop_all()  # the server closes it
        return Viewer(reader, settings, results, trajectories, diffs)


def _pulse(shot: Snapshot) -> Json:
    size, tasks = shot.store.size(), shot.store.count_tasks()
    return {
        "revision": shot.store.revision(),
        "states": size.states,
        "visited": size.visited,
        "edges": size.edges,
        "pending": tasks["pending"],
        "done": tasks["done"],
        "held": tasks["held"],
        "indexed": len(shot.navigator.index),
        "searchable": shot.searchable,
    }


def _picture(shot: Snapshot, node_id: str) -> bytes | None:
    node = shot.graph.node(node_id)
    return shot.store.screenshot(node) if node is not None else None


def _encoded(data: Json | None) -> bytes | None:
    return None if data is None else encoded(data)


def _json(data: object) -> Response:
    return _answer(encoded(data))


def _answer(data: bytes) -> Response:
    return Response(data, headers={"content-type": "application/json", "cache-control": "no-store"})


def _webp(image: bytes) -> Response:
    return Response(image, headers={"content-type": "image/webp", "cache-control": "max-age=60"})


def _missing() -> Response:
    return Response(b"not found\n", 404, {"content-type": "text/plain; charset=utf-8"})


async def _trouble(_: Request, error: Exception) -> Response:
    return Response(encoded({"error": plain(str(error))}), 503, {"content-type": "application/json"})
