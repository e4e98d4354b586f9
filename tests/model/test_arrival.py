from dataclasses import replace

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


DIALOG = frozenset({"/div[1]/div[6]/h2[1]", "/div[1]/div[6]/button[1]", "/div[1]/div[6]/button[2]"})
ELSEWHERE = frozenset({"/div[1]/div[8]/h2[1]", "/div[1]/div[8]/button[1]", "/div[1]/div[8]/button[2]"})
COLUMN = frozenset({"/td[4]/a[1]", "/td[4]/img[1]"})


@pytest.mark.parametrize(
    ("left", "keys", "there"),
    [
        (HOME.keys, HOME.keys | ELSEWHERE, True),  # the overlay stands at another place
        (HOME.keys, HOME.keys | ELSEWHERE | {"/new[1]"}, True),
        (HOME.keys, HOME.keys | {"/div[1]/div[8]/h2[1]"}, False),  # too little of it
        (HOME.keys, HOME.keys | ELSEWHERE | {f"/p[{n}]/q[{n}]" for n in range(9)}, False),  # much more than it
        (HOME.keys, HOME.keys, False),
        (HOME.keys | ELSEWHERE, HOME.keys, False),  # the other way round
    ],
)
def test_a_step_that_does_what_it_did_leads_where_it_led(left, keys, there):
    """The map saw a column more with the dialog than without: the application had changed by itself."""
    dialog = Expected("u", HOME.keys | DIALOG | COLUMN, own_page=False)
    assert is_state("u", keys, dialog, HOME, left) is there
    assert is_state("u", keys, dialog, HOME) is False


@pytest.mark.parametrize(
    ("menu", "there"),
    [
        ({"/article[1]/tools[1]/ul[1]/li[1]/button[1]", "/article[1]/tools[1]/ul[1]/li[2]/button[1]"}, True),
        ({"/article[1]/tools[1]/form[1]/p[1]/input[1]"}, False),
    ],
)
def test_a_control_does_on_a_page_of_another_kind_what_it_did(menu, there):
    """Where the menu stands on the page says nothing, what it is made of does."""
    seen = {"/main[1]/ul[1]/li[1]/button[1]", "/main[1]/ul[1]/li[2]/button[1]"}
    expected = Expected("u", HOME.keys | seen, own_page=False, elsewhere=True)
    assert is_state("u", HOME.keys | menu, expected, HOME, HOME.keys) is there
    assert is_state("u", HOME.keys | menu, replace(expected, elsewhere=False), HOME, HOME.keys) is False
