from pathlib import Path

import pytest

from webnavigator.errors import MapError
from webnavigator.store.lock import OWNER_NAME, MapLock, is_being_written


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


def test_whether_somebody_writes_is_found_out_without_getting_in_the_way(tmp_path: Path) -> None:
    assert not is_being_written(tmp_path)
    held = MapLock(tmp_path)
    assert is_being_written(tmp_path)
    held.release()
    assert not is_being_written(tmp_path)
    (tmp_path / "file").touch()
    assert not is_being_written(tmp_path / "file")
