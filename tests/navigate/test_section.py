"""Sections of a page, by what a query says of them."""

from webnavigator.model.action import Locator
from webnavigator.model.page import Element, Observation
from webnavigator.navigate.section import named_section

PAGE = "https://s.test/datetime.html"


def link(label: str, href: str) -> Element:
    return Element(Locator(f"//a[.='{label}']", "link", label, href=href), "a")


def section(query: str, *links: Element) -> str | None:
    found = named_section(query, Observation(PAGE, "datetime: dates and times", elements=links))
    return found.label if found is not None else None


AWARE = link("Aware and Naive Objects", f"{PAGE}#aware-and-naive-objects")
OBJECTS = link("Naive Objects", f"{PAGE}#naive")


def test_the_section_that_says_most_of_the_query_is_meant():
    assert section("the part on aware and naive objects", OBJECTS, AWARE) == "Aware and Naive Objects"


def test_a_query_that_says_less_or_no_more_than_the_title_names_none():
    assert section("naive dates", OBJECTS, AWARE) is None
    assert section("dates and times", link("Dates and Times", f"{PAGE}#top")) is None


def test_only_places_on_the_page_are_sections():
    elsewhere = link("Naive Objects", "https://s.test/other.html#naive")
    route = link("Naive Objects", f"{PAGE}#/naive")
    assert section("naive objects", elsewhere, route, link("Naive Objects", PAGE)) is None
