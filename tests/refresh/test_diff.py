"""What differs between two maps: each word of the vocabulary, on maps made by hand."""

from refresh.maps import Map, button, link, page, placeholder
from webnavigator.model.change import PAGE_GONE, MapDiff, StateChange
from webnavigator.refresh.diff import Known, diff_maps

TO_NEWS = link("News", "/news", "/html[1]/body[1]/a[1]")
MORE = button("More", "/html[1]/body[1]/button[1]")
EXTRA = button("Extra", "/html[1]/body[1]/div[1]/button[1]")


def shop(*, news: str = "Nothing yet", news_at: str = "/news", more: tuple = (TO_NEWS, MORE), menu: str = "") -> Map:
    """A start page with a link to the news and a menu that opens on it."""
    made = Map()
    start = made.add(page("/", "Start", *more))
    there = made.add(page(news_at, "News", says=news))
    opened = made.add(page("/", "Start", *more, button("Close", "/html[1]/dialog[1]/button[1]"), says=menu), name="M")
    made.link(start, more[0], there)
    made.link(start, more[1], opened)
    return made


def told(diff: MapDiff) -> dict[str, StateChange]:
    return {row.title + ("+" if row.name else ""): row for row in diff.states}


def test_a_map_differs_in_nothing_from_itself() -> None:
    found = diff_maps(shop().side, shop().side)
    assert not found.changed
    assert {row.change for row in found.states} == {"same"}
    assert (found.edges, found.edges_same) == ((), 2)
    assert found.to_json()["states"] == []


def test_other_words_are_content_and_are_told() -> None:
    found = diff_maps(shop().side, shop(news="Open on Sundays").side)
    row = told(found)["News"]
    assert (row.change, row.fields) == ("content", ("text",))
    assert (row.added, row.removed) == (("Open on Sundays",), ("Nothing yet",))
    assert row.before == row.after
    assert found.state_counts["same"] == 2


def test_other_elements_are_structure_and_the_menu_is_followed() -> None:
    found = diff_maps(shop().side, shop(more=(TO_NEWS, MORE, EXTRA)).side)
    assert {name: row.change for name, row in told(found).items()} == {
        "Start": "structure", "Start+": "structure", "News": "same"}  # fmt: skip
    start = told(found)["Start"]
    assert start.before != start.after
    assert start.controls_added == ("button “Extra”",)
    assert found.edges_same == 2


def test_the_same_page_at_another_address_has_moved_and_its_link_follows() -> None:
    old, new = shop(news="Grand opening"), shop(news="Grand opening", news_at="/blog")
    row = told(diff_maps(old.side, new.side))["News"]
    assert (row.change, row.url_after) == ("moved", "https://a.test/blog")
    assert diff_maps(old.side, new.side).edge_counts["moved"] == 0


def test_what_is_missing_is_gone_with_its_edges_and_what_was_not_there_is_new() -> None:
    smaller = Map()
    smaller.add(page("/", "Start", MORE))
    found = diff_maps(shop().side, smaller.side)
    assert told(found)["News"].change == "gone"
    assert told(found)["News"].reason == "not on the newer map"
    assert {(row.label, row.reason) for row in found.edges} == {
        ("News", "its control is gone"), ("More", "what it led to is gone")}  # fmt: skip
    back = diff_maps(smaller.side, shop().side)
    assert told(back)["News"].change == "new"
    assert ("News", "new") in {(row.label, row.change) for row in back.edges}


def test_edges_go_with_their_page() -> None:
    old, new = shop(), Map()
    there = new.add(page("/news", "News", says="Nothing yet"))
    reasons = {row.reason for row in diff_maps(old.side, new.side).edges}
    assert reasons == {PAGE_GONE}
    assert there.id in {row.after for row in diff_maps(old.side, new.side).states}


def test_an_error_page_is_a_page_gone() -> None:
    new = Map()
    start = new.add(page("/", "Start", TO_NEWS, MORE))
    failed = new.add(page("/news", "Not found"), status=404)
    new.link(start, TO_NEWS, failed)
    found = diff_maps(shop().side, new.side)
    assert told(found)["News"].reason == "HTTP 404"
    assert {row.label: row.reason for row in found.edges}["News"] == "leads to HTTP 404"


def test_a_page_that_is_only_linked_to_is_unseen() -> None:
    new = Map()
    start = new.add(page("/", "Start", TO_NEWS, MORE))
    known = placeholder("/news")
    new.graph.add_node(known)
    new.link(start, TO_NEWS, known)
    found = diff_maps(shop().side, new.side)
    assert told(found)["News"].change == "unseen"
    assert found.edge_counts["moved"] == 0


def test_a_control_that_leads_elsewhere_has_moved() -> None:
    new = shop()
    start = next(node for node in new.graph.nodes if not node.name and node.title == "Start")
    news = next(node for node in new.graph.nodes if node.title == "News")
    changed = Map()
    for node in (start, news):
        changed.add(new.looks[node.id])
    changed.link(start, TO_NEWS, start)
    rows = [row for row in diff_maps(shop().side, changed.side).edges if row.label == "News"]
    assert [(row.change, row.target_after) for row in rows] == [("moved", start.id)]


def test_what_a_refresh_knows_goes_before_what_can_be_told() -> None:
    old = shop()
    news = next(node for node in old.graph.nodes if node.title == "News")
    found = diff_maps(old.side, shop().side, Known({news.id: ""}, {news.id: "HTTP 410"}))
    row = next(row for row in found.states if row.before == news.id)
    assert (row.change, row.reason) == ("gone", "HTTP 410")
    unseen = diff_maps(old.side, shop().side, Known(seen=lambda node: node.title != "News"))
    assert told(unseen)["News"].change == "unseen"


def test_without_texts_titles_are_compared_and_that_is_said() -> None:
    found = diff_maps(shop().without_looks, shop(news="Open on Sundays").without_looks)
    assert not found.text_compared
    assert not found.changed
