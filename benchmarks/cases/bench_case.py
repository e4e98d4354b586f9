"""One case from serving to verdict."""

import tempfile
from pathlib import Path
from typing import Any

from acting import Acting
from case_files import Case, Tools
from pictures import Pictures
from prompting import Prompting
from record import moments_of, record_of, run_of
from replays import Replays
from running import Trial, explore_apart
from trial import settings_for

from webnavigator.browser.session import BrowserSession
from webnavigator.errors import WebNavigatorError
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of
from webnavigator.store.sql import open_map

_LEAVE = "with_leave"


async def judged(case: Case, tools: Tools, maps: Path, browser: str | None) -> list[str]:
    """What does not hold, one sentence each; empty when the case passes."""
    with tools.site(case.directory) as site:
        given = _given(case, site.url, maps, browser, changes=False)
        trial = explore_apart(given, case.limit_s)
        log = list(site.log)
        record, reasons = await _record(case, trial, given, site, log)
        rows = tools.judge(case.about, record, log)
    leave = iter(_with_leave(case, tools, maps, browser))
    rows = [next(leave) if check.get(_LEAVE) else row for check, row in zip(case.about["check"], rows, strict=True)]
    return [_sentence(row, reasons) for row in rows if row[1] != "pass"]


def _with_leave(case: Case, tools: Tools, maps: Path, browser: str | None) -> list[tuple[str, str, str]]:
    """What the judge says of the checks that are for a second run, in which changes are allowed."""
    checks = [{**check, _LEAVE: False} for check in case.about["check"] if check.get(_LEAVE)]
    if not checks:
        return []
    with tools.site(case.directory) as site:
        trial = explore_apart(_given(case, site.url, maps, browser, changes=True), case.limit_s)
        return tools.judge({**case.about, "check": checks}, run_of(trial), list(site.log))


def _given(case: Case, url: str, maps: Path, browser: str | None, *, changes: bool) -> dict[str, Any]:
    place = maps / case.id
    place.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=place))
    return {
        "url": url,
        "map": str(scratch / "map"),
        "out": str(scratch / "moments.jsonl"),
        "hosts": case.hosts,
        "changes": changes,
        "browser": browser,
    }


def _sentence(row: tuple[str, str, str], reasons: dict[str, str]) -> str:
    say, _, detail = row
    why = reasons.get(say) or detail
    return f"{say} ({why})" if why else say


async def _record(
    case: Case, trial: Trial, given: dict[str, Any], site: Any, log: list[dict[str, Any]]
) -> tuple[dict[str, Any], dict[str, str]]:
    """The record for the judge, and why answers in it are no."""
    if not trial.report:
        reason = trial.error or "the exploration did not end"
        return run_of(trial), {check["say"]: reason for check in case.checks() if "say" in check}
    with open_map(trial.map_dir) as store:
        graph = store.graph()
        moments = moments_of(trial, store, graph, log)
        record = record_of(trial, store, graph, moments)
        settings = settings_for(given)
        policy = Policy(scope_of(given["url"], case.hosts), given["changes"], settings.explore.allow)
        async with BrowserSession(settings.browser, policy, None, set(store.read_endpoints())) as session:
            replays, pictures = Replays(store, graph, moments, site, session), Pictures(store, graph, session)
            seen = (store.observation(node) for node in graph.nodes if node.visited)
            prompts = Prompting(trial.map_dir, tuple(page for page in seen if page is not None), settings)
            acting = Acting(given["url"], session, prompts)
            reasons = await _reasons(
                case, {"replay": replays, "screenshot": pictures, "agent": acting, "text": prompts}
            )
    record["answers"] = {say: not reason for say, reason in reasons.items()}
    return record, reasons


async def _reasons(case: Case, answering: dict[str, Any]) -> dict[str, str]:
    """Why each check that the judge cannot tell by itself does not hold; "" where it does."""
    reasons: dict[str, str] = {}
    for check in case.checks("replay", "agent", "text", "screenshot"):
        try:
            reasons[check["say"]] = await answering[check["on"]].why_not(check)
        except WebNavigatorError as error:
            reasons[check["say"]] = f"{type(error).__name__}: {error}"
    return reasons
