"""Observations, structures and screenshots as blobs."""

from pydantic import ValidationError
from sqlalchemy import select
from typing_extensions import override

from webnavigator.errors import StoreError
from webnavigator.model.graph import Node
from webnavigator.model.page import Observation, structure_keys
from webnavigator.store import schema
from webnavigator.store.base import ContentStore
from webnavigator.store.blobs import Blobs
from webnavigator.store.database import Database
from webnavigator.store.dialect import insert_missing
from webnavigator.store.rows import observation_from_json, observation_to_json


class ContentBlobs(ContentStore):
    """`ContentStore` on `Blobs`; a table says which structure an observation has, as many pages share one."""

    _database: Database
    _blobs: Blobs

    @override
    def put_observation(self, observation: Observation) -> str:
        sha = self._blobs.put(observation_to_json(observation), ".json.gz")
        parts = Observation(url="", structure=observation.structure, states=observation.states)
        structure = self._blobs.put(observation_to_json(parts), ".json.gz")
        put = insert_missing(self._database.dialect, schema.observations)
        self._database.change(put, {"sha": sha, "structure": structure})
        return sha

    @override
    def observation(self, node: Node) -> Observation | None:
        return self._decoded(node.content) if node.content else None

    @override
    def structure(self, node: Node, *, faithful: bool = False) -> frozenset[str]:
        if not node.content:
            return frozenset()
        table = schema.observations
        rows = self._database.read(select(table.c.structure).where(table.c.sha == node.content))
        return structure_keys(self._decoded(rows[0].structure if rows else node.content), faithful=faithful)

    @override
    def put_screenshot(self, image: bytes) -> str:
        return self._blobs.put(image, ".webp")

    @override
    def screenshot(self, node: Node) -> bytes | None:
        return self._blobs.get(node.screenshot, ".webp") if node.screenshot else None

    def _decoded(self, sha: str) -> Observation:
        try:
            return observation_from_json(self._blobs.get(sha, ".json.gz"))
        except ValidationError:
            raise StoreError(f"the map is damaged: blob {sha} is not an observation") from None
