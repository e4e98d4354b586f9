"""How an exploration went, or goes: counts, growth, what is newest, what was left alone."""

from collections import Counter

from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, harmless, plain

NEWEST = 24
POINTS = 120
"""Of the curve of states over time."""
MOST_RECORDS = 3000
_LIMIT = 400


def run(snapshot: Snapshot) -> Json:
    """What the map tells of the runs that made it; true while one is under way, too."""
    tasks = [task for found in snapshot.tasks_by_source.values() for task in found]
    reasons = Counter(plain(_outcome(task.outcome), 80) for task in tasks if task.state == "held")
    for record, count in snapshot.store.audit_counts().items():
        if record.kind == "control":
            reasons[plain(record.reason, 80)] += count
    seen = sorted((node for node in snapshot.graph.nodes if node.visited), key=lambda node: (node.first_seen, node.id))
    return {
        "report": harmless(snapshot.meta.get("report")),
        "settings": harmless(snapshot.meta.get("settings")),
        "tasks": dict(Counter(task.state for task in tasks)),
        "outcomes": dict(Counter(_outcome(task.outcome) for task in tasks if task.state == "done").most_common(12)),
        "held": dict(reasons.most_common(20)),
        "growth": _growth([node.first_seen for node in seen]),
        "newest": [node.id for node in reversed(seen[-NEWEST:])],
    }


def audit(snapshot: Snapshot) -> Json:
    """What was left alone, held back or answered; beyond `MOST_RECORDS` records only the count is told."""
    counts = snapshot.store.audit_counts()
    at: dict[str, str] = {}
    for node in snapshot.graph.nodes:
        if node.url not in at or not node.name:
            at.setdefault(node.url, node.id)
    rows = [
        {
            "kind": record.kind,
            "what": plain(record.what, _LIMIT),
            "reason": plain(record.reason, _LIMIT),
            "url": plain(record.url, 1000),
            "state": at.get(record.url),
            "count": count,
        }
        for record, count in list(counts.items())[:MOST_RECORDS]
    ]
    return {"rows": rows, "count": len(counts)}


def _outcome(outcome: str) -> str:
    """``held: would log out`` → ``would log out``; ``failed: …`` → ``failed``."""
    head, _, rest = outcome.partition(": ")
    return rest if head == "held" else head


def _growth(times: list[float]) -> list[list[float]]:
    """Seconds since the first state, and how many there were then; at most `POINTS` and one."""
    if not times:
        return []
    step = max(1, len(times) // POINTS)
    places = [*range(0, len(times), step), len(times) - 1]
    return [[round(times[at] - times[0], 1), at + 1] for at in places]
