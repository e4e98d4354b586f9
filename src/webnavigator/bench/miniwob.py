"""MiniWoB++ (arXiv 1802.08802): little pages, each with one instruction, that tell themselves whether it was followed.

The pages are the benchmark's own, from a folder of the user's, served on this machine; a script put into each starts
its episode at once, with a seed and without the clock.
"""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, unquote, urlsplit

from typing_extensions import override

from webnavigator.bench.task_runs import BenchTask, Finished
from webnavigator.bench.verdict import Judged
from webnavigator.errors import BadInputError

GROUPS = (("task",),)
"""What results are told apart by."""

TEXT = "Do what the instruction at the top of the page asks for."
_PAGES = "miniwob"
_DONE = "String(WOB_DONE_GLOBAL) + ' ' + WOB_RAW_REWARD_GLOBAL + ' ' + (WOB_REWARD_REASON || '')"
_START = """<style>#reward-display, #click-canvas {{ display: none !important }}</style>
<script>addEventListener("load", () => setTimeout(() => {{
  core.EPISODE_MAX_TIME = 1e9;
  Math.seedrandom({seed});
  core.startEpisodeReal();
}}))</script>
"""


class _Handler(SimpleHTTPRequestHandler):
    """Files of a folder; pages of tasks get the script that starts them."""

    @override
    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        seed = parse_qs(asked.query).get("seed")
        path = Path(self.translate_path(unquote(asked.path)))
        if seed is None or not seed[0].isdecimal() or path.suffix != ".html" or not path.is_file():
            super().do_GET()
            return
        content = path.read_bytes() + _START.format(seed=json.dumps(seed[0])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Requests are not told."""


@contextmanager
def served(folder: Path) -> Generator[str]:
    """Serve a folder on this machine; gives its address, without a slash at its end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def task_names(folder: Path) -> list[str]:
    """The tasks whose pages a folder has.

    Raises:
        BadInputError: it is not the folder of the benchmark's pages.
    """
    names = sorted(path.stem for path in (folder / _PAGES).glob("*.html"))
    if not names or not (folder / "core" / "core.js").is_file():
        raise BadInputError(
            f"{folder} has no core/core.js and {_PAGES}/*.html: give the folder miniwob/html of a checkout"
        )
    return names


def miniwob_tasks(names: Sequence[str], base_url: str, instances: int = 1) -> list[BenchTask]:
    """Tasks that their own pages judge.

    Args:
        names: of the tasks.
        base_url: where the pages are served.
        instances: of each task, with seeds from 0; ids are such as ``click-button.0``.
    """
    return [
        BenchTask(
            id=f"{name}.{seed}",
            start_url=f"{base_url}/{_PAGES}/{name}.html?seed={seed}",
            text=TEXT,
            judge=judge_by_page,
            sites=("miniwob",),
            groups={"task": name},
        )
        for seed in range(instances)
        for name in names
    ]


async def judge_by_page(finished: Finished) -> Judged:
    """Whether the page has ended its episode with a reward above 0, the time it took left out."""
    done, _, rest = (await finished.page.value(_DONE)).partition(" ")
    reward, _, reason = rest.partition(" ")
    if done != "true":
        return Judged(0, "the episode has not ended")
    return Judged(1) if float(reward) > 0 else Judged(0, f"reward {reward} {reason}".strip())
