"""An independent second look: is a page in the state that a map knows? Plain Playwright and a script of its own.

Nothing of webnavigator looks at the page here. `SCRIPT` walks the page in its own world and tells of each element that
is rendered its full XPath and whether it is marked as selected, expanded, pressed, current or open. `Reference` is what
the map kept when it captured its states, as plain data. A page is truly in the chosen state when

1. the address is the state's (host, path, query in any order; the fragment when the state has one);
2. most of what the state had is there (`SHOWN`) and most of what a person can operate on the page was in the state
   (`OWN`): nothing lies over it that the map does not know;
3. no other state at this address fits better: over all that tells the states at this address apart, the chosen one
   has the highest share of agreement (equal ones are told apart by nothing that was kept).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.async_api import Page

SHOWN = 0.85
OWN = 0.8
OPERABLE = frozenset({"a", "button", "input", "select", "textarea", "summary"})
CROSSING = " >> "

SCRIPT = """
() => {
  const found = {};
  // Rendered (a closed <details> renders no more than its summary), and not inert under a modal dialog.
  const shown = element => {
    const modal = [...element.ownerDocument.querySelectorAll('dialog:modal')].pop();
    if (modal && !modal.contains(element) || element.closest('[inert], [aria-hidden=true]')) return false;
    if (getComputedStyle(element).display === 'contents') return !element.parentElement || shown(element.parentElement);
    return element.checkVisibility({visibilityProperty: true});
  };
  const marks = element => {
    const is = name => element.getAttribute('aria-' + name);
    const open = ['DETAILS', 'DIALOG'].includes(element.tagName) && element.open;
    const expanded = is('expanded') === 'true' || element.tagName === 'SUMMARY' && element.parentElement.open;
    const selected = is('selected') === 'true' || element.tagName === 'OPTION' && element.selected;
    return [expanded && 'expanded', selected && 'selected', is('pressed') === 'true' && 'pressed',
      is('current') && is('current') !== 'false' && 'current', open && 'open'].filter(Boolean).join(',');
  };
  const operable = element => element.matches('a[href], button, input:not([type=hidden]), select, textarea, summary');
  const walk = (element, path) => {
    const option = element.tagName === 'OPTION' || element.tagName === 'OPTGROUP';
    if (option || shown(element)) found[path] = [marks(element), operable(element) ? 1 : 0];
    if (element.tagName === 'IFRAME' || element.tagName === 'FRAME') {
      let inner = null;
      try { inner = element.contentDocument && element.contentDocument.documentElement } catch { }
      if (inner) walk(inner, path + ' >> /html[1]');
    }
    if (element.shadowRoot) children(element.shadowRoot, path + ' >> ');
    children(element, path);
  };
  const children = (parent, path) => {
    const seen = {};
    for (const child of parent.children) {
      const name = child.localName, index = seen[name] = (seen[name] || 0) + 1;
      walk(child, path + '/' + name + '[' + index + ']');
    }
  };
  walk(document.documentElement, '/html[1]');
  return {url: location.href, found};
}
"""


@dataclass(frozen=True, slots=True)
class Reference:
    """What a map kept of one state.

    Attributes:
        id: the state.
        url: its address.
        marks: for the XPath of each element with a role: its marks, "" for none.
    """

    id: str
    url: str
    marks: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the second look came to.

    Attributes:
        true: the page is in the chosen state.
        shown: share of the state's elements that are on the page, 0 to 1.
        own: share of the page's operable elements that are the state's, 0 to 1.
        nearest: the state at this address that fits best; the chosen one when it is among the best.
        reason: what is wrong, "" when it is true.
    """

    true: bool
    shown: float
    own: float
    nearest: str
    reason: str


async def second_look(page: Page) -> dict[str, Any]:
    """What `SCRIPT` tells of a page: ``url``, and ``found``: marks and operable or not by XPath."""
    return await page.evaluate(SCRIPT)


def judge(seen: Mapping[str, Any], chosen: Reference, others: Iterable[Reference]) -> Judgement:
    """Whether a page is in a state.

    Args:
        seen: from `second_look`.
        chosen: the state that it should be in.
        others: the other states of the map at the same address.
    """
    marks: dict[str, str] = {path: row[0] for path, row in seen["found"].items()}
    operable = [path for path, row in seen["found"].items() if row[1]]
    shown = _share(path in marks for path in chosen.marks)
    own = _share(path in chosen.marks for path in operable)
    rivals = [chosen, *others]
    fits = {state.id: _agreement(marks, state, rivals) for state in rivals}
    best = max(fits.values())
    nearest = chosen.id if fits[chosen.id] >= best else min(state for state, fit in fits.items() if fit == best)
    reason = ""
    if not same_address(seen["url"], chosen.url):
        reason = f"another address: {seen['url']}"
    elif shown < SHOWN:
        reason = f"{shown:.0%} of the state is shown"
    elif own < OWN:
        reason = f"{own:.0%} of what can be operated was in the state"
    elif nearest != chosen.id:
        reason = f"fits {nearest} better ({best:.3f} against {fits[chosen.id]:.3f})"
    return Judgement(not reason, shown, own, nearest, reason)


def _agreement(marks: Mapping[str, str], state: Reference, rivals: list[Reference]) -> float:
    """Over the elements in which the rivals differ: share of those that are on the page as they are in the state."""
    everything = {path for rival in rivals for path in rival.marks}
    telling = [path for path in everything if len({rival.marks.get(path) for rival in rivals}) > 1]
    return _share(marks.get(path) == state.marks.get(path) for path in telling)


def _share(held: Iterable[bool]) -> float:
    rows = list(held)
    return sum(rows) / len(rows) if rows else 1.0


def same_address(seen: str, kept: str) -> bool:
    """Whether two addresses are one, whatever the order of the query; a fragment counts when the kept one has it."""
    one, other = urlsplit(seen), urlsplit(kept)
    here = (one.netloc.lower(), one.path or "/", sorted(parse_qsl(one.query, keep_blank_values=True)))
    there = (other.netloc.lower(), other.path or "/", sorted(parse_qsl(other.query, keep_blank_values=True)))
    return here == there and (not other.fragment or one.fragment == other.fragment)
