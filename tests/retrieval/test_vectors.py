import numpy as np
import pytest

from webnavigator.errors import MapError
from webnavigator.retrieval.vectors import VectorFile


def test_rows_are_appended_read_and_dropped(tmp_path):
    file = VectorFile(tmp_path / "v.f16", 4)
    assert len(file) == 0
    assert file.read().shape == (0, 4)
    assert file.append(np.ones((3, 4), np.float32)) == 0
    assert file.append(np.full((2, 4), 0.5, np.float32)) == 3
    assert VectorFile(tmp_path / "v.f16", 4).read()[3:].tolist() == [[0.5] * 4] * 2
    file.truncate(1)
    assert len(file) == 1


def test_another_dimension_is_refused(tmp_path):
    VectorFile(tmp_path / "v.f16", 4)
    with pytest.raises(MapError):
        VectorFile(tmp_path / "v.f16", 8)


def test_a_foreign_file_is_refused(tmp_path):
    (tmp_path / "v.f16").write_bytes(b"something else")
    with pytest.raises(MapError):
        VectorFile(tmp_path / "v.f16", 4)
