"""Candidates that pair a page with a state seen opened on another page of its template."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from typing_extensions import override

from webnavigator.retrieval.base import Hit
from webnavigator.retrieval.compose import CompositeHit
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.search import MapIndex


@dataclass(frozen=True)
class IndexedDocuments(Mapping[str, Document]):
    """The documents of an index by node id, read when they are asked for."""

    index: MapIndex
    _read: dict[str, Document | None] = field(default_factory=dict[str, Document | None])

    @override
    def __getitem__(self, node_id: str) -> Document:
        if node_id not in self._read:
            self._read[node_id] = self.index.document(node_id)
        document = self._read[node_id]
        if document is None:
            raise KeyError(node_id)
        return document

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._read)

    @override
    def __len__(self) -> int:
        return len(self.index)


def joined(composite: CompositeHit, found: Mapping[str, tuple[Hit, object]]) -> Hit:
    """One hit for both parts: of each feature the better value, since the page names what the state does not.

    Args:
        composite: from `webnavigator.retrieval.compose.compose`.
        found: the hits it was made from, by node id.
    """
    inner = found[composite.inner][0]
    page = found[composite.instance][0] if composite.instance in found else inner
    names = inner.features.keys() | page.features.keys()
    features = {name: max(inner.features.get(name, 0.0), page.features.get(name, 0.0)) for name in names}
    identity = f"{composite.instance}+{composite.inner}"
    return replace(inner, node_id=identity, score=composite.score, features=features)
