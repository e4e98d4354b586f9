import pytest

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.navigate.selector import Candidate, OfflineSelector
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import Encoders


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    index = MapIndex.open(tmp_path_factory.mktemp("index"), RetrieveSettings(), encoders=Encoders())
    index.update(SHOP)
    return index


async def chosen(index, query):
    hits = index.search(query)
    return await OfflineSelector().select(query, [Candidate(hit, index.document(hit.node_id)) for hit in hits])


@pytest.mark.parametrize(
    ("query", "node_id"),
    [
        ("order TT10041", "order-41"),
        ("list of promotions", "promotions"),
        ("dialog to assign order TT10001 to another customer", "assign"),
        ("订单 TT10041", "order-41"),
        ("请假申请", "zh"),
    ],
)
async def test_the_state_that_is_there_is_chosen(index, query, node_id):
    choice = await chosen(index, query)
    assert choice.node_id == node_id
    assert 0.3 < choice.confidence <= 1


@pytest.mark.parametrize("query", ["weather forecast for Madrid", "train a neural network", "预订飞往马德里的航班"])
async def test_none_is_chosen_when_nothing_fits(index, query):
    choice = await chosen(index, query)
    assert choice.node_id is None
    assert 0.5 < choice.confidence <= 1


async def test_the_reason_is_one_line_that_names_the_fields(index):
    choice = await chosen(index, "order TT10041")
    assert "\n" not in choice.reason
    assert "tt10041" in choice.reason
    assert "title" in choice.reason


async def test_no_candidates_mean_none():
    choice = await OfflineSelector().select("orders", [])
    assert choice.node_id is None


async def test_a_query_without_words_means_none(index):
    candidates = [Candidate(hit) for hit in index.search("orders")]
    assert (await OfflineSelector().select("?!", candidates)).node_id is None
