"""A way as a Playwright test: the locators chosen, the steps told, labels that are code."""

import ast

import pytest

from webnavigator.errors import BadInputError
from webnavigator.export.locators import call_for
from webnavigator.export.script import Source, playwright_test
from webnavigator.export.steps import plain_steps
from webnavigator.model.action import Click, Locator, Note, Press, Select, Type
from webnavigator.model.graph import Edge, Node, Path
from webnavigator.model.page import Element, Observation

HOSTILE = 'Save"); import os; os.system("x") #\n\u202e`${1}`'
START = "https://s.test/orders"
NODES = {
    "page": Node("page", START, "Orders", url_reachable=True),
    "inner": Node("inner", START, 'Orders"""', name=HOSTILE, url_reachable=False),
}


def seen(*locators):
    return Observation(START, elements=tuple(Element(locator) for locator in locators))


def source(**observations):
    return Source(NODES.get, lambda node: observations.get(node.id))


def code(wanted, observation, *, python=True):
    return call_for(wanted, observation).code(repr, python=python)


ROLE = Locator("/html[1]/body[1]/button[1]", "button", "Filter", element_id="f")


@pytest.mark.parametrize(
    ("wanted", "others", "expected"),
    [
        (Locator("/a[1]", "link", "Go", test_id="go"), [], '.locator(\'[data-testid="go"], '),
        (ROLE, [], "page.get_by_role('button', name='Filter', exact=True)"),
        (ROLE, [Locator("/b[2]", "button", "Filter")], "page.locator('[id=\"f\"]')"),
        (Locator("/div[1]", "clickable", "Filter"), [], "page.locator('xpath=/div[1]')"),
        (
            Locator("/html[1]/iframe[1] >> /html[1]/a[1]", "link", "In"),
            [],
            "page.frame_locator('xpath=/html[1]/iframe[1]').get_by_role('link'",
        ),
        (
            Locator("/html[1]/x-a[1] >> /div[1]/a[2]", "link", ""),
            [],
            "page.locator('css=html:nth-of-type(1) > x-a:nth-of-type(1) >> css=div:nth-of-type(1) > a:nth-of-type(2)')",
        ),
    ],
)
def test_the_sturdiest_locator_that_fits_one_element_is_taken(wanted, others, expected):
    assert expected in code(wanted, seen(wanted, *others))


def test_without_a_look_at_the_page_only_id_and_place_are_trusted():
    assert code(ROLE, None) == "page.locator('[id=\"f\"]')"
    assert code(Locator("/a[1]", "link", "Go"), None, python=False) == "page.locator('xpath=/a[1]')"


@pytest.mark.parametrize("language", ["python", "typescript"])
def test_a_hostile_label_stays_text(language):
    button = Locator("/html[1]/body[1]/button[1]", "button", HOSTILE)
    edge = Edge("page", "inner", Click(button), HOSTILE, "dialog")
    path = Path("inner", START, (edge,))
    field = Locator("/x[1]", "textbox", HOSTILE)
    text = playwright_test(path, source(page=seen(button), inner=seen(button, field)), language)
    assert "\u202e" not in text
    if language == "python":
        (function,) = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
        assert len(function.body) == 4  # goto, click, the address, what came
        assert all(isinstance(node, ast.Expr) for node in function.body)
        assert not any(isinstance(node, ast.Import) and node.names[0].name == "os" for node in ast.walk(function))
    else:
        starts = [line.strip().partition(" ")[0] for line in text.splitlines()]
        assert starts == ["//", "//", "import", "", 'test("Save\\");', "await", "//", "await", "await", "await", "});"]


def test_all_sorts_of_steps_are_told():
    field, choice = Locator("/i[1]", "textbox", "Name"), Locator("/s[1]", "combobox", "Sort")
    steps = (
        Edge("page", "page", Type(field, "Ann", submit=True), "Name", "type"),
        Edge("page", "page", Select(choice, "Price"), "Sort", "select"),
        Edge("page", "page", Press("Escape")),
        Edge("page", "inner", Click(choice), "New", "popup"),
    )
    path = Path("inner", START, steps)
    python = playwright_test(path, source(page=seen(field, choice)), "python")
    for line in (
        ".fill('Ann')",
        '.press("Enter")',
        ".select_option('Price')",
        "keyboard.press('Escape')",
        "expect(popup)",
    ):
        assert line in python
    ast.parse(python)
    typescript = playwright_test(path, source(page=seen(field, choice)), "typescript")
    for line in (".selectOption(", 'page.waitForEvent("popup")', "expect(popup).toHaveURL("):
        assert line in typescript
    plain = plain_steps(path, NODES.get).splitlines()
    assert plain[:3] == [f"1. Open {START}", "2. Type “Ann” into “Name” and press Enter", "3. Choose “Price” in “Sort”"]
    assert plain[5].startswith("You are at: Save")


def test_a_way_that_starts_nowhere_or_is_no_page_action_is_refused():
    with pytest.raises(BadInputError, match="open already"):
        playwright_test(Path("page"), source(), "python")
    with pytest.raises(BadInputError, match="note"):
        playwright_test(Path("page", START, (Edge("page", "page", Note("x")),)), source(), "python")
