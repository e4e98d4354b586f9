"""Retrieve, reason, teleport on small sites, in a real browser."""

from dataclasses import replace

import pytest

from webnavigator.app import explore, goto, open_navigator, search
from webnavigator.config import load_settings
from webnavigator.errors import BadInputError, MapError
from webnavigator.model.action import Click, Locator

pytestmark = pytest.mark.browser
SETTINGS = load_settings(explore={"max_minutes": 3.0}, browser={"navigation_timeout_s": 10.0})


@pytest.fixture(scope="module")
async def mapped(chromium_path: str, tmp_path_factory):
    """The site with two nested dialogs, explored once."""
    from sites.harness import serve

    where = tmp_path_factory.mktemp("maps") / "dialogs"
    with serve("dialog-native") as site:
        await explore(site.url, where, SETTINGS)
        yield site, where


async def test_a_state_without_an_address_is_reached_on_a_page_of_the_users(mapped, page) -> None:
    _site, where = mapped
    async with open_navigator(where, SETTINGS) as navigator:
        inner = max(
            (node for node in navigator.graph.nodes if node.url_reachable is False), key=lambda node: node.depth
        )
        from webnavigator.browser.perform import Pilot

        pilot = await Pilot.take(page, navigator.policy, SETTINGS.browser)
        arrival = await navigator.go(pilot, inner.id)
        await pilot.release()
        assert navigator.store.uses()[inner.id] >= 1
    assert arrival.outcome == "reached"
    assert next(step.action for step in arrival.path) == "goto"
    assert len(arrival.path) == inner.depth + 1
    assert await page.evaluate("document.querySelectorAll('dialog[open]').length") >= 1


async def test_words_lead_to_a_page_and_the_answer_says_why(site, tmp_path, page) -> None:
    served = site("zh-shop")
    await explore(served.url, tmp_path / "map", SETTINGS)
    async with open_navigator(tmp_path / "map", SETTINGS) as navigator:
        arrival = await navigator.navigate(page, "手机")
    assert arrival.outcome == "reached"
    assert arrival.url == page.url
    assert arrival.reason
    assert 0 <= arrival.score <= 1
    assert arrival.candidates


async def test_a_section_that_is_named_is_gone_to(site, tmp_path, page) -> None:
    pages = tmp_path / "site"
    pages.mkdir()
    (pages / "site.json").write_text("{}")
    body = "<ul><li><a href='#late'>Late payments</a><li><a href='#fees'>Fees</a></ul><h2 id=late>Late payments</h2>"
    (pages / "index.html").write_text("<title>Start</title><a href=terms.html>Terms of payment</a>")
    (pages / "terms.html").write_text(f"<title>Terms of payment</title><h1>Terms of payment</h1>{body}")
    await explore(site(pages).url, tmp_path / "map", SETTINGS)
    async with open_navigator(tmp_path / "map", SETTINGS) as navigator:
        whole = await navigator.navigate(page, "terms of payment")
        arrival = await navigator.navigate(page, "terms of payment: what is said of late payments")
    assert (arrival.outcome, whole.outcome) == ("reached", "reached")
    assert arrival.url == page.url == f"{whole.url}#late"


async def test_what_is_not_there_is_none_and_the_page_stays(mapped, page) -> None:
    site, where = mapped
    await page.goto(site.url)
    async with open_navigator(where, SETTINGS) as navigator:
        arrival = await navigator.navigate(page, "quarterly payroll of the zebra department")
    assert arrival.outcome == "none"
    assert arrival.node is None
    assert page.url == site.url


async def test_a_locator_that_no_longer_fits_is_healed_and_kept(mapped, page) -> None:
    _site, where = mapped
    async with open_navigator(where, SETTINGS) as navigator:
        edge = next(e for e in navigator.graph.edges if isinstance(e.action, Click) and e.verified)
        stale = replace(edge.action.target, xpath="/html[1]/body[1]/nowhere[1]")
        moved = replace(edge, action=Click(stale))
        navigator.graph.add_edge(moved)
        navigator.store.put_edge(moved)
        avoid = [edge.id]
        path = navigator.graph.shortest_path(edge.target, avoid=avoid)
        assert path is not None
        from webnavigator.browser.perform import Pilot
        from webnavigator.browser.replay import replay

        pilot = await Pilot.take(page, navigator.policy, SETTINGS.browser)
        replayed = await replay(pilot, path, navigator.teleport.expected)
        navigator.lessons.learn(replayed)
        await pilot.release()
        assert replayed.outcome == "reached"
        healed = navigator.store.heals()[moved.id][0]
    assert isinstance(healed, Locator)
    assert healed.xpath == edge.action.target.xpath


async def test_a_failed_edge_is_planned_around(mapped, page) -> None:
    _site, where = mapped
    async with open_navigator(where, SETTINGS) as navigator:
        edge = next(e for e in navigator.graph.edges if isinstance(e.action, Click) and e.verified)
        broken = replace(
            edge,
            action=Click(Locator("/html[1]/body[1]/gone[1]", "button", "No such control")),
            tries=9,
            successes=9,
            seconds=0.1,
        )
        navigator.graph.add_edge(broken)
        first = navigator.graph.shortest_path(edge.target)
        assert first is not None
        assert broken in first.steps
        from webnavigator.browser.perform import Pilot

        pilot = await Pilot.take(page, navigator.policy, SETTINGS.browser)
        arrival = await navigator.go(pilot, edge.target)
        await pilot.release()
    assert arrival.outcome == "reached"


async def test_goto_saves_a_picture(mapped, tmp_path) -> None:
    _site, where = mapped
    arrival = await goto(where, "first dialog", SETTINGS, screenshot=tmp_path / "there.png")
    assert (tmp_path / "there.png").read_bytes().startswith(b"\x89PNG")
    assert arrival.seconds.retrieve > 0


def test_searching_needs_words_and_a_map(mapped, tmp_path) -> None:
    _, where = mapped
    for words in ("", "   ", "?!…"):
        with pytest.raises(BadInputError):
            search(where, words, 5, SETTINGS)
    with pytest.raises(MapError):
        search(tmp_path / "nothing", "words", 5, SETTINGS)
    assert search(where, "dialog " * 10_000, 5, SETTINGS)


async def test_searches_are_made_with_the_users_words(site, tmp_path, page) -> None:
    served = site("search-box")
    await explore(served.url, tmp_path / "map", SETTINGS)
    async with open_navigator(tmp_path / "map", SETTINGS) as navigator:
        arrival = await navigator.navigate(page, "search results for egret")
    assert arrival.outcome == "reached"
    assert "egret" in page.url
