"""Opening an address, and saying in plain words why it cannot be opened."""

import re
from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Response
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from webnavigator.browser.tab import Tab
from webnavigator.errors import NavigationError, UnresponsiveError
from webnavigator.model.url import redact_url

IS_STARTING = r"""() => {
  const words = "loading|please wait|one moment|just a moment|initiali[sz]ing|starting(?: up)?|wird geladen|l[aä]dt" +
    "|bitte warten|chargement|cargando|carregando|caricamento|загрузка|(?:正在)?(?:加载|载入)中?|请稍[候等]" +
    "|[載讀][入取]中|読み込み中(?:です)?|ロード中|로딩 ?중?|불러오는 ?중";
  const says = new RegExp(`^(?:${words})(?:[.!。]?|\\P{Lu}{0,40}(?:\\.{3}|…))$`, "iu"); // “Loading dock” is a place
  try {
    const body = document.body;
    if (!body || !document.scripts.length) return "";
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    let shown = 0;
    for (let text = texts.nextNode(); text && shown < 300; text = texts.nextNode()) {
      const said = text.data.trim();
      if (!said || (shown && said.length > 60) || !isSeen(text.parentElement)) continue;
      if (says.test(said) && !text.parentElement.closest("a,button,label,h1,option")) return "loading";
      shown++;
    }
    if (shown) return "";
    const draws = (e) => e.shadowRoot || (e.localName.includes("-") && e.matches(":defined")) ||
      e.matches("a,button,input,select,textarea,img,svg,canvas,video,iframe,frame,object,embed");
    return [...body.querySelectorAll("*")].some(draws) ? "" : "blank";
  } catch { return ""; /* an element of the page is called like one of these properties */ }
}"""
"""A script: "blank" when a page that has scripts shows nothing at all so far, "loading" when it says that it loads."""

_GRACE_S = 3.0
"""Playwright's own deadline should strike first: its message is better."""

_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "its host name is not known",
    "ERR_CONNECTION_REFUSED": "nothing answers there",
    "ERR_CONNECTION_RESET": "the connection was dropped",
    "ERR_CONNECTION_CLOSED": "the connection was dropped",
    "ERR_EMPTY_RESPONSE": "the connection was dropped without an answer",
    "ERR_CONTENT_LENGTH_MISMATCH": "the connection was dropped midway",
    "ERR_INTERNET_DISCONNECTED": "there is no network",
    "ERR_ADDRESS_UNREACHABLE": "its host cannot be reached",
    "ERR_CONNECTION_TIMED_OUT": "its host does not answer",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_INVALID_AUTH_CREDENTIALS": "it asks for HTTP authentication (401)",
    "ERR_UNSAFE_PORT": "browsers do not open this port",
    "ERR_HTTP_RESPONSE_CODE_FAILURE": "it answers with an HTTP error and an empty page",
    "ERR_INVALID_HTTP_RESPONSE": "what answers there does not speak HTTP",
    "ERR_INVALID_RESPONSE": "its answer is not valid HTTP",
    "ERR_RESPONSE_HEADERS": "its answer is not valid HTTP",
    "ERR_INVALID_CHUNKED_ENCODING": "its answer is broken",
    "ERR_INCOMPLETE_CHUNKED_ENCODING": "its answer breaks off",
    "ERR_CONTENT_DECODING_FAILED": "its answer cannot be decoded",
    "ERR_HTTP2_PROTOCOL_ERROR": "its answer is not valid HTTP",
    "ERR_BLOCKED_BY": "the browser or its administrator blocks it",
    "ERR_PROXY": "the proxy does not let it through",
    "ERR_TUNNEL_CONNECTION_FAILED": "the proxy does not let it through",
    "ERR_TIMED_OUT": "its host does not answer",
    "ERR_ABORTED": "no page came: a download, an empty answer or held back",
    "Download is starting": "it is a download",
    "invalid URL": "it is no address",
}
_UNANSWERED = (
    "ERR_NAME_NOT_RESOLVED",
    "ERR_CONNECTION_",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_ADDRESS_UNREACHABLE",
    "ERR_TIMED_OUT",
    "ERR_NETWORK_",
)
"""How codes begin that tell of the server or the way to it, and not of the page."""

_OVERTAKEN = "interrupted by another navigation"
"""The page went on elsewhere before its document came: what it shows then is what the address gives."""


@dataclass(frozen=True, slots=True)
class Landing:
    """What opening an address came to.

    Attributes:
        url: address of the page that is shown now.
        status: HTTP status of the document, None when it came without one.
        content_type: MIME type, "" when unknown.
        retry_after: value of the Retry-After header, None when there is none.
    """

    url: str
    status: int | None
    content_type: str = ""
    retry_after: str | None = None


async def go_to(tab: Tab, url: str, referer: str | None, limit_s: float) -> Response | None:
    """Open an address, until its document begins to come.

    Returns:
        The response; None when there was none: another part of the same document.

    Raises:
        NavigationError: it cannot be opened, or not in `limit_s` seconds.
        PageCrashedError: the page is gone.
    """
    try:
        async with tab.within(limit_s + _GRACE_S, "open it"):
            return await _commit(tab, url, referer, limit_s)
    except UnresponsiveError as error:
        message = f"{redact_url(url)} did not load within {limit_s:g} s"
        raise NavigationError(message, url, unanswered=True) from error


async def _commit(tab: Tab, url: str, referer: str | None, limit_s: float) -> Response | None:
    try:
        return await tab.page.goto(url, wait_until="commit", timeout=limit_s * 1000, referer=referer)
    except PlaywrightTimeoutError:
        raise
    except PlaywrightError as error:
        if _OVERTAKEN in error.message:
            return None
        if "ERR_" in error.message or any(code in error.message for code in _REASONS):
            silent = any(code in error.message for code in _UNANSWERED)
            raise NavigationError(why_not(error.message, redact_url(url)), url, unanswered=silent) from error
        raise


def why_not(message: str, url: str) -> str:
    """Why an address cannot be opened, in plain words, from Playwright's message."""
    for code, words in _REASONS.items():
        if code in message:
            return f"{url} cannot be opened: {words}"
    if "ERR_CERT" in message or "ERR_SSL" in message:
        code = _code(message)
        return f"{url} cannot be opened: its certificate is not trusted ({code}); --ignore-https-errors accepts it"
    return f"{url} cannot be opened: the browser says {_code(message)}"


def _code(message: str) -> str:
    """Chromium's name of a network error, e.g. ERR_CERT_INVALID; its first line when there is none."""
    found = re.search(r"ERR_[A-Z0-9_]+", message)
    return found[0] if found else message.splitlines()[0]


def landing_of(tab: Tab, status: int | None, response: Response | None) -> Landing:
    """What the page shows now, told with the response that it came from."""
    headers = response.headers if response else {}
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    status = status or (response.status if response else None)
    return Landing(tab.page.url, status, kind, headers.get("retry-after"))
