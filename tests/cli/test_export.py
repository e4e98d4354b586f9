"""Ways through a map, exported as tests that run, and the map for other tools."""

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import playwright
import pytest

from cli.little_shop import Command, Ran

pytestmark = pytest.mark.browser

RUN_PYTHON = """
import sys
from playwright.sync_api import sync_playwright
code = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), code)
(test,) = [value for name, value in code.items() if name.startswith("test_")]
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    page = browser.new_page()
    page.set_default_timeout(20_000)
    test(page)
    print(page.locator("dialog[open]").count(), page.title())
    browser.close()
"""
PLAYWRIGHT_TEST = """
import { createRequire } from "node:module";
const { chromium } = createRequire(process.env.DRIVER + "/")("./index.js");
export const expect = (thing) => ({
  toBeVisible: () => thing.waitFor(),
  toHaveURL: (pattern) => thing.waitForURL(pattern),
});
export const test = async (name, body) => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  page.setDefaultTimeout(20000);
  await body({ page });
  console.log(await page.locator("dialog[open]").count(), await page.title());
  await browser.close();
};
"""
"""What stands for @playwright/test, which is not installed here: the real driver, and two of its checks."""


def test_a_way_to_a_dialog_runs_as_a_python_test(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path, chromium_path: str
):
    made = tmp_path / "test_size_chart.py"
    assert command("export", explored[0], "--format", "python", "--to", "size chart", "-o", made).code == 0
    run = [sys.executable, "-W", "error", "-c", RUN_PYTHON, made, chromium_path]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "1 Little shop\n", done.stderr
    made.write_text(made.read_text("utf-8").replace("'Size chart'", "'No such button'"), "utf-8")
    wrong = subprocess.run([*run[:4], RUN_PYTHON.replace("20_000", "500"), *run[5:]], capture_output=True, check=False)
    assert wrong.returncode == 1


def test_the_same_way_runs_as_a_typescript_test(
    explored: tuple[Path, Ran], command: Command, tmp_path: Path, chromium_path: str
):
    driver = Path(playwright.__file__).parent / "driver"
    package = tmp_path / "node_modules" / "@playwright" / "test"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"type": "module", "main": "index.js"}')
    (package / "index.js").write_text(PLAYWRIGHT_TEST)
    made = tmp_path / "size-chart.mjs"  # as it uses no types, it is JavaScript too
    assert command("export", explored[0], "--format", "typescript", "--to", "size chart", "-o", made).code == 0
    done = subprocess.run(
        [driver / "node", made],
        env={**os.environ, "DRIVER": str(driver / "package"), "CHROMIUM": chromium_path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "1 Little shop\n", done.stderr


def test_a_way_is_told_in_words_and_none_is_said(explored: tuple[Path, Ran], command: Command, little_shop: str):
    ran = command("export", explored[0], "--format", "steps", "--to", "size chart")
    assert ran.out.splitlines()[:2] == [f"1. Open {little_shop}/", "2. Click “Size chart”"]
    none = command("export", explored[0], "--format", "steps", "--to", "career opportunities for astronauts")
    assert (none.code, none.out) == (1, "")
    assert none.err.startswith("none: ")


def test_the_whole_map_is_written_for_other_tools(explored: tuple[Path, Ran], command: Command, little_shop: str):
    sitemap = command("export", explored[0], "--format", "sitemap")
    assert f"{little_shop}/orders" in [entry[0].text for entry in ElementTree.fromstring(sitemap.out)]
    assert "[Orders](" in command("export", explored[0], "--format", "llms-txt").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "say what to export"),
        (["--json", "--archive", "x.zip"], "say what to export"),
        (["--format", "pdf"], "'pdf' is not known: use json"),
        (["--format", "steps"], "--to WORDS or --node ID"),
        (["--format", "sitemap", "--to", "x"], "--to and --node go with"),
        (["--format", "steps", "--node", "zz"], "no state zz on this map"),
    ],
)
def test_a_wrong_call_is_told_in_a_line(explored: tuple[Path, Ran], command: Command, arguments: list[str], says: str):
    ran = command("export", explored[0], *arguments)
    assert (ran.code, len(ran.errors)) == (2, 1)
    assert says in ran.errors[0]
