"""`webnavigator search`: the states of a map that fit some words."""

from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import AsOption, EncoderOption, JsonOption, MapArgument, WordsArgument, settings_from
from webnavigator.cli.output import note, print_json, print_table

if TYPE_CHECKING:
    from webnavigator.app import FoundState


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("search")(search)


def search(
    map_dir: MapArgument,
    words: WordsArgument,
    k: Annotated[int | None, typer.Option("-k", help="Most states to list.", show_default="30")] = None,
    encoder: EncoderOption = None,
    role: AsOption = None,
    json_output: JsonOption = False,
) -> None:
    """List the states that fit some words, best first."""
    settings = settings_from(retrieve={"k": k, "encoder": encoder})

    from webnavigator import app

    layer = app.layer_of(map_dir, role)
    hits = app.search(layer, words, settings.retrieve.k, settings, warn=lambda line: note(f"warning: {line}"))
    if json_output:
        print_json(hits)
        return
    if not hits:
        note("no state fits these words")
        return
    rows = [(hit.rank, f"{hit.score:.2f}", _title(hit), hit.url, hit.node) for hit in hits]
    print_table(("rank", "score", "title", "url", "node"), rows)


def _title(state: "FoundState") -> str:
    named = " · ".join(part for part in (state.title, state.name) if part)
    return named if state.visited else f"{named} (never visited)".strip()
