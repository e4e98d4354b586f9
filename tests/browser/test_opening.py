"""Why an address cannot be opened, in plain words and never in Chromium's."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page

from webnavigator.browser.opening import go_to, why_not
from webnavigator.browser.perform import Pilot
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import NavigationError
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

ANSWERS = {
    b"/empty": b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    b"/no-http": b"\x00\x01\x02 220 mail.test ESMTP\r\n",
    b"/broken": b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab",
    b"/nothing": b"",
}


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    asked = (await reader.readuntil(b"\r\n\r\n")).split()[1]
    writer.write(ANSWERS.get(asked, ANSWERS[b"/empty"]))
    await writer.drain()
    writer.close()


@pytest.fixture
async def server() -> AsyncIterator[str]:
    made = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with made:
        yield f"http://127.0.0.1:{made.sockets[0].getsockname()[1]}"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/empty", "an HTTP error and an empty page"),
        ("/no-http", "HTTP"),
        ("/broken", "not valid HTTP"),
        ("/nothing", "dropped without an answer"),
    ],
)
async def test_a_broken_answer_is_told_in_words(path: str, said: str, page: Page, server: str):
    tab = await Tab.attach(page, BrowserSettings())
    with pytest.raises(NavigationError, match=f"cannot be opened: .*{said}") as caught:
        await go_to(tab, f"{server}{path}", None, 20)
    assert "net::" not in str(caught.value)


@pytest.mark.browser
async def test_an_error_without_a_page_keeps_its_status(page: Page, server: str):
    pilot = await Pilot.take(page, Policy(scope_of(server)), BrowserSettings())
    with pytest.raises(NavigationError) as caught:
        await pilot.open(f"{server}/empty")
    assert caught.value.status == 404


def test_an_error_without_words_of_ours_is_told_by_its_name_alone():
    message = "Page.goto: net::ERR_QUIC_PROTOCOL_ERROR at http://a.test/\nCall log:\n  - navigating"
    assert (
        why_not(message, "http://a.test/")
        == "http://a.test/ cannot be opened: the browser says ERR_QUIC_PROTOCOL_ERROR"
    )
