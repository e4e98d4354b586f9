"""The explorer's unit of work and the audit trail's unit of record."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from webnavigator.model.action import Action, action_key

TaskState = Literal["pending", "done", "held"]
"""`held`: kept back by the safety policy or a quota; never tried, and said so."""

AuditKind = Literal["control", "request", "dialog", "download", "popup", "navigation", "blind", "consent"]


@dataclass(frozen=True, slots=True)
class Task:
    """One action still to be tried, or tried.

    Attributes:
        source: id of the state it starts from; "" for opening an address that no state led to.
        action: what to try.
        label: what a person would call the control.
        group: tasks of one group are alike (same control on pages of one template, links to one URL
            template).
        depth: depth of the state it would reach.
        state: see `TaskState`.
        outcome: what came of it, in a word or two, "" while pending: ``new``, ``known``, ``unchanged``,
            ``HTTP 404``, ``download``, ``held: <reason>``, ``failed: <reason>``.
    """

    source: str
    action: Action
    label: str = ""
    group: str = ""
    depth: int = 0
    state: TaskState = "pending"
    outcome: str = ""

    @property
    def id(self) -> str:
        """32 hex digits from the source state and the action."""
        key = f"{self.source}\n{action_key(self.action)}"
        return hashlib.md5(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """Something that was left alone, held back or answered for the page, with the reason.

    Attributes:
        kind: see `AuditKind`; `blind` is an area that the map cannot see into, `consent` a wall that was answered
            before its page was looked at: what comes before every state of the site.
        url: address of the page where it happened.
        what: label of the control, method and address of the request, or text of the dialog.
        reason: why, in words.
    """

    kind: AuditKind
    url: str
    what: str
    reason: str
