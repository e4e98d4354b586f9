"""`webnavigator doctor`: what is missing here, and what to do about it."""

from typing import Annotated

import typer

from webnavigator.cli.options import BrowserOption, JsonOption
from webnavigator.cli.output import print_json, say


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("doctor")(doctor)


def doctor(
    install_browser: Annotated[
        bool,
        typer.Option("--install-browser", help="Download Playwright's Chromium when no browser is found."),
    ] = False,
    json_output: JsonOption = False,
    browser: BrowserOption = None,
) -> int:
    """Say what is missing here and what to do.

    The browser is started once. Exit code 0 when nothing is missing, 1 otherwise.
    """
    from webnavigator.cli.checks import check_all

    checks = check_all(browser, install_browser=install_browser)
    ready = not any(check.state == "missing" for check in checks)
    if json_output:
        print_json({"ready": ready, "checks": checks})
        return 0 if ready else 1
    for check in checks:
        say(f"{check.state:8} {check.name:14} {check.detail}")
        if check.cure:
            say(f"{'':24}-> {check.cure}")
    say("ready" if ready else "not ready: see what is missing above")
    return 0 if ready else 1
