import json

import pytest

from retrieval.shop_documents import SHOP
from webnavigator.bench.retrieval import RetrievalReport, RetrievalRow, bench_retrieval, figures, format_report
from webnavigator.config import load_settings
from webnavigator.errors import MapError


def row(kind, rank, chosen, right):
    return RetrievalRow("i", "en", "words", kind, rank, chosen, right, 0.5, 0.01)


def test_recall_counts_states_that_are_there_and_none_those_that_are_not():
    rows = [
        row("url", 1, "a", True),
        row("url", 4, "b", False),
        row("no url", None, None, False),
        row("none", None, None, True),
        row("none", None, "c", False),
    ]
    found = figures(rows)
    assert found["R@1"] == pytest.approx(1 / 3)
    assert found["R@5"] == pytest.approx(2 / 3)
    assert found["MRR"] == pytest.approx((1 + 1 / 4) / 3)
    assert found["right"] == pytest.approx(2 / 5)
    assert found["none recall"] == pytest.approx(1 / 2)
    assert found["none precision"] == pytest.approx(1 / 2)


def test_figures_of_nothing_are_few():
    assert figures([]) == {"intents": 0.0}


def test_a_directory_that_is_no_map_is_refused(tmp_path):
    intents = tmp_path / "intents.json"
    intents.write_text(json.dumps({"intents": [{"id": "a", "intent": SHOP[1].title, "check": None}]}))
    (tmp_path / "other").mkdir()
    with pytest.raises(MapError):
        bench_retrieval(intents, tmp_path / "other", load_settings())


def test_the_report_is_a_table_for_people():
    text = format_report(RetrievalReport((), ("x",), {"all": figures([row("url", 1, "a", True)])}))
    assert "R@30" in text
    assert text.endswith("not in the map: x")
