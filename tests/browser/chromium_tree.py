"""Chromium's own accessibility tree by full XPath, in the words that our capture uses."""

from typing import Any

from webnavigator.browser.capture import capture
from webnavigator.browser.tab import Tab

IGNORED = {"none", "generic", "InlineTextBox", "StaticText", "LineBreak", "ListMarker", "RootWebArea", "MenuListPopup"}
LAYOUT = {"LayoutTable", "LayoutTableRow", "LayoutTableCell"}
OURS = {
    "image": "img",
    "DisclosureTriangle": "button",
    "DisclosureTriangleGrouped": "button",
    "ColorWell": "button",
    "Date": "textbox",
    "DateTime": "textbox",
    "InputTime": "textbox",
    "DescriptionList": "list",
    "LabelText": "label",
    "Legend": "legend",
    "Abbr": "abbr",
    "Figcaption": "figcaption",
    "Ruby": "ruby",
    "MathMLMath": "math",
    "Video": "video",
    "Audio": "audio",
    "Iframe": "iframe",
    "PluginObject": "object",
    "EmbeddedObject": "object",
    "Canvas": "canvas",
    "toggle button": "button",
    "SvgRoot": "img",
}
NAMES = """(paths) => paths.map(path => {
  const element = __webnavigator.find(path);
  if (!element || element.foreign) return ["gone", ""];
  const role = __webnavigator.roleOf(element);
  return [role, __webnavigator.nameOf(element, role)];
})"""


async def chromium_tree(tab: Tab) -> dict[str, tuple[str, str]]:
    """Role and name by path, for elements that the tree does not ignore."""
    document = (await tab.top.send("DOM.getDocument", depth=-1, pierce=True))["root"]
    paths: dict[int, str] = {}
    _walk(document, "", paths)
    tree = await tab.top.send("Accessibility.getFullAXTree")
    found: dict[str, tuple[str, str]] = {}
    for node in tree["nodes"]:
        path = paths.get(node.get("backendDOMNodeId", -1))
        role = node["role"]["value"]
        if path and not node["ignored"] and role not in IGNORED and role not in LAYOUT:
            found[path] = (OURS.get(role, role), readable(node.get("name", {}).get("value", "")))
    return found


async def our_tree(tab: Tab) -> dict[str, tuple[str, str]]:
    """The same as the capture sees it; frames left out, since Chromium's tree is that of one document."""
    paths = [path for path in (await capture(tab)).structure if "iframe" not in path.partition(" >> ")[0]]
    rows = await tab.evaluate(NAMES, paths, timeout_s=30)
    return {path: (role, name) for path, (role, name) in zip(paths, rows, strict=True)}


def readable(text: str) -> str:
    """Whitespace folded, glyphs of icon fonts left out, as in capture."""
    return " ".join("".join(c for c in text if not "\ue000" <= c <= "\uf8ff").replace("\u200b", " ").split())


def _walk(node: dict[str, Any], path: str, paths: dict[int, str]) -> None:
    paths[node["backendNodeId"]] = path
    seen: dict[str, int] = {}
    for child in node.get("children", []):
        if child["nodeType"] != 1:
            continue
        name = child["localName"]
        seen[name] = seen.get(name, 0) + 1
        _walk(child, f"{path}/{name}[{seen[name]}]", paths)
    for root in node.get("shadowRoots", []):
        if root["shadowRootType"] != "user-agent":
            _walk(root, f"{path} >> ", paths)
