"""Walls that ask for consent to cookies, and greetings: which box of a page is one, and how it is answered.

A wall is answered by refusing, else it is hidden; nothing is ever agreed to. What a dialog says decides, and not that
it has an “OK”: a box is a wall only when it speaks of cookies or of consent to tracking, and offers to agree or refuse.
A greeting is what a page puts before itself unasked, a tour, a newsletter, what is new: told by a control that puts it
off (“Skip”, “Maybe later”), which nobody offers in a dialog that was asked for.
"""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from webnavigator.model.consent_words import AGREES, CONSENT, COOKIES, NAMED, PARTNERS, PUTS_OFF, REFUSES, USED
from webnavigator.model.words import fold

_REFUSED = re.compile("refused by “(.*)”", re.DOTALL)
MOST_TEXT = 6000
"""Characters of a box beyond which it is a page of its own and no wall."""


@dataclass(frozen=True, slots=True)
class Button:
    """Something in a box that can be pressed.

    Attributes:
        xpath: where it is.
        label: what a person would call it.
        role: its ARIA role, "" when it has none.
        href: where it leads, "" when it is no link.
        posts: pressing it submits a form by another method than GET.
    """

    xpath: str
    label: str
    role: str = ""
    href: str = ""
    posts: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a page that lies over the rest, or is named like a wall.

    Attributes:
        xpath: where it is.
        text: what it says, "" for a frame that cannot be read.
        named: ids, classes, labels and address that its makers gave it.
        frame: it is a frame of another site.
        buttons: what can be pressed in it, in document order.
        in_front: nothing else of the page can be operated while it stands there.
        fields: it holds something to write in or to choose from.
    """

    xpath: str
    text: str
    named: str = ""
    frame: bool = False
    buttons: tuple[Button, ...] = ()
    in_front: bool = False
    fields: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """How a wall is answered.

    Attributes:
        box: the wall.
        refuse: the control that refuses; None: the wall is hidden.
    """

    box: Box
    refuse: Button | None = None


def answer_to(box: Box) -> Answer | None:
    """How a box is answered when it is a wall that asks for consent; None when it is anything else."""
    named = bool(NAMED.search(box.named.lower()))
    if box.frame and not box.text:
        return Answer(box) if named else None
    text = fold(box.text)
    if len(text) > MOST_TEXT or not _asks(text, named=named, fields=box.fields):
        return None
    refuse = next((button for button in box.buttons if refuses(button.label)), None)
    if refuse is None and not any(AGREES.search(fold(button.label)) for button in box.buttons):
        return None
    return Answer(box, refuse if refuse is not None and _only_answers(refuse) else None)


def greeting(box: Box) -> Answer | None:
    """How a box is put off that stands before the page it belongs to, and nobody asked for; None when it is no such.

    >>> later = Button("/button[1]", "Maybe later")
    >>> greeting(Box("/div[1]", "Join our community", buttons=(later,), in_front=True)) is not None
    True
    """
    if not box.in_front or len(box.text) > MOST_TEXT:
        return None
    off = next((button for button in box.buttons if PUTS_OFF.fullmatch(fold(button.label).strip(" .!>›»→"))), None)
    return Answer(box, off) if off is not None and _only_answers(off) else None


def _asks(text: str, *, named: bool, fields: bool) -> bool:
    """It speaks of cookies, or of consent as those do who want it for partners and advertising.

    A form to fill in may speak of tracking and of statistics too: those of a shop, a fleet, a model.
    """
    cookies, consent = bool(COOKIES.search(text)), bool(CONSENT.search(text))
    if cookies:
        return named or consent or bool(PARTNERS.search(text)) or bool(USED.search(text))
    return consent and (named or (bool(PARTNERS.search(text)) and not fields))


def refuses(label: str) -> bool:
    """The label of a control of a wall says no, or yes to no more than what cannot be done without.

    >>> refuses("Alle ablehnen"), refuses("仅接受必要的Cookie"), refuses("Accept all")
    (True, True, False)
    """
    return bool(REFUSES.search(fold(label)))


def _only_answers(button: Button) -> bool:
    """Pressing it answers the wall, and neither leads to another page nor submits anything."""
    return not button.posts and urlsplit(button.href).scheme in ("", "javascript") and len(button.label) <= 80


def speaks_of_consent(label: str) -> bool:
    """A control that a person presses to see the wall again: “Cookie settings”."""
    said = fold(label)
    return bool(COOKIES.search(said) or CONSENT.search(said))


def answered_how(refused_with: str | None) -> str:
    """What the audit trail says of a wall: the control that refused, or that it was hidden."""
    return "hidden; nothing was agreed to" if refused_with is None else f"refused by “{refused_with}”"


def refused_by(reason: str) -> str | None:
    """The control that refused, as the audit trail has it; None when the wall was hidden.

    >>> refused_by(answered_how("Only necessary")), refused_by(answered_how(None))
    ('Only necessary', None)
    """
    found = _REFUSED.fullmatch(reason)
    return found[1] if found is not None else None
