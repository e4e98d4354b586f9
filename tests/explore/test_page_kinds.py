from webnavigator.explore.page_kinds import PageKinds


def test_instances_of_a_pattern_are_few_until_enough_were_seen() -> None:
    kinds = PageKinds(3)
    assert kinds.are_few("/orders/{id}", 0)
    assert not kinds.are_few("/orders/{id}", 3)


def test_a_pattern_that_shows_a_known_kind_needs_one_visit() -> None:
    kinds = PageKinds(2)
    kinds.learn("/files/{id}/a", "file")
    assert kinds.are_few("/files/{id}/a", 1)
    kinds.learn("/files/{id}/b", "file")
    assert not kinds.are_few("/files/{id}/a", 1)
    kinds.learn("/files/{id}/a", "folder")
    assert kinds.are_few("/files/{id}/a", 1)


def test_siblings_of_an_instance_are_expected_to_be_like_those_seen() -> None:
    kinds = PageKinds(3)
    for name in "abc":
        assert kinds.are_few(f"/repository/{{id}}/{name}", 0)
        kinds.learn(f"/repository/{{id}}/{name}", "file")
    assert not kinds.are_few("/repository/{id}/d", 0)
    kinds.learn("/repository/{id}/d", "statistics")
    assert kinds.are_few("/repository/{id}/e", 0)


def test_sections_of_the_site_are_each_visited() -> None:
    kinds = PageKinds(3)
    for name in "abcd":
        kinds.learn(f"/settings/{name}", "list")
    assert kinds.are_few("/settings/e", 0)


def test_siblings_of_several_kinds_are_known_once_none_of_the_kinds_was_shown_by_one_alone() -> None:
    kinds = PageKinds(2)
    for name, template in (("a", "file"), ("b", "folder"), ("c", "file")):
        assert kinds.are_few(f"/repository/{{id}}/{name}", 0)
        kinds.learn(f"/repository/{{id}}/{name}", template)
    assert kinds.are_few("/repository/{id}/d", 0)
    kinds.learn("/repository/{id}/d", "folder")
    assert not kinds.are_few("/repository/{id}/e", 0)
    assert kinds.seen("/repository/{id}/e", 0) == 2


def test_a_pattern_that_was_visited_counts_its_own_visits() -> None:
    kinds = PageKinds(2)
    for _ in range(3):
        kinds.learn("/orders/{id}", "order")
    assert kinds.seen("/orders/{id}", 3) == 3
    assert kinds.seen("/never", 0) == 0
