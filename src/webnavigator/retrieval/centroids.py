"""The first stage of late interaction over many states: centroids stand for the vectors near them.

Each state is known by the centroids that its vectors lie nearest to; a query's vector looks only into the lists
of the few centroids nearest to itself (as PLAID, arXiv 2205.09707, does). Averages of a state's vectors, which
would be simpler, lose the states that are alike in all but a detail.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from webnavigator.retrieval.base import Matrix

PROBED = 64
"""Lists that one vector of a query looks into."""
_MOST = 4_096
_FEWEST = 64
_SAMPLES = 16
"""Vectors a centroid that are learnt from."""
_ROUNDS = 4
_BLOCK_ROWS = 8_192

Codes = NDArray[np.uint16]
"""The centroids of one state: numbers, ascending."""


def learn(vectors: Matrix, of: int) -> Matrix:
    """Centroids of unit vectors, as unit vectors: k-means on a sample; the same vectors give the same centroids.

    Args:
        vectors: some of what they are to stand for, shape (n, dim), n at least 1.
        of: how many vectors there are in all, which says how many centroids are worth having.
    """
    count = int(np.clip(2 ** round(np.log2(16 * np.sqrt(of))), _FEWEST, _MOST))
    random = np.random.default_rng(0)
    sample = vectors[np.sort(random.permutation(len(vectors))[: _SAMPLES * count])]
    centroids = sample[np.sort(random.permutation(len(sample))[:count])]
    for _ in range(_ROUNDS):
        centroids = _moved(centroids, sample)
    return centroids


def _moved(centroids: Matrix, sample: Matrix) -> Matrix:
    """Each centroid in the middle of what is nearest to it; one that nothing is nearest to stays."""
    nearest = nearest_centroids(centroids, sample)
    order = np.argsort(nearest, kind="stable")
    used, starts = np.unique(nearest[order], return_index=True)
    moved = centroids.copy()
    sums = np.add.reduceat(sample[order], starts, axis=0)
    moved[used] = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
    return moved


def nearest_centroids(centroids: Matrix, vectors: Matrix) -> Codes:
    """For each vector the number of the centroid most similar to it."""
    blocks = (vectors[at : at + _BLOCK_ROWS] for at in range(0, len(vectors), _BLOCK_ROWS))
    found = [np.argmax(block @ centroids.T, axis=1).astype(np.uint16) for block in blocks]
    return np.concatenate(found) if found else np.zeros(0, np.uint16)


@dataclass(frozen=True, slots=True)
class Lists:
    """Which states have a centroid: for centroid c the positions `states[starts[c] : starts[c + 1]]`.

    Attributes:
        states: positions of states.
        starts: one more than there are centroids.
        count: number of states.
    """

    states: NDArray[np.intp]
    starts: NDArray[np.intp]
    count: int

    def scores(self, query: Matrix, centroids: Matrix) -> Matrix:
        """About the late interaction of a query with each state, shape (count,).

        For a state that none of the nearest centroids leads to, the similarity of the farthest of these is assumed.
        """
        similarity = query @ centroids.T
        probed = min(PROBED, len(centroids))
        total = np.zeros(self.count, np.float32)
        for row in similarity:
            near = np.argpartition(-row, probed - 1)[:probed]
            near = near[np.argsort(row[near], kind="stable")]  # ascending: what is written last is the best
            best = np.full(self.count, row[near[0]], np.float32)
            for centroid in near:
                best[self.states[self.starts[centroid] : self.starts[centroid + 1]]] = row[centroid]
            total += best
        return total / np.float32(len(query))


def lists_of(codes: Sequence[Codes], centroids: int) -> Lists:
    """The lists of some states.

    Args:
        codes: of each state.
        centroids: how many there are.
    """
    lengths = np.array([len(one) for one in codes], np.intp)
    every = np.concatenate([*codes, np.zeros(0, np.uint16)])
    owner = np.repeat(np.arange(len(codes)), lengths)
    starts = np.concatenate(([0], np.cumsum(np.bincount(every, minlength=centroids)))).astype(np.intp)
    return Lists(owner[np.argsort(every, kind="stable")], starts, len(codes))
