"""`webnavigator index`: make the states of a map searchable, with another encoder when asked."""

import typer

from webnavigator.cli.options import EncoderOption, JsonOption, MapArgument, settings_from
from webnavigator.cli.output import note, print_json, say


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("index")(index)


def index(map_dir: MapArgument, encoder: EncoderOption = None, json_output: JsonOption = False) -> None:
    """Bring the search index of a map up to date.

    Every search does it too; with a large --encoder it is better done once, before. What else a model needs
    (server, screenshots or text, weight) is set in webnavigator.toml or WEBNAVIGATOR_RETRIEVE__ variables.
    """
    settings = settings_from(retrieve={"encoder": encoder})

    from webnavigator import app

    report = app.index(map_dir, settings)
    if json_output:
        print_json(report)
        return
    say(
        f"{report.added + report.changed + report.unchanged} states: {report.added} new, {report.changed} changed, "
        f"{report.removed} gone; {report.seconds:.1f} s"
    )
    if settings.retrieve.encoder not in ("embedded", "lexical"):
        say(f"{report.encoded} states shown to {settings.retrieve.encoder}")
    for warning in report.warnings:
        note(f"warning: {warning}")
