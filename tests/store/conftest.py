from collections.abc import Iterator
from pathlib import Path

import pytest

from webnavigator.store.sql import SqlStore, open_map


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with open_map(tmp_path / "map", create=True) as opened:
        yield opened
