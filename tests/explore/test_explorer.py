"""Whole explorations of small sites: budgets, resuming, crashes, bad starts, the same ids twice."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from webnavigator.app import explore
from webnavigator.config import load_settings
from webnavigator.errors import MapError, NavigationError
from webnavigator.model.action import Click, Goto
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.browser


def quick(**options):
    return load_settings(
        explore={"max_minutes": 3.0, **options},
        browser={"navigation_timeout_s": 10.0, "action_timeout_s": 10.0},
        retrieve={"encoder": "lexical"},
    )


async def test_states_edges_and_reasons_are_kept(explore_site) -> None:
    report, store, site = await explore_site("delete-controls")
    graph = store.graph()
    assert report.states == sum(node.visited for node in graph.nodes)
    assert report.edges == graph.edge_count
    start = next(node for node in graph.nodes if node.depth == 0)
    assert start.url == site.url
    assert start.url_reachable
    assert start.status == 200
    assert store.screenshot(start)
    held = store.audit()
    assert held
    assert all(record.reason for record in held)
    assert not site.writes


async def test_a_state_without_address_knows_how_it_is_reached(explore_site) -> None:
    _, store, _ = await explore_site("dialog-native")
    graph = store.graph()
    inner = [node for node in graph.nodes if node.url_reachable is False]
    assert len(inner) >= 2
    for node in inner:
        path = graph.shortest_path(node.id)
        assert path is not None
        assert path.start_url
        assert all(isinstance(step.action, Click) and step.verified for step in path.steps)


async def test_links_alone_are_followed_where_that_is_asked_for(site, tmp_path: Path) -> None:
    report = await explore(site("dialog-native").url, tmp_path / "map", quick(links_only=True))
    with open_map(tmp_path / "map") as store:
        assert report.ended == "complete"
        assert all(isinstance(task.action, Goto) for task in store.tasks())
        assert all(node.url_reachable for node in store.graph().nodes)


async def test_two_explorations_give_the_same_ids(site, tmp_path: Path) -> None:
    served = site("random-ids")
    ids = []
    for name in ("one", "two"):
        await explore(served.url, tmp_path / name, quick())
        with open_map(tmp_path / name) as store:
            ids.append({node.id for node in store.graph().nodes})
    assert ids[0] == ids[1]


@pytest.mark.parametrize(
    ("limit", "word"),
    [({"max_actions": 2}, "max-actions"), ({"max_pages": 2}, "max-pages"), ({"max_minutes": 0.001}, "max-minutes")],
)
async def test_budgets_end_a_run_and_the_next_goes_on(site, tmp_path: Path, limit, word: str) -> None:
    served = site("accordion")
    first = await explore(served.url, tmp_path / "map", quick(workers=1, **limit))
    assert first.ended == word
    assert first.frontier
    second = await explore(served.url, tmp_path / "map", quick())
    assert second.ended == "complete"
    assert second.states > first.states
    third = await explore(served.url, tmp_path / "map", quick())
    assert third.actions == 0
    assert third.states == second.states


async def test_nothing_is_tried_twice_by_the_next_run(site, tmp_path: Path) -> None:
    served = site("zh-shop")
    await explore(served.url, tmp_path / "map", quick(max_actions=3, workers=1))
    with open_map(tmp_path / "map") as store:
        done = {task.id for task in store.tasks("done")}
    told: list[str] = []
    await explore(served.url, tmp_path / "map", quick(), progress=lambda p: told.append(p.current))
    with open_map(tmp_path / "map") as store:
        tasks = [task for task in store.tasks() if task.state != "pending" and "enough of its kind" not in task.outcome]
    assert done < {task.id for task in tasks}
    assert len(told) == len(tasks) - len(done) + 1  # the last tells that the states are made searchable


async def test_stopping_leaves_a_usable_map(site, tmp_path: Path) -> None:
    stop = asyncio.Event()
    report = await explore(site("zh-shop").url, tmp_path / "map", quick(), progress=lambda _: stop.set(), stop=stop)
    assert report.ended == "interrupted"
    with open_map(tmp_path / "map") as store:
        assert store.graph().nodes


async def test_a_cancelled_run_ends_with_a_report(site, tmp_path: Path) -> None:
    running: list[asyncio.Task] = []
    served = site("zh-shop")

    def cancel(_) -> None:
        running[0].cancel()

    running.append(asyncio.ensure_future(explore(served.url, tmp_path / "map", quick(), progress=cancel)))
    report = await running[0]
    assert report.ended == "interrupted"


KILLED = """
    import asyncio, sys
    from webnavigator.app import explore
    from webnavigator.config import load_settings
    def tell(progress):
        print(progress.states, flush=True)
    asyncio.run(explore(sys.argv[1], sys.argv[2], load_settings(), progress=tell))
"""


async def test_kill_9_of_the_process_loses_nothing_that_was_reported(site, tmp_path: Path) -> None:
    served = site("zh-shop")
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(KILLED), served.url, str(tmp_path / "map")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = [int(await asyncio.to_thread(process.stdout.readline)) for _ in range(3)]
    process.kill()
    process.wait()
    process.stdout.close()
    with open_map(tmp_path / "map") as store:
        assert sum(node.visited for node in store.graph().nodes) >= told[-1]
    report = await explore(served.url, tmp_path / "map", quick())
    assert report.ended == "complete"
    assert "orders" in served.marks
    await until(lambda: not browsers_of(process.pid))


async def test_kill_9_of_the_browser_does_not_end_the_run(site, tmp_path: Path) -> None:
    served = site("zh-shop")
    killed: list[int] = []

    def kill_once(_) -> None:
        if not killed:
            killed.append(browsers_of(os.getpid())[-1])  # the youngest is ours
            os.kill(killed[0], signal.SIGKILL)

    report = await explore(served.url, tmp_path / "map", quick(), progress=kill_once)
    assert killed
    assert report.restarts >= 1
    assert report.ended == "complete"
    assert {"phones", "orders"} <= set(served.marks)


def browsers_of(pid: int) -> list[int]:
    """Main processes of the browsers that a process started, itself or through Playwright's driver, oldest first."""
    parents, found = {pid}, []
    rows = []
    for entry in Path("/proc").iterdir():
        try:
            stat = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except (OSError, IndexError):
            continue
        if entry.name.isdigit():
            rows.append((int(stat[19]), int(entry.name), int(stat[1]), command))
    for _ in range(6):
        parents |= {child for _, child, parent, _ in rows if parent in parents}
    for _, child, _, command in sorted(rows):
        if child in parents and "--type=" not in command and "--remote-debugging" in command:
            found.append(child)
    return found


async def until(condition, limit_s: float = 30.0) -> None:
    async with asyncio.timeout(limit_s):
        while not condition():
            await asyncio.sleep(0.1)


async def test_start_pages_that_cannot_be_explored_are_said_in_one_line(site, tmp_path: Path) -> None:
    served = site("http-errors")
    for path, said in (("missing", "HTTP 404"), ("nowhere:0/", "cannot be opened|address|not")):
        address = f"{served.url}{path}" if path == "missing" else "http://127.0.0.1:1/"
        with pytest.raises(NavigationError, match=said) as caught:
            await explore(address, tmp_path / "map", quick())
        assert "\n" not in str(caught.value)
        assert not (tmp_path / "map").exists()


async def test_a_map_is_of_one_site_and_one_preset(site, tmp_path: Path) -> None:
    served = site("accordion")
    await explore(served.url, tmp_path / "map", quick(max_actions=1))
    with pytest.raises(MapError, match="start_url"):
        await explore(site("zh-shop").url, tmp_path / "map", quick())
    with pytest.raises(MapError, match="preset"):
        await explore(served.url, tmp_path / "map", quick(preset="paper"))


async def test_algorithm_1_clicks_level_by_level_and_infers_nothing(explore_site) -> None:
    _, store, _ = await explore_site("click-dropdown", preset="paper", workers=1)
    graph = store.graph()
    assert all(edge.verified and isinstance(edge.action, Click) for edge in graph.edges)
    assert all(node.visited for node in graph.nodes)
    assert max(node.depth for node in graph.nodes) <= 2
    tasks = [task for task in store.tasks("done") if not isinstance(task.action, Goto)]
    assert [task.depth for task in tasks] == sorted(task.depth for task in tasks)


async def test_a_page_known_only_by_a_link_is_on_the_map(site, tmp_path: Path) -> None:
    served = site("zh-shop")
    await explore(served.url, tmp_path / "map", quick(max_pages=1))
    with open_map(tmp_path / "map") as store:
        unvisited = [node for node in store.graph().nodes if not node.visited]
        assert unvisited
        path = store.graph().shortest_path(unvisited[0].id)
    assert path is not None


async def test_a_server_that_falls_silent_is_waited_for(site, tmp_path: Path) -> None:
    served = site("server-dies", after=4, silent=5)
    report = await explore(served.url, tmp_path / "map", quick(patience_s=10.0, respect_robots=False))
    with open_map(tmp_path / "map") as store:
        paths = {node.url.removeprefix(served.url) for node in store.graph().nodes if node.visited}
    assert report.ended == "complete"
    assert {f"page/{number}" for number in range(6)} <= paths


async def test_a_server_that_stays_silent_ends_the_run_and_burns_no_task(site, tmp_path: Path) -> None:
    served = site("server-dies", after=4, silent=10**6)
    report = await explore(served.url, tmp_path / "map", quick(patience_s=0.2, respect_robots=False))
    assert report.ended == "unreachable"
    assert not any(word.startswith(("failed", "held")) for word in report.outcomes)
    served.options["silent"] = 0
    again = await explore(served.url, tmp_path / "map", quick(respect_robots=False))
    with open_map(tmp_path / "map") as store:
        paths = {node.url.removeprefix(served.url) for node in store.graph().nodes if node.visited}
    assert again.ended == "complete"
    assert {f"page/{number}" for number in range(6)} <= paths


@pytest.mark.parametrize("most", [3, 4])
async def test_no_more_states_are_captured_than_asked_for(site, tmp_path: Path, most: int) -> None:
    report = await explore(site("zh-shop").url, tmp_path / "map", quick(max_pages=most, workers=3))
    assert (report.ended, report.states) == ("max-pages", most)


BUSY = """
from sites.harness import Request, Response

def answer(request: Request) -> Response | None:
    if request.path == "/" and request.times < 2:
        return Response("<h1>Busy</h1>", 503, headers={"Retry-After": "1"})
    return None
"""


async def test_a_start_page_that_is_busy_is_waited_for(site, tmp_path: Path) -> None:
    folder = tmp_path / "busy"
    folder.mkdir()
    (folder / "site.json").write_text('{"what": "Busy at first."}')
    (folder / "index.html").write_text("<!doctype html><title>Open</title><h1>Open</h1>")
    (folder / "site.py").write_text(BUSY)
    report = await explore(site(folder).url, tmp_path / "map", quick())
    assert report.ended == "complete"
    assert report.states == 1


async def test_what_greets_a_newcomer_is_no_part_of_any_state(explore_site) -> None:
    report, store, site = await explore_site("greeting")
    assert report.ended == "complete"
    seen = [store.observation(node) for node in store.graph().nodes if node.visited]
    assert not [page for page in seen if page is None or "Join our community" in page.tree]
    assert [page for page in seen if page and "Skip" in page.tree], "a tour that is asked for is a state"
    answered = {record.reason for record in store.audit() if record.kind == "consent"}
    assert answered == {"refused by “Maybe later”"}
    assert "joined" not in site.marks
