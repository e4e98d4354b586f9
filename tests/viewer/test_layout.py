from hypothesis import given, settings
from hypothesis import strategies as st

from webnavigator.viewer.layout import CELL_PX, Group, Rect, arrange


@settings(deadline=None)  # the machine may be busy
@given(st.lists(st.builds(Group, st.sampled_from(["/a", "/b"]), st.integers(0, 6), st.integers(1, 300)), max_size=40))
def test_no_box_covers_another_and_bands_go_from_left_to_right(groups: list[Group]):
    boxes = arrange(groups)
    assert len(boxes) == len(groups)
    for at, box in enumerate(boxes):
        for other in boxes[at + 1 :]:
            assert (
                box.x + box.width <= other.x
                or other.x + other.width <= box.x
                or box.y + box.height <= other.y
                or other.y + other.height <= box.y
            )
    for group, box in zip(groups, boxes, strict=True):
        for other_group, other in zip(groups, boxes, strict=True):
            assert group.depth >= other_group.depth or box.x + box.width < other.x


@settings(deadline=None)  # the machine may be busy
@given(st.integers(1, 500))
def test_states_stand_inside_their_box_and_apart(count: int):
    (box,) = arrange([Group("/a", 0, count)])
    places = box.places(count)
    assert len(set(places)) == count
    for x, y in places:
        assert box.x + CELL_PX / 2 <= x <= box.x + box.width - CELL_PX / 2
        assert box.y + box.head <= y <= box.y + box.height


def test_the_same_groups_are_drawn_the_same():
    groups = [Group(f"/{at}", at % 3, at + 1) for at in range(12)]
    assert arrange(groups) == arrange(list(groups))
    assert arrange([]) == []
    assert isinstance(arrange(groups)[0], Rect)
