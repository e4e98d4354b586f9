"""Hosts on a Ray cluster: an actor each, spread over its machines."""

import asyncio
import importlib
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from typing_extensions import override

from webnavigator.browser.distant.host import PageHost, Reply
from webnavigator.browser.distant.pilot import Host
from webnavigator.config import BrowserSettings
from webnavigator.errors import BadInputError, BrowserMissingError, MissingExtraError, PageCrashedError
from webnavigator.model.safety import Policy

_ANSWER_S = 120.0
"""Longest wait for an answer: longer than any call of a page takes."""


@dataclass(slots=True, eq=False)
class RayHost(Host):
    """A `PageHost` as an actor.

    Attributes:
        actor: Ray's handle.
        ray_error: what all of Ray's errors are derived from.
    """

    actor: Any
    ray_error: type[Exception]
    _gone: bool = False

    @property
    @override
    def gone(self) -> bool:
        return self._gone

    @override
    async def ask(self, name: str, *arguments: Any) -> Reply:
        if self._gone:
            raise PageCrashedError("its worker is gone")
        try:
            async with asyncio.timeout(_ANSWER_S):
                return await getattr(self.actor, name).remote(*arguments)
        except self.ray_error as error:
            self._gone = True
            raise PageCrashedError(f"its worker is gone: {str(error).splitlines()[0]}") from None
        except TimeoutError:
            self._gone = True
            raise PageCrashedError(f"its worker did not answer for {_ANSWER_S:.0f} s") from None


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A cluster that is connected to.

    Attributes:
        ray: Ray's module.
        workers: how many hosts there will be.
    """

    ray: Any
    workers: int

    def starter(self, settings: BrowserSettings, policy: Policy) -> Callable[[], Host]:
        """Starts hosts, each with a processor of its own, on as many machines as there are."""
        actor = self.ray.remote(num_cpus=1, scheduling_strategy="SPREAD")(PageHost)
        errors: Any = importlib.import_module("ray.exceptions")
        return lambda: RayHost(actor.remote(settings, policy), errors.RayError)

    def end(self, host: Host) -> None:
        """End a host and what it has started."""
        if isinstance(host, RayHost):
            self.ray.kill(host.actor)


@contextmanager
def ray_cluster(address: str, workers: int) -> Generator[RayCluster]:
    """Connect to a cluster; a connection that was there before is used and stays.

    Args:
        address: ``ray://HOST:PORT``, or ``ray://auto`` for the cluster that this machine belongs to.
        workers: how many hosts will be wanted; each takes a processor.

    Raises:
        BadInputError: the cluster has not that many processors.
        BrowserMissingError: it cannot be reached.
        MissingExtraError: Ray is not installed.
    """
    try:
        ray: Any = importlib.import_module("ray")
    except ModuleNotFoundError:
        raise MissingExtraError("Ray", "ray") from None
    connected = ray.is_initialized()
    if not connected:
        _connect(ray, "auto" if address == "ray://auto" else address)
    try:
        processors = int(ray.cluster_resources().get("CPU", 0))
        if processors < workers:
            raise BadInputError(f"the cluster has {processors} processors: give  --workers {max(1, processors)}")
        yield RayCluster(ray, workers)
    finally:
        if not connected:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the error says the same in one line
            ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, RuntimeError, ValueError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise BrowserMissingError(f"no Ray cluster answers at {address}: {said}") from None
