"""How long our text of a page is, against BrowserGym's flattened accessibility tree, and whether a control is missing.

    make coinstall        # once: makes an environment with browsergym-core, which pins an old Playwright
    .venv/bin/python benchmarks/observation_tokens.py [--url URL …] [--login STATE.json …] [--browsergym PYTHON]

Pages are opened afresh by both. Tokens are counted by the same estimate for both, blanks and tabs as none.
BrowserGym is made for an older Chromium; what a newer one adds to the tree by itself (each line of a text once more,
addresses of links) is left out of `lean`, to which the ratio is; `plain` is the tree as it comes. A control is missing
when BrowserGym has more of a name than ours, among those that are visible, can be operated and have a name. Words lost
are those of the tree's texts that ours does not have anywhere.
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from common import Findings, Table, Target, parser_for, run, settings_of, targets

from webnavigator.agents.observe import observe
from webnavigator.agents.wording import label_of
from webnavigator.browser.find import locate_browser
from webnavigator.browser.session import BrowserSession
from webnavigator.config import Settings
from webnavigator.errors import BadInputError
from webnavigator.llm.tokens import count_tokens
from webnavigator.model.page import Observation
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of

ROOT = Path(__file__).resolve().parent.parent
SHOP = ("", "cart", "contact", "delivery", "search?q=lamp")
"""Pages of the demo shop, below its address."""


async def observations(urls: list[str], login: Any, settings: Settings) -> list[Observation]:
    """Our look at each page."""
    found: list[Observation] = []
    async with BrowserSession(settings.browser, Policy(scope_of(urls[0], ())), login) as session:
        pilot = await session.pilot()
        for url in urls:
            await pilot.open(url)
            found.append(await pilot.look())
    return found


def trees(python: Path, executable: str, state: str, urls: list[str]) -> list[dict[str, Any]]:
    """BrowserGym's look at each page.

    Raises:
        BadInputError: that Python has no BrowserGym, or it failed.
    """
    command = [str(python), str(ROOT / "benchmarks" / "browsergym_trees.py"), executable, state, *urls]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        told = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        raise BadInputError(f"BrowserGym does not run ({told[-1] if told else ''}): first  make coinstall") from None
    return [json.loads(line) for line in done.stdout.splitlines()]


def missing(seen: Observation, tree: dict[str, Any]) -> list[str]:
    """Names of BrowserGym's controls that ours does not have, or not as often."""
    ours = Counter(_folded(element.locator.name or label_of(element)) for element in seen.elements)
    theirs = Counter(_folded(name) for role, name in tree["controls"] if _folded(name) and role != "option")
    return [f"{name} x {often - ours[name]}" for name, often in theirs.items() if ours[name] < often]


def lost_words(text: str, tree: dict[str, Any]) -> list[str]:
    """Words of the tree's texts that are not in ours."""
    ours = set(_WORD.findall(text.casefold()))
    return sorted({word for each in tree["texts"] for word in _WORD.findall(each.casefold())} - ours)


_WORD = re.compile(r"\w+")


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def measure(options: argparse.Namespace) -> Findings:
    """Both looks at each page, side by side."""
    settings = settings_of(options)
    executable = str(locate_browser(settings.browser).executable_path)
    rows: list[dict[str, Any]] = []
    with targets(options) as found:
        logins = [*(options.login or ()), *["-"] * len(found)]
        groups: dict[tuple[str, str], list[Target]] = {}
        for target, state in zip(found, logins, strict=False):
            groups.setdefault((urlsplit(target.url).netloc, state), []).append(target)
        for (_, state), group in groups.items():
            urls = [each.url for each in group]
            if not options.url:
                urls = [urls[0].rstrip("/") + "/" + path for path in SHOP]
            seen = asyncio.run(observations(urls, group[0].login, settings))
            theirs = trees(options.browsergym, executable, state, urls)
            rows += [_row(ours, tree) for ours, tree in zip(seen, theirs, strict=True)]
    median = statistics.median(row["ratio"] for row in rows)
    plain = statistics.median(row["ratio_plain"] for row in rows)
    gone = sum(len(row["missing"]) for row in rows)
    table = Table(
        ("page", "ours", "lean", "plain", "ratio", "controls", "missing", "words lost"),
        [
            (r["url"][-50:], r["ours"], r["lean"], r["plain"], f"{r['ratio']:.0%}", r["controls"], *_few(r))
            for r in rows
        ],
        (f"median ratio {median:.0%} ({plain:.0%} of the tree as it comes); controls missing: {gone}",),
    )
    return {"pages": rows, "median_ratio": median}, (table,)


def _few(row: dict[str, Any]) -> tuple[str, str]:
    return ", ".join(row["missing"][:4]), f"{len(row['words'])} {' '.join(row['words'][:4])}"


def _row(seen: Observation, tree: dict[str, Any]) -> dict[str, Any]:
    view = observe(seen, budget_tokens=10**9)
    lean, plain = count_tokens(tree["lean"]), count_tokens(tree["text"])
    return {
        "url": seen.url,
        "ours": view.tokens,
        "lean": lean,
        "plain": plain,
        "ratio": view.tokens / max(lean, 1),
        "ratio_plain": view.tokens / max(plain, 1),
        "controls": len(seen.elements),
        "missing": missing(seen, tree),
        "words": lost_words(view.text, tree),
    }


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument(
        "--browsergym",
        metavar="PYTHON",
        type=Path,
        default=ROOT / ".venv" / "coinstall" / "browsergym" / "bin" / "python",
        help="a Python with browsergym-core",
    )
    run(measure, parser)
