"""How well states are found and chosen, from the labels that an exploration with probes left in a map."""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from webnavigator.bench.measures import mean_reciprocal_rank, median, rank_of, recall_at, share
from webnavigator.config import Settings
from webnavigator.explore.probe import Intent, load_intents
from webnavigator.navigate.indexing import documents, graph_to_search, update_index
from webnavigator.navigate.selector import Candidate, OfflineSelector
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.ranking import ABLATIONS, ADDED, Ranking, shipped
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
    with open_map(map_dir) as store:
        graph, labels = graph_to_search(store), store.labels()
        with closing(MapIndex.open(store.index_path, settings.retrieve)) as index:
            update_index(store, graph, index, strict=True)
            rows = [_row(index, *ask, labels, settings.retrieve.k) for ask in _asked(wanted, labels)]
            table = _ablation(index, wanted, labels) if ablation else {}
        if ablation:
            plain = [replace(document, labels=()) for document in documents(store, graph)]
            table |= {"without incoming labels": _without_labels(plain, wanted, labels, settings)}
    missing = tuple(intent.id for intent in wanted if intent.check and not labels.get(intent.id))
    return RetrievalReport(tuple(rows), missing, _parts(rows), table)


def figures(rows: Sequence[RetrievalRow]) -> dict[str, float]:
    """Recall, mean reciprocal rank, right choices, none precision and recall, and milliseconds a search (median).

    Recall and rank are over intents whose state is in the map; figures without a row to count are left out.
    """
    there = [row for row in rows if row.kind != "none"]
    search_s = median([row.search_s for row in rows])
    return {
        "intents": float(len(rows)),
        **_ranks([row.rank for row in there]),
        **_counted(
            {
                "right state": share(row.right for row in there),
                "right": share(row.right for row in rows),
                "search ms p50": search_s * 1000 if search_s is not None else None,
                "none recall": share(row.right for row in rows if row.kind == "none"),
                "none precision": share(row.kind == "none" for row in rows if row.chosen is None),
            }
        ),
    }


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
        rank=rank_of((hit.node_id for hit in hits), right),
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
    ranks: defaultdict[str, list[int | None]] = defaultdict(list)
    for intent, _, words in _asked(wanted, labels):
        if intent.check is None:
            continue
        pool = index.pool(read_query(words))
        methods: dict[str, Ranking] = {"fused": index.ranking}
        methods |= {name: shipped().only(features) for name, features in ABLATIONS.items()}
        if ADDED in pool.columns:
            methods |= {"chosen encoder": shipped().with_encoder(1.0), "without chosen encoder": shipped()}
        for name, ranking in methods.items():
            order = ranking.order(pool.columns, pool.node_ids, cjk=pool.query.cjk)
            ranks[name].append(rank_of((pool.node_ids[i] for i in order), labels[intent.id]))
    return {name: _ranks(found) for name, found in ranks.items() if found}


def _without_labels(
    plain: Sequence[Document], wanted: Sequence[Intent], labels: Mapping[str, set[str]], settings: Settings
) -> Mapping[str, float]:
    """Ranks of the built-in methods on documents that were robbed of their labels."""
    embedded = settings.retrieve.model_copy(update={"encoder": "embedded"})
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(MapIndex.open(Path(folder), embedded)) as index,
    ):
        index.update(plain)
        return _ablation(index, wanted, labels).get("fused", {})


def _ranks(ranks: Sequence[int | None]) -> dict[str, float]:
    """Recall and mean reciprocal rank; empty when there is no rank to count."""
    return _counted({f"R@{k}": recall_at(k, ranks) for k in RECALL_AT} | {"MRR": mean_reciprocal_rank(ranks)})


def _counted(figures: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in figures.items() if value is not None}
