"""A control: think and act in turn, without a map (ReAct, arXiv 2210.03629), under the same observation and limits."""

from webnavigator.agents.base import Job, facts_of, run
from webnavigator.agents.trajectory import Outcome


async def run_react(job: Job) -> Outcome:
    """Work on a task with local actions alone."""
    job.prompt = "react"
    job.navigate, job.maps = None, {}
    job.trajectory.start(**facts_of(job, "react"))
    return await run(job)
