"""`webnavigator bench webwalkerqa`, `webvoyager` and `online-mind2web`: benchmarks on live sites, judged by a model."""

from pathlib import Path
from typing import Annotated

import typer

from webnavigator.cli.bench_options import BenchOptions, DataOption, bench_from, run_bench, work_of
from webnavigator.cli.option_groups import ActingOptions, ModelOptions, WindowOptions

AgentOption = Annotated[
    str, typer.Option(metavar="NAME", help="webnavigator, react, reflexion, webwalker, mango or random-url.")
]
FaithfulOption = Annotated[bool, typer.Option("--faithful", help="As published, of those that answer questions.")]
CrawlOption = Annotated[int, typer.Option(min=1, max=1000, help="Without a map: most pages crawled.")]


def bench_webwalkerqa(
    models: ModelOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    data: DataOption = None,
    agent: AgentOption = "webwalker",
    faithful: FaithfulOption = False,
    crawl_pages: CrawlOption = 60,
) -> int:
    """Answer WebWalkerQA's 680 questions; each answer is graded against the reference by --judge-model.

    --steps bounds the pages visited, 15 as published. The ids for --only are places in the file, from 1.
    """
    from webnavigator.bench.datasets import dataset_file, sha256_of
    from webnavigator.bench.webwalkerqa import GROUPS, load_questions, question_tasks

    work = work_of(agent, acting, asks=True, crawl_pages=crawl_pages, faithful=faithful)
    path = dataset_file("webwalkerqa", data)
    tasks = options.chosen(question_tasks(load_questions(path)))
    facts = {"benchmark": "webwalkerqa", "data": sha256_of(path), "agent": agent}
    bench = bench_from(options, models, window, work, facts)
    return run_bench(tasks, bench, GROUPS, json_output=options.json_output)


def bench_webvoyager(
    models: ModelOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    data: DataOption = None,
    references: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The benchmark's reference answers, shown to the judge.")
    ] = None,
    agent: AgentOption = "react",
    faithful: FaithfulOption = False,
    crawl_pages: CrawlOption = 60,
) -> int:
    """Do WebVoyager's 643 tasks; --judge-model looks at the last screenshots and the answer.

    --data may also be the subset with golden answers in WebArena's schema.
    """
    from webnavigator.bench.datasets import dataset_file, sha256_of
    from webnavigator.bench.webvoyager import GROUPS, errand_tasks, load_errands, load_references

    work = work_of(agent, acting, crawl_pages=crawl_pages, faithful=faithful)
    path = dataset_file("webvoyager", data)
    known = load_references(references) if references is not None else None
    tasks = options.chosen(errand_tasks(load_errands(path, known)))
    facts = {"benchmark": "webvoyager", "data": sha256_of(path), "agent": agent, "references": known is not None}
    bench = bench_from(options, models, window, work, facts)
    return run_bench(tasks, bench, GROUPS, json_output=options.json_output)


def bench_online_mind2web(
    models: ModelOptions,
    options: BenchOptions,
    acting: ActingOptions,
    window: WindowOptions,
    data: DataOption = None,
    agent: Annotated[str, typer.Option(metavar="NAME", help="webnavigator, react or reflexion.")] = "react",
) -> int:
    """Do Online-Mind2Web's 300 tasks; --judge-model is asked as WebJudge asks: key points, screenshots, verdict."""
    from webnavigator.bench.datasets import dataset_file, sha256_of
    from webnavigator.bench.online_mind2web import GROUPS, chore_tasks, load_chores

    work = acting.task_options(agent)
    path = dataset_file("online-mind2web", data)
    tasks = options.chosen(chore_tasks(load_chores(path)))
    facts = {"benchmark": "online-mind2web", "data": sha256_of(path), "agent": agent}
    bench = bench_from(options, models, window, work, facts)
    return run_bench(tasks, bench, GROUPS, json_output=options.json_output)
