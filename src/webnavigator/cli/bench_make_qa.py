"""`webnavigator bench make-qa`: questions on a site, with answers, for `bench webwalkerqa --data`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from webnavigator.cli.option_groups import ModelOptions, WindowOptions
from webnavigator.cli.options import LoginOption, login_from
from webnavigator.cli.output import note, say

if TYPE_CHECKING:
    from webnavigator.agents.crawl import SitePage
    from webnavigator.bench.make_qa import Language
    from webnavigator.browser.login import LoginState
    from webnavigator.config import Settings


def bench_make_qa(
    url: Annotated[str, typer.Argument(metavar="URL", help="Root page of the site.", show_default=False)],
    models: ModelOptions,
    window: WindowOptions,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE.jsonl", help="Questions are added to it; what it holds counts."),
    ],
    count: Annotated[int, typer.Option(min=1, max=1000, help="Questions on one page, and as many on two.")] = 10,
    language: Annotated[str, typer.Option(metavar="TAG", help="en or zh: of the questions.")] = "en",
    crawl_pages: Annotated[int, typer.Option(min=2, max=1000, help="Most pages crawled.")] = 100,
    domain: Annotated[str, typer.Option(metavar="WORD", help="Kind of site, noted with each question.")] = "",
    seed: Annotated[int, typer.Option(help="Of the choice of pages.")] = 0,
    login: LoginOption = None,
) -> int:
    """Make questions on a site, as WebWalkerQA was made.

    The model writes them and checks that each is answered by its pages and not without them.

    Exit code 1 when fewer were found than asked for.
    """
    settings, state, tongue = window.settings(), login_from(login), _language(language)
    llm = models.llm(out.with_name(f"{out.name}.exchanges.jsonl"))

    from webnavigator.bench.make_qa import Recipe, appending, make_qa
    from webnavigator.bench.records import read_records
    from webnavigator.cli.running import run_async

    known = read_records(out) if out.exists() and out.stat().st_size else []

    def keep(row: dict[str, Any]) -> None:
        note(f"{row['type']}, {row['difficulty_level']}: {row['Question']}")
        append(row)

    async def work() -> int:
        pages = await _pages(url, settings, state, crawl_pages)
        note(f"{len(pages)} pages read")
        found = await make_qa(pages, llm, Recipe(count, tongue, seed, domain), keep, known)
        say(f"{len(found.rows)} questions in {out}")
        for reason, times in sorted(found.dropped.items()):
            say(f"  {times} dropped: {reason}")
        return 0 if len(found.rows) >= 2 * count else 1

    append = appending(out)
    return run_async(work())


async def _pages(url: str, settings: "Settings", state: "LoginState | None", most: int) -> "list[SitePage]":
    from webnavigator.agents.crawl import read_site
    from webnavigator.app.questions import root_of
    from webnavigator.app.tasks import page_for

    root = root_of(url)
    async with page_for(root, {}, settings, state) as pilot:
        await pilot.open(root)
        return await read_site(pilot.fetch_text, pilot.policy, root, most)


def _language(name: str) -> "Language":
    if name not in ("en", "zh"):
        raise typer.BadParameter(f"--language {name}: en or zh")
    return name
