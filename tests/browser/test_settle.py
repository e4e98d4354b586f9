"""Settling: what is late is waited for, what never ends is not."""

import asyncio
import time

import pytest

from browser.conftest import PATIENT, locator
from webnavigator.browser.settle import Pulse, settle
from webnavigator.browser.tab import Tab
from webnavigator.errors import PageCrashedError, UnresponsiveError
from webnavigator.model.action import Click

pytestmark = pytest.mark.browser

LIMIT_S = PATIENT.settle_timeout_s
LATE = """
from sites.harness import *
def answer(request):
    if request.path == "/late":
        return Response("{}", kind="application/json", delay_s=0.6)
    if request.path == "/never":
        return Response("{}", kind="application/json", delay_s=600)
"""


async def settled(page, url: str, limit_s: float = LIMIT_S, quiet_ms: int = PATIENT.quiet_ms) -> bool:
    settings = PATIENT.model_copy(update={"settle_timeout_s": limit_s, "quiet_ms": quiet_ms})
    tab, pulse = await Tab.attach(page, settings), Pulse.watch(page)
    await page.goto(url, wait_until="commit")
    return await settle(tab, pulse, settings)


async def test_a_quiet_page(page, little):
    assert await settled(page, little("<h1>Quiet</h1>").url)


async def test_late_answers_are_waited_for(page, little):
    fill = "fetch('/late').then(() => { document.body.innerHTML = '<h1>There</h1>' })"
    assert await settled(page, little(f"<body><script>{fill}</script>", answer=LATE).url)
    assert await page.inner_text("h1") == "There"


async def test_a_chain_of_late_answers_after_an_action(drive, little):
    fill = "fetch('/late').then(() => fetch('/late?2')).then(() => { this.textContent = 'There' })"
    pilot = await drive(little(f'<button onclick="{fill}">Show</button>', answer=LATE).url)
    await pilot.act(Click(await locator(pilot, "Show")))
    assert [e.label for e in (await pilot.look()).elements] == ["There"]


async def test_a_socket_that_opens_and_closes(page, little):
    tab, pulse = await Tab.attach(page, PATIENT), Pulse.watch(page)
    closed = "socket.onclose = () => { document.title = 'closed' }"
    body = f"<body><script>const socket = new WebSocket(location.href.replace('http', 'ws')); {closed}</script>"
    await page.goto(little(body).url, wait_until="commit")
    await page.wait_for_function("document.title == 'closed'")
    assert await settle(tab, pulse, PATIENT)
    assert not pulse.sockets


async def test_a_slow_next_page_is_waited_for(drive, site):
    served = site("slow-page")
    pilot = await drive(served.url)
    await pilot.act(Click(await locator(pilot, "Slow answer")))
    assert pilot.page.url.endswith("/slow")
    assert (await pilot.look()).headings == ("At last",)


async def test_late_content_in_shadow_roots_and_frames(page, little):
    """Nothing but the DOM of a shadow root and a frame changes, a few times, each within the time of quiet."""
    add = "{}.appendChild(document.createElement('i')).append(n)"
    grow = f"let n = 0; const t = setInterval(() => {{{{ {add}; if (++n > 20) clearInterval(t) }}}}, 60);"
    inner = f"<body><script>{grow.format('document.body')}</script>"
    shadow = (
        "<div id=host></div><iframe src=inner.html></iframe>"
        f"<script>const root = host.attachShadow({{mode: 'open'}}); {grow.format('root')}</script>"
    )
    site = little(shadow, {"inner.html": inner})
    assert await settled(page, site.url, quiet_ms=600)  # timers of a page are late on a busy machine
    assert await page.evaluate("host.shadowRoot.textContent.endsWith('20')")
    assert await page.evaluate("frames[0].document.body.textContent.endsWith('20')")


async def test_an_animation_that_ends_is_waited_for(drive, little):
    style = "<style>#menu { transition: opacity 400ms; opacity: 0 } #menu.open { opacity: 1 }</style>"
    body = "<button onclick=\"menu.className = 'open'\">Menu</button><div id=menu>Items</div>"
    pilot = await drive(little(style + body).url)
    await pilot.act(Click(await locator(pilot, "Menu")))
    assert await pilot.page.evaluate("getComputedStyle(menu).opacity") == "1"


@pytest.mark.parametrize(
    "body",
    [
        "<script>fetch('/never')</script>",
        "<img src=/never>",
        "<style>@keyframes a { to { opacity: 0 } } b { animation: a 1s infinite }</style><b>Blink</b>",
        "<b id=b></b><script>setInterval(() => { b.textContent = performance.now() }, 20)</script>",
        "<b id=b></b><script>setInterval(() => { b.className = 'c' + performance.now() }, 20)</script>",
        "<script>setInterval(() => fetch('/index.html?poll=' + Math.random()), 200)</script>",
    ],
    ids=["long poll", "picture", "endless animation", "clock", "blinking class", "polling"],
)
async def test_what_never_ends_is_not_waited_for(page, little, body):
    """Well before the limit, which is made long so that even a busy machine tells the difference."""
    site = little(body, answer=LATE)
    start = time.monotonic()
    settings_limit_s = 120
    async with asyncio.timeout(settings_limit_s / 2):
        if "<img" in body:
            await settled(page, site.url, 2)  # a page loads until its pictures have: taken as it is at the limit
        else:
            assert await settled(page, site.url, settings_limit_s)
    assert time.monotonic() - start < settings_limit_s / 2


async def test_a_page_that_is_never_quiet_is_taken_at_the_limit(page, little):
    body = "<script>setInterval(() => document.body.append(document.createElement('i')), 5)</script>"
    assert not await settled(page, little(body).url, 1)


async def test_an_endless_page_of_the_wild(drive, site):
    served = site("never-idle")
    pilot = await drive(served.url)
    await pilot.act(Click(await locator(pilot, "History")))
    assert served.wait_for(lambda s: "opened" in s.marks)


async def test_a_frozen_page_is_unresponsive(page, little):
    settings = PATIENT.model_copy(update={"settle_timeout_s": 0.5, "action_timeout_s": 1.5})
    await page.goto(little("<h1>Soon</h1>").url)
    tab, pulse = await Tab.attach(page, settings), Pulse.watch(page)
    await settle(tab, pulse, settings)
    spin = asyncio.ensure_future(tab.cdp.send("Runtime.evaluate", {"expression": "for (;;);"}))
    with pytest.raises(UnresponsiveError):
        await settle(tab, pulse, settings)
    spin.cancel()
    await asyncio.gather(spin, return_exceptions=True)


async def test_a_crash_ends_the_wait(page, little):
    await page.goto(little("<h1>Soon</h1>").url)
    tab, pulse = await Tab.attach(page, PATIENT), Pulse.watch(page)
    crash = asyncio.ensure_future(tab.cdp.send("Page.crash"))
    async with asyncio.timeout(LIMIT_S):
        with pytest.raises(PageCrashedError):
            while True:
                await settle(tab, pulse, PATIENT)
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)


async def test_a_pulse_that_is_stopped_hears_nothing(page, little):
    site = little("<h1>Home</h1>")
    pulse = Pulse.watch(page)
    await page.goto(site.url)
    assert (pulse.document_status, pulse.busy()) == (200, False)
    pulse.reset()
    pulse.stop()
    await page.goto(site.url + "?2")
    assert pulse.document_status is None


async def test_the_status_is_that_of_the_page_and_not_of_its_frames(page, little):
    site = little("<iframe src=missing.html></iframe>")
    pulse = Pulse.watch(page)
    await page.goto(site.url, wait_until="load")
    assert "/missing.html" in site.paths()
    assert pulse.document_status == 200


async def test_a_page_whose_scripts_take_long_to_start(drive, little):
    """Nothing answers for a while, and it is waited for as for a page that loads, not as for an action."""
    busy = "for (const end = Date.now() + 1500; Date.now() < end;);"
    site = little(f"<h1>There</h1><script>setTimeout(() => {{ {busy} }}, 50)</script>")
    limits = {"settle_timeout_s": 0.3, "action_timeout_s": 0.5, "navigation_timeout_s": 30.0}
    pilot = await drive(site.url, PATIENT)
    pilot.settings = PATIENT.model_copy(update=limits)
    assert (await pilot.open(site.url)).status == 200


@pytest.mark.parametrize("first", ["", "<nav><a href=/x>Home</a></nav><p>Loading definitions…</p>", "<p>加载中"])
async def test_a_page_is_not_done_while_it_is_empty_or_says_that_it_loads(first, drive, little):
    """Its scripts have come and draw only after a while, in which nothing moves and nothing is asked for."""
    draw = "document.querySelector('main').innerHTML = '<h1>Drawn</h1>'"
    site = little(f"<main>{first}</main><script>setTimeout(() => {{ {draw} }}, 700)</script>")
    assert (await (await drive(site.url)).look()).headings == ("Drawn",)
