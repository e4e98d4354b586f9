"""Staying signed in: noticing that a session has ended in mid-run, and starting it anew."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from webnavigator.browser.anywhere import AnySession, discard
from webnavigator.browser.login import LoginState
from webnavigator.errors import BrowserError, UserError
from webnavigator.model.page import Observation
from webnavigator.model.safety import signs_of_login
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.model.words import fold

Renew = Callable[[], Awaitable[LoginState]]
"""Signs in once more and gives the new login state."""


def asks_to_sign_in(observation: Observation, asked_url: str) -> bool:
    """Whether another page was given than was asked for, and that page is a login form."""
    shown, asked = (redact_url(canonical_url(url)) for url in (observation.url, asked_url))
    return shown != asked and signs_of_login(observation)


@dataclass(slots=True)
class Sign:
    """What tells that a page was given to somebody who is signed in.

    Attributes:
        text: what pages show then, any case; "" when only a sign-in form tells that they do not.
    """

    text: str = ""
    _excused: set[str] = field(default_factory=set[str])

    def is_missing(self, observation: Observation, asked_url: str) -> bool:
        """The page asks to sign in, or does not show the text; a page that is asked for once more may do without it."""
        if asks_to_sign_in(observation, asked_url):
            return True
        if self.shows(observation) or asked_url in self._excused:
            return False
        self._excused.add(asked_url)
        return True

    def shows(self, observation: Observation) -> bool:
        """The text is there, or none is asked for."""
        return not self.text or fold(self.text) in fold(observation.tree)


@dataclass(slots=True)
class SignedIn:
    """The login of one run, shared by its workers.

    Attributes:
        session: gives pages that start with the login state.
        start_url: the page by which it is told whether the session lives.
        renew: signs in once more; None when nobody can.
        sign: what the start page must show.
    """

    session: AnySession
    start_url: str
    renew: Renew | None = None
    sign: Sign = field(default_factory=Sign)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def again(self) -> bool:
        """After a page asked to sign in: whether fresh pages are signed in, if need be by signing in once more."""
        async with self._asking:
            if await self._lives():
                return True
            if self.renew is None:
                return False
            try:
                self.session.login = await self.renew()
            except UserError:
                return False
            return await self._lives()

    async def _lives(self) -> bool:
        pilot = await self.session.pilot()
        try:
            landing = await pilot.open(self.start_url)
            refused = landing.status in (401, 403)
            seen = await pilot.look()
            return not refused and not signs_of_login(seen) and self.sign.shows(seen)
        except BrowserError:
            return False
        finally:
            await discard(self.session, pilot)
