"""Questions on a site: written by a model, and dropped when they do not hold."""

from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from webnavigator.agents.crawl import SitePage, read_site
from webnavigator.bench.make_qa import Made, Recipe, Yield, appending, difficulty, flaw, make_qa, pairs, singles
from webnavigator.bench.webwalkerqa import load_questions
from webnavigator.errors import BudgetSpentError, ModelError
from webnavigator.llm.base import Reply, Request
from webnavigator.llm.scripted import ScriptedModel
from webnavigator.llm.structured import Llm
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

FILL = "and so on, as every year in the old town hall by the river, " * 5


def page(name: str, text: str, *path: str) -> SitePage:
    return SitePage(f"https://s.test/{name}", name, f"{text} {FILL}", path)


ROOT = page("", "Welcome to the town.")
FAIR = page("fair", "The spring fair of Lowton takes place on 3 May 2025.", "News")
PRICE = page("price", "A stall at the fair costs 40 euros.", "News", "Fair prices")
SITE = [ROOT, FAIR, PRICE]
DATE = {
    "question": "When is Lowton's spring fair in 2025?",
    "answer": "3 May 2025",
    "quotes": ["takes place on 3 May 2025"],
}


class Poor(ScriptedModel):
    """Its script is all that there is money for."""

    @override
    async def answer(self, request: Request) -> Reply:
        try:
            return await super().answer(request)
        except ModelError:
            raise BudgetSpentError("all is spent") from None


def made(**fields: Any) -> Made:
    return Made.model_validate({**DATE, **fields})


def say(label: str, answer: object, when: str = "") -> dict[str, object]:
    return {"label": label, "when": when, "answer": answer}


async def cook(*steps: object, count: int = 1, pages: list[SitePage] | None = None, known: Any = ()) -> Yield:
    rows: list[dict[str, Any]] = []
    return await make_qa(pages or SITE, Llm(ScriptedModel(list(steps))), Recipe(count), rows.append, known)


NOTHING = say("make-qa", {"question": ""})


async def test_a_question_is_kept_when_its_page_answers_it_and_nothing_else_does():
    unknown = say("try-qa", {"answer": ""}, "There is no material")
    found = await cook(say("make-qa", DATE, "spring fair"), say("try-qa", {"answer": "3 may 2025."}), unknown, NOTHING)
    (row,) = found.rows
    assert (row["type"], row["difficulty_level"], row["golden_path"]) == ("single_source", "easy", ["root->News"])
    assert (row["root_url"], row["source_website"]) == ("https://s.test/", ["https://s.test/fair"])
    assert found.dropped == {"the pages are no good for a question": 1}


@pytest.mark.parametrize(
    ("tries", "reason"),
    [
        ([""], "its answer is not found on its pages"),
        (["3 May 2025", "3 May 2025"], "it is answered without the site"),
    ],
)
async def test_a_question_that_does_not_hold_is_dropped(tries: list[str], reason: str):
    steps = [say("try-qa", {"answer": answer}) for answer in tries]
    found = await cook(say("make-qa", DATE), *steps, NOTHING, pages=[ROOT, FAIR])
    assert (found.rows, found.dropped) == ([], {reason: 1})


async def test_of_two_pages_neither_may_be_enough():
    both = {
        "question": "When is Lowton's spring fair in 2025, and what is a stall?",
        "answer": "3 May; 40 euros",
        "quotes": ["3 May 2025", "costs 40 euros"],
    }
    tries = [say("try-qa", {"answer": answer}) for answer in ("3 May; 40 euros", "", "3 May", "")]
    steps = [NOTHING, NOTHING, say("make-qa", both), *tries, say("grade", {"correct": False})]
    found = await cook(*steps)
    (row,) = found.rows
    assert (row["type"], row["difficulty_level"]) == ("multi_source", "medium")
    enough = [say("try-qa", {"answer": answer}) for answer in ("3 May; 40 euros", "", "3 May and 40")]
    found = await cook(NOTHING, NOTHING, say("make-qa", both), *enough, say("grade", {"correct": True}))
    assert found.dropped["one of its pages is enough"] == 1


def test_what_code_can_see_to_be_wrong():
    assert flaw(made(), [FAIR], "en", ()) == ""
    wrong = {
        "another language": flaw(made(), [FAIR], "zh", ()),
        "asked before": flaw(made(), [FAIR], "en", ["when is lowton's spring fair, in 2025"]),
        "address": flaw(made(question="What is at https://s.test?"), [FAIR], "en", ()),
        "one for each page": flaw(made(), [FAIR, PRICE], "en", ()),
        "does not stand": flaw(made(quotes=["on 4 May 2025"]), [FAIR], "en", ()),
        "gives the answer away": flaw(made(question="Is the fair on 3 May 2025?"), [FAIR], "en", ()),
    }
    assert all(part in told for part, told in wrong.items()), wrong


def test_difficulty_is_by_links_from_the_root():
    deep = page("deep", "", "a", "b", "c")
    assert [difficulty(chosen) for chosen in ([FAIR], [PRICE], [deep])] == ["easy", "medium", "hard"]
    assert [difficulty(chosen) for chosen in ([FAIR, FAIR], [FAIR, deep], [deep, PRICE])] == ["easy", "medium", "hard"]


def test_pages_are_chosen_in_turn_from_each_depth_and_paired_by_what_they_are_about():
    hours = page("hours", "Swimming pool: open 9 to 5.", "Sport")
    chosen = [[one.url[15:] for one in pages] for pages in singles([*SITE, hours], 1)]
    assert chosen[1] == ["price"]
    assert sorted(chosen) == [["fair"], ["hours"], ["price"]]
    assert {FAIR.url, PRICE.url} in [{one.url for one in pages} for pages in pairs([*SITE, hours], 1)]


async def test_work_goes_on_from_what_was_kept_and_is_read_as_a_benchmark(tmp_path: Path):
    path = tmp_path / "qa" / "town.jsonl"
    steps = [say("make-qa", DATE), say("try-qa", {"answer": "3 May 2025"}), say("try-qa", {"answer": ""})]
    with pytest.raises(BudgetSpentError):
        await make_qa(SITE, Llm(Poor(steps)), Recipe(2), appending(path))
    (asked,) = load_questions(path)
    assert (asked.question, asked.answer, asked.kind) == (DATE["question"], "3 May 2025", "single_source")


async def test_a_crawl_tells_the_labels_that_lead_to_a_page():
    files = {
        "https://s.test/": "<title>Town</title><a href=/news><b>News</b> and more</a><a href='/img'><img></a>",
        "https://s.test/news": "<a href=/fair>Fair</a><a href=/>Home</a><script>no</script><p>Old &amp; new",
        "https://s.test/fair": "<p>3 May",
    }

    async def read(url: str) -> str | None:
        return files.get(url)

    found = await read_site(read, Policy(scope_of("https://s.test/"), exploring=False), "https://s.test/", 9)
    assert [(one.url[14:], one.path) for one in found] == [
        ("/", ()), ("/news", ("News and more",)), ("/fair", ("News and more", "Fair")),
    ]  # fmt: skip
    assert found[1].text == "Fair Home Old & new"
