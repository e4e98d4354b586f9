"""`webnavigator view`: a map in a web browser."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import AsOption, MapArgument, settings_from
from webnavigator.cli.output import note, say
from webnavigator.outfile import check_outfile

if TYPE_CHECKING:
    from webnavigator.viewer.server import Viewer

DEFAULT_PORT = 8765


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("view")(view)


def view(
    map_dir: MapArgument,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="Write everything into one page that needs no server, and end."),
    ] = None,
    results: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE.json", help="Show what `bench … --json` printed; may be repeated."),
    ] = None,
    trajectories: Annotated[
        list[Path] | None,
        typer.Option(metavar="DIR", help="Show the runs of agents kept there or below; may be repeated."),
    ] = None,
    changes: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE.json", help="Show what `refresh` or `diff --json` printed; may be repeated."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = DEFAULT_PORT,
    role: AsOption = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> None:
    """Look at a map in a web browser.

    States as a graph, each with its picture and controls; what a query finds and why; a running exploration; what was
    left alone; what the last refresh saw change. Only this machine can open it, and nothing can be changed with it.
    Ctrl-C ends it.
    """
    settings = settings_from()
    if export is not None:
        check_outfile(export)

    from webnavigator.app import layer_of
    from webnavigator.viewer.changes import load_changes
    from webnavigator.viewer.results import load_results
    from webnavigator.viewer.server import viewer_of
    from webnavigator.viewer.trajectories import load_trajectories

    runs = load_trajectories(trajectories or [])
    given, diffs = load_results(results or []), load_changes(changes or [])
    viewer = viewer_of(layer_of(map_dir, role), settings, results=given, trajectories=runs, diffs=diffs)
    if export is not None:
        _export(viewer, export)
    else:
        _serve(viewer, port, open_browser=open_browser)


def _export(viewer: "Viewer", path: Path) -> None:
    from webnavigator.viewer.export import export_site

    try:
        size = export_site(viewer, path)
    finally:
        viewer.reader.close()
    note(f"written: {path} ({size / 1e6:.1f} MB)")


def _serve(viewer: "Viewer", port: int, *, open_browser: bool) -> None:
    from webnavigator.cli.running import run_async
    from webnavigator.viewer.serving import serve

    def ready(url: str) -> None:
        say(url)
        note("showing the map; Ctrl-C ends it")
        if open_browser:
            typer.launch(url)

    run_async(serve(viewer, port, ready))
