from webnavigator.model.change import ORDER, SCHEMA, EdgeChange, MapDiff, StateChange

DIFF = MapDiff(
    (
        StateChange("same", "a", "a", template="t"),
        StateChange("new", "", "b", url="https://a.test/b", template="t"),
        StateChange("gone", "c", url="https://a.test/c", template="u"),
        StateChange("unseen", "d", "d", template="v"),
    ),
    (EdgeChange("new", "", "f"), EdgeChange("gone", "e")),
    edges_same=5,
)


def test_what_breaks_plans_is_told_first_and_what_is_the_same_is_counted_only():
    data = DIFF.to_json()
    assert data["schema"] == SCHEMA
    assert [row["change"] for row in data["states"]] == ["gone", "new", "unseen"]
    assert [row["change"] for row in data["edges"]] == ["gone", "new"]
    assert data["counts"]["states"] == {**dict.fromkeys(ORDER, 0), "gone": 1, "new": 1, "unseen": 1, "same": 1}
    assert data["counts"]["edges"]["same"] == 5


def test_kinds_of_pages_of_which_nothing_changed_are_left_out():
    assert [(row.template, row.example, row.states) for row in DIFF.templates] == [
        ("t", "", {"same": 1, "new": 1}),
        ("u", "https://a.test/c", {"gone": 1}),
    ]


def test_not_having_looked_is_no_change():
    assert DIFF.changed
    assert not MapDiff((StateChange("unseen", "a", "a"), StateChange("same", "b", "b"))).changed
    assert MapDiff((), (EdgeChange("moved", "e", "f"),)).changed
