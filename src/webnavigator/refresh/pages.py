"""Looking at a page again: its address shows it, another page, an error, or nothing."""

from dataclasses import dataclass

from webnavigator.browser.papers import PDF_TYPE
from webnavigator.browser.perform import Landing
from webnavigator.errors import NavigationError
from webnavigator.explore.linger import look_well
from webnavigator.explore.signed_in import asks_to_sign_in
from webnavigator.explore.step import Step
from webnavigator.model.action import Goto
from webnavigator.model.arrival import shape
from webnavigator.model.graph import Node
from webnavigator.model.page import Observation, similarity, structure_keys
from webnavigator.model.url import canonical_url, redact_url
from webnavigator.refresh.judge import Looks
from webnavigator.refresh.looks import lines

_GONE = (404, 410)
_PAGE_TYPES = ("text/html", "application/xhtml+xml", "")
_MOVED_SHAPE, _MOVED_TEXT = 0.6, 0.8
"""How alike a page that an address now leads to must be to the one it showed: kinds of elements; share of lines."""


class SignedOutError(Exception):
    """A page asked to sign in where the session should have let us in: the unit may be tried again."""


@dataclass(frozen=True, slots=True)
class PageLooks(Looks):
    """Looks at pages."""

    async def page(self, node: Node) -> None:
        """Look at a page; what it shows now is put into the map.

        Raises:
            NavigationError: the server does not answer.
            SignedOutError: the session has ended.
        """
        landing = await self.open(node)
        if landing is None:
            return
        if landing.content_type == PDF_TYPE and self._was_pdf(node):
            self._reviser.seen(node)
        elif landing.content_type not in _PAGE_TYPES:
            self._reviser.gone(node, f"is no page any more: {landing.content_type}")
        elif not self._worker.recorder.policy.scope.contains(self._worker.pilot.url):
            self._reviser.gone(node, "leads off the site")
        else:
            await self._shown(node, landing)

    def _was_pdf(self, node: Node) -> bool:
        known = self._worker.recorder.store.observation(node)
        return known is not None and known.content_type == PDF_TYPE

    async def open(self, node: Node) -> Landing | None:
        """Open a page's address; None when it cannot be looked at now."""
        if not self._worker.politeness.allows(node.url):
            self.unseen[node.id] = "robots.txt"
            return None
        try:
            return await self._worker.open_politely(node.url)
        except NavigationError as error:
            if error.unanswered:
                raise
            if self._worker.pilot.document_type == PDF_TYPE and self._was_pdf(node):
                self._reviser.seen(node)  # offered as a file, as when the map was made
                return None
            self.unseen[node.id] = str(error).splitlines()[0][:200]
            return None

    async def _shown(self, node: Node, landing: Landing) -> None:
        """An address was answered with a page: which one?"""
        look = await self._worker.pilot.look()
        status = landing.status or 200
        if asks_to_sign_in(look, node.url):
            if self._worker.signed_in:
                raise SignedOutError
            self.unseen[node.id] = "asks to sign in"
        elif status >= 400 and node.status == status:
            self._reviser.seen(node)
        elif status in _GONE:
            self._reviser.error(node, look, f"HTTP {status}")
        elif status >= 400:
            self.unseen[node.id] = f"HTTP {status}"
        elif redact_url(canonical_url(look.url)) != node.url:
            await self._elsewhere(node, look)
        else:
            await self._settle_page(node, look)

    async def _elsewhere(self, node: Node, look: Observation) -> None:
        """An address leads to another one: the page has moved there, or it is gone."""
        recorder = self._worker.recorder
        url = redact_url(canonical_url(look.url))
        identity, _ = recorder.identify(look)
        there = recorder.addresses.id_at(url) or (identity if recorder.knows(identity) else "")
        before = recorder.store.observation(node)
        if not there and before is not None and _is_moved(before, look):
            self._worker.standing.at = self._reviser.revise(node, look, await self._worker.pilot.picture()).id
            return
        if not there:
            step = Step("", Goto(node.url), depth=node.depth, by_url=True, asked_url=url)
            there = recorder.record(look, step, await self._worker.pilot.picture()).node.id
        self._reviser.gone(node, f"redirects to {url}", leads_to=there)
        self._worker.standing.at = there

    async def _settle_page(self, node: Node, look: Observation) -> None:
        """The address shows a page of its own: is it the one that the map knows?"""
        if self.judge.is_as_before(node, look):
            return
        first = await look_well(self._worker.pilot, self._worker.recorder, new_kind=True)
        if self.judge.is_as_before(node, first):
            return
        landing = await self.open(node)
        second = await look_well(self._worker.pilot, self._worker.recorder, new_kind=True)
        if landing is None or redact_url(canonical_url(second.url)) != node.url:
            self.unseen[node.id] = "answers differently each time"
            return
        await self.judge.settle(node, first, second)


def _is_moved(before: Observation, now: Observation) -> bool:
    """Whether a page at another address is the one that was there before."""
    kinds = similarity(shape(structure_keys(before)), shape(structure_keys(now)))
    said, says = set(lines(before)), set(lines(now))
    alike = len(said & says) / len(said | says) if said or says else 1.0
    return kinds >= _MOVED_SHAPE and (alike >= _MOVED_TEXT or (bool(now.title) and before.title == now.title))
