"""The seven tools, called with the SDK's own client in memory, over stdio and over HTTP, on a real browser."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from playwright.async_api import async_playwright

from mcp_server.conftest import PATIENT, Served, called, refused
from webnavigator.errors import BadInputError, MapError
from webnavigator.llm.tokens import count_tokens
from webnavigator.mcp_server.desk import Desk
from webnavigator.mcp_server.serve import http_app, listen, serve_http
from webnavigator.mcp_server.server import make_server

pytestmark = pytest.mark.browser
TOOLS = {"navigate", "search_pages", "describe_page", "act", "explore", "report_wrong_page", "list_maps"}


async def test_the_tools_are_few_and_cheap_to_know(tmp_path: Path):
    async with Desk([tmp_path / "empty"], PATIENT) as desk, Client(make_server(desk)) as client:
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == TOOLS
        assert all(tool.description and tool.annotations for tool in tools)
        assert sum(count_tokens(tool.model_dump_json(exclude_none=True)) for tool in tools) < 2500
        assert "empty, explore fills it" in await called(client, "list_maps")
        assert "make it with the tool explore" in await refused(client, "search_pages", query="orders")
        assert "say which url" in await refused(client, "explore")


async def test_exploring_tells_its_progress(served: Served):
    assert re.match(r"[4-9] states on map shop", served.said)
    assert all(total == 20 for _, total, _ in served.progress)


async def test_a_page_is_reached_read_operated_and_stays_open(served: Served):
    async with Desk([served.path], PATIENT) as desk, Client(make_server(desk)) as client:
        there = await called(client, "navigate", query="what shipping to Europe costs")
        assert there.startswith("reached in 1 step")
        assert f"url: {served.url}/shipping" in there
        assert "title: Shipping costs" in there
        assert count_tokens(there) <= 600
        text = await called(client, "describe_page")
        assert "To Europe: 9 euros a parcel." in text
        number = re.search(r"\[(\d+) Home\]", text)
        assert number is not None
        home = await called(client, "act", action="click", ref=int(number[1]))
        assert f"url: {served.url}/" in home
        assert "numbers are new" in home
        number = re.search(r"\[(\d+) button Size chart", await called(client, "describe_page"))
        assert number is not None
        opened = await called(client, "act", action="click", ref=int(number[1]))
        close = re.search(r"\[(\d+) button Close", opened)
        assert close is not None
        assert int(close[1]) > int(number[1])
        assert "done" in await called(client, "act", action="click", ref=int(close[1]))
        assert "describe_page gives the numbers" in await refused(client, "act", action="click", ref=999)
        assert "needs text" in await refused(client, "act", action="type", ref=1)
        denied = await called(client, "act", action="press", text="Control+Enter")
        assert denied.startswith("left alone: ")


async def test_what_is_not_there_is_none_and_reports_are_heeded(served: Served):
    async with Desk([served.path], PATIENT) as desk, Client(make_server(desk)) as client:
        assert "navigate was not used" in await refused(client, "report_wrong_page")
        none = await called(client, "navigate", query="careers for astronauts")
        assert none.startswith("none: ")
        short = re.search(r"\(id ([0-9a-f]{8})\)", await called(client, "search_pages", query="orders refund", k=1))
        assert short is not None
        assert "noted" in await called(client, "report_wrong_page", instead=short[1])
        assert f"url: {served.url}/orders" in await called(client, "navigate", query="careers for astronauts")
        assert (await called(client, "navigate", query=short[1])).startswith("reached")
        stored = await called(client, "describe_page", page_id=short[1])
        assert "Two orders await their refund." in stored
        assert "no state has the id" in await refused(client, "describe_page", page_id="ffffffff")
        assert "is of another site" in await refused(client, "explore", url="https://elsewhere.example/")
        assert "there are shop" in await refused(client, "navigate", query="orders", map="nothing")


async def test_over_stdio(served: Served):
    code = "from webnavigator.cli.main import main; main()"
    arguments = ["-c", code, "mcp", "--map", str(served.path)]
    patient = {"WEBNAVIGATOR_BROWSER__ACTION_TIMEOUT_S": "30", "WEBNAVIGATOR_BROWSER__SETTLE_TIMEOUT_S": "15"}
    server = StdioServerParameters(command=sys.executable, args=arguments, env={**os.environ, **patient})
    async with Client(server, read_timeout_seconds=120) as client:
        assert f"shop (in use): {served.url}/" in await called(client, "list_maps")
        assert f"url: {served.url}/orders" in await called(client, "navigate", query="your orders")


def test_a_signal_ends_it_though_its_client_stays(tmp_path: Path):
    code = "from webnavigator.cli.main import main; main()"
    command = [sys.executable, "-c", code, "mcp", "--map", str(tmp_path / "new")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        ask = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
        process.stdin.write(json.dumps(ask).encode() + b"\n")
        process.stdin.flush()
        assert b"webnavigator" in process.stdout.readline()
        process.terminate()
        assert process.wait(60) == 143


async def test_over_http_with_a_token_and_from_nowhere_else(served: Served):
    token = "0123456789abcdef0123"
    listener = listen("127.0.0.1", 0)
    where = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    async with Desk([served.path], PATIENT) as desk:
        serving = asyncio.ensure_future(serve_http(http_app(make_server(desk), token), listener))
        sent = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=sent, timeout=60) as http:
            async with Client(streamable_http_client(where, http_client=http)) as client:
                assert "(id " in await called(client, "search_pages", query="orders")
            ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            accept = {"Accept": "application/json, text/event-stream"}
            for header, value, status in [
                ("Authorization", "Bearer wrong", 401),
                ("Origin", "https://evil.example", 403),
                ("Host", "evil.example", 421),
            ]:
                answer = await http.post(where, json=ask, headers={**accept, header: value})
                assert answer.status_code == status, header
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving


async def test_the_users_own_browser_is_used_and_left_as_it_is(served: Served, chromium_path: str, tmp_path: Path):
    port = _free_port()
    async with async_playwright() as playwright:
        arguments = ["--no-sandbox", f"--remote-debugging-port={port}"]
        context = await playwright.chromium.launch_persistent_context(
            tmp_path, executable_path=chromium_path, args=arguments
        )
        page = context.pages[0]
        await page.goto(f"{served.url}/shipping")
        async with (
            Desk([served.path], PATIENT, endpoint=f"http://127.0.0.1:{port}") as desk,
            Client(make_server(desk)) as client,
        ):
            assert (await called(client, "navigate", query="your orders")).startswith("reached")
            assert page.url == f"{served.url}/orders"
            await page.goto(f"{served.url}/shipping")  # somebody else uses it between two calls
            assert "9 euros" in await called(client, "describe_page")
        assert [open_page.url for open_page in context.pages] == [f"{served.url}/shipping"]
        await context.close()


async def test_no_browser_at_the_address_is_told(served: Served):
    endpoint = f"http://127.0.0.1:{_free_port()}"
    async with Desk([served.path], PATIENT, endpoint=endpoint) as desk, Client(make_server(desk)) as client:
        assert "--remote-debugging-port" in await refused(client, "navigate", query="your orders")


def test_what_cannot_be_served_is_told_at_the_start(tmp_path: Path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    with pytest.raises(MapError, match="not a map"):
        Desk([tmp_path / "other"], PATIENT)
    with pytest.raises(BadInputError, match="--map"):
        Desk([], PATIENT)
    with pytest.raises(BadInputError, match="too short"):
        http_app(make_server(Desk([tmp_path / "new"], PATIENT)), "short")
    with pytest.raises(BadInputError, match="choose another --port"):
        listen("127.0.0.1", 70000)


def test_maps_of_one_name_are_told_apart(tmp_path: Path):
    desk = Desk([tmp_path / "a" / "shop", tmp_path / "b" / "shop"], PATIENT)
    assert list(desk.maps) == ["shop", "shop-2"]
    with pytest.raises(BadInputError, match="say which map: there are shop, shop-2"):
        desk.pick(None)
    assert desk.pick("shop-2") is desk.pick(None)


def _free_port() -> int:
    with listen("127.0.0.1", 0) as listener:
        return int(listener.getsockname()[1])
