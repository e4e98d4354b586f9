"""What came of one task, in a word and in what it teaches the frontier."""

from dataclasses import dataclass

from webnavigator.browser.perform import Performed
from webnavigator.explore.effect import Effect


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one task.

    Attributes:
        word: see `Task.outcome`.
        new: a state was found that was not on the map.
        fresh_links: addresses it showed that were not known before.
        template: kind of page of the state that was found, "" when none was.
        says_new: the page said something that others of its kind had not; None: not known.
        effect: what the action changed; None when nothing is known of it.
        retry: the page or the browser went away: the task may be tried once more.
        unanswered: the server did not answer: the task may be tried again when it does.
        spoilt: the page must not be used any further.
        signed_out: a page asked to sign in where the session should have let us in: the task may be tried again.
    """

    word: str
    new: bool = False
    fresh_links: int = 0
    template: str = ""
    says_new: bool | None = None
    effect: Effect | None = None
    retry: bool = False
    unanswered: bool = False
    spoilt: bool = False
    signed_out: bool = False


SIGNED_OUT = Outcome("failed: asks to sign in", signed_out=True)


def told_by_page(performed: Performed, outcome: Outcome) -> Outcome:
    """An action without a new state may still have done something that can be told."""
    if outcome.word != "unchanged":
        return outcome
    if performed.downloads:
        return Outcome("download")
    if performed.dialogs:
        return Outcome("dialog")
    if performed.held:
        return Outcome(f"held: {performed.held[0].reason}")
    return outcome
