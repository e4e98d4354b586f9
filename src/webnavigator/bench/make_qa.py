"""Making questions on a site and their answers, as WebWalkerQA was made (arXiv 2501.07572, section 3).

Pages are crawled, a model writes questions on one page or on two, and what does not hold is dropped: an answer must
follow from words that stand on its pages, be found again by somebody who has only the pages, and not be known without
them; a question on two pages must not be answered by one of them alone.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

from pydantic import BaseModel, Field

from webnavigator.agents.crawl import SitePage
from webnavigator.agents.relevance import bm25
from webnavigator.bench.webwalkerqa import Grade
from webnavigator.errors import NonsenseError, StoreError
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm

Language = Literal["en", "zh"]
_NAMES = {"en": "English", "zh": "Chinese"}
_LEAST_TEXT = 200
"""Characters that a page must say to be asked about."""
_SHOWN = 8000
_HAN = re.compile(r"[\u4e00-\u9fff]")
_FOLD = re.compile(r"\W+")


class Made(BaseModel):
    """A question and its answer, or none."""

    question: str = Field(description="The question; empty when the pages are no good for one.")
    answer: str = Field(default="", description="The answer, as short as it can be.")
    quotes: list[str] = Field(
        default_factory=list[str], description="For each page in order: the words on it that the answer follows from."
    )


class Tried(BaseModel):
    """An answer to a question."""

    answer: str = Field(default="", description="The answer; empty when it cannot be known.")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is to be made.

    Attributes:
        count: questions on one page, and as many on two.
        language: of the questions.
        seed: of the choice of pages.
        domain: kind of site, noted with each question.
    """

    count: int = 10
    language: Language = "en"
    seed: int = 0
    domain: str = ""


@dataclass(slots=True)
class Yield:
    """What came of it.

    Attributes:
        rows: in WebWalkerQA's form.
        dropped: how many questions were dropped, by reason.
    """

    rows: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    dropped: dict[str, int] = field(default_factory=dict[str, int])


Keep = Callable[[dict[str, Any]], None]


async def make_qa(
    pages: Sequence[SitePage], llm: Llm, recipe: Recipe, keep: Keep, known: Sequence[dict[str, Any]] = ()
) -> Yield:
    """Make questions until there are enough or the pages are used up.

    Args:
        pages: of one site, the root page first.
        llm: the model that writes and checks.
        recipe: see `Recipe`.
        keep: called with each row that holds, as soon as it does.
        known: rows made earlier, which count and whose pages are not asked about again.

    Raises:
        ModelError: the model does not answer, or its budget is used up; what was kept is kept.
        StoreError: `keep` could not write.
    """
    found = Yield(list(known))
    for kind, choices in (("single_source", singles(pages, recipe.seed)), ("multi_source", pairs(pages, recipe.seed))):
        for chosen in choices:
            if sum(row["type"] == kind for row in found.rows) >= recipe.count:
                break
            urls = [page.url for page in chosen]
            if any(row["source_website"] == urls for row in found.rows):
                continue
            try:
                made, reason = await _made(chosen, llm, recipe.language, [row["Question"] for row in found.rows])
            except NonsenseError:
                made, reason = None, "the model gave no usable answer"
            if made is None:
                found.dropped[reason] = found.dropped.get(reason, 0) + 1
                continue
            row = row_of(made, chosen, pages[0].url, recipe)
            found.rows.append(row)
            keep(row)
    return found


def singles(pages: Sequence[SitePage], seed: int) -> list[tuple[SitePage, ...]]:
    """Pages to ask about, in turn from each depth, so that all difficulties come up."""
    by_depth: dict[int, list[SitePage]] = {}
    for page in pages:
        if page.path and len(page.text) >= _LEAST_TEXT:
            by_depth.setdefault(len(page.path), []).append(page)
    chance = Random(seed)  # noqa: S311 - a choice of pages, no secret
    for listed in by_depth.values():
        chance.shuffle(listed)
    turns = max((len(listed) for listed in by_depth.values()), default=0)
    return [(by_depth[depth][at],) for at in range(turns) for depth in sorted(by_depth) if at < len(by_depth[depth])]


def pairs(pages: Sequence[SitePage], seed: int) -> list[tuple[SitePage, ...]]:
    """Two pages each that are about like things: a page, and the one whose text fits its title best."""
    usable = [chosen[0] for chosen in singles(pages, seed)]
    found: dict[frozenset[str], tuple[SitePage, ...]] = {}
    for page in usable:
        others = [other for other in usable if other.url != page.url]
        scores = bm25(page.title or " ".join(page.path), [f"{other.title} {other.text}" for other in others])
        ranked = sorted(zip(scores, others, strict=True), key=lambda scored: (-scored[0], scored[1].url))
        if ranked:
            found.setdefault(frozenset({page.url, ranked[0][1].url}), (page, ranked[0][1]))
    return list(found.values())


def difficulty(chosen: Sequence[SitePage]) -> str:
    """By links from the root: of one page 1, 2 or more; of two pages in sum up to 2, up to 4 or more.

    These are the bounds that hold for all single-source and for 339 of 340 multi-source rows of the published data.
    """
    clicks = sum(len(page.path) for page in chosen)
    easy, medium = (1, 2) if len(chosen) == 1 else (2, 4)
    return "easy" if clicks <= easy else "medium" if clicks <= medium else "hard"


def row_of(made: Made, chosen: Sequence[SitePage], root_url: str, recipe: Recipe) -> dict[str, Any]:
    """A question as WebWalkerQA's file has it."""
    return {
        "Question": made.question,
        "answer": made.answer,
        "root_url": root_url,
        "domain": recipe.domain,
        "type": "single_source" if len(chosen) == 1 else "multi_source",
        "difficulty_level": difficulty(chosen),
        "lang": recipe.language,
        "source_website": [page.url for page in chosen],
        "golden_path": ["->".join(("root", *page.path)) for page in chosen],
    }


async def _made(
    chosen: Sequence[SitePage], llm: Llm, language: Language, earlier: Sequence[str]
) -> tuple[Made | None, str]:
    """A question that holds, or why there is none."""
    name = _NAMES[language]
    made = await llm.ask("make-qa", prompt("make_qa", language=name, pages=str(len(chosen))), _shown(chosen), Made)
    if not made.question.strip() or not made.answer.strip():
        return None, "the pages are no good for a question"
    reason = flaw(made, chosen, language, earlier)
    if reason:
        return None, reason
    if not await _answered(llm, made, chosen):
        return None, "its answer is not found on its pages"
    if await _answered(llm, made, ()):
        return None, "it is answered without the site"
    for page in chosen if len(chosen) > 1 else ():
        if await _answered(llm, made, (page,)):
            return None, "one of its pages is enough"
    return made, ""


def flaw(made: Made, chosen: Sequence[SitePage], language: Language, earlier: Sequence[str]) -> str:
    """What code can see that is wrong with a question, in words; "" when nothing is."""
    if bool(_HAN.search(made.question)) != (language == "zh"):
        return "it is in another language"
    if "http" in made.question.lower() or any(folded(made.question) == folded(other) for other in earlier):
        return "it names an address, or was asked before"
    if len(made.quotes) != len(chosen):
        return "its quotes are not one for each page"
    for quote, page in zip(made.quotes, chosen, strict=True):
        if not folded(quote) or folded(quote) not in folded(page.text):
            return "a quote does not stand on its page"
    return "the question gives the answer away" if folded(made.answer) in folded(made.question) else ""


def folded(text: str) -> str:
    """Letters and digits alone, so that blanks, marks and case do not count."""
    return _FOLD.sub("", text).casefold()


async def _answered(llm: Llm, made: Made, material: Sequence[SitePage]) -> bool:
    """Whether the question is answered rightly from some pages, or from none."""
    text = f"Question: {made.question}\n\n{_shown(material) if material else 'There is no material.'}"
    tried = await llm.ask("try-qa", prompt("try_qa"), text, Tried, temperature=0.0)
    if not tried.answer.strip():
        return False
    if folded(tried.answer) == folded(made.answer):
        return True
    text = (
        f"Question: {made.question}\n\nReference answer: {made.answer}\n\n"
        f"Answer to grade:\n{fence(tried.answer[:4000], 'answer')}"
    )
    return (await llm.ask("grade", prompt("grade"), text, Grade, temperature=0.0)).correct


def _shown(pages: Sequence[SitePage]) -> str:
    return "\n\n".join(f"Page {at}: {page.title}\n{fence(page.text[:_SHOWN])}" for at, page in enumerate(pages, 1))


def appending(path: Path) -> Keep:
    """Appends rows to a file, one JSON object a line.

    Raises (when called):
        StoreError: the file cannot be written.
    """

    def keep(row: dict[str, Any]) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}") from error

    return keep
