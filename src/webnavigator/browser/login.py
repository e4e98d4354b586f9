"""A saved login: cookies, local storage and IndexedDB in Playwright's form, session storage beside them."""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from webnavigator.errors import BadInputError, StoreError

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


class _Origin(BaseModel):
    model_config = ConfigDict(extra="allow")

    origin: str
    localStorage: list[_Cookie] = []  # noqa: N815 - Playwright's spelling


class _StateFile(BaseModel):
    model_config = ConfigDict(extra="allow")

    cookies: list[_Cookie]
    origins: list[_Origin]
    sessionStorage: dict[str, dict[str, str]] = {}  # noqa: N815 - as in Playwright's `localStorage`


@dataclass(frozen=True, slots=True)
class LoginState:
    """What makes a browser signed in. It holds secrets: `repr` shows none.

    Attributes:
        storage: Playwright's storage state: ``{cookies: [...], origins: [...]}``.
        session_storage: session storage by origin, then by name.
    """

    storage: dict[str, Any] = field(repr=False)
    session_storage: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]], repr=False)

    def for_playwright(self, *, indexed_db: bool) -> dict[str, Any]:
        """The storage state to give to a new context.

        Args:
            indexed_db: whether this Playwright can restore IndexedDB; else it is left out.
        """
        if indexed_db:
            return self.storage
        origins: list[dict[str, Any]] = self.storage["origins"]
        bare = [{k: v for k, v in origin.items() if k != "indexedDB"} for origin in origins]
        return {**self.storage, "origins": bare}

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
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"cannot read the login state {path}: {_why(error)}") from None
    try:
        checked = _StateFile.model_validate_json(text)
    except ValidationError:
        raise BadInputError(
            f"{path} is not a login state: JSON with cookies and origins is expected, "
            "as `webnavigator login URL --save FILE` writes it"
        ) from None
    storage: dict[str, Any] = json.loads(text)
    storage.pop(_SESSION_KEY, None)
    return LoginState(storage, checked.sessionStorage)


def save_login(state: LoginState, path: Path | str) -> None:
    """Write a login state so that only its owner can read it (mode 0600).

    Raises:
        StoreError: the file cannot be written.
    """
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    content = {**state.storage, _SESSION_KEY: state.session_storage}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(content, out, ensure_ascii=False, indent=1)
        beside.replace(target)
    except OSError as error:
        raise StoreError(f"cannot write the login state {path}: {_why(error)}") from error


def _why(error: OSError | UnicodeDecodeError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is not UTF-8 text"
