"""Every small site, explored at default settings: what must be seen is seen, what must not be caused is not."""

import json

import pytest

from sites.harness import HERE

SITES = {path.parent.name: json.loads(path.read_text("utf-8")) for path in sorted(HERE.glob("*/site.json"))}


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", SITES)
async def test_what_must_be_seen_is_seen_and_nothing_is_changed(name: str, explore_site) -> None:
    report, _, site = await explore_site(name)
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
