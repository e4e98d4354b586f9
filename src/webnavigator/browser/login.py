"""A saved login: cookies, local storage and IndexedDB in Playwright's form, session storage beside them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webnavigator.errors import BadInputError, StoreError
from webnavigator.outfile import refuse_special, replacing, why

if TYPE_CHECKING:
    from playwright.async_api import StorageState

_SESSION_KEY = "sessionStorage"
"""Ours, beside Playwright's ``cookies`` and ``origins``, which do not hold session storage."""

_SESSION_SCRIPT = """(() => {
  try {
    const kept = %s[location.origin];
    if (!kept) return;
    for (const [name, value] of Object.entries(kept))
      if (sessionStorage.getItem(name) === null) sessionStorage.setItem(name, value);
  } catch { /* opaque origins have no session storage */ }
})();"""


class _Cookie(BaseModel):
    model_config = ConfigDict(extra="allow")

    name: str
    value: str
    domain: str = Field(min_length=1)
    path: str = Field(pattern="^/")
    expires: float = -1
    same_site: Literal["Strict", "Lax", "None"] = Field("Lax", alias="sameSite")


class _Kept(BaseModel):
    name: str
    value: str


class _Origin(BaseModel):
    model_config = ConfigDict(extra="allow")

    origin: str
    local_storage: list[_Kept] = Field([], alias="localStorage")


class _StateFile(BaseModel):
    model_config = ConfigDict(extra="allow")

    cookies: list[_Cookie]
    origins: list[_Origin]
    session_storage: dict[str, dict[str, str]] = Field({}, alias="sessionStorage")


@dataclass(frozen=True, slots=True)
class LoginState:
    """What makes a browser signed in. It holds secrets: `repr` shows none.

    Attributes:
        storage: Playwright's storage state: ``{cookies: [...], origins: [...]}``.
        session_storage: session storage by origin, then by name.
    """

    storage: dict[str, Any] = field(repr=False)
    session_storage: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]], repr=False)

    def for_playwright(self, *, indexed_db: bool) -> "StorageState":
        """The storage state to give to a new context.

        Args:
            indexed_db: whether this Playwright can restore IndexedDB; else it is left out.
        """
        origins: list[dict[str, Any]] = self.storage["origins"]
        if not indexed_db:
            origins = [{k: v for k, v in origin.items() if k != "indexedDB"} for origin in origins]
        return cast("StorageState", {**self.storage, "origins": origins})  # Playwright made it, or `load_login` checked

    def session_script(self) -> str:
        """A script that fills the session storage of each origin before its pages' own scripts run."""
        return _SESSION_SCRIPT % json.dumps(self.session_storage)


def load_login(path: Path | str) -> LoginState:
    """Read a file written by `save_login` or by Playwright's ``storage_state``.

    Raises:
        BadInputError: the file is missing or is not such a file.
    """
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise BadInputError(f"cannot read the login state {path}: it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise BadInputError(f"cannot read the login state {path}: {why(error)}") from None
    try:
        checked = _StateFile.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]  # an input may be a secret
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise BadInputError(
            f"{path} is not a login state: {where}: {first['msg']}; JSON with cookies and origins is expected, "
            "as `webnavigator login URL --save FILE` writes it"
        ) from None
    storage: dict[str, Any] = json.loads(text)
    storage.pop(_SESSION_KEY, None)
    return LoginState(storage, checked.session_storage)


def joined_logins(states: Sequence[LoginState]) -> LoginState | None:
    """One login for several sites; None for no state at all. Of two for one site, the later one wins."""
    if not states:
        return None
    storage: dict[str, Any] = {"cookies": [], "origins": []}
    session_storage: dict[str, dict[str, str]] = {}
    for state in states:
        storage["cookies"] += state.storage["cookies"]
        storage["origins"] += state.storage["origins"]
        session_storage |= state.session_storage
    return LoginState(storage, session_storage)


def save_login(state: LoginState, path: Path | str) -> None:
    """Write a login state so that only its owner can read it (mode 0600).

    Raises:
        BadInputError: a device or pipe is there.
        StoreError: the file cannot be written.
    """
    target = Path(path)
    refuse_special(target)
    content = {**state.storage, _SESSION_KEY: state.session_storage}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacing(target, 0o600) as beside:
            beside.write_text(json.dumps(content, ensure_ascii=False, indent=1), "utf-8", "backslashreplace")
    except OSError as error:
        raise StoreError(f"cannot write the login state {path}: {why(error)}") from error
