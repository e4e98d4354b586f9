"""The commands on a small site, as a person or a script runs them."""

import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from cli.little_shop import Command, Ran

pytestmark = pytest.mark.browser


def test_explore_prints_its_report_as_json_and_writes_it(explored: tuple[Path, Ran]):
    map_dir, ran = explored
    told = json.loads(ran.out)
    assert json.loads((map_dir.parent / "report.json").read_text()) == told
    assert told["states"] >= 4  # three pages and a dialog
    assert told["ended"] in {"complete", "novelty"}
    assert "states/min" in ran.err
    assert not ran.errors


def test_exploring_again_goes_on_and_finds_nothing_new(explored: tuple[Path, Ran], little_shop: str, command: Command):
    map_dir, first = explored
    ran = command("explore", f"{little_shop}/", "--map", map_dir)
    assert ran.code == 0
    assert ran.out.startswith(f"{json.loads(first.out)['states']} states")
    assert "0 states and" in ran.out


def test_search_ranks_and_prints_in_columns_or_json(explored: tuple[Path, Ran], command: Command):
    map_dir, _ = explored
    plain = command("search", map_dir, "orders awaiting refund", "-k", "2")
    assert plain.code == 0
    head, first, *rest = plain.out.splitlines()
    assert head.split("\t") == ["rank", "score", "title", "url", "node"]
    assert first.split("\t")[2] == "Orders"
    assert len(rest) == 1
    told = json.loads(command("search", map_dir, "订单退款", "--json").out)
    assert [hit["rank"] for hit in told] == list(range(1, len(told) + 1))


def test_goto_reaches_a_page_and_takes_its_picture(explored: tuple[Path, Ran], command: Command, tmp_path: Path):
    map_dir, _ = explored
    ran = command("goto", map_dir, "what shipping to Europe costs", "--json", "--screenshot", tmp_path / "a.png")
    told = json.loads(ran.out)
    assert (ran.code, told["outcome"], told["title"]) == (0, "reached", "Shipping costs")
    assert set(told["seconds"]) == {"retrieve", "reason", "teleport"}
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width > 300


def test_goto_reaches_a_dialog_that_has_no_url(explored: tuple[Path, Ran], command: Command):
    ran = command("goto", explored[0], "size chart")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("reached: Little shop")
    assert "click Size chart" in ran.out


def test_goto_says_when_there_is_no_such_page(explored: tuple[Path, Ran], command: Command):
    ran = command("goto", explored[0], "career opportunities for astronauts")
    assert ran.code == 1
    assert ran.out.startswith("none: the map has no such page")


def test_a_map_is_exported_and_imported(explored: tuple[Path, Ran], command: Command, tmp_path: Path):
    map_dir, _ = explored
    told = json.loads(command("export", map_dir, "--json").out)
    assert {"schema", "nodes", "edges", "report"} <= set(told)
    assert command("export", map_dir, "--json", "-o", tmp_path / "map.json").code == 0
    assert json.loads((tmp_path / "map.json").read_text()) == told
    assert command("export", map_dir, "--archive", tmp_path / "map.zip").code == 0
    assert zipfile.is_zipfile(tmp_path / "map.zip")
    for name in ("map.json", "map.zip"):
        made = tmp_path / f"from-{name}"
        assert command("import", tmp_path / name, made).code == 0
        again = json.loads(command("export", made, "--json").out)
        assert {node["id"] for node in again["nodes"]} == {node["id"] for node in told["nodes"]}
        assert command("import", tmp_path / name, made).code == 2


INTENTS = {
    "intents": [
        {"id": "orders", "intent": "my orders", "intent_zh": "我的订单", "check": "location.pathname === '/orders'"},
        {"id": "jobs", "intent": "career opportunities for astronauts", "check": None},
    ]
}


def test_a_map_is_measured_against_what_users_ask_for(little_shop: str, command: Command, tmp_path: Path):
    (tmp_path / "intents.json").write_text(json.dumps(INTENTS))
    asked, at = tmp_path / "intents.json", tmp_path / "map"
    ran = command("explore", f"{little_shop}/", "--map", at, "--probe", asked)
    assert "intents whose check holds on some state: 100.0%" in ran.out
    told = json.loads(command("bench", "intents", asked, "--map", at, "--json").out)
    assert {(row["id"], row["language"]) for row in told["rows"]} == {
        ("orders", "en"),
        ("orders", "zh"),
        ("jobs", "en"),
    }
    assert told["summary"]["coverage"] == 1.0
    assert set(told["summary"]["recall_at"]) == {"1", "5", "30"}
    table = command("bench", "intents", asked, "--map", at)
    assert "reached\t" in table.out
    assert "orders (en): reached, right" in table.err
    assert json.loads(command("bench", "retrieval", asked, "--map", at, "--json").out)["parts"]["all"]
    assert command("bench", "retrieval", asked, "--map", at).code == 0


def test_audit_tells_what_was_left_alone(explored: tuple[Path, Ran], command: Command):
    ran = command("audit", explored[0], "--json")
    assert ran.code == 0
    assert all({"kind", "what", "reason", "url", "count"} <= set(row) for row in json.loads(ran.out))


def test_doctor_finds_this_machine_ready(command: Command):
    ran = command("doctor", "--json")
    told = json.loads(ran.out)
    assert ran.code == 0, ran.out
    assert told["ready"] is True
    assert {check["name"] for check in told["checks"]} >= {
        "python",
        "playwright",
        "browser",
        "encoder",
        "disk",
    }
    assert command("doctor").out.endswith("ready\n")


def test_doctor_says_what_is_missing(command: Command):
    ran = command("doctor", "--browser", "/nonexistent/chrome")
    assert ran.code == 1
    assert "missing  browser" in ran.out
    assert "not ready" in ran.out
