"""Every intent of the demo shop can be reached by its example path, and is not true at the start."""

from collections.abc import AsyncIterator
from urllib.parse import urljoin

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from webnavigator.demo import DemoShop, intents, login_steps

pytestmark = pytest.mark.browser
INTENTS = intents("http://127.0.0.1/")["intents"]
POSSIBLE = [intent for intent in INTENTS if intent["check"] is not None]


@pytest.fixture(scope="module")
def shop():
    with DemoShop() as running:
        yield running


@pytest.fixture(scope="module")
async def member(chromium: Browser, shop: DemoShop) -> AsyncIterator[BrowserContext]:
    """A profile that signed in as `login_steps` says."""
    context = await chromium.new_context()
    context.set_default_timeout(5_000)
    steps = login_steps(shop.url)
    page = await context.new_page()
    await page.goto(steps["url"])
    for step in steps["steps"]:
        verb, _, rest = step.partition(":")
        selector, _, value = rest.partition("=>")
        if verb == "fill":
            await page.fill(selector, {"$USER": steps["username"], "$PASS": steps["password"]}[value])
        else:
            await page.click(selector)
    await page.wait_for_function(steps["check"])
    await page.close()
    yield context
    await context.close()


async def take(page: Page, step: str, base: str) -> None:
    verb, _, rest = step.partition(":")
    selector, _, value = rest.partition("=>")
    match verb:
        case "goto":
            await page.goto(urljoin(base, rest))
        case "click":
            await page.click(rest)
        case "hover":
            await page.hover(rest)
        case "fill":
            await page.fill(selector, value)
        case "select":
            async with page.expect_navigation():
                await page.select_option(selector, value)
        case "waitfor":
            await page.wait_for_selector(rest)
        case _:
            pytest.fail(f"unknown step {step}")


@pytest.mark.parametrize("intent", POSSIBLE, ids=lambda intent: intent["id"])
async def test_the_check_is_true_on_the_page_and_false_at_the_start(
    intent: dict, member: BrowserContext, shop: DemoShop
):
    page = await member.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.goto(shop.url)
    assert not await page.evaluate(f"!!({intent['check']})")
    start = page.url
    for step in intent["example_path"]:
        await take(page, step, shop.url)
    await page.wait_for_function(f"!!({intent['check']})")
    if intent["no_url"]:
        there = page.url
        await page.goto(there)
        assert not await page.evaluate(f"!!({intent['check']})"), "a state without address is not there on loading"
    else:
        assert page.url != start
        await page.goto(page.url)
        await page.wait_for_function(f"!!({intent['check']})")
    assert not errors
    assert shop.writes == ()
    await page.close()


def test_the_list_is_large_and_in_both_languages():
    assert len(POSSIBLE) >= 25
    assert len(INTENTS) - len(POSSIBLE) >= 6
    assert sum(intent["no_url"] for intent in POSSIBLE) >= 10
    for key in ("id", "intent", "intent_zh"):
        assert len({intent[key] for intent in INTENTS}) == len(INTENTS)


def test_addresses_are_absolute():
    assert login_steps("http://127.0.0.1:7/")["url"] == "http://127.0.0.1:7/account/login/"
    assert intents("http://127.0.0.1:7/")["start_url"] == "http://127.0.0.1:7/"
