"""Pages a minute against the better of crawl4ai and scrapy-playwright, following links only, on the same site.

    python benchmarks/peers [--url URL] [--pages 200] [--rounds 2] [--with NAME=PYTHON]… [--json]

Each tool runs in an environment of its own (made under ``build/peers`` at the first call, or given by ``--with
crawl4ai=/path/to/python``), with the same browser, headless, two pages at a time, nothing loaded before; screenshot and
text of each page are written to a folder. The tools take turns, and the best round of each counts. Without ``--url``
the site is a generated shop, served by a process of its own.

- pages a minute: pages kept, by the seconds from before the browser is started until all is written;
- CPU a page: processor seconds of the tool with all its processes, browser included, by pages kept;
- kept: bytes a page on the disk, and of what.

Target: at least 1.5 times the pages a minute of the better one, at no more CPU a page than it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from common import Findings, Table, parser_for, run, targets  # noqa: E402 - of the folder above

from webnavigator.browser.find import find_browser  # noqa: E402
from webnavigator.config import BrowserSettings  # noqa: E402
from webnavigator.errors import BadInputError  # noqa: E402

TARGET_RATE = 1.5
OURS = "webnavigator"
PEERS = ("crawl4ai", "scrapy-playwright")
KEPT = {
    OURS: "WebP picture (half scale, 4,000 px), controls with names, places and locators, text by region, forms, links,"
    " accessibility tree, structure, edges of a graph, lexical index",
    "crawl4ai": "PNG picture, Markdown",
    "scrapy-playwright": "PNG picture, visible text",
}


@dataclass(frozen=True, slots=True)
class Round:
    """One run of one tool.

    Attributes:
        pages: pages kept.
        seconds: wall time, start of the browser included.
        cpu_s: processor time of all its processes.
        kept_bytes: size of what it kept.
    """

    pages: int
    seconds: float
    cpu_s: float
    kept_bytes: int

    @property
    def rate(self) -> float:
        """Pages a minute."""
        return self.pages * 60 / self.seconds

    @property
    def cpu_a_page_s(self) -> float:
        """Processor seconds a page."""
        return self.cpu_s / max(1, self.pages)


def environments(given: list[str]) -> dict[str, str]:
    """The Python of each tool's environment, made where none is given."""
    known = dict(pair.split("=", 1) for pair in given if "=" in pair)
    if len(known) != len(given) or not known.keys() <= set(PEERS):
        raise BadInputError(f"--with takes NAME=PYTHON, NAME one of {', '.join(PEERS)}")
    for name in PEERS:
        if name not in known:
            folder = HERE.parent.parent / "build" / "peers" / name
            python = folder / "bin" / "python"
            if not python.exists():
                subprocess.run([sys.executable, "-m", "venv", folder], check=True)
                subprocess.run([python, "-m", "pip", "install", "--quiet", name], check=True)
            known[name] = str(python)
    return {OURS: sys.executable, **known}


def crawl(name: str, python: str, url: str, options: argparse.Namespace, browser: str) -> Round:
    """One run of one tool."""
    script = HERE / f"with_{name.replace('-', '_')}.py"
    with tempfile.TemporaryDirectory() as folder:
        command = [python, str(script), url, str(options.pages), browser, folder]
        ran = subprocess.run(
            [sys.executable, str(HERE / "accounted.py"), *command], stdout=subprocess.PIPE, text=True, check=True
        )
        told = json.loads(ran.stdout)
        if told["exit"]:
            raise BadInputError(f"{name} failed: {told['error'] or 'no message'}")
        result = json.loads(told["out"])
        kept = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
    return Round(result["pages"], result["seconds"], told["cpu_s"], kept)


def compare(options: argparse.Namespace) -> Findings:
    pythons = environments(options.with_ or [])
    browser = str(find_browser(BrowserSettings(executable_path=options.browser)).executable_path)
    best: dict[str, Round] = {}
    with targets(options, "large-shop", "--products", str(options.pages * 2)) as (target, *_):
        for _ in range(options.rounds):
            for name, python in pythons.items():
                this = crawl(name, python, target.url, options, browser)
                if name not in best or this.rate > best[name].rate:
                    best[name] = this
    return findings(best)


def findings(best: Mapping[str, Round]) -> Findings:
    peer = max((name for name in best if name != OURS), key=lambda name: best[name].rate)
    faster = best[OURS].rate / best[peer].rate
    cpu = best[OURS].cpu_a_page_s / best[peer].cpu_a_page_s
    rows = [
        (
            n,
            r.pages,
            f"{r.rate:.0f}",
            f"{r.cpu_a_page_s:.2f} s",
            f"{r.kept_bytes / max(1, r.pages) / 1000:.0f} KB",
            KEPT[n],
        )
        for n, r in best.items()
    ]
    below = (f"against {peer}: {faster:.2f} × the pages a minute (target {TARGET_RATE}), {cpu:.2f} × the CPU a page",)
    result = {
        "tools": {
            name: {
                "pages": r.pages,
                "pages_a_minute": r.rate,
                "cpu_a_page_s": r.cpu_a_page_s,
                "kept_bytes": r.kept_bytes,
            }
            for name, r in best.items()
        },
        "peer": peer,
        "faster": faster,
        "cpu": cpu,
    }
    return result, [Table(("tool", "pages", "a minute", "CPU a page", "kept a page", "of what"), rows, below)]


def main() -> None:
    parser = parser_for(__doc__)
    parser.add_argument("--pages", type=int, default=200, help="pages that each tool may keep")
    parser.add_argument("--rounds", type=int, default=2, help="runs of each tool; the best counts")
    parser.add_argument("--with", dest="with_", action="append", metavar="NAME=PYTHON", help="a tool's environment")
    run(compare, parser)


if __name__ == "__main__":
    main()
