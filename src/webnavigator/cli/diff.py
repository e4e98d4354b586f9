"""`webnavigator diff`: what differs between two maps of a site."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import JsonOption
from webnavigator.cli.output import note, print_json, print_table, say
from webnavigator.model.change import CHANGED, ORDER, PAGE_GONE

if TYPE_CHECKING:
    from webnavigator.model.change import EdgeChange, MapDiff, StateChange

FailOption = Annotated[
    bool, typer.Option("--fail-on-change", help="Exit with 1 when anything differs, for jobs that watch a site.")
]

_ROWS = 40
"""States and edges told of to people; --json has all."""


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("diff")(diff)


def diff(
    before: Annotated[
        Path, typer.Argument(metavar="MAP_A", help="Older map: directory or exported file.", show_default=False)
    ],
    after: Annotated[
        Path, typer.Argument(metavar="MAP_B", help="Newer map of the same site, likewise.", show_default=False)
    ],
    json_output: JsonOption = False,
    fail_on_change: FailOption = False,
) -> int:
    """Say what differs between two maps of a site.

    Each state and edge: content, structure, moved, gone or new. No browser is started.
    """
    from webnavigator import app

    found = app.diff(before, after)
    if json_output:
        print_json(found)
    else:
        print_diff(found)
    return int(fail_on_change and found.changed)


def print_diff(found: "MapDiff") -> None:
    """Print a diff for people: the counts, then what changed, what breaks plans first."""
    say(summary(found))
    states = sorted((row for row in found.states if row.change in CHANGED), key=lambda row: ORDER.index(row.change))
    if states:
        print_table(("change", "state", "what", "address"), [_state(row) for row in states[:_ROWS]])
    edges = sorted((row for row in found.edges if row.change in CHANGED), key=lambda row: ORDER.index(row.change))
    fresh = {row.after for row in found.states if row.change == "new"}
    edges = [row for row in edges if row.reason != PAGE_GONE and not (row.change == "new" and row.source in fresh)]
    if edges:
        titles = {row.before or row.after: row.title or row.url for row in found.states}
        print_table(
            ("change", "control", "what", "on"),
            [(row.change, row.label, _edge(row), titles.get(row.source, "")) for row in edges[:_ROWS]],
        )
    left = max(0, len(states) - _ROWS) + max(0, len(edges) - _ROWS)
    if left:
        note(f"and {left} more: --json has all")
    if not found.text_compared:
        note("texts were not compared: an exported JSON file holds none; compare directories or archives")


def summary(found: "MapDiff") -> str:
    """Both counts in one line.

    >>> from webnavigator.model.change import MapDiff, StateChange
    >>> summary(MapDiff((StateChange("gone", "a"), StateChange("same", "b", "b"))))
    'states: 1 gone, 1 same; edges: none'
    """
    parts: list[str] = []
    for noun, counts in (("states", found.state_counts), ("edges", found.edge_counts)):
        told = ", ".join(f"{counts[change]} {change}" for change in ORDER if counts[change])
        parts.append(f"{noun}: {told or 'none'}")
    return "; ".join(parts)


def _state(row: "StateChange") -> tuple[str, str, str, str]:
    title = f"{row.title} › {row.name}" if row.name else row.title
    what = row.reason or ", ".join(row.fields)
    details = [f"+ {line}" for line in row.added[:1]] + [f"- {line}" for line in row.removed[:1]]
    told = "; ".join([what, *(line[:60] for line in details)]) if details else what
    address = f"{row.url} → {row.url_after}" if row.change == "moved" else row.url
    return row.change, title, told, address


def _edge(row: "EdgeChange") -> str:
    if row.reason:
        return row.reason
    return f"now called “{row.label_after}”" if row.change == "content" else row.kind
