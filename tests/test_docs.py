"""Every code block of README and docs runs, examples in docstrings hold, and docs/cli.md says what --help says."""

import doctest
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import playwright
import pytest

import webnavigator
from webnavigator.demo import DemoShop

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SITE = "https://shop.example/"
"""The address that the docs use: the demo shop's takes its place."""
LANGUAGES = {"bash", "python", "json", "toml", "text"}


@dataclass(frozen=True, slots=True)
class Block:
    """A code block of a page."""

    page: Path
    line: int
    language: str
    code: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [Block(page, text.count("\n", 0, found.start()) + 1, found[1], found[2]) for found in BLOCK.finditer(text)]


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def of(*languages: str) -> list[Block]:
    return [block for block in BLOCKS if block.language in languages]


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the examples run: a folder, the demo shop's address, and an environment."""

    folder: Path
    url: str
    environment: dict[str, str]

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def playwrights_own(folder: Path, executable: str) -> Path:
    """A folder in which Playwright finds the browser of this machine as if it were its own download."""
    listed = json.loads((Path(playwright.__file__).parent / "driver/package/browsers.json").read_text(encoding="utf-8"))
    for browser in listed["browsers"]:
        name, revision = browser["name"].replace("-", "_"), browser["revision"]
        places = {
            "chromium": ("chrome-linux/chrome", "chrome-linux64/chrome"),
            "chromium_headless_shell": (
                "chrome-linux/headless_shell",
                "chrome-headless-shell-linux64/chrome-headless-shell",
            ),
        }
        for place in places.get(name, ()):
            at = folder / f"{name}-{revision}" / place
            at.parent.mkdir(parents=True, exist_ok=True)
            at.symlink_to(executable)
    return folder


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, chromium_path: str) -> Iterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PLAYWRIGHT_BROWSERS_PATH": str(playwrights_own(folder / "browsers", chromium_path)),
        "WEBNAVIGATOR_EXPLORE__MAX_PAGES": "30",
    }
    with DemoShop() as shop:
        desk = Desk(folder, shop.url, environment)
        desk.run("webnavigator", "explore", shop.url, "--map", "shop-map")  # blocks may run in any order
        yield desk


def test_every_block_says_what_language_it_is():
    assert {str(block): block.language for block in BLOCKS if block.language not in LANGUAGES} == {}


@pytest.mark.parametrize("block", of("json", "toml"), ids=str)
def test_data_can_be_read(block: Block):
    assert json.loads(block.code) if block.language == "json" else tomllib.loads(block.code)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("block", of("bash", "python"), ids=str)
def test_a_code_block_runs(block: Block, desk: Desk):
    code = block.code.replace(SITE, desk.url)
    if block.language == "python":
        printed = desk.run(sys.executable, "-W", "error", "-c", code)
        assert "failed" not in printed
        return
    for line in code.splitlines():
        command = line.partition("#")[0].strip()
        if command.startswith("make "):  # CI runs them; here they must exist
            subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, check=True, capture_output=True)
        elif command:
            desk.run("bash", "-euo", "pipefail", "-c", command)


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_an_example_runs(example: Path, desk: Desk):
    assert "reached: " in desk.run(sys.executable, "-W", "error", str(example))


def test_the_commands_page_says_what_help_says():
    fresh = subprocess.run([sys.executable, ROOT / "docs" / "make_cli.py"], capture_output=True, text=True, check=True)
    assert fresh.stdout == (ROOT / "docs" / "cli.md").read_text("utf-8"), "stale: run  make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    dead = [target for target in targets if "://" not in target and not (page.parent / target).resolve().exists()]
    assert dead == []


ELSEWHERE = {"webnavigator.browsergym_agent"}
"""Modules that need packages which pin their own versions; tests/coinstall imports them."""
MODULES = [found.name for found in pkgutil.walk_packages(webnavigator.__path__, "webnavigator.")]


@pytest.mark.parametrize("name", sorted({*MODULES} - ELSEWHERE))
def test_examples_in_docstrings_hold(name: str):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_public_names_are_there():
    for name in webnavigator.__all__:
        assert getattr(webnavigator, name)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        webnavigator.nonsense  # noqa: B018 - asking is what is tested


def names_in(page: Path) -> list[str]:
    """Names of modules and of what is in them, as `explore.candidates.PAPER_ROLES`."""
    packages = {found.name for found in pkgutil.iter_modules(webnavigator.__path__)}
    names = re.findall(r"`([a-z_]+(?:\.\w+)+)(?:\(.*?\))?`", page.read_text("utf-8"))
    return sorted({name for name in names if name.partition(".")[0] in packages})


@pytest.mark.parametrize("name", names_in(ROOT / "docs" / "papers.md"))
def test_what_the_papers_symbols_are_called_exists(name: str):
    assert pkgutil.resolve_name(f"webnavigator.{name}") is not None


def test_the_papers_page_names_much():
    assert len(names_in(ROOT / "docs" / "papers.md")) >= 15
