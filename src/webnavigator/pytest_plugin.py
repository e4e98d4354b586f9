"""The fixture `goto_state` for tests with asynchronous Playwright pages.

Put ``pytest_plugins = ["webnavigator.pytest_plugin"]`` into a conftest, and say which map: ``webnavigator_map`` in the
ini file, or ``--webnavigator-map DIR``.
"""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from playwright.async_api import Page

from webnavigator.app import OpenNavigator, open_navigator
from webnavigator.errors import BadInputError
from webnavigator.navigate.arrival import Arrival
from webnavigator.testing import goto_state as go_to

GotoState = Callable[[Page, str], Awaitable[Arrival]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The map of the site under test: an option, or a line of the ini file."""
    parser.getgroup("webnavigator").addoption("--webnavigator-map", metavar="DIR", help="map for goto_state")
    parser.addini("webnavigator_map", "directory of the map for goto_state, from the root of the tests")


@pytest.fixture(scope="session")
def webnavigator_map(request: pytest.FixtureRequest) -> Iterator[OpenNavigator]:
    """The map, open for the whole session.

    Raises:
        BadInputError: none was named.
        MapError: the directory is not a map.
    """
    given = str(request.config.getoption("--webnavigator-map") or request.config.getini("webnavigator_map") or "")
    if not given:
        raise BadInputError("goto_state needs a map: --webnavigator-map DIR, or webnavigator_map in the ini file")
    navigator = open_navigator(request.config.rootpath / given, learn=False)
    yield navigator
    navigator.close()


@pytest.fixture
def goto_state(webnavigator_map: OpenNavigator) -> GotoState:
    """Brings a page into the state that some words mean, or fails the test and says why."""

    async def go(page: Page, query: str) -> Arrival:
        return await go_to(page, query, webnavigator_map)

    return go
