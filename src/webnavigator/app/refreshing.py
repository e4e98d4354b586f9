"""Looking at a map's site again: what changed, and what is new."""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from webnavigator.app.comparing import side_of
from webnavigator.app.permission import policy_for, scope_of_map, start_url_of
from webnavigator.browser.login import LoginState
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, StoreError
from webnavigator.explore.report import Progress
from webnavigator.explore.signed_in import Renew
from webnavigator.model.change import MapDiff
from webnavigator.navigate.index_process import index_map_apart
from webnavigator.refresh.diff import Known, diff_maps
from webnavigator.refresh.refresher import UNFINISHED, Refresher, left_alone
from webnavigator.refresh.report import LAST_REFRESH, RefreshReport, RefreshRun
from webnavigator.store.base import Store, Successor, follow
from webnavigator.store.before import keep_before, open_before
from webnavigator.store.sql import SqlStore, open_map

_META = "refresh"
"""Name under which a map keeps when its last refresh began, and how it ended."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """A refresh under way.

    Attributes:
        since: what was seen before is looked at again, in seconds since 1970.
        ended: see `RefreshRun`; "" while it runs.
        fresh: ids of tasks that it found and left to the next one.
    """

    since: float
    ended: str = ""
    fresh: tuple[str, ...] = ()


async def refresh(
    map_dir: Path | str,
    settings: Settings,
    *,
    max_pages: int | None = None,
    older_than_s: float = 0.0,
    login: LoginState | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: asyncio.Event | None = None,
    renew: Renew | None = None,
) -> RefreshReport:
    """Look at a map's site again, bring the map up to date, and say what changed; nothing on the site is changed.

    States are looked at by failure, age and use; what changed pages offer anew is explored like anything else. Preset,
    hosts and depth are the map's. A run that was interrupted or killed is gone on with by the next one.

    Args:
        map_dir: directory of the map.
        settings: browser, workers, longest run, politeness.
        max_pages: most states to look at, new ones included; None: no bound.
        older_than_s: states seen within this time are taken as they are.
        login: cookies and storage to start with.
        progress: called after each page and each action.
        stop: set it to end after what is under way. Cancelling the task does the same at once.
        renew: signs in once more when the session ends in mid-run.

    Raises:
        MapError: the directory is not a map, or another process writes to it.
        BadInputError: the map was made signed in, and no login is given.
        NavigationError: the start page cannot be opened, or asks to sign in; the map stays as it is.
        BrowserMissingError: no browser can be started.
        StoreError: the map cannot be written.
    """
    with open_map(map_dir, write=True) as store:
        start_url = start_url_of(store)
        if login is None and store.get_meta("signed_in"):
            raise BadInputError(
                "this map was made signed in: refresh it with --login, or what needs a login is not seen"
            )
        settings = _as_explored(store, settings)
        policy = policy_for(scope_of_map(store), settings)
        begun, resumed = _begin(store, older_than_s)
        before = open_before(store.path)
        assert before is not None, "it was just kept"
        with before:
            leave = left_alone(before, store.successors()) - set(begun.fresh)
            refresher = Refresher(
                store, start_url, settings, policy, begun.since, leave, max_pages, login, renew, progress,
                stop or asyncio.Event(),
            )  # fmt: skip
            began = time.monotonic()
            await refresher.run()
            found = _diff(before, store, begun, refresher)
        ended = replace(begun, ended=refresher.ended, fresh=tuple(refresher.fresh()))
        store.set_meta(_META, asdict(ended))
        run = RefreshRun(
            start_url,
            refresher.ended,
            resumed,
            begun.since,
            refresher.looked,
            sum(map(len, refresher.left())),
            refresher.new_states,
            refresher.actions,
            time.monotonic() - began,
            tuple(refresher.warnings),
        )
        store.set_meta(LAST_REFRESH, RefreshReport(run, found).to_json())
    return RefreshReport(await _indexed(Path(map_dir), settings, run), found)


async def _indexed(map_dir: Path, settings: Settings, run: RefreshRun) -> RefreshRun:
    """Make what changed searchable; only that is encoded anew."""
    if run.ended == "interrupted":
        return run
    try:
        await index_map_apart(map_dir, settings.retrieve)
    except StoreError as error:
        return replace(run, warnings=(*run.warnings, f"{error}; the next search tries again"))
    return run


def _as_explored(store: Store, settings: Settings) -> Settings:
    """The settings given, with what makes the map the map that it is."""
    then: dict[str, dict[str, Any]] = store.get_meta("settings") or {}
    own: dict[str, Any] = {
        "preset": store.get_meta("preset") or "default",
        "allow_hosts": tuple(store.get_meta("allow_hosts") or ()),
        "depth": settings.explore.depth if settings.explore.depth is not None else then.get("explore", {}).get("depth"),
    }
    return settings.model_copy(update={"explore": settings.explore.model_copy(update=own)})


def _begin(store: SqlStore, older_than_s: float) -> tuple[_Begun, bool]:
    """Begin a refresh, or go on with one that was cut off; the map as it was before is kept till the next begins."""
    kept: dict[str, Any] = store.get_meta(_META) or {"ended": "complete"}
    fresh = tuple(kept.get("fresh") or ())
    kept_before = open_before(store.path)
    if kept_before is not None:
        kept_before.close()
        if kept["ended"] in ("", *UNFINISHED):
            return _Begun(kept["since"], fresh=fresh), True
    keep_before(store)
    begun = _Begun(time.time() - older_than_s, fresh=fresh)
    store.set_meta(_META, asdict(begun))
    return begun, False


def _diff(before: Store, store: Store, begun: _Begun, refresher: Refresher) -> MapDiff:
    became = {old: row for old, row in store.successors().items() if row.time >= begun.since}
    ids: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for node in before.graph().nodes:
        if node.id in became:
            last = follow(became, node.id)
            ids[node.id] = "" if last in became else last
            reasons[node.id] = _reason(became, node.id)
    known = Known(ids, reasons | refresher.unseen, lambda node: node.last_seen >= begun.since)
    faithful = store.get_meta("preset") == "paper"
    return diff_maps(side_of(before), side_of(store), known, faithful=faithful)


def _reason(became: Mapping[str, Successor], node_id: str) -> str:
    last = follow(became, node_id)
    return became.get(last, became[node_id]).reason
