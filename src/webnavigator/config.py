"""Settings: one frozen object, passed as an argument; nothing else reads the environment.

Precedence: defaults < ``webnavigator.toml`` in the working directory < ``WEBNAVIGATOR_*`` < options.
A group's field is set in the environment with two underscores: ``WEBNAVIGATOR_EXPLORE__DEPTH=3``.
"""

import os
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from webnavigator.errors import BadInputError

Preset = Literal["default", "paper"]
Consent = Literal["refuse", "hide", "leave"]


class BrowserSettings(BaseModel):
    """How a browser is found, started and waited for."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    executable_path: str | None = None
    """Path of the browser to use; None: Playwright's own, else Chrome, Chromium or Edge on the PATH."""
    headed: bool = False
    """Show the window."""
    viewport_width_px: int = Field(1280, ge=320, le=7680)
    viewport_height_px: int = Field(900, ge=240, le=4320)
    locale: str = Field("en-US", pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")
    """BCP 47 tag sent as Accept-Language; a site in several languages is explored in this one."""
    ignore_https_errors: bool = False
    """Accept self-signed certificates."""
    consent: Consent = "refuse"
    """Walls that ask for consent to cookies: ``refuse`` presses what refuses, and hides the wall where nothing does;
    ``hide`` presses nothing; ``leave`` takes them for states like others. Nothing is ever agreed to."""
    record_har: str | None = None
    """File for all traffic of a page, as HAR, written when the page is closed; None: nothing is recorded. It holds
    cookies and all that is sent, passwords too: for benchmarks that judge by it."""
    navigation_timeout_s: float = Field(20.0, gt=0, le=600)
    """Longest wait for a page to load."""
    action_timeout_s: float = Field(3.0, gt=0, le=600)
    """Longest wait for one action on an element."""
    quiet_ms: int = Field(50, ge=0, le=10_000)
    """A page has settled when its DOM has not changed and no request is open for this long."""
    settle_timeout_s: float = Field(4.0, gt=0, le=120)
    """A page that never goes quiet is taken as it is after this long."""
    screenshot_max_height_px: int = Field(4000, ge=240, le=20_000)
    """Taller pages are cut here in the screenshot; their structure and text are kept whole."""
    screenshot_scale: float = Field(0.5, gt=0.05, le=2.0)
    """Device scale of screenshots."""


class ExploreSettings(BaseModel):
    """What an exploration may do and when it ends."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    preset: Preset = "default"
    """``paper``: Algorithm 1 of arXiv 2603.20366 to the letter; ``default``: see docs/architecture.md."""
    depth: int | None = Field(None, ge=0, le=1000)
    """Longest distance from the start page in actions; None: no bound (preset ``paper``: 2)."""
    max_pages: int = Field(1500, ge=1)
    """Most states captured."""
    max_actions: int = Field(10_000, ge=1)
    """Most actions tried, page loads included."""
    max_minutes: float | None = Field(None, gt=0, allow_inf_nan=False)
    """Longest run; None: no bound."""
    workers: int = Field(default_factory=lambda: max(1, min(8, os.cpu_count() or 1)), ge=1, le=64)
    """Pages driven in parallel."""
    allow_hosts: tuple[str, ...] = ()
    """Hosts that belong to the site besides the start URL's."""
    allow: tuple[str, ...] = ()
    """Patterns (``*`` and ``?``) of labels, or of addresses, of what may be used although the policy would leave it
    alone; the map says so."""
    allow_changes: bool = False
    """Use what changes the site too; only logging out and leaving the site are still left alone. The map says so."""
    links_only: bool = False
    """Follow links and leave every control alone: menus, tabs, dialogs and searches are then not on the map."""
    instances_per_template: int = Field(3, ge=1)
    """Pages of one kind after which it counts as known: others like it have no claim to come early."""
    pages_per_template: int = Field(600, ge=1)
    """A template with more known instances than this is sampled and not visited page by page."""
    sample_per_template: int = Field(40, ge=1)
    """Instances visited of a template that is sampled."""
    novelty_window: int = Field(200, ge=10)
    """Actions over which the chance of something new is estimated (Good–Turing)."""
    novelty_floor: float = Field(0.01, ge=0, le=1)
    """The exploration ends when that chance falls under this."""
    linger_s: float = Field(3.2, ge=0, le=60)
    """How long the start page, and later one page of each kind, is watched for what comes by itself; 0: not at all."""
    signed_in_text: str | None = Field(None, min_length=1)
    """What every page shows while signed in ("Log out"); None: a sign-in form tells that a session has ended."""
    respect_robots: bool | None = None
    """Honour robots.txt; None: yes, unless a login state is given: what a signed-in user may read, crawlers'
    rules do not speak of."""
    min_interval_ms: int = Field(0, ge=0)
    """Least time between two page loads on one host."""
    patience_s: float = Field(30.0, ge=0, le=86_400)
    """How long a server that falls silent is waited for; then the run ends, and the next goes on from there."""


class RetrieveSettings(BaseModel):
    """How states are searched and chosen."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    encoder: str = Field("embedded", min_length=1)
    """``embedded`` (ships with the package), ``lexical`` (no vectors at all), or a model that is asked besides: a
    folder or hub name for sentence-transformers, ``vllm:MODEL`` (with `encoder_url`), ``jina:MODEL``."""
    encoder_url: str | None = Field(None, pattern=r"^https?://[^\s@]+$")
    """Server of that model; its key comes from ``VLLM_API_KEY`` or ``JINA_API_KEY`` and never stands here."""
    encoder_reads: Literal["text", "screenshots"] | None = None
    """What that model is shown of a state; None: screenshots when it reads pictures, else text."""
    encoder_mode: Literal["late", "dense"] = "late"
    """Late interaction over all of its vectors, or one mean vector a text or screenshot."""
    encoder_weight: float = Field(0.5, ge=0, le=1)
    """Its say in the order: 0 none, 0.5 as much as the embedded encoders together, 1 alone, as in arXiv 2603.20366."""
    qdrant_url: str | None = Field(None, pattern=r"^https?://[^\s@]+$")
    """Qdrant server that keeps its vectors; None: files of the map. The key comes from ``QDRANT_API_KEY``."""
    k: int = Field(30, ge=1, le=1000)
    """Candidates handed to the selector; 30 in the paper."""


class Settings(BaseSettings):
    """All settings of one run; frozen, saved with the run's report.

    Raises:
        BadInputError: from `load_settings`, when a value is out of range or a name unknown.
    """

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix="WEBNAVIGATOR_",
        env_nested_delimiter="__",
        toml_file="webnavigator.toml",
    )

    browser: BrowserSettings = BrowserSettings()  # pyright: ignore[reportCallIssue]
    explore: ExploreSettings = ExploreSettings()  # pyright: ignore[reportCallIssue]
    retrieve: RetrieveSettings = RetrieveSettings()  # pyright: ignore[reportCallIssue]

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Options win over the environment, the environment over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load_settings(**groups: dict[str, Any]) -> Settings:
    """The settings in force: file and environment, overridden by the options given.

    Args:
        groups: options by group, e.g. ``explore={"depth": 2}``; a value of None leaves the lower layers'
            value.

    Raises:
        BadInputError: a value out of range or an unknown name.
    """
    given = {name: {k: v for k, v in values.items() if v is not None} for name, values in groups.items()}
    options: dict[str, Any] = {name: values for name, values in given.items() if values}
    try:
        return Settings(**options)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInputError(f"setting {where}: {first['msg']} (got {first.get('input')!r})") from None
