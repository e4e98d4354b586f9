from pathlib import Path

import pytest

from webnavigator.errors import MapError
from webnavigator.store.lock import OWNER_NAME, MapLock


def test_one_at_a_time(tmp_path: Path) -> None:
    first = MapLock(tmp_path)
    with pytest.raises(MapError, match="in use by process"):
        MapLock(tmp_path)
    first.release()
    first.release()
    MapLock(tmp_path).release()


def test_an_owner_that_cannot_be_read_is_unknown(tmp_path: Path) -> None:
    held = MapLock(tmp_path)
    (tmp_path / OWNER_NAME).unlink()
    with pytest.raises(MapError, match=r"process unknown$"):
        MapLock(tmp_path)
    held.release()
