from webnavigator.config import ExploreSettings
from webnavigator.explore.frontier import Frontier
from webnavigator.explore.groups import LATE, MINOR, SITE
from webnavigator.explore.novelty import Novelty
from webnavigator.model.action import Click, Goto, Locator
from webnavigator.model.task import Task


def settings(**options) -> ExploreSettings:
    return ExploreSettings(**{"instances_per_template": 2, **options})


def visit(name: str, group: str = "/{}", depth: int = 1) -> Task:
    return Task("", Goto(f"https://s.test/{name}"), name, group, depth)


def press(name: str, group: str = "t|/button|button|go", source: str = "page", depth: int = 1) -> Task:
    return Task(source, Click(Locator(f"/{name}[1]")), name, group, depth)


def labels(frontier: Frontier, standing_at: str | None = None) -> list[str]:
    order = []
    while True:
        task, _ = frontier.next(standing_at)
        if task is None:
            return order
        order.append(task.label)


def test_the_first_page_of_each_kind_comes_before_controls_and_these_before_further_pages() -> None:
    frontier = Frontier(settings())
    frontier.push([press("button"), visit("a"), visit("b"), visit("c"), visit("other", "/other")])
    assert labels(frontier) == ["a", "other", "button", "b", "c"]


def test_pages_with_a_query_come_after_those_without() -> None:
    frontier = Frontier(settings())
    frontier.push([visit("a?sort=1", "/{}?sort={}"), press("button"), visit("a"), visit("b"), visit("c")])
    assert labels(frontier) == ["a", "button", "b", "c", "a?sort=1"]


def test_within_a_class_the_shallow_comes_first() -> None:
    frontier = Frontier(settings(instances_per_template=9))
    frontier.push([visit("deep", depth=3), visit("shallow", depth=1)])
    assert labels(frontier) == ["shallow", "deep"]


def test_controls_of_the_page_a_worker_stands_in_come_first() -> None:
    frontier = Frontier(settings())
    frontier.push([press("far", "t|far|b|x", source="far"), visit("a"), press("near", "t|near|b|x", source="near")])
    task, _ = frontier.next("near")
    assert task is not None
    assert task.label == "near"


def tried_and_dropped(frontier: Frontier, outcome: str) -> tuple[list[str], list[str]]:
    tried, dropped = [], []
    while True:
        task, out = frontier.next()
        dropped += [one.label for one in out]
        if task is None:
            return tried, dropped
        tried.append(task.label)
        frontier.likes.learn(task, outcome, fresh_links=False)


def test_a_control_of_a_large_kind_is_tried_on_two_pages_and_then_dropped() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"b{n}", source=f"page{n}") for n in range(13)])
    tried, dropped = tried_and_dropped(frontier, "new")
    assert tried == ["b0", "b1"]
    assert dropped == [f"b{n}" for n in range(2, 13)]


def test_a_control_of_few_pages_that_opens_something_is_tried_on_each_but_after_all_that_was_tried_less() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"b{n}", source=f"page{n}") for n in range(3)])
    frontier.push([press(f"c{n}", "t|/button|button|other", source=f"page{n}") for n in range(3)])
    assert tried_and_dropped(frontier, "new") == (["b0", "c0", "b1", "c1", "b2", "c2"], [])


def test_a_control_of_few_pages_that_leads_to_what_is_known_is_dropped_after_two() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"b{n}", source=f"page{n}") for n in range(4)])
    assert tried_and_dropped(frontier, "known") == (["b0", "b1"], ["b2", "b3"])


def test_a_control_of_the_frame_is_tried_once_more_when_a_page_nearer_to_the_start_has_it() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"far{n}", f"{SITE}|/nav|button|menu", source=f"page{n}", depth=3) for n in range(3)])
    assert tried_and_dropped(frontier, "new") == (["far0", "far1"], ["far2"])
    frontier.push([press("near", f"{SITE}|/nav|button|menu", source="start", depth=1)])
    frontier.push([press("nearer", f"{SITE}|/nav|button|menu", source="start2", depth=1)])
    assert tried_and_dropped(frontier, "new") == (["near"], ["nearer"])


def test_a_control_tried_in_vain_twice_is_dropped_everywhere() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"b{n}", f"t{n}|/button|button|go", source=f"page{n}") for n in range(4)])
    tried = 0
    while (task := frontier.next()[0]) is not None:
        tried += 1
        frontier.likes.learn(task, "unchanged", fresh_links=False)
    assert tried == 2


def test_a_control_of_the_site_frame_counts_for_all_pages_together() -> None:
    frontier = Frontier(settings())
    frontier.push([press(f"menu{n}", f"{SITE}|/nav|button|menu", source=f"page{n}") for n in range(5)])
    assert labels(frontier) == ["menu0", "menu1"]


def test_fields_come_late_and_once() -> None:
    frontier = Frontier(settings())
    frontier.push([press("field", f"{MINOR}t|f|combobox|x"), press("field2", f"{MINOR}t|f|combobox|x")])
    frontier.push([press("button"), visit("a?q=1", "/a?q={}")])
    assert labels(frontier) == ["button", "a?q=1", "field"]


def test_a_large_template_is_sampled() -> None:
    frontier = Frontier(settings(pages_per_template=5, sample_per_template=3))
    frontier.push([visit(str(n)) for n in range(50)])
    assert len(labels(frontier)) == 3


def test_a_template_that_is_not_large_is_seen_whole() -> None:
    frontier = Frontier(settings(pages_per_template=5, sample_per_template=3))
    frontier.push([visit(str(n)) for n in range(5)])
    assert len(labels(frontier)) == 5


def test_views_end_when_they_show_nothing_new() -> None:
    frontier = Frontier(settings())
    frontier.likes.is_view = lambda _: True
    frontier.push([visit(f"list?sort={n}", "/list?sort={}") for n in range(30)])
    tried = 0
    while (task := frontier.next()[0]) is not None:
        tried += 1
        frontier.likes.learn(task, "new", fresh_links=False)
    assert tried == 3


def test_views_go_on_while_they_show_new_addresses() -> None:
    frontier = Frontier(settings())
    frontier.likes.is_view = lambda _: True
    frontier.push([visit(f"list?page={n}", "/list?page={}") for n in range(30)])
    tried = 0
    while (task := frontier.next()[0]) is not None:
        tried += 1
        frontier.likes.learn(task, "new", fresh_links=True)
    assert tried == 30


def test_a_list_is_paged_through_whatever_its_facets_showed() -> None:
    frontier = Frontier(settings())
    facets = [visit(f"list?f{n}=v", f"/list?f{n}=v") for n in range(12)]
    frontier.push([*facets, visit("list?page=2", "/list?page={}"), visit("list?page=2&f=v", "/list?page={}&g={}")])
    tried = []
    while (task := frontier.next()[0]) is not None:
        tried.append(task.label)
        frontier.likes.learn(task, "new", fresh_links=task.label == "list?page=2")
    assert tried[:8] == [f"list?f{n}=v" for n in range(8)]
    assert "list?page=2" in tried


def test_what_was_pushed_once_is_never_pushed_again() -> None:
    frontier = Frontier(settings())
    assert len(frontier.push([visit("a"), visit("a")])) == 1
    assert frontier.push([visit("a")]) == []


def test_a_task_given_back_is_taken_again() -> None:
    frontier = Frontier(settings())
    frontier.push([visit("a")])
    task, _ = frontier.next()
    assert task is not None
    assert len(frontier) == 0
    frontier.put_back(task)
    assert len(frontier) == 1
    assert labels(frontier) == ["a"]


def test_an_earlier_run_counts() -> None:
    done = [Task("", Goto(f"https://s.test/{n}"), str(n), "/{}", 1, "done", "new") for n in range(2)]
    frontier = Frontier(settings())
    frontier.restore([*done, visit("next"), visit("other", "/other")])
    assert labels(frontier) == ["other", "next"]


def test_preset_paper_tries_everything_level_by_level() -> None:
    frontier = Frontier(settings(), quotas=False)
    frontier.push([press(f"b{n}", source=f"page{n}", depth=2) for n in range(4)] + [press("first", depth=1)])
    assert labels(frontier, "page3") == ["first", "b0", "b1", "b2", "b3"]


def test_novelty_is_the_share_of_recent_actions_that_found_something() -> None:
    novelty = Novelty(window=10, floor=0.15)
    assert novelty.chance == 1.0
    for number in range(10):
        novelty.record(new=number < 3)
    assert novelty.chance == 0.3
    for _ in range(2):
        novelty.record(new=False)
    assert novelty.chance == 0.1
    assert novelty.exhausted


def test_downloads_are_told_by_their_ending_once_some_were_tried() -> None:
    frontier = Frontier(settings(instances_per_template=9))
    frontier.push([visit(f"{n}.pdf", "/wiki/{id}.pdf") for n in range(6)] + [visit("page", "/wiki/{id}")])
    tried, dropped = [], []
    while True:
        task, out = frontier.next()
        dropped += out
        if task is None:
            break
        tried.append(task.label)
        pdf = task.label.endswith(".pdf")
        frontier.likes.learn(task, "failed: https://s.test cannot be opened" if pdf else "new", fresh_links=True)
    assert tried == ["0.pdf", "page", "1.pdf", "2.pdf"]
    assert len(dropped) == 3


def test_a_segment_that_pages_have_too_is_no_dead_end() -> None:
    frontier = Frontier(settings(instances_per_template=9))
    frontier.push([visit("a", "/raw/a"), *(visit(f"x{n}", f"/raw/x/{n}") for n in range(5))])
    tried = []
    while (task := frontier.next()[0]) is not None:
        tried.append(task.label)
        frontier.likes.learn(task, "new" if task.label == "a" else "failed: http://s.test", fresh_links=True)
    assert tried == ["a", "x0", "x1", "x2"]


def test_a_view_that_its_address_names_comes_with_the_controls() -> None:
    frontier = Frontier(settings())
    frontier.push([visit("s", "/l?sort={}"), press("button"), visit("m", "/l?tab=m"), visit("m2", "/l?tab=m")])
    assert labels(frontier) == ["button", "m", "m2", "s"]


def test_pages_that_say_nothing_new_are_given_up_after_a_few() -> None:
    frontier = Frontier(settings())
    frontier.push([visit(f"{n}") for n in range(9)])
    for _ in range(3):
        task, _ = frontier.next()
        assert task is not None
        frontier.likes.learn(task, "new", fresh_links=True, says_new=False)
    task, dropped = frontier.next()
    assert task is None
    assert len(dropped) == 6


def test_a_page_is_watched_for_what_comes_late_when_little_else_is_left_and_the_start_page_early() -> None:
    frontier = Frontier(settings())
    again = [Task("a", Goto("https://s.test/a"), "a again", f"{LATE}|/{{}}", 1)]
    start = [Task("s", Goto("https://s.test/"), "start again", f"{LATE}|start", 0)]
    frontier.push([*again, visit("a?sort=1", "/{}?sort={}"), *start, press("b"), visit("c")])
    assert labels(frontier) == ["c", "start again", "b", "a?sort=1", "a again"]


def test_a_page_is_gone_on_with_after_a_control_of_it_until_nothing_there_is_untried() -> None:
    frontier = Frontier(settings())
    near = [press(f"near{n}", f"t|near|b|{n}", source="near") for n in range(2)]
    again = press("again", "t|far|b|x", source="near")
    frontier.push([press("far", "t|far|b|x", source="far"), visit("a"), *near, again])
    order = []
    for _ in range(3):
        task, _ = frontier.next("what near0 opened", "near")
        assert task is not None
        order.append(task.label)
    assert order == ["near0", "near1", "again"]
    task, _ = frontier.next("what near0 opened", "near")
    assert task is not None
    assert task.label == "a"


def test_the_next_page_of_a_list_comes_before_further_pages_of_a_known_kind() -> None:
    frontier = Frontier(settings(instances_per_template=1))
    frontier.push(
        [visit("a"), visit("b"), visit("list?page=2", "/list?page={}"), visit("list?page=3", "/list?page={}")]
    )
    assert labels(frontier) == ["a", "list?page=2", "b", "list?page=3"]
