"""Results and trajectories that are given as files."""

import json
import shutil
from pathlib import Path

import pytest

from viewer.maps import HOSTILE, make_run
from webnavigator.errors import BadInputError
from webnavigator.refresh.report import LAST_REFRESH
from webnavigator.store.sql import open_map
from webnavigator.viewer.changes import changes, load_changes
from webnavigator.viewer.reader import MapReader
from webnavigator.viewer.results import load_results
from webnavigator.viewer.trajectories import load_trajectories


def test_a_trajectory_is_told_step_by_step(tmp_path: Path):
    make_run(tmp_path / "runs" / "one")
    (tmp_path / "secret.webp").write_bytes(b"secret")
    (one,) = load_trajectories([tmp_path / "runs"])
    assert (one.told["title"], one.told["note"]) == ("Find the tea", "react · scripted · stopped")
    assert [step["title"] for step in one.told["steps"]] == ["type “tea” into “Search”", "stop “green”"]
    assert (one.told["steps"][0]["tokens"], one.told["steps"][0]["seconds"]) == (12, 2.0)
    assert ["thought", HOSTILE] in one.told["steps"][0]["parts"]
    assert (one.picture(0) or b"")[:4] == b"RIFF"
    assert one.picture(1) is None
    assert one.picture(7) is None


def test_a_folder_without_a_trajectory_is_one_clear_line(tmp_path: Path):
    with pytest.raises(BadInputError, match="no trajectory in"):
        load_trajectories([tmp_path])


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', "\xff"])
def test_a_file_that_holds_no_results_is_one_clear_line(tmp_path: Path, text: str):
    (tmp_path / "r.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInputError, match=r"r\.json"):
        load_results([tmp_path / "r.json"])


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "webnavigator-map/1.0"}', '{"schema": 7}', "\xff"])
def test_a_file_that_holds_no_changes_is_one_clear_line(tmp_path: Path, text: str):
    (tmp_path / "d.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInputError, match=r"d\.json"):
        load_changes([tmp_path / "d.json"])


def test_the_last_refresh_comes_first(small_map: Path, lexical, tmp_path: Path):
    shutil.copytree(small_map, tmp_path / "map")
    with open_map(tmp_path / "map", write=True) as store:
        store.set_meta(LAST_REFRESH, {"counts": {"states": {"gone": 2}}, "states": [7], "run": {"since": 5.0}})
    reader = MapReader(tmp_path / "map", lexical)
    own, given = reader.read_now(lambda shot: changes(shot, [{"name": "given"}]))["diffs"]
    reader.close()
    assert (own["name"], own["since"], own["states"], given["name"]) == ("", 5.0, [], "given")


def test_results_are_told_with_harmless_texts(tmp_path: Path):
    (tmp_path / "r.json").write_text(
        json.dumps({"summary": {"reached": 0.5}, "rows": [{"id": "a\x00", "check": True}, 7]})
    )
    (told,) = load_results([tmp_path / "r.json"])
    assert told["rows"] == [{"id": "a ", "check": True}]
