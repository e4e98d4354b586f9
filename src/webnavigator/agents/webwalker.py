"""WebWalker (arXiv 2501.07572): an explorer that follows links, and a critic that keeps what is useful.

Where the published code falls short: links resolve against the page they are on, equal labels are told apart, the root
page reaches the critic, what was seen and what is still to see is kept by code, and the answer is written from memory
whatever ends the walk.
"""

from pydantic import BaseModel, Field

from webnavigator.agents.asking import Finding, Question, answer_with
from webnavigator.agents.links import Link, links_of
from webnavigator.agents.observe import View
from webnavigator.agents.trajectory import Ending, Outcome
from webnavigator.browser.papers import PDF_TYPE
from webnavigator.llm.prompt import fence, prompt
from webnavigator.model.action import Goto, action_to_json
from webnavigator.model.url import canonical_url

_MOST_LINKS = 120
_MOST_EARLIER = 40


class Pick(BaseModel):
    """The explorer's choice."""

    thought: str = Field(default="", description="Why, in one sentence.")
    link: int | None = Field(description="Number of the link to follow; null when none is worth it.")


class Usefulness(BaseModel):
    """The critic's first look."""

    useful: bool = Field(description="The page says something that helps to answer the question.")
    information: str = Field(default="", description="What it says, with all names, numbers and dates needed.")


class Sufficiency(BaseModel):
    """The critic's second look."""

    enough: bool = Field(description="What was kept answers the whole question.")


async def ask_webwalker(question: Question) -> Outcome:
    """Answer a question by walking the site link by link."""
    question.trajectory.start(
        task=question.text, agent="webwalker", model=question.llm.model.name, root_url=question.root_url,
        faithful=question.faithful, limits={"steps": question.actions},
    )  # fmt: skip
    return await answer_with(question, walk)


async def walk(question: Question) -> Ending:
    """Walk until the critic has enough, no link is worth it, or the actions are over."""
    hands = question.hands
    view = await hands.look()
    visited = {canonical_url(hands.seen.url)}
    frontier: list[Link] = [] if question.faithful else [Link(place.url, place.title) for place in question.places]
    if not question.faithful and await _criticised(question, view, hands.seen.url):
        return "stopped"
    while question.steps < question.actions:
        seen = frozenset[str]() if question.faithful else visited
        here = links_of(hands.seen.elements, hands.seen.url, hands.pilot.policy, seen)
        frontier = [link for link in frontier if link.url not in visited and all(link.url != new.url for new in here)]
        chosen = await _pick(question, view, here[:_MOST_LINKS], frontier[:_MOST_EARLIER])
        if chosen is None:
            return "stopped"
        if not question.faithful:
            frontier = [link for link in here if link.url != chosen.url] + frontier
        visited.add(chosen.url)
        question.steps += 1
        question.tell(f"{question.steps}. {chosen.told()} <{chosen.url}>")
        effect = await hands.open(chosen.url)
        question.trajectory.step(
            view.text, url=chosen.found_on, thought="", said=f"follow “{chosen.told()}”", effect=effect.text,
            action=action_to_json(Goto(chosen.url)), error=effect.error,
        )  # fmt: skip
        if effect.error and not effect.changed:
            continue
        view = hands.reread(1)
        visited.add(canonical_url(hands.seen.url))
        if await _criticised(question, view, hands.seen.url):
            return "stopped"
        if hands.seen.content_type == PDF_TYPE:
            view = await hands.look()  # a file leads nowhere: the page with its link is still open
    return "steps"


async def _pick(question: Question, view: View, here: list[Link], earlier: list[Link]) -> Link | None:
    links = [*here, *earlier]
    if not links:
        return None
    listed = [f"{at}. {link.told()}" for at, link in enumerate(links, 1)]
    parts = [
        f"Question: {question.text}",
        f"Open page:\n{fence(view.text)}",
        f"Links of this page:\n{fence(_or_none(listed[: len(here)]), 'links')}",
    ]
    if earlier:
        parts.append(f"Links seen before and not followed yet:\n{fence(_or_none(listed[len(here) :]), 'links')}")
    parts.append(f"Links that can still be followed: {question.actions - question.steps}.")
    pick = await question.llm.ask(
        "explore", prompt("explore"), "\n\n".join(parts), Pick, check=lambda pick: _wrong(pick, len(links))
    )
    return links[pick.link - 1] if pick.link is not None else None


def _wrong(pick: Pick, count: int) -> str:
    return "" if pick.link is None or 1 <= pick.link <= count else f"there is no link {pick.link}, only 1 to {count}"


def _or_none(lines: list[str]) -> str:
    return "\n".join(lines) or "(none)"


async def _criticised(question: Question, view: View, url: str) -> bool:
    """Keep what is useful of a page; True when all that was kept is enough."""
    text = f"Question: {question.text}\n\nPage:\n{fence(view.text)}"
    useful = await question.llm.ask("useful", prompt("useful"), text, Usefulness)
    if not useful.useful or not useful.information.strip():
        return False
    question.findings.append(Finding(useful.information, url))
    kept = "\n".join(f"- {finding.text}" for finding in question.findings)
    text = f"Question: {question.text}\n\nKept:\n{fence(kept, 'memory')}"
    return (await question.llm.ask("enough", prompt("enough"), text, Sufficiency)).enough
