from retrieval.shop_documents import SHOP
from webnavigator.model.action import Click, Locator
from webnavigator.model.graph import Edge, InteractionGraph, Node
from webnavigator.retrieval.compose import compose, steps_from_host

DOCUMENTS = {document.node_id: document for document in SHOP}
OPEN = Edge("order-1", "assign", Click(Locator(xpath="/html[1]/body[1]/button[1]")), kind="dialog")


def back_office(template="order"):
    graph = InteractionGraph()
    for document in SHOP:
        of_template = template if document.node_id in {"order-1", "order-41"} else ""
        graph.add_node(
            Node(document.node_id, document.url, url_reachable=document.kind == "page", template=of_template)
        )
    graph.add_edge(OPEN)
    return graph


def test_a_dialog_is_asked_for_on_another_order(shop):
    query = "dialog to assign order TT10041 to another customer"
    first = compose(query, shop.search(query), back_office(), DOCUMENTS)[0]
    assert (first.instance, first.inner, first.host) == ("order-41", "assign", "order-1")
    assert first.steps == (OPEN,)
    assert first.words == ("tt10041",)
    assert first.score > max(hit.score for hit in shop.search(query) if hit.node_id == "assign")


def test_the_order_it_was_opened_on_needs_no_pair(shop):
    query = "dialog to assign order TT10001 to another customer"
    assert compose(query, shop.search(query), back_office(), DOCUMENTS) == []


def test_pages_of_no_template_are_not_paired(shop):
    query = "dialog to assign order TT10041 to another customer"
    assert compose(query, shop.search(query), back_office(template=""), DOCUMENTS) == []


def test_a_page_has_no_steps_from_a_host():
    assert steps_from_host("order-1", back_office()) == ()
    assert steps_from_host("nowhere", back_office()) == ()
