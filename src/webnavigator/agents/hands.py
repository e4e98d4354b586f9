"""Acting on a page by the numbers of an observation, and telling truthfully what came of it."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from webnavigator.agents.observe import View, lines_of, observe
from webnavigator.agents.wording import clean, label_of
from webnavigator.browser.papers import MOST_BYTES, PDF_TYPE, is_pdf, pdf_observation
from webnavigator.browser.perform import Performed, Pilot
from webnavigator.errors import BrowserError, UserError
from webnavigator.model.action import Action, Click, GoBack, Goto, Hover, Press, Select, Type
from webnavigator.model.page import Element, Observation
from webnavigator.model.safety import Deny
from webnavigator.model.url import redact_url

Confirm = Callable[[str], Awaitable[bool]]
"""Asks the user whether a changing action may be taken; the question in words."""

_NUMBER = re.compile(r"\[\d+ ?")
_MOST_NEWS = 6
_LONGEST_NEWS = 160
_PROPOSING = frozenset({"", "text", "search"})
_CUT_VALUE = 500
"""Values at least as long may go on."""

_LATE_S = 0.6
"""A page that shows nothing new gets this long to do so, and one that may propose something for what is typed."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action came to.

    Attributes:
        text: what changed, in words; page text in it is data.
        error: why it was not done or had no effect, "" when it had one.
        changed: the page is not as it was.
        action: what was done, None when nothing was.
        label: what the control is called.
    """

    text: str = ""
    error: str = ""
    changed: bool = False
    action: Action | None = None
    label: str = ""


async def never(question: str) -> bool:
    """Nobody is there to be asked."""
    return False


class Hands:
    """One page and what may be done to it.

    Args:
        pilot: the page under control.
        confirm: asked before what the policy denies as changing; see `Confirm`.
        budget_tokens: of one view.

    Attributes:
        pilot: see Args; follows windows that open.
        seen: the page as last looked at.
    """

    def __init__(self, pilot: Pilot, confirm: Confirm = never, budget_tokens: int = 6000) -> None:
        self.pilot = pilot
        self.seen = Observation(url=pilot.page.url)
        self._confirm = confirm
        self._budget = budget_tokens

    async def look(self, part: int = 1) -> View:
        """The page now."""
        await self._see()
        return self.reread(part)

    async def _see(self) -> None:
        """Look without telling what is seen."""
        self.seen = await self.pilot.look()

    async def _see_what_comes(self, action: Action, performed: Performed, before: Observation) -> None:
        """Look; again while the page may not have answered yet, as a clock that ticks is no answer."""
        end = time.monotonic() + _LATE_S
        await self._see()
        while _may_go_on(action, performed, before, self.seen) and (left := end - time.monotonic()) > 0:
            await self.pilot.changes_within(left)
            await self._see()  # also for what came between the last look and the waiting

    def reread(self, part: int) -> View:
        """Another part of the page as last looked at."""
        return observe(self.seen, budget_tokens=self._budget, part=part)

    async def click(self, element: Element) -> Effect:
        """Press a control; a link is opened where it leads, a PDF file that it leads to is read."""
        if is_pdf(element.locator.href):
            return replace(await self._read(element.locator.href), label=label_of(element))
        return await self._do(Click(element.locator), element)

    async def fill(self, element: Element, text: str, *, submit: bool = False) -> Effect:
        """Type into a field, or choose an option of a select."""
        if element.tag == "select":
            return await self._do(Select(element.locator, text), element)
        return await self._do(Type(element.locator, text, submit), element)

    async def hover(self, element: Element) -> Effect:
        """Move the pointer over a control."""
        return await self._do(Hover(element.locator), element)

    async def press(self, key: str) -> Effect:
        """Press a key."""
        return await self._do(Press(key), None)

    async def back(self) -> Effect:
        """One step back in the history."""
        before = self.seen
        if before.content_type == PDF_TYPE:  # it was read, and the page with its link is still open
            await self._see()
            return replace(told(before, self.seen, Performed()), action=GoBack())
        try:
            moved = await self.pilot.back()
        except BrowserError as error:
            return Effect(error=str(error), action=GoBack())
        if not moved:
            return Effect(error="there is no page to go back to", action=GoBack())
        await self._see()
        return replace(told(before, self.seen, Performed()), action=GoBack())

    async def open(self, url: str) -> Effect:
        """Open an address of the site; a PDF file is read."""
        if is_pdf(url):
            return await self._read(url)
        before = self.seen
        try:
            await self.pilot.open(url)
        except BrowserError as error:
            return Effect(error=str(error), action=Goto(url))
        await self._see()
        return replace(told(before, self.seen, Performed(new_document=True)), action=Goto(url))

    async def _read(self, url: str) -> Effect:
        before = self.seen
        try:
            data = await self.pilot.fetch_file(url, MOST_BYTES)
            self.seen = await asyncio.to_thread(pdf_observation, url, data)
        except (BrowserError, UserError) as error:
            return Effect(error=str(error), action=Goto(url))
        return replace(told(before, self.seen, Performed(new_document=True)), action=Goto(url))

    async def _do(self, action: Click | Hover | Select | Type | Press, element: Element | None) -> Effect:
        label = label_of(element) if element is not None else ""
        done = Effect(action=_recorded(action, element), label=label)
        before = self.seen
        try:
            performed = await self.pilot.act(action)
            if isinstance(performed, Deny):
                question = f"{action.kind} “{label}” on {redact_url(self.pilot.page.url)}: {performed.reason}"
                if not await self._confirm(question):
                    return replace(done, error=f"not allowed: {performed.reason}", action=None)
                with _permitted(self.pilot):
                    performed = await self.pilot.act(action)
            if isinstance(performed, Deny):
                return replace(done, error=f"not allowed: {performed.reason}", action=None)
            if performed.popups:
                await self.pilot.switch(performed.popups[-1])
            await self._see_what_comes(action, performed, before)
        except BrowserError as error:
            return replace(done, error=str(error))
        effect = told(before, self.seen, performed)
        if isinstance(action, Type) and not effect.changed and not performed.held:
            effect = Effect("typed", changed=True)  # a password, or what the field held before
        error = effect.error or (_unfilled(action, performed, self.seen) if element is not None else "")
        return replace(effect, error=error, action=done.action, label=label)


@contextmanager
def _permitted(pilot: Pilot) -> Generator[None]:
    """For one action that the user has confirmed, changes are allowed."""
    policy, guard = pilot.policy, pilot.guard
    pilot.policy = replace(policy, allow_changes=True)
    if guard is not None:
        guard.policy = pilot.policy
    try:
        yield
    finally:
        pilot.policy = policy
        if guard is not None:
            guard.policy = policy


def _may_go_on(action: Action, performed: Performed, before: Observation, seen: Observation) -> bool:
    """The page may not have answered yet: it reads as before, but for the field that was typed into."""
    if performed.new_document or seen.url != before.url:
        return False
    old, now = set(_lines(before)), set(_lines(seen))
    if old == now:
        return True
    target = performed.element
    if not isinstance(action, Type) or action.submit or target is None or target.input_type not in _PROPOSING:
        return False
    return len(old - now) <= 1 and len(now - old) <= 1


def _recorded(action: Action, element: Element | None) -> Action:
    """The action as it may be written down: what goes into a password field is not."""
    if isinstance(action, Type) and element is not None and element.input_type == "password":
        return replace(action, text="•••")
    return action


def _unfilled(action: Action, performed: Performed, seen: Observation) -> str:
    """Whether a field has not taken what was typed or chosen, in words."""
    target = performed.locator
    if not isinstance(action, Type | Select) or target is None or (isinstance(action, Type) and action.submit):
        return ""
    wanted = action.text if isinstance(action, Type) else action.option
    now = next((e for e in seen.elements if e.locator.xpath == target.xpath), None)
    if now is None or now.input_type == "password" or now.tag not in ("input", "textarea", "select"):
        return ""
    if _folded(wanted) in (_folded(now.value), "") or (
        len(now.value) >= _CUT_VALUE and _folded(wanted).startswith(_folded(now.value))
    ):
        return ""
    if isinstance(action, Select) and now.tag == "select":
        return ""  # chosen by its value: `choose` fails when there is no such option
    return f"the field now holds “{clean(now.value)[:100]}” and not what was typed"


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def told(before: Observation, after: Observation, performed: Performed) -> Effect:
    """What is different after an action, in words; an error when nothing is."""
    parts: list[str] = []
    if after.url != before.url:
        parts.append(
            f"now at {redact_url(after.url)[:300]}" + (f" “{clean(after.title)[:100]}”" if after.title else "")
        )
    elif performed.new_document:
        parts.append("the page was loaded anew")
    if after.status is not None and after.status >= 400 and performed.new_document:
        parts.append(f"HTTP status {after.status}")
    parts += [f"a dialog said: {clean(text)[:_LONGEST_NEWS]}" for text in performed.dialogs]
    parts += [f"a download was refused: {clean(name)[:100]}" for name in performed.downloads]
    held = [f"{record.what[:120]} ({record.reason})" for record in performed.held[:3]]
    if after.url == before.url:
        parts += _news(before, after)
    error = f"held back, as changes are not allowed: {'; '.join(held)}" if held else ""
    changed = bool(parts) or performed.new_document
    if not changed and not error:
        error = "nothing visible changed"
    return Effect("; ".join(parts), error, changed)


def _news(before: Observation, after: Observation) -> list[str]:
    """Lines and states that are new on a page, such as the errors of a form."""
    old, now = set(_lines(before)), _lines(after)
    fresh = [line for line in dict.fromkeys(now) if line not in old]
    gone = len(old.difference(now))
    shown = [line[:_LONGEST_NEWS] for line in fresh[:_MOST_NEWS]]
    news = [f"new on the page: {' / '.join(shown)}"] if shown else []
    if len(fresh) > _MOST_NEWS:
        news.append(f"and {len(fresh) - _MOST_NEWS} lines more")
    if gone and not fresh:
        news.append(f"{gone} lines are gone")
    return news


def _lines(seen: Observation) -> list[str]:
    """The page's text without numbers, so that a control that moved is no news."""
    return [_NUMBER.sub("[", block.text).strip() for block in lines_of(seen)]


async def ask_terminal(question: str) -> bool:
    """Ask in the terminal; anything but yes is no."""
    answer = await asyncio.to_thread(input, f"{question}\nallow it? [y/N] ")
    return answer.strip().lower() in ("y", "yes", "是")
