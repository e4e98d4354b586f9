"""The agent of arXiv 2603.20366: local actions, and one that asks a map for a place and is there."""

from collections.abc import Mapping

from webnavigator.agents.base import Job, facts_of, run
from webnavigator.agents.trajectory import Outcome
from webnavigator.errors import BadInputError
from webnavigator.navigate.arrival import Arrival
from webnavigator.navigate.navigator import Navigator


async def run_webnavigator(job: Job, navigators: Mapping[str, Navigator]) -> Outcome:
    """Work on a task with the maps of one or several sites.

    Args:
        job: the task; `Job.maps` names the maps.
        navigators: by the names in `Job.maps`; a map without one is empty: it has no page at all, the paper's control.
    """

    async def navigate(domain: str, query: str) -> Arrival:
        if domain not in job.maps:
            raise BadInputError(f"there is no map {domain}, only {', '.join(job.maps)}")
        navigator = navigators.get(domain)
        if navigator is None:
            return Arrival("none", query, url=job.hands.pilot.page.url)
        return await navigator.drive(job.hands.pilot, query)

    job.navigate = navigate
    job.trajectory.start(**facts_of(job, "webnavigator"))
    return await run(job)
