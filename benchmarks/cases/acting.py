"""Answers on agents: the actions of a script are done as an agent does them, and what it would be shown is read."""

import re
from dataclasses import dataclass
from typing import Any

from prompting import Prompting

from webnavigator.agents.observe import View, observe
from webnavigator.browser.perform import PageAction, Pilot
from webnavigator.browser.session import BrowserSession
from webnavigator.errors import WebNavigatorError
from webnavigator.model.action import Click, Hover, Press, Select, Type
from webnavigator.model.page import Element, Observation
from webnavigator.model.safety import Deny

_QUOTED = re.compile(r"['\"“‘](.+?)['\"”’]")
_FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
_BELOW = re.compile(r"the observation is below (\d+) kB")
_NEXT_PAGE = re.compile(r"the page observed next .*?\(heading ['\"](.+?)['\"]\)(, or the observation says that .*)?")
_REFUSED = re.compile(r"refused|not possible|no page to go back|not allowed|still|could not")


@dataclass(slots=True)
class Acting:
    """Does what a script says in a fresh context, under the policy that agents have.

    Attributes:
        url: start page.
        session: a browser.
        prompts: runs an agent with a model, for checks that give a task and no actions.
        told: what the last action came to, when it did not work.
    """

    url: str
    session: BrowserSession
    prompts: Prompting
    told: str = ""

    async def why_not(self, check: dict[str, Any]) -> str:
        """Why a check does not hold; "" when it does."""
        if "actions" not in check:
            return await self.prompts.why_not(check)
        pilot = await self.session.pilot()
        try:
            await pilot.open(self.url)
            for action in check["actions"]:
                failed = await self._do(pilot, action)
                if failed:
                    return failed
            seen = await pilot.look()
            return self._holds(check["then"], seen, observe(seen))
        finally:
            await self.session.discard(pilot)

    async def _do(self, pilot: Pilot, said: str) -> str:
        """Do one action of the script; why it is not known how, "" when it is."""
        verb = said.split()[0]
        if verb == "observe":
            return ""
        if verb == "go_back":
            return await self._go_back(pilot)
        action = _action(said, await pilot.look())
        if action is None:
            return f"this action is not understood, or its target is not on the page: {said}"
        performed = await pilot.act(action)
        self.told = performed.reason if isinstance(performed, Deny) else ""
        return ""

    async def _go_back(self, pilot: Pilot) -> str:
        try:
            moved = await pilot.back()
        except WebNavigatorError as error:
            self.told = str(error)
        else:
            self.told = "" if moved else "there is no page to go back to"
        return ""

    def _holds(self, then: str, seen: Observation, view: View) -> str:
        if match := _BELOW.fullmatch(then):
            size = len(view.text.encode())
            return "" if size < int(match[1]) * 1000 else f"the observation has {size} bytes"
        if match := _NEXT_PAGE.fullmatch(then):
            if match[1] in seen.headings or (match[2] and _REFUSED.search(self.told)):
                return ""
            return f"the page shows {seen.headings[:3]}, and the agent was told “{self.told}”"
        return f"this sentence on observations is not understood: {then}"


def _action(said: str, seen: Observation) -> PageAction | None:
    verb, words = said.split()[0], _QUOTED.findall(said)
    if verb == "press" and words:
        return Press(words[0])
    element = _target(verb, words, seen)
    if element is None:
        return None
    match verb:
        case "click":
            return Click(element.locator)
        case "hover":
            return Hover(element.locator)
        case "type":
            return Type(element.locator, words[0], submit="enter" in said.lower())
        case "select":
            return Select(element.locator, words[0])
        case _:
            return None


def _target(verb: str, words: list[str], seen: Observation) -> Element | None:
    """The element that the script names last; a field that it does not name is the first one."""
    named = words[1:] if verb in ("type", "select") else words
    if named:
        return next((element for element in seen.elements if element.label == named[0]), None)
    if verb == "type":
        fields = (e for e in seen.elements if e.role in _FIELDS or e.tag in ("input", "textarea"))
        return next(fields, None)
    return next((e for e in seen.elements if e.tag == "select"), None) if verb == "select" else None
