"""What a navigation came to: a value with a type, for people and machines."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

ArrivalOutcome = Literal["reached", "drifted", "failed", "none"]


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step that was taken.

    Attributes:
        action: ``goto`` or the kind of the edge's action.
        label: name of the control, or the address opened.
        kind: kind of the edge, ``goto`` for an address.
        healed: the control was found by another way than the map had; "" otherwise.
    """

    action: str
    label: str
    kind: str
    healed: str = ""


@dataclass(frozen=True, slots=True)
class Seconds:
    """Wall time of each part, in seconds."""

    retrieve: float = 0.0
    reason: float = 0.0
    teleport: float = 0.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """The answer to "bring me to …".

    Attributes:
        outcome: `reached`: the page is in the state chosen, checked after the last step; `drifted`: all steps were
            taken, but the page is in another state; `failed`: a step could not be taken on any way; `none`: the map
            has no such page, and the page was left where it was.
        query: what was asked.
        node: id of the state chosen, None when none was; of what was seen opened on another page of the kind, that one.
        url: address of the page now.
        title: its title.
        name: what tells the state from others at its address ("" when it is the page itself).
        score: confidence in the choice, 0 to 1.
        reason: why it was chosen, or what went wrong, in one line.
        path: steps taken.
        seconds: wall time of each part.
        candidates: ids of what retrieval found, best first: of nodes, and of pairs of a page and what was opened on
            another page of its kind (``page+inner``).
        chosen: which of them was chosen; None when none was.
        warnings: what the caller should know, one line each.
    """

    outcome: ArrivalOutcome
    query: str
    node: str | None = None
    url: str = ""
    title: str = ""
    name: str = ""
    score: float = 0.0
    reason: str = ""
    path: tuple[PathStep, ...] = ()
    seconds: Seconds = field(default_factory=Seconds)
    candidates: tuple[str, ...] = ()
    chosen: str | None = None
    warnings: tuple[str, ...] = ()

    @property
    def reached(self) -> bool:
        """The page is where it was asked to be."""
        return self.outcome == "reached"

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready dictionary."""
        return asdict(self)
