"""A path as a test that Playwright runs, in Python (pytest-playwright) or in TypeScript (@playwright/test)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from webnavigator.errors import BadInputError
from webnavigator.export.escape import one_line, python_string, typescript_string
from webnavigator.export.locators import Call, call_for
from webnavigator.export.steps import step_words, title_of
from webnavigator.export.walls import Wall
from webnavigator.model.action import Click, Goto, Hover, Press, Select, Type
from webnavigator.model.graph import Edge, Node, Path
from webnavigator.model.page import Observation

_PLAIN = re.compile(r"[^0-9A-Za-z/_-]")
"""What is escaped in a regular expression, in a way that both languages take."""

Language = Literal["python", "typescript"]

_PYTHON = """\"\"\"{title}

Made from a map by webnavigator; run with pytest-playwright.
\"\"\"

import re

from playwright.sync_api import Page, expect


def test_{name}(page: Page) -> None:
{body}
"""
_TYPESCRIPT = """// {title}
// Made from a map by webnavigator; run with @playwright/test.
import {{ expect, test }} from "@playwright/test";

test({quoted}, async ({{ page }}) => {{
{body}
}});
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a script gets to know the states of a path.

    Attributes:
        node: node id → state.
        seen: what was seen on a state; None when it was never visited.
        walls: those that ask for consent; a script answers them as the map's explorer did.
    """

    node: Callable[[str], Node | None]
    seen: Callable[[Node], Observation | None]
    walls: tuple[Wall, ...] = ()

    def observation(self, node_id: str) -> Observation | None:
        """What was seen on a state, by id."""
        node = self.node(node_id)
        return self.seen(node) if node is not None else None


def playwright_test(path: Path, source: Source, language: Language) -> str:
    """A test that walks a path and checks where it ends.

    It holds no login: run it with a storage state where the site asks for one.

    Raises:
        BadInputError: the path has a step that no test can take.
    """
    writer = _Writer(source, python=language == "python")
    lines = writer.walk(path)
    title = title_of(source.node(path.target))
    indent = "    " if language == "python" else "  "
    body = "\n".join(f"{indent}{line}" for line in lines)
    if language == "python":
        told = title.replace("\\", "/").replace('"', "'")
        return _PYTHON.format(title=told, name=_identifier(title, path.target), body=body)
    return _TYPESCRIPT.format(title=title, quoted=typescript_string(title), body=body)


def _identifier(title: str, node_id: str) -> str:
    words = "_".join(re.findall(r"[a-z0-9]+", title.lower()))[:50].strip("_")
    return words or f"state_{re.sub(r'[^0-9a-z]', '', node_id.lower())[:8]}"


@dataclass(slots=True)
class _Writer:
    source: Source
    python: bool
    page: str = "page"

    def walk(self, path: Path) -> list[str]:
        if path.start_url is None:
            raise BadInputError("this path starts on a page that is open already: no test can begin there")
        lines: list[str] = []
        for wall in self.source.walls:
            lines += [self._comment(wall.words()), wall.code(self._quoted, python=self.python)]
        lines.append(self._call(f"page.goto({self._quoted(path.start_url)})"))
        for edge in path.steps:
            lines += [self._comment(step_words(edge)), *self._step(edge)]
        return [*lines, *self._checks(path)]

    def _quoted(self, text: str) -> str:
        return python_string(text) if self.python else typescript_string(text)

    def _call(self, expression: str) -> str:
        return expression if self.python else f"await {expression};"

    def _comment(self, text: str) -> str:
        return f"{'#' if self.python else '//'} {one_line(text, 160)}"

    def _find(self, call: Call) -> str:
        return re.sub(r"^page", self.page, call.code(self._quoted, python=self.python))

    def _step(self, edge: Edge) -> list[str]:
        action = edge.action
        if isinstance(action, Goto):
            return [self._call(f"{self.page}.goto({self._quoted(action.url)})")]
        if isinstance(action, Press):
            return [self._call(f"{self.page}.keyboard.press({self._quoted(action.key)})")]
        if not isinstance(action, Click | Hover | Type | Select):
            raise BadInputError(f"a step of this path cannot be part of a test: {action.kind}")
        found = self._find(call_for(action.target, self.source.observation(edge.source)))
        return self._operate(edge, action, found)

    def _operate(self, edge: Edge, action: Click | Hover | Type | Select, found: str) -> list[str]:
        match action:
            case Click() if edge.kind == "popup":
                return self._popup(found)
            case Type():
                lines = [self._call(f"{found}.fill({self._quoted(action.text)})")]
                return [*lines, self._call(f'{found}.press("Enter")')] if action.submit else lines
            case Select():
                choose = "select_option" if self.python else "selectOption"
                return [self._call(f"{found}.{choose}({self._quoted(action.option)})")]
            case _:
                return [self._call(f"{found}.{action.kind}()")]

    def _popup(self, found: str) -> list[str]:
        opener, self.page = self.page, "popup"
        if self.python:
            return [f"with {opener}.expect_popup() as opened:", f"    {found}.click()", "popup = opened.value"]
        opened = f'{opener}.waitForEvent("popup")'
        return [f"const [popup] = await Promise.all([{opened}, {found}.click()]);"]

    def _checks(self, path: Path) -> list[str]:
        target = self.source.node(path.target)
        lines = [self._at(target.url)] if target is not None else []
        shown = self._shown(path)
        if shown is not None:
            visible = "to_be_visible" if self.python else "toBeVisible"
            lines.append(self._call(f"expect({self._find(shown)}).{visible}()"))
        return lines

    def _at(self, url: str) -> str:
        where = _PLAIN.sub(r"\\\g<0>", urlsplit(url).path or "/")
        pattern = self._quoted(f"{where}(?:[?#]|$)")
        if self.python:
            return f"expect({self.page}).to_have_url(re.compile({pattern}))"
        return f"await expect({self.page}).toHaveURL(new RegExp({pattern}));"

    def _shown(self, path: Path) -> Call | None:
        """A control that the last step brought, when that step opened something in place."""
        last, target = path.steps[-1] if path.steps else None, self.source.node(path.target)
        if last is None or target is None or target.url_reachable or isinstance(last.action, Type):
            return None
        before, after = self.source.observation(last.source), self.source.observation(path.target)
        if before is None or after is None:
            return None
        known = {(element.role, element.locator.name) for element in before.elements}
        for element in after.elements:
            call = call_for(element.locator, after)
            if call.role and (element.role, element.locator.name) not in known:
                return call
        return None
