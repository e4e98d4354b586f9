"""The contract of an index of multi-vectors: many unit vectors a state, found by late interaction."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.late_interaction import pool_tokens

STATE_BYTES = 65_536
"""Most bytes of vectors kept of a state: 256 vectors of 128 numbers; a tenth of what arXiv 2603.20366 keeps."""
_BYTES_A_NUMBER = 2


@dataclass(frozen=True, slots=True)
class StateRow:
    """The vectors of one state.

    Attributes:
        node_id: id of the state.
        made: what they were made of, and by which encoder; another value means that they are out of date.
        vectors: unit vectors, shape (n, dim), n at least 1.
    """

    node_id: str
    made: str
    vectors: Matrix


class StateVectors(Protocol):
    """Where the vectors of a map's states are kept and searched.

    Scores are those of `webnavigator.retrieval.late_interaction`: the mean over the query's vectors of the best
    similarity with any vector of the state, -1 to 1.
    """

    def made(self) -> dict[str, str]:
        """Of each state that is kept, what its vectors were made of (`StateRow.made`)."""
        ...

    def put(self, rows: Sequence[StateRow]) -> None:
        """Keep the vectors of some states; they take the place of older ones, and the other states' stay.

        When their dimension is another one than that of what is kept, all of that is forgotten.

        Raises:
            StoreError: they cannot be written.
        """
        ...

    def drop(self, node_ids: Collection[str]) -> None:
        """Forget some states; those that are not kept are passed over.

        Raises:
            StoreError: it cannot be written.
        """
        ...

    def nearest(self, query: Matrix, k: int) -> list[tuple[str, float]]:
        """The best states and their scores, best first; equal scores are ordered by node id.

        Args:
            query: unit vectors of the query, shape (n, dim).
            k: most states.
        """
        ...

    def scores(self, query: Matrix, node_ids: Sequence[str]) -> Matrix:
        """The exact scores of some states, in their order; NaN for a state that is not kept."""
        ...

    def close(self) -> None:
        """Release files and connections."""
        ...


def cut_to_budget(vectors: Matrix) -> Matrix:
    """At most `STATE_BYTES` of vectors: neighbours are averaged, see `pool_tokens`."""
    return pool_tokens(vectors, max(1, STATE_BYTES // (_BYTES_A_NUMBER * vectors.shape[1])))
