"""What controls make a page remember in the browser is gone when the next page is opened."""

import pytest

from browser.conftest import locator
from webnavigator.browser.perform import Performed
from webnavigator.model.action import Click

pytestmark = pytest.mark.browser

PAGE = """
<button onclick="localStorage.columns = 'few'; sessionStorage.fold = 1; localStorage.theme = 'dark'">Choose</button>
<button onclick="localStorage.auth_token = 'renewed'">Renew</button>
<script>if (!localStorage.theme) localStorage.theme = 'light';</script>
"""


async def entries(pilot) -> dict[str, str]:
    return await pilot.page.evaluate("({...localStorage, ...sessionStorage})")


async def test_what_a_control_stored_is_taken_back(drive, little):
    site = little(PAGE)
    pilot = await drive(site.url)
    done = await pilot.act(Click(await locator(pilot, "Choose")))
    assert isinstance(done, Performed), done
    assert await entries(pilot) == {"columns": "few", "fold": "1", "theme": "dark"}
    await pilot.open(site.url)
    assert await entries(pilot) == {"theme": "light"}


async def test_what_may_be_a_login_stays(drive, little):
    site = little(PAGE)
    pilot = await drive(site.url)
    await pilot.act(Click(await locator(pilot, "Renew")))
    await pilot.open(site.url)
    assert (await entries(pilot))["auth_token"] == "renewed"


async def test_on_a_page_of_the_users_nothing_is_taken_back(borrow, little):
    site = little(PAGE)
    pilot = await borrow(site.url)
    done = await pilot.act(Click(await locator(pilot, "Choose")))
    assert isinstance(done, Performed), done
    await pilot.open(site.url)
    assert (await entries(pilot))["columns"] == "few"
