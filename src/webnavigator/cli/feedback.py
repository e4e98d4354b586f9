"""`webnavigator feedback`: what users said of answers, saying it, and forgetting it."""

import time
from typing import Annotated

import typer

from webnavigator.cli.options import JsonOption, MapArgument
from webnavigator.cli.output import note, print_json, print_table
from webnavigator.errors import BadInputError


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("feedback")(feedback)


def feedback(
    map_dir: MapArgument,
    right: Annotated[str | None, typer.Option(metavar="WORDS", help="These words mean the state of --node.")] = None,
    wrong: Annotated[str | None, typer.Option(metavar="WORDS", help="These words do not mean it.")] = None,
    node: Annotated[
        str, typer.Option(metavar="ID", help="The state, as `search` prints it; none: “no such page”.")
    ] = "",
    reset: Annotated[bool, typer.Option("--reset", help="Forget all that was said.")] = False,
    json_output: JsonOption = False,
) -> None:
    """Say whether an answer was the right one, list what was said, or forget it.

    Later searches in the same or nearly the same words heed it, on this map alone.
    """
    words = [text for text in (right, wrong) if text is not None]
    if len(words) + reset > 1:
        raise BadInputError("one thing at a time: --right WORDS, --wrong WORDS or --reset")
    from webnavigator import app

    if words:
        app.report_answer(map_dir, words[0], node, right=right is not None)
        note("noted")
        return
    if reset:
        note(f"forgotten: {app.forget_feedback(map_dir)}")
        return
    rows = app.feedback(map_dir)
    if json_output:
        print_json(rows)
    elif not rows:
        note("nothing was said")
    else:
        table = [
            (row.verdict, row.query, row.node_id or "(no such page)", time.strftime("%F %R", time.gmtime(row.time)))
            for row in rows
        ]
        print_table(("verdict", "words", "node", "time (UTC)"), table)
