"""Answering a question on a site: page, model, map, crawl and record put together."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from webnavigator.agents.asking import Finding, Place, Question, answer_with
from webnavigator.agents.base import Job, Limits, facts_of, run
from webnavigator.agents.crawl import crawl
from webnavigator.agents.hands import Hands
from webnavigator.agents.mango import ask_mango, ask_random_url
from webnavigator.agents.reflexion import run_reflexion
from webnavigator.agents.trajectory import Ending, Outcome, Trajectory
from webnavigator.agents.webwalker import ask_webwalker
from webnavigator.app.navigating import OpenNavigator, open_navigator
from webnavigator.app.tasks import page_for
from webnavigator.browser.login import LoginState
from webnavigator.browser.papers import pdf_pages
from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import BadInputError, BrowserError, BudgetSpentError, ModelError, WebNavigatorError
from webnavigator.llm.structured import Llm
from webnavigator.model.url import canonical_url

_FAILURES: Mapping[Ending, type[WebNavigatorError]] = {
    "model": ModelError,
    "browser": BrowserError,
    "budget": BudgetSpentError,
}
"""What a run that ended so would have raised."""

Method = Literal["webwalker", "mango", "react", "reflexion", "random-url"]
_PLACES = 10


@dataclass(frozen=True, slots=True)
class AskOptions:
    """How a question is answered.

    Attributes:
        method: see `Method`.
        map_dir: map of the site: its states are offered as places to start from.
        actions: most pages visited (WebWalker), most steps (ReAct and Reflexion).
        crawl_pages: without a map, most pages that Mango and Random-URL read to find places to start from.
        faithful: as published.
        seed: of everything drawn at random.
        documents: text or PDF files that the answer may rest on as well.
        out: folder for the record; None: none is kept.
    """

    method: Method = "webwalker"
    map_dir: Path | None = None
    actions: int = 15
    crawl_pages: int = 60
    faithful: bool = False
    seed: int = 0
    documents: tuple[Path, ...] = ()
    out: Path | None = None


async def ask(
    url: str,
    text: str,
    llm: Llm,
    settings: Settings,
    *,
    options: AskOptions | None = None,
    login: LoginState | None = None,
    progress: Callable[[str], None] | None = None,
    at_end: Callable[[Pilot, Outcome], Awaitable[None]] | None = None,
) -> Outcome:
    """Answer a question from what a site says, with sources, or say that it does not say it.

    Args:
        url: page of the site to start from.
        text: the question.
        llm: the model, with its budget.
        settings: browser and retrieval.
        options: None: the defaults.
        login: cookies and storage to start with.
        progress: called with a line for each step.
        at_end: called with the page as the agent left it, before it is closed.

    Raises:
        UserError: the address, the question, the map or a document cannot be used.
        NavigationError: the start page cannot be opened.
        BrowserMissingError: no browser can be started.
        StoreError: the record cannot be written.
    """
    options = options or AskOptions()
    if not text.strip():
        raise BadInputError("the question is empty")
    root_url = root_of(url)
    documents = tuple(_document(path) for path in options.documents)
    with ExitStack() as opened:
        navigators: dict[str, OpenNavigator] = {}
        if options.map_dir is not None:
            navigator = open_navigator(options.map_dir, settings)
            opened.callback(navigator.close)
            if not navigator.policy.scope.contains(root_url):
                raise BadInputError(f"{options.map_dir} is a map of {navigator.start_url} and not of {root_url}")
            navigators[urlsplit(root_url).netloc] = navigator
        async with page_for(root_url, navigators, settings, login) as pilot:
            await pilot.open(root_url)
            places = _places(text, navigators)
            if not places and options.method in ("mango", "random-url"):
                places = await crawl(pilot.fetch_text, pilot.policy, root_url, text, options.crawl_pages, _PLACES)
            question = Question(text, root_url, llm, Hands(pilot), Trajectory(options.out), tuple(places), documents)
            question.actions, question.faithful, question.seed = options.actions, options.faithful, options.seed
            question.progress = progress
            outcome = await _answer(question, options.method)
            if at_end is not None:
                await at_end(pilot, outcome)
            return outcome


async def _answer(question: Question, method: Method) -> Outcome:
    match method:
        case "webwalker":
            return await ask_webwalker(question)
        case "mango":
            return await ask_mango(question)
        case "random-url":
            return await ask_random_url(question)
        case _:
            return await _by_steps(question, method)


async def _by_steps(question: Question, method: Method) -> Outcome:
    """ReAct and Reflexion: a task's loop whose answer is what was found."""

    async def search(asked: Question) -> Ending:
        task = f"Answer from this site, by reading only: {asked.text}"
        job = Job(task, asked.llm, asked.hands, Trajectory(None), Limits(asked.actions), "react", verify=False)
        job.progress = asked.progress
        outcome = await (run_reflexion(job, asked.root_url) if method == "reflexion" else run(job))
        asked.steps = outcome.steps
        if outcome.answer:
            asked.findings.append(Finding(outcome.answer, outcome.url))
        failure = _FAILURES.get(outcome.ending)
        if failure is not None:
            raise failure(outcome.reason)
        return outcome.ending

    job = Job(question.text, question.llm, question.hands, question.trajectory, Limits(question.actions))
    question.trajectory.start(**facts_of(job, method, root_url=question.root_url))
    return await answer_with(question, search)


def _places(text: str, navigators: dict[str, OpenNavigator]) -> list[Place]:
    """The pages of a map that fit a question; states that only a path reaches are left out."""
    found: list[Place] = []
    for navigator in navigators.values():
        for hit in navigator.search(text, _PLACES).hits:
            node = navigator.graph.node(hit.node_id)
            if node is not None and node.url not in [place.url for place in found]:
                found.append(Place(node.url, node.title or node.name or node.url, hit.score))
    return found


def root_of(url: str) -> str:
    """The address of a site's page as a person gives it, with or without https.

    Raises:
        BadInputError: it is no address.
    """
    try:
        return canonical_url(url if "://" in url else f"https://{url}")
    except ValueError as error:
        raise BadInputError(f"not an address: {url} ({error})") from None


def _document(path: Path) -> Finding:
    try:
        data = path.read_bytes()
        text = "\n".join(pdf_pages(data)) if path.suffix.lower() == ".pdf" else data.decode("utf-8")
    except (OSError, UnicodeDecodeError, BadInputError) as error:
        raise BadInputError(f"the document {path} cannot be read as text: {error}") from None
    return Finding(text[:20_000], path.name)
