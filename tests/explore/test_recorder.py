"""What recording makes of looks at pages: nodes, placeholders, edges, tasks."""

import pytest

from webnavigator.config import ExploreSettings
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.growth import Growth
from webnavigator.explore.offers import OPENED
from webnavigator.explore.recorder import Recorder
from webnavigator.explore.step import Step
from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.graph import InteractionGraph
from webnavigator.model.inferred import placeholder_id
from webnavigator.model.page import Element, Observation
from webnavigator.model.safety import Policy
from webnavigator.model.scope import scope_of
from webnavigator.model.template import Templates
from webnavigator.model.url import UrlTemplates
from webnavigator.store.sql import open_map

BASE = "https://s.test/"
BUTTON = Locator("/main[1]/button[1]", "button", "More")


@pytest.fixture
def recorder(tmp_path):
    settings = ExploreSettings()
    frontier = Frontier(settings)
    with open_map(tmp_path / "map", create=True) as store:
        growth = Growth(store, InteractionGraph(), frontier, clock=lambda: 1.0)
        yield Recorder(growth, Policy(scope_of(BASE)), settings, UrlTemplates(), Templates())


def page(url: str = BASE, links: tuple[str, ...] = (), extra: tuple[str, ...] = (), **more) -> Observation:
    elements = [
        Element(Locator(f"/main[1]/p[{n}]/a[1]", "link", f"to {href}", href=href), tag="a")
        for n, href in enumerate(links, 1)
    ]
    elements.append(Element(BUTTON, tag="button", input_type="button"))
    keys = sorted({e.locator.xpath for e in elements} | {"/main[1]", *extra})
    return Observation(url, title="t", structure=tuple(keys), elements=tuple(elements), status=200, **more)


def opened(recorder: Recorder, seen: Observation, depth: int = 0, asked: str = ""):
    return recorder.record(seen, Step("", Goto(seen.url), depth=depth, by_url=True, asked_url=asked or seen.url), None)


def test_a_link_is_a_place_never_visited_with_an_inferred_edge_and_a_task(recorder) -> None:
    start = opened(recorder, page(links=(f"{BASE}a",)))
    target = recorder.graph.node(placeholder_id(f"{BASE}a"))
    assert target is not None
    assert not target.visited
    (edge,) = recorder.graph.edges_to(target.id)
    assert edge.source == start.node.id
    assert not edge.verified
    assert [task.action for task in recorder.store.tasks() if isinstance(task.action, Goto)] == [Goto(f"{BASE}a")]


def test_visiting_gives_the_place_its_state_and_keeps_its_edges(recorder) -> None:
    start = opened(recorder, page(links=(f"{BASE}a",)))
    reached = opened(recorder, page(f"{BASE}a"), depth=1)
    assert recorder.graph.node(placeholder_id(f"{BASE}a")) is None
    assert [edge.source for edge in recorder.graph.edges_to(reached.node.id)] == [start.node.id]
    assert recorder.store.graph().edges == recorder.graph.edges


def test_a_redirect_leads_links_to_where_it_ends(recorder) -> None:
    opened(recorder, page(links=(f"{BASE}old",)))
    reached = opened(recorder, page(f"{BASE}new"), depth=1, asked=f"{BASE}old")
    assert [edge.label for edge in recorder.graph.edges_to(reached.node.id)] == [f"to {BASE}old"]


def test_what_opens_in_place_has_no_address_and_the_template_of_its_page(recorder) -> None:
    start = opened(recorder, page())
    step = Step(start.node.id, Click(BUTTON), "More", "control", depth=1, seconds=0.5, in_place=True)
    menu = recorder.record(page(extra=("/main[1]/ul[1]",)), step, None)
    assert menu.new
    assert menu.node.url_reachable is False
    assert menu.node.name == "More"
    assert menu.node.template == start.node.template + OPENED
    (edge,) = recorder.graph.edges_to(menu.node.id)
    assert (edge.verified, edge.tries, edge.successes, edge.seconds) == (True, 1, 1, 0.5)


def test_the_same_state_again_is_no_new_node_but_a_new_edge(recorder) -> None:
    first = opened(recorder, page())
    other = opened(recorder, page(f"{BASE}a"))
    back = recorder.record(page(), Step(other.node.id, Click(BUTTON), "Home", depth=2), None)
    assert not back.new
    assert back.node.id == first.node.id
    assert [edge.label for edge in recorder.graph.edges_to(first.node.id)] == ["Home"]


def test_error_pages_and_pages_at_full_depth_offer_nothing(recorder) -> None:
    opened(recorder, page(f"{BASE}gone", links=(f"{BASE}b",)).__class__(f"{BASE}gone", status=404))
    assert not recorder.store.tasks()


def test_further_pages_of_a_kind_that_is_only_sampled_are_nothing_fresh(recorder) -> None:
    most = recorder.settings.pages_per_template
    first = opened(recorder, page(links=tuple(f"{BASE}p/{n}" for n in range(most))))
    more = opened(recorder, page(f"{BASE}x", links=tuple(f"{BASE}p/{n}" for n in range(most, most + 5))), depth=1)
    other = opened(recorder, page(f"{BASE}y", links=(f"{BASE}p/9999", f"{BASE}about")), depth=1)
    assert [recorded.fresh_links for recorded in (first, more, other)] == [most, 0, 1]


def test_a_sorted_view_of_a_known_page_offers_no_controls(recorder) -> None:
    opened(recorder, page(f"{BASE}list"))
    before = len([task for task in recorder.store.tasks() if isinstance(task.action, Click)])
    opened(recorder, page(f"{BASE}list?sort=name"), depth=1)
    after = len([task for task in recorder.store.tasks() if isinstance(task.action, Click)])
    assert (before, after) == (1, 1)


def test_tokens_in_addresses_are_not_kept(recorder) -> None:
    seen = opened(recorder, page(f"{BASE}a?access_token=secret123"))
    assert "secret123" not in seen.node.url
    assert not any("secret123" in str(task.action) for task in recorder.store.tasks())


def test_a_page_is_not_asked_for_again_with_another_way_back_in_its_address(recorder) -> None:
    ways = [f"{BASE}book/3", f"{BASE}book/3?from=status%3Dlost", f"{BASE}book/4?from=status%3Dlost"]
    opened(recorder, page(links=(ways[0], f"{BASE}list?status=lost")))
    opened(recorder, page(f"{BASE}list?status=lost", links=tuple(ways)))
    opened(recorder, page(f"{BASE}list?status=in", links=(f"{BASE}book/4?from=status%3Din",)))
    asked = [task.action.url for task in recorder.store.tasks() if isinstance(task.action, Goto)]
    assert asked == [ways[0], f"{BASE}list?status=lost", f"{BASE}book/4?from=status=lost"]
