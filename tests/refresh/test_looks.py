"""Two looks at one state: what is told, and what changes by itself."""

import pytest

from refresh.maps import button, link, page
from webnavigator.refresh.controls import pair_elements
from webnavigator.refresh.looks import compare, unsteady

OLD = page("/", "Start", says="It is 12:01")


@pytest.mark.parametrize(
    ("now", "fields"),
    [
        (OLD, ()),
        (page("/", "Start", says="Closed"), ("text",)),
        (page("/", "Begin", says="It is 12:01"), ("title", "text")),
        (page("/home", "Start", says="It is 12:01"), ("address",)),
        (page("/", "Start", button("Go", "/a[1]"), says="It is 12:01"), ("text", "structure", "controls")),
    ],
)
def test_fields(now, fields) -> None:
    assert compare(OLD, now).fields == fields


def test_a_link_that_leads_elsewhere_is_told() -> None:
    old, new = (page("/", "Start", link("Go", to, "/a[1]")) for to in ("/a", "/b"))
    assert compare(old, new).fields == ("links",)


def test_a_clock_is_no_change() -> None:
    first, second = (page("/", "Start", says=f"It is {time}") for time in ("12:05", "12:06"))
    ignore = unsteady(first, second)
    assert "It is 12:05" in ignore
    assert compare(OLD, first, ignore=ignore).fields == ()


def test_a_clock_hides_no_change() -> None:
    first, second = (page("/", "Shop", says=f"It is {time}") for time in ("12:05", "12:06"))
    assert compare(OLD, first, ignore=unsteady(first, second)).added == ("Shop",)


def test_an_advertisement_is_no_change() -> None:
    old, first, second = (page("/", "Start", says=says) for says in ("Buy shoes", "Drink tea", "Read books"))
    assert compare(old, first, ignore=unsteady(first, second)).fields == ()


def test_order_is_content() -> None:
    a, b = button("A", "/b[1]"), button("B", "/b[2]")
    old = page("/", "Start", a, b)
    new = page("/", "Start", button("B", "/b[1]"), button("A", "/b[2]"))
    assert compare(old, new).fields == ("text",)


def test_controls_are_found_again_where_they_moved() -> None:
    old = [button("Save as", "/div[1]/b[1]"), button("Print", "/div[1]/b[2]"), link("Row", "/1", "/tr[1]")]
    new = [button("Help", "/div[1]/b[1]"), button("Save as", "/div[1]/b[2]"), button("Print", "/div[1]/b[3]"),
           link("Row", "/9", "/tr[1]"), link("Row", "/1", "/tr[2]")]  # fmt: skip
    found = {old.locator.label + old.locator.href: new.locator.xpath for old, new in pair_elements(old, new)}
    assert found == {"Save as": "/div[1]/b[2]", "Print": "/div[1]/b[3]", "Rowhttps://a.test/1": "/tr[2]"}
