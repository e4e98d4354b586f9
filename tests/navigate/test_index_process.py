"""Indexing in a child process: it says nothing when all is well, and its last line when not."""

from pathlib import Path

import pytest

from webnavigator.config import RetrieveSettings
from webnavigator.errors import StoreError
from webnavigator.model.graph import Node
from webnavigator.navigate.index_process import index_map_apart
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map

LEXICAL = RetrieveSettings(encoder="lexical")


async def test_a_map_is_indexed_by_a_child_that_ends_well(tmp_path: Path):
    with open_map(tmp_path / "map", create=True) as store:
        store.put_node(Node("a", "https://a.test/", title="Orders"))
        await index_map_apart(store.path, LEXICAL)  # while the map is open for writing
        index = MapIndex.open(store.index_path, LEXICAL)
        assert [hit.node_id for hit in index.search("orders")] == ["a"]
        index.close()


async def test_a_child_that_fails_is_told_by_its_last_line(tmp_path: Path):
    with open_map(tmp_path / "map", create=True) as store:
        store.put_node(Node("a", "https://a.test/", title="Orders", content="0" * 64))
        with pytest.raises(StoreError, match=r"could not be indexed: .*blob"):
            await index_map_apart(store.path, LEXICAL)
