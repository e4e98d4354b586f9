"""`webnavigator bench tasks` and `webarena`: agents on tasks in WebArena's schema."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from webnavigator.cli.bench_options import BenchOptions, DataOption, bench_from, run_bench
from webnavigator.cli.option_groups import ActingOptions, ModelOptions, WindowOptions

GROUPS = (("sites",),)
"""What results are told apart by."""

if TYPE_CHECKING:
    from webnavigator.bench.named import Shop
    from webnavigator.bench.task_runs import BenchTask
    from webnavigator.bench.tasks import TaskSpec

AgentOption = Annotated[str, typer.Option(metavar="NAME", help="webnavigator, react or reflexion.")]
SiteOption = Annotated[
    list[str] | None,
    typer.Option(
        "--site", metavar="NAME=URL", help="What __NAME__ stands for, else the variable WA_NAME; may be repeated."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaOptions:
    """What tasks in WebArena's schema need besides."""

    agent: AgentOption = "webnavigator"
    site: SiteOption = None
    shop_access: Annotated[
        Path | None,
        typer.Option(
            "--shop-access",
            metavar="FILE.json",
            help="username and password of the shop's administrator, whom some tasks are judged through.",
        ),
    ] = None


def bench_tasks(
    tasks: Annotated[
        Path, typer.Argument(metavar="TASKS.json", help="Tasks in WebArena's schema.", show_default=False)
    ],
    models: ModelOptions,
    schema: SchemaOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    language: Annotated[str, typer.Option(metavar="TAG", help="en, or zh for the Chinese wording.")] = "en",
) -> int:
    """Run an agent over your tasks and judge each once, all or nothing.

    The agent is given a task's words and start page, nothing else of the file. Budgets are those of one task. {task} in
    the name of a model stands for a task's id.
    """
    work = acting.task_options(schema.agent)
    chosen, facts = _chosen(tasks, schema, options, language)
    bench = bench_from(options, models, window, work, {"benchmark": f"tasks {tasks.name}", **facts})
    return run_bench(chosen, bench, GROUPS, json_output=options.json_output)


def bench_webarena(
    models: ModelOptions,
    schema: SchemaOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    lite: Annotated[bool, typer.Option("--lite", help="The 165 tasks of WebArena-Lite and not all 812.")] = False,
    data: DataOption = None,
) -> int:
    """Run an agent over WebArena's tasks and judge each once, all or nothing.

    The sites are yours to run: --site SHOPPING=http://… and so on. Budgets are those of one task.
    """
    from webnavigator.bench.datasets import dataset_file

    name = "webarena-lite" if lite else "webarena"
    work = acting.task_options(schema.agent)
    chosen, facts = _chosen(dataset_file(name, data), schema, options, "en")
    bench = bench_from(options, models, window, work, {"benchmark": name, **facts})
    return run_bench(chosen, bench, GROUPS, json_output=options.json_output)


def _chosen(
    path: Path, schema: SchemaOptions, options: BenchOptions, language: str
) -> "tuple[list[BenchTask], dict[str, str]]":
    """The tasks that are to be run, and what their results are of."""
    from webnavigator.bench.datasets import sha256_of
    from webnavigator.bench.tasks import load_tasks
    from webnavigator.bench.webarena import webarena_tasks

    urls = site_urls(schema.site or (), os.environ)
    specs = load_tasks(path, urls)
    chosen = options.chosen(webarena_tasks(specs, urls=urls, shop=_shop(schema.shop_access, urls), language=language))
    ids = {task.id for task in chosen}
    check_sites([spec for spec in specs if str(spec.task_id) in ids])
    return chosen, {"data": sha256_of(path), "agent": schema.agent, "language": language}


def site_urls(given: Sequence[str], environment: Mapping[str, str]) -> dict[str, str]:
    """Addresses of sites by name: those given, else those in variables such as ``WA_SHOPPING``.

    >>> site_urls(["map=http://m.test"], {"WA_MAP": "http://other.test", "WA_GITLAB": "http://g.test", "HOME": "/"})
    {'MAP': 'http://m.test', 'GITLAB': 'http://g.test'}
    """
    found = {
        name.removeprefix("WA_"): url for name, url in environment.items() if name.startswith("WA_") and "://" in url
    }
    named: dict[str, str] = {}
    for each in given:
        name, equals, url = each.partition("=")
        if not equals or not url.startswith(("http://", "https://")):
            raise typer.BadParameter(f"--site {each}: give NAME=URL")
        named[name.upper()] = url
    return named | {name: url for name, url in found.items() if name not in named}


def check_sites(specs: "Sequence[TaskSpec]") -> None:
    """Make sure that every site of some tasks has an address.

    Raises:
        BadInputError: one has none.
    """
    from webnavigator.bench.tasks import missing_sites
    from webnavigator.errors import BadInputError

    missing = missing_sites(specs)
    if missing:
        raise BadInputError(f"where is the site {missing[0]}? give --site {missing[0]}=URL, or choose tasks by --only")


def _shop(access: Path | None, urls: Mapping[str, str]) -> "Shop | None":
    if access is None:
        return None
    from webnavigator.bench.shop import shop_interface

    if "SHOPPING" not in urls:
        raise typer.BadParameter("--shop-access needs --site SHOPPING=URL")
    return shop_interface(urls["SHOPPING"], access)
