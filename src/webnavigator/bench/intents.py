"""The number the product lives by: from words to the page asked for, checked on the live page."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webnavigator.app import OpenNavigator, open_navigator
from webnavigator.bench.measures import median, rank_of, recall_at, share
from webnavigator.browser.login import LoginState
from webnavigator.browser.perform import Pilot
from webnavigator.config import Settings
from webnavigator.errors import BrowserError
from webnavigator.explore.probe import Intent, load_intents
from webnavigator.navigate.arrival import Arrival

RECALL_AT = (1, 5, 30)


@dataclass(frozen=True, slots=True)
class IntentRow:
    """How one intent, in one language, went.

    Attributes:
        id: id of the intent.
        language: language tag of the words.
        query: the words.
        kind: the author's word for what is asked for; ``none`` when there is no such page.
        no_url: what is asked for has no address of its own.
        in_map: the check held on some state while exploring, or holds on a state reached now; None for ``none``.
        rank: position of the first labelled state among the candidates, from 1; None when it is not there.
        outcome: of `Arrival`, or ``error``.
        check: the check holds on the live page; for ``none``: the answer was none.
        node: id of the state chosen.
        url: address of the page at the end.
        seconds: wall time of the whole navigation.
        retrieve_s: of it, finding candidates.
        teleport_s: of it, going there.
        reason: the navigator's line.
    """

    id: str
    language: str
    query: str
    kind: str
    no_url: bool
    in_map: bool | None
    rank: int | None
    outcome: str
    check: bool
    node: str | None
    url: str
    seconds: float
    retrieve_s: float
    teleport_s: float
    reason: str


@dataclass(frozen=True, slots=True)
class IntentReport:
    """All rows and their summary; fractions are 0 to 1, and None where nothing was to be counted."""

    summary: dict[str, Any]
    rows: tuple[IntentRow, ...] = field(default_factory=tuple)

    def to_json(self) -> dict[str, Any]:
        """A JSON-ready dictionary."""
        return {"summary": self.summary, "rows": [asdict(row) for row in self.rows]}


async def bench_intents(
    intents: Path | str,
    map_dir: Path | str,
    settings: Settings,
    *,
    login: LoginState | None = None,
    progress: Callable[[IntentRow], None] | None = None,
) -> IntentReport:
    """For each intent, in each of its languages: navigate from the start page, then check the live page.

    Args:
        intents: intents file, see `webnavigator.explore.probe.load_intents`.
        map_dir: the map; the labels that ``explore --probe`` stored there say which state is the right one.
        settings: browser and retrieval.
        login: cookies and storage to start with.
        progress: called after each row.

    Raises:
        UserError: the file or the map cannot be used.
        BrowserMissingError: no browser can be started.
    """
    asked = load_intents(intents)
    rows: list[IntentRow] = []
    async with open_navigator(map_dir, settings) as navigator:
        labels = navigator.store.labels()
        start_url = str(navigator.store.get_meta("start_url"))
        for intent in asked:
            async with navigator.browser(login) as pilot:
                for language, query in intent.texts.items():
                    row = await _row(navigator, pilot, start_url, intent, language, query, labels)
                    rows.append(row)
                    if progress is not None:
                        progress(row)
    return IntentReport(summarise(rows), tuple(rows))


async def _row(
    navigator: OpenNavigator,
    pilot: Pilot,
    start_url: str,
    intent: Intent,
    language: str,
    query: str,
    labels: dict[str, set[str]],
) -> IntentRow:
    start = time.monotonic()
    try:
        await pilot.open(start_url)
        start = time.monotonic()
        arrival = await navigator.drive(pilot, query)
        seconds = time.monotonic() - start
        held = bool(intent.check) and bool(await pilot.true_of([intent.check or ""]))
    except BrowserError as error:
        arrival = Arrival("failed", query, reason=f"error: {error}")
        seconds, held = time.monotonic() - start, False
    right = labels.get(intent.id, set[str]())
    if arrival.reached and held and arrival.chosen is not None:
        right = right | {arrival.chosen}
    return IntentRow(
        id=intent.id,
        language=language,
        query=query,
        kind=intent.kind if intent.check else "none",
        no_url=intent.no_url,
        in_map=bool(right) if intent.check else None,
        rank=rank_of(arrival.candidates, right),
        outcome=arrival.outcome,
        check=held if intent.check else arrival.outcome == "none",
        node=arrival.node,
        url=arrival.url,
        seconds=seconds,
        retrieve_s=arrival.seconds.retrieve,
        teleport_s=arrival.seconds.teleport,
        reason=arrival.reason,
    )


def summarise(rows: Sequence[IntentRow]) -> dict[str, Any]:
    """Coverage, reached, none-recall and -precision, recall@k and times, over all rows and by language."""
    summary = _summary(rows)
    languages = sorted({row.language for row in rows})
    summary["by_language"] = {tag: _summary([r for r in rows if r.language == tag]) for tag in languages}
    return summary


def _summary(rows: Sequence[IntentRow]) -> dict[str, Any]:
    there = [row for row in rows if row.kind != "none"]
    absent = [row for row in rows if row.kind == "none"]
    answered_none = [row for row in rows if row.outcome == "none"]
    labelled = [row for row in there if row.in_map]
    by_intent = {row.id: any(r.in_map for r in there if r.id == row.id) for row in there}
    return {
        "intents": len({row.id for row in rows}),
        "coverage": share(list(by_intent.values())),
        "reached": share([row.outcome == "reached" and row.check for row in there]),
        "reached_of_covered": share([row.outcome == "reached" and row.check for row in labelled]),
        "none_recall": share(row.outcome == "none" for row in absent),
        "none_precision": share([row.kind == "none" for row in answered_none]),
        "recall_at": {str(k): recall_at(k, [row.rank for row in labelled]) for k in RECALL_AT},
        "seconds": {
            "p50": median([row.seconds for row in rows]),
            "retrieve_p50": median([row.retrieve_s for row in rows]),
            "teleport_p50": median([row.teleport_s for row in rows if row.outcome == "reached"]),
        },
    }
