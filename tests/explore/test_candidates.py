from webnavigator.explore.candidates import Place, candidates, paper_candidates
from webnavigator.explore.frame import SiteFrame
from webnavigator.explore.groups import MINOR
from webnavigator.explore.inputs import is_search_box, search_words
from webnavigator.model.action import Click, Locator, Select, Type
from webnavigator.model.page import Element, FormInfo, Observation, Region
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of
from webnavigator.model.url import UrlTemplates

HERE = "https://s.test/list"
POLICY = Policy(scope_of(HERE))
PLACE = Place("node", 1, "template")


def link(href: str, name: str = "x", number: int = 1, **more) -> Element:
    return Element(Locator(f"/main[1]/p[{number}]/a[1]", "link", name, href=href), tag="a", **more)


def button(name: str, number: int = 1, **more) -> Element:
    return Element(Locator(f"/main[1]/button[{number}]", "button", name), tag="button", input_type="button", **more)


def offered(*elements: Element, place: Place = PLACE):
    return candidates(place, Observation(HERE, elements=elements), POLICY, UrlTemplates())


def test_a_plain_link_is_an_address_and_no_click() -> None:
    found = offered(link("https://s.test/a"), link("https://s.test/a", "again", 2))
    assert [row.url for row in found.links] == ["https://s.test/a"]
    assert not found.tasks


def test_a_link_to_the_page_itself_is_nothing() -> None:
    found = offered(link(HERE))
    assert not found.links
    assert not found.tasks


def test_a_link_with_an_empty_fragment_is_a_control() -> None:
    found = offered(link(f"{HERE}#", "Menu"))
    assert [task.action for task in found.tasks] == [
        Click(Locator("/main[1]/p[1]/a[1]", "link", "Menu", href=f"{HERE}#"))
    ]


def test_links_off_the_site_are_left_alone_and_said_so() -> None:
    found = offered(link("https://elsewhere.test/"))
    assert not found.links
    assert [row.reason for row in found.held] == ["leaves the site"]


def test_traps_are_left_alone() -> None:
    found = offered(link("https://s.test/a/b/a/b/a/b/a/b/a/b/"))
    assert not found.links
    assert "trap" in found.held[0].reason


def test_what_is_dangerous_is_held() -> None:
    found = offered(button("Log out"), button("Go", 2, attributes={"hx-post": "/x"}), button("Show more", 3))
    assert [task.label for task in found.tasks] == ["Show more"]
    assert len(found.held) == 2


def test_what_only_its_name_speaks_against_is_tried_last() -> None:
    found = offered(button("Delete account"), button("Show more", 2))
    assert [task.label for task in found.tasks if task.group.startswith(MINOR)] == ["Delete account"]
    assert not found.held


def test_disabled_controls_and_text_fields_are_not_pressed() -> None:
    field = Element(Locator("/input[1]", "textbox", "Name"), tag="input", input_type="text")
    assert not offered(button("Go", states=frozenset({"disabled"})), field).tasks


def test_choices_within_a_form_are_no_places_to_go_to() -> None:
    form = FormInfo("get", "https://s.test/list")
    box = Element(Locator("/input[1]", "checkbox", "Red"), tag="input", input_type="checkbox", form=form)
    assert not offered(box).tasks


def test_of_a_select_the_first_other_options_are_tried() -> None:
    chooser = Element(
        Locator("/select[1]", "combobox", "Sort"), tag="select", options=("a", "b", "c", "d", "e"), value="a"
    )
    options = [task.action.option for task in offered(chooser).tasks if isinstance(task.action, Select)]
    assert options == ["b", "c", "d"]


def test_few_controls_that_are_alike_are_tried_one_by_one_and_many_by_their_kind() -> None:
    few = offered(*(button("More", number) for number in range(1, 4)))
    assert len({task.group for task in few.tasks}) == 3
    many = offered(*(button("More", number) for number in range(1, 30)))
    assert len({task.group for task in many.tasks}) == 1
    assert len(many.tasks) == 3


def test_in_place_only_what_is_new_is_offered() -> None:
    place = Place("menu", 2, "template+", frozenset({"/main[1]/button[1]"}), in_place=True)
    assert [task.label for task in offered(button("Old", 1), button("New", 2), place=place).tasks] == ["New"]


def test_a_search_box_gets_words_of_the_page() -> None:
    box = Element(Locator("/input[1]", "searchbox", "Search"), tag="input", input_type="search")
    seen = Observation(
        HERE, elements=(box, link("https://s.test/a", "red teapot"), link("https://s.test/b", "blue teapot", 2))
    )
    tasks = candidates(PLACE, seen, POLICY, UrlTemplates()).tasks
    assert next(task.action.text for task in tasks if isinstance(task.action, Type)) == "teapot"
    again = candidates(Place("n", 1, "t", words_used={"Teapot"}), seen, POLICY, UrlTemplates()).tasks
    assert "teapot" not in [task.action.text for task in again if isinstance(task.action, Type)]


def test_what_a_search_box_found_gives_it_no_words() -> None:
    box = Element(
        Locator("/input[1]", "searchbox", "Search"), tag="input", input_type="search", attributes={"name": "q"}
    )

    def typed(url: str) -> list[str]:
        seen = Observation(url, headings=("blue teapot",), elements=(box,))
        tasks = candidates(PLACE, seen, POLICY, UrlTemplates()).tasks
        return [task.action.text for task in tasks if isinstance(task.action, Type)]

    assert typed("https://s.test/list?q=") == ["teapot", "blue"]
    assert typed("https://s.test/list?q=cup") == []


def test_chinese_pages_give_chinese_words() -> None:
    seen = Observation(HERE, headings=("订单",), regions=(Region("main", "", "订单 列表"),))
    assert search_words(seen)[0] == "订单"


def test_a_search_box_is_not_any_field() -> None:
    locator = Locator("/input[1]", "textbox", "x")
    searching = FormInfo("get", "https://s.test/find", search=True)
    assert is_search_box(Element(locator, "input", "text", form=searching))
    assert not is_search_box(Element(locator, "input", "text", form=FormInfo("post", "", search=True)))
    assert not is_search_box(Element(locator, "input", "text", form=FormInfo("get", "", search=True, sensitive=True)))
    assert not is_search_box(Element(locator, "input", "text"))
    assert not is_search_box(Element(locator, "input", "search", states=frozenset({"disabled"})))


def test_controls_on_most_kinds_of_pages_are_the_frame() -> None:
    frame = SiteFrame()
    menu, own = button("Menu"), button("Own", 2)
    for number in range(6):
        frame.learn(f"t{number}", Observation(HERE, elements=(menu, own) if number == 0 else (menu,)))
        frame.learn(f"t{number}", Observation(HERE, elements=(own,)))
    assert "/main[1]/button[1]|button|Menu" in frame
    assert "/main[1]/button[2]|button|Own" not in frame
    assert 7 not in frame
    found = offered(menu, place=Place("n", 1, "t9", frame=frame))
    assert found.tasks[0].group.startswith("site|")


def test_algorithm_1_clicks_what_its_parent_does_not_have() -> None:
    place = Place("n", 1, "t", frozenset({"/main[1]/button[1]"}))
    seen = Observation(HERE, elements=(button("Old"), button("New", 2), link("https://s.test/a", number=3)))
    tasks = paper_candidates(place, seen, POLICY, UrlTemplates()).tasks
    assert [task.label for task in tasks] == ["New", "x"]
    assert all(isinstance(task.action, Click) for task in tasks)


def test_each_folded_section_of_a_page_is_opened_and_rows_of_a_table_are_not() -> None:
    def openers(path: str) -> list[Element]:
        return [
            Element(Locator(path.format(n), "button", f"what {n}?"), tag="button", states=frozenset({"collapsed"}))
            for n in range(1, 9)
        ]

    sections = offered(*openers("/main[1]/section[{}]/button[1]")).tasks
    rows = offered(*openers("/main[1]/table[1]/tr[{}]/td[1]/button[1]")).tasks
    assert (len({task.group for task in sections}), len({task.group for task in rows})) == (8, 1)


def test_questions_that_are_headings_are_opened_one_by_one() -> None:
    names = ("Returns?", "Payment?", "Repairs?", "Wrapping?")
    openers = [
        Element(Locator(f"/main[1]/h2[{n}]/button[1]", "button", name), tag="button", states=frozenset({"collapsed"}))
        for n, name in enumerate(names, 1)
    ]
    found = candidates(PLACE, Observation(HERE, elements=tuple(openers), headings=names), POLICY, UrlTemplates())
    assert [task.label for task in found.tasks] == list(names)
    assert len({task.group for task in found.tasks}) == len(names)


def test_tabs_that_are_anchors_are_tried_one_by_one_and_places_to_scroll_to_are_alike() -> None:
    tabs = [link(f"{HERE}#{name}", name, n, attributes={"unfolds": ""}) for n, name in enumerate(("a", "b", "c", "d"))]
    places = [link(f"{HERE}#{name}", name, n + 9) for n, name in enumerate(("e", "f", "g", "h"))]
    found = offered(*tabs, *places)
    labels = [task.label for task in found.tasks if not task.group.startswith(MINOR)]
    assert labels == ["a", "b", "c", "d"]
    assert len({task.group for task in found.tasks}) == 5
