"""What a query retrieves, why, and what the selector says of it."""

import asyncio

from webnavigator.errors import BadInputError
from webnavigator.navigate.selector import Choice
from webnavigator.navigate.teleport import Target
from webnavigator.retrieval.base import Hit
from webnavigator.viewer.snapshot import Snapshot
from webnavigator.viewer.text import Json, plain

MOST_WORDS = 500
"""Characters of a query; longer ones are refused."""


def ask(snapshot: Snapshot, query: str) -> Json:
    """Candidates best first, each with the fields in which words were found, and the verdict.

    A query that cannot be used comes back with an ``error`` in place of candidates.
    """
    if len(query) > MOST_WORDS:
        return {"error": f"a query has at most {MOST_WORDS} characters"}
    try:
        answer = snapshot.navigator.candidates(query)
    except BadInputError as error:
        return {"error": plain(str(error))}
    choice, target = asyncio.run(snapshot.navigator.choose(query, answer.hits))
    return {
        "verdict": _verdict(choice, target),
        "hits": [_hit(hit) for hit in answer.hits],
        "warnings": [plain(warning) for warning in answer.warnings],
        "indexed": len(snapshot.navigator.index),
        "searchable": snapshot.searchable,
    }


def _verdict(choice: Choice, target: Target | None) -> Json:
    """Where `webnavigator goto` would go; ``inner`` is opened on ``state`` when it is there."""
    return {
        "state": target.node.id if target is not None else None,
        "inner": target.inner.id if target is not None and target.inner is not None else None,
        "confidence": round(choice.confidence, 3),
        "reason": plain(choice.reason, 1000),
    }


def _hit(hit: Hit) -> Json:
    return {
        "state": hit.node_id,
        "score": round(hit.score, 3),
        "matches": [
            {"field": match.field, "words": [plain(word, 60) for word in match.words], "share": match.share}
            for match in hit.matches
        ],
        "features": {name: value for name, value in sorted(hit.features.items()) if value},
    }
