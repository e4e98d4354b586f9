"""An agent for BrowserGym's experiments and AgentLab: any of our models, BrowserGym's observation, `navigate`.

Imports BrowserGym: import it where ``browsergym-experiments`` is installed.
"""

import asyncio
import importlib
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from webnavigator.agents.base import less
from webnavigator.browsergym import SUBSETS, action_set, use_browser
from webnavigator.errors import ModelError
from webnavigator.llm.base import Usage
from webnavigator.llm.names import open_model
from webnavigator.llm.prompt import fence, prompt
from webnavigator.llm.structured import Budget, Llm
from webnavigator.llm.tokens import count_tokens

_experiments: Any = importlib.import_module("browsergym.experiments.agent")
_AgentBase: Any = _experiments.Agent
_LAST = 5


class Decision(BaseModel):
    """The next action."""

    thought: str = Field(default="", description="Why, in one or two sentences.")
    action: str = Field(description="One call, such as click('12').")


@dataclass
class MapAgentArgs:
    """What makes a `MapAgent`; plain data, as AgentLab saves it with each experiment.

    Attributes:
        model: by the names of `webnavigator.llm.names.open_model`.
        maps: map directories by the names of their sites; none: a control without ``navigate``.
        subsets: which of BrowserGym's own actions there are.
        budget_tokens: most tokens of an episode; None: no bound.
        agent_name: told in results.
        browser: Chromium, Chrome or Edge that BrowserGym starts its pages and its chat in; None: Playwright's download.
    """

    model: str
    maps: dict[str, str] = field(default_factory=dict[str, str])
    subsets: tuple[str, ...] = SUBSETS
    budget_tokens: int | None = None
    agent_name: str = "webnavigator"
    browser: str | None = None

    def make_agent(self) -> "MapAgent":
        """An agent for one episode; it is made before the episode's browser is started."""
        if self.browser is not None:
            use_browser(self.browser)
        return MapAgent(self)

    def prepare(self) -> None:
        """Nothing is started before an experiment."""

    def close(self) -> None:
        """Nothing is left after one."""

    def set_benchmark(self, benchmark: Any, demo_mode: Any) -> None:
        """The actions are those of `subsets` on every benchmark."""

    def set_reproducibility_mode(self) -> None:
        """Names of scripts and records give the same answers always; others as their provider does."""


class MapAgent(_AgentBase):
    """See `MapAgentArgs`.

    Attributes:
        action_set: BrowserGym's, with ``navigate`` where there are maps.
    """

    def __init__(self, args: MapAgentArgs) -> None:
        self.args = args
        self.action_set = _actions(args.maps, args.subsets)
        self._llm = Llm(open_model(args.model), Budget(args.budget_tokens))
        self._past: list[str] = []
        self._turns = ThreadPoolExecutor(1)  # BrowserGym's own thread has Playwright's event loop running
        self._runner: asyncio.Runner | None = None

    def obs_preprocessor(self, obs: dict[str, Any]) -> dict[str, Any]:
        """The page as text, and what else is recorded of a step."""
        flatten = importlib.import_module("browsergym.utils.obs").flatten_axtree_to_str
        text = flatten(
            obs["axtree_object"], extra_properties=obs["extra_element_properties"], filter_visible_only=False
        )
        kept = ("goal", "url", "last_action", "last_action_error", "open_pages_urls", "screenshot")
        return {name: obs[name] for name in kept if name in obs} | {"axtree_txt": text}

    def get_action(self, obs: dict[str, Any]) -> tuple[str | None, Any]:
        """The next action as BrowserGym's string, and what it cost.

        Returns:
            None as the action when the model has none: the episode ends.
        """
        before, began = self._llm.spent, time.monotonic()
        asked = self._told(obs)
        try:
            decision = self._turns.submit(self._ask, asked).result()
            action, thought = decision.action.strip(), decision.thought
            self._past.append(action)
        except ModelError as error:
            action, thought = None, str(error)
        stats = _stats(less(self._llm.spent, before), obs, action) | {"step_s": time.monotonic() - began}
        return action, _experiments.AgentInfo(think=thought, stats=stats, markdown_page=asked)

    def close(self) -> None:
        """Let the model's connections go."""
        if self._runner is not None:
            self._turns.submit(self._runner.close).result()
        self._turns.shutdown()

    def _ask(self, asked: str) -> Decision:
        self._runner = self._runner or asyncio.Runner()
        system = f"{prompt('browsergym')}\n\n{self.action_set.describe(with_long_description=False)}"
        return self._runner.run(self._llm.ask("act", system, asked, Decision, check=self._complaint))

    def _complaint(self, decision: Decision) -> str:
        """What is wrong with an action, "" when BrowserGym would take it."""
        try:
            self.action_set.to_python_code(decision.action)
        except Exception as error:  # noqa: BLE001 - its parsers raise what they like; the model is told
            return f"{type(error).__name__}: {error}"[:300]
        return ""

    def _told(self, obs: dict[str, Any]) -> str:
        parts = [f"Task: {obs['goal']}"]
        if self._past:
            parts.append("Done so far:\n" + fence("\n".join(self._past[-_LAST:]), "history"))
        if obs["last_action_error"]:
            parts.append("Your last action failed:\n" + fence(str(obs["last_action_error"])[:1000], "error"))
        parts.append(f"Open page: {obs['url']}\n{fence(obs['axtree_txt'])}")
        return "\n\n".join(parts)


def _actions(maps: Mapping[str, str], subsets: tuple[str, ...]) -> Any:
    if maps:
        return action_set(maps, subsets, multiaction=False)
    own: Any = importlib.import_module("browsergym.core.action.highlevel").HighLevelActionSet
    return own(subsets=list(subsets), multiaction=False)


def _stats(spent: Usage, obs: dict[str, Any], action: str | None) -> dict[str, float]:
    """Numbers that AgentLab adds up and shows."""
    return {
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_usd": spent.cost_usd or 0.0,
        "model_calls": spent.calls,
        "model_s": spent.seconds,
        "page_tokens": count_tokens(obs["axtree_txt"]),
        "navigates": int((action or "").startswith("navigate(")),
    }
