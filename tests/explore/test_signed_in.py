"""The end of a session in mid-run: noticed, mended where that can be done, and said."""

import json

import pytest

from sites.harness import Site
from webnavigator.app import explore
from webnavigator.browser.login import LoginState, load_login
from webnavigator.config import load_settings
from webnavigator.explore.signed_in import asks_to_sign_in
from webnavigator.model.action import Locator
from webnavigator.model.page import Element, Observation
from webnavigator.store.sql import open_map

QUICK = load_settings(
    explore={"workers": 1, "max_minutes": 2.0, "linger_s": 0.0, "instances_per_template": 20},
    retrieve={"encoder": "lexical"},
)
FORM = tuple(Element(Locator(f"/input[{n}]", "textbox"), "input", kind) for n, kind in enumerate(("text", "password")))
COOKIE = {
    "name": "member",
    "value": "1",
    "domain": "127.0.0.1",
    "path": "/",
    "expires": -1,
    "httpOnly": False,
    "secure": False,
    "sameSite": "Lax",
}


def test_a_login_form_in_place_of_another_page() -> None:
    form = Observation("https://s.test/login?next=/a", elements=FORM)
    assert asks_to_sign_in(form, "https://s.test/a")
    assert not asks_to_sign_in(form, "https://s.test/login?next=/a")
    assert not asks_to_sign_in(Observation("https://s.test/b"), "https://s.test/a")


def member(served: Site, tmp_path) -> LoginState:
    served.state["left"] = 6
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"cookies": [COOKIE], "origins": []}))
    return load_login(path)


@pytest.mark.browser
async def test_a_session_that_nobody_can_renew_ends_the_run_and_is_told(site, tmp_path, chromium_path) -> None:
    served = site("session-expiry")
    report = await explore(served.url, tmp_path / "map", QUICK, login=member(served, tmp_path))
    assert report.ended == "signed-out"
    assert any("session ended" in warning for warning in report.warnings)
    assert report.frontier
    with open_map(tmp_path / "map") as store:
        assert not [node.url for node in store.graph().nodes if "login" in node.url]


@pytest.mark.browser
async def test_a_session_is_renewed_and_the_run_goes_on(site, tmp_path, chromium_path) -> None:
    served = site("session-expiry")
    login = member(served, tmp_path)

    async def renew() -> LoginState:
        served.state["left"] = 40
        return login

    report = await explore(served.url, tmp_path / "map", QUICK, login=login, renew=renew)
    assert report.ended == "complete"
    assert {f"page-{n}" for n in range(1, 11)} <= set(served.marks)
