"""What BrowserGym shows of pages: run by observation_tokens.py with a Python that has browsergym-core.

    PYTHON benchmarks/browsergym_trees.py BROWSER STATE.json|- URL…

Prints one JSON object a page: its address, the flattened accessibility tree with BrowserGym's own defaults, the same
without what the browser that BrowserGym was made for does not tell (each line of a text once more, addresses of links),
role and name of each node that can be operated, and the texts.
"""

import json
import sys
from contextlib import suppress
from typing import Any

from browsergym.core.constants import BROWSERGYM_ID_ATTRIBUTE
from browsergym.core.observation import (
    _post_extract,
    _pre_extract,
    extract_dom_extra_properties,
    extract_dom_snapshot,
    extract_merged_axtree,
)
from browsergym.utils.obs import flatten_axtree_to_str
from playwright.sync_api import Error, Page, sync_playwright

OPERABLE = frozenset(
    "link button checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox textbox "
    "searchbox slider spinbutton Date DateTime InputTime ColorWell".split()
)
NEWER_NODES = frozenset({"InlineTextBox"})
NEWER_PROPERTIES = frozenset({"url", "keyshortcuts", "valuetext"})
"""What Chromium tells since; in these trees only because the browser is newer than the one BrowserGym pins."""


def tree_of(page: Page) -> dict[str, object]:
    """One page as an agent of BrowserGym sees it."""
    _pre_extract(page, tags_to_mark="standard_html", lenient=True)
    properties = extract_dom_extra_properties(extract_dom_snapshot(page), scale_factor=1.0)
    tree = extract_merged_axtree(page)
    _post_extract(page)
    text = flatten_axtree_to_str(tree, extra_properties=properties)
    for node in tree["nodes"]:
        node["properties"] = [each for each in node.get("properties", ()) if each["name"] not in NEWER_PROPERTIES]
    return {
        "url": page.url,
        "text": text,
        "lean": flatten_axtree_to_str(tree, ignored_roles=("LineBreak", *NEWER_NODES)),
        "controls": controls_of(tree["nodes"], properties),
        "texts": [node["name"]["value"] for node in tree["nodes"] if node["role"]["value"] == "StaticText"],
    }


def controls_of(nodes: list[dict[str, Any]], properties: dict[str, Any]) -> list[tuple[str, str]]:
    """Role and name of what is visible and can be operated; the parts of one field, which share its id, are one."""
    controls: dict[str, tuple[str, str]] = {}
    for node in nodes:
        own = node.get("browsergym_id")
        visible = properties.get(own, {}).get("visibility", 0) >= 0.5
        if own and visible and node["role"]["value"] in OPERABLE:
            controls.setdefault(own, (node["role"]["value"], node.get("name", {}).get("value", "")))
    return list(controls.values())


def main() -> None:
    """Open each page, print what is seen of it."""
    executable, state, *urls = sys.argv[1:]
    with sync_playwright() as playwright:
        playwright.selectors.set_test_id_attribute(BROWSERGYM_ID_ATTRIBUTE)
        browser = playwright.chromium.launch(executable_path=executable)
        page = browser.new_context(storage_state=None if state == "-" else state).new_page()
        for url in urls:
            page.goto(url)
            with suppress(Error):  # a page that never rests is taken as it is
                page.wait_for_load_state("networkidle", timeout=8000)
            page.wait_for_timeout(500)
            print(json.dumps(tree_of(page)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
