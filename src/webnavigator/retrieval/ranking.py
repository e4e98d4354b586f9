"""The learnt combination of features, with its provenance."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.features import FEATURES

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
        for name in FEATURES:
            total += np.float32(weights.get(name, 0.0)) * columns[name]
        return total


@cache
def shipped() -> Ranking:
    """The weights that ship with the package; `data/ranking.json` says on what they were learnt."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    return Ranking(data["latin"], data["cjk"])
