"""One browser: pages apart from each other, started again when it dies, ended with everything in it."""

import asyncio
import os
import signal
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from browser.conftest import PATIENT, locator
from webnavigator.browser.launch import kill_browser
from webnavigator.browser.session import BrowserSession
from webnavigator.config import BrowserSettings
from webnavigator.errors import BrowserError, NavigationError, PageCrashedError
from webnavigator.model.action import Click
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

pytestmark = pytest.mark.browser


def session_on(url: str, settings: BrowserSettings = PATIENT, **policy: object) -> BrowserSession:
    return BrowserSession(settings, Policy(scope_of(url), **policy))


def is_running(process: int) -> bool:
    """Whether it is there and no zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_pages_of_one_session_are_apart(little):
    site = little("<h1>Home</h1>")
    async with session_on(site.url) as session:
        one, two = await asyncio.gather(session.pilot(), session.pilot())
        await asyncio.gather(one.open(site.url), two.open(site.url))
        await one.page.evaluate("() => { document.cookie = 'a=1'; localStorage.a = 1 }")
        assert await two.page.evaluate("() => document.cookie + Object.keys(localStorage)") == ""
        assert session.restarts == 0
        await session.discard(one)
        assert one.page.is_closed()
        assert not two.page.is_closed()
        with pytest.raises(PageCrashedError):
            await one.look()
        await session.discard(one)


async def test_a_browser_that_was_killed_is_started_again(little):
    site = little("<h1>Home</h1><script>fetch('/api/list', {method: 'POST'})</script>")
    async with session_on(site.url) as session:
        pilot = await session.pilot()
        await pilot.open(site.url)
        assert len(session.guard.newly_learned) == 1
        assert session._browser is not None
        await kill_browser(session._browser)
        async with asyncio.timeout(120):
            with pytest.raises(PageCrashedError):
                while True:
                    await pilot.look()
            await session.discard(pilot)
            again = await session.pilot()
            assert (await again.open(site.url)).status == 200
        assert session.restarts == 1
        assert len(session.guard.newly_learned) == 1, "what the first browser learnt is not lost"
        await again.page.evaluate("() => fetch('/api/list', {method: 'POST', body: '{}'})")


async def test_a_browser_that_hangs_is_replaced(little, monkeypatch):
    site = little("<h1>Home</h1>")
    monkeypatch.setattr("webnavigator.browser.session._NEW_PAGE_S", 8.0)
    monkeypatch.setattr("webnavigator.browser.session._CLOSE_S", 1.0)
    async with session_on(site.url) as session:
        await session.pilot()
        hung = session._process_id
        assert hung is not None
        os.kill(hung, signal.SIGSTOP)
        monkeypatch.setattr("webnavigator.browser.session._NEW_PAGE_S", 2.0)
        waiting = asyncio.ensure_future(session.pilot())
        await asyncio.sleep(3)
        monkeypatch.setattr("webnavigator.browser.session._NEW_PAGE_S", 60.0)
        async with asyncio.timeout(120):
            pilot = await waiting
            await pilot.open(site.url)
        assert session.restarts == 1
        assert not is_running(hung)


async def test_the_browser_ends_with_the_session(little):
    async with session_on(little().url) as session:
        await session.pilot()
        process = session._process_id
    assert process is not None
    async with asyncio.timeout(30):
        while is_running(process):
            await asyncio.sleep(0.05)


async def test_frozen_and_endless_pages_can_be_discarded(site, little):
    hurried = PATIENT.model_copy(update={"action_timeout_s": 1.0, "settle_timeout_s": 1.0, "navigation_timeout_s": 2.0})
    served = site("freeze-on-load")
    async with session_on(served.url, hurried) as session:
        pilot = await session.pilot()
        with pytest.raises(BrowserError):
            await pilot.open(served.url + "busy.html")
        async with asyncio.timeout(60):
            await session.discard(pilot)
            other = await session.pilot()
            assert (await other.open(served.url + "fine.html")).status == 200


async def test_a_page_that_asks_without_end(little):
    hurried = PATIENT.model_copy(update={"action_timeout_s": 2.0, "settle_timeout_s": 1.0, "navigation_timeout_s": 5.0})
    site = little("<script>if (location.search) for (;;) alert('Again')</script>")
    async with session_on(site.url, hurried) as session:
        pilot = await session.pilot()
        async with asyncio.timeout(60):
            with pytest.raises(BrowserError):
                await pilot.open(site.url + "?x")
            await session.discard(pilot)
            other = await session.pilot()
            assert (await other.open(site.url)).status == 200


async def test_printing_stops_nothing(site):
    served = site("print-button")
    async with session_on(served.url, allow=("*",)) as session:
        pilot = await session.pilot()
        await pilot.open(served.url)
        await pilot.act(Click(await locator(pilot, "Print")))
        await pilot.act(Click(await locator(pilot, "Print view")))
        assert served.wait_for(lambda s: "view" in s.marks)
        await session.discard(pilot)


@pytest.fixture(scope="module")
def self_signed(tmp_path_factory: pytest.TempPathFactory):
    """A server on loopback whose certificate nobody vouches for."""
    folder = tmp_path_factory.mktemp("tls")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout key.pem -out cert.pem"
    subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)

    class Hello(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<h1>Hello</h1>")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Hello)
    server.handle_error = lambda *_: None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


async def test_a_certificate_that_nobody_vouches_for(self_signed):
    async with session_on(self_signed) as session:
        pilot = await session.pilot()
        with pytest.raises(NavigationError, match=r"certificate is not trusted.*--ignore-https-errors"):
            await pilot.open(self_signed)
    async with session_on(self_signed, PATIENT.model_copy(update={"ignore_https_errors": True})) as session:
        pilot = await session.pilot()
        await pilot.open(self_signed)
        assert (await pilot.look()).headings == ("Hello",)
