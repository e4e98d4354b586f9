"""Learn the ranking's weights from labelled maps, and say how they do on sites that were held out.

    python benchmarks/retrieval_train.py shop=INTENTS:MAP tracker=INTENTS:MAP ... [--write ranking.json]

At least two sites: each is held out once. Weights are pulled towards `HAND`, which were set from what the features
mean before anything was fitted; on sites held out a free fit does worse than these.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from webnavigator.config import load_settings
from webnavigator.explore.probe import load_intents
from webnavigator.navigate.indexing import update_index
from webnavigator.retrieval.features import FEATURES
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map

HAND = {
    "latin": {
        "in_key": 2.0, "in_any": 1.0, "bm25": 0.5, "entity_key": 2.0, "entity_any": 0.5,
        "en_summary": 0.5, "en_key": 0.5, "en_passage": 0.3, "en_late": 0.5,
        "ml_summary": 0.2, "ml_key": 0.2, "ml_passage": 0.1,
        "inner": -0.6, "inner_cued": 1.5, "kind_cued": 0.8, "unvisited": -0.2, "act_same": 0.6, "act_other": -0.5,
    },
    "cjk": {
        "in_key": 2.0, "in_any": 1.0, "bm25": 0.3, "entity_key": 2.0, "entity_any": 0.5,
        "en_summary": 0.2, "en_key": 0.2, "en_late": 0.2,
        "ml_summary": 0.8, "ml_key": 0.8, "ml_passage": 0.4,
        "inner": -0.6, "inner_cued": 1.5, "kind_cued": 0.8, "unvisited": -0.2, "act_same": 0.6, "act_other": -0.5,
    },
}  # fmt: skip
SIGNED = {"inner", "inner_cued", "kind_cued", "unvisited", "act_same", "act_other"}
SCALE, PULL, STEPS = 2.0, 0.2, 250


@dataclass(frozen=True)
class Example:
    """One query on one site: the candidates, their features, and which are right."""

    site: str
    script: str
    values: np.ndarray  # (candidates, features)
    right: np.ndarray  # (candidates,), bool


def examples(site: str, intents: Path, map_dir: Path) -> list[Example]:
    store, settings = open_map(map_dir), load_settings()
    labels = store.labels()
    index = MapIndex.open(store.index_path, settings.retrieve)
    update_index(store, store.graph(), index)
    made: list[Example] = []
    for intent in load_intents(intents):
        wanted = labels.get(intent.id, set()) if intent.check else set()
        for words in intent.texts.values() if wanted else ():
            pool = index.pool(read_query(words))
            values = np.stack([pool.columns[name] for name in FEATURES], axis=1).astype(float)
            right = np.array([node in wanted for node in pool.node_ids], bool)
            made.append(Example(site, "cjk" if pool.query.cjk else "latin", values, right))
    index.close()
    store.close()
    return made


def fit(made: Sequence[Example], hand: dict[str, float]) -> np.ndarray:
    """Listwise softmax by Adam; features that are shares or similarities may only help."""
    prior = SCALE * np.array([hand.get(name, 0.0) for name in FEATURES])
    signed = np.array([name in SIGNED for name in FEATURES])
    usable = [example for example in made if example.right.any()]
    weights, mean, square = prior.copy(), np.zeros_like(prior), np.zeros_like(prior)
    for step in range(1, STEPS + 1 if usable else 1):
        slope = PULL * (weights - prior)
        for example in usable:
            chance = np.exp(example.values @ weights - (example.values @ weights).max())
            goal = np.where(example.right, chance, 0)
            slope = slope + example.values.T @ (chance / chance.sum() - goal / goal.sum()) / len(usable)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights = np.where(signed, weights, np.maximum(weights, 0))
    return weights


def rank(example: Example, weights: np.ndarray) -> int:
    scores = example.values @ weights
    return 1 + int((scores > scores[example.right].max()).sum()) if example.right.any() else 10**6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="NAME=INTENTS:MAP")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    made: list[Example] = []
    for site in options.sites:
        name, _, rest = site.partition("=")
        intents, _, map_dir = rest.partition(":")
        made += examples(name, Path(intents), Path(map_dir))
    for script, hand in HAND.items():
        of_script = [example for example in made if example.script == script]
        ranks = [
            rank(example, fit([other for other in of_script if other.site != example.site], hand))
            for example in of_script
        ]
        found = " ".join(f"R@{k} {np.mean([r <= k for r in ranks]):.2f}" for k in (1, 5, 10, 30))
        print(f"{script}, held out by site: {len(ranks)} intents, {found}")
    if options.write:
        learnt = {
            script: dict(
                zip(FEATURES, fit([e for e in made if e.script == script], hand).round(3).tolist(), strict=True)
            )
            for script, hand in HAND.items()
        }
        options.write.write_text(json.dumps({"schema": 1, "provenance": " ".join(options.sites), **learnt}, indent=1))


if __name__ == "__main__":
    main()
