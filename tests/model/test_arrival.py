import pytest

from webnavigator.model.arrival import Expected, is_state, shape

HOME = Expected("u", frozenset({"/a[1]", "/ul[1]/li[1]", "/ul[1]/li[2]", "/b[1]"}))
MENU = frozenset({"/menu[1]/x[1]", "/menu[1]/x[2]", "/menu[1]/x[3]"})
OPEN = Expected("u", HOME.keys | MENU, own_page=False)


def test_positions_do_not_matter_to_a_shape():
    assert shape(frozenset({"/ul[1]/li[3]", "/ul[1]/li[9]"})) == {"/ul/li"}


@pytest.mark.parametrize(
    ("url", "keys", "expected", "before", "there"),
    [
        ("u", HOME.keys, HOME, None, True),
        ("v", HOME.keys, HOME, None, False),
        ("u", HOME.keys | {"/ul[1]/li[3]"}, HOME, None, True),
        ("u", frozenset({"/x[1]", "/y[1]"}), HOME, None, False),
        ("u", OPEN.keys, OPEN, HOME, True),
        ("u", OPEN.keys | {"/new[1]"}, OPEN, HOME, True),
        ("u", HOME.keys | {"/new[1]"}, OPEN, HOME, False),
        ("u", HOME.keys | {"/new[1]"}, OPEN, None, True),
        ("u", OPEN.keys | {"/new[1]"}, Expected("u", HOME.keys, own_page=False), OPEN, False),
        ("u", HOME.keys | {"/new[1]"}, Expected("u", HOME.keys, own_page=False), OPEN, True),
        ("u", HOME.keys | {"/new[1]"}, Expected("u", HOME.keys, own_page=False), HOME, False),
    ],
)
def test_is_it_the_state(url, keys, expected, before, there):
    assert is_state(url, keys, expected, before) is there
