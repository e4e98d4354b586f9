"""Learn the weights of the ranking and of the offline selector from labelled maps; tell how they do held out by site.

    python benchmarks/retrieval_train.py shop=LABELS:MAP tracker=LABELS:MAP ... [--test app=INTENTS:MAP ...] [--write]

LABELS is an intents file whose checks ``explore --probe`` evaluated while it made MAP, or a list of
``{"en": words, "zh": words, "nodes": [ids]}`` where no ids means that the map has no such state.
At least two sites: each is held out once. Sites under --test are never learnt from. The ranking's weights are pulled
towards `HAND`, which were set from what the features mean before anything was fitted. --write puts the weights, fitted
on all sites that are learnt from, into the package.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from webnavigator.config import load_settings
from webnavigator.explore.probe import load_intents
from webnavigator.navigate import selector as selecting
from webnavigator.navigate.indexing import graph_to_search, update_index
from webnavigator.retrieval import ranking as ordering
from webnavigator.retrieval.features import FEATURES
from webnavigator.retrieval.pool import Pool, ranked
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.ranking import Ranking
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.base import Store
from webnavigator.store.sql import open_map

HAND = {
    "latin": {
        "in_key": 2.0, "in_any": 1.0, "in_own": 1.0, "name_fit": 1.0, "bm25": 0.5, "entity_key": 2.0, "entity_any": 0.5,
        "en_summary": 0.5, "en_key": 0.5, "en_passage": 0.3, "en_late": 0.5,
        "ml_summary": 0.2, "ml_key": 0.2, "ml_passage": 0.1,
        "inner": -0.6, "inner_cued": 1.5, "kind_cued": 0.8, "unvisited": -0.2, "view": -0.3, "depth": -0.3,
        "act_same": 0.6, "act_other": -0.5,
    },
    "cjk": {
        "in_key": 2.0, "in_any": 1.0, "in_own": 1.0, "name_fit": 1.0, "bm25": 0.3, "entity_key": 2.0, "entity_any": 0.5,
        "en_summary": 0.2, "en_key": 0.2, "en_late": 0.2,
        "ml_summary": 0.8, "ml_key": 0.8, "ml_passage": 0.4,
        "inner": -0.6, "inner_cued": 1.5, "kind_cued": 0.8, "unvisited": -0.2, "view": -0.3, "depth": -0.3,
        "act_same": 0.6, "act_other": -0.5,
    },
}  # fmt: skip
SIGNED = {"inner", "inner_cued", "kind_cued", "unvisited", "view", "depth", "act_same", "act_other"}
SCALE, PULL, STEPS = 2.0, 0.05, 300
SHRINK = 0.02
"""L2 penalty of the selector's weights, on standardised signals."""


@dataclass(frozen=True)
class Example:
    """One query on one site: the candidates, their features, and which are right (none: all False)."""

    site: str
    query: str
    absent: bool
    pool: Pool
    pages: Mapping[str, str]  # address of the page by node id
    values: np.ndarray  # (candidates, features)
    right: np.ndarray  # (candidates,), bool

    @property
    def script(self) -> str:
        """Which of the two sets of weights the query is ranked with."""
        return "cjk" if self.pool.query.cjk else "latin"


def labelled(labels: Path, store: Store) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Query, ids of the right states, and whether there is none on the site."""
    rows = json.loads(labels.read_text("utf-8"))
    if isinstance(rows, list):
        for row in rows:
            for language in ("en", "zh"):
                yield row[language], frozenset(row["nodes"]), not row["nodes"]
        return
    known = store.labels()
    for intent in load_intents(labels):
        right = frozenset(known.get(intent.id, set())) if intent.check else frozenset[str]()
        for words in intent.texts.values() if right or not intent.check else ():
            yield words, right, not intent.check


def examples(site: str, labels: Path, map_dir: Path) -> list[Example]:
    store = open_map(map_dir)
    index = MapIndex.open(store.index_path, load_settings().retrieve)
    graph = graph_to_search(store)
    update_index(store, graph, index)
    pages = {node.id: node.url.partition("?")[0] for node in graph.nodes}
    made: list[Example] = []
    for words, nodes, absent in labelled(labels, store):
        pool = index.pool(read_query(words))
        values = np.stack([pool.columns[name] for name in FEATURES], axis=1).astype(float)
        right = np.array([node in nodes for node in pool.node_ids], bool)
        made.append(Example(site, words, absent, pool, pages, values, right))
    index.close()
    store.close()
    return made


def fit_ranking(made: Sequence[Example], hand: Mapping[str, float]) -> np.ndarray:
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


def ranking_of(made: Sequence[Example]) -> Ranking:
    learnt = {
        script: dict(
            zip(FEATURES, fit_ranking([e for e in made if e.script == script], hand).round(3).tolist(), strict=True)
        )
        for script, hand in HAND.items()
    }
    return Ranking(learnt["latin"], learnt["cjk"])


def rank(example: Example, ranking: Ranking) -> int:
    scores = ranking.score(example.pool.columns, cjk=example.pool.query.cjk)
    return 1 + int((scores > scores[example.right].max()).sum()) if example.right.any() else 10**6


@dataclass(frozen=True)
class Judged:
    """What the selector reads of one query, and whether the first hit is right."""

    example: Example
    signals: dict[str, float]
    right: bool


def judged(made: Sequence[Example], ranking: Ranking) -> list[Judged]:
    rows: list[Judged] = []
    for example in made:
        if not example.pool.node_ids:
            continue
        hits = ranked(example.pool, ranking, 30)
        right = {node for node, is_right in zip(example.pool.node_ids, example.right, strict=True) if is_right}
        signals = selecting.signals(example.pool.query, hits, [example.pages[hit.node_id] for hit in hits])
        rows.append(Judged(example, signals, hits[0].node_id in right))
    return rows


def fit_selector(rows: Sequence[Judged]) -> dict[str, float]:
    """Logistic regression by Newton's method, signals standardised, weights given for them as they are."""
    names = list(rows[0].signals)
    raw = np.array([[row.signals[name] for name in names] for row in rows])
    middle, spread = raw.mean(axis=0), np.maximum(raw.std(axis=0), 1e-6)
    values = np.c_[(raw - middle) / spread, np.ones(len(rows))]
    right = np.array([row.right for row in rows], float)
    penalty = SHRINK * len(rows) * np.r_[np.ones(len(names)), 0.0]
    weights = np.zeros(len(names) + 1)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-values @ weights))
        slope = values.T @ (chance - right) + penalty * weights
        curve = values.T @ (values * (chance * (1 - chance))[:, None]) + np.diag(penalty)
        weights = weights - np.linalg.solve(curve + 1e-9 * np.eye(len(weights)), slope)
    plain = weights[:-1] / spread
    bias = weights[-1] - float(plain @ middle)
    return {name: round(float(w), 3) for name, w in zip(names, plain, strict=True)} | {"bias": round(float(bias), 3)}


def chances(rows: Sequence[Judged], weights: Mapping[str, float]) -> np.ndarray:
    calibration = selecting.Calibration(weights, 0.5)
    return np.array([calibration.chance(row.signals) for row in rows])


def area(chance: np.ndarray, absent: np.ndarray) -> float:
    """Area under the curve of telling absent from present, by the chance of the first hit."""
    there, none = chance[~absent], chance[absent]
    return float(np.mean((there[:, None] > none[None, :]) + 0.5 * (there[:, None] == none[None, :])))


def tell(name: str, rows: Sequence[Judged], chance: np.ndarray) -> None:
    for script in ("latin", "cjk"):
        of = np.array([row.example.script == script for row in rows])
        absent = np.array([row.example.absent for row in rows])[of]
        right = np.array([row.right for row in rows])[of]
        own = chance[of]
        print(f"{name} {script}: none AUC {area(own, absent):.2f}")
        for threshold in np.arange(0.14, 0.51, 0.04):
            chosen = own >= threshold
            print(
                f"  threshold {threshold:.2f}: right state {np.mean((right & chosen)[~absent]):.2f}, none told "
                f"{np.mean(~chosen[absent]):.2f}, right in all {np.mean(np.where(absent, ~chosen, right & chosen)):.2f}"
            )


def reliability(rows: Sequence[Judged], chance: np.ndarray) -> None:
    right = np.array([row.right for row in rows])
    for low in np.arange(0, 1, 0.2):
        of = (chance >= low) & (chance < low + 0.2 + 1e-9)
        if of.any():
            print(
                f"  {low:.1f} to {low + 0.2:.1f}: {of.sum()} queries, {chance[of].mean():.2f}, {right[of].mean():.2f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sites", nargs="+", metavar="NAME=LABELS:MAP")
    parser.add_argument("--test", nargs="*", default=[], metavar="NAME=LABELS:MAP")
    parser.add_argument("--thresholds", type=float, nargs=2, default=(0.24, 0.18), metavar=("LATIN", "CJK"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--sorts", default="", help="what sorts of sites these are, for the provenance")
    options = parser.parse_args()

    def read(sites: Sequence[str]) -> list[Example]:
        split = [(name, *rest.split(":")) for name, _, rest in (site.partition("=") for site in sites)]
        return [example for name, labels, where in split for example in examples(name, Path(labels), Path(where))]

    made, kept = read(options.sites), read(options.test)
    held: list[Judged] = []
    ranks: dict[str, list[int]] = {"latin": [], "cjk": []}
    for site in sorted({example.site for example in made}):
        own = [example for example in made if example.site == site]
        ranking = ranking_of([example for example in made if example.site != site])
        for example in own:
            if not example.absent:
                ranks[example.script].append(rank(example, ranking))
        held += judged(own, ranking)
    for script, found in ranks.items():
        shares = " ".join(f"R@{k} {np.mean([r <= k for r in found]):.2f}" for k in (1, 5, 10, 30))
        print(f"{script}, held out by site: {len(found)} queries, {shares}")
    chance = np.zeros(len(held))
    for site in sorted({row.example.site for row in held}):
        of = np.array([row.example.site == site for row in held])
        weights = fit_selector([row for row in held if row.example.site != site])
        chance[of] = chances([row for row in held if row.example.site == site], weights)
    tell("held out by site,", held, chance)
    reliability(held, chance)

    ranking, weights = ranking_of(made), fit_selector(held)
    if kept:
        rows = judged(kept, ranking)
        for script in ranks:
            found = [rank(e, ranking) for e in kept if not e.absent and e.script == script]
            print(
                f"test {script}: {len(found)}", *(f"R@{k} {np.mean([r <= k for r in found]):.2f}" for k in (1, 5, 30))
            )
        tell("test", rows, chances(rows, weights))
    if options.write:
        sites = options.sorts or f"{len(options.sites)} sites"
        provenance = f"benchmarks/retrieval_train.py, {len(made)} queries in English and Chinese over {sites}"
        write(ordering, {"latin": ranking.latin, "cjk": ranking.cjk}, provenance)
        latin, cjk = ({"weights": weights, "threshold": threshold} for threshold in options.thresholds)
        write(selecting, {"latin": latin, "cjk": cjk}, provenance)


def write(module: ModuleType, data: dict[str, object], provenance: str) -> None:
    name = module.__name__.rpartition(".")[2]
    path = Path(str(module.__file__)).parent / "data" / f"{name}.json"
    path.write_text(json.dumps({"schema": 1, "provenance": provenance, **data}, indent=1) + "\n", "utf-8")
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
