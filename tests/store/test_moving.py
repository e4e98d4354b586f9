import json
from pathlib import Path

import pytest

from webnavigator.app.transfer import import_map
from webnavigator.errors import BadInputError
from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.graph import Edge, Node
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import Observation, node_id, structure_keys
from webnavigator.store.exchange import export_json
from webnavigator.store.moving import move_of, moved
from webnavigator.store.sql import SqlStore, open_map

OLD, NEW = "http://old.test:8105", "https://new.test"
BACK = "/login?back=http%3A%2F%2Fold.test%3A8105%2Forders"
LINK = Locator("/html[1]/a[1]", href=f"{OLD}/orders")


def _seen(origin: str) -> Observation:
    return Observation(f"{origin}/", structure=("/html[1]/a[1]",), tree=f"link {origin} and {origin}0")


def _id(origin: str) -> str:
    return node_id(structure_keys(_seen(origin)), f"{origin}/")


@pytest.fixture
def filled(store: SqlStore) -> SqlStore:
    content, picture = store.put_observation(_seen(OLD)), store.put_screenshot(b"picture")
    start, other = _id(OLD), placeholder_id(f"{OLD}/orders")
    with store.transaction():
        store.put_node(Node(start, f"{OLD}/", content=content, screenshot=picture))
        store.put_node(Node(other, f"{OLD}/orders", visited=False))
        store.put_node(Node("own", f"{OLD}{BACK}"))
        store.put_edges([Edge(start, other, Click(LINK)), Edge(start, "own", Goto(f"{OLD}{BACK}"))])
        store.count_use(start, 3)
        store.set_meta("start_url", f"{OLD}/")
    return store


def test_a_moved_map_is_what_exploring_there_would_give(filled: SqlStore, tmp_path: Path) -> None:
    import_map(filled.path, tmp_path / "copy", {OLD: NEW})
    with open_map(tmp_path / "copy") as copy:
        data = export_json(copy, full=True)
        start = copy.graph().node(_id(NEW))
        assert start is not None
        assert copy.screenshot(start) == b"picture"
        seen = copy.observation(start)
        assert seen is not None
        assert seen.tree == f"link {NEW} and {OLD}0"
        assert copy.uses() == {_id(NEW): 3}
        assert copy.graph().node(placeholder_id(f"{NEW}/orders")) is not None
        own = copy.graph().node("own")
        assert own is not None
        assert own.url == f"{NEW}/login?back=https%3A%2F%2Fnew.test%2Forders"
        assert copy.get_meta("start_url") == f"{NEW}/"
    assert OLD not in json.dumps(data).replace(f"{OLD}0", "")


def test_an_origin_that_the_map_lacks_is_named(filled: SqlStore, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"no page of the map is at http://b\.test; .* at http://old\.test:8105$"):
        import_map(filled.path, tmp_path / "copy", {"http://b.test/x": NEW})
    with pytest.raises(BadInputError, match="'new' is no origin"):
        move_of(export_json(filled), {OLD: "new"})
    assert not (tmp_path / "copy").exists()


def test_a_move_there_and_back_is_none(filled: SqlStore) -> None:
    data = export_json(filled, full=True)
    there = moved(data, move_of(data, {OLD: NEW}))
    assert there["nodes"][0]["id"] == _id(NEW)
    assert moved(there, move_of(there, {NEW: OLD})) == data
