"""Two roles on one site: layers, their union, and what each can see."""

from pathlib import Path

import pytest

from webnavigator.app import explore_as, layer_of, roles, search
from webnavigator.browser.login import LoginState
from webnavigator.config import load_settings
from webnavigator.errors import BadInputError, MapError
from webnavigator.store.sql import open_map

SETTINGS = load_settings(
    explore={"max_minutes": 2.0, "linger_s": 0.0},
    retrieve={"encoder": "lexical"},
    browser={"navigation_timeout_s": 8.0},
)


def login(name: str) -> LoginState:
    cookie = {"name": "role", "value": name, "domain": "127.0.0.1", "path": "/", "expires": -1}
    return LoginState({"cookies": [{**cookie, "httpOnly": False, "secure": False, "sameSite": "Lax"}], "origins": []})


@pytest.mark.browser
async def test_each_role_has_its_layer_and_the_map_has_both(site, tmp_path: Path) -> None:
    served, where = site("two-roles"), tmp_path / "map"
    await explore_as("admin", served.url, where, SETTINGS, login=login("admin"))
    await explore_as("clerk", served.url, where, SETTINGS, login=login("clerk"))
    with open_map(where) as store:
        pages = {node.url.removeprefix(served.url) for node in store.graph().nodes if node.visited}
        assert all(store.observation(node) for node in store.graph().nodes if node.visited)
    assert pages == {"", "orders", "users", "till"}
    seen = {view.role: (view.states, view.alone) for view in roles(where)}
    assert seen == {"admin": (3, 1), "clerk": (3, 1)}
    found = search(layer_of(where, "clerk"), "users", 10, SETTINGS)
    assert not any(state.url.endswith("/users") for state in found)
    assert search(where, "users", 10, SETTINGS)[0].url.endswith("/users")


def test_what_is_no_role_is_told(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True):
        pass
    assert layer_of(tmp_path / "map", None) == tmp_path / "map"
    assert roles(tmp_path / "map") == []
    with pytest.raises(MapError, match="has no role admin: explore with --as"):
        layer_of(tmp_path / "map", "admin")


async def test_a_name_that_is_a_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="letters, digits"):
        await explore_as("../admin", "http://127.0.0.1:9/", tmp_path / "map", SETTINGS)
