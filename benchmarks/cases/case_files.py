"""What a directory of cases holds: the cases, and the two programs that serve and judge them."""

import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from webnavigator.errors import BadInputError

_ALLOWED_HOST = re.compile(r"allow the hosts? ([^\s,;]+)", re.IGNORECASE)
_USUAL_LIMIT_S = 120.0


@dataclass(frozen=True, slots=True)
class Case:
    """One small site with checks.

    Attributes:
        directory: where it is.
        about: its ``case.json``.
    """

    directory: Path
    about: dict[str, Any]

    @property
    def id(self) -> str:
        """The name it gives itself, else that of its directory."""
        return str(self.about.get("id") or self.directory.name)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Hosts that its note allows besides the start address's."""
        return tuple(_ALLOWED_HOST.findall(self.about.get("note") or ""))

    @property
    def limit_s(self) -> float:
        """Seconds in which the exploration has to end."""
        limits = [check["ends_within_s"] for check in self.checks() if "ends_within_s" in check]
        return float(min(limits, default=_USUAL_LIMIT_S))

    def checks(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """Its checks, those within others too; with `kinds` those on one of them alone."""
        waiting = list(self.about["check"])
        while waiting:
            check = waiting.pop(0)
            waiting += check.get("of", ()) if check["on"] == "any" else ()
            if not kinds or check["on"] in kinds:
                yield check


@dataclass(frozen=True, slots=True)
class Tools:
    """The programs beside the cases.

    Attributes:
        site: harness's ``Site``: serves a case directory, keeps the log of its requests.
        judge: gives ``(what, "pass" | "fail" | "open", detail)`` for each check of a case.
    """

    site: Callable[[Path], Any]
    judge: Callable[[dict[str, Any], dict[str, Any], list[dict[str, Any]]], list[tuple[str, str, str]]]


def load_tools(directory: Path) -> Tools:
    """The programs of a directory of cases; they are run, so it has to be one that is trusted.

    Raises:
        BadInputError: one is missing or broken.
    """
    try:
        return Tools(_module(directory / "harness.py").Site, _module(directory / "judge.py").judge)
    except (OSError, SyntaxError, ImportError, AttributeError) as error:
        raise BadInputError(f"{directory} is no directory of cases: {error}") from None


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"cases_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def load_cases(directory: Path) -> list[Case]:
    """All cases of a directory, by name.

    Raises:
        BadInputError: there are none, or one is broken.
    """
    found: list[Case] = []
    for path in sorted(directory.glob("*/case.json")):
        try:
            about = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise BadInputError(f"{path} cannot be read: {error}") from None
        if not isinstance(about, dict) or not isinstance(about.get("check"), list):
            raise BadInputError(f"{path} is no case: it has no list of checks")
        found.append(Case(path.parent, about))
    if not found:
        raise BadInputError(f"no cases in {directory}: none of its directories has a case.json")
    return found
