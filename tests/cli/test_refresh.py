"""`webnavigator refresh` on the map of the small site, as people and jobs run it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli.little_shop import Command, Ran
from webnavigator.store.sql import open_map

pytestmark = pytest.mark.browser


def test_a_job_that_watches_a_site(explored: tuple[Path, Ran], command: Command, tmp_path: Path):
    shutil.copytree(explored[0], tmp_path / "map")
    with open_map(tmp_path / "map", write=True) as store:
        page = next(node for node in store.graph().nodes if node.visited and node.depth == 1 and node.url_reachable)
        look = store.observation(page)
        assert look is not None
        store.put_node(
            replace(page, title="Old title", content=store.put_observation(replace(look, title="Old title")))
        )
    watch = ("refresh", tmp_path / "map", "--report", tmp_path / "changes.json", "--fail-on-change")
    ran = command(*watch)
    assert ran.code == 1, ran.err
    assert ran.out.startswith("states: 1 content, ")
    assert "everything on the map was looked at" in ran.out
    report = json.loads((tmp_path / "changes.json").read_text("utf-8"))
    assert [(row["change"], row["before"], row["fields"]) for row in report["states"]] == [
        ("content", page.id, ["title"])]  # fmt: skip
    assert report["run"]["ended"] == "complete"
    again = command(*watch, "--json", "--older-than", 1)
    assert again.code == 0, again.err
    told = json.loads(again.out)
    assert (told["changed"], told["run"]["looked"]) == (False, 0)


def test_a_map_of_a_site_that_is_gone_is_told_in_one_line(explored: tuple[Path, Ran], command: Command, tmp_path: Path):
    shutil.copytree(explored[0], tmp_path / "map")
    with open_map(tmp_path / "map", write=True) as store:
        store.set_meta("start_url", "http://127.0.0.1:9/")
    ran = command("refresh", tmp_path / "map")
    assert ran.code == 1
    assert ran.err.splitlines()[-1].startswith("error: ")
    assert "http://127.0.0.1:9/" in ran.err


def test_wrong_calls(command: Command, tmp_path: Path):
    assert command("refresh", tmp_path / "none").code == 2
    assert command("refresh", tmp_path / "none", "--relogin", "x").code == 2
