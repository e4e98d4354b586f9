"""Judging a WebArena task that was done: once, after its end, all or nothing; no text of it is run as Python."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from webnavigator.bench.answers import cleaned, includes_all, is_at, is_exactly, listed
from webnavigator.bench.named import Shop
from webnavigator.bench.page_checks import PATIENCE_S, Page, judge_pages
from webnavigator.bench.tasks import TaskSpec
from webnavigator.bench.verdict import Judged, all_of
from webnavigator.errors import ModelError
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Llm

NO_JUDGE = "needs a model as judge: --judge-model NAME"


class Alike(BaseModel):
    """Whether two answers say the same."""

    reason: str = Field(default="", description="One sentence.")
    correct: bool


@dataclass(frozen=True, slots=True)
class Means:
    """What a judgement may use.

    Attributes:
        page: the page at the end; it is navigated.
        llm: judge of likeness; None: tasks that need one cannot be judged.
        shop: the interface that some tasks ask; None: those cannot be judged.
        patience_s: how long a page may take to show what is asked for.
    """

    page: Page
    llm: Llm | None = None
    shop: Shop | None = None
    patience_s: float = PATIENCE_S


async def judge(spec: TaskSpec, answer: str, means: Means) -> Judged:
    """Whether a task was done; what fails first ends the judgement."""
    wanted = spec.evaluation
    verdicts: list[Judged] = []
    if "string_match" in wanted.eval_types:
        verdicts.append(await _strings(spec, answer, means.llm))
    if "url_match" in wanted.eval_types and not is_at(means.page.url, wanted.reference_url or ""):
        verdicts.append(Judged(0, f"ended at {means.page.url}"))
    if "program_html" in wanted.eval_types and all(verdict.score != 0 for verdict in verdicts):

        async def like(text: str, references: Sequence[str]) -> Judged:
            return await _alike("The page shows what is asked for", text, references, means.llm)

        verdicts.append(await judge_pages(wanted.program_html or (), means.page, means.shop, like, means.patience_s))
    return all_of(verdicts)


async def _strings(spec: TaskSpec, given: str, llm: Llm | None) -> Judged:
    answer = cleaned(given)
    verdicts: list[Judged] = []
    for way, reference in (spec.evaluation.reference_answers or {}).items():
        references = listed(reference)
        match way:
            case "exact_match":
                verdict = Judged(int(all(is_exactly(answer, one) for one in references)))
            case "must_include":
                verdict = Judged(int(includes_all(answer, references)))
            case "fuzzy_match":
                verdict = await _fuzzy(spec, given, reference, llm)
        if verdict.score == 0:
            return Judged(0, verdict.reason or f"{way}: the answer was “{given[:200]}”")
        verdicts.append(verdict)
    return all_of(verdicts)


async def _fuzzy(spec: TaskSpec, given: str, reference: str | list[str], llm: Llm | None) -> Judged:
    """By a model; that something cannot be done may be said in that one word as well."""
    if reference != "N/A":
        return await _alike(spec.intent, given, listed(reference), llm)
    if is_exactly(cleaned(given), "N/A"):
        return Judged(1)
    return await _alike(spec.intent, given, [f"it cannot be done: {spec.evaluation.string_note or ''}"], llm)


async def _alike(task: str, answer: str, references: Sequence[str], llm: Llm | None) -> Judged:
    if llm is None:
        return Judged(None, NO_JUDGE)
    for reference in references:
        told = fence(answer[:20_000] or "(none)", "answer")
        text = f"Task: {task}\nReference answer: {reference}\nAnswer to grade:\n{told}"
        try:
            verdict = await llm.ask("judge", prompt("judge"), text, Alike, temperature=0.0)
        except ModelError as error:
            return Judged(None, f"the judge did not answer: {error}", failed=True)
        if not verdict.correct:
            return Judged(0, f"fuzzy_match: {verdict.reason or f'not like “{reference[:100]}”'}")
    return Judged(1)
