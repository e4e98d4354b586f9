from pathlib import Path

from webnavigator.model.graph import Node
from webnavigator.model.page import Observation
from webnavigator.store.before import keep_before, open_before
from webnavigator.store.sql import open_map


def test_the_map_as_it_was_keeps_its_states_and_texts(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        assert open_before(store.path) is None
        node = Node("a", "u", content=store.put_observation(Observation("u", "Before")))
        store.put_node(node)
        keep_before(store)
        store.put_node(Node("a", "u", content=store.put_observation(Observation("u", "After"))))
        store.put_node(Node("b", "v"))
        for _ in range(2):
            before = open_before(store.path)
            assert before is not None
            with before:
                assert list(before.graph().nodes) == [node]
                look = before.observation(node)
                assert look is not None
                assert look.title == "Before"
        keep_before(store)
        again = open_before(store.path)
        assert again is not None
        with again:
            assert len(again.graph().nodes) == 2
    with open_map(tmp_path / "map") as store:
        assert len(store.graph().nodes) == 2
