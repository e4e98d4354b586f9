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


async def test_cookies_that_a_control_set_are_taken_back(drive, little):
    site = little(
        "<button onclick=\"document.cookie = 'sidebar=folded; path=/'; document.cookie = 'theme=dark; path=/';"
        " document.cookie = 'csrf=renewed; path=/'\">Fold</button>"
        "<script>if (!document.cookie.includes('theme')) document.cookie = 'theme=light; path=/'</script>"
    )
    pilot = await drive(site.url)
    await pilot.act(Click(await locator(pilot, "Fold")))
    assert "sidebar=folded" in await pilot.page.evaluate("document.cookie")
    await pilot.open(site.url)
    assert sorted((await pilot.page.evaluate("document.cookie")).split("; ")) == ["csrf=renewed", "theme=light"]


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
