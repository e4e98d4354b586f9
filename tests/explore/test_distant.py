"""Exploring with browsers elsewhere gives the same map, also when one of them is gone in the middle."""

import pickle
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sites.harness import Site
from webnavigator.app.permission import policy_for
from webnavigator.browser.distant.host import PageHost, Reply
from webnavigator.browser.distant.pilot import Host
from webnavigator.browser.distant.session import DistantSession
from webnavigator.browser.login import LoginState
from webnavigator.config import Settings, load_settings
from webnavigator.errors import PageCrashedError
from webnavigator.explore.explorer import Explorer, OpenSession
from webnavigator.explore.report import ExploreReport
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of
from webnavigator.store.sql import SqlStore, open_map


@dataclass(eq=False)
class NearHost(Host):
    """A host in this process; what goes there and back is packed as it would be for another machine."""

    far: PageHost
    dies_after: int | None = None
    asked: int = 0

    @property
    def gone(self) -> bool:
        return self.dies_after is not None and self.asked >= self.dies_after

    async def ask(self, name: str, *arguments: Any) -> Reply:
        if self.gone:
            raise PageCrashedError("its worker is gone")
        self.asked += 1
        given = pickle.loads(pickle.dumps(arguments))
        return pickle.loads(pickle.dumps(await getattr(self.far, name)(*given)))


@dataclass
class Hosts:
    """Starts hosts and keeps what it started."""

    settings: Settings
    first_dies_after: int | None = None
    started: list[NearHost] = field(default_factory=list)

    def open(self, policy: Policy, login: LoginState | None, learned: set[str]) -> DistantSession:
        def start() -> Host:
            dies_after = None if self.started else self.first_dies_after
            self.started.append(NearHost(PageHost(self.settings.browser, policy), dies_after))
            return self.started[-1]

        return DistantSession(start, lambda _: None, login, learned)

    async def close(self) -> None:
        for host in self.started:
            with suppress(Exception):  # what died in the test may be closed already
                await host.far.close()


def settings_for(**explore: Any) -> Settings:
    return load_settings(explore={"max_minutes": 2.0, "linger_s": 0.0, "workers": 2, **explore})


async def explored(site: Site, settings: Settings, elsewhere: OpenSession | None, store: SqlStore) -> ExploreReport:
    policy = policy_for(scope_of(site.url, ()), settings)
    return await Explorer(store, site.url, settings, policy, elsewhere=elsewhere, leases=True).run()


def found(store: SqlStore) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in store.graph().edges}


@pytest.mark.parametrize("name", ["hover-menu", "popups", "search-post-onload"])
async def test_the_map_is_the_same(site: Callable[..., Site], tmp_path: Path, chromium_path: str, name: str) -> None:
    settings, served = settings_for(), site(name)
    hosts = Hosts(settings)
    try:
        with open_map(tmp_path / "far", create=True) as far, open_map(tmp_path / "near", create=True) as near:
            here = await explored(served, settings, None, near)
            there = await explored(served, settings, hosts.open, far)
            assert found(far) == found(near)
            assert far.read_endpoints() == near.read_endpoints()
            assert far.audit() == near.audit()
            assert far.leases() == {}
    finally:
        await hosts.close()
    assert (there.states, there.ended) == (here.states, here.ended)
    assert all(host.asked for host in hosts.started)


async def test_the_work_of_a_host_that_dies_is_done_by_another(
    site: Callable[..., Site], tmp_path: Path, chromium_path: str
) -> None:
    settings, served = settings_for(), site("hover-menu")
    hosts = Hosts(settings, first_dies_after=9)
    try:
        with open_map(tmp_path / "far", create=True) as far, open_map(tmp_path / "near", create=True) as near:
            await explored(served, settings, None, near)
            report = await explored(served, settings, hosts.open, far)
            assert found(far) == found(near)
            assert far.leases() == {}
    finally:
        await hosts.close()
    assert report.restarts == 1
    assert hosts.started[0].asked == 9
