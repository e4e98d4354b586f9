"""Follows the links of a site with webnavigator: a map with all that it keeps of a page, built-in encoders apart.

Run by `benchmarks/peers`: URL PAGES BROWSER FOLDER. The last line printed is the result.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

import webnavigator

EVERY = 10_000
"""Pages of one kind: links are followed as the others follow them, whatever is already known of the kind."""


def main() -> None:
    url, most, browser, folder = sys.argv[1:5]
    settings = webnavigator.load_settings(
        browser={"executable_path": browser},
        explore={
            "links_only": True,
            "max_pages": int(most),
            "workers": 2,
            "instances_per_template": EVERY,
            "pages_per_template": EVERY,
            "sample_per_template": EVERY,
            "novelty_floor": 0,
            "linger_s": 0,
            "respect_robots": False,
        },
        retrieve={"encoder": "lexical"},
    )
    begun = time.perf_counter()
    report = asyncio.run(webnavigator.explore(url, Path(folder) / "map", settings))
    print(json.dumps({"pages": report.states, "seconds": time.perf_counter() - begun}))


if __name__ == "__main__":
    main()
