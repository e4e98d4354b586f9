"""How to sign in to the demo shop, and what a user may ask it for: the JSON files beside this module."""

import json
from importlib import resources
from typing import Any
from urllib.parse import urljoin


def login_steps(shop_url: str) -> dict[str, Any]:
    """Sign-in steps for the shop at an address: ``url``, ``steps``, ``check``, ``username``, ``password``."""
    steps = _read("login.json")
    return {**steps, "url": urljoin(shop_url, steps["url"])}


def intents(shop_url: str) -> dict[str, Any]:
    """Intents in English and Chinese, each with a JavaScript check that is true on the page asked for.

    ``no_url`` marks states without an own address, ``check`` is None where there is no such page, and
    ``example_path`` is one way to get there; half of them need the sign-in of `login_steps`.
    """
    asked = _read("intents.json")
    return {**asked, "start_url": urljoin(shop_url, asked["start_url"])}


def _read(name: str) -> dict[str, Any]:
    return json.loads(resources.files("webnavigator.demo").joinpath(name).read_text("utf-8"))
