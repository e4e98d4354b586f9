"""Options that several commands share, and the settings they make."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from webnavigator.browser.login import LoginState
    from webnavigator.config import Settings

MapArgument = Annotated[Path, typer.Argument(metavar="MAP", help="Directory of the map.", show_default=False)]
WordsArgument = Annotated[
    str, typer.Argument(metavar="WORDS", help="What you are looking for, in plain words.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
LoginOption = Annotated[
    Path | None,
    typer.Option("--login", metavar="STATE.json", help="Start signed in; `webnavigator login` makes the file."),
]
HeadedOption = Annotated[bool, typer.Option("--headed", help="Show the browser's window.")]
BrowserOption = Annotated[
    str | None,
    typer.Option("--browser", metavar="PATH", help="Browser to use; found by itself when left out."),
]
InsecureOption = Annotated[
    bool, typer.Option("--ignore-https-errors", help="Accept certificates that do not check out.")
]
LocaleOption = Annotated[
    str | None, typer.Option("--locale", metavar="TAG", help="Language to ask the site for, e.g. zh-CN.")
]


def settings_from(
    *,
    browser: str | None = None,
    headed: bool = False,
    ignore_https_errors: bool = False,
    locale: str | None = None,
    explore: dict[str, Any] | None = None,
    retrieve: dict[str, Any] | None = None,
) -> "Settings":
    """The settings in force: options given win over the environment and the file.

    Raises:
        BadInputError: a value is out of range, or the file or the environment cannot be read.
    """
    from webnavigator.config import load_settings
    from webnavigator.errors import BadInputError

    window = {
        "executable_path": browser,
        "headed": headed or None,
        "ignore_https_errors": ignore_https_errors or None,
        "locale": locale,
    }
    try:
        return load_settings(browser=window, explore=explore or {}, retrieve=retrieve or {})
    except ValueError as error:  # not TOML, or not JSON in a variable
        raise BadInputError(f"webnavigator.toml or a WEBNAVIGATOR_ variable cannot be read: {error}") from None


def login_from(path: Path | None) -> "LoginState | None":
    """The login state in a file; None without a file.

    Raises:
        BadInputError: the file is missing or is no login state.
    """
    if path is None:
        return None
    from webnavigator.browser.login import load_login

    return load_login(path)
