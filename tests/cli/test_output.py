"""What a terminal is shown: plain data as JSON, and nothing from a page that could steer it."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.cli.output import jsonable, print_json, print_table, printable, say
from webnavigator.cli.progress import ProgressLine, progress_line
from webnavigator.explore.report import Progress

PROGRESS = Progress(120, 340, 56, 400, 7, 75.0, 96.0, "click \x1b[2JOrders")


@given(st.text())
def test_printable_text_has_no_control_characters(text: str):
    shown = printable(text)
    assert len(shown) == len(text)
    assert shown.isprintable()


def test_words_in_other_scripts_stay_as_they_are():
    assert printable("订单 · Größe – naïve 🧶") == "订单 · Größe – naïve 🧶"


def test_text_that_runs_from_right_to_left_cannot_reverse_the_line():
    assert printable("a\u202eb\u2066c\u200bd") == "a b c d"


@dataclass(frozen=True)
class Row:
    where: Path
    tags: frozenset[str]
    inner: dict[str, tuple[int, ...]]


class Told:
    def to_json(self) -> dict[str, int]:
        return {"one": 1}


def test_results_become_plain_data():
    row = Row(Path("a/b"), frozenset({"y", "x"}), {"k": (1, 2)})
    assert jsonable(row) == {"where": "a/b", "tags": ["x", "y"], "inner": {"k": [1, 2]}}
    assert jsonable([Told()]) == [{"one": 1}]


def test_json_keeps_every_script_readable(capsys: pytest.CaptureFixture[str]):
    print_json({"title": "订单"})
    out = capsys.readouterr().out
    assert "订单" in out
    assert json.loads(out) == {"title": "订单"}


def test_tables_in_a_pipe_are_tab_separated(capsys: pytest.CaptureFixture[str]):
    print_table(("a", "b"), [(1, "x\ty\nz")])
    assert capsys.readouterr().out == "a\tb\n1\tx y z\n"


def test_tables_on_a_terminal_are_in_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(("first", "second"), [("[bold]1[/bold]", "2")])
    out = capsys.readouterr().out
    assert "[bold]1[/bold]" in out
    assert "\t" not in out


def test_lines_are_stripped_of_what_could_steer_a_terminal(capsys: pytest.CaptureFixture[str]):
    say("title: \x1b]0;owned\x07\r\n")
    assert capsys.readouterr().out == "title:  ]0;owned\n"


def test_progress_is_one_line():
    assert (
        progress_line(PROGRESS)
        == "120 states, 340 edges, 56 to try, 96 states/min, 7 held back, 1:15 · click  [2JOrders"
    )


def test_progress_without_a_terminal_comes_every_few_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    with ProgressLine() as show:
        for second in range(12):
            now = 1000.0 + second
            show(PROGRESS)
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_progress_on_a_terminal_is_redrawn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with ProgressLine() as show:
        show(PROGRESS)
    assert "\x1b[2JOrders" not in capsys.readouterr().err
