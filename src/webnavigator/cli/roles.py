"""`webnavigator roles`: what each role of a map can see."""

import typer

from webnavigator.cli.options import JsonOption, MapArgument
from webnavigator.cli.output import note, print_json, print_table


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("roles")(roles)


def roles(map_dir: MapArgument, json_output: JsonOption = False) -> None:
    """List the roles that a map was explored as, and what each can see.

    `--as ROLE` of explore, search, goto, audit and view keeps to one of them.
    """
    from webnavigator import app

    views = app.roles(map_dir)
    if json_output:
        print_json(views)
    elif not views:
        note("the map was explored as nobody in particular; explore with --as makes layers")
    else:
        rows = [(view.role, view.states, view.alone, view.held) for view in views]
        print_table(("role", "states", "seen by no other", "held back"), rows)
