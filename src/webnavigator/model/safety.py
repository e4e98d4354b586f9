"""The one safety policy: reading is allowed, changing is not, unless the user says so.

It is asked in one place before a control is operated (`Policy.decide`) and in one place before a request
leaves the browser (`Policy.decide_request`). It judges by structure first (forms, methods, addresses, states)
and by words in many languages after that. When it errs on a control, the network guard still holds the write
back.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal
from urllib.parse import urlsplit

from webnavigator.model.acting_words import LOGOUT
from webnavigator.model.action import Action, Click, Goto, Hover, Locator, Press, Select, Type
from webnavigator.model.address import act_of
from webnavigator.model.control import (
    ASKS,
    against_click,
    against_enter,
    against_field,
    against_structure,
    against_words,
)
from webnavigator.model.page import Element, Observation
from webnavigator.model.request import graphql_kind, says_it_writes
from webnavigator.model.request import read_key as read_key
from webnavigator.model.searching import is_search_request
from webnavigator.model.url import Scope
from webnavigator.model.words import (
    fold,
    reason_against,
    words_in_name,
)

Phase = Literal["loading", "acting"]
"""`loading`: from a navigation until the first action on the page; `acting`: after it."""


@dataclass(frozen=True, slots=True)
class Allow:
    """Go ahead."""


@dataclass(frozen=True, slots=True)
class Deny:
    """Leave it alone.

    Attributes:
        reason: why, for the person who reads the audit.
        sealable: only its name speaks against the control: it may be pressed on a page that is cut off from the
            network, so that nothing of it reaches the site.
    """

    reason: str
    sealable: bool = False


Decision = Allow | Deny

_READS = frozenset({"GET", "HEAD", "OPTIONS"})
_HARMLESS_KEYS = re.compile(
    r"(?:(?:Shift|Alt|Control|Meta|ControlOrMeta)\+)*(?:Escape|Tab|Arrow\w+|Home|End|Page(?:Up|Down)|F\d+|Shift|Alt|[a-zA-Z/?.])"
)
_OVERRIDES = re.compile(r"""(?:^|[&"'\s])_method["']?\s*[=:]?[\s"']*(?:delete|put|patch)""", re.IGNORECASE)
_UNSAFE_CHORD = re.compile(r"(?:Control|Meta|ControlOrMeta)\+(?:Shift\+)?(?:[sSwWqQdDpPrR]|Enter|Backspace|Delete)")


@dataclass(frozen=True, slots=True)
class Policy:
    """What may be done on a site.

    Attributes:
        scope: the site; what leads off it is denied.
        allow_changes: the user has allowed changes: only leaving the site, addresses that are not http(s)
            and, while exploring, logging out are denied.
        allow: patterns (``*`` and ``?``) of labels, or of addresses, that the user has opened.
        exploring: nobody watches and everything is tried in turn.
    """

    scope: Scope
    allow_changes: bool = False
    allow: tuple[str, ...] = ()
    exploring: bool = True

    def decide(self, action: Action, element: Element | None, page_url: str) -> Decision:
        """Whether an action may be taken.

        Args:
            action: what is to be done.
            element: its target as seen on the page; None when only its locator is known, or it has none.
            page_url: address of the page.
        """
        match action:
            case Goto(url):
                return _decision(self._against_address(url) or self._unless_opened(act_of(url), url))
            case Press(key):
                return _decision(self._unless_opened(_against_key(key), key))
            case Hover() | Click() | Select() | Type():
                return self._decide_operating(action, element or _stand_in(action.target), page_url)
            case _:
                return Allow()

    def decide_request(
        self,
        method: str,
        url: str,
        body_hint: str | None = None,
        phase: Phase = "acting",
        learned_reads: Collection[str] = (),
        *,
        content_type: str = "",
    ) -> Decision:
        """Whether a request may leave the browser.

        Args:
            method: HTTP method.
            url: absolute address; http(s) or ws(s).
            body_hint: request body as text; None when there is none or it cannot be seen.
            phase: see `Phase`.
            learned_reads: keys (`read_key`) of requests that pages of this site make by themselves while
                loading.
            content_type: of the body.
        """
        verb = method.upper()
        try:
            scheme = urlsplit(url).scheme
        except ValueError:
            return Deny("an address that cannot be read")
        if scheme in ("ws", "wss"):
            return Allow()
        if verb in _READS:
            reason = act_of(url)
        elif graphql_kind(url, content_type, body_hint) == "reads":
            reason = act_of(url.partition("?")[0])  # its document counts, and not what ?op=RunsTabsQuery sounds like
        else:
            reason = act_of(url) or self._against_writing(verb, url, body_hint, phase, learned_reads, content_type)
        return _decision(self._unless_opened(reason, url))

    def _against_writing(
        self, verb: str, url: str, body: str | None, phase: Phase, learned: Collection[str], content_type: str
    ) -> str:
        if graphql_kind(url, content_type, body) == "writes":
            return "a GraphQL mutation"
        if verb != "POST":
            return f"{verb} would change something"
        if _OVERRIDES.search(body or ""):
            return "a POST that stands for another method"
        if read_key(verb, url, content_type, body) in learned:
            return ""
        if is_search_request(url, content_type, body):
            return ""
        if phase == "acting":
            return "a POST that no page of the site makes by itself on loading"
        said = reason_against(" ".join(words_in_name(urlsplit(url).path.rpartition("/")[2])))
        if not said and says_it_writes(url):
            said = "makes or changes something"
        return f"a POST whose address says that it {said}" if said else ""

    def opens(self, url: str) -> bool:
        """The user has opened an address by a pattern, or allowed changes altogether."""
        return not self._unless_opened("asked", url)

    def _decide_operating(self, action: Click | Hover | Select | Type, element: Element, page_url: str) -> Decision:
        decision = _decision(self._against_operating(action, element, page_url))
        if isinstance(decision, Deny) and isinstance(action, Click):
            return Deny(decision.reason, sealable=decision.reason == ASKS)
        if not isinstance(action, Click):
            return decision
        said = self._unless_opened(against_words(element, page_url), element.label, element.locator.href)
        return Deny(said, sealable=True) if said else decision

    def _against_operating(self, action: Click | Hover | Select | Type, element: Element, page_url: str) -> str:
        if isinstance(action, Hover):
            return ""
        href = element.locator.href
        if isinstance(action, Click) and href and not href.startswith("javascript:"):
            off = self._against_address(href)
            if off:
                return off
        reason = against_field(element) or against_structure(element)
        if not reason and isinstance(action, Click):
            reason = against_click(element, page_url)
        elif not reason and isinstance(action, Type) and action.submit:
            reason = against_enter(element)
        return self._unless_opened(reason, element.label, href)

    def _against_address(self, url: str) -> str:
        scheme = url.partition(":")[0].lower()
        if scheme not in ("http", "https"):
            return f"not a web address: {scheme[:20]}:"
        return "" if self.scope.contains(url) else "leaves the site"

    def _unless_opened(self, reason: str, *names: str) -> str:
        """The reason, unless the user has opened what is so named or allowed changes altogether."""
        if not reason or (self.allow_changes and not (self.exploring and LOGOUT in reason)):
            return ""
        patterns = [fold(pattern) for pattern in self.allow]
        opened = any(fnmatchcase(fold(name), pattern) for name in names if name for pattern in patterns)
        return "" if opened else reason


def signs_of_login(observation: Observation) -> bool:
    """Whether a page is a login form: what an expired session gets instead of the page asked for.

    One password field outside header and footer, in a form with at most two other text fields, on a page with
    little else to operate.
    """
    fields = [e for e in observation.elements if e.tag == "input" and e.landmark not in ("banner", "contentinfo")]
    passwords = [field for field in fields if field.input_type == "password"]
    others = [e for e in observation.elements if e.landmark not in ("banner", "navigation", "contentinfo")]
    if len(others) > 30:
        return False
    for password in passwords:
        mates = [field for field in fields if field.form == password.form]
        same = sum(field.input_type == "password" for field in mates)
        text = sum(field.input_type in ("", "text", "email", "tel", "number") for field in mates)
        if same == 1 and text <= 2:
            return True
    return False


def _decision(reason: str) -> Decision:
    return Deny(reason) if reason else Allow()


def _stand_in(target: Locator) -> Element:
    return Element(target, tag="a" if target.href else "")


def _against_key(key: str) -> str:
    if _UNSAFE_CHORD.fullmatch(key) or not _HARMLESS_KEYS.fullmatch(key):
        return f"the key {key[:30]} could submit or delete something"
    return ""
