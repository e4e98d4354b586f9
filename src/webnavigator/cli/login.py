"""`webnavigator login`: sign in once, by hand or by steps, and keep the login."""

import asyncio
import os
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.options import BrowserOption, InsecureOption, LocaleOption, settings_from
from webnavigator.cli.output import note
from webnavigator.cli.running import run_async
from webnavigator.outfile import check_outfile, refuse_special

if TYPE_CHECKING:
    from webnavigator.browser.login import LoginState
    from webnavigator.config import BrowserSettings

SECRET_PREFIX = "WEBNAVIGATOR_LOGIN_"  # noqa: S105 - a name, not a secret
"""``$USER`` in a step is the environment variable of this prefix and USER."""


def register(cli: typer.Typer) -> None:
    """Add the command."""
    cli.command("login")(login)


def login(
    url: Annotated[str, typer.Argument(metavar="URL", help="Page of the login form.", show_default=False)],
    save: Annotated[
        Path,
        typer.Option("--save", metavar="STATE.json", help="Where to keep the login.", show_default=False),
    ],
    steps: Annotated[
        Path | None,
        typer.Option(
            "--steps",
            metavar="FILE.json",
            help="Sign in by steps; $USER and $PASS come from WEBNAVIGATOR_LOGIN_USER and _PASS.",
        ),
    ] = None,
    browser: BrowserOption = None,
    ignore_https_errors: InsecureOption = False,
    locale: LocaleOption = None,
) -> None:
    """Sign in once and keep the login for `--login`.

    By hand in a window, or by steps. The file holds secrets; it is made readable for you alone.
    """
    settings = settings_from(browser=browser, ignore_https_errors=ignore_https_errors, locale=locale).browser

    url = url if "://" in url else f"https://{url}"  # as `explore` has it
    check_outfile(save, makes_folders=True)
    refuse_special(save)

    from webnavigator.browser.login import save_login
    from webnavigator.model.scope import scope_of

    scope_of(url)  # raises for what is no address, before a window is spoken of
    state = run_async(_by_steps(url, steps, settings) if steps else _by_hand(url, settings))
    save_login(state, save)
    cookies, origins = len(state.storage["cookies"]), len(state.storage["origins"])
    note(f"saved: {save} ({cookies} cookies, storage of {origins} origins)")
    if not (cookies or origins or state.session_storage):
        note("warning: the site has kept nothing, so this file signs nobody in")


async def _by_steps(url: str, path: Path, settings: "BrowserSettings") -> "LoginState":
    from webnavigator.browser.sign_in import load_steps, script_login

    secrets = {
        name.removeprefix(SECRET_PREFIX): value for name, value in os.environ.items() if name.startswith(SECRET_PREFIX)
    }
    steps = load_steps(path).model_copy(update={"url": url})
    return await script_login(steps, settings, secrets)


async def _by_hand(url: str, settings: "BrowserSettings") -> "LoginState":
    from webnavigator.browser.sign_in import record_login

    finished = asyncio.Event()
    if sys.stdin.isatty():
        loop = asyncio.get_running_loop()

        def wait_for_enter() -> None:
            sys.stdin.readline()
            loop.call_soon_threadsafe(finished.set)

        # a daemon: it may wait for ever when the window is closed instead
        threading.Thread(target=wait_for_enter, daemon=True).start()
    note("sign in in the window; then close it, or press Enter here")
    return await record_login(url, settings, finished)
