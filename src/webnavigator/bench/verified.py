"""WebArena-Verified: WebArena's tasks, judged from recorded traffic and a typed answer by the benchmark's own command.

Its package pins the versions of what it needs, so it runs apart: the agent's answer and the traffic are written as it
wants them, and its command, where one is given, is asked for the verdict.
"""

import asyncio
import json
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, ValidationError

from webnavigator.bench.records import read_object, read_records
from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.verdict import Judged
from webnavigator.errors import BadInputError, ModelError, NonsenseError
from webnavigator.llm.prompt import fence, prompt
from webnavigator.outfile import write_outfile

FOLDER = "verified"
"""Below the record of a try; holds ``<task id>/agent_response.json`` and ``network.har``."""

_ANSWER, _TRAFFIC, _VERDICT = "agent_response.json", "network.har", "eval_result.json"
_WAIT_S = 300.0


class TypedAnswer(BaseModel):
    """What became of a task, in the benchmark's terms."""

    task_type: Literal["RETRIEVE", "MUTATE", "NAVIGATE"] = Field(
        description="What the task asks for: data to be told, something to be changed, or a page to be shown."
    )
    status: Literal[
        "SUCCESS",
        "ACTION_NOT_ALLOWED_ERROR",
        "PERMISSION_DENIED_ERROR",
        "NOT_FOUND_ERROR",
        "DATA_VALIDATION_ERROR",
        "UNKNOWN_ERROR",
    ]
    retrieved_data: list[Any] | None = Field(
        default=None,
        description="Of RETRIEVE: the items asked for, all of one type, numbers as numbers; empty when there are none. "
        "Otherwise null.",
    )
    error_details: str | None = Field(default=None, description="Null on SUCCESS, else why in one sentence.")


class VerifiedSpec(BaseModel):
    """What of a task the agent may know, and no more.

    Attributes:
        task_id: its number.
        sites: names of the sites it is about.
        start_urls: where it starts.
        intent: what is wanted.
    """

    task_id: int
    sites: list[str] = Field(min_length=1)
    start_urls: list[str] = Field(min_length=1)
    intent: str = Field(min_length=1)


def load_verified(path: Path, urls: Mapping[str, str]) -> list[VerifiedSpec]:
    """The tasks of a file, as ``webarena-verified dataset-get``, ``subset-export`` or ``agent-input-get`` writes it.

    Args:
        path: the file.
        urls: addresses of the sites, by their names in capitals.

    Raises:
        BadInputError: it cannot be read, or a row is no task.
    """
    found: list[VerifiedSpec] = []
    for at, row in enumerate(read_records(path), 1):
        try:
            spec = VerifiedSpec.model_validate(row)
        except ValidationError:
            raise BadInputError(f"{path}, row {at}: not a task with task_id, sites, start_urls and intent") from None
        starts = [_filled(url, urls) for url in spec.start_urls]
        found.append(spec.model_copy(update={"start_urls": starts, "intent": _filled(spec.intent, urls)}))
    return found


def _filled(text: str, urls: Mapping[str, str]) -> str:
    for name, url in urls.items():
        text = text.replace(f"__{name}__", url.rstrip("/"))
    return text


def verified_tasks(
    specs: Sequence[VerifiedSpec], urls: Mapping[str, str], command: Sequence[str] | None = None
) -> list[BenchTask]:
    """Tasks whose traffic is recorded and whose answers are typed.

    Args:
        specs: the tasks.
        urls: addresses of the sites, by their names in capitals.
        command: the benchmark's own, such as ``["uvx", "webarena-verified"]``; None: nothing is judged, and the folders
            are ready for it.
    """
    return [
        BenchTask(
            id=str(spec.task_id),
            start_url=spec.start_urls[0],
            text=spec.intent,
            judge=partial(_typed, spec),
            sites=tuple(spec.sites),
            hosts=_hosts(spec, urls),
            groups={"sites": "+".join(sorted(spec.sites))},
            har=f"{FOLDER}/{spec.task_id}/{_TRAFFIC}",
            afterwards=partial(_judged, spec.task_id, dict(urls), command),
        )
        for spec in specs
    ]


def _hosts(spec: VerifiedSpec, urls: Mapping[str, str]) -> tuple[str, ...]:
    addresses = [*spec.start_urls, *(urls.get(site.upper(), "") for site in spec.sites)]
    return tuple(dict.fromkeys(urlsplit(url).netloc for url in addresses if "://" in url))


async def _typed(spec: VerifiedSpec, finished: Finished) -> Judged:
    """Write the agent's answer in the benchmark's terms, as its own model gives it."""
    answer = TypedAnswer(task_type="RETRIEVE", status="UNKNOWN_ERROR", error_details="the model gave no usable answer")
    text = "\n\n".join(
        [
            f"Task: {spec.intent}",
            f"How the work ended: {finished.outcome.ending}; {finished.outcome.reason or 'by itself'}",
            f"Page at the end: {finished.page.url[:500]}",
            f"Answer:\n{fence(finished.outcome.answer[:20_000] or '(none)', 'answer')}",
        ]
    )
    try:
        if finished.agent is not None:
            answer = await finished.agent.ask("typed-answer", prompt("typed_answer"), text, TypedAnswer)
    except NonsenseError:
        pass
    except ModelError as error:
        return Judged(None, f"the model gave no typed answer: {error}", failed=True)
    folder = finished.folder / FOLDER / str(spec.task_id)
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    write_outfile(folder / _ANSWER, (answer.model_dump_json(indent=2) + "\n").encode())
    return Judged(None, "not judged yet")


async def _judged(task_id: int, urls: Mapping[str, str], command: Sequence[str] | None, folder: Path) -> Judged:
    """The verdict of the benchmark's own command; the recorded traffic is for its owner alone."""
    within = folder / FOLDER
    traffic = within / str(task_id) / _TRAFFIC
    if not traffic.exists():
        return Judged(None, "no traffic was recorded", failed=True)
    traffic.chmod(0o600)
    if command is None:
        return Judged(None, f"ready to be judged: webarena-verified eval-tasks --output-dir {within}")
    config = within / "config.json"
    environments = {f"__{name}__": {"urls": [url.rstrip("/")]} for name, url in urls.items()}
    write_outfile(config, (json.dumps({"environments": environments}, indent=2) + "\n").encode())
    words = [*command, "eval-tasks", "--task-ids", str(task_id), "--output-dir", str(within), "--config", str(config)]
    try:
        process = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    except OSError as error:
        raise BadInputError(f"--evaluator: {words[0]} cannot be run: {error.strerror}") from None
    try:
        said = (await asyncio.wait_for(process.communicate(), _WAIT_S))[1]
    except TimeoutError:
        process.kill()
        await process.wait()
        return Judged(None, f"the evaluator took more than {_WAIT_S:.0f} s", failed=True)
    return _verdict_in(within / str(task_id) / _VERDICT, said.decode(errors="replace"))


def _verdict_in(path: Path, said: str) -> Judged:
    if not path.exists():
        last = next(iter(said.strip().splitlines()[-1:]), "nothing")
        return Judged(None, f"the evaluator gave no verdict, it said: {last[:300]}", failed=True)
    found = read_object(path)
    if found.get("status") == "error":
        return Judged(None, f"the evaluator failed: {found.get('error_msg')}"[:300], failed=True)
    return Judged(1) if found.get("score") == 1 else Judged(0, f"{found.get('status')}: see {path}")
