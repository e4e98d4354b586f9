from collections.abc import Iterator
from pathlib import Path

import pytest

from store.postgres import WHY_NOT, find_programs, postgres
from webnavigator.store.sql import SqlStore, open_map


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Address of a PostgreSQL server of our own; tests that ask for it are skipped where none is installed."""
    programs = find_programs()
    if programs is None:
        pytest.skip(WHY_NOT)
    with postgres(programs) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[SqlStore]:
    """An empty map: what holds of one holds of it wherever its tables are."""
    address: str | None = request.getfixturevalue("server") if request.param == "postgresql" else None
    with open_map(tmp_path / "map", create=True, server=address) as opened:
        yield opened
