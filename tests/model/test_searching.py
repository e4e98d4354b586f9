import pytest

from webnavigator.model.action import Locator
from webnavigator.model.page import Element, FormInfo
from webnavigator.model.searching import is_post_search, is_search_request, says_search

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://s.test/search", True),
        ("https://s.test/de/suche.php?x=1", True),
        ("https://s.test/%E6%90%9C%E7%B4%A2/", True),
        ("https://s.test/searches", False),
        ("https://s.test/save-search", False),
        ("https://s.test/search/delete", False),
        ("https://s.test/", False),
    ],
)
def test_the_last_part_of_an_address_says_that_it_searches(url: str, expected: bool) -> None:
    assert says_search(url) is expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (FormInfo("post", "https://s.test/search", alone=True), True),
        (FormInfo("post", "https://s.test/search"), False),
        (FormInfo("post", "https://s.test/search", alone=True, sensitive=True), False),
        (FormInfo("post", "https://s.test/save", alone=True), False),
        (FormInfo("get", "https://s.test/search", alone=True), False),
        (None, False),
    ],
)
def test_a_form_that_asks_for_words_and_nothing_else(form: FormInfo | None, expected: bool) -> None:
    assert is_post_search(Element(Locator("/input[1]", "textbox"), "input", "text", form=form)) is expected


def test_what_such_a_form_sends() -> None:
    assert is_search_request("https://s.test/search", FORM, "q=tea&token=1")
    assert not is_search_request("https://s.test/search", FORM, "a=1&b=2&c=3&d=4&e=5")
    assert not is_search_request("https://s.test/search", FORM, "")
    assert not is_search_request("https://s.test/search", "application/json", '{"q": "tea"}')
    assert not is_search_request("https://s.test/order", FORM, "q=tea")
