import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from webnavigator.errors import StoreError
from webnavigator.model.graph import Node
from webnavigator.model.page import Observation, structure_keys
from webnavigator.store.blobs import Blobs
from webnavigator.store.sql import SqlStore

SEEN = Observation(
    "https://a.test/",
    title="订单",
    structure=("/html[1]/a[1]", "/html[1]/b[1]"),
    states={"/html[1]/b[1]": "selected"},
    tree="- link 订单\n",
)


def visited(sha: str) -> Node:
    return Node("a", "https://a.test/", content=sha)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(observation=st.from_type(Observation))
def test_observations_and_structures_come_back_as_they_were(store: SqlStore, observation: Observation) -> None:
    node = visited(store.put_observation(observation))
    assert store.observation(node) == observation
    assert store.structure(node) == structure_keys(observation)
    assert store.structure(node, faithful=True) == structure_keys(observation, faithful=True)


def test_pages_of_one_structure_share_it(store: SqlStore) -> None:
    shas = {
        store.put_observation(Observation("https://a.test/", title=title, structure=SEEN.structure))
        for title in ("one", "two", "one")
    }
    assert len(shas) == 2
    assert len(list(store.path.glob("blobs/*/*.json.gz"))) == 3


def test_a_structure_does_not_need_the_observation(store: SqlStore) -> None:
    sha = store.put_observation(SEEN)
    (store.path / "blobs" / sha[:2] / f"{sha[2:]}.json.gz").unlink()
    assert store.structure(visited(sha)) == {"/html[1]/a[1]", "/html[1]/b[1]#selected"}
    with pytest.raises(StoreError, match="missing or broken"):
        store.observation(visited(sha))


def test_screenshots_are_kept_as_they_are(store: SqlStore) -> None:
    sha = store.put_screenshot(b"RIFF....WEBP")
    assert store.put_screenshot(b"RIFF....WEBP") == sha
    assert store.screenshot(Node("a", "https://a.test/", screenshot=sha)) == b"RIFF....WEBP"
    assert len(list(store.path.glob("blobs/*/*.webp"))) == 1


def test_a_state_never_visited_has_no_content(store: SqlStore) -> None:
    node = Node("a", "https://a.test/", visited=False)
    assert store.observation(node) is None
    assert store.screenshot(node) is None
    assert store.structure(node) == frozenset()


def test_a_blob_that_is_no_observation_is_damage(store: SqlStore) -> None:
    sha = Blobs(store.path / "blobs").put(b"[]", ".json.gz")
    with pytest.raises(StoreError, match="is not an observation"):
        store.observation(visited(sha))
