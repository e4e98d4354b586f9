"""Groups of options that several commands share: the browser's, the model's, an agent's; see `grouped`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.options import (
    BaseUrlOption,
    BrowserOption,
    BudgetTokensOption,
    BudgetUsdOption,
    ConsentOption,
    HeadedOption,
    InsecureOption,
    LocaleOption,
    llm_from,
    settings_from,
)

if TYPE_CHECKING:
    from webnavigator.app.tasks import AgentName, SelectorName, TaskOptions
    from webnavigator.browser.login import LoginState
    from webnavigator.config import Settings
    from webnavigator.llm.structured import Llm


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """How the browser is started."""

    headed: HeadedOption = False
    browser: BrowserOption = None
    ignore_https_errors: InsecureOption = False
    locale: LocaleOption = None
    consent: ConsentOption = None

    def settings(self, explore: dict[str, Any] | None = None, retrieve: dict[str, Any] | None = None) -> "Settings":
        """The settings in force under these options.

        Args:
            explore: further options, by the names of `ExploreSettings`; None for those not given.
            retrieve: likewise of `RetrieveSettings`.

        Raises:
            BadInputError: a value is out of range, or the file or the environment cannot be read.
        """
        return settings_from(
            browser=self.browser,
            headed=self.headed,
            ignore_https_errors=self.ignore_https_errors,
            locale=self.locale,
            consent=self.consent,
            explore=explore,
            retrieve=retrieve,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """The language model that works, and what it may spend."""

    model: Annotated[
        str,
        typer.Option(
            "--model",
            metavar="NAME",
            help="Language model: PROVIDER:MODEL, human, human:FOLDER, scripted:FILE or replay:FILE.",
            show_default=False,
        ),
    ]
    base_url: BaseUrlOption = None
    budget_tokens: BudgetTokensOption = None
    budget_usd: BudgetUsdOption = None

    def llm(self, record: Path, task: str = "") -> "Llm":
        """The model, with its budget; its exchanges go into a file.

        Args:
            record: the file; its folder is made when there is something to write.
            task: what ``{task}`` in the model's name stands for.

        Raises:
            BadInputError: no such model, or a record that cannot be written.
            MissingExtraError: the part that talks to providers is not installed.
        """
        name = self.model.replace("{task}", task)
        tokens, usd = self.budget_tokens, self.budget_usd
        llm = llm_from(name, self.base_url, record, tokens=tokens, usd=usd, makes_folders=True)
        assert llm is not None, "it has a name"
        return llm


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingOptions:
    """How an agent that acts on pages works."""

    selector: Annotated[
        str,
        typer.Option(metavar="NAME", help="Who chooses among places: model, offline; controls: first, empty."),
    ] = "model"
    allow_changes: Annotated[bool, typer.Option("--allow-changes", help="Do what changes the site without asking.")] = (
        False
    )
    steps: Annotated[int, typer.Option(min=1, max=1000, help="Most actions.")] = 20
    seconds: Annotated[float | None, typer.Option(min=1, help="Most seconds.")] = None
    view_tokens: Annotated[int, typer.Option(min=500, help="Most tokens of one look at a page.")] = 6000
    pictures: Annotated[bool, typer.Option("--pictures", help="Show the model screenshots.")] = False
    verify: Annotated[bool, typer.Option(help="Look critically at the end before stopping.")] = True

    def task_options(self, agent: str, start_url: str | None = None, out: Path | None = None) -> "TaskOptions":
        """How `app.run_task` is to work."""
        from webnavigator.agents.base import Limits
        from webnavigator.app import TaskOptions

        return TaskOptions(
            agent=agent_named(agent),
            selector=selector_named(self.selector),
            start_url=start_url,
            allow_changes=self.allow_changes,
            limits=Limits(self.steps, self.seconds, self.view_tokens),
            pictures=self.pictures,
            verify=self.verify,
            out=out,
        )


LoginsOption = Annotated[
    list[Path] | None,
    typer.Option("--login", metavar="STATE.json", help="Start signed in; once for each site."),
]


def logins_from(paths: list[Path] | None) -> "LoginState | None":
    """Several login states as one; None without a file.

    Raises:
        BadInputError: a file is missing or is no login state.
    """
    from webnavigator.browser.login import joined_logins, load_login

    return joined_logins([load_login(path) for path in paths or ()])


def agent_named(name: str) -> "AgentName":
    """The agent with a name; a wrong call when there is none."""
    if name not in ("webnavigator", "react", "reflexion"):
        raise typer.BadParameter(f"no agent {name}: webnavigator, react or reflexion")
    return name


def selector_named(name: str) -> "SelectorName":
    """The selector with a name; a wrong call when there is none."""
    if name not in ("model", "offline", "first", "empty"):
        raise typer.BadParameter(f"no selector {name}: model, offline, first or empty")
    return name
