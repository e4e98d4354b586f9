"""Prints docs/cli.md: every command's --help, so that the page cannot say anything else."""

import re
import sys
from typing import Any

import typer

from webnavigator.cli.main import cli

HEAD = """# Commands

Written by `make docs` from `--help`; do not edit.

Results go to stdout, progress and warnings to stderr; `--json` prints results for machines.
Exit codes: 0 done, 1 ran and failed, 2 the call was wrong, 130 interrupted. Errors are one line;
`WEBNAVIGATOR_DEBUG=1` shows the traceback.
"""
WIDTH = 100


def sections(command: Any, name: str, parent: Any = None) -> list[str]:
    """The help of a command and of those below it, each under its own heading."""
    settings = {**command.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = command.context_class(command, info_name=name, parent=parent, **settings)
    path = context.command_path
    text = re.sub(r"[ \t]+$", "", command.get_help(context), flags=re.MULTILINE)
    level = "##" if parent is None or parent.parent is None else "###"
    found = [f"{level} {path}\n\n```text\n{text.strip()}\n```\n"]
    for child_name, child in getattr(command, "commands", {}).items():
        found += sections(child, child_name, context)
    return found


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *sections(typer.main.get_command(cli), "webnavigator")])


if __name__ == "__main__":
    sys.stdout.write(page())
