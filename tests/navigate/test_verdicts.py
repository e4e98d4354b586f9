"""Feedback is kept with the map and changes what is chosen there."""

import pytest

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError
from webnavigator.navigate.selector import Candidate, OfflineSelector
from webnavigator.navigate.verdicts import answer, keep_verdict, verdicts_of
from webnavigator.retrieval.search import MapIndex
from webnavigator.store.sql import open_map


@pytest.fixture
def index(tmp_path):
    index = MapIndex.open(tmp_path / "index", RetrieveSettings())
    index.update(SHOP)
    yield index
    index.close()


def chosen(index, query, verdicts):
    hits = answer(index, query, 5, verdicts).hits
    return OfflineSelector().choose(query, [Candidate(hit, index.document(hit.node_id)) for hit in hits])


def test_it_survives_closing_and_can_be_reset(tmp_path):
    with open_map(tmp_path / "map", create=True) as store:
        keep_verdict(store, "  list of   orders ", "orders", right=False)
        keep_verdict(store, "list of orders", "orders", right=True)
    with open_map(tmp_path / "map", write=True) as store:
        assert [(v.query, v.right) for v in verdicts_of(store)] == [("list of orders", True)]
        store.clear_feedback()
        assert verdicts_of(store) == []


def test_words_are_needed(tmp_path):
    with open_map(tmp_path / "map", create=True) as store, pytest.raises(BadInputError):
        keep_verdict(store, "?!", "orders", right=True)


def test_a_confirmed_state_is_chosen_and_a_rejected_one_is_not(index, tmp_path):
    query = "what happened to the parcel of Amanda"
    with open_map(tmp_path / "map", create=True) as store:
        keep_verdict(store, query, "release", right=True)
        choice = chosen(index, query, verdicts_of(store))
        assert (choice.node_id, choice.confidence > 0.9) == ("release", True)
        assert "confirmed" in choice.reason
        assert chosen(index, "list of promotions", []).node_id == "promotions"
        keep_verdict(store, "list of promotions", "promotions", right=False)
        assert chosen(index, "list of promotions", verdicts_of(store)).node_id != "promotions"
