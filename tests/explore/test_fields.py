import pytest

from webnavigator.explore.fields import fillings, is_choice, suggests
from webnavigator.explore.inputs import data_words
from webnavigator.model.action import Locator, Type
from webnavigator.model.page import Element, FormInfo, Observation, Region

PAGE = Observation("https://s.test/", regions=(Region("main", "", "Rooms from 80 € to 120 €, free on 2026-05-04."),))


def field(role: str = "textbox", name: str = "", kind: str = "text", **more) -> Element:
    return Element(Locator("/input[1]", role, name), tag="input", input_type=kind, **more)


def typed(element: Element, words=("lamp", "chair", "desk")) -> list[tuple[str, bool]]:
    return [(action.text, action.submit) for action in fillings(element, PAGE, words)]


def test_a_combobox_is_tried_with_words_of_the_page_and_not_sent() -> None:
    assert typed(field("combobox", "Article")) == [("lamp", False), ("chair", False)]
    assert suggests(field(attributes={"aria-autocomplete": "list"}))


def test_a_field_with_a_list_of_its_own_takes_from_that() -> None:
    assert typed(field("combobox", "City", options=("Rome", "Oslo", "Graz"))) == [("Rome", False), ("Oslo", False)]


@pytest.mark.parametrize("name", ["Filter entries…", "Rezepte suchen", "搜索商品", "絞り込み"])
def test_what_says_that_it_filters_is_tried_with_and_without_enter(name: str) -> None:
    assert typed(field(name=name)) == [("lamp", False), ("lamp", True)]


@pytest.mark.parametrize(
    "element",
    [
        field(name="Your name"),
        field(name="Search", states=frozenset({"readonly"})),
        field("combobox", "City", form=FormInfo("post", "https://s.test/order")),
        field("combobox", "City", form=FormInfo("get", "https://s.test/", sensitive=True)),
        Element(Locator("/textarea[1]", "textbox", "Search"), tag="textarea"),
    ],
)
def test_what_would_be_sent_or_says_nothing_is_left_empty(element: Element) -> None:
    assert not typed(element)


def test_a_day_is_one_that_the_field_takes_or_the_page_names() -> None:
    assert typed(field(kind="date", attributes={"min": "2026-02-01"})) == [("2026-02-01", False)]
    assert typed(field(kind="date")) == [("2026-05-04", False)]
    assert typed(field(kind="month")) == [("2026-01", False)]
    assert typed(field(kind="date", form=FormInfo("get", "https://s.test/"))) == [("2026-05-04", True)]


def test_a_number_is_within_its_bounds() -> None:
    assert typed(field("spinbutton", kind="number", attributes={"min": "100", "max": "500"})) == [("120", False)]
    assert typed(field("spinbutton", kind="number", attributes={"min": "1000", "max": "2000"})) == [("1500", False)]
    assert typed(field("slider", kind="range", attributes={"min": "0", "max": "10"})) == [("5", False)]
    assert typed(field("spinbutton", kind="number")) == [("120", False)]


def test_numbers_and_days_are_no_words() -> None:
    assert is_choice(Type(Locator("/input[1]"), "2026-01-15"))
    assert not is_choice(Type(Locator("/input[1]"), "lamp 2"))


def test_words_for_filters_are_those_of_what_is_listed() -> None:
    page = Observation(
        "https://s.test/",
        title="Store",
        headings=("Store",),
        elements=(field("combobox", "Article"),),
        regions=(Region("main", "Store", "Store with shelf, lamp stand. Article"),),
    )
    assert data_words(page, 4) == ["shelf", "stand", "lamp"]
