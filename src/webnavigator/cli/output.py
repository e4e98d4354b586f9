"""What commands print: results on stdout, everything else on stderr, nothing that could steer a terminal."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, cast

from webnavigator.outfile import write_outfile


def printable(text: str) -> str:
    r"""Text from a page as it may be shown: what moves the cursor or turns text round becomes a space.

    >>> printable("Orders\x1b[2J\n(3)")
    'Orders [2J (3)'
    """
    return "".join(char if char.isprintable() else " " for char in text)


def jsonable(value: object) -> Any:
    """Plain data for `json`: what `to_json` gives, else the fields of a dataclass, all the way down."""
    to_json = getattr(value, "to_json", None)
    if callable(to_json):
        return to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return jsonable(asdict(value))
    if isinstance(value, dict):
        items = cast("dict[object, object]", value).items()
        return {str(key): jsonable(inner) for key, inner in items}
    if isinstance(value, list | tuple):
        return [jsonable(inner) for inner in cast("Sequence[object]", value)]
    if isinstance(value, set | frozenset):
        return sorted(jsonable(inner) for inner in cast("set[Any]", value))
    return str(value) if isinstance(value, Path) else value


def json_text(value: object, *, ascii_only: bool = False) -> str:
    """A result for machines as text."""
    return json.dumps(jsonable(value), ensure_ascii=ascii_only, indent=2) + "\n"


def print_json(value: object) -> None:
    """Print a result for machines."""
    sys.stdout.write(json_text(value, ascii_only=not (sys.stdout.encoding or "").lower().startswith("utf")))


def print_text(text: str) -> None:
    """Print a result that is a file in itself; what the terminal cannot show is escaped."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def write_json(value: object, path: Path) -> None:
    """Write a result for machines into a file.

    Raises:
        StoreError: the file cannot be written.
    """
    write_text(json_text(value), path)


def write_text(text: str, path: Path) -> None:
    """Write a result into a file, whole or not at all.

    Raises:
        StoreError: the file cannot be written.
    """
    write_outfile(path, text.encode("utf-8", "backslashreplace"))


def say(line: str = "") -> None:
    """Print a line of the result for people."""
    sys.stdout.write(printable(line).rstrip() + "\n")


def note(line: str) -> None:
    """Print a line that is not part of the result: progress, warning, error."""
    sys.stderr.write(printable(line).rstrip() + "\n")
    sys.stderr.flush()


def print_table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows: in columns on a terminal, separated by tabs into a file or pipe."""
    texts = [[printable(str(cell)) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        for line in ([*headers], *texts):
            sys.stdout.write("\t".join(line) + "\n")
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headers, box=box.SIMPLE_HEAD, pad_edge=False)
    for line in texts:
        table.add_row(*(Text(cell) for cell in line))
    Console().print(table)
