import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError, MapError, StoreError
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.search import MapIndex


def best(index, query):
    hits = index.search(query, 5)
    return hits[0].node_id if hits else None


@pytest.mark.parametrize(
    ("query", "node_id"),
    [
        ("order TT10041", "order-41"),
        ("订单 TT10041", "order-41"),
        ("dialog to assign an order to another customer", "assign"),
        ("coupon codes", "promotions"),
        ("the promotion", "promotions"),  # singular
        ("promtions", "promotions"),  # typo
        ("促销", "promotions"),  # another language
        ("release v2.4", "release"),
        ("invoice #000123", "invoice"),
        ("the stock room", "stockroom"),  # written as one word there
        ("怎么申请请假", "zh"),
    ],
)
def test_words_lead_to_their_state(shop, query, node_id):
    assert best(shop, query) == node_id


def test_a_hit_says_which_words_matched_where(shop):
    first = shop.search("order TT10041", 1)[0]
    title = next(match for match in first.matches if match.field == "title")
    assert set(title.words) == {"order", "tt10041"}
    assert title.share == pytest.approx(1.0)
    assert first.rank == 1


def test_the_page_itself_comes_before_what_is_opened_on_it(shop):
    found = [hit.node_id for hit in shop.search("order TT10001", 5)]
    assert found.index("order-1") < found.index("assign")


@pytest.mark.parametrize("query", ["", "   ", "?!…", "\0", "——"])
def test_a_query_without_words_is_refused_in_one_line(shop, query):
    with pytest.raises(BadInputError) as refused:
        shop.search(query)
    assert "\n" not in str(refused.value)


def test_a_very_long_query_is_cut_with_a_warning(shop):
    answer = shop.answer("order TT10041 " * 5000)
    assert answer.hits[0].node_id == "order-41"
    assert "first" in answer.warnings[0]


@pytest.mark.parametrize("query", ['" OR 1', "title:orders NOT x", "a* NEAR(b)", "';-- x", "-5 {main}: ^x"])
def test_queries_are_words_and_never_syntax(shop, query):
    shop.search(query)


def test_stop_words_alone_still_search(shop):
    assert isinstance(shop.search("where is the"), list)


def test_english_words_find_chinese_pages(lexical):
    index = lexical()
    titles = {"coupons": "优惠券管理", "orders": "订单列表", "cart": "购物车"}
    index.update([Document(node, f"https://s.test/{n}", title=title) for n, (node, title) in enumerate(titles.items())])
    assert [best(index, query) for query in ("list of orders", "coupon", "shopping cart")] == [
        "orders",
        "coupons",
        "cart",
    ]


def test_an_empty_map_has_no_hits(lexical):
    index = lexical()
    assert index.search("orders") == []
    assert index.update([]).added == 0


def test_a_second_update_does_nothing(lexical):
    index = lexical()
    assert index.update(SHOP).added == len(SHOP)
    report = index.update(SHOP)
    assert (report.added, report.changed, report.removed, report.unchanged) == (0, 0, 0, len(SHOP))


def test_a_changed_state_is_found_by_its_new_words_only(shop):
    changed = replace(SHOP[5], title="Sweepstakes", labels=("Sweepstakes",))
    report = shop.update([changed if d.node_id == changed.node_id else d for d in SHOP])
    assert (report.added, report.changed, report.unchanged) == (0, 1, len(SHOP) - 1)
    assert best(shop, "sweepstakes") == "promotions"
    assert best(shop, "coupon") is None


def test_states_that_are_gone_are_forgotten(shop):
    assert shop.update(SHOP[:3]).removed == len(SHOP) - 3
    assert best(shop, "invoice") is None
    shop.update([SHOP[7]], remove_others=False)
    assert len(shop) == 4


def test_the_index_is_there_when_opened_again(lexical, shop):
    shop.close()
    assert best(lexical(), "order TT10041") == "order-41"


def test_an_update_that_fails_leaves_the_old_index(shop, lexical):
    def broken():
        yield Document("new", title="Newcomer")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        shop.update(broken(), remove_others=False)
    assert len(lexical()) == len(SHOP)
    assert best(lexical(), "newcomer") is None


def test_two_processes_rank_alike(shop, tmp_path):
    shop.close()
    script = (
        "import sys; from pathlib import Path; from webnavigator.config import RetrieveSettings;"
        "from webnavigator.retrieval.search import MapIndex;"
        "i = MapIndex.open(Path(sys.argv[1]), RetrieveSettings(encoder='lexical'));"
        "print([(h.node_id, h.score) for h in i.search('assign order to customer')])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / "index")],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert "assign" in runs.pop()


def make_junk_database(folder):
    (folder / "index.sqlite").write_bytes(b"not a database" * 100)


def make_foreign_database(folder):
    for path in folder.iterdir():
        path.unlink()
    with closing(sqlite3.connect(folder / "index.sqlite")) as database:
        database.executescript("CREATE TABLE doc (name TEXT); CREATE TABLE meta (key TEXT, value TEXT);")


def make_junk_vectors(folder):
    (folder / "english.summary.f16").write_bytes(b"junk")


def put_a_file_in_its_place(folder):
    shutil.rmtree(folder)
    folder.write_bytes(b"junk")


@pytest.mark.parametrize(
    "damage", [make_junk_database, make_foreign_database, make_junk_vectors, put_a_file_in_its_place]
)
def test_a_damaged_index_is_made_anew(damage, tmp_path):
    folder, settings = tmp_path / "index", RetrieveSettings(encoder="lexical")
    with closing(MapIndex.open(folder, settings)) as index:
        index.update(SHOP)
    damage(folder)
    with closing(MapIndex.open(folder, settings)) as index:
        assert len(index) == 0
        assert index.update(SHOP).added == len(SHOP)
        assert index.search("coupon codes")


def test_an_index_of_a_newer_version_is_left_alone(tmp_path):
    settings = RetrieveSettings(encoder="lexical")
    MapIndex.open(tmp_path, settings).close()
    with closing(sqlite3.connect(tmp_path / "index.sqlite")) as database:
        database.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
        database.commit()
    before = (tmp_path / "index.sqlite").read_bytes()
    with pytest.raises(MapError, match="newer"):
        MapIndex.open(tmp_path, settings)
    assert (tmp_path / "index.sqlite").read_bytes() == before


def test_bytes_that_are_no_text_are_searched_as_what_is_left(shop):
    assert shop.search("coupon codes \udcff\udcfe")[0].node_id == shop.search("coupon codes")[0].node_id
    with pytest.raises(BadInputError, match="no word"):
        shop.search("\udcff")


class Letters:
    """A deterministic encoder: counts of letters."""

    name = "letters"
    dim = 384

    def encode(self, texts, *, query):
        rows = np.zeros((len(texts), self.dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) % 256] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    def encode_tokens(self, texts, *, query):
        return [(self.encode([t], query=query)[0], self.encode(t.split(), query=query)) for t in texts]


class LetterEncoders:
    english = Letters()
    multilingual = Letters()
    warnings: tuple[str, ...] = ()


@pytest.fixture
def vectors(tmp_path: Path):
    def opened() -> MapIndex:
        return MapIndex.open(tmp_path / "vectors", RetrieveSettings(), encoders=LetterEncoders())  # type: ignore[arg-type]

    return opened


def test_vectors_find_what_shares_no_word(vectors):
    index = vectors()
    index.update(SHOP)
    assert "promotions" in [hit.node_id for hit in index.search("promotionx couponz", 3)]
    features = index.search("order TT10041", 1)[0].features
    assert features["raw_en_summary"] > 0
    assert features["raw_en_late"] > 0
    assert features["raw_ml_key"] > 0


def test_a_changed_state_replaces_its_own_vectors_only(vectors):
    index = vectors()
    index.update(SHOP)
    before = len(index._stores["english"].summaries)  # what is on disk has no other window
    index.update([*SHOP[:-1], replace(SHOP[-1], title="变了")])
    assert len(index._stores["english"].summaries) == before
    assert len(index._stores["multilingual"].summaries) == len(SHOP) + 1


def test_what_a_killed_update_wrote_is_dropped(vectors, tmp_path):
    index = vectors()
    index.update(SHOP[:4])
    index.close()
    with (tmp_path / "vectors" / "english.summary.f16").open("ab") as file:
        file.write(b"\1" * (384 * 2 * 3 + 5))  # three rows and a half-written one
    index = vectors()
    index.search("orders")
    index.update(SHOP)
    assert len(index._stores["english"].summaries) == sum(d.language != "zh" for d in SHOP)
    assert index.search("order TT10041")[0].node_id == "order-41"


def test_an_index_where_nothing_can_be_written_is_searched(tmp_path, monkeypatch):
    folder, settings = tmp_path / "index", RetrieveSettings(encoder="lexical")
    with closing(MapIndex.open(folder, settings)) as index:
        index.update(SHOP)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # as root nothing else is refused
    with closing(MapIndex.open(folder, settings)) as index:
        assert index.search("coupon codes")
        assert index.update(SHOP).unchanged == len(SHOP)
        with pytest.raises(StoreError, match="readonly"):
            index.update(SHOP[1:])
