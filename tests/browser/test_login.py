"""Login states: what is kept, what is refused, and two ways to make one."""

import asyncio
import json
import socket
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright

from webnavigator.browser import sign_in
from webnavigator.browser.launch import keeps_indexed_db, new_context, start_browser
from webnavigator.browser.login import LoginState, load_login, save_login
from webnavigator.browser.sign_in import SignInSteps, capture_login, load_steps, script_login
from webnavigator.config import BrowserSettings
from webnavigator.errors import BadInputError, BrowserError, NavigationError, StoreError

SETTINGS = BrowserSettings(action_timeout_s=1.0, navigation_timeout_s=3.0)

FORM = b"""<title>Sign in</title><input id=name><input id=word type=password><button>In</button><script>
document.querySelector('button').onclick = () => {
  if (document.querySelector('#word').value !== 's3cret-$x') return;
  document.cookie = 'who=' + document.querySelector('#name').value;
  localStorage.setItem('token', 'local'); sessionStorage.setItem('token', 'session');
  const open = indexedDB.open('app', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('auth');
  open.onsuccess = () => {
    const write = open.result.transaction('auth', 'readwrite');
    write.objectStore('auth').put('indexed', 'token');
    write.oncomplete = () => { document.title = 'Welcome'; };
  };
};</script>"""

READ_ALL = """async () => [
  document.cookie, localStorage.token, sessionStorage.token,
  await new Promise(done => {
    const open = indexedDB.open('app', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('auth');
    open.onsuccess = () => {
      const read = open.result.transaction('auth').objectStore('auth').get('token');
      read.onsuccess = () => done(read.result);
    };
  })]"""


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(FORM)}\r\nConnection: close"
    writer.write(head.encode() + b"\r\n\r\n" + FORM)
    await writer.drain()
    writer.close()


@pytest.fixture
async def site() -> AsyncIterator[str]:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"


@pytest.fixture(scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await start_browser(playwright, SETTINGS)
        yield started
        await started.close()


def steps_for(url: str, **changes: Any) -> SignInSteps:
    steps = ("fill:#name=>$USER", "fill:#word=>$PASS", "click:button")
    return SignInSteps(**{"url": url, "steps": steps, "check": "document.title === 'Welcome'", **changes})


SECRETS = {"USER": "ada", "PASS": "s3cret-$x"}


@pytest.mark.browser
async def test_a_scripted_login_can_be_used_in_another_browser(site: str, browser: Browser, tmp_path: Path):
    save_login(await script_login(steps_for(site), SETTINGS, SECRETS), tmp_path / "state.json")
    context = await new_context(browser, SETTINGS, load_login(tmp_path / "state.json"))
    page = await context.new_page()
    await page.goto(site)
    indexed = "indexed" if keeps_indexed_db() else None
    assert await page.evaluate(READ_ALL) == ["who=ada", "local", "session", indexed]
    await context.close()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("changes", "secrets", "message"),
    [
        ({}, {"USER": "ada"}, r"needs \$PASS"),
        ({}, {**SECRETS, "PASS": "wr0ng-word"}, "check stayed false"),
        ({"check": ""}, {**SECRETS, "PASS": "wr0ng-word"}, "still asks for a password"),
        ({"steps": ("fill:#nowhere=>$PASS",)}, SECRETS, r"step 1 of the sign-in \(fill:#nowhere\)"),
        ({"steps": ("click:#nowhere",)}, SECRETS, r"step 1 of the sign-in \(click:#nowhere\)"),
    ],
)
async def test_a_scripted_login_that_fails_says_where_and_never_the_secret(
    site: str, changes: dict[str, Any], secrets: dict[str, str], message: str
):
    with pytest.raises((BadInputError, BrowserError), match=message) as caught:
        await script_login(steps_for(site, **changes), SETTINGS, secrets)
    assert not any(secret in str(caught.value) for secret in secrets.values() if secret != "ada")
    assert caught.value.__cause__ is None or "s3cret" not in str(caught.value.__cause__)


@pytest.mark.browser
async def test_an_unreachable_login_page_is_a_navigation_error():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
    with pytest.raises(NavigationError, match=rf"^{url} cannot be opened: nothing answers there$"):
        await script_login(steps_for(url), SETTINGS, SECRETS)


async def sign_in_by_hand(page: Page) -> None:
    await page.fill("#name", "ada")
    await page.fill("#word", "s3cret-$x")
    await page.click("button")
    await page.wait_for_function("document.title === 'Welcome'")


@pytest.fixture
async def window(site: str) -> AsyncIterator[BrowserContext]:
    """What `record_login` watches, without a display."""
    async with async_playwright() as playwright:
        browser = await start_browser(playwright, SETTINGS)
        context = await new_context(browser, SETTINGS)
        await (await context.new_page()).goto(site)
        yield context
        await browser.close()


@pytest.mark.browser
async def test_a_login_by_hand_is_kept_when_the_person_says_so(window: BrowserContext, site: str):
    done = asyncio.Event()
    watching = asyncio.create_task(sign_in._watch(window, done))
    await sign_in_by_hand(window.pages[0])
    done.set()
    state = await watching
    assert state.session_storage == {site.rstrip("/"): {"token": "session"}}
    assert [cookie["name"] for cookie in state.storage["cookies"]] == ["who"]


@pytest.mark.browser
@pytest.mark.parametrize("close", ["page", "browser"])
async def test_a_login_by_hand_is_kept_when_the_window_is_closed(
    window: BrowserContext, site: str, close: str, monkeypatch: pytest.MonkeyPatch
):
    looks: asyncio.Queue[LoginState] = asyncio.Queue()
    look = sign_in._quick_look

    async def told(context: BrowserContext, before: LoginState) -> LoginState:
        state = await look(context, before)
        looks.put_nowait(state)
        return state

    monkeypatch.setattr(sign_in, "_LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(sign_in, "_quick_look", told)
    watching = asyncio.create_task(sign_in._watch(window, asyncio.Event()))
    await sign_in_by_hand(window.pages[0])
    while not (await looks.get()).storage["origins"]:
        pass
    assert window.browser is not None
    await (window.pages[0].close() if close == "page" else window.browser.close())
    state = await asyncio.wait_for(watching, 20)
    assert state.session_storage == {site.rstrip("/"): {"token": "session"}}
    assert [cookie["value"] for cookie in state.storage["cookies"]] == ["ada"]
    assert state.storage["origins"][0]["localStorage"] == [{"name": "token", "value": "local"}]


@pytest.mark.browser
async def test_pages_without_storage_do_not_stand_in_the_way(browser: Browser):
    context = await new_context(browser, SETTINGS)
    page = await context.new_page()
    await page.goto("data:text/html,<p>opaque")
    with pytest.raises(Error):
        await page.evaluate("() => ({...sessionStorage})")
    assert (await capture_login(context)).session_storage == {}
    await context.close()


def test_a_saved_login_is_for_its_owner_alone_and_shows_no_secret(tmp_path: Path):
    state = LoginState(
        {"cookies": [{"name": "sid", "value": "s3cret", "domain": "a.test", "path": "/"}], "origins": []},
        {"http://a.test": {"t": "hush"}},
    )
    path = tmp_path / "deep" / "state.json"
    path.parent.mkdir()
    path.write_text("{}")
    path.chmod(0o644)
    save_login(state, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_login(path) == state
    assert "s3cret" not in repr(state)
    assert "hush" not in repr(state)
    assert [entry.name for entry in path.parent.iterdir()] == ["state.json"]


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot write the login state"):
        save_login(LoginState({"cookies": [], "origins": []}), tmp_path / "file" / "state.json")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b'{"cookies": []}',
        b'{"cookies": [{"name": "a"}], "origins": []}',
        b'{"cookies": [], "origins": [{"localStorage": []}]}',
        b'{"cookies": [], "origins": [], "sessionStorage": {"http://a.test": 1}}',
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_login_state_is_refused_in_one_line(content: bytes, tmp_path: Path):
    path = tmp_path / "state.json"
    path.write_bytes(content)
    with pytest.raises(BadInputError, match=r"state\.json") as caught:
        load_login(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [({"domain": None}, "domain"), ({"path": "a"}, "path"), ({"sameSite": "no_restriction"}, "sameSite")],
)
def test_a_cookie_that_no_browser_takes_is_told_without_its_value(change: dict[str, Any], said: str, tmp_path: Path):
    cookie = {"name": "sid", "value": "s3cret", "domain": "a.test", "path": "/", **change}
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"cookies": [{k: v for k, v in cookie.items() if v is not None}], "origins": []}))
    with pytest.raises(BadInputError, match=f"cookies.0.{said}") as caught:
        load_login(path)
    assert "s3cret" not in str(caught.value)


def test_a_missing_login_state_is_refused(tmp_path: Path):
    with pytest.raises(BadInputError, match="No such file"):
        load_login(tmp_path / "state.json")


def test_indexed_db_is_left_out_where_it_cannot_be_restored():
    origin: dict[str, Any] = {"origin": "http://a.test", "localStorage": [], "indexedDB": [{"name": "app"}]}
    state = LoginState({"cookies": [], "origins": [origin]})
    assert state.for_playwright(indexed_db=True)["origins"] == [origin]
    assert state.for_playwright(indexed_db=False)["origins"] == [{"origin": "http://a.test", "localStorage": []}]


@pytest.mark.parametrize("nested", [False, True])
def test_steps_are_read_at_the_top_or_under_login(nested: bool, tmp_path: Path):
    steps = {
        "url": "http://a.test/",
        "steps": ["fill:#a=>$USER", "click:text=In"],
        "check": "true",
        "kind": "x",
    }
    path = tmp_path / "steps.json"
    path.write_text(json.dumps({"name": "shop", "login": steps} if nested else steps))
    assert load_steps(path) == SignInSteps(
        url="http://a.test/", steps=("fill:#a=>$USER", "click:text=In"), check="true"
    )


@pytest.mark.parametrize("step", ["eval:alert(1)", "fill:#a", "click:", "click", ""])
def test_an_unknown_step_is_refused(step: str, tmp_path: Path):
    path = tmp_path / "steps.json"
    path.write_text(json.dumps({"url": "http://a.test/", "steps": [step]}))
    with pytest.raises(BadInputError, match="is not a step"):
        load_steps(path)


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"login": null}', '{"url": "http://a.test/"}', '{"url": "x", "steps": []}']
)
def test_what_is_no_steps_file_is_refused(content: str, tmp_path: Path):
    path = tmp_path / "steps.json"
    path.write_text(content)
    with pytest.raises(BadInputError, match="not a file of sign-in steps"):
        load_steps(path)
