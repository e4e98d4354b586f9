"""Answers what asks for consent, or greets, before a page is looked at: refused where it can be, else hidden."""

from dataclasses import dataclass

from webnavigator.browser.aim import find, pressed
from webnavigator.browser.consent import Answer, find_wall, locator_of, take_away
from webnavigator.browser.guard import Watch
from webnavigator.browser.operate import operate
from webnavigator.browser.settle import Pulse, settle
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.errors import ElementGoneError
from webnavigator.model.action import Click, Locator
from webnavigator.model.consent import answered_how
from webnavigator.model.safety import Deny, Policy

_MOST_WALLS = 4
"""Walls of one page that are answered at a time: a page that puts up another for each gets its way."""


@dataclass(slots=True)
class Walls:
    """What asks for consent on one page.

    Attributes:
        tab: the page with its session.
        pulse: what it does on the network.
        policy: asked before a wall's button is pressed.
        settings: `consent` says whether walls are refused, hidden, or left.
        watch: what the guard saw of the page; None on a page that the user made.
        wanted: one was asked for by what we did since the page was opened, and is left.
    """

    tab: Tab
    pulse: Pulse
    policy: Policy
    settings: BrowserSettings
    watch: Watch | None
    wanted: bool = False

    async def answer(self, *, sealed: bool) -> bool:
        """Refuse or hide them; True when there was one. On a page cut off from the network they are only hidden."""
        if self.wanted or self.settings.consent == "leave":
            return False
        answered, press = False, self.settings.consent == "refuse" and not sealed
        fresh = self.watch is not None and self.watch.phase == "loading"
        for _ in range(_MOST_WALLS):
            wall = await find_wall(self.tab, press=press, greetings=fresh)
            if wall is None:
                break
            refused = wall.refuse is not None and await self._refuse(locator_of(wall.refuse))
            if not refused and not await take_away(self.tab, wall):
                break
            if refused or press or not answered:
                self._note(wall, refused=refused)
            answered, press = True, False  # what is still there after it was pressed is hidden
        return answered

    def _note(self, wall: Answer, *, refused: bool) -> None:
        if self.watch is not None:
            how = answered_how(wall.refuse.label if refused and wall.refuse else None)
            self.watch.note_of_site("consent", wall.box.text, how)

    async def _refuse(self, button: Locator) -> bool:
        """Press what refuses; False when it cannot be pressed, or the policy speaks against it."""
        try:
            found = await find(self.tab, button, press=True, stay=self.watch is not None)
        except ElementGoneError:
            return False
        click = Click(found.element.locator)
        decision = self.policy.decide(click, found.element, self.tab.page.url)
        if found.covered or (isinstance(decision, Deny) and not decision.sealable):
            await pressed(self.tab, found)
            return False
        phase = self.watch.phase if self.watch is not None else None
        self.pulse.reset()
        if self.watch is not None:
            self.watch.begin()
        taken, _ = await operate(self.tab, click, found)
        await settle(self.tab, self.pulse, self.settings)
        if self.watch is not None and phase is not None:
            self.watch.phase = phase
        return taken
