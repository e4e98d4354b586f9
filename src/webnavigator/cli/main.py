"""The command `webnavigator`: its sub-commands, its exit codes, and errors as one line.

Exit codes: 0 done; 1 ran and failed; 2 the call was wrong; 130 interrupted (Ctrl-C), 143 ended by SIGTERM.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Annotated, TextIO

import typer

from webnavigator import __version__
from webnavigator.cli import (
    ask,
    audit,
    bench,
    demo,
    diff,
    doctor,
    explore,
    feedback,
    goto,
    index,
    login,
    mcp,
    refresh,
    roles,
    search,
    skill,
    transfer,
    view,
)
from webnavigator.cli import run as run_command
from webnavigator.cli.output import note, printable
from webnavigator.cli.running import Terminated
from webnavigator.errors import NavigationError, WebNavigatorError

WrongCall: type[Exception] = typer.BadParameter.__mro__[2]
"""Click's root of what can be wrong with a call; Typer has it from the click package or from its own copy."""

cli = typer.Typer(
    name="webnavigator",
    help="Explore a site once; then search its page states and go straight to any of them.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    explore,
    index,
    search,
    goto,
    run_command,
    ask,
    feedback,
    transfer,
    view,
    roles,
    refresh,
    diff,
    audit,
    login,
    mcp,
    skill,
    bench,
    demo,
    doctor,
):
    command.register(cli)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(__version__)
        raise typer.Exit


@cli.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Explore a site once; then search its page states and go straight to any of them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def main() -> None:
    """Entry point of the command: run it with the process's arguments and exit."""
    sys.stdout, sys.stderr = _usable(sys.stdout), _usable(sys.stderr)
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line.

    Args:
        arguments: what follows the command's name.

    Returns:
        The exit code.
    """
    try:
        code = cli(args=arguments, prog_name="webnavigator", standalone_mode=False)
        sys.stdout.flush()  # here, where a full disk can still be told
    except (KeyboardInterrupt, typer.Abort, asyncio.CancelledError):
        return 130
    except Terminated:
        return 143
    except BrokenPipeError:  # the reader of our output went away, e.g. `| head`
        _write_no_more()
        return 1
    except OSError as error:
        if os.environ.get("WEBNAVIGATOR_DEBUG"):
            raise
        _write_no_more()
        return _explain(error)
    except Exception as error:  # the last resort: a person gets one line, whatever went wrong
        if os.environ.get("WEBNAVIGATOR_DEBUG"):
            raise
        return _explain(error)
    return code if isinstance(code, int) else 0


def _usable(stream: TextIO | None) -> TextIO:
    """A stream that takes every character; the caller may have closed it, or have a terminal of few letters."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    reconfigure = getattr(stream, "reconfigure", None)
    if callable(reconfigure):
        reconfigure(errors="backslashreplace")
    return stream


def _write_no_more() -> None:
    """Give up what of the output is not written: the interpreter would try, and complain, once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: Exception) -> int:
    """Print an error as one line and say which exit code it means."""
    if isinstance(error, WebNavigatorError):
        text, code = str(error), error.exit_code
        url = error.url if isinstance(error, NavigationError) else ""
        text = text if url in text else f"{text}: {url}"
    elif isinstance(error, WrongCall):
        text, code = str(getattr(error, "format_message", lambda: error)()), 2
        context: typer.Context | None = getattr(error, "ctx", None)
        text = f"{text.rstrip('.')}; see `{context.command_path if context else 'webnavigator'} --help`"
    elif isinstance(error, OSError):  # what is left is the result on stdout: files are told of where they are written
        what = error.filename or "the result cannot be written"
        text, code = f"{what}: {error.strerror or error}", 1
    else:
        what = f"{type(error).__name__}: {error}"
        text, code = f"this is a defect of webnavigator: {what}; WEBNAVIGATOR_DEBUG=1 shows more", 1
    note(f"error: {' '.join(printable(text).split())}")
    return code
