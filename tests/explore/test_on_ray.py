"""Many machines: a PostgreSQL server and a Ray cluster of two nodes, a worker of which is killed in the middle.

`make heavy` runs it: it needs the extra `ray` and a PostgreSQL server.
"""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sites.harness import Site
from store.postgres import WHY_NOT, find_programs, postgres
from webnavigator.app import explore, search
from webnavigator.config import load_settings
from webnavigator.errors import BadInputError
from webnavigator.explore.report import Progress
from webnavigator.store.sql import open_map

pytestmark = [pytest.mark.heavy, pytest.mark.filterwarnings("default")]  # warnings of Ray are its own


BIRDS = "crane heron stork swift wren robin magpie raven starling lapwing plover dunlin curlew snipe avocet".split()
PAGE = """<!doctype html><title>{0}</title><script src="/__site.js"></script><h1>{0}</h1>
<p>The {0} lives at the {1}.</p><a href="/{1}.html">{1}</a> <a href="/">All</a>"""


def birds(folder: Path) -> Path:
    """A site of which every state is visited, in whatever order: each page says something of its own."""
    folder.mkdir()
    (folder / "site.json").write_text(json.dumps({"what": "birds"}))
    links = "".join(f'<li><a href="/{bird}.html">{bird}</a></li>' for bird in BIRDS)
    menu = """<button aria-haspopup="menu" onclick="m.hidden = false">More</button><div id="m" role="menu" hidden>
<a role="menuitem" href="/wren.html">Small ones</a></div>"""
    (folder / "index.html").write_text(f"<!doctype html><title>Birds</title><h1>Birds</h1><ul>{links}</ul>{menu}")
    for bird, following in zip(BIRDS, [*BIRDS[1:], BIRDS[0]], strict=True):
        (folder / f"{bird}.html").write_text(PAGE.format(bird, following))
    return folder


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    ray: Any = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    made.add_node(num_cpus=2)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False)
    yield "ray://auto"
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    programs = find_programs()
    if programs is None:
        pytest.skip(WHY_NOT)
    with postgres(programs) as address:
        yield address


async def test_a_map_by_many_machines_is_that_of_one(
    cluster: str, server: str, site: Callable[..., Site], tmp_path: Path, chromium_path: str
) -> None:
    served = site(birds(tmp_path / "birds"))
    settings = load_settings(explore={"workers": 3, "linger_s": 0.0, "max_minutes": 5.0})
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.states < 5 or killed:
            return
        with open_map(tmp_path / "many") as store:
            busy = [int(holder.rpartition(":")[2]) for holder in store.leases().values()]
        killed.extend(busy[:1])
        for pid in killed:
            os.kill(pid, signal.SIGKILL)

    one = await explore(served.url, tmp_path / "one", settings)
    many = await explore(served.url, tmp_path / "many", settings, server=server, on=cluster, progress=kill_one)
    assert killed
    assert many.restarts >= 1
    assert many.ended == one.ended == "complete"
    with open_map(tmp_path / "one") as here, open_map(tmp_path / "many") as there:
        assert {node.id for node in there.graph().nodes} == {node.id for node in here.graph().nodes}
        assert not there.leases()
        assert not there.tasks("pending")
    assert search(tmp_path / "many", "where the curlew lives", 3, settings)


async def test_more_workers_than_processors_are_refused(cluster: str, server: str, tmp_path: Path) -> None:
    settings = load_settings(explore={"workers": 9})
    with pytest.raises(BadInputError, match="the cluster has 4 processors"):
        await explore("http://127.0.0.1:9/", tmp_path / "map", settings, on=cluster)
    assert not (tmp_path / "map").exists()
