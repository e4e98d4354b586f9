from webnavigator.explore.sayings import Sayings, words_said
from webnavigator.model.action import Locator
from webnavigator.model.page import Element, Observation, Region


def page(text: str, *labels: str, menu: str = "") -> Observation:
    elements = tuple(Element(Locator(f"/a[{n}]", "link", label)) for n, label in enumerate(labels))
    regions = (Region("main", "", text), Region("navigation", "", menu))
    return Observation("https://s.test/", elements=elements, regions=regions)


def test_numbers_and_the_frame_of_the_site_are_no_words() -> None:
    assert words_said(page("May 2026, 17:30", "12", menu="Home")) == {"may"}


def test_scripts_without_spaces_count_by_pairs() -> None:
    assert words_said(page("订单管理")) == {"订单", "单管", "管理"}


def test_a_page_says_new_what_others_of_its_kind_have_not_said() -> None:
    sayings = Sayings()
    assert sayings.learn("/cal/{}", page("May 2026", "Next month"))
    assert not sayings.learn("/cal/{}", page("May 2027", "Next month"))
    assert sayings.learn("/cal/{}", page("June 2027", "Next month"))
    assert sayings.learn("/other", page("May 2026"))
