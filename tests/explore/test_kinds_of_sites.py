"""Every small site, explored at default settings: what must be seen is seen, what must not be caused is not."""

import json

import pytest

from sites.harness import HERE

SITES = {path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(HERE.glob("*/site.json"))}

NOT_YET = {
    "logout-get": "each worker would have to sign in by itself",
    "nondeterministic": "a control is tried twice, and may give the same both times",
    "session-expiry": "the end of a session is noticed at the start page only",
}
"""Kinds that still break the explorer, see docs/limits.md."""

BRIEFLY = {"max_actions": 60, "max_minutes": 0.5}
"""Enough to see that a kind no longer breaks it."""

COMES_LATE = {"comes-late", "slow-page", "timed-modal", "self-reload"}
"""Sites that change by themselves some time after they were opened; the others are spared the waiting."""

LATE_S = 3.2


def cases() -> list:
    return [
        pytest.param(name, marks=pytest.mark.xfail(reason=NOT_YET[name], strict=False)) if name in NOT_YET else name
        for name in SITES
    ]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", cases())
async def test_what_must_be_seen_is_seen_and_nothing_is_changed(name: str, explore_site) -> None:
    late = {"linger_s": LATE_S} if name in COMES_LATE else {}
    report, _, site = await explore_site(name, **late, **(BRIEFLY if name in NOT_YET else {}))
    expected = SITES[name]
    missing = [mark for mark in expected.get("marks", ()) if mark not in site.marks]
    assert not missing, (missing, report.outcomes)
    caused = [never for never in expected.get("never", ()) if happened(site, never)]
    assert not caused
    assert not site.writes
    assert report.ended in ("complete", "novelty")


def happened(site, never: str) -> bool:
    if never.startswith("/"):
        return any(hit.path.partition("?")[0] == never for hit in site.log)
    return never in site.marks
