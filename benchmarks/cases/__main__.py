"""Runs every case of a directory through the product and says which pass.

    python benchmarks/cases DIR [--only PATTERN] [--keep MAPS] [--browser PATH]

DIR holds ``harness.py`` (serves a case, logs requests), ``judge.py`` (judges a record of a run) and the case
directories, each with a ``case.json``. A case is explored in a process of its own at default settings, with one worker,
so that what pages report can be told from one action to the next. Then paths of the map are replayed in fresh contexts,
actions of the case's script are done, and pictures are taken. One line a case: ``PASS id`` or ``FAIL id: why``. Exit
status 1 when any fails, 2 for a wrong call.
"""

import argparse
import asyncio
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path

from bench_case import judged
from case_files import Case, Tools, load_cases, load_tools

from webnavigator.browser.find import find_browser
from webnavigator.cli.output import note, printable
from webnavigator.config import load_settings
from webnavigator.errors import UserError, WebNavigatorError


def main() -> int:
    options = _options()
    try:
        tools = load_tools(options.dir)
        cases = [case for case in load_cases(options.dir) if fnmatchcase(case.id, options.only)]
        if not cases:
            raise UserError(f"no case in {options.dir} fits {options.only}")
        find_browser(load_settings(browser={"executable_path": options.browser}).browser)
    except WebNavigatorError as error:
        note(f"error: {printable(str(error))}")
        return error.exit_code
    with tempfile.TemporaryDirectory(prefix="cases-") as scratch:
        maps = options.keep or Path(scratch)
        failed = [not _run(case, tools, maps, options.browser) for case in cases]
    note(f"{len(failed) - sum(failed)} of {len(failed)} cases pass")
    return int(any(failed))


def _run(case: Case, tools: Tools, maps: Path, browser: str | None) -> bool:
    why = asyncio.run(judged(case, tools, maps, browser))
    sys.stdout.write(printable(f"FAIL {case.id}: {'; '.join(why)}" if why else f"PASS {case.id}") + "\n")
    sys.stdout.flush()
    return not why


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir", type=Path, metavar="DIR")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="cases whose id fits, with * and ?")
    parser.add_argument("--keep", type=Path, metavar="MAPS", help="keep the maps below this directory")
    parser.add_argument("--browser", metavar="PATH", help="browser to use; found by itself when left out")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
