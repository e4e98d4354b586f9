import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from webnavigator.errors import BadInputError, MapError
from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Box, Element, Observation
from webnavigator.model.task import AuditRecord, Task
from webnavigator.store.base import Feedback
from webnavigator.store.exchange import export_json, import_json
from webnavigator.store.sql import SqlStore, open_map

BUTTON = Locator("/html[1]/a[1]", role="link", name="订单")
SEEN = Observation(
    "https://a.test/",
    structure=("/html[1]/a[1]",),
    elements=(Element(BUTTON, box=Box(1, 2, 3, 4), states=frozenset({"current", "expanded"})),),
)


@pytest.fixture
def filled(store: SqlStore) -> SqlStore:
    content = store.put_observation(SEEN)
    picture = store.put_screenshot(b"picture")
    edge = Edge("a", "b", Click(BUTTON), label="订单", kind="menu", verified=True, tries=3, successes=2, seconds=0.7)
    with store.transaction():
        store.put_node(Node("a", "https://a.test/", url_reachable=True, content=content, screenshot=picture))
        store.put_node(Node("b", "https://a.test/", "订单", "h", False, "t", 1, 200, 1.5, 2.5, "menu 订单"))
        store.put_node(Node("c", "https://a.test/c", template="t", visited=False))
        store.put_edges([edge, Edge("c", "b", Goto("https://a.test/")), Edge("b", "b", Goto("https://a.test/"))])
        store.put_heal(edge.id, Locator("/html[1]/b[1]"))
        store.put_heal(edge.id, Locator("/html[1]/c[1]"))
        store.put_tasks([Task("a", Click(BUTTON), "订单", "g", 1, "held", "held: log out"), Task("", Goto("x"))])
        store.put_audit([AuditRecord("control", "https://a.test/", "Delete", "may change")] * 3)
        store.put_read_endpoint("POST /graphql")
        store.set_probes([{"id": "p", "check": "true"}, {"id": "q"}])
        store.put_labels("b", ["q", "p"])
        store.put_feedback(Feedback("orders", "b", "right", 3.5))
        store.set_meta("start_url", "https://a.test/")
        store.set_meta("report", {"states": 2, "minutes": 0.5})
    return store


def test_an_export_says_what_the_map_is(filled: SqlStore) -> None:
    data = export_json(filled)
    assert data["schema"] == "webnavigator-map/1.0"
    assert [node["parents"] for node in data["nodes"]] == [[], ["a", "c"], []]
    assert data["nodes"][1]["title"] == "订单"
    assert data["edges"][0]["action"] == {
        "kind": "click",
        "target": {"xpath": "/html[1]/a[1]", "role": "link", "name": "订单"},
    }
    assert data["templates"] == [{"id": "t", "instances": 2, "example": "b"}]
    assert data["report"] == {"states": 2, "minutes": 0.5}
    assert "tasks" not in data


def test_a_full_export_comes_back_as_it_was(filled: SqlStore, tmp_path: Path) -> None:
    data = json.loads(json.dumps(export_json(filled, full=True)))
    import_json(data, tmp_path / "copy")
    with open_map(tmp_path / "copy") as copy:
        again = export_json(copy, full=True)
        node = copy.graph().node("a")
        assert node is not None
        assert copy.observation(node) == SEEN
        assert copy.screenshot(node) is None
    data["nodes"][0]["screenshot"] = ""
    assert again == data


def test_a_plain_export_keeps_graph_and_report(filled: SqlStore, tmp_path: Path) -> None:
    import_json(json.loads(json.dumps(export_json(filled))), tmp_path / "copy")
    with open_map(tmp_path / "copy") as copy:
        wanted = [replace(node, content="", screenshot="") for node in filled.graph().nodes]
        assert list(copy.graph().nodes) == wanted
        assert copy.graph().edges == filled.graph().edges
        assert copy.get_meta("report") == {"states": 2, "minutes": 0.5}


def test_the_smallest_file_and_fields_of_a_later_version(tmp_path: Path) -> None:
    later = {"id": "a", "url": "https://a.test/", "mood": "good"}
    import_json({"schema": "webnavigator-map/1.7", "nodes": [later], "edges": [], "more": 1}, tmp_path)
    with open_map(tmp_path) as store:
        assert list(store.graph().nodes) == [Node("a", "https://a.test/")]


def test_text_that_no_encoding_has_comes_in_with_a_question_mark(tmp_path: Path) -> None:
    link = {"kind": "goto", "url": "https://a.test/\udfff"}
    nodes = [{"id": "a\ud800", "url": "https://a.test/", "title": "\ud800"}]
    edges = [{"source": "a\ud800", "target": "a\ud800", "action": link}]
    import_json({"schema": "webnavigator-map/1.0", "nodes": nodes, "edges": edges}, tmp_path)
    with open_map(tmp_path) as store:
        assert store.graph().edges == [Edge("a?", "a?", Goto("https://a.test/?"))]


def broken(filled: SqlStore, *path: Any, value: Any) -> Any:
    data: Any = export_json(filled, full=True)
    at = data
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("schema",), "webnavigator-map/2.0", r"schema: .*reads webnavigator-map/1"),
        (("schema",), "other", r"schema: .*reads webnavigator-map/1"),
        (("schema",), 1, r"schema: "),
        (("nodes",), None, r"nodes: "),
        (("nodes", 1, "depth"), "deep", r"nodes\[1\]\.depth: .*integer"),
        (("nodes", 1, "depth"), 2**63, r"nodes\[1\]\.depth: "),
        (("nodes", 1, "first_seen"), float("nan"), r"nodes\[1\]\.first_seen: .*finite"),
        (("nodes", 1, "title"), 3, r"nodes\[1\]\.title: "),
        (("nodes", 1, "id"), "", r"nodes\[1\]\.id: "),
        (("nodes", 1, "id"), "a", r"nodes\[1\]\.id: 'a' is there twice"),
        (("nodes", 0, "observation"), {"title": "x"}, r"nodes\[0\]\.observation\.url: "),
        (("edges", 2, "source"), "z", r"edges\[2\]\.source: no node 'z'"),
        (("edges", 0, "target"), "z", r"edges\[0\]\.target: no node 'z'"),
        (("edges", 0, "action"), {"kind": "explode"}, r"edges\[0\]\.action: .*'click'"),
        (("edges", 0, "kind"), "wormhole", r"edges\[0\]\.kind: "),
        (("tasks", 0, "state"), "lost", r"tasks\[0\]\.state: "),
        (("audit", 0, "count"), 0, r"audit\[0\]\.count: "),
        (("probes", 1), {"id": "p"}, r"probes\[1\]: needs an id"),
        (("labels", "p"), ["z"], r"labels\['p'\]: no node 'z'"),
        (("meta", "x"), float("inf"), r"report, meta or probes: "),
    ],
)
def test_a_broken_row_is_named_and_nothing_is_made(
    filled: SqlStore, tmp_path: Path, path: tuple[Any, ...], value: Any, message: str
) -> None:
    with pytest.raises(BadInputError, match=message) as caught:
        import_json(broken(filled, *path, value=value), tmp_path / "copy")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("data", [None, [], "text", {}, {"schema": "webnavigator-map/1.0"}])
def test_what_is_no_map_file_is_refused(tmp_path: Path, data: Any) -> None:
    with pytest.raises(BadInputError, match="map file"):
        import_json(data, tmp_path / "copy")


def test_nothing_is_overwritten(filled: SqlStore, tmp_path: Path) -> None:
    data = export_json(filled)
    with pytest.raises(MapError, match="holds a map already"):
        import_json(data, filled.path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "diary.txt").write_text("mine")
    with pytest.raises(MapError, match="is not a map"):
        import_json(data, tmp_path / "notes")
