"""The learnt combination of features, with its provenance."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.features import DENSE, FEATURES, LEXICAL, STATE

ABLATIONS: Mapping[str, tuple[str, ...]] = {
    "lexical": (*LEXICAL, *STATE),
    "dense": tuple(name for name in DENSE if name != "en_late"),
    "late interaction": ("en_late",),
    "without late interaction": tuple(name for name in FEATURES if name != "en_late"),
    "without vectors of English": tuple(name for name in FEATURES if not name.startswith("en_")),
    "without multilingual vectors": tuple(name for name in FEATURES if not name.startswith("ml_")),
}
"""Parts of the features that are worth measuring alone."""

ADDED = "encoder"
"""Column of the similarity under a model of the user's choice, standardised; there only when there is one."""
_EMBEDDED = 3.0
"""What the embedded encoders' similarities weigh together, about, in the weights that ship."""

_FILE = Path(__file__).parent / "data" / "ranking.json"


@dataclass(frozen=True, slots=True)
class Ranking:
    """Weights of a linear combination.

    Attributes:
        latin: weight by feature for queries in a script with spaces.
        cjk: likewise for queries in Chinese, Japanese or Korean.
    """

    latin: Mapping[str, float]
    cjk: Mapping[str, float]

    def score(self, columns: Mapping[str, Matrix], *, cjk: bool) -> Matrix:
        """Scores of the candidates; features without a weight count for nothing."""
        weights = self.cjk if cjk else self.latin
        total = np.zeros_like(next(iter(columns.values())))
        for name in (*FEATURES, ADDED):
            if name not in columns:
                continue
            total += np.float32(weights.get(name, 0.0)) * columns[name]
        return total

    def order(self, columns: Mapping[str, Matrix], node_ids: Sequence[str], *, cjk: bool) -> list[int]:
        """Positions of the candidates, best first; equal scores are ordered by node id."""
        if not node_ids:
            return []
        scores = self.score(columns, cjk=cjk)
        return sorted(range(len(node_ids)), key=lambda i: (-float(scores[i]), node_ids[i]))

    def only(self, features: Collection[str]) -> "Ranking":
        """The same combination with some of the features alone."""
        return Ranking(
            {name: weight for name, weight in self.latin.items() if name in features},
            {name: weight for name, weight in self.cjk.items() if name in features},
        )

    def with_encoder(self, say: float) -> "Ranking":
        """The same combination with a model of the user's choice.

        Args:
            say: 0 none, 0.5 as much as the embedded encoders together, 1 that model alone.
        """
        if say >= 1:
            return Ranking({ADDED: _EMBEDDED}, {ADDED: _EMBEDDED})
        weight = _EMBEDDED * say / (1 - say)
        return Ranking({**self.latin, ADDED: weight}, {**self.cjk, ADDED: weight})


@cache
def shipped() -> Ranking:
    """The weights that ship with the package; `data/ranking.json` says on what they were learnt."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    return Ranking(data["latin"], data["cjk"])
