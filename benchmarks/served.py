"""Serves a site that the benchmarks use by default, in a process of its own, so that its work is not counted as ours.

    python benchmarks/served.py shop
    python benchmarks/served.py catalogue --products 2000
    python benchmarks/served.py large-shop --products 400 --categories 20 --delay-ms 200

The first line printed is the address; the server ends when its standard input does, so it dies with its caller.
"""

import argparse
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def served(kind: str, *arguments: str) -> Generator[str]:
    """The address of a site served by another process, which ends with the block."""
    command = [sys.executable, str(Path(__file__)), kind, *arguments]
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True) as server:
        assert server.stdin is not None and server.stdout is not None
        try:
            url = server.stdout.readline().strip()
            if not url:
                raise RuntimeError(f"the bundled site “{kind}” did not start")
            yield url
        finally:
            server.stdin.close()


def _serve(url: str) -> None:
    sys.stdout.write(url + "\n")
    sys.stdout.flush()
    sys.stdin.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("shop", "catalogue", "large-shop"))
    parser.add_argument("--products", type=int, default=2000)
    parser.add_argument("--categories", type=int, help="default: one for 20 products, 10 at least")
    parser.add_argument("--delay-ms", type=int, default=0, help="latency of each request of the large shop")
    options = parser.parse_args()
    if options.kind == "shop":
        from webnavigator.demo import DemoShop

        with DemoShop() as shop:
            _serve(shop.url)
    else:
        sys.path.insert(0, str(ROOT / "tests"))  # the generated sites of the tests
        from sites.harness import serve

        categories = options.categories or max(10, options.products // 20)
        where = "catalogue" if options.kind == "catalogue" else ROOT / "benchmarks" / "sites" / options.kind
        with serve(where, products=options.products, categories=categories, delay_ms=options.delay_ms) as site:
            _serve(site.url)


if __name__ == "__main__":
    main()
