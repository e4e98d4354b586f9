from dataclasses import replace

from retrieval.shop_documents import SHOP
from webnavigator.retrieval.kin import Kin

KIN = Kin({"order-1": "order", "order-41": "order", "assign": "order", "orders": "list"}, {"assign": "order-1"})
QUERY = "dialog to assign order TT10041 to another customer"


def pairs(index, query, kin=KIN):
    return [hit for hit in index.answer(query, kin=kin).hits if hit.pair is not None]


def test_a_dialog_is_asked_for_on_another_order(shop):
    first = shop.answer(QUERY, kin=KIN).hits[0]
    assert first.pair == ("order-41", "assign")
    assert first.rank == 1
    assert first.shown == "assign"


def test_states_alone_are_found_when_nothing_is_known_of_their_kinds(shop):
    assert all(hit.pair is None and hit.shown == hit.node_id for hit in shop.search(QUERY))


def test_the_order_it_was_opened_on_needs_no_pair(shop):
    assert pairs(shop, "dialog to assign order TT10001 to another customer") == []


def test_a_question_that_names_no_page_makes_no_pair(shop):
    assert pairs(shop, "assign to another customer") == []


def test_a_question_that_names_a_page_alone_makes_no_pair(shop):
    assert pairs(shop, "TT10041") == []


def test_pages_of_another_kind_are_not_paired(shop):
    assert pairs(shop, QUERY, Kin({"order-1": "order", "assign": "order"}, {"assign": "order-1"})) == []


def test_what_was_opened_on_the_page_itself_is_no_pair(lexical):
    index = lexical()
    own = replace(next(d for d in SHOP if d.node_id == "assign"), node_id="own", url="https://s.test/orders/41")
    index.update([*SHOP, replace(own, host="order-41", title="Order TT10041", main=("Customer Jean Dupont",))])
    kin = Kin(KIN.kinds | {"own": "order"}, {"assign": "order-1", "own": "order-41"})
    assert index.answer(QUERY, kin=kin).hits[0].node_id == "own"
    assert ("order-41", "assign") not in [hit.pair for hit in pairs(index, QUERY, kin)]


def test_a_name_of_several_words_tells_the_page_whatever_the_dialog_says(lexical):
    boards = [("help", "Help for operators"), ("news", "News of the line")]
    documents = [replace(SHOP[0], node_id=n, url=f"https://s.test/{n}", title=t, labels=(t,)) for n, t in boards]
    third = replace(
        SHOP[0], node_id="third", url="https://s.test/third", title="Lost property", labels=("Lost property",)
    )
    form = replace(
        third,
        node_id="form",
        kind="panel",
        name="New message",
        labels=("New message",),
        added=("Board", "Help for operators", "News of the line"),
        host="third",
    )
    index = lexical()
    index.update([*documents, third, form])
    kin = Kin(dict.fromkeys(("help", "news", "third", "form"), "board"), {"form": "third"})
    found = pairs(index, "write a new message to help for operators", kin)
    assert [hit.pair for hit in found] == [("help", "form")]


def lists(*, berths: tuple[str, ...]):
    """A filter opened on one list, and another list of another kind with some controls."""
    boats = replace(SHOP[0], node_id="boats", url="https://s.test/boats", title="Boats", labels=("Boats",))
    boats = replace(boats, controls=("Add filter",), headings=(), main=())
    other = replace(boats, node_id="berths", url="https://s.test/berths", title="Berths", labels=("Berths",))
    opened = replace(boats, node_id="filter", kind="panel", name="Add filter", labels=("Add filter",))
    return [boats, replace(other, controls=berths), replace(opened, added=("Flag", "Created after"), host="boats")]


CONTROLS = Kin({"boats": "a", "filter": "a", "berths": "b"}, {"filter": "boats"}, {"filter": "Add filter"})


def test_a_page_of_another_kind_with_the_same_control_is_paired(lexical):
    index = lexical()
    index.update(lists(berths=("Add filter",)))
    assert [hit.pair for hit in pairs(index, "add a filter to the berths", CONTROLS)] == [("berths", "filter")]


def test_a_page_without_the_control_is_not(lexical):
    index = lexical()
    index.update(lists(berths=("Remove filter",)))
    assert pairs(index, "add a filter to the berths", CONTROLS) == []
