"""`webnavigator refresh`: bring a map up to date with its site, and say what changed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.diff import FailOption, print_diff
from webnavigator.cli.explore import renewal
from webnavigator.cli.options import (
    BrowserOption,
    HeadedOption,
    InsecureOption,
    JsonOption,
    LocaleOption,
    LoginOption,
    MapArgument,
    login_from,
    settings_from,
)
from webnavigator.cli.output import note, print_json, say, write_json
from webnavigator.errors import BadInputError
from webnavigator.outfile import check_outfile

if TYPE_CHECKING:
    from webnavigator.refresh.report import RefreshReport

ENDED = {
    "complete": "everything on the map was looked at",
    "max-pages": "the limit of states was reached; the next refresh looks at the others first",
    "max-minutes": "the limit of time was reached; the next refresh looks at the others first",
    "signed-out": "the session ended; sign in anew, and the same command goes on from here",
    "unreachable": "the server no longer answers; the same command goes on from here",
    "interrupted": "interrupted; the same command goes on from here",
}
"""Why a refresh ended, in words."""


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("refresh")(refresh)


def refresh(
    map_dir: MapArgument,
    max_pages: Annotated[
        int | None, typer.Option(min=1, help="Most states to look at, new ones included; a fifth is kept for those.")
    ] = None,
    max_minutes: Annotated[float | None, typer.Option(help="Longest run; a fifth is kept for what is new.")] = None,
    older_than: Annotated[
        float, typer.Option(metavar="HOURS", min=0.0, help="Leave out what was seen within this time.")
    ] = 0.0,
    workers: Annotated[int | None, typer.Option(help="Pages driven in parallel; one a core by default.")] = None,
    login: LoginOption = None,
    relogin: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Run when the session ends in mid-run; writes the --login file anew."),
    ] = None,
    allow: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="As it was given to `explore`: what may be used all the same."),
    ] = None,
    ignore_robots: Annotated[bool, typer.Option("--ignore-robots", help="Do not honour robots.txt.")] = False,
    min_interval: Annotated[
        int | None, typer.Option("--min-interval", metavar="MS", help="Least time between page loads, in ms.")
    ] = None,
    fail_on_change: FailOption = False,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the report there, as JSON.")
    ] = None,
    json_output: JsonOption = False,
    headed: HeadedOption = False,
    browser: BrowserOption = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> int:
    """Look at a map's site again and say what changed.

    What failed, is old or much used comes first. Only what is new is explored. Nothing on the site is changed. Ctrl-C
    ends with a usable map. The same command again goes on from there.
    """
    limits: dict[str, Any] = {
        "max_minutes": max_minutes,
        "workers": workers,
        "allow": tuple(allow) if allow else None,
        "respect_robots": False if ignore_robots else None,
        "min_interval_ms": min_interval,
    }
    settings = settings_from(
        browser=browser, headed=headed, ignore_https_errors=ignore_https_errors, locale=locale, explore=limits
    )
    state = login_from(login)
    if report is not None:
        check_outfile(report)
    if relogin is not None and login is None:
        raise BadInputError("--relogin needs --login: the file that its command writes anew")
    renew = renewal(relogin, login) if relogin is not None and login is not None else None

    from webnavigator import app
    from webnavigator.cli.progress import ProgressLine
    from webnavigator.cli.running import run_stoppable

    with ProgressLine() as progress:
        outcome = run_stoppable(
            lambda stop: app.refresh(
                map_dir,
                settings,
                max_pages=max_pages,
                older_than_s=older_than * 3600,
                login=state,
                progress=progress,
                stop=stop,
                renew=renew,
            )
        )
    if report is not None:
        write_json(outcome, report)
    if json_output:
        print_json(outcome)
    else:
        print_report(outcome)
    failed = int(fail_on_change and outcome.diff.changed)
    return {"interrupted": 130, "unreachable": 1, "signed-out": 1}.get(outcome.run.ended, failed)


def print_report(report: "RefreshReport") -> None:
    """Print for people how a refresh went and what changed."""
    run = report.run
    print_diff(report.diff)
    left = f", {run.left} left to be looked at" if run.left else ""
    say(f"looked at {run.looked} states{left}; {run.new_states} new ones found; {run.seconds:.0f} s")
    say(f"ended: {ENDED.get(run.ended, run.ended)}")
    for warning in run.warnings:
        note(f"warning: {warning}")
