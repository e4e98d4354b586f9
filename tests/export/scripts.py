"""Exported scripts, run: Python with Playwright's synchronous API, TypeScript with the driver that Playwright ships."""

import os
import subprocess
import sys
from pathlib import Path

import playwright

RUN_PYTHON = """
import sys
from playwright.sync_api import sync_playwright
code = {}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), code)
(test,) = [value for name, value in code.items() if name.startswith("test_")]
with sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    page = browser.new_page()
    page.set_default_timeout(int(sys.argv[3]))
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

Done = subprocess.CompletedProcess[str]


def run_python(made: Path, chromium_path: str, timeout_ms: int = 20_000) -> Done:
    """Run a script; it prints how many dialogs are open at its end, and the title."""
    run = [sys.executable, "-W", "error", "-c", RUN_PYTHON, made, chromium_path, str(timeout_ms)]
    return subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)


def run_typescript(made: Path, chromium_path: str) -> Done:
    """As `run_python`; as it uses no types, the script is JavaScript too, and is called ``.mjs``."""
    driver = Path(playwright.__file__).parent / "driver"
    package = made.parent / "node_modules" / "@playwright" / "test"
    package.mkdir(parents=True, exist_ok=True)
    (package / "package.json").write_text('{"type": "module", "main": "index.js"}')
    (package / "index.js").write_text(PLAYWRIGHT_TEST)
    environment = {**os.environ, "DRIVER": str(driver / "package"), "CHROMIUM": chromium_path}
    run = [driver / "node", made]
    return subprocess.run(run, env=environment, capture_output=True, text=True, timeout=120, check=False)
