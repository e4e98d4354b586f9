"""Multi-vectors of states on a Qdrant server: a collection for each map, compared by MAX_SIM."""

import importlib
import os
import uuid
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from webnavigator.errors import MissingExtraError, StoreError
from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.state_vectors import StateRow

_VECTORS = "states"
_PAGE = 1_000
_EXACT_STATES = 10_000
"""Up to so many states the server compares all of them; above, it follows its graph of neighbours."""
_TIMEOUT_S = 60


def open_client(url: str) -> Any:
    """A client for a server; the key, where one is needed, is in ``QDRANT_API_KEY``.

    Args:
        url: address of the server, or ``:memory:`` for the client's own embedded mode.

    Raises:
        MissingExtraError: the client is not installed.
    """
    try:
        qdrant: Any = importlib.import_module("qdrant_client")
    except ImportError:
        raise MissingExtraError("the client of Qdrant", "qdrant") from None
    if url == ":memory:":
        return qdrant.QdrantClient(url)
    key = os.environ.get("QDRANT_API_KEY")
    return qdrant.QdrantClient(url=url, api_key=key, timeout=_TIMEOUT_S, check_compatibility=False)


def collection_for(index_dir: Path) -> str:
    """Name of the collection of the map whose index is in a folder: the same for the same folder only."""
    return f"webnavigator-{uuid.uuid5(uuid.NAMESPACE_URL, str(index_dir.resolve())).hex}"


class QdrantVectors:
    """See `webnavigator.retrieval.state_vectors.StateVectors`.

    Args:
        client: from `open_client`.
        collection: name of the collection; made when something is put into it.
        embedded: the client is its own server: it compares all states anyway.

    Raises:
        StoreError: when opened, if the server does not answer.
    """

    def __init__(self, client: Any, collection: str, *, embedded: bool = False) -> None:
        self._client = client
        self._collection = collection
        self._embedded = embedded
        self._models: Any = importlib.import_module("qdrant_client.models")
        with self._reported():
            self._dim = self._dimension()

    def close(self) -> None:
        """Release the connection."""
        self._client.close()

    def made(self) -> dict[str, str]:
        """See `StateVectors`."""
        found: dict[str, str] = {}
        offset: Any = None
        with self._reported():
            while self._dim:
                points, offset = self._client.scroll(self._collection, limit=_PAGE, offset=offset, with_payload=True)
                found |= {point.payload["node_id"]: point.payload["made"] for point in points}
                if offset is None:
                    break
        return found

    def put(self, rows: Sequence[StateRow]) -> None:
        """See `StateVectors`."""
        if not rows:
            return
        with self._reported():
            self._make(rows[0].vectors.shape[1])
            points = [
                self._models.PointStruct(
                    id=_point(row.node_id),
                    vector={_VECTORS: row.vectors.tolist()},
                    payload={"node_id": row.node_id, "made": row.made},
                )
                for row in rows
            ]
            self._client.upsert(self._collection, points, wait=True)

    def drop(self, node_ids: Collection[str]) -> None:
        """See `StateVectors`."""
        if node_ids and self._dim:
            with self._reported():
                ids = [_point(node_id) for node_id in node_ids]
                self._client.delete(self._collection, self._models.PointIdsList(points=ids), wait=True)

    def nearest(self, query: Matrix, k: int) -> list[tuple[str, float]]:
        """See `StateVectors`."""
        if query.shape[1] != self._dim:
            return []
        with self._reported():
            exact = self._client.count(self._collection, exact=False).count <= _EXACT_STATES
            found = self._query(query, k, exact=exact)
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))

    def scores(self, query: Matrix, node_ids: Sequence[str]) -> Matrix:
        """See `StateVectors`."""
        result = np.full(len(node_ids), np.nan, np.float32)
        if query.shape[1] != self._dim or not node_ids:
            return result
        with self._reported():
            wanted = self._models.HasIdCondition(has_id=[_point(node_id) for node_id in node_ids])
            only = self._models.Filter(must=[wanted])
            found = dict(self._query(query, len(node_ids), exact=True, query_filter=only))
        for at, node_id in enumerate(node_ids):
            result[at] = found.get(node_id, np.nan)
        return result

    def _query(self, query: Matrix, limit: int, *, exact: bool, **more: Any) -> list[tuple[str, float]]:
        """States and scores; the server adds up over the query's vectors, the contract has the mean."""
        if not self._embedded:
            more["search_params"] = self._models.SearchParams(exact=exact)
        answer = self._client.query_points(
            self._collection, query=query.tolist(), using=_VECTORS, limit=limit, with_payload=["node_id"], **more
        )
        return [(point.payload["node_id"], point.score / len(query)) for point in answer.points]

    def _dimension(self) -> int:
        """Of the vectors kept; 0 when there is no collection."""
        if not self._client.collection_exists(self._collection):
            return 0
        return int(self._client.get_collection(self._collection).config.params.vectors[_VECTORS].size)

    def _make(self, dim: int) -> None:
        if dim == self._dim:
            return
        if self._dim:
            self._client.delete_collection(self._collection)
        kind = self._models.VectorParams(
            size=dim,
            distance=self._models.Distance.DOT,
            datatype=self._models.Datatype.FLOAT16,
            on_disk=True,
            multivector_config=self._models.MultiVectorConfig(comparator=self._models.MultiVectorComparator.MAX_SIM),
        )
        self._client.create_collection(self._collection, vectors_config={_VECTORS: kind})
        self._dim = dim

    @contextmanager
    def _reported(self) -> Generator[None]:
        """What the server or the way to it refuses becomes an error of ours."""
        refused: Any = importlib.import_module("qdrant_client.http.exceptions")
        try:
            yield
        except refused.UnexpectedResponse as error:
            raise StoreError(f"Qdrant refused collection {self._collection}: HTTP {error.status_code}") from None
        except (refused.ApiException, OSError, KeyError, ValueError) as error:
            raise StoreError(f"Qdrant cannot be used: {str(error).splitlines()[0]}") from None


def _point(node_id: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_OID, node_id))
