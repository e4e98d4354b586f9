"""How well states are found and chosen, from the labels that an exploration with probes left in a map."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from webnavigator.config import Settings
from webnavigator.explore.probe import Intent, load_intents
from webnavigator.navigate.indexing import documents, update_index
from webnavigator.navigate.selector import Candidate, OfflineSelector
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.ranking import ABLATIONS, Ranking, shipped
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map

RECALL_AT = (1, 5, 10, 30)


@dataclass(frozen=True, slots=True)
class RetrievalRow:
    """How one intent, in one language, was answered.

    Attributes:
        id: id of the intent.
        language: language tag of the words.
        query: the words.
        kind: ``url``, ``no url``, or ``none`` when there is no such page.
        rank: position of the first labelled state, from 1; None when it was not found, or there is none.
        chosen: id of the state that the selector chose, None for none.
        right: the choice is a labelled state, or none where there is no such page.
        confidence: the selector's own estimate, 0 to 1.
        search_s: wall time of the search.
    """

    id: str
    language: str
    query: str
    kind: str
    rank: int | None
    chosen: str | None
    right: bool
    confidence: float
    search_s: float


@dataclass(frozen=True, slots=True)
class RetrievalReport:
    """Rows, and figures over them.

    Attributes:
        rows: one an intent and language; intents whose state is not in the map are left out.
        not_in_map: ids of those that are left out.
        parts: figures by part: ``all``, a language, or a kind; see `figures`.
        ablation: recall and mean reciprocal rank by method.
    """

    rows: tuple[RetrievalRow, ...]
    not_in_map: tuple[str, ...]
    parts: Mapping[str, Mapping[str, float]]
    ablation: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, Mapping[str, float]])


def bench_retrieval(
    intents: Path | str, map_dir: Path | str, settings: Settings, *, ablation: bool = False
) -> RetrievalReport:
    """Search for each intent of a file in a map and compare with its labels.

    Args:
        intents: intents file; see `webnavigator.explore.probe.load_intents`.
        map_dir: a map explored with these intents as probes.
        settings: `retrieve` counts.
        ablation: also measure parts of the method alone; indexes the map's documents once more.

    Raises:
        BadInputError: the file is not one of intents.
        MapError: the directory is not a map.
    """
    wanted = load_intents(intents)
    store = open_map(map_dir)
    try:
        graph = store.graph()
        labels = store.labels()
        index = MapIndex.open(store.index_path, settings.retrieve)
        try:
            update_index(store, graph, index)
            rows = [_row(index, *ask, labels, settings.retrieve.k) for ask in _asked(wanted, labels)]
            table = _ablation(index, wanted, labels) if ablation else {}
        finally:
            index.close()
        if ablation:
            plain = [replace(document, labels=()) for document in documents(store, graph)]
            table |= {"without incoming labels": _without_labels(plain, wanted, labels, settings)}
    finally:
        store.close()
    missing = tuple(intent.id for intent in wanted if intent.check and not labels.get(intent.id))
    return RetrievalReport(tuple(rows), missing, _parts(rows), table)


def figures(rows: Sequence[RetrievalRow]) -> dict[str, float]:
    """Recall, mean reciprocal rank, right choices, none precision and recall, and milliseconds a search (median).

    Recall and rank are over intents whose state is in the map; figures without a row to count are left out.
    """
    there = [row for row in rows if row.kind != "none"]
    absent = [row for row in rows if row.kind == "none"]
    none = [row for row in rows if row.chosen is None]
    found: dict[str, float] = {"intents": float(len(rows))}
    if there:
        found |= _ranks([row.rank for row in there])
        found["right state"] = _share(row.right for row in there)
    if rows:
        found["right"] = _share(row.right for row in rows)
        found["search ms p50"] = statistics.median(row.search_s for row in rows) * 1000
    if absent:
        found["none recall"] = _share(row.right for row in absent)
    if none:
        found["none precision"] = _share(row.kind == "none" for row in none)
    return found


def format_report(report: RetrievalReport) -> str:
    """Tables for people: figures by part, then the ablation."""
    names = list(dict.fromkeys(name for part in report.parts.values() for name in part))
    lines = ["".join(["part".ljust(26), *(name.rjust(max(8, len(name) + 2)) for name in names)])]
    lines += [_line(title, part, names) for title, part in report.parts.items()]
    if report.ablation:
        columns = list(next(iter(report.ablation.values())))
        lines += ["", "".join(["method".ljust(26), *(name.rjust(8) for name in columns)])]
        lines += [_line(title, part, columns) for title, part in report.ablation.items()]
    if report.not_in_map:
        lines += ["", f"not in the map: {', '.join(report.not_in_map)}"]
    return "\n".join(lines)


def _line(title: str, part: Mapping[str, float], names: Sequence[str]) -> str:
    cells = [f"{part[name]:.3g}" if name in part else "–" for name in names]
    return title.ljust(26) + "".join(cell.rjust(max(8, len(name) + 2)) for cell, name in zip(cells, names, strict=True))


def _asked(wanted: Sequence[Intent], labels: Mapping[str, set[str]]) -> list[tuple[Intent, str, str]]:
    """Intent, language and words of all that can be judged: those in the map and those that are nowhere."""
    usable = [intent for intent in wanted if intent.check is None or labels.get(intent.id)]
    return [(intent, language, words) for intent in usable for language, words in intent.texts.items()]


def _row(
    index: MapIndex, intent: Intent, language: str, words: str, labels: Mapping[str, set[str]], k: int
) -> RetrievalRow:
    start = time.perf_counter()
    hits = index.search(words, k)
    seconds = time.perf_counter() - start
    choice = OfflineSelector().choose(words, [Candidate(hit, index.document(hit.node_id)) for hit in hits])
    right = labels.get(intent.id, set[str]()) if intent.check else set[str]()
    return RetrievalRow(
        id=intent.id,
        language=language,
        query=words,
        kind="none" if intent.check is None else "no url" if intent.no_url else "url",
        rank=next((hit.rank for hit in hits if hit.node_id in right), None),
        chosen=choice.node_id,
        right=choice.node_id in right if intent.check else choice.node_id is None,
        confidence=choice.confidence,
        search_s=seconds,
    )


def _parts(rows: Sequence[RetrievalRow]) -> dict[str, Mapping[str, float]]:
    tests: dict[str, Callable[[RetrievalRow], bool]] = {"all": lambda _: True}
    for language in sorted({row.language for row in rows}):
        tests[language] = lambda row, language=language: row.language == language
    for kind in sorted({row.kind for row in rows}):
        tests[kind] = lambda row, kind=kind: row.kind == kind
    return {name: figures([row for row in rows if test(row)]) for name, test in tests.items()}


def _ablation(
    index: MapIndex, wanted: Sequence[Intent], labels: Mapping[str, set[str]]
) -> dict[str, Mapping[str, float]]:
    """Ranks with parts of the features alone, over the same candidates."""
    ranks: dict[str, list[int | None]] = {"fused": [], **{name: [] for name in ABLATIONS}}
    for intent, _, words in _asked(wanted, labels):
        if intent.check is None:
            continue
        pool = index.pool(read_query(words))
        methods: dict[str, Ranking] = {"fused": shipped()}
        methods |= {name: shipped().only(features) for name, features in ABLATIONS.items()}
        for name, ranking in methods.items():
            order = ranking.order(pool.columns, pool.node_ids, cjk=pool.query.cjk)
            place = (at for at, i in enumerate(order, 1) if pool.node_ids[i] in labels[intent.id])
            ranks[name].append(next(place, None))
    return {name: _ranks(found) for name, found in ranks.items() if found}


def _without_labels(
    plain: Sequence[Document], wanted: Sequence[Intent], labels: Mapping[str, set[str]], settings: Settings
) -> Mapping[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        index = MapIndex.open(Path(folder), settings.retrieve)
        try:
            index.update(plain)
            return _ablation(index, wanted, labels).get("fused", {})
        finally:
            index.close()


def _ranks(ranks: Sequence[int | None]) -> dict[str, float]:
    found = {f"R@{k}": _share(rank is not None and rank <= k for rank in ranks) for k in RECALL_AT}
    return found | {"MRR": statistics.fmean(1 / rank if rank else 0.0 for rank in ranks)}


def _share(values: Iterable[bool]) -> float:
    counted = [float(value) for value in values]
    return statistics.fmean(counted) if counted else 0.0
