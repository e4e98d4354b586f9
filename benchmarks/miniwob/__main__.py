"""Whether execution fails: MiniWoB++ by a policy that reads and acts as a model does, without a model.

    .venv/bin/python benchmarks/miniwob DIR [--seeds 3] [--only NAME …] [--show]

DIR is ``miniwob/html`` of a checkout of Farama-Foundation/miniwob-plusplus. The policy is shown what a model would be
shown, and answers with the same JSON; each page judges itself. Printed are the tasks with their seeds, a table of them
by how many seeds were solved, and what is left out and why. The exit status is 1 when fewer than 95 % of the tasks are
solved with every seed.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from reading import Act, Page
from rules import RULES
from undone import UNDONE

from webnavigator.agents.base import Job, Limits
from webnavigator.agents.hands import Hands
from webnavigator.agents.react import run_react
from webnavigator.agents.trajectory import Trajectory
from webnavigator.bench.miniwob import TEXT, judge_by_page, served, task_names
from webnavigator.bench.task_runs import EndPage, Finished
from webnavigator.browser.session import BrowserSession
from webnavigator.config import load_settings
from webnavigator.errors import BrowserError
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.structured import Llm
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of


class PolicyModel:
    """A model that follows a rule.

    Args:
        task: name of the task.

    Attributes:
        trouble: why it gave up, "" when it did not.
    """

    name = "policy"
    sees = False

    def __init__(self, task: str) -> None:
        self._task = task
        self._rule: Iterable[Act] | None = None
        self.trouble = ""

    async def answer(self, request: Request) -> Reply:
        """The next step of the rule; stop when there is none."""
        act: Act = {"action": "stop", "text": ""}
        try:
            page = Page(request.turns[-1].text)
            if self._rule is None:
                self._rule = RULES[self._task](page)
                act = next(self._rule)
            else:
                act = self._rule.send(page)
        except StopIteration:
            pass
        except Exception as error:  # noqa: BLE001 - a rule that does not understand its page: one try of many
            self.trouble = f"{type(error).__name__}: {error}"
        await asyncio.sleep(act.pop("wait_s", 0))
        return Reply(json.dumps(act), Usage(calls=1))


@dataclass(frozen=True)
class Try:
    """One instance of a task.

    Attributes:
        solved: the page says so.
        reason: why not.
        steps: how many.
    """

    solved: bool
    reason: str
    steps: int


async def attempt(session: BrowserSession, base_url: str, name: str, seed: int, *, show: bool) -> Try:
    """One instance of a task, on a page of its own."""
    model = PolicyModel(name)
    lines: list[str] = []
    pilot = await session.pilot()
    try:
        await pilot.open(f"{base_url}/miniwob/{name}.html?seed={seed}")
        job = Job(TEXT, Llm(model), Hands(pilot), Trajectory(None), Limits(steps=60), verify=False)
        job.progress = lines.append
        outcome = await run_react(job)
        judged = await judge_by_page(Finished(outcome, EndPage(pilot), Path()))
        reason = "; ".join(part for part in (judged.reason, model.trouble, outcome.reason) if part)
        if show or not judged.score:
            view = await job.hands.look()
            print(f"--- {name} {seed}: {reason}", *lines, view.text, sep="\n", file=sys.stderr)
        return Try(bool(judged.score), reason, outcome.steps)
    except BrowserError as error:
        return Try(solved=False, reason=f"browser: {error}", steps=0)
    finally:
        await session.discard(pilot)


async def run(pages: Path, names: list[str], seeds: int, *, show: bool) -> dict[str, list[Try]]:
    """All tries, one after the other in one browser."""
    found: dict[str, list[Try]] = {}
    with served(pages) as base_url:
        policy = replace(Policy(scope_of(base_url, ())), allow_changes=True, exploring=False)
        settings = load_settings().browser.model_copy(update={"action_timeout_s": 20, "navigation_timeout_s": 60})
        async with BrowserSession(settings, policy, None) as session:
            for name in names:
                found[name] = [await attempt(session, base_url, name, seed, show=show) for seed in range(seeds)]
                print(f"{name:<32}{told(found[name])}", flush=True)
    return found


def told(tries: list[Try]) -> str:
    """The tries of one task in a line."""
    marks = "".join("✓" if one.solved else "✗" for one in tries)
    steps = sum(one.steps for one in tries) / len(tries)
    return f"{marks}  {steps:4.1f} steps  {next((one.reason for one in tries if not one.solved), '')[:150]}"


def main() -> int:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("pages", metavar="DIR", type=Path, help="miniwob/html of a checkout")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--show", action="store_true", help="tell each step")
    given = parser.parse_args()
    known = task_names(given.pages)
    names = [name for name in known if name in RULES and (not given.only or name in given.only)]
    began = time.monotonic()
    found = asyncio.run(run(given.pages, names, given.seeds, show=given.show))
    tries = [one for some in found.values() for one in some]
    solved = sum(one.solved for one in tries)
    whole = sum(all(one.solved for one in some) for some in found.values())
    seconds = time.monotonic() - began
    print(f"\nsolved: {solved} of {len(tries)} tries ({solved / len(tries):.1%}), {whole} of {len(found)} tasks in all")
    print(table_of(found, given.seeds))
    print(f"\n{len(known)} tasks, {seconds:.0f} s. Left out:")
    for name in known:
        if name not in RULES:
            print(f"  {name:<30}{UNDONE.get(name, 'no rule')}")
    return int(whole < 0.95 * len(found))


def table_of(found: dict[str, list[Try]], seeds: int) -> str:
    """The tasks by how many of their seeds were solved, in Markdown."""
    lines = [f"\n| seeds solved of {seeds} | tasks |", "|---|---|"]
    for many in range(seeds, -1, -1):
        names = [name for name, some in found.items() if sum(one.solved for one in some) == many]
        if names:
            lines.append(f"| {many} | {', '.join(names)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
