"""What a large shop costs to map: every kind of page and control covered, in how many page loads?

    python benchmarks/catalogue.py [--products 10000 --categories 200] [--larger 100000] [--own-words] [--json]

A generated shop (`sites/large-shop`) is explored at default settings, then one with ten times the products. The shop
counts its page loads and notes which kinds of pages and controls were seen. Visiting everything means each category,
its further pages, each facet value and order of its list, and each product once; combinations of facets apart, of
which there are many more. Names are made of some forty words; with ``--own-words`` each product and category has a word
that no other has, so that no page says only what its likes have said: then each of the categories is visited.

Targets: every kind covered in at most 2 % of the page loads that visiting everything would need, and the larger shop
for at most 1.5 times the page loads of the smaller one.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from common import Findings, Table, parser_for, percent, run, settings_of

from webnavigator import app
from webnavigator.config import Settings
from webnavigator.explore.report import Progress

HERE = Path(__file__).resolve().parent
SHOP = HERE / "sites" / "large-shop"
sys.path.insert(0, str(HERE.parent / "tests"))  # the server of the tests' sites

TARGET_SHARE = 0.02
TARGET_GROWTH = 1.5


def everything(products: int, categories: int) -> int:
    """Page loads that visiting each address of the shop once would need, combinations of facets apart."""
    module = _shop()
    values = sum(len(values) for values in module.FACETS.values())
    in_category = [len(range(number, products, categories)) for number in range(categories)]
    pages = sum(max(1, -(-count // module.PAGE_SIZE)) for count in in_category)
    lists = pages + categories * (values + len(module.SORTS))
    return 1 + lists + products + len(module.FACETS["brand"]) + len(module.TEXTS)


def _shop() -> Any:
    import importlib.util

    spec = importlib.util.spec_from_file_location("large_shop", SHOP / "site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kind_of(path: str) -> str:
    """What sort of address was loaded: its first segment and the names of what it is asked."""
    place, _, query = path.strip("/").partition("?")
    asked = "&".join(sorted({part.partition("=")[0] for part in query.split("&")}))
    return place.partition("/")[0] + (f"?{asked}" if query else "")


def explore(products: int, categories: int, settings: Settings, *, own_words: bool) -> dict[str, Any]:
    """Explore a shop of this size."""
    from sites.harness import serve

    with (
        serve(SHOP, products=products, categories=categories, own_words=own_words) as site,
        tempfile.TemporaryDirectory() as directory,
    ):
        line = _tell if sys.stderr.isatty() else None
        report = asyncio.run(app.explore(site.url, Path(directory) / "map", settings, progress=line))
        shop = _shop()
        loads = [hit.path for hit in site.log if hit.method == "GET" and hit.path not in ("/robots.txt", *shop.FILES)]
        wanted = shop.MARKS
        missed = sorted(set(wanted) - set(site.marks))
    kinds = Counter(map(kind_of, loads))
    return {
        "products": products,
        "categories": categories,
        "everything": everything(products, categories),
        "page_loads": len(loads),
        "share": len(loads) / everything(products, categories),
        "loads_by_kind": dict(kinds.most_common()),
        "kinds": len(wanted),
        "missed": [f"{mark}: {wanted[mark]}" for mark in missed],
        "states": report.states,
        "actions": report.actions,
        "seconds": report.seconds,
        "ended": report.ended,
    }


def _tell(progress: Progress) -> None:
    sys.stderr.write(f"\r{progress.states} states, {progress.actions} actions, {progress.elapsed_s:.0f} s ")
    sys.stderr.flush()


def main(options: argparse.Namespace) -> Findings:
    settings = settings_of(options, workers=options.workers)
    sizes = [options.products, *([options.larger] if options.larger else [])]
    rows = [explore(products, options.categories, settings, own_words=options.own_words) for products in sizes]
    result = {"targets": {"share": TARGET_SHARE, "growth": TARGET_GROWTH}, "shops": rows}
    below = [f"not seen: {line}" for row in rows for line in row["missed"]]
    if len(rows) > 1:
        result["growth"] = rows[1]["page_loads"] / rows[0]["page_loads"]
        below.append(f"the larger shop costs {result['growth']:.2f} × (target: at most {TARGET_GROWTH} ×)")
    lines = [
        (
            row["products"],
            row["everything"],
            row["page_loads"],
            percent(row["share"]),
            f"{row['kinds'] - len(row['missed'])} of {row['kinds']}",
            row["states"],
            row["actions"],
            f"{row['seconds']:.0f}",
            row["ended"],
        )
        for row in rows
    ]
    headers = ("products", "addresses", "page loads", "share", "kinds seen", "states", "actions", "seconds", "ended")
    return result, [
        Table(headers, lines, (*below, f"target: all kinds in at most {TARGET_SHARE:.0%} of the addresses"))
    ]


if __name__ == "__main__":
    parser = parser_for(__doc__)
    parser.add_argument("--products", type=int, default=10_000)
    parser.add_argument("--categories", type=int, default=200)
    parser.add_argument("--larger", type=int, default=100_000, help="products of the second shop; 0: none")
    parser.add_argument("--own-words", action="store_true", help="each name has a word that no other has")
    parser.add_argument("--workers", type=int, default=2)
    run(main, parser)
