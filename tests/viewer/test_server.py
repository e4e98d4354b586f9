"""What the server answers, and to whom."""

import http.client
import json
import threading
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from viewer.conftest import served
from viewer.maps import HOSTILE, SITE, make_small
from webnavigator.errors import BadInputError, MapError
from webnavigator.model.action import Goto
from webnavigator.model.graph import Edge, Node
from webnavigator.store.sql import open_map
from webnavigator.viewer.reader import MapReader
from webnavigator.viewer.server import viewer_of
from webnavigator.viewer.serving import serve


def ask(url: str, path: str, *, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def told(url: str, path: str) -> dict:
    answer, body = ask(url, path)
    assert answer.status == 200, body
    return json.loads(body)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("LOCALHOST", 200),
        ("[::1]:{port}", 200),
        ("evil.test", 403),
        ("evil.test:{port}", 403),
        ("127.0.0.1.evil.test:{port}", 403),
        ("localhost:80@evil.test", 403),
        ("", 403),
    ],
)
def test_only_names_of_this_machine_are_answered(url: str, host: str, status: int):
    answer, _ = ask(url, "/api/map", Host=host.format(port=urlsplit(url).port))
    assert answer.status == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_but_reading(url: str, method: str):
    answer, _ = ask(url, "/api/map", method=method)
    assert answer.status == 405


@pytest.mark.parametrize("path", ["/", "/api/map", "/static/app.js", "/nowhere", "/api/states/orders/picture"])
def test_every_answer_has_the_policy(url: str, path: str):
    answer, _ = ask(url, path)
    policy = answer.getheader("content-security-policy") or ""
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.getheader("x-content-type-options") == "nosniff"
    assert answer.getheader("cross-origin-resource-policy") == "same-origin"
    assert "server" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd", "/api/states/nobody", "/static/x",
     "/api/states/linked/picture", "/api/states/nobody/picture"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(url: str, path: str):
    assert ask(url, path)[0].status == 404


def test_the_map_is_told_with_places_groups_and_lines(url: str):
    drawn = told(url, "/api/map")
    states = drawn["states"]
    assert len(states["id"]) == 8
    assert {len(column) for column in states.values()} == {8}
    at = {name: states["id"].index(name) for name in states["id"]}
    assert states["kind"][at["menu"]] == "menu"
    assert states["title"][at["orders"]] == "Orders awaiting refund - Shop"
    assert states["name"][at["linked"]] == "Sale"
    assert states["group"][at["menu"]] == states["group"][at["orders"]]
    assert drawn["parents"][at["home"]] == -1
    assert drawn["parents"][at["menu"]] == at["orders"]
    assert [at["home"], at["orders"]] in [list(pair) for pair in zip(*drawn["edges"].values(), strict=True)]


def test_a_state_is_told_with_controls_edges_ways_and_what_was_left_alone(url: str):
    home = told(url, "/api/states/home")
    by_label = {control["label"]: control for control in home["controls"]}
    assert by_label["Orders"]["to"] == "orders"
    assert by_label["Orders"]["box"] == [20, 20, 100, 24]
    assert by_label["Log out"]["held"] == "would log out"
    assert by_label[HOSTILE]["to"] == "hostile"
    assert [row["safety"] for row in home["held"]] == [True, False]
    menu = told(url, "/api/states/menu")
    assert [frame["state"] for frame in menu["path"]["frames"]] == ["orders", "menu"]
    assert menu["path"]["start_url"] == f"{SITE}/orders"
    assert [frame["state"] for frame in menu["walk"]["frames"]] == ["home", "orders", "menu"]
    assert menu["walk"]["frames"][0]["box"] == [20, 20, 100, 24]
    assert told(url, "/api/states/linked")["controls"] == []


def test_a_picture_is_a_picture(url: str):
    answer, body = ask(url, "/api/states/orders/picture")
    assert answer.getheader("content-type") == "image/webp"
    assert body[:4] == b"RIFF"


def test_a_query_is_answered_with_reasons_and_a_verdict(url: str, small_map: Path):
    deadline = threading.Event()
    for _ in range(600):  # the index is made in a process of its own after the start
        found = told(url, f"/api/search?q={quote('orders awaiting refund')}")
        if found["indexed"] == found["searchable"] > 0:
            break
        deadline.wait(0.1)
    assert found["hits"][0]["state"] in {"orders", "menu"}
    assert "order" in {word for match in found["hits"][0]["matches"] for word in match["words"]}
    assert set(found["verdict"]) == {"state", "inner", "confidence", "reason"}
    assert found["verdict"]["reason"]
    assert "error" in told(url, "/api/search?q=")
    assert "error" in told(url, f"/api/search?q={'x' * 600}")


def test_what_was_left_alone_is_told_with_the_page(url: str):
    rows = told(url, "/api/audit")["rows"]
    assert rows[0] == {
        "kind": "control", "what": "link “Log out”", "reason": "would log out", "url": f"{SITE}/", "state": "home",
        "count": 1,
    }  # fmt: skip
    ran = told(url, "/api/run")
    assert ran["tasks"] == {"held": 1, "pending": 1}
    assert ran["growth"][-1][1] == len(ran["newest"])


def test_a_map_that_grows_is_told_anew(tmp_path: Path, lexical):
    make_small(tmp_path / "map")
    reader = MapReader(tmp_path / "map", lexical, fresh_s=0)
    assert not reader.is_being_written
    assert reader.read_now(lambda shot: len(shot.graph.nodes)) == 8
    with open_map(tmp_path / "map", write=True) as store:
        assert reader.is_being_written
        store.put_node(Node("new", f"{SITE}/new", "New"))
        store.put_edge(Edge("home", "new", Goto(f"{SITE}/new")))
        assert reader.read_now(lambda shot: len(shot.graph.nodes)) == 9
    assert reader.read_now(lambda shot: shot.drawing["site"]["edges"]) == 8
    assert not reader.is_being_written
    reader.close()


def test_looking_changes_nothing(tmp_path: Path, lexical):
    make_small(tmp_path / "map")
    with served(viewer_of(tmp_path / "map", lexical)) as url:
        for path in ("/api/map", "/api/run", "/api/audit", "/api/pulse", "/api/states/home", "/api/search?q=orders"):
            told(url, path)
    with open_map(tmp_path / "map", write=True) as store:
        assert len(store.graph().nodes) == 8
        assert store.count_tasks()["pending"] == 1


def test_what_is_no_map_and_a_port_in_use_are_one_clear_line(tmp_path: Path, small_map: Path, lexical, url: str):
    with pytest.raises(MapError, match="no map at"):
        viewer_of(tmp_path / "nothing", lexical)
    import asyncio

    port = urlsplit(url).port or 0
    with pytest.raises(BadInputError, match=f"cannot listen on port {port}: Address already in use; choose another"):
        asyncio.run(serve(viewer_of(small_map, lexical), port))
