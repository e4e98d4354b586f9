"""One step as a model gives it, what is wrong with it, and how it is told later."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from webnavigator.agents.observe import View

ActionName = Literal["click", "type", "hover", "press", "go_back", "note", "stop", "navigate", "read"]


class Step(BaseModel):
    """The next action."""

    thought: str = Field(default="", description="Why, in one or two sentences.")
    action: ActionName
    ref: int | None = Field(default=None, description="Number of the control, for click, type and hover.")
    text: str | None = Field(
        default=None,
        description="For type: the text, or the option's label (of a multiple select all labels: A | B). "
        "For press: the key, as Escape, ArrowDown or Control+A. For note: what to keep. For stop: the answer. "
        "For navigate: the place, in words.",
    )
    submit: bool = Field(default=False, description="For type: press Enter afterwards.")
    domain: str | None = Field(default=None, description="For navigate: which map.")
    part: int | None = Field(default=None, description="For read: which part of the page.")


class Verdict(BaseModel):
    """Whether a task is complete."""

    complete: bool
    missing: str = Field(default="", description="What is missing or wrong, when it is not complete.")


@dataclass(frozen=True, slots=True)
class Past:
    """A step that was taken.

    Attributes:
        number: from 1.
        thought: the model's.
        said: the action in words.
        result: its effect, and its error if it had one.
    """

    number: int
    thought: str
    said: str
    result: str

    def verbose(self) -> str:
        """All of it."""
        return f"{self.number}. {self.thought}\n   {self.said} → {self.result}"

    def brief(self) -> str:
        """One line."""
        return f"{self.number}. {self.said} → {self.result.partition('; new on the page')[0][:120]}"


def complaint_about(step: Step, view: View, actions: Collection[str], domains: Collection[str]) -> str:
    """What is wrong with a step on a page, "" when it can be tried."""
    if step.action not in actions:
        return f"there is no action {step.action} now, only {', '.join(actions)}"
    if step.action in ("click", "type", "hover"):
        if step.ref is None:
            return f"{step.action} needs ref, the number of a control"
        if step.ref not in view.elements:
            return f"no control has the number {step.ref}"
    if step.action in ("type", "press", "note", "navigate") and step.text is None:
        return f"{step.action} needs text"
    if step.action == "navigate" and step.domain not in domains and len(domains) != 1:
        return f"navigate needs domain, one of {', '.join(domains)}"
    if step.action == "read" and not 1 <= (step.part or 0) <= view.parts:
        return f"read needs part, 1 to {view.parts}"
    return ""


def said(step: Step, label: str) -> str:
    """The step in words, without the number, which the next page gives to another control."""
    match step.action:
        case "click":
            return f"click “{label}”"
        case "hover":
            return f"hover over “{label}”"
        case "press":
            return f"press {step.text}"
        case "type":
            return f"type “{step.text}” into “{label}”" + (" and Enter" if step.submit else "")
        case "navigate":
            return f"navigate to “{step.text}”" + (f" on {step.domain}" if step.domain else "")
        case "note":
            return f"note “{(step.text or '')[:200]}”"
        case "stop":
            return f"stop with “{(step.text or '')[:200]}”"
        case "read":
            return f"read part {step.part}"
        case _:
            return "go back"
