from collections.abc import Callable

import pytest

from webnavigator.retrieval.document import Document
from webnavigator.retrieval.query import read_query
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.synonyms import synonyms


@pytest.mark.parametrize(
    ("query", "word", "other"),
    [
        ("see every purchase", "purchas", "order"),
        ("my purchases", "purchas", "order"),
        ("where do I sign in?", "sign", "login"),
        ("book time off", "time", "vacat"),
        ("科室名单", "科室", "部门"),
    ],
)
def test_other_words_for_what_is_asked(query: str, word: str, other: str):
    assert other in synonyms(query)[word]


def test_a_word_is_no_synonym_of_itself():
    assert all(word not in others for word, others in synonyms("orders purchases order").items())


def test_a_phrase_is_not_looked_for_by_one_of_its_words():
    assert "time" not in synonyms("vacation").get("vacat", ())


def test_a_query_reads_its_synonyms():
    assert "order" in read_query("purchases of mine").alike["purchas"]


def test_a_page_is_found_by_another_word_for_it(lexical: Callable[..., MapIndex]):
    pages = [
        Document("orders", "https://s.test/orders", title="Orders"),
        Document("products", "https://s.test/products", title="Products"),
        Document("people", "https://s.test/people", title="People"),
    ]
    index = lexical()
    index.update(pages)
    assert index.search("purchases")[0].node_id == "orders"


def test_the_word_itself_counts_for_more(lexical: Callable[..., MapIndex]):
    pages = [
        Document("orders", "https://s.test/orders", title="Orders"),
        Document("purchases", "https://s.test/purchases", title="Purchases"),
    ]
    index = lexical()
    index.update(pages)
    assert [hit.node_id for hit in index.search("purchases")] == ["purchases", "orders"]
