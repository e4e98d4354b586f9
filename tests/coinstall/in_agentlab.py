"""AgentLab and webnavigator in one environment: a study of the agent with a map, and of the one without.

Run by ``make coinstall`` with the Python of that environment; not collected by pytest.
"""

import asyncio
import json
import os
import tempfile
from pathlib import Path

import webnavigator
from webnavigator.browser.find import locate_browser
from webnavigator.demo import DemoShop

QUERY = "what shipping costs"
NUMBERS = ("input_tokens", "output_tokens", "cost_usd", "model_calls", "model_s", "page_tokens", "navigates", "step_s")


def check(condition: object, what: str) -> None:
    """Tell what holds, or end with what does not."""
    if not condition:
        raise SystemExit(f"failed: {what}")
    print(f"ok: {what}", flush=True)


def script(folder: Path, name: str, *actions: str) -> str:
    """A model that answers with these actions."""
    path = folder / f"{name}.jsonl"
    path.write_text("\n".join(json.dumps({"action": action}) for action in actions))
    return f"scripted:{path}"


def study(folder: Path, url: str, maps: dict[str, str]) -> None:
    """Two agents on one task of ours, in AgentLab's own sequence, and what it makes of their numbers."""
    import bgym
    from agentlab.experiments import loop
    from agentlab.experiments.study import Study
    from browsergym.core.registration import register_task
    from browsergym.core.task import OpenEndedTask
    from browsergym.experiments.benchmark import HighLevelActionSetArgs

    from webnavigator.browsergym_agent import MapAgentArgs

    class Shipping(OpenEndedTask):
        """Done when the page on shipping is open and the user was told."""

        def validate(self, page, chat_messages):
            told = chat_messages[-1]["message"] == "done"
            return float(told and page.url.endswith("/shipping/")), told, "", {}

    register_task(
        "webnavigator.shipping", Shipping, task_kwargs={"start_url": url, "goal": "Find what shipping costs."}
    )
    benchmark = bgym.Benchmark(
        name="webnavigator_shop",
        high_level_action_set_args=HighLevelActionSetArgs(subsets=("chat", "nav")),
        is_multi_tab=False,
        supports_parallel_seeds=False,
        env_args_list=[bgym.EnvArgs(task_name="webnavigator.shipping", task_seed=0, max_steps=4)],
        backends=[],
    )
    done = "send_msg_to_user('done')"
    with_map = script(folder, "with", f"navigate('shop', '{QUERY}')", done)
    without = script(folder, "without", f"goto('{url}care/')", done)
    browser = str(locate_browser(webnavigator.load_settings().browser).executable_path)
    agents = [
        MapAgentArgs(with_map, maps, browser=browser, agent_name="map"),
        MapAgentArgs(without, browser=browser, agent_name="control"),
    ]
    loop.count_tokens = lambda text, *_: len(
        str(text).split()
    )  # its own fetches a vocabulary; pages are counted with it
    trial = Study(agents, benchmark)
    trial.run(n_jobs=1, parallel_backend="sequential", n_relaunch=1, exp_root=folder / "studies")
    results, summary, errors = trial.get_results()
    rows = {row["agent.agent_name"]: row for row in results.reset_index().to_dict("records")}
    print(summary.to_string())
    check(set(rows) == {"map", "control"}, f"both were run: {errors[:300]}")
    check(rows["map"]["cum_reward"] == 1 and rows["control"]["cum_reward"] == 0, "the map's agent alone arrived")
    told = {number: rows["map"].get(f"stats.cum_{number}") for number in NUMBERS}
    check(all(value is not None for value in told.values()), f"AgentLab adds up what it cost: {told}")
    check(
        rows["map"]["stats.cum_navigates"] == 1 and rows["control"]["stats.cum_navigates"] == 0, "and its navigations"
    )


def without_fetching_words(folder: Path) -> None:
    """AgentLab imports WebArena's judges, which fetch a tokenizer when they are imported; no study here asks it."""
    (folder / "tokenizers" / "punkt_tab").mkdir(parents=True)
    os.environ["NLTK_DATA"] = str(folder)


def main() -> None:
    """Explore the demo shop, and run a study on it."""
    settings = webnavigator.load_settings(explore={"max_pages": 12})
    with tempfile.TemporaryDirectory() as folder, DemoShop() as shop:
        os.environ["AGENTLAB_EXP_ROOT"] = folder  # it makes this directory as soon as it is imported
        without_fetching_words(Path(folder) / "nltk")
        maps = {"shop": str(Path(folder) / "shop")}
        asyncio.run(webnavigator.explore(shop.url, maps["shop"], settings))
        study(Path(folder), shop.url, maps)
    print("passed")


if __name__ == "__main__":
    main()
