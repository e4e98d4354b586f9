"""BrowserGym and webnavigator in one environment: an agent of BrowserGym goes to places of a map.

Run by ``make coinstall`` with the Python of that environment; not collected by pytest.
"""

import asyncio
import json
import tempfile
from pathlib import Path

import gymnasium
from browsergym.core.action.highlevel import HighLevelActionSet
from browsergym.core.registration import register_task
from browsergym.core.task import OpenEndedTask
from playwright.sync_api import sync_playwright

import webnavigator
from webnavigator.browser.find import locate_browser
from webnavigator.browsergym import action_set, run, use_browser
from webnavigator.browsergym_agent import MapAgentArgs
from webnavigator.demo import DemoShop
from webnavigator.errors import NavigationError
from webnavigator.testing import StateNotReachedError, goto_state_sync

QUERY = "what shipping costs"


def check(condition: object, what: str) -> None:
    """Tell what holds, or end with what does not."""
    if not condition:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def on_a_page(executable: str, url: str, maps: dict[str, str]) -> None:
    """A synchronous page of Playwright's alone, in a context of its owner's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable)
        page = browser.new_context().new_page()
        arrival = goto_state_sync(page, QUERY, maps["shop"])
        check(arrival.reached and page.url.startswith(url), f"goto_state_sync: {page.url}")
        try:
            goto_state_sync(page, "flight simulator cockpit rental", maps["shop"])
        except StateNotReachedError as error:
            check(error.arrival.outcome == "none", "goto_state_sync says that there is no such page")
        page.goto(url)
        check(run(page, maps, "shop", QUERY).reached, f"run: {page.title()}")
        try:
            run(page, maps, "shop", "flight simulator cockpit rental")
        except NavigationError as error:
            check("no page" in str(error), f"run: {error}")
        browser.close()


def in_an_environment(url: str, maps: dict[str, str]) -> None:
    """An environment of BrowserGym, by its own action strings."""
    print("in", use_browser(), flush=True)
    actions = action_set(maps)
    check(isinstance(actions, HighLevelActionSet), "the action set is BrowserGym's")
    check("navigate(domain: str, query: str)" in actions.describe() and url in actions.describe(), "it is described")
    register_task("webnavigator.shop", OpenEndedTask, task_kwargs={"start_url": url, "goal": "Find a page."})
    env = gymnasium.make("browsergym/webnavigator.shop", headless=True, action_mapping=actions.to_python_code)
    start, _ = env.reset()
    seen, *_ = env.step(f'navigate("shop", "{QUERY}")')
    check(not seen["last_action_error"] and seen["url"] != start["url"], f"navigate: {seen['url']}")
    seen, *_ = env.step('navigate("shop", "flight simulator cockpit rental")')
    check("no page" in seen["last_action_error"], f"the agent is told: {seen['last_action_error'][:80]}")
    seen, *_ = env.step('navigate("wiki", "anything")')
    check("no map wiki" in seen["last_action_error"], f"the agent is told: {seen['last_action_error'][:80]}")
    seen, *_ = env.step("go_back()")
    check(not seen["last_action_error"], f"its own actions work: {seen['url']}")
    env.close()


def by_an_agent(executable: str, url: str, maps: dict[str, str], folder: Path) -> None:
    """The agent for AgentLab, with a script as its model."""
    script = folder / "script.jsonl"
    lines = [{"action": f"navigate('shop', '{QUERY}')"}, {"action": "send_msg_to_user('done')"}]
    script.write_text("\n".join(map(json.dumps, lines)))
    agent = MapAgentArgs(f"scripted:{script}", maps, browser=executable).make_agent()
    env = gymnasium.make("browsergym/webnavigator.shop", headless=True, action_mapping=agent.action_set.to_python_code)
    seen, _ = env.reset()
    start = seen["url"]
    for _ in lines:
        action, info = agent.get_action(agent.obs_preprocessor(seen))
        seen, *_ = env.step(action)
        check(not seen["last_action_error"], f"{action}: {json.dumps(info.stats)}")
    check(seen["url"] != start and seen["chat_messages"][-1]["message"] == "done", "the agent went there and answered")
    action, info = agent.get_action(agent.obs_preprocessor(seen))
    check(action is None, f"without an answer the episode ends: {info.think}")
    agent.close()
    env.close()


def main() -> None:
    """Explore the demo shop, and go to places of it."""
    settings = webnavigator.load_settings(explore={"max_pages": 12})
    executable = str(locate_browser(settings.browser).executable_path)
    with tempfile.TemporaryDirectory() as folder, DemoShop() as shop:
        maps = {"shop": str(Path(folder) / "shop")}
        asyncio.run(webnavigator.explore(shop.url, maps["shop"], settings))
        on_a_page(executable, shop.url, maps)
        in_an_environment(shop.url, maps)
        by_an_agent(executable, shop.url, maps, Path(folder))
    print("passed")


if __name__ == "__main__":
    main()
