"""`webnavigator skill`: what a coding agent needs to know to use the command line."""

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.output import note, print_text, write_text
from webnavigator.errors import StoreError


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("skill")(skill)


def skill(
    install: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write it to DIR/webnavigator/SKILL.md, e.g. .claude/skills."),
    ] = None,
) -> None:
    """Print SKILL.md, which tells coding agents how to use these commands, or install it."""
    text = files("webnavigator.skill").joinpath("SKILL.md").read_text("utf-8")
    if install is None:
        print_text(text)
        return
    place = install / "webnavigator" / "SKILL.md"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make {place.parent}: {error.strerror}") from error
    write_text(text, place)
    note(f"written: {place}")
