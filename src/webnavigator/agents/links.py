"""The links of a page that lead on within a site, each told apart from others of the same name."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from webnavigator.agents.wording import clean, label_of
from webnavigator.browser.papers import is_pdf
from webnavigator.model.action import Click, Goto
from webnavigator.model.address import is_file
from webnavigator.model.page import Element
from webnavigator.model.safety import Allow, Policy
from webnavigator.model.url import canonical_url


@dataclass(frozen=True, slots=True)
class Link:
    """A way on.

    Attributes:
        url: canonical address.
        label: what it is called.
        context: the heading or row that it stands under, "" where the label is enough.
        found_on: address of the page that it was seen on, "" for what a map offers.
    """

    url: str
    label: str
    context: str = ""
    found_on: str = ""

    def told(self) -> str:
        """In one line."""
        return f"{self.label}{f' ({self.context})' if self.context else ''}"


def links_of(elements: Iterable[Element], page_url: str, policy: Policy, visited: Collection[str] = ()) -> list[Link]:
    """Links to other pages and PDF files of the site that may be followed, each address once, in document order.

    Args:
        elements: of the page.
        page_url: its address.
        policy: says what belongs to the site and what may be pressed.
        visited: canonical addresses to leave out.
    """
    here = canonical_url(page_url)
    found: dict[str, Link] = {}
    for element in elements:
        href = element.locator.href
        if not href.lower().startswith(("http://", "https://")):
            continue
        try:
            url = canonical_url(href)
        except ValueError:
            continue
        if url in found or url in visited or url == here or (is_file(url) and not is_pdf(url)):
            continue
        decided = (
            policy.decide(Goto(url), None, page_url)
            if is_pdf(url)
            else policy.decide(Click(element.locator), element, page_url)
        )
        if not isinstance(decided, Allow):
            continue
        found[url] = Link(url, label_of(element), clean(element.context)[:80], page_url)
    names = [link.label for link in found.values()]
    return [link if names.count(link.label) > 1 else replace(link, context="") for link in found.values()]
