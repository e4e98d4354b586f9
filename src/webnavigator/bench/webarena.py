"""WebArena's tasks (arXiv 2307.13854), and a user's own in its schema, as tasks for the runner."""

from collections.abc import Iterable, Mapping
from functools import partial
from urllib.parse import urlsplit

from webnavigator.bench.judging import Means, judge
from webnavigator.bench.named import Shop
from webnavigator.bench.page_checks import PATIENCE_S
from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.tasks import TaskSpec
from webnavigator.bench.verdict import Judged


def webarena_tasks(
    specs: Iterable[TaskSpec],
    *,
    urls: Mapping[str, str] | None = None,
    shop: Shop | None = None,
    language: str = "en",
    patience_s: float = PATIENCE_S,
) -> list[BenchTask]:
    """Tasks that are judged by strings, addresses and pages.

    The agent gets a task's words and its first start page, nothing else of the file. The hosts of all pages that belong
    to a task may be visited.

    Args:
        specs: the tasks, with addresses in place of ``__SHOPPING__`` and the like.
        urls: addresses of sites by their names, as `load_tasks` takes them: a task may visit those of its sites.
        shop: what some tasks are judged by; None: those are not judged.
        language: ``zh`` for the Chinese wording where there is one.
        patience_s: how long a page may take to show what is asked for.
    """
    sites = {name.lower(): url for name, url in (urls or {}).items()}
    return [
        BenchTask(
            id=str(spec.task_id),
            start_url=spec.start_url.split(" |AND| ")[0],
            text=spec.intent_zh if language == "zh" and spec.intent_zh else spec.intent,
            judge=partial(_judged, spec, shop, patience_s),
            sites=tuple(spec.sites),
            hosts=_hosts(spec, sites),
            groups={"sites": "+".join(sorted(spec.sites))},
        )
        for spec in specs
    ]


async def _judged(spec: TaskSpec, shop: Shop | None, patience_s: float, finished: Finished) -> Judged:
    return await judge(spec, finished.outcome.answer, Means(finished.page, finished.llm, shop, patience_s))


def _hosts(spec: TaskSpec, urls: Mapping[str, str]) -> tuple[str, ...]:
    addresses = [
        *spec.start_url.split(" |AND| "),
        *(spec.evaluation.reference_url or "").split(" |OR| "),
        *(check.url for check in spec.evaluation.program_html or ()),
        *(urls.get(site.lower(), "") for site in spec.sites),
    ]
    hosts = (urlsplit(url).netloc for url in addresses if url.startswith(("http://", "https://")))
    return tuple(dict.fromkeys(hosts))
