"""What the tools do, apart from the protocol: maps by name, and one method a tool that answers with text."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from webnavigator import app
from webnavigator.agents.observe import observe
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Performed, Pilot
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, MapError
from webnavigator.explore.report import ExploreReport, Progress
from webnavigator.mcp_server.brief import DATA, brief, controls, within
from webnavigator.mcp_server.site import SHORT_ID, ServedMap
from webnavigator.mcp_server.wording import arrived, found_lines, map_line, nearest, performed_line, title_of, why
from webnavigator.model.action import Click, Hover, Press, Select, Type
from webnavigator.model.page import Observation
from webnavigator.model.safety import Deny

ActKind = Literal["click", "type", "select", "hover", "press"]
Tell = Callable[[float, float, str], Awaitable[None]]
"""Reports progress: how far, of how much, in words."""

_NEW_CONTROLS = 12


@dataclass(frozen=True, slots=True)
class Deed:
    """An action on the page, as a model asks for it.

    Attributes:
        kind: what to do.
        ref: number of the control; not used by `press`.
        text: what to type, the option to choose, or the key to press.
        submit: press Enter after typing.
    """

    kind: ActKind
    ref: int | None = None
    text: str | None = None
    submit: bool = False


class Desk:
    """The maps that are served; an async context manager.

    Args:
        maps: directories; one that does not exist yet can be explored into.
        settings: browser, retrieval, what is allowed.
        login: cookies and storage to start with, for every map.
        endpoint: CDP address of the user's own browser; None: one of our own is started when needed.

    Raises:
        BadInputError: no map was given.
        MapError: a directory holds something else than a map.
    """

    def __init__(
        self, maps: Sequence[Path], settings: Settings, *, login: LoginState | None = None, endpoint: str | None = None
    ) -> None:
        if not maps:
            raise BadInputError("say which map to serve: --map DIR")
        self.settings = settings
        self.maps: dict[str, ServedMap] = {}
        for path in maps:
            name = _name(path, self.maps)
            self.maps[name] = ServedMap(name, path, settings, login, endpoint)
            if path.exists():
                self.maps[name].navigator()  # a wrong directory is told at the start
        self._current = next(iter(self.maps)) if len(self.maps) == 1 else ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for served in self.maps.values():
            await served.close()

    def pick(self, name: str | None) -> ServedMap:
        """A map by name; without a name the only one, or the one used last.

        Raises:
            BadInputError: there is no such map, or it is not clear which one is meant.
        """
        wanted = name or self._current
        if wanted not in self.maps:
            known = ", ".join(self.maps)
            raise BadInputError(f"{f'no map {name[:60]!r}' if name else 'say which map'}: there are {known}")
        self._current = wanted
        return self.maps[wanted]

    @asynccontextmanager
    async def _using(self, name: str | None) -> AsyncGenerator[ServedMap]:
        served = self.pick(name)
        if served.exploring:
            served.navigator()  # says that it is being explored
        async with served.lock:
            yield served

    def list_maps(self) -> str:
        """Each map in a line."""
        return "\n".join(map_line(served, current=name == self._current) for name, served in self.maps.items())

    async def navigate(self, query: str, name: str | None = None, tell: Tell | None = None) -> str:
        """Go to the state that some words mean, or whose id was given."""
        async with self._using(name) as served:
            navigator = served.navigator()
            short = query.strip().lower()
            by_id = len(short) >= SHORT_ID and all(digit in "0123456789abcdef" for digit in short)
            if not by_id:
                navigator.search(query)  # a query that cannot be used is told before a browser is started
            async with served.page() as pilot:
                if tell is not None:
                    await tell(0, 1, "finding the page and going there")
                arrival = await (navigator.go(pilot, served.node(short).id) if by_id else navigator.drive(pilot, query))
                served.last = arrival
                app.keep_learnt(served.path, navigator)
                if arrival.outcome == "none":
                    return within([arrived(arrival), DATA, why(arrival), *nearest(arrival, navigator.graph)])
                seen = await served.look(pilot)
            return within([arrived(arrival), *brief(seen, served.numbers), why(arrival)])

    async def search(self, query: str, name: str | None, k: int) -> str:
        """States that fit some words, best first."""
        async with self._using(name) as served:
            navigator = served.navigator()
            answer = navigator.search(query, min(max(k, 1), 20))
            return within([DATA, *found_lines(answer.hits, navigator.graph)])

    async def describe(self, name: str | None, page_id: str | None, max_tokens: int, part: int) -> str:
        """The text of the page with numbered controls, or of a state of the map without going there."""
        budget = min(max(max_tokens, 200), 20_000)
        async with self._using(name) as served:
            if page_id is not None:
                node = served.node(page_id)
                stored = served.navigator().store.observation(node)
                if stored is None:
                    return f"{title_of(node)}: known by a link only; navigate goes there\nurl: {node.url}"
                return f"as it was when it was explored; no numbers for act\n{DATA}\n" + _text(stored, budget, part)
            async with served.page() as pilot:
                seen = await served.look(pilot)
            return f"{DATA}\n{_text(seen, budget, part)}"

    async def act(self, deed: Deed, name: str | None) -> str:
        """Operate a control of the page, if the policy allows it."""
        async with self._using(name) as served:
            action = _action(deed, served)
            async with served.page() as pilot:
                outcome = await pilot.act(action)
                if isinstance(outcome, Deny):
                    return f"left alone: {outcome.reason}. The user can open it: webnavigator mcp --allow LABEL"
                if outcome.popups:
                    await pilot.switch(outcome.popups[0])
                return await self._after(served, pilot, outcome)

    async def _after(self, served: ServedMap, pilot: Pilot, outcome: Performed) -> str:
        told = performed_line(outcome)
        if outcome.new_document or outcome.popups:
            seen = await served.look(pilot)
            return within([f"{told}; another page, numbers are new", *brief(seen, served.numbers)])
        seen, added = await served.look_again(pilot)
        lines = [told, DATA, f"title: {seen.title[:100]}", f"url: {seen.url[:400]}"]
        lines += [f"new here ({len(added)}):", *controls(added, _NEW_CONTROLS)] if added else ["no new controls"]
        return within(lines)

    async def explore(
        self, url: str | None, name: str | None, max_pages: int, max_minutes: float, tell: Tell | None = None
    ) -> str:
        """Make or extend a map; nothing on the site is changed."""
        served = self.pick(name)
        start = url or _start_of(served)
        limits = {"max_pages": min(max(max_pages, 1), 5000), "max_minutes": min(max(max_minutes, 0.1), 240.0)}
        settings = self.settings.model_copy(update={"explore": self.settings.explore.model_copy(update=limits)})
        async with served.lock:
            if served.exists and not served.navigator().policy.scope.contains(start):
                raise BadInputError(f"map {served.name} is of another site: {start[:100]} is not on it")
            served.forget()
            try:
                served.exploring = "starting"
                report = await _explored(served, start, settings, tell)
            finally:
                served.exploring = ""
        return (
            f"{report.states} states on map {served.name}, {report.new_states} of them new; ended: {report.ended}; "
            f"{sum(report.held.values())} controls and requests left alone"
        )

    async def report_wrong(self, name: str | None, instead: str | None) -> str:
        """Say that the last answer was not what was meant, and which state was."""
        async with self._using(name) as served:
            last = served.last
            if last is None or not last.query:
                raise BadInputError("nothing to report: navigate was not used yet")
            right = served.node(instead).id if instead else None
            if right is not None and right == last.node:
                raise BadInputError("that is the page which navigate gave: say which other one was meant")
            app.report_answer(served.path, last.query, last.node or "", right=False)
            if right is not None:
                app.report_answer(served.path, last.query, right, right=True)
            asked = f"“{last.query[:100]}”"
            if last.node is None and right is None:
                return f"noted: the map has a page for {asked}; search_pages may find it, instead=ID teaches it"
            return f"noted: later answers to {asked} heed it"


def _name(path: Path, taken: dict[str, ServedMap]) -> str:
    base = path.resolve().name or "map"
    names = [base, *(f"{base}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def _text(seen: Observation, budget: int, part: int) -> str:
    return observe(seen, budget_tokens=budget, part=part).text


def _action(deed: Deed, served: ServedMap) -> Click | Hover | Press | Select | Type:
    """The action of our vocabulary; its element is found by the number given out."""
    if deed.kind == "press":
        return Press(_needed(deed.text, "press needs the key in text, e.g. Escape"))
    number = deed.ref
    element = served.numbers.get(number) if number is not None else None
    if element is None:
        raise BadInputError(f"no control has the number {number}: describe_page gives the numbers")
    match deed.kind:
        case "type":
            return Type(element.locator, _needed(deed.text, "type needs text"), deed.submit)
        case "select":
            return Select(element.locator, _needed(deed.text, "select needs the option's label in text"))
        case "hover":
            return Hover(element.locator)
        case _:
            return Click(element.locator)


def _needed(text: str | None, message: str) -> str:
    if text is None:
        raise BadInputError(message)
    return text


def _start_of(served: ServedMap) -> str:
    start = served.navigator().store.get_meta("start_url") if served.exists else None
    if not isinstance(start, str):
        raise MapError(f"map {served.name} is empty: say which url to start from")
    return start


async def _explored(served: ServedMap, start: str, settings: Settings, tell: Tell | None) -> ExploreReport:
    """Explore, telling how far it is each second."""

    def note(progress: Progress) -> None:
        served.exploring = f"{progress.states} states"

    async def report() -> None:
        while tell is not None:
            await asyncio.sleep(1)
            states = int(served.exploring.partition(" ")[0]) if served.exploring[:1].isdigit() else 0
            await tell(states, settings.explore.max_pages, served.exploring)

    telling = asyncio.ensure_future(report())
    try:
        return await app.explore(start, served.path, settings, login=served.login, progress=note)
    finally:
        telling.cancel()
