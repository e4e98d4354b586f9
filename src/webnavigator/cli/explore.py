"""`webnavigator explore`: make or extend the map of a site."""

import asyncio
import shlex
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.grouped import grouped
from webnavigator.cli.option_groups import WindowOptions
from webnavigator.cli.options import JsonOption, LoginOption, login_from
from webnavigator.cli.output import note, print_json, say, write_json
from webnavigator.errors import BadInputError
from webnavigator.outfile import check_outfile

if TYPE_CHECKING:
    from webnavigator.browser.login import LoginState
    from webnavigator.explore.report import ExploreReport

ENDED = {
    "complete": "everything within reach was tried",
    "novelty": "new states had become unlikely",
    "max-pages": "the limit of states was reached",
    "max-actions": "the limit of actions was reached",
    "max-minutes": "the limit of time was reached",
    "signed-out": "the session ended; sign in anew, and the same command goes on from here",
    "unreachable": "the server no longer answers; the same command goes on from here",
    "interrupted": "interrupted; the same command goes on from here",
}
"""Why an exploration ended, in words."""


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("explore")(grouped(explore))


def explore(
    url: Annotated[str, typer.Argument(metavar="URL", help="Page to start from.", show_default=False)],
    map_dir: Annotated[
        Path,
        typer.Option("--map", metavar="DIR", help="Directory of the map; made, or extended.", show_default=False),
    ],
    window: WindowOptions,
    depth: Annotated[int | None, typer.Option(help="Most actions from the start page.")] = None,
    max_pages: Annotated[int | None, typer.Option(help="Most states in the map.")] = None,
    max_actions: Annotated[int | None, typer.Option(help="Most actions to try.")] = None,
    max_minutes: Annotated[float | None, typer.Option(help="Longest run.")] = None,
    workers: Annotated[int | None, typer.Option(help="Pages driven in parallel; one a core by default.")] = None,
    login: LoginOption = None,
    role: Annotated[
        str | None,
        typer.Option("--as", metavar="ROLE", help="Explore as this role: a layer of the map, beside those of others."),
    ] = None,
    signed_in: Annotated[
        str | None,
        typer.Option(
            "--signed-in", metavar="TEXT", help="What pages show while signed in: without it the session ended."
        ),
    ] = None,
    relogin: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Run when the session ends in mid-run; writes the --login file anew."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="Another host of the site; may be repeated.")
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(metavar="default|paper", help="paper: the published algorithm to the letter."),
    ] = None,
    probe: Annotated[
        Path | None,
        typer.Option(metavar="INTENTS.json", help="Note on which states each intent's check holds."),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Label or address (* and ?) of what may be used all the same."),
    ] = None,
    allow_changes: Annotated[
        bool, typer.Option("--allow-changes", help="Use what changes the site too, logging out apart.")
    ] = False,
    links_only: Annotated[bool, typer.Option("--links-only", help="Follow links, leave every control alone.")] = False,
    ignore_robots: Annotated[bool, typer.Option("--ignore-robots", help="Do not honour robots.txt.")] = False,
    min_interval: Annotated[
        int | None, typer.Option("--min-interval", metavar="MS", help="Least time between page loads, in ms.")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="postgresql://…", help="Keep the map's tables on this server, not in DIR."),
    ] = None,
    on: Annotated[
        str | None,
        typer.Option(metavar="local|ray://…", help="Where the browsers run: here, or on a Ray cluster's machines."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the report there, as JSON.")
    ] = None,
    json_output: JsonOption = False,
) -> int:
    """Explore a site and keep it as a map.

    Nothing on the site is changed. Ctrl-C ends with a usable map. The same command again goes on from there.
    """
    limits: dict[str, Any] = {
        "depth": depth,
        "max_pages": max_pages,
        "max_actions": max_actions,
        "max_minutes": max_minutes,
        "workers": workers,
        "allow_hosts": tuple(allow_host) if allow_host else None,
        "allow": tuple(allow) if allow else None,
        "allow_changes": allow_changes or None,
        "preset": preset,
        "links_only": links_only or None,
        "signed_in_text": signed_in,
        "respect_robots": False if ignore_robots else None,
        "min_interval_ms": min_interval,
    }
    settings = window.settings(explore=limits)
    state = login_from(login)
    if signed_in is not None and login is None:
        raise BadInputError("--signed-in needs --login: it tells whether that session lives")
    if report is not None:
        check_outfile(report)
    if relogin is not None and login is None:
        raise BadInputError("--relogin needs --login: the file that its command writes anew")
    renew = renewal(relogin, login) if relogin is not None and login is not None else None
    if probe is not None and not probe.is_file():
        raise BadInputError(f"no such file of intents: {probe}")

    from webnavigator import app
    from webnavigator.cli.progress import ProgressLine
    from webnavigator.cli.running import run_stoppable

    explore_it = partial(app.explore, url) if role is None else partial(app.explore_as, role, url)
    with ProgressLine() as progress:
        outcome = run_stoppable(
            lambda stop: explore_it(
                map_dir,
                settings,
                login=state,
                probes=probe,
                progress=progress,
                stop=stop,
                renew=renew,
                server=store,
                on=on,
            )
        )
    if report is not None:
        write_json(outcome, report)
    if json_output:
        print_json(outcome)
    else:
        print_report(outcome, map_dir)
    return {"interrupted": 130, "unreachable": 1}.get(outcome.ended, 0)


def renewal(command: str, path: Path) -> "Callable[[], Awaitable[LoginState]]":
    """Signs in once more: runs a command of the user's that writes a login file, and reads the file."""
    words = shlex.split(command)
    if not words:
        raise BadInputError("--relogin: no command given")

    async def renew() -> "LoginState":
        try:
            process = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=sys.stderr)
        except OSError as error:
            raise BadInputError(f"--relogin: {words[0]} cannot be run: {error.strerror}") from None
        if await process.wait():
            raise BadInputError(f"--relogin: {words[0]} ended with status {process.returncode}")
        state = login_from(path)
        assert state is not None, "a path was given"
        return state

    return renew


def print_report(report: "ExploreReport", map_dir: Path) -> None:
    """Print for people what an exploration found."""
    say(f"{report.states} states, {report.edges} edges, {report.templates} page templates in {map_dir}")
    say(
        f"{report.new_states} states and {report.actions} actions in {report.seconds:.0f} s "
        f"({report.states_per_minute:.0f} states/min); {report.frontier} actions left untried"
    )
    say(f"ended: {ENDED.get(report.ended, report.ended)}")
    if report.held:
        held = ", ".join(f"{count} {kind}" for kind, count in sorted(report.held.items()))
        say(f"held back: {held} (see: webnavigator audit {map_dir})")
    if report.probe_coverage is not None:
        say(f"intents whose check holds on some state: {report.probe_coverage:.1%}")
    if report.restarts:
        note(f"warning: the browser went away and was started again, {report.restarts} times")
    for warning in report.warnings:
        note(f"warning: {warning}")
