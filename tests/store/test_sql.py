from pathlib import Path

from webnavigator.model.graph import Node
from webnavigator.store.sql import open_map


def test_a_new_map_is_empty_and_keeps_what_is_put(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        assert not store.graph().nodes
        store.put_node(Node("a", "https://a.test/"))
    with open_map(tmp_path / "map") as store:
        assert [node.id for node in store.graph().nodes] == ["a"]
