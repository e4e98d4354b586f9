"""Options that several commands share, and the settings they make."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.outfile import check_outfile

if TYPE_CHECKING:
    from webnavigator.browser.login import LoginState
    from webnavigator.config import Settings
    from webnavigator.llm.structured import Llm

MapArgument = Annotated[Path, typer.Argument(metavar="MAP", help="Directory of the map.", show_default=False)]
WordsArgument = Annotated[
    str, typer.Argument(metavar="WORDS", help="What you are looking for, in plain words.", show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
LoginOption = Annotated[
    Path | None,
    typer.Option("--login", metavar="STATE.json", help="Start signed in; `webnavigator login` makes the file."),
]
AsOption = Annotated[
    str | None,
    typer.Option("--as", metavar="ROLE", help="What this role saw: a layer that `explore --as` made."),
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
ConsentOption = Annotated[
    str | None,
    typer.Option(
        "--consent", metavar="refuse|hide|leave", help="What is done with walls that ask for consent to cookies."
    ),
]

EncoderOption = Annotated[
    str | None,
    typer.Option(
        "--encoder",
        metavar="NAME",
        help="Model asked besides the built-in ones: folder, hub name, vllm:MODEL or jina:MODEL; lexical: words alone.",
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="NAME",
        help="Language model: PROVIDER:MODEL, human, human:FOLDER, scripted:FILE or replay:FILE.",
    ),
]
BaseUrlOption = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="Server that speaks OpenAI's protocol.")
]
RecordOption = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Append every exchange with the model to this file.")
]
BudgetTokensOption = Annotated[int | None, typer.Option(metavar="N", min=1, help="Most tokens for the model.")]
BudgetUsdOption = Annotated[float | None, typer.Option(metavar="USD", min=0.0, help="Most dollars for the model.")]


def settings_from(
    *,
    browser: str | None = None,
    headed: bool = False,
    ignore_https_errors: bool = False,
    locale: str | None = None,
    consent: str | None = None,
    viewport: tuple[int, int] | None = None,
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
        "consent": consent,
        "viewport_width_px": viewport[0] if viewport else None,
        "viewport_height_px": viewport[1] if viewport else None,
    }
    try:
        return load_settings(browser=window, explore=explore or {}, retrieve=retrieve or {})
    except ValueError as error:  # not TOML, or not JSON in a variable
        raise BadInputError(f"webnavigator.toml or a WEBNAVIGATOR_ variable cannot be read: {error}") from None


def llm_from(
    model: str | None,
    base_url: str | None = None,
    record: Path | None = None,
    *,
    tokens: int | None = None,
    usd: float | None = None,
    seconds: float | None = None,
    makes_folders: bool = False,
) -> "Llm | None":
    """The model that options name, with its budget; None when they name none.

    Args:
        model: its name.
        base_url: server that speaks OpenAI's protocol.
        record: file for the exchanges.
        tokens: budget.
        usd: budget, in dollars.
        seconds: budget of waiting for the model.
        makes_folders: the record's folder is made when it is missing.

    Raises:
        BadInputError: no such model, options for a model without one, or a record that cannot be written.
        MissingExtraError: the part that talks to providers is not installed.
    """
    from webnavigator.errors import BadInputError

    if model is None:
        if base_url or record or tokens or usd:
            raise BadInputError("--base-url, --record and budgets need --model")
        return None
    if record is not None:
        check_outfile(record, makes_folders=makes_folders)
    from webnavigator.llm.names import open_model
    from webnavigator.llm.structured import Budget, Llm

    return Llm(open_model(model, base_url=base_url, record=record), Budget(tokens, usd, seconds))


def login_from(path: Path | None) -> "LoginState | None":
    """The login state in a file; None without a file.

    Raises:
        BadInputError: the file is missing or is no login state.
    """
    if path is None:
        return None
    from webnavigator.browser.login import load_login

    return load_login(path)
