"""The guard: what may change something is held back, wherever it comes from, and told; what reads passes."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from browser.conftest import locator
from webnavigator.browser.guard import Guard
from webnavigator.browser.owners import owner_of
from webnavigator.browser.perform import Performed
from webnavigator.model.action import Click, Select
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.scope import scope_of

pytestmark = pytest.mark.browser

ACCEPTING = """
from sites.harness import *
def answer(request):
    return answer_json({"ok": True}) if request.path.startswith("/api") else None
"""
WORKER = (
    "fetch('/api/from-worker', {method: 'POST', body: 'x'}).catch(() => 0).then(() => fetch('/api/told?by=worker'))"
)
WAYS = {
    "form": "<form method=post action=/api/form></form>|document.forms[0].submit()",
    "window form": "<form method=post action=/api/form target=_blank></form>|document.forms[0].submit()",
    "frame form": (
        "<form method=post action=/api/form target=f></form><iframe name=f></iframe>|document.forms[0].submit()"
    ),
    "fetch": "|fetch('/api/fetch', {method: 'POST', body: '1'})",
    "put": "|fetch('/api/fetch', {method: 'PUT', body: '1'})",
    "delete": "|fetch('/api/fetch/7', {method: 'DELETE'})",
    "beacon": "|navigator.sendBeacon('/api/beacon', 'x')",
    "xhr": "|const x = new XMLHttpRequest(); x.open('POST', '/api/xhr'); x.send('a=1')",
    "keepalive": "|fetch('/api/kept', {method: 'POST', body: '1', keepalive: true})",
    "worker": "|new Worker('/worker.js')",
    "shared worker": "|new SharedWorker('/worker.js')",
    "frame": "<iframe srcdoc='<p>In</p>'></iframe>|frames[0].fetch('/api/frame', {method: 'POST', body: '1'})",
    "new frame": "|document.body.append(Object.assign(document.createElement('iframe'), {src: '/posts.html'}))",
    "logging out": "|location.href = '/account/logout'",
    "logging out by fetch": "|fetch('/account/logout')",
}


async def press(pilot, label: str = "Press") -> Performed:
    performed = await pilot.act(Click(await locator(pilot, label)))
    assert isinstance(performed, Performed), performed
    return performed


def scripted(way: str) -> str:
    markup, _, script = way.partition("|")
    return f"{markup}<button id=b>Press</button><script>b.addEventListener('click', () => {{ {script} }})</script>"


async def until(ready: Callable[[], Any]) -> Any:
    """What `ready` gives once it is something; for what the browser tells a little later."""
    async with asyncio.timeout(30):
        while not (found := ready()):
            await asyncio.sleep(0.01)
    return found


async def held(pilot, count: int = 1) -> list:
    """The records of what was held back, when so many have come."""
    found = [r for r in pilot.watch.records if r.kind in ("request", "navigation")]
    return (
        found if len(found) >= count else await until(lambda: len(pilot.watch.records) >= count and pilot.watch.records)
    )


@pytest.mark.parametrize("way", WAYS)
async def test_what_writes_is_held_back_and_told(drive, little, way):
    posting = "<script>addEventListener('load', () => setTimeout(() => fetch('/api/late', {method: 'POST'})))</script>"
    site = little(scripted(WAYS[way]), {"worker.js": WORKER, "posts.html": posting}, ACCEPTING)
    pilot = await drive(site.url)
    await press(pilot)
    record = (await held(pilot))[0]
    assert record.url == site.url
    assert record.reason
    assert site.writes == []
    assert "/account/logout" not in site.paths()
    assert pilot.page.url == site.url


async def test_what_is_held_belongs_to_its_action(drive, site):
    pilot = await drive(site("click-post").url)
    first = await press(pilot, "Go on")
    assert [record.what.split()[0] for record in first.held] == ["POST"]
    assert (await press(pilot, "Contents")).held == ()
    assert len(pilot.watch.drain()) == 1
    assert pilot.watch.drain() == []


async def test_queries_pass_and_mutations_do_not(drive, site):
    served = site("graphql-post")
    pilot = await drive(served.url)
    seen = await pilot.look()
    details, like = (next(e.locator for e in seen.elements if e.label == label) for label in ("Details", "Like"))
    assert (await pilot.act(Click(details))).held == ()
    assert served.wait_for(lambda s: "details" in s.marks)
    await pilot.act(Click(like))
    assert served.writes == []
    assert "liked" not in served.marks


async def test_what_pages_ask_on_loading_is_learnt(drive, little):
    ask = (
        "const ask = (q) => fetch('/api/search', {method: 'POST', body: JSON.stringify({q}),"
        "headers: {'Content-Type': 'application/json'}});"
    )
    site = little(
        f"<button id=b>Press</button><button id=c>Other</button><script>{ask} ask('*');"
        "b.addEventListener('click', () => ask('tea'));"
        "c.addEventListener('click', () => fetch('/api/other', {method: 'POST'}))</script>",
        answer=ACCEPTING,
    )
    learned: set[str] = set()
    pilot = await drive(site.url, learned=learned)
    assert len(learned) == 1
    assert pilot.guard.newly_learned == [*learned]
    assert (await press(pilot)).held == ()
    assert len((await press(pilot, "Other")).held) == 1
    assert [hit.path for hit in site.posts] == ["/api/search"] * 2


async def test_a_select_that_submits(drive, site):
    served = site("forms-dangerous")
    pilot = await drive(served.url)
    outcome = await pilot.act(Select(await locator(pilot, "Plan"), "B"))
    assert isinstance(outcome, Deny) or outcome.held
    assert served.writes == []


@pytest.mark.parametrize("label", ["Shop elsewhere", "Search elsewhere"])
async def test_leaving_the_site_is_cut_off_and_the_page_stays(drive, site, label):
    served = site("off-site")
    pilot = await drive(served.url)
    await pilot.page.evaluate("() => { window.still = 'here' }")
    outcome = await pilot.act(Click(await locator(pilot, label)))
    if isinstance(outcome, Performed):
        assert [record.reason for record in outcome.held] == ["leaves the site"]
    assert pilot.page.url == served.url
    assert await pilot.page.evaluate("window.still") == "here"
    assert "foreign" not in served.marks


ELSEWHERE = {
    "blob": "location.href = URL.createObjectURL(new Blob(['<h1>Blob</h1>'], {type: 'text/html'}))",
    "data": "location.href = 'data:text/html,<h1>Data</h1>'",
    "file": "location.href = 'file:///etc/hostname'",
    "mail": "location.href = 'mailto:a@example.test'",
    "script": "location.href = 'javascript:\"<h1>Script</h1>\"'",
}


@pytest.mark.parametrize("way", ELSEWHERE)
async def test_the_page_stays_on_the_web(drive, little, way):
    site = little("<h1>Home</h1>" + scripted("|" + ELSEWHERE[way]))
    pilot = await drive(site.url)
    await press(pilot)
    assert pilot.page.url == site.url
    if way in ("blob", "mail"):
        assert [record.reason for record in pilot.watch.records] == ["not a web address"]
    assert (await pilot.look()).headings in (("Home",), ("Script",))


async def test_a_window_that_leaves_the_site_never_opens(drive, little):
    site = little(scripted("|window.open('{{foreign}}')"))
    pilot = await drive(site.url)
    performed = await press(pilot)
    assert performed.popups == ()
    assert [(record.kind, record.reason) for record in performed.held] == [("navigation", "leaves the site")]
    assert len(pilot.page.context.pages) == 1
    assert all(hit.host.startswith("127") for hit in site.log)


async def test_frames_from_other_sites_are_part_of_the_page(drive, site):
    pilot = await drive(site("frame-cross-origin").url)
    assert pilot.watch.records == []
    assert len(pilot.page.frames) == 2


async def test_each_page_is_told_its_own(drive, little):
    """Three pages at once, one of them frozen: what each does is told of it and of no other."""
    site = little(
        scripted(WAYS["fetch"]) + "<iframe src=inner.html></iframe>",
        {"inner.html": "<script>const go = () => fetch('/api/inner', {method: 'POST'})</script>"},
        ACCEPTING,
    )
    frozen, one, two = [await drive(site.url) for _ in range(3)]
    for pilot in (frozen, one, two):
        pilot.watch.begin()
    spin = asyncio.ensure_future(frozen.tab.cdp.send("Runtime.evaluate", {"expression": "for (;;);"}))
    await asyncio.gather(press(one), two.page.frames[1].evaluate("() => void go().catch(() => 0)"))
    assert [r.what for r in await held(one)] == [f"POST {site.url}api/fetch"]
    assert [r.what for r in await held(two)] == [f"POST {site.url}api/inner"]
    assert frozen.watch.records == []
    assert frozen.guard.orphans == []
    spin.cancel()
    await asyncio.gather(spin, return_exceptions=True)


async def test_a_chain_of_windows_belongs_to_the_first_page(drive, little):
    chain = "<script>if (location.hash.length < 3) window.open('chain.html' + (location.hash || '#') + 'x')</script>"
    post = "<script>fetch('/api/delete-all', {method: 'DELETE'})</script>"
    site = little(scripted("|window.open('chain.html')"), {"chain.html": chain + post}, ACCEPTING)
    pilot = await drive(site.url)
    await press(pilot)
    assert {record.url for record in await held(pilot, 2)} == {site.url}
    assert site.writes == []


async def test_pages_that_were_there_before_are_guarded_from_their_next_document(our_browser, little):
    site = little(answer=ACCEPTING)
    page = await our_browser.new_page()
    await page.goto(site.url)
    guard = Guard(Policy(scope_of(site.url)), set())
    await guard.start(our_browser)
    post = "() => fetch('/api/x', {method: 'POST'}).then(() => 'sent', () => 'held')"
    try:
        await page.reload()
        assert await page.evaluate(post) == "held"
        assert [record.what for record in guard.orphans] == [f"POST {site.url}api/x"]
    finally:
        await guard.stop()
    assert await page.evaluate(post) == "sent"
    await page.close()


async def test_unknown_frames_have_no_owner(drive, little):
    pilot = await drive(little().url)
    session = pilot.guard._session
    nobody = await owner_of(session, [pilot.watch], "")
    assert (nobody.watch, nobody.top) == (None, False)
    stranger = await owner_of(session, [pilot.watch], "0" * 32)
    assert (stranger.watch, stranger.top) == (None, True)


async def test_a_request_that_cannot_be_judged_is_held(drive, little, monkeypatch):
    site = little(scripted(WAYS["fetch"]), answer=ACCEPTING)
    pilot = await drive(site.url)
    monkeypatch.setattr("webnavigator.browser.guard.owner_of", None)
    await press(pilot)
    assert site.writes == []
    assert "cannot be judged" in pilot.guard.orphans[0].reason


async def test_dialogs_are_answered_and_told(drive, site):
    served = site("js-dialogs")
    pilot = await drive(served.url)
    labels = [e.label for e in (await pilot.look()).elements if e.tag == "button"]
    answers = []
    for label in labels:
        performed = await press(pilot, label)
        answers += performed.dialogs
    assert len(answers) == 3
    records = pilot.watch.drain()
    assert [record.kind for record in records] == ["dialog"] * 3
    assert [record.reason for record in records] == ["accepted", "dismissed", "dismissed"]
    assert set(served.marks) == {"alerted", "refused", "unnamed"}


async def test_a_page_that_greets_with_dialogs(drive, site):
    served = site("js-dialogs")
    pilot = await drive(served.url)
    assert (await pilot.open(served.url + "chatty.html")).status == 200
    assert pilot.watch.dialogs == ["Welcome!", "And again!"]
    assert (await pilot.look()).headings == ("Chatty",)


async def test_a_page_that_will_not_be_left(drive, site):
    served = site("js-dialogs")
    pilot = await drive(served.url)
    await pilot.open(served.url + "sticky.html")
    await press(pilot, "Touch")
    await press(pilot, "Leave")
    assert pilot.page.url.endswith("/left.html")
    assert pilot.watch.dialogs == []


async def test_a_window_that_greets_with_a_dialog(drive, little):
    site = little(scripted("|window.open('hello.html')"), {"hello.html": "<h1>Hi</h1><script>alert('Hello')</script>"})
    pilot = await drive(site.url)
    (popup,) = (await press(pilot)).popups
    beside = await pilot.beside(popup)
    assert beside is not None
    assert (await beside.look()).headings == ("Hi",)
    assert "Hello" in pilot.watch.dialogs + beside.watch.dialogs


async def test_downloads_are_refused_and_told(drive, site):
    served = site("downloads")
    pilot = await drive(served.url, allow=("*",))
    for label, name in (
        ("Report", "report.csv"),
        ("Archive", "archive.zip"),
        ("This page", "index.html"),
        ("Make a file", "made.txt"),
    ):
        performed = await press(pilot, label)
        await until(lambda: pilot.watch.downloads)
        assert pilot.watch.downloads == [name], performed
        assert pilot.page.url == served.url
    assert "report.csv" in [record.what for record in pilot.watch.drain() if record.kind == "download"]


async def test_a_download_in_a_new_window(drive, little):
    source = (
        "from sites.harness import *\ndef answer(request):\n    if request.path == '/file':\n"
        "        return Response('x', headers={'Content-Disposition': 'attachment; filename=a.txt'})\n"
    )
    pilot = await drive(little("<a href=/file target=_blank>Get</a>", answer=source).url, allow=("*",))
    await press(pilot, "Get")
    await until(lambda: pilot.watch.downloads)
    assert pilot.watch.downloads == ["a.txt"]


async def test_records_do_not_fill_the_memory(drive, little):
    pilot = await drive(little().url)
    for n in range(2000):
        pilot.watch.note("dialog", f"alert {n}", "accepted")
    assert len(pilot.watch.drain()) == 500
