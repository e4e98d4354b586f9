"""Do the addresses that a control leads to show what it showed? Visiting a few of them tells for all."""

from collections import Counter
from dataclasses import dataclass, field

from webnavigator.model.graph import Node

_ENOUGH = 2
"""Addresses of one control that must have shown the state it led to, before that is taken for its way."""


@dataclass(slots=True)
class Confirmed:
    """What visits to addresses told that controls had led to."""

    _asked: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    _same: Counter[str] = field(default_factory=Counter[str])
    _other: set[str] = field(default_factory=set[str])

    def ask(self, control: str, node: Node) -> None:
        """The address of a state that a control led to is going to be visited; `control`: see `control_name`."""
        self._asked[node.url] = (control, node.id)

    def learn(self, url: str, node_id: str) -> None:
        """An address was visited and showed a state."""
        if url in self._asked:
            control, expected = self._asked.pop(url)
            if node_id == expected:
                self._same[control] += 1
            else:
                self._other.add(control)

    def holds_for(self, control: str) -> bool:
        """Whether the address of what a control opens shows the same, as far as is known without a visit."""
        return self._same[control] >= _ENOUGH and control not in self._other
