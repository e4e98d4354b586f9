"""`webnavigator export` and `import`: a map, or a way through it, for other tools and back."""

from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.options import MapArgument, settings_from
from webnavigator.cli.output import json_text, note, print_text, write_text
from webnavigator.errors import BadInputError
from webnavigator.outfile import check_outfile


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.command("export")(export_map)
    cli.command("import")(import_map)


def export_map(
    map_dir: MapArgument,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="json, llms-txt, sitemap, graphml, mermaid; of one way: python, typescript (Playwright tests), steps.",
        ),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="WORDS", help="Where the way leads, in plain words.")
    ] = None,
    node: Annotated[str | None, typer.Option(metavar="ID", help="Where it leads, as `search` prints it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it there.")] = None,
    archive: Annotated[
        Path | None, typer.Option(metavar="FILE.zip", help="Everything, screenshots included, as one file.")
    ] = None,
) -> int:
    """Write a map, or one way through it, for other tools.

    Exit code 1 when the map has no page that fits the words.
    """
    form = "json" if as_json and form is None else form
    if (form is None) == (archive is None) or (as_json and form != "json"):
        raise BadInputError("say what to export: one of --format FORMAT, --json and --archive FILE.zip")

    target = archive or output
    if target is not None:
        check_outfile(target)

    from webnavigator import app
    from webnavigator.app.formats import MAP_FORMATS, WAY_FORMATS

    if archive is not None:
        app.export_archive(map_dir, archive)
        note(f"written: {archive}")
        return 0
    assert form is not None
    if form in WAY_FORMATS:
        text = _way(map_dir, form, to, node)
    elif to is not None or node is not None:
        raise BadInputError(f"--to and --node go with --format {', '.join(sorted(WAY_FORMATS))}")
    elif form == "json":
        text = json_text(app.export(map_dir))
    elif form in MAP_FORMATS:
        text = app.export_text(map_dir, form)
    else:
        known = ", ".join(["json", *sorted(MAP_FORMATS), *sorted(WAY_FORMATS)])
        raise BadInputError(f"format {form!r} is not known: use {known}")
    return _give(text, output)


def _way(map_dir: Path, form: str, to: str | None, node: str | None) -> str | None:
    """One way as text; None, with a line to the user, when the map has no such page."""
    if (to is None) == (node is None):
        raise BadInputError("say where the way leads: --to WORDS or --node ID")
    from webnavigator import app
    from webnavigator.cli.running import run_async

    reason, text = run_async(app.export_way(map_dir, form, query=to, node_id=node, settings=settings_from()))
    if text is None:
        note(f"none: {reason}")
    return text


def _give(text: str | None, output: Path | None) -> int:
    if text is None:
        return 1
    if output is None:
        print_text(text)
    else:
        write_text(text, output)
        note(f"written: {output}")
    return 0


def import_map(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="What `export` wrote: JSON or archive; with --moved also a map.",
            show_default=False,
        ),
    ],
    map_dir: Annotated[Path, typer.Argument(metavar="DIR", help="Directory of the new map.", show_default=False)],
    moved: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OLD=NEW",
            help="The site is at another origin now, such as http://a.test:81=http://b.test; may be repeated.",
        ),
    ] = None,
) -> None:
    """Make a map from an exported file, of the same site at another address if need be."""
    origins = dict(_moved(each) for each in moved or ())

    from webnavigator import app

    app.import_map(source, map_dir, origins)
    note(f"made: {map_dir}")


def _moved(given: str) -> tuple[str, str]:
    old, equals, new = given.partition("=")
    if not (old and equals and new):
        raise typer.BadParameter(f"--moved {given}: give OLD=NEW")
    return old, new
