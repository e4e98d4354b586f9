from dataclasses import replace

from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Element, Observation, Region
from webnavigator.retrieval.acts import acts_shown
from webnavigator.retrieval.boilerplate import Boilerplate, learn_boilerplate, lines_of
from webnavigator.retrieval.document import build_document

PRESS = Click(Locator(xpath="/html[1]"))


def page(number, *own):
    """One page of a site whose pages all show the same two lines."""
    regions = [Region("", "", "Free delivery over 50"), Region("main", "", f"{number} visitors now")]
    regions += [Region("main", "", text) for text in own]
    return Observation(url=f"https://s.test/{number}", title=f"Page {number} | Shop", regions=tuple(regions))


def test_what_most_pages_show_is_learnt_and_set_apart():
    pages = [page(n, f"own text of page {'abcdefgh'[n]}") for n in range(8)]
    shared = learn_boilerplate((p.url, p) for p in pages)
    document = build_document(Node("n", pages[0].url), pages[0], [], None, shared)
    assert document.main == ("own text of page a",)
    assert document.chrome == ("Free delivery over 50", "0 visitors now")
    assert "Shop" not in document.title


def test_few_pages_share_nothing():
    shared = learn_boilerplate((p.url, p) for p in [page(1), page(2)])
    assert not shared.is_shared("Free delivery over 50")


def test_states_at_one_address_count_once():
    shared = learn_boilerplate(("https://s.test/", page(1, "text")) for _ in range(9))
    assert shared.pages == 1


def test_a_dialog_is_what_it_adds_to_its_page():
    host = Node("host", "https://s.test/orders/1", url_reachable=True)
    before = replace(page(1), regions=(Region("main", "", "Customer Amanda"),))
    inside = Region("dialog", "", "Choose another customer")
    after = replace(before, regions=(*before.regions, inside))
    node = Node("dialog", host.url, url_reachable=False, name="Assign")
    edge = Edge("host", "dialog", PRESS, label="Assign to another customer", kind="dialog")
    document = build_document(node, after, [(edge, host)], before)
    assert document.kind == "dialog"
    assert document.host == "host"
    assert document.added == ("Choose another customer",)
    assert document.labels == ("Assign to another customer",)
    assert "Choose another customer" not in document.main


def test_a_line_shown_twice_counts_as_added_when_it_was_there_once():
    host = Node("host", "https://s.test/", url_reachable=True)
    before = Observation(url=host.url, regions=(Region("main", "", "Add"),))
    after = replace(before, regions=(*before.regions, Region("dialog", "", "Add")))
    node = Node("dialog", host.url, url_reachable=False)
    edge = Edge("host", "dialog", PRESS, kind="dialog")
    assert build_document(node, after, [(edge, host)], before).added == ("Add",)


def test_a_state_never_visited_has_its_address_and_labels():
    home = Node("home", "https://s.test/")
    edge = Edge("home", "n", PRESS, label="Tax  rates", kind="link")
    document = build_document(Node("n", "https://s.test/tax-rates", visited=False), None, [(edge, home)])
    assert not document.visited
    assert document.labels == ("Tax rates",)
    assert document.url_words == "tax rates"
    assert document.kind == "page"


def test_equal_documents_have_equal_hashes():
    documents = [build_document(Node("n", "https://s.test/"), page(1), []) for _ in range(2)]
    assert documents[0].content_hash == documents[1].content_hash
    assert documents[0].content_hash != replace(documents[0], title="x").content_hash


def test_han_text_is_chinese_whatever_the_tag_says():
    chinese = Observation(url="https://s.test/", language="en", headings=("请假申请表",))
    assert build_document(Node("n", chinese.url), chinese, []).language == "zh"


def test_lines_are_regions_headings_and_controls():
    button = Element(Locator(xpath="/a", name="Save"))
    seen = Observation(url="u", headings=("H",), regions=(Region("", "", "R"),), elements=(button,))
    assert lines_of(seen) == ["R", "H", "Save"]


def test_half_a_character_does_not_stop_the_index():
    broken = Observation(url="u", title="a\ud800b", regions=(Region("", "", "x\ud83d"),))
    document = build_document(Node("n", "u"), broken, [], None, Boilerplate())
    assert document.content_hash


def test_a_form_for_a_new_entry_is_told_by_its_address():
    document = build_document(Node("n", "https://s.test/projects/x/issues/new"), None, [])
    assert acts_shown(document) == {"create"}
