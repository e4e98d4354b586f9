"""What is asked of a model and what it answers: plain data, the same for every provider."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class Picture:
    """An image to look at.

    Attributes:
        data: the file's bytes.
        media_type: MIME type.
    """

    data: bytes
    media_type: str = "image/webp"

    @property
    def sha256(self) -> str:
        """64 hex digits over the bytes."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of an exchange.

    Attributes:
        role: who said it.
        text: what was said.
    """

    role: Literal["user", "model"]
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model.

    Attributes:
        label: what it is for, e.g. ``act`` or ``select``; scripts and records tell requests apart by it.
        system: the standing instructions.
        turns: the conversation; the last turn is the user's.
        schema: JSON Schema that the answer must fit; empty for free text.
        pictures: shown with the first turn.
        temperature: None: the provider's default.
        top_p: None: the provider's default.
    """

    label: str
    system: str
    turns: tuple[Turn, ...]
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    pictures: tuple[Picture, ...] = ()
    temperature: float | None = None
    top_p: float | None = None

    @property
    def text(self) -> str:
        """All turns as one text."""
        return "\n\n".join(turn.text for turn in self.turns)

    @property
    def key(self) -> str:
        """64 hex digits over all that the model sees; equal requests have equal keys in every process."""
        seen = {
            "label": self.label,
            "system": self.system,
            "turns": [asdict(turn) for turn in self.turns],
            "schema": self.schema,
            "pictures": [picture.sha256 for picture in self.pictures],
        }
        text = json.dumps(seen, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls cost.

    Attributes:
        input_tokens: as the provider counts them.
        output_tokens: likewise, reasoning included.
        cost_usd: price by public price lists; None when the model is not on them.
        seconds: wall time.
        calls: how many calls.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    calls: int = 0

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        """The sum; a price that is not known counts as nothing beside one that is."""
        costs = [cost for cost in (self.cost_usd, other.cost_usd) if cost is not None]
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            sum(costs) if costs else None,
            self.seconds + other.seconds,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer.

    Attributes:
        text: the answer; JSON when a schema was asked for, as far as the model obeyed.
        usage: of this one call.
        model: name of the model that answered, as the provider tells it.
    """

    text: str
    usage: Usage = Usage(calls=1)
    model: str = ""


class Model(Protocol):
    """Something that answers requests."""

    @property
    def name(self) -> str:
        """As the user named it."""
        ...

    @property
    def sees(self) -> bool:
        """It can look at pictures."""
        ...

    async def answer(self, request: Request) -> Reply:
        """Answer one request.

        Raises:
            ModelError: there is no answer.
        """
        ...
