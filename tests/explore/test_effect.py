from webnavigator.config import ExploreSettings
from webnavigator.explore.confirmed import Confirmed
from webnavigator.explore.effect import Effect, Effects, control_name, effect_of
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.groups import SITE
from webnavigator.model.action import Click, Goto, Locator, Select, Type
from webnavigator.model.graph import Node
from webnavigator.model.page import Element, Observation
from webnavigator.model.task import Task


def control(name: str, xpath: str = "/body[1]/main[1]/button[1]", role: str = "button", **more) -> Element:
    return Element(Locator(xpath, role, name), tag="button", **more)


def page(path: str, *elements: Element, headings: tuple[str, ...] = ()) -> Observation:
    return Observation(f"https://s.test{path}", elements=elements, headings=headings)


def press(element: Element, template: str = "t", source: str = "page") -> Task:
    return Task(source, Click(element.locator), element.label, f"{template}|/button|button|{element.label}")


MENU = control("Menu", "/body[1]/header[1]/button[1]", landmark="banner")
ITEMS = [control(name, f"/body[1]/div[1]/button[{n}]", role="menuitem") for n, name in enumerate("abc")]
SORT = control("Sort", "/body[1]/main[1]/button[2]")


def rows(*names: str) -> list[Element]:
    return [control(name, f"/body[1]/ul[1]/li[{n}]/a[1]", role="link") for n, name in enumerate(names, 1)]


def test_a_menu_has_the_same_effect_on_every_page() -> None:
    effects = [effect_of(press(MENU), page(path, MENU), page(path, MENU, *ITEMS)) for path in ("/a", "/b")]
    assert effects[0] == effects[1]
    assert effects[0].in_frame
    other = effect_of(press(MENU), page("/c", MENU), page("/c", MENU, ITEMS[0]))
    assert other.signature != effects[0].signature


def test_sorting_changes_the_rows_and_the_address_alone() -> None:
    a = effect_of(press(SORT), page("/a", *rows("x", "y", "z")), page("/a?sort=1", *rows("z", "u", "x")))
    b = effect_of(press(SORT), page("/b?k=1", *rows("p", "q", "r")), page("/b?k=1&sort=up", *rows("r", "q", "p")))
    assert a == b
    paged = effect_of(press(SORT), page("/a", *rows("x", "y", "z")), page("/a?page=2", *rows("z", "u", "x")))
    assert paged != a


def test_a_tab_with_other_contents_has_another_effect() -> None:
    tab = control("Details", role="tab")
    a = effect_of(press(tab), page("/a", tab), page("/a?tab=details", tab, headings=("Address",)))
    b = effect_of(press(tab), page("/b", tab), page("/b?tab=details", tab, headings=("Stock",)))
    assert a.signature != b.signature


def test_a_way_to_one_place_is_the_same_from_everywhere() -> None:
    cart = control("Cart")
    a, b = (effect_of(press(cart), page(path, cart), page("/cart", *rows("x"))) for path in ("/a", "/b?c=1"))
    assert a == b


def test_what_a_control_does_is_known_after_three_kinds_of_pages_and_of_the_frame_after_two() -> None:
    for in_frame, enough in ((False, 3), (True, 2)):
        effects = Effects()
        known = []
        for place in range(4):
            known.append(effects.are_known(press(MENU)))
            effects.learn(press(MENU), Effect("opens", in_frame), f"t{place}")
        assert known.index(True) == enough


def test_pages_of_one_kind_count_once() -> None:
    effects = Effects()
    for _ in range(5):
        effects.learn(press(SORT), Effect("sorts"), "t")
    assert not effects.are_known(press(SORT))


def test_a_control_that_does_this_here_and_that_there_is_never_known() -> None:
    effects = Effects()
    for place in range(9):
        effects.learn(press(SORT), Effect(f"does {place % 2}"), f"t{place}")
    assert not effects.are_known(press(SORT))


def test_the_frontier_drops_what_did_the_same_on_three_kinds_of_pages() -> None:
    frontier = Frontier(ExploreSettings())
    frontier.push([press(SORT, f"t{n}", f"page{n}") for n in range(6)])
    frontier.push([press(SORT, SITE, "page9")])
    tried = 0
    while (task := frontier.next()[0]) is not None:
        tried += 1
        frontier.likes.learn(task, outcome="new", fresh_links=False, effect=Effect("sorts"))
    assert tried == 3


def test_a_control_is_called_by_its_name_or_by_its_place() -> None:
    named = Click(Locator("/body[1]/ul[1]/li[3]/button[1]", "button", "Cart (3)"))
    assert control_name(named, "Cart (3)") == "click button cart (#)"
    assert control_name(named, "") == "click button /body/ul/li/button"
    assert control_name(Select(named.target, "x"), "Sort") == "select button sort"
    assert control_name(Goto("https://s.test/"), "start") == ""


def test_addresses_of_a_control_are_known_after_two_visits_that_showed_the_same() -> None:
    confirmed = Confirmed()
    name = control_name(Type(Locator("/input[1]", "searchbox", "Search"), "word"), "Search")
    for n in range(2):
        assert not confirmed.holds_for(name)
        confirmed.ask(name, Node(f"node{n}", f"https://s.test/?q={n}"))
        confirmed.learn(f"https://s.test/?q={n}", f"node{n}")
    assert confirmed.holds_for(name)
    confirmed.ask(name, Node("node9", "https://s.test/?q=9"))
    confirmed.learn("https://s.test/?q=9", "another")
    confirmed.learn("https://s.test/never-asked", "another")
    assert not confirmed.holds_for(name)
