"""Ways through a map, exported as tests that run, and the map for other tools."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.little_shop import Command, Ran
from export.scripts import run_python, run_typescript

pytestmark = pytest.mark.browser


def test_a_way_to_a_dialog_runs_as_a_python_test(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path, chromium_path: str
):
    made = tmp_path / "test_size_chart.py"
    assert command("export", explored[0], "--format", "python", "--to", "size chart", "-o", made).code == 0
    done = run_python(made, chromium_path)
    assert done.stdout == "1 Little shop\n", done.stderr
    made.write_text(made.read_text("utf-8").replace("'Size chart'", "'No such button'"), "utf-8")
    assert run_python(made, chromium_path, timeout_ms=500).returncode == 1


def test_the_same_way_runs_as_a_typescript_test(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path, chromium_path: str
):
    made = tmp_path / "size-chart.mjs"
    assert command("export", explored[0], "--format", "typescript", "--to", "size chart", "-o", made).code == 0
    done = run_typescript(made, chromium_path)
    assert done.stdout == "1 Little shop\n", done.stderr


def test_a_way_is_told_in_words_and_none_is_said(explored: tuple[Path, Ran], command: Command, little_shop: str):
    ran = command("export", explored[0], "--format", "steps", "--to", "size chart")
    assert ran.out.splitlines()[:2] == [f"1. Open {little_shop}/", "2. Click “Size chart”"]
    none = command("export", explored[0], "--format", "steps", "--to", "career opportunities for astronauts")
    assert (none.code, none.out) == (1, "")
    assert none.err.startswith("none: ")


def test_the_whole_map_is_written_for_other_tools(explored: tuple[Path, Ran], command: Command, little_shop: str):
    sitemap = command("export", explored[0], "--format", "sitemap")
    assert f"{little_shop}/orders" in [entry[0].text for entry in ElementTree.fromstring(sitemap.out)]
    assert "[Orders](" in command("export", explored[0], "--format", "llms-txt").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say what to export"),
        (["--json", "--archive", "x.zip"], "say what to export"),
        (["--format", "pdf"], "'pdf' is not known: use json"),
        (["--format", "steps"], "--to WORDS or --node ID"),
        (["--format", "sitemap", "--to", "x"], "--to and --node go with"),
        (["--format", "steps", "--node", "zz"], "no state zz on this map"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(explored: tuple[Path, Ran], command: Command, arguments: list[str], says: str):
    ran = command("export", explored[0], *arguments)
    assert (ran.code, len(ran.errors)) == (2, 1)
    assert says in ran.errors[0]
