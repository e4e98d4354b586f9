"""Walls that ask for consent, in exported scripts: refused or taken away when they are seen, in real Chromium."""

import ast
from pathlib import Path

import pytest

from export.scripts import run_python, run_typescript
from sites.harness import serve
from webnavigator.export.script import Source, playwright_test
from webnavigator.export.steps import plain_steps
from webnavigator.export.walls import Wall, recorded_walls
from webnavigator.model.action import Click, Locator
from webnavigator.model.consent import answered_how
from webnavigator.model.graph import Edge, Node
from webnavigator.model.graph import Path as Way
from webnavigator.model.task import AuditRecord

COOKIE_WALL = (
    "cookie-wall",
    "",
    "We value your privacy. Accept all cookies",
    "Only necessary cookies",
    "Take the tour",
)
ONLY_OK = ("consent-walls", "zh", "本网站使用Cookie，请阅读我们的隐私政策。", None, "参观")


def recorded(*told: tuple[str, str | None]) -> tuple[Wall, ...]:
    return recorded_walls(AuditRecord("consent", "https://s.test/", text, answered_how(label)) for text, label in told)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["python", "typescript"])
@pytest.mark.parametrize(("site", "path", "text", "refuse", "label"), [COOKIE_WALL, ONLY_OK])
def test_a_script_gets_past_a_wall(site, path, text, refuse, label, language, tmp_path: Path, chromium_path: str):
    with serve(site) as served:
        url = served.url.rstrip("/") + f"/{path}"
        node = Node("page", url, "Castle", url_reachable=True)
        target = Locator(f"//button[.='{label}']", "button", label)
        way = Way("page", url, (Edge("page", "page", Click(target), label),))
        walls = recorded((text, refuse))
        made = tmp_path / ("test_tour.py" if language == "python" else "tour.mjs")
        made.write_text(playwright_test(way, Source({"page": node}.get, lambda _: None, walls), language), "utf-8")
        run = run_python if language == "python" else run_typescript
        done = run(made, chromium_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("0 ")
        expected = {"tour", "refused"} if refuse else {"under"}
        assert served.wait_for(lambda site: set(site.marks) == expected, 5), served.marks


def test_walls_of_one_text_are_one_and_a_refusal_counts_more():
    assert recorded(("Cookies here", None), ("Cookies here", "Reject"), ("…", None)) == (
        Wall("Cookies here", "Reject"),
    )


def test_a_hostile_wall_stays_text():
    label = 'No");\n`${1}`\u202e'
    (call,) = ast.parse(Wall('We"); x("cookies', label).code(repr, python=True)).body
    assert isinstance(call, ast.Expr)
    strings = {node.value for node in ast.walk(call) if isinstance(node, ast.Constant)}
    assert {label, "cookies", "We", "body *"} <= strings


def test_people_are_told():
    way, node = Way("page", "https://s.test/"), Node("page", "https://s.test/", "Castle", url_reachable=True)
    told = plain_steps(way, {"page": node}.get, recorded(("We use cookies.", "Reject all"), ("Cookies!", None)))
    assert told.splitlines()[1:3] == [
        "2. If the site asks for consent (“We use cookies.”): press “Reject all”",
        "3. If the site asks for consent (“Cookies!”): nothing there refuses; agreeing is up to you",
    ]
