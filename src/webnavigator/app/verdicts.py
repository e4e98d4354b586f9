"""What users said of answers on a map."""

from pathlib import Path

from webnavigator.navigate.by_id import state_with_id
from webnavigator.navigate.verdicts import keep_verdict
from webnavigator.store.base import Feedback
from webnavigator.store.sql import open_map


def feedback(map_dir: Path | str) -> list[Feedback]:
    """What users said of answers on this map, oldest first.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return store.feedback()


def report_answer(map_dir: Path | str, query: str, node_id: str, *, right: bool) -> None:
    """Say whether an answer was what was meant; later searches of this map heed it.

    Args:
        map_dir: directory of the map.
        query: what was asked.
        node_id: the state that was answered; "" for "no such page".
        right: whether that was what was meant.

    Raises:
        MapError: the directory is not a map, has no such state, or is being written to.
        BadInputError: the query has no words.
    """
    with open_map(map_dir, write=True) as store:
        node_id = state_with_id(node_id, store.graph(), store).id if node_id else ""
        keep_verdict(store, query, node_id, right=right)


def forget_feedback(map_dir: Path | str) -> int:
    """Forget all that users said of answers on this map; how many verdicts there were.

    Raises:
        MapError: the directory is not a map, or is being written to.
    """
    with open_map(map_dir, write=True) as store:
        count = len(store.feedback())
        store.clear_feedback()
        return count
