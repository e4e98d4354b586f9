"""Refreshing the map of a site that has changed: what is told, what is kept, and what a kill loses."""

import asyncio
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sites.harness import Site, serve
from webnavigator.app import explore, refresh
from webnavigator.config import load_settings
from webnavigator.errors import BadInputError, NavigationError
from webnavigator.model.action import Click, Locator
from webnavigator.model.change import MapDiff
from webnavigator.model.graph import Edge, Node
from webnavigator.refresh.report import RefreshReport
from webnavigator.store.base import Feedback
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.browser


def quick(**options):
    return load_settings(
        explore={"max_minutes": 15.0, "linger_s": 0.0, "patience_s": 1.0, **options},
        browser={"navigation_timeout_s": 60.0, "action_timeout_s": 60.0},
        retrieve={"encoder": "lexical"},
    )


@pytest.fixture(scope="module")
def old_site(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, Path]]:
    """The site, and its map from before the relaunch."""
    with serve("relaunch") as site:
        at = tmp_path_factory.mktemp("old") / "map"
        asyncio.run(explore(site.url, at, quick()))
        yield site, at


@pytest.fixture
def old(old_site: tuple[Site, Path], tmp_path: Path) -> tuple[Site, Path]:
    """The site before its relaunch, and a map of its own for the test."""
    site, at = old_site
    site.state["after"] = False
    shutil.copytree(at, tmp_path / "map")
    return site, tmp_path / "map"


def told(diff: MapDiff) -> dict[str, tuple[str, str]]:
    """Change and reason by title, a + for what is opened."""
    return {
        row.title.removesuffix(" - Relaunch") + (f" + {row.name}" if row.name else ""): (row.change, row.reason)
        for row in diff.states
        if row.change != "same"
    }


AFTER = {
    "Home": ("structure", ""),
    "Home + Opening hours": ("structure", ""),
    "Home + Visit us": ("new", ""),
    "About us": ("content", ""),
    "News": ("moved", ""),
    "Old offers": ("gone", "HTTP 404"),
    "Legacy": ("gone", "redirects to {home}"),
    "Team": ("structure", ""),
    "Team + Chart": ("gone", "its control is gone: no way leads there any more"),
    "Help + Contact": ("structure", ""),
    "Busy": ("unseen", "HTTP 500"),
    "Jobs": ("new", ""),
}


def expect_after(report: RefreshReport, site: Site) -> None:
    found = told(report.diff)
    assert set(found) == set(AFTER)
    for name, (change, reason) in AFTER.items():
        assert found[name][0] == change, name
        assert found[name][1] == reason.format(home=site.url), name


async def test_an_unchanged_site_gives_no_change_and_nothing_new(old: tuple[Site, Path]) -> None:
    site, at = old
    asked = len(site.log)
    report = await refresh(at, quick())
    assert not report.diff.changed, told(report.diff)
    assert report.run.ended == "complete"
    assert (report.run.new_states, report.run.actions, report.run.left) == (0, 0, 0)
    assert report.run.looked == report.diff.state_counts["same"]
    assert len(site.log) > asked


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The map after the relaunch, and what was known before."""

    at: Path
    report: RefreshReport
    nodes: dict[str, Node]
    edges: dict[str, Edge]
    tried: set[str]


@pytest.fixture(scope="module")
def refreshed(old_site: tuple[Site, Path], tmp_path_factory: pytest.TempPathFactory) -> Refreshed:
    """A map of the old site with feedback and uses on its start page, refreshed after the relaunch."""
    site, old_map = old_site
    at = tmp_path_factory.mktemp("refreshed") / "map"
    shutil.copytree(old_map, at)
    with open_map(at, write=True) as store:
        nodes = {node.title.removesuffix(" - Relaunch"): node for node in store.graph().nodes if not node.name}
        home = nodes["Home"]
        store.put_feedback(Feedback("start", home.id, "right", 1.0))
        store.count_use(home.id, 3)
        edges = {edge.label: edge for edge in store.graph().edges_from(home.id)}
        tried = {task.id for task in store.tasks()}
    site.state["after"] = True
    return Refreshed(at, asyncio.run(refresh(at, quick())), nodes, edges, tried)


async def test_what_changed_is_told(refreshed: Refreshed, old_site: tuple[Site, Path]) -> None:
    site, _ = old_site
    expect_after(refreshed.report, site)
    assert not site.writes
    edges = refreshed.report.diff.edges
    assert {row.label: row.reason for row in edges if row.change == "gone"} == {
        "Team": "its control is gone",
        "Chart": "its control is gone",
        "Old offers": "leads to HTTP 404",
        "Legacy": "what it led to is gone",
        "Close": "its page is gone",
    }
    assert {row.label for row in edges if row.change == "new"} == {"Jobs", "Visit us", "Who we are"}
    assert refreshed.report.diff.edge_counts["moved"] == 0


async def test_what_refers_to_a_changed_state_follows_and_only_what_is_new_is_tried(refreshed: Refreshed) -> None:
    with open_map(refreshed.at) as store:
        graph, home = store.graph(), refreshed.nodes["Home"]
        now = store.successors()[home.id].new
        assert [row.node_id for row in store.feedback()] == [now]
        assert store.uses() == {now: 3}
        assert store.successors()[refreshed.nodes["Legacy"].id].new == ""
        kept = {edge.label: edge for edge in graph.edges_from(now)}
        assert kept["Opening hours"].tries > refreshed.edges["Opening hours"].tries
        assert graph.shortest_path(kept["Opening hours"].target) is not None
        again = [task for task in store.tasks() if task.state == "done" and task.id not in refreshed.tried]
        assert not {task.label for task in again if task.source == now} - {"Visit us", "Opening hours"}


async def test_the_map_is_as_an_exploration_would_make_it(
    refreshed: Refreshed, old_site: tuple[Site, Path], tmp_path: Path
) -> None:
    site, _ = old_site
    site.state["after"] = True
    await explore(site.url, tmp_path / "fresh", quick())
    with open_map(tmp_path / "fresh") as fresh, open_map(refreshed.at) as store:
        ids = [
            {node.id for node in each.graph().nodes if node.visited and node.status == 200 and node.url_reachable}
            for each in (fresh, store)
        ]
    assert ids[0] <= ids[1]


async def test_the_next_refresh_has_nothing_to_tell(
    refreshed: Refreshed, old_site: tuple[Site, Path], tmp_path: Path
) -> None:
    old_site[0].state["after"] = True
    shutil.copytree(refreshed.at, tmp_path / "map")
    report = await refresh(tmp_path / "map", quick())
    assert not report.diff.changed, told(report.diff)
    assert report.run.actions == 0


async def test_what_comes_back_is_told_and_gets_its_id_again(
    refreshed: Refreshed, old_site: tuple[Site, Path], tmp_path: Path
) -> None:
    old_site[0].state["after"] = False
    shutil.copytree(refreshed.at, tmp_path / "map")
    report = await refresh(tmp_path / "map", quick())
    assert told(report.diff)["Old offers"][0] == "new"
    offers = refreshed.nodes["Old offers"].id
    with open_map(tmp_path / "map") as store:
        node = store.graph().node(offers)
        assert node is not None
        assert node.status == 200
        assert offers not in store.successors()


async def test_a_budget_leaves_the_rest_to_the_next_refresh(old: tuple[Site, Path]) -> None:
    _, at = old
    first = await refresh(at, quick(workers=1), max_pages=5)
    assert first.run.ended == "max-pages"
    assert first.run.left > 0
    assert first.diff.state_counts["unseen"] == first.run.left
    with open_map(at) as store:
        done = {node.id for node in store.graph().nodes if node.last_seen >= first.run.since}
    second = await refresh(at, quick(workers=1), max_pages=5)
    with open_map(at) as store:
        assert not done & {node.id for node in store.graph().nodes if node.last_seen >= second.run.since}


async def test_what_failed_is_looked_at_first_and_taken_again(old: tuple[Site, Path]) -> None:
    _, at = old
    with open_map(at, write=True) as store:
        page, opened = sorted(
            (node for node in store.graph().nodes if node.title.startswith("Help")), key=lambda node: node.name
        )
        gone = Click(Locator("/html[1]/body[1]/nowhere[1]", "button", "No such button"))
        broken = Edge(page.id, opened.id, gone, "No such button", verified=True, tries=3)
        store.put_edge(broken)
    report = await refresh(at, quick(workers=1), max_pages=2)
    assert [(row.label, row.reason) for row in report.diff.edges] == [("No such button", "its control is gone")]
    with open_map(at) as store:
        assert store.graph().edge(broken.id) is None
        seen = {node.id for node in store.graph().nodes if node.last_seen >= report.run.since}
    assert seen == {page.id, opened.id}


async def test_a_site_that_is_down_changes_nothing(old: tuple[Site, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    _, at = old
    with open_map(at, write=True) as store:
        store.set_meta("start_url", "http://127.0.0.1:9/")
        before = [(node.id, node.last_seen) for node in store.graph().nodes]
    with pytest.raises(NavigationError):
        await refresh(at, quick())
    with open_map(at) as store:
        assert [(node.id, node.last_seen) for node in store.graph().nodes] == before


async def test_a_map_made_signed_in_is_not_refreshed_signed_out(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        store.set_meta("start_url", "http://127.0.0.1:9/")
        store.set_meta("signed_in", True)
    with pytest.raises(BadInputError, match="--login"):
        await refresh(tmp_path / "map", quick())


KILLED = """
    import asyncio, sys
    from webnavigator.app import refresh
    from webnavigator.config import load_settings
    def tell(progress):
        print(progress.actions, flush=True)
    asyncio.run(refresh(sys.argv[1], load_settings(explore={"workers": 1, "linger_s": 0.0}), progress=tell))
"""


async def test_a_refresh_that_is_killed_goes_on_and_tells_of_both_parts(old: tuple[Site, Path]) -> None:
    site, at = old
    site.state["after"] = True
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), str(at)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = 0
    for _ in range(5):
        first = int(await asyncio.to_thread(process.stdout.readline))
    process.kill()
    process.wait()
    process.stdout.close()
    report = await refresh(at, quick())
    assert report.run.resumed
    expect_after(report, site)
    states = sum(report.diff.state_counts[word] for word in ("same", "content", "structure", "moved", "gone", "unseen"))
    assert report.run.looked <= states - first + 1, "what was looked at is not looked at again"
