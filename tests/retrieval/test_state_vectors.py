"""The contract of an index of multi-vectors, over files and over Qdrant (its client's embedded mode)."""

from contextlib import closing

import numpy as np
import pytest

from webnavigator.errors import StoreError
from webnavigator.retrieval import local_vectors
from webnavigator.retrieval.late_interaction import maxsim
from webnavigator.retrieval.local_vectors import LocalVectors
from webnavigator.retrieval.qdrant import QdrantVectors, collection_for, open_client
from webnavigator.retrieval.state_vectors import STATE_BYTES, StateRow, cut_to_budget
from webnavigator.retrieval.text_encoder import unit

DIM = 16


def vectors(seed: int, count: int = 5, dim: int = DIM) -> np.ndarray:
    return unit(np.random.default_rng(seed).normal(size=(count, dim)).astype(np.float32))


def row(number: int, made: str = "a", **shape: int) -> StateRow:
    return StateRow(f"state-{number:04d}", made, vectors(number, **shape))


@pytest.fixture(params=["files", "qdrant"])
def kept(request, tmp_path):
    if request.param == "files":
        index = LocalVectors(tmp_path / "encoder")
    else:
        index = QdrantVectors(open_client(":memory:"), collection_for(tmp_path), embedded=True)
    with closing(index):
        yield index


def test_nothing_kept_finds_nothing(kept):
    assert kept.made() == {}
    assert kept.nearest(vectors(1), 5) == []
    assert np.isnan(kept.scores(vectors(1), ["state-0001"])).all()
    kept.drop(["state-0001"])
    kept.put([])
    assert kept.made() == {}


def test_the_best_come_first_by_the_mean_of_the_best_similarities(kept):
    rows = [row(number, count=2 + number % 4) for number in range(12)]
    kept.put(rows)
    query = vectors(99, 3)
    exact = {one.node_id: maxsim(query, one.vectors) for one in rows}
    found = kept.nearest(query, 5)
    assert [name for name, _ in found] == sorted(exact, key=lambda name: -exact[name])[:5]
    assert [score for _, score in found] == pytest.approx([exact[name] for name, _ in found], abs=2e-3)
    names = ["state-0007", "nowhere", "state-0000"]
    scores = kept.scores(query, names)
    assert scores[[0, 2]] == pytest.approx([exact[names[0]], exact[names[2]]], abs=2e-3)
    assert np.isnan(scores[1])


def test_a_changed_state_replaces_its_own_vectors_only(kept):
    kept.put([row(number) for number in range(4)])
    kept.put([StateRow("state-0002", "b", vectors(77, 9))])
    assert kept.made() == {"state-0000": "a", "state-0001": "a", "state-0002": "b", "state-0003": "a"}
    assert kept.nearest(vectors(77, 9), 1)[0] == ("state-0002", pytest.approx(1.0, abs=2e-3))
    assert kept.nearest(vectors(2), 1)[0][1] < 0.95
    assert kept.scores(vectors(3), ["state-0003"])[0] == pytest.approx(1.0, abs=2e-3)


def test_dropped_states_are_gone(kept):
    kept.put([row(number) for number in range(4)])
    kept.drop(["state-0001", "nowhere"])
    assert sorted(kept.made()) == ["state-0000", "state-0002", "state-0003"]
    assert len(kept.nearest(vectors(1), 10)) == 3


def test_vectors_of_another_dimension_begin_anew(kept):
    kept.put([row(1), row(2)])
    assert kept.nearest(vectors(1, dim=8), 3) == []
    kept.put([row(3, dim=8)])
    assert list(kept.made()) == ["state-0003"]
    assert kept.nearest(vectors(3, dim=8), 3)[0][0] == "state-0003"
    assert kept.nearest(vectors(1), 3) == []


def test_equal_scores_are_ordered_by_id(kept):
    kept.put([StateRow(name, "a", vectors(1)) for name in ("c", "a", "b")])
    assert [name for name, _ in kept.nearest(vectors(1), 3)] == ["a", "b", "c"]


def test_files_are_there_when_opened_again_and_grow_no_further_than_twice(tmp_path):
    folder = tmp_path / "encoder"
    with closing(LocalVectors(folder)) as index:
        for turn in range(8):
            index.put([row(number, made=str(turn), count=80) for number in range(6)])
    with closing(LocalVectors(folder)) as index:
        assert set(index.made().values()) == {"7"}
        assert index.nearest(vectors(3, 80), 1)[0][0] == "state-0003"
    files = list(folder.glob("*.f16"))
    assert len(files) == 1
    assert files[0].stat().st_size <= (1_000 + 2 * 6 * 80) * DIM * 2


def test_a_reader_keeps_what_it_sees_while_another_writes(tmp_path):
    folder = tmp_path / "encoder"
    with closing(LocalVectors(folder)) as writer, closing(LocalVectors(folder)) as late:
        writer.put([row(number, count=80) for number in range(6)])
        with closing(LocalVectors(folder)) as reader:
            writer.put([row(3, dim=8)])
            assert reader.nearest(vectors(4, 80), 1)[0][0] == "state-0004"
        late.put([row(5, dim=8)])
        assert sorted(late.made()) == ["state-0003", "state-0005"]


def test_what_a_killed_writer_left_is_cut_off(tmp_path):
    folder = tmp_path / "encoder"
    with closing(LocalVectors(folder)) as index:
        index.put([row(1)])
    with next(folder.glob("*.f16")).open("ab") as file:
        file.write(b"\1" * 333)
    with closing(LocalVectors(folder)) as index:
        index.put([row(2)])
        assert index.nearest(vectors(2), 1)[0] == ("state-0002", pytest.approx(1.0, abs=2e-3))


def test_junk_in_place_of_the_database_is_told(tmp_path):
    (tmp_path / "states.sqlite").write_bytes(b"junk" * 500)
    with pytest.raises(StoreError, match="cannot be used"):
        LocalVectors(tmp_path)


def test_rows_that_are_missing_are_told(tmp_path):
    with closing(LocalVectors(tmp_path)) as index:
        index.put([row(1)])
    file = next(tmp_path.glob("*.f16"))
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(StoreError, match="made anew"):
        LocalVectors(tmp_path)


def test_many_states_are_found_through_the_first_stage(tmp_path, monkeypatch):
    monkeypatch.setattr(local_vectors, "EXACT_STATES", 100)
    themes = vectors(0, 150, 32)

    def state(number: int) -> StateRow:
        random = np.random.default_rng(number)
        near = themes[random.integers(0, 150, 12)] + 0.1 * random.normal(size=(12, 32))
        return StateRow(f"{number:04d}", "a", unit(near.astype(np.float32)))

    with closing(LocalVectors(tmp_path)) as index:
        for begin, end in ((0, 110), (110, 600)):  # centroids are learnt at 110, and once more at 600
            index.put([state(number) for number in range(begin, end)])
        index.put([StateRow("0007", "b", state(1007).vectors)])
        names, shares = sorted(index.made()), []
        for number in range(20):
            query = state(29 * number).vectors[:6]
            exact = index.scores(query, names)
            best = {names[at] for at in np.argsort(-exact)[:30]}
            shares.append(len(best & {name for name, _ in index.nearest(query, 30)}) / 30)
        assert np.mean(shares) >= 0.98
        assert index.nearest(state(1007).vectors, 1)[0][0] == "0007"


def test_a_state_keeps_no_more_than_its_share_of_the_disk():
    assert cut_to_budget(vectors(1, 2_000, 128)).nbytes == 2 * STATE_BYTES  # here float32
    assert len(cut_to_budget(vectors(1, 10))) == 10
