"""Models on this machine: small ones with random weights, loaded as any other.

`make heavy` runs those that need the extra `local`, which is large.
"""

import io
import sys
from contextlib import closing

import numpy as np
import pytest
from PIL import Image

from retrieval import tiny_models
from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError, MissingExtraError
from webnavigator.retrieval.added import Pictures
from webnavigator.retrieval.late_interaction import maxsim
from webnavigator.retrieval.local_models import LocalEncoder, fingerprint
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import Encoders

heavy = [pytest.mark.heavy, pytest.mark.filterwarnings("default")]  # warnings of torch and its like are theirs


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    at = tmp_path_factory.mktemp("models")
    return {
        "dense": tiny_models.text_model(at / "dense", many=False),
        "late": tiny_models.text_model(at / "late", many=True),
        "colpali": tiny_models.colpali(at / "colpali"),
    }


def test_a_missing_extra_is_told_with_its_cure(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"webnavigator\[local\]"):
        LocalEncoder("any/model")


def test_a_changed_file_is_another_model(tmp_path):
    (tmp_path / "weights").write_bytes(b"1" * 3_000_000)
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "weights").write_bytes(b"1" * 2_999_999 + b"2")
    assert fingerprint(tmp_path) != before


class TestHeavy:
    pytestmark = heavy

    @pytest.mark.parametrize("name", ["./no/such/folder", "no folder and no name", ""])
    def test_what_is_no_model_is_told_in_one_line(self, name):
        with pytest.raises(BadInputError) as told:
            LocalEncoder(name)
        assert "\n" not in str(told.value)

    def test_a_folder_without_a_model_is_told(self, tmp_path):
        (tmp_path / "config.json").write_text('{"model_type": "nonsense"}')
        with pytest.raises(BadInputError, match="cannot be loaded"):
            LocalEncoder(str(tmp_path))

    def test_without_a_hub_a_name_is_told(self, monkeypatch):
        monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
        with pytest.raises(BadInputError, match="cannot be loaded"):
            LocalEncoder("nobody/nothing")

    @pytest.mark.parametrize(("kind", "many", "pictures"), [("dense", False, False), ("late", True, False)])
    def test_texts_become_unit_vectors(self, models, kind, many, pictures):
        encoder = LocalEncoder(str(models[kind]))
        assert (encoder.many, encoder.reads_images) == (many, pictures)
        query, texts = encoder.queries(["orders of the shop"])[0], encoder.texts(["orders", "list all red coupons"])
        assert (len(texts[1]) > 1) == many
        for rows in (query, *texts):
            assert np.linalg.norm(rows, axis=1) == pytest.approx(np.ones(len(rows)), abs=1e-5)
        assert encoder.texts([]) == []

    def test_late_interaction_is_the_librarys_own_over_the_querys_length(self, models):
        encoder = LocalEncoder(str(models["late"]))
        query, text = encoder.queries(["red coupons"])[0], encoder.texts(["all coupons of the shop"])[0]
        theirs = float(encoder._model.similarity([query], [text])[0, 0])
        assert maxsim(query, text) == pytest.approx(theirs / len(query), abs=1e-5)

    def test_colpali_reads_pictures_and_questions(self, models):
        encoder = LocalEncoder(str(models["colpali"]))
        assert encoder.many
        assert encoder.reads_images
        red, green = encoder.images([Image.new("RGB", (40, 60), colour) for colour in ("red", "green")])
        assert red.shape[1] == green.shape[1] == encoder.queries(["red"])[0].shape[1] == 16
        assert len(red) >= 4
        assert not np.allclose(red, green, atol=1e-3)
        assert np.linalg.norm(red, axis=1) == pytest.approx(np.ones(len(red)), abs=1e-4)

    @pytest.mark.parametrize("kind", ["dense", "late", "colpali"])
    def test_a_map_is_searched_with_it(self, models, kind, tmp_path):
        settings = RetrieveSettings(encoder=str(models[kind]), encoder_weight=1.0)
        held = io.BytesIO()
        Image.radial_gradient("L").resize((60, 200)).save(held, "WEBP")
        shown = Pictures({d.node_id: "sha" for d in SHOP}, lambda _: held.getvalue())
        with closing(MapIndex.open(tmp_path, settings, encoders=Encoders("lexical"))) as index:
            index.update(SHOP)
            assert index.added.update(SHOP, shown) == len(SHOP)
            hits = index.search("order TT10041", 5)
            assert index.added.warnings == []
            assert all(-1.01 <= hit.features["raw_encoder"] <= 1.01 for hit in hits)
        with closing(MapIndex.open(tmp_path, settings, encoders=Encoders("lexical"))) as index:
            assert index.added.update(SHOP, shown) == 0
