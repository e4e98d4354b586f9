"""Pages and browsers, on this machine or elsewhere: what drives them need not know."""

from webnavigator.browser.distant.pilot import DistantPilot
from webnavigator.browser.distant.session import DistantSession
from webnavigator.browser.perform import Pilot
from webnavigator.browser.replay import Lookup, Replayed, replay
from webnavigator.browser.session import BrowserSession
from webnavigator.model.graph import Path

AnyPilot = Pilot | DistantPilot
AnySession = BrowserSession | DistantSession


async def walk(pilot: AnyPilot, path: Path, lookup: Lookup, *, patience_s: float) -> Replayed:
    """`replay`, wherever the page is."""
    if isinstance(pilot, DistantPilot):
        return await pilot.walk(path, lookup, patience_s)
    return await replay(pilot, path, lookup, patience_s=patience_s)


async def discard(session: AnySession, pilot: AnyPilot) -> None:
    """Close a page of a session, dead or alive."""
    match session, pilot:
        case DistantSession(), DistantPilot():
            await session.discard(pilot)
        case BrowserSession(), Pilot():
            await session.discard(pilot)
        case _:
            raise AssertionError("a page of another session")
