"""What controls make a page remember in the browser is taken back, so that no state depends on what was tried before.

Columns shown, a sidebar folded, rows per page: applications keep such choices in local or session storage, and the
next page looks different. An exploration would then see states that no visitor sees, and others in each run.
"""

from dataclasses import dataclass

from webnavigator.browser.tab import Tab
from webnavigator.errors import BrowserError

_KEEP = """
() => {
  const kept = {};
  for (const area of ["localStorage", "sessionStorage"]) {
    try { kept[area] = { ...window[area] }; } catch { /* a document without an origin has none */ }
  }
  const text = JSON.stringify(kept);
  return text.length <= 1e6 ? { origin: location.origin, kept } : null;
}
"""

_TAKE_BACK = """
({ origin, kept }) => {
  if (location.origin !== origin) return;
  const secret = /token|auth|session|jwt|csrf|expir/i;
  for (const area of Object.keys(kept)) {
    const now = window[area];
    for (const key of new Set([...Object.keys(now), ...Object.keys(kept[area])])) {
      if (secret.test(key) || now[key] === kept[area][key]) continue;
      if (key in kept[area]) now.setItem(key, kept[area][key]);
      else now.removeItem(key);
    }
  }
}
"""


@dataclass(slots=True)
class ClientState:
    """What a page keeps in local and session storage, as it was before the first control was operated on it.

    Entries that look like a login (by their key) are left as they are: a token may have been renewed meanwhile.
    """

    _kept: object = None
    _asked: bool = False

    async def keep(self, tab: Tab) -> None:
        """Remember what there is, once until `take_back`."""
        if not self._asked:
            self._asked = True
            self._kept = await tab.evaluate(_KEEP)

    async def take_back(self, tab: Tab) -> None:
        """Undo what has changed since `keep`, when the page is still on the same origin."""
        kept, self._kept, self._asked = self._kept, None, False
        if kept is None:
            return
        try:
            await tab.evaluate(_TAKE_BACK, kept)
        except BrowserError:
            return  # a page that is gone or hangs can be asked nothing, and the next one is about to be opened
