"""Judging a task that was done: once, after its end, all or nothing, and without running any text as Python."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from webnavigator.bench.answers import cleaned, holds, includes_all, is_at, is_exactly
from webnavigator.bench.tasks import PageCheck, TaskSpec
from webnavigator.errors import ModelError, NavigationError
from webnavigator.llm.prompt import prompt
from webnavigator.llm.structured import Llm

_POST_URL = re.compile(r"(.*/f/[^/]+/\d+)(?:/|$)")
_POLLS, _POLL_S = 6, 2.0
"""Single-page applications show late what was saved."""


class Page(Protocol):
    """The page at the end of a task."""

    @property
    def url(self) -> str:
        """Its address."""
        ...

    async def open(self, url: str) -> None:
        """Open another address.

        Raises:
            NavigationError: it cannot be opened.
        """
        ...

    async def value(self, expression: str) -> str:
        """What a JavaScript expression gives on the page, as text; "" when it throws."""
        ...


class Alike(BaseModel):
    """Whether two answers say the same."""

    reason: str = Field(default="", description="One sentence.")
    correct: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict.

    Attributes:
        score: 1 or 0; None when it cannot be judged here.
        reason: which part failed, or why it cannot be judged.
    """

    score: int | None
    reason: str = ""


async def judge(spec: TaskSpec, answer: str, page: Page, llm: Llm | None = None) -> Judged:
    """Whether a task was done.

    Args:
        spec: the task.
        answer: what the agent answered.
        page: its page at the end; it is navigated.
        llm: judge of likeness; None: tasks that need one cannot be judged.
    """
    wanted, last = spec.evaluation, page.url
    if "string_match" in wanted.eval_types:
        judged = await _strings(spec, answer, llm)
        if judged.score != 1:
            return judged
    if "url_match" in wanted.eval_types and not is_at(last, wanted.reference_url or ""):
        return Judged(0, f"ended at {last}")
    if "program_html" in wanted.eval_types:
        return await _pages(wanted.program_html or (), last, page)
    return Judged(1)


async def _strings(spec: TaskSpec, answer: str, llm: Llm | None) -> Judged:
    for way, reference in (spec.evaluation.reference_answers or {}).items():
        listed = [reference] if isinstance(reference, str) else reference
        if way == "exact_match":
            fits = all(is_exactly(answer, one) for one in listed)
        elif way == "must_include":
            fits = includes_all(answer, listed)
        elif way == "fuzzy_match":
            alike = await _alike(spec, answer, listed, llm)
            if alike is None:
                return Judged(None, "needs a model as judge: --judge MODEL")
            fits = alike
        else:
            return Judged(None, f"a way of comparing that is not known: {way}")
        if not fits:
            return Judged(0, f"{way}: the answer was “{answer[:200]}”")
    return Judged(1)


async def _alike(spec: TaskSpec, answer: str, references: Sequence[str], llm: Llm | None) -> bool | None:
    """By a model; that something cannot be done may be said in that one word as well."""
    impossible = [cleaned(one) for one in references] == ["n/a"]
    if impossible and cleaned(answer) == "n/a":
        return True
    if llm is None:
        return None
    wanted = [f"it cannot be done: {spec.evaluation.string_note}"] if impossible else references
    for reference in wanted:
        text = f"Task: {spec.intent}\nReference answer: {reference}\nAnswer to grade: {answer or '(none)'}"
        try:
            if not (await llm.ask("judge", prompt("judge"), text, Alike)).correct:
                return False
        except ModelError:
            return None
    return True


async def _pages(checks: Sequence[PageCheck], last: str, page: Page) -> Judged:
    for check in checks:
        url = _address(check.url, last)
        if url is None or check.locator.startswith("func:"):
            return Judged(None, f"needs a helper of the benchmark's own site: {check.url} {check.locator}"[:200])
        found = await _content(check, url, page)
        if found is not None:
            return Judged(0, f"{check.locator or 'the page'} at {url}: {found[:200]!r}")
    return Judged(1)


def _address(url: str, last: str) -> str | None:
    """The address meant; None for helpers that only the benchmark's own sites serve."""
    if url == "last":
        return last
    if url.startswith("func:reddit_get_post_url"):
        match = _POST_URL.match(last)
        return match[1] if match else last
    if url.startswith("func:"):
        return None
    return url.replace("__last_url__", last)


async def _content(check: PageCheck, url: str, page: Page) -> str | None:
    """None when what is required is there; else what is there instead."""
    try:
        if urlsplit(page.url) != urlsplit(url):
            await page.open(url)
    except NavigationError as error:
        return str(error)
    for expression in check.prep_actions:
        await page.value(expression)
    content = ""
    for attempt in range(_POLLS):
        if attempt:
            await asyncio.sleep(_POLL_S)
        content = await page.value(check.locator or "document.documentElement.outerHTML")
        if holds(content, check.required_contents):
            return None
    return content
