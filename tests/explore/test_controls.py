from webnavigator.explore.controls import edge_kind, is_plain_link
from webnavigator.model.action import Locator
from webnavigator.model.page import Element


def link(href: str, **more) -> Element:
    return Element(Locator("/main[1]/p[1]/a[1]", "link", "x", href=href), tag="a", **more)


def test_kinds_of_edges() -> None:
    assert edge_kind(Element(Locator("/a[1]", "tab", "x"))) == "tab"
    assert edge_kind(Element(Locator("/a[1]", "button", "x"), states=frozenset({"haspopup"}))) == "menu"
    assert edge_kind(link("https://s.test/a")) == "link"
    assert edge_kind(Element(Locator("/main[1]/button[1]", "button", "x"), tag="button")) == "control"


def test_a_link_with_a_script_is_no_plain_link() -> None:
    assert is_plain_link(link("https://s.test/a"))
    assert not is_plain_link(link("https://s.test/a", attributes={"data-method": "delete"}))
    assert not is_plain_link(link("javascript:void(0)"))
