"""Whether WebArena's tasks are judged as officially: right and wrong endings made from the reference fields.

    python benchmarks/webarena_agreement.py TASKS.json --official CHECKOUT

`CHECKOUT` is a clone of web-arena-x/webarena, whose ``evaluation_harness/evaluators.py`` is loaded as it is; nltk and
beartype must be installed. Its helpers that ask a model or the shop are replaced by the same stand-ins that ours get,
and its pages by a made-up site. The official evaluators run text of the task file as Python: give files you trust.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from webnavigator.bench.judging import Means, judge
from webnavigator.bench.tasks import TaskSpec, load_tasks
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.structured import Llm

SITES = {
    "SHOPPING": "http://shop.test",
    "SHOPPING_ADMIN": "http://admin.test/admin",
    "REDDIT": "http://forum.test",
    "GITLAB": "http://git.test",
    "MAP": "http://map.test",
    "WIKIPEDIA": "http://wiki.test",
    "HOMEPAGE": "http://home.test",
}
ORDER = "http://shop.test/sales/order/view/order_id/191/"
ELSEWHERE = "http://elsewhere.test/nothing"


@dataclass
class World:
    """A made-up site: what locators give, by address ("*" for any)."""

    says: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    role: str = ""
    review: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Case:
    """One ending of one task."""

    what: str
    answer: str
    url: str
    world: World


class SyncPage:
    """The made-up site as the official evaluators see it."""

    def __init__(self, url: str, world: World) -> None:
        self.url = url
        self.world = world

    def goto(self, url: str) -> None:
        self.url = url

    def content(self) -> str:
        return self.world.says.get((self.url, ""), self.world.says.get(("*", ""), ""))

    def evaluate(self, script: str) -> Any:
        if "col-max-role" in script:
            return self.world.role
        if "gl-avatar-labeled-sublabel" in script:
            return 0
        return _found(self, script.removeprefix("() => "))


class AsyncPage:
    """The same site as ours see it."""

    def __init__(self, url: str, world: World) -> None:
        self.url = url
        self.world = world

    async def open(self, url: str) -> None:
        self.url = url

    async def value(self, expression: str) -> str:
        if "col-max-role" in expression:
            return self.world.role
        try:
            return _found(self, "" if expression == "document.documentElement.outerHTML" else expression)
        except LookupError:
            return ""


def _found(page: SyncPage | AsyncPage, locator: str) -> str:
    says = page.world.says
    return says[(page.url, locator)] if (page.url, locator) in says else says[("*", locator)]


class Shop:
    """Stands in for the shop's interface."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def latest_order_url(self) -> str:
        return ORDER

    async def latest_review(self, sku: str) -> tuple[str, str]:
        return self.world.review


def alike(answer: str, reference: str) -> bool:
    """The stand-in for a model's judgement, the same for both."""
    return reference.strip().lower() in answer.lower()


class Grader:
    """Our judge's model, by the same rule."""

    name = "grader"
    sees = False

    async def answer(self, request: Request) -> Reply:
        text = request.turns[-1].text
        reference = text.split("Reference answer: ", 1)[1].split("\nAnswer to grade:", 1)[0]
        given = text.split("Answer to grade:\n", 1)[1].split("\n", 1)[1].rsplit("\n</answer-data", 1)[0]
        reference = reference.removeprefix("it cannot be done: ")
        return Reply(json.dumps({"correct": alike(given, reference)}), Usage(), self.name)


def cases(spec: dict[str, Any]) -> Iterator[Case]:
    """A right ending, and endings that differ from it in one thing each."""
    evaluation = spec["eval"]
    answers, urls = dict(_answers(evaluation)), dict(_urls(evaluation))
    right = Case("right", answers["right"], urls["right"], _world(evaluation))
    yield right
    for what, answer in answers.items():
        yield Case(f"answer {what}", answer, right.url, right.world)
    for what, url in urls.items():
        yield Case(f"url {what}", right.answer, url, right.world)
    for what, world in _worlds(evaluation):
        yield Case(f"page {what}", right.answer, right.url, world)


def _answers(evaluation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    references = evaluation.get("reference_answers") or {}
    parts = [one for value in references.values() for one in ([value] if isinstance(value, str) else value)]
    whole = "; ".join(parts)
    yield "right", whole
    yield "empty", ""
    yield "unrelated", "something else altogether"
    yield "impossible", "N/A"
    yield "reason", f"N/A, as {evaluation.get('string_note') or 'nothing of the kind is there'}"
    yield "reason alone", str(evaluation.get("string_note") or "")
    yield "loud", whole.upper()
    yield "quoted", f'"{whole}"'
    yield "quoted twice", f"\"'{whole}'\""
    yield "half quoted", f'"{whole}'
    yield "a quote alone", "'"
    yield "in a sentence", f"The answer is {whole}."
    yield "in brackets", f"There are ({whole}), I think; yes"
    yield "with a unit", f"{whole}% or ${whole}, #{whole}"
    yield "two sentences", f"I counted {whole}. Then I stopped."
    yield "in a longer number", f"1{whole}0 and 4.{whole} and {whole}:30 and {whole},000"
    yield "in a word", f"x{whole}y-{whole}"
    yield "in a list", "\n".join(f"- {part}" for part in parts)
    if len(parts) > 1:
        yield "a part missing", "; ".join(parts[1:])
        yield "turned round", " and ".join(reversed(parts))


def _urls(evaluation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    given = evaluation.get("reference_url") or "http://forum.test/f/books/59421/a-title"
    first, *others = given.split(" |OR| ")
    yield "right", first
    for at, other in enumerate(others):
        yield f"alternative {at}", other
    yield "with a slash", f"{first.partition('?')[0].rstrip('/')}/"
    yield "longer", f"{first.partition('?')[0].rstrip('/')}/more?x=1"
    yield "with more asked for", f"{first}{'&' if '?' in first else '?'}page=2"
    yield "with a part of the page", f"{first}#part"
    yield "without the question", first.partition("?")[0]
    yield "no slash before the question", first.replace("/?", "?")
    yield "another question", f"{first.partition('?')[0]}?q=other"
    yield "shorter", first.rpartition("/")[0]
    yield "elsewhere", ELSEWHERE
    yield "another host", first.replace(".test", ".example")
    yield "another scheme", first.replace("http://", "https://")


def _world(evaluation: dict[str, Any], change: Any = None, skip: int | None = None) -> World:
    world = World()
    shown: dict[tuple[str, str], list[str]] = {}
    for at, check in enumerate(evaluation.get("program_html") or ()):
        required = check["required_contents"]
        exact = required.get("exact_match")
        parts = required.get("must_include") or required.get("fuzzy_match") or []
        text = exact if exact is not None else " ~ ".join(part.split(" |OR| ")[-1] for part in parts)
        text = "" if at == skip else change(text) if change else text
        locator = check["locator"]
        if "memeber_role" in locator:
            world.role = text
        elif "review_author" in locator:
            world.review = (text, world.review[1])
        elif "review_rating" in locator:
            world.review = (world.review[0], text)
        else:
            where = check["url"] if check["url"].startswith("http") else "*"
            shown.setdefault((where, locator.strip() and locator), []).append(text)
    world.says = {key: texts[0] if len(set(texts)) == 1 else " ~ ".join(texts) for key, texts in shown.items()}
    return world


def _worlds(evaluation: dict[str, Any]) -> Iterator[tuple[str, World]]:
    checks = evaluation.get("program_html") or ()
    yield "nothing there", World()
    for at in range(len(checks)):
        yield f"without {at}", _world(evaluation, skip=at)
    yield "loud", _world(evaluation, str.upper)
    yield "in a page", _world(evaluation, lambda text: f"<p>{text}</p>")
    yield "escaped", _world(evaluation, lambda text: text.replace("&", "&amp;").replace("'", "&#39;"))
    yield "quoted", _world(evaluation, lambda text: f"'{text}'")
    yield "cut", _world(evaluation, lambda text: text[:-1])
    yield "spaced", _world(evaluation, lambda text: f"  {text}\n")


def official_evaluators(checkout: Path) -> Any:
    """The official module, with stand-ins for what it would ask elsewhere."""
    for name in ("browser_env", "browser_env.actions", "browser_env.utils", "browser_env.env_config", "requests"):
        sys.modules[name] = ModuleType(name)
    for name in ("llms", "llms.providers", "llms.providers.openai_utils"):
        sys.modules[name] = ModuleType(name)
    sys.modules["browser_env.actions"].Action = dict[str, Any]  # type: ignore[attr-defined]
    sys.modules["browser_env.utils"].StateInfo = dict[str, Any]  # type: ignore[attr-defined]
    for name in ("ACCOUNTS", "GITLAB", "MAP", "REDDIT", "SHOPPING", "SHOPPING_ADMIN", "WIKIPEDIA"):
        setattr(sys.modules["browser_env.env_config"], name, "")
    sys.modules["llms.providers.openai_utils"].generate_from_openai_chat_completion = None  # type: ignore[attr-defined]
    import beartype

    beartype.beartype = lambda thing: thing  # our pages are not Playwright's
    sys.path.insert(0, str(checkout))
    from evaluation_harness import evaluators

    evaluators.time.sleep = lambda seconds: None
    evaluators.llm_fuzzy_match = lambda pred, reference, question: float(alike(pred, reference))
    evaluators.llm_ua_match = lambda pred, reference, question: float(alike(pred, reference))
    evaluators.word_tokenize = _tokenizer()
    return evaluators


def _tokenizer() -> Any:
    from nltk.tokenize import NLTKWordTokenizer, word_tokenize

    try:
        word_tokenize("A test.")
    except LookupError:
        print("nltk's model of sentences is not here: its word tokenizer alone stands in", file=sys.stderr)
        return NLTKWordTokenizer().tokenize
    return word_tokenize


def official_score(evaluators: Any, path: Path, case: Case) -> float | None:
    """1.0 or 0.0; None when the official code fails."""
    evaluators.shopping_get_latest_order_url = lambda: ORDER
    evaluators.shopping_get_sku_latest_review_author = lambda sku: case.world.review[0]
    evaluators.shopping_get_sku_latest_review_rating = lambda sku: case.world.review[1]
    evaluator = evaluators.evaluator_router(path)
    try:
        return evaluator([{}, {"answer": case.answer}], path, SyncPage(case.url, case.world), None)
    except (AssertionError, ValueError, TypeError, AttributeError, LookupError):
        return None


async def our_score(spec: TaskSpec, case: Case) -> int | None:
    """1 or 0; None when it cannot be judged."""
    means = Means(AsyncPage(case.url, case.world), Llm(Grader()), Shop(case.world), patience_s=0)
    return (await judge(spec, case.answer, means)).score


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path, nargs="+")
    parser.add_argument("--official", type=Path, help="checkout of web-arena-x/webarena")
    arguments = parser.parse_args()
    evaluators = official_evaluators(arguments.official) if arguments.official else None
    differing = 0
    for path in arguments.tasks:
        tally: Counter[str] = Counter()
        specs = load_tasks(path, SITES)
        raw = json.loads(_filled(path.read_text(encoding="utf-8")))
        with tempfile.TemporaryDirectory() as folder:
            for spec, task in zip(specs, raw, strict=True):
                config = Path(folder) / "task.json"
                config.write_text(json.dumps(task), encoding="utf-8")
                for case in cases(task):
                    ours = asyncio.run(our_score(spec, case))
                    tally[f"ours {ours}"] += 1
                    if case.what == "right" and ours != 1:
                        print(f"{path.name} {spec.task_id}: the right ending gets {ours}: {case}")
                        differing += 1
                    if evaluators is None:
                        continue
                    theirs = official_score(evaluators, config, case)
                    tally["official fails" if theirs is None else "agrees" if theirs == ours else "differs"] += 1
                    if theirs is not None and theirs != ours:
                        differing += 1
                        print(f"{path.name} {spec.task_id}, {case.what}: official {theirs}, ours {ours}: {case}"[:500])
        print(f"{path.name}: {len(specs)} tasks, {dict(sorted(tally.items()))}")
    return 1 if differing else 0


def _filled(text: str) -> str:
    for name, url in SITES.items():
        text = text.replace(f"__{name}__", url)
    return text


if __name__ == "__main__":
    sys.exit(main())
