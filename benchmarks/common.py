"""What the benchmarks of exploring and teleporting share: options, the site to work on, and how results are printed.

All take ``--url`` (your own application; without it the bundled demo shop), ``--login STATE.json`` (made by
``webnavigator login``), ``--browser PATH`` and ``--json``. Where several applications can be measured in one go,
``--url`` may be given several times, and the n-th ``--login`` belongs to the n-th ``--url`` (``-`` for none).
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from served import served

from webnavigator.browser.find import find_browser
from webnavigator.browser.login import LoginState, load_login
from webnavigator.cli.output import note, print_table, printable
from webnavigator.config import BrowserSettings, Settings, load_settings
from webnavigator.errors import WebNavigatorError


@dataclass(frozen=True, slots=True)
class Target:
    """An application to measure on.

    Attributes:
        name: for the table: ``demo shop``, or host and port.
        url: start page.
        login: cookies and storage to start with, None: signed out.
    """

    name: str
    url: str
    login: LoginState | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and under what load figures were taken; figures of a busy machine compare as ratios only.

    Attributes:
        cores: logical processors.
        load: processes that ran or wanted to run, mean of the last minute; above `cores` all is slower. None: not told.
        browser: what the browser says of itself.
        python: version.
    """

    cores: int
    load: float | None
    browser: str
    python: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table for people: titles of columns, rows, and sentences below it."""

    headers: Sequence[str]
    rows: Sequence[Sequence[object]]
    below: Sequence[str] = ()


Findings = tuple[dict[str, Any], Sequence[Table]]
"""What a benchmark gives: an object for ``--json`` and the tables for people."""


def parser_for(doc: str | None) -> argparse.ArgumentParser:
    """A parser with the options that all benchmarks take; `doc` is the module's docstring."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", action="append", metavar="URL", help="your application; default: the demo shop")
    parser.add_argument("--login", action="append", metavar="STATE.json", help="start signed in (`webnavigator login`)")
    parser.add_argument("--browser", metavar="PATH", help="browser to use; found by itself when left out")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


def settings_of(options: argparse.Namespace, **explore: Any) -> Settings:
    """The settings in force, with the browser that was asked for."""
    return load_settings(browser={"executable_path": options.browser}, explore=explore)


@contextmanager
def targets(options: argparse.Namespace, kind: str = "shop", *arguments: str) -> Generator[list[Target]]:
    """The applications asked for; the bundled one, served meanwhile, when none was.

    Args:
        options: from `parser_for`.
        kind: the bundled site to fall back on, see `served`.
        arguments: its options.
    """
    if not options.url:
        with served(kind, *arguments) as url:
            yield [Target("demo shop" if kind == "shop" else kind, url)]
        return
    logins = [*(options.login or ()), *["-"] * len(options.url)]
    yield [
        Target(urlsplit(url).netloc or url, url, None if login == "-" else load_login(Path(login)))
        for url, login in zip(options.url, logins, strict=False)
    ]


def run(main: Callable[[argparse.Namespace], Findings], parser: argparse.ArgumentParser) -> None:
    """Parse, run, print; what goes wrong is one line.

    Args:
        main: gives the result: an object for ``--json`` and the tables for people.
        parser: from `parser_for`, with the benchmark's own options added.
    """
    options = parser.parse_args()
    try:
        result, tables = main(options)
    except WebNavigatorError as error:
        note(f"error: {printable(str(error))}")
        sys.exit(error.exit_code)
    publish(options, result, tables)


def publish(options: argparse.Namespace, result: dict[str, Any], tables: Sequence[Table]) -> None:
    """Print a result: JSON for machines, tables for people."""
    machine = machine_of(BrowserSettings(executable_path=options.browser))
    if options.json:
        sys.stdout.write(json.dumps({"machine": asdict(machine), **result}, ensure_ascii=False, indent=2) + "\n")
        return
    for table in tables:
        print_table(table.headers, table.rows)
        for line in table.below:
            sys.stdout.write(printable(line) + "\n")
        sys.stdout.write("\n")
    load = "" if machine.load is None else f", load {machine.load:.1f}"
    sys.stdout.write(f"{machine.cores} cores{load}; {machine.browser}; Python {machine.python}\n")


def machine_of(settings: BrowserSettings) -> Machine:
    """The machine as it is now."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return Machine(os.cpu_count() or 1, load, find_browser(settings).version, platform.python_version())


def median(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return statistics.median(values) if values else 0.0


def ms(seconds: float) -> str:
    """Seconds as whole milliseconds."""
    return f"{seconds * 1000:.0f}"


def percent(share: float) -> str:
    """A share from 0 to 1 in per cent."""
    return f"{share * 100:.1f} %"
