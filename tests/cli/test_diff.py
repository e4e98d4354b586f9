"""`webnavigator diff` on the map of the small site and on what `export` makes of it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli.little_shop import Command, Ran
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.browser


def test_nothing_differs_from_an_archive_or_json_of_the_same_map(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path
):
    command("export", explored[0], "--archive", tmp_path / "map.zip")
    command("export", explored[0], "--json", "-o", tmp_path / "map.json")
    for other in ("map.zip", "map.json"):
        ran = command("diff", explored[0], tmp_path / other, "--fail-on-change")
        assert ran.code == 0, ran.err
        assert ran.out.startswith("states: ")
        assert "gone" not in ran.out + ran.err
    assert "texts were not compared" in ran.err


def test_what_differs_is_told_and_fails_a_job_that_asks_for_it(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path
):
    shutil.copytree(explored[0], tmp_path / "map")
    with open_map(tmp_path / "map", write=True) as store:
        gone, other = [node for node in store.graph().nodes if node.visited and node.depth == 1][:2]
        store.remove_node(gone.id)
        look = store.observation(other)
        assert look is not None
        store.put_node(replace(other, title="Sale", content=store.put_observation(replace(look, title="Sale"))))
    ran = command("diff", explored[0], tmp_path / "map", "--json", "--fail-on-change")
    assert ran.code == 1
    told = json.loads(ran.out)
    assert told["schema"] == "webnavigator-diff/1.0"
    assert {(row["change"], row["before"]) for row in told["states"]} == {("gone", gone.id), ("content", other.id)}
    assert told["counts"]["edges"]["gone"] >= 1
    people = command("diff", explored[0], tmp_path / "map")
    assert people.code == 0
    assert "1 gone, 1 content" in people.out
    assert "not on the newer map" in people.out


def test_what_is_no_map_is_told_in_one_line(explored: tuple[Path, Ran], command: Command, tmp_path: Path):
    ran = command("diff", explored[0], tmp_path / "none")
    assert ran.code == 2
    assert ran.err.startswith("error: no map at")
