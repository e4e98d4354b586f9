"""`webnavigator audit`: what an exploration left alone, held back or answered, and why."""

import typer

from webnavigator.cli.options import AsOption, JsonOption, MapArgument
from webnavigator.cli.output import jsonable, note, print_json, print_table


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("audit")(audit)


def audit(map_dir: MapArgument, role: AsOption = None, json_output: JsonOption = False) -> None:
    """List what was left alone or held back, and why.

    Controls not used, requests held back, dialogs, downloads, consent walls, and areas that cannot be seen into.
    """
    from webnavigator import app

    counts = app.audit(app.layer_of(map_dir, role))
    if json_output:
        print_json([{**jsonable(record), "count": count} for record, count in counts.items()])
    elif not counts:
        note("nothing was held back")
    else:
        rows = [(record.kind, count, record.what, record.reason, record.url) for record, count in counts.items()]
        print_table(("kind", "times", "what", "reason", "page"), rows)
