"""A model beside the embedded encoders: what it is shown, what it finds, and that nothing depends on it."""

import io
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError, ModelError
from webnavigator.retrieval import search
from webnavigator.retrieval.added import AddedEncoder, Pictures
from webnavigator.retrieval.local_vectors import LocalVectors
from webnavigator.retrieval.model_names import open_added, open_model
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import Encoders, unit

COLOURS = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}


class Painter:
    """Knows three colours, in words and in pictures; a state without either looks grey to it."""

    name = "painter"
    many = True
    reads_images = True

    def __init__(self, revision: str = "1") -> None:
        self.revision = revision
        self.shown: list[object] = []

    def queries(self, texts):
        return [self._of(text) for text in texts]

    def texts(self, texts):
        self.shown += texts
        return self.queries(texts)

    def images(self, images):
        self.shown += images
        return [unit(np.array([image.resize((1, 1)).getpixel((0, 0))], np.float32) + 1) for image in images]

    def _of(self, text):
        known = [COLOURS[word] for word in text.lower().replace(".", " ").split() if word in COLOURS]
        return unit(np.array(known or [(1, 1, 1)], np.float32))


def picture(colour: str, height: int = 100) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (64, height), COLOURS[colour]).save(held, "WEBP", lossless=True)
    return held.getvalue()


def pictures(**colours: str) -> Pictures:
    return Pictures({name: f"sha-{colour}" for name, colour in colours.items()}, lambda name: picture(colours[name]))


@pytest.fixture
def added(tmp_path):
    def opened(painter, **settings):
        chosen = RetrieveSettings(encoder="painter", **settings)
        return AddedEncoder(chosen, lambda: painter, lambda: LocalVectors(tmp_path / "encoder"))

    return opened


DOCUMENTS = [replace(SHOP[at], node_id=name) for at, name in enumerate(("orders", "stock", "staff"))]


def test_pictures_are_found_by_what_they_show(added):
    painter = Painter()
    with closing(added(painter)) as model:
        shown = pictures(orders="red", stock="green", staff="blue")
        assert model.update(DOCUMENTS, shown) == 3
        query = model.read_query("the green page")
        assert model.nearest(query, 1) == ["stock"]
        assert model.scores(query, ["staff", "stock", "gone"])[1] > 0.9
        assert model.update(DOCUMENTS, shown) == 0
        assert model.update(DOCUMENTS, pictures(orders="red", stock="blue", staff="blue")) == 1
        assert model.update(DOCUMENTS[:1], shown) == 0
        assert model.nearest(query, 9) == ["orders"]


def test_a_tall_picture_is_shown_in_tiles_and_junk_is_passed_over(added):
    painter = Painter()
    with closing(added(painter)) as model:
        shown = {"orders": picture("red", 400), "stock": b"junk", "staff": None}
        assert model.update(DOCUMENTS, Pictures(dict.fromkeys(shown, "sha"), shown.get)) == 3
        assert len(painter.shown) > 1
        assert model.nearest(model.read_query("red"), 9) == ["orders"]


def test_dense_mode_keeps_one_vector(added):
    with closing(added(Painter(), encoder_mode="dense")) as model:
        model.update(DOCUMENTS, pictures(orders="red", stock="green", staff="blue"))
        assert model.read_query("red green").shape == (1, 3)
        assert model.scores(model.read_query("red green"), ["orders", "staff"])[0] == pytest.approx(0.7, abs=0.05)


def test_texts_are_shown_instead_when_asked_for(added):
    painter = Painter()
    with closing(added(painter, encoder_reads="text")) as model:
        assert model.update([replace(DOCUMENTS[0], title="Red blue"), *DOCUMENTS[1:]], Pictures()) == 3
        assert "Red blue" in painter.shown[0]
        assert model.nearest(model.read_query("blue"), 1) == ["orders"]
    blind = Painter()
    blind.reads_images = False
    with closing(added(blind, encoder_reads="screenshots")) as model, pytest.raises(BadInputError, match="no pictures"):
        model.update(DOCUMENTS, Pictures())


def test_vectors_of_other_weights_are_made_anew_and_never_compared(added):
    shown = pictures(orders="red", stock="green", staff="blue")
    with closing(added(Painter())) as model:
        model.update(DOCUMENTS, shown)
    with closing(added(Painter("2"))) as model:
        assert model.read_query("green") is None
        assert "another model" in model.warnings[0]
    with closing(added(Painter("2"))) as model:
        assert model.update(DOCUMENTS, shown) == 3
        assert model.nearest(model.read_query("green"), 1) == ["stock"]


def test_a_failure_is_told_once_and_search_goes_on(tmp_path, monkeypatch):
    def missing(*_):
        raise ModelError("it sleeps\nfor good")

    broken = AddedEncoder(RetrieveSettings(encoder="x"), missing, missing)
    monkeypatch.setattr(search, "open_added", lambda *_: broken)
    with closing(MapIndex.open(tmp_path, RetrieveSettings(encoder="x"), encoders=Encoders("lexical"))) as index:
        index.update(SHOP)
        assert broken.try_to_update(SHOP, Pictures()) == 0
        answers = [index.answer("order TT10041"), index.answer("coupon codes")]
    assert answers[0].hits[0].node_id == "order-41"
    assert answers[1].warnings == ("encoder x not used, search goes on without it: it sleeps",)


@pytest.mark.parametrize(("weight", "first"), [(0.0, "promotions"), (0.9, "order-41"), (1.0, "order-41")])
def test_its_say_decides(tmp_path, monkeypatch, weight, first):
    settings = RetrieveSettings(encoder="painter", encoder_weight=weight)
    added = AddedEncoder(settings, Painter, lambda: LocalVectors(tmp_path / "encoder"))
    monkeypatch.setattr(search, "open_added", lambda *_: added)
    with closing(MapIndex.open(tmp_path, settings, encoders=Encoders("lexical"))) as index:
        index.update(SHOP)
        added.update(SHOP, pictures(**{d.node_id: "red" for d in SHOP} | {"order-41": "green"}))
        hits = index.search("green promotions", 5)
        assert hits[0].node_id == first
        assert next(hit for hit in hits if hit.node_id == "order-41").features["encoder"] > 1


def test_the_settings_name_the_model(tmp_path):
    assert open_added(tmp_path, RetrieveSettings()) is None
    assert open_added(tmp_path, RetrieveSettings(encoder="lexical")) is None
    assert open_added(tmp_path, RetrieveSettings(encoder="anything")) is not None  # loaded when first needed
    with pytest.raises(BadInputError, match="ENCODER_URL"):
        open_model(RetrieveSettings(encoder="vllm:m"))
    with pytest.raises(BadInputError, match="which model"):
        open_model(RetrieveSettings(encoder="jina:"))
    assert open_model(RetrieveSettings(encoder="vllm:m", encoder_url="http://127.0.0.1:1")).name == "vllm:m"
