"""Answering questions on a little site: by links, from start pages that a bandit draws, with sources or not at all."""

from pathlib import Path

from agents.conftest import Make, question
from webnavigator.agents.asking import Finding, Place, write_answer
from webnavigator.agents.crawl import crawl
from webnavigator.agents.links import links_of
from webnavigator.agents.mango import ask_mango
from webnavigator.agents.trajectory import read_rows
from webnavigator.agents.webwalker import ask_webwalker
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

SITE = {
    "index.html": "<h1>University</h1><a href=news.html>News</a> <a href=library.html>Library</a>"
    "<h2>Law</h2><a href=law.html>Dean</a><h2>Arts</h2><a href=arts.html>Dean</a>"
    "<a href='http://elsewhere.test/'>Elsewhere</a><a href=index.html?logout=1>Log out</a>",
    "news.html": "<h1>News</h1><p>Nothing new.</p>",
    "library.html": "<h1>Library</h1><p>Open from 9 to 17.</p><a href=fees.html>Fees</a>",
    "fees.html": "<h1>Fees</h1><p>A card costs 12 euros.</p>",
    "law.html": "<h1>Law</h1>",
    "arts.html": "<h1>Arts</h1>",
}
NO = {"label": "useful", "answer": {"useful": False}}


def said(information: str, *, enough: bool) -> list[object]:
    useful = {"label": "useful", "answer": {"useful": True, "information": information}}
    return [useful, {"label": "enough", "answer": {"enough": enough}}]


def follow(label: str) -> dict[str, object]:
    """The link is chosen by where it stands in the list of this site."""
    order = ["News", "Library", "Law", "Arts"]
    return {"label": "explore", "answer": {"link": order.index(label) + 1}}


async def test_walking_collects_what_is_useful_and_answers_with_its_sources(hands: Make, tmp_path: Path):
    page = await hands(SITE)
    asked = question(
        page,
        "When is the library open and what is a card?",
        NO,
        follow("Library"),
        *said("open 9 to 17", enough=False),
        {"label": "explore", "when": "1. Fees", "answer": {"link": 1}},
        *said("a card is 12 euros", enough=True),
        {"label": "answer", "answer": {"found": True, "answer": "9 to 17; 12 euros", "sources": [1, 2]}},
        folder=tmp_path / "record",
    )
    outcome = await ask_webwalker(asked)
    assert (outcome.found, outcome.answer, outcome.ending, outcome.steps) == (True, "9 to 17; 12 euros", "stopped", 2)
    assert [source.rpartition("/")[2] for source in outcome.sources] == ["library.html", "fees.html"]
    assert [row["kind"] for row in read_rows(tmp_path / "record")] == ["run", "step", "step", "end"]


async def test_what_the_site_does_not_say_is_told(hands: Make):
    page = await hands(SITE)
    asked = question(page, "Who is the rector?", NO, {"label": "explore", "answer": {"link": None}})
    outcome = await ask_webwalker(asked)
    assert (outcome.found, outcome.answer, outcome.done) == (False, "", False)
    assert outcome.reason == "nothing on the site says it"


async def test_the_answer_is_written_from_memory_when_the_actions_are_over(hands: Make):
    page = await hands(SITE)
    asked = question(
        page,
        "When is it open?",
        *said("something", enough=False),
        follow("News"),
        NO,
        {"label": "answer", "answer": {"found": True, "answer": "something"}},
        actions=1,
    )
    outcome = await ask_webwalker(asked)
    assert (outcome.ending, outcome.found, outcome.answer) == ("steps", True, "something")


async def test_links_of_one_name_are_told_apart_and_what_leads_off_or_logs_out_is_no_link(hands: Make):
    page = await hands(SITE)
    await page.look()
    links = links_of(page.seen.elements, page.seen.url, page.pilot.policy)
    assert [link.told() for link in links] == ["News", "Library", "Dean (Law)", "Dean (Arts)"]


async def test_pages_are_crawled_and_ranked():
    asked: list[str] = []

    async def read(url: str) -> str | None:
        asked.append(url)
        return SITE.get(url.rpartition("/")[2] or "index.html")

    policy = Policy(scope_of("http://uni.test/"), exploring=False)
    places = await crawl(read, policy, "http://uni.test/", "What does a library card cost in euros?", 20, 2)
    assert [place.url for place in places] == ["http://uni.test/fees.html", "http://uni.test/library.html"]
    assert not any("logout" in url or "elsewhere" in url for url in asked)
    assert len(await crawl(read, policy, "http://uni.test/", "fees", 2, 9)) == 2


async def test_the_bandit_tries_start_pages_until_one_answers(hands: Make):
    page = await hands(SITE)
    base = page.pilot.page.url.rpartition("/")[0]
    asked = question(
        page,
        "What does a card cost?",
        {"label": "act", "answer": {"action": "stop", "text": "no"}},
        {"label": "review", "answer": {"label": "infeasible", "reason": "nothing"}},
        {"label": "act", "answer": {"action": "stop", "text": "12 euros"}},
        {"label": "review", "answer": {"label": "adequate", "content": "12 euros"}},
        {"label": "answer", "answer": {"found": True, "answer": "12 euros", "sources": [1]}},
        places=(Place(f"{base}/fees.html", "Fees", 2.0), Place(f"{base}/library.html", "Library", 1.0)),
    )
    outcome = await ask_mango(asked)
    assert (outcome.found, outcome.answer, outcome.ending) == (True, "12 euros", "stopped")
    assert outcome.usage.calls == 5


async def test_documents_are_material_too(hands: Make):
    page = await hands({"index.html": "<h1>Empty</h1>"})
    answer = {"label": "answer", "when": "12 euros", "answer": {"found": True, "answer": "12", "sources": [1]}}
    asked = question(page, "What is a card?", answer, documents=(Finding("A card: 12 euros", "fees.txt"),))
    assert (await write_answer(asked)).answer == "12"


async def test_a_map_offers_places_from_the_first_step(hands: Make):
    page = await hands(SITE)
    url = page.pilot.page.url.rpartition("/")[0] + "/fees.html"
    asked = question(
        page,
        "What is a card?",
        NO,
        {"label": "explore", "when": "5. The fees", "answer": {"link": 5}},
        *said("12 euros", enough=True),
        {"label": "answer", "answer": {"found": True, "answer": "12 euros"}},
        places=(Place(url, "The fees", 3.0),),
    )
    outcome = await ask_webwalker(asked)
    assert outcome.sources == (url,)
