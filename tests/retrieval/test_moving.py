from contextlib import closing
from pathlib import Path

from webnavigator.config import RetrieveSettings
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.moving import copy_index
from webnavigator.retrieval.search import MapIndex

ORDERS = Document("a", "http://old.test/orders", title="Orders at http://old.test", headings=("Open orders",))


def there(text: str) -> str:
    return "b" if text == "a" else text.replace("http://old.test", "http://new.test")


def test_a_copied_index_answers_with_the_new_ids_and_encodes_nothing_anew(tmp_path: Path) -> None:
    with closing(MapIndex.open(tmp_path / "old", RetrieveSettings())) as index:
        index.update([ORDERS])
    copy_index(tmp_path / "old", tmp_path / "new", there)
    with closing(MapIndex.open(tmp_path / "new", RetrieveSettings())) as index:
        hits = index.search("open orders")
        assert [hit.node_id for hit in hits] == ["b"]
        moved = index.document("b")
        assert moved is not None
        assert (moved.url, moved.title) == ("http://new.test/orders", "Orders at http://new.test")
        report = index.update([moved])
        assert (report.unchanged, report.added, report.changed) == (1, 0, 0)


def test_a_map_without_an_index_is_copied_without_one(tmp_path: Path) -> None:
    copy_index(tmp_path / "old", tmp_path / "new", there)
    assert not (tmp_path / "new").exists()
