"""`webnavigator export` and `import`: a map as JSON or as one file."""

from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.options import MapArgument
from webnavigator.cli.output import note, print_json, write_json
from webnavigator.errors import BadInputError
from webnavigator.outfile import check_outfile


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.command("export")(export_map)
    cli.command("import")(import_map)


def export_map(
    map_dir: MapArgument,
    as_json: Annotated[bool, typer.Option("--json", help="States, edges and report as JSON, to stdout or -o.")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the JSON there.")] = None,
    archive: Annotated[
        Path | None, typer.Option(metavar="FILE.zip", help="Everything, screenshots included, as one file.")
    ] = None,
) -> None:
    """Write a map as JSON or as one archive."""
    if as_json == (archive is not None):
        raise BadInputError("say what to export: either --json or --archive FILE.zip")

    target = archive or output
    if target is not None:
        check_outfile(target)

    from webnavigator import app

    if archive is not None:
        app.export_archive(map_dir, archive)
        note(f"written: {archive}")
    elif output is not None:
        write_json(app.export(map_dir), output)
        note(f"written: {output}")
    else:
        print_json(app.export(map_dir))


def import_map(
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="What `export` wrote: JSON or archive.", show_default=False)
    ],
    map_dir: Annotated[Path, typer.Argument(metavar="DIR", help="Directory of the new map.", show_default=False)],
) -> None:
    """Make a map from an exported file."""
    from webnavigator import app

    app.import_map(source, map_dir)
    note(f"made: {map_dir}")
