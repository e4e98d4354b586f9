import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.action import CROSSING, Locator
from webnavigator.model.page import Element
from webnavigator.model.template import OUTLINE_DEPTH, Templates, control_group, outline, repeated_groups, shape


def page(*parts, rows=3):
    body = [f"/html[1]/body[1]/{part}[1]" for part in parts]
    return body + [f"/html[1]/body[1]/main[1]/ul[1]/li[{n}]/a[1]" for n in range(1, rows + 1)]


PRODUCT = page("header", "nav", "main", "footer", "h1", "h2")
FORM = page("header", "form", "aside", "table", "dl", "section", rows=0)


def test_shape_drops_indices_and_states_and_keeps_frames():
    assert shape([f"/a[1]/b[12]{CROSSING}/c[3]", "/d[1]#selected"]) == {f"/a/b{CROSSING}/c", "/d"}


def test_more_rows_are_the_same_template():
    templates = Templates()
    assert templates.assign(PRODUCT, "/p/{id}") == templates.assign(
        page("header", "nav", "main", "footer", "h1", "h2", rows=50), "/p/{id}"
    )


def test_other_structure_is_another_template():
    templates = Templates()
    assert templates.assign(PRODUCT, "/p/{id}") != templates.assign(FORM, "/p/{id}")


def test_other_address_is_another_template():
    templates = Templates()
    assert templates.assign(PRODUCT, "/users") != templates.assign(PRODUCT, "/groups")
    assert templates.assign(PRODUCT, "/users/{id}") != templates.assign(PRODUCT, "/users/new")


def test_instances_may_differ_more_than_states_of_one_page():
    other = page("header", "nav", "main", "footer")  # 5 of 7 paths in common
    one, two = Templates(), Templates()
    assert one.assign(PRODUCT, "/p/{id}") == one.assign(other, "/p/{id}")
    assert one.assign(PRODUCT, "/list?sort={}") == one.assign(other, "/list")
    assert two.assign(PRODUCT, "/account") != two.assign(other, "/account")


def test_texts_are_alike_in_outline():
    outline = [f"/html[1]/body[1]/{tag}[1]" for tag in "abcdefghijklm"]
    deep = "/html[1]/body[1]/main[1]/div[1]/div[1]/div[1]/div[1]/div[1]/div[1]"
    one = outline + [f"{deep}/x{n}[1]" for n in range(40)]
    other = outline + [f"{deep}/y{n}[1]" for n in range(40)]
    templates = Templates()
    assert templates.assign(one, "/docs/{}") == templates.assign(other, "/docs/{}")
    few = Templates()
    assert few.assign(one[10:], "/docs/{}") != few.assign(other[10:], "/docs/{}")


def test_a_learned_address_joins_its_earlier_spelling():
    templates = Templates()
    assert templates.assign(PRODUCT, "/users/ada") == templates.assign(PRODUCT, "/users/{}")


def test_the_most_alike_is_chosen():
    templates = Templates()
    far = templates.assign(page("header", "nav", "main", "footer"), "/x/{id}")
    near = templates.assign(page("header", "nav", "main", "footer", "h1", "h2", "h3", "h4", "h5"), "/x/{id}")
    assert far != near
    assert templates.assign(page("header", "nav", "main", "footer", "h1", "h2", "h3", "h4"), "/x/{id}") == near


PAGES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(["header", "nav", "main", "form", "table", "h1", "h2", "h3"]), max_size=8),
        st.sampled_from(["/a", "/a/{id}", "/a/{}", "/a/new", "/b?x={}"]),
    ),
    max_size=20,
)


@given(PAGES, PAGES)
def test_a_resumed_exploration_assigns_as_if_never_stopped(before, after):
    straight, stopped = Templates(), Templates()
    for parts, address in before:
        assert straight.assign(page(*parts), address) == stopped.assign(page(*parts), address)
    resumed = Templates.from_json(json.loads(json.dumps(stopped.to_json())))
    for parts, address in after:
        assert straight.assign(page(*parts), address) == resumed.assign(page(*parts), address)
    assert straight.to_json() == resumed.to_json()


@given(PAGES)
def test_a_page_keeps_its_template(pages):
    templates = Templates()
    for parts, address in pages:
        assert templates.assign(page(*parts), address) == templates.assign(page(*reversed(parts)), address)


def test_an_outline_is_a_shape_cut_short():
    deep = "/html[1]" + "/div[2]" * (OUTLINE_DEPTH + 3)
    assert outline({deep}) == {"/html" + "/div" * (OUTLINE_DEPTH - 1)}


def test_templates_are_counted():
    templates = Templates()
    assert len(templates) == 0
    templates.assign(frozenset({"/html[1]/a[1]"}), "/a")
    assert len(templates) == 1


def test_foreign_state():
    with pytest.raises(ValueError, match="schema"):
        Templates.from_json({"schema": 9, "templates": []})


def at(path, name="", role="link", **more):
    return Element(Locator(path, role, name), **more)


def test_rows_repeat_and_their_names_are_data():
    rows = [at(f"/table[1]/tr[{n}]/td[1]/a[1]", f"Order {chr(64 + n)}") for n in range(1, 4)]
    groups = repeated_groups(rows)
    assert set(groups) == {row.locator.xpath for row in rows}
    assert len({control_group(row, "t", repeated=True) for row in rows}) == 1
    assert len({control_group(row, "t") for row in rows}) == 3


def test_buttons_in_rows_keep_their_names():
    rows = [
        at(f"/table[1]/tr[{n}]/td[9]/button[{k}]", name, "button")
        for n in range(1, 4)
        for k, name in enumerate(("Edit", "Copy"), 1)
    ]
    assert repeated_groups(rows) == {}
    assert len({control_group(row, "t") for row in rows}) == 2


@pytest.mark.parametrize(
    "elements",
    [
        [at(f"/ul[1]/li[{n}]/a[1]", name, landmark="navigation") for n, name in enumerate("abc")],
        [at(f"/ul[1]/li[{n}]/a[1]", name, "menuitem") for n, name in enumerate("abc")],
        [at(f"/div[1]/div[{n}]/a[1]", name, "tab") for n, name in enumerate("abc")],
        [at(f"/div[1]/button[{n}]", name, "button") for n, name in enumerate("abc")],
        [at(f"/ul[1]/li[{n}]/a[1]", name) for n, name in enumerate("ab")],
    ],
    ids=["navigation", "menu", "tabs", "toolbar", "two"],
)
def test_what_is_no_repetition(elements):
    assert repeated_groups(elements) == {}


def test_options_side_by_side_repeat():
    options = [at(f"/div[1]/div[{n}]", name, "option") for n, name in enumerate("abc")]
    assert len(repeated_groups(options)) == 3


def test_digits_in_names_do_not_matter():
    assert control_group(at("/a[1]", "Page 2"), "t") == control_group(at("/a[7]", "page  10"), "t")
    assert control_group(at("/a[1]", "Page"), "t") != control_group(at("/a[1]", "Page"), "u")
