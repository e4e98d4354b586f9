"""What controls make a page remember in the browser is taken back, so that no state depends on what was tried before.

Columns shown, a sidebar folded, rows per page: applications keep such choices in local or session storage or in a
cookie, and the next page looks different. An exploration would then see states that no visitor sees, and others in each
run.
"""

import re
from dataclasses import dataclass
from typing import Any

from webnavigator.browser.tab import Tab
from webnavigator.errors import BrowserError

_KEEP = """
() => {
  const kept = {};
  for (const area of ["localStorage", "sessionStorage"]) {
    try { kept[area] = { ...window[area] }; } catch { /* a document without an origin has none */ }
  }
  let cookie = "";
  try { cookie = document.cookie; } catch { /* nor has it cookies */ }
  const text = JSON.stringify(kept);
  return text.length <= 1e6 ? { origin: location.origin, url: location.href, kept, cookie } : null;
}
"""

_TAKE_BACK = """
({ origin, kept, secrets }) => {
  if (location.origin !== origin) return null;
  const secret = new RegExp(secrets, "i");
  for (const area of Object.keys(kept)) {
    const now = window[area];
    for (const key of new Set([...Object.keys(now), ...Object.keys(kept[area])])) {
      if (secret.test(key) || now[key] === kept[area][key]) continue;
      if (key in kept[area]) now.setItem(key, kept[area][key]);
      else now.removeItem(key);
    }
  }
  try { return document.cookie; } catch { return null; }
}
"""

_SECRETS = "token|auth|sess|sid$|login|remember|jwt|csrf|xsrf|expir"
_COOKIES_S = 2.0


@dataclass(slots=True)
class ClientState:
    """What a page keeps in storage and in cookies that scripts can read, before the first control was operated on it.

    What looks like a login (by its key) is left as it is: a token may have been renewed meanwhile.
    """

    _kept: dict[str, Any] | None = None
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
            cookie = await tab.evaluate(_TAKE_BACK, {**kept, "secrets": _SECRETS})
            if cookie is not None and cookie != kept["cookie"]:
                await _take_back_cookies(tab, kept["url"], _values(kept["cookie"]))
        except BrowserError:
            return  # a page that is gone or hangs can be asked nothing, and the next one is about to be opened


async def _take_back_cookies(tab: Tab, url: str, before: dict[str, str]) -> None:
    context = tab.page.context
    async with tab.within(_COOKIES_S, "take back cookies"):
        for cookie in await context.cookies(url):
            name, value = cookie.get("name", ""), cookie.get("value", "")
            if cookie.get("httpOnly") or re.search(_SECRETS, name, re.IGNORECASE) or before.get(name) == value:
                continue
            await context.clear_cookies(name=name, domain=cookie.get("domain"), path=cookie.get("path"))
            if name in before:
                await context.add_cookies([_set_again(cookie, before[name])])


def _set_again(cookie: Any, value: str) -> Any:
    """A cookie with the value that it had, for as long and for where it was set."""
    return {**cookie, "value": value}


def _values(header: str) -> dict[str, str]:
    """Values by name, as scripts read them."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return {name: value for name, _, value in pairs if name}
