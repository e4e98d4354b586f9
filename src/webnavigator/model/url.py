"""Addresses: one spelling for each place, what must not be stored of them, and their words."""

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from urllib.parse import quote, quote_plus, unquote, unquote_plus, unquote_to_bytes, urljoin, urlsplit

from w3lib.url import canonicalize_url

from webnavigator.model.scope import Scope as Scope
from webnavigator.model.scope import plain_host
from webnavigator.model.scope import scope_of as scope_of
from webnavigator.model.url_template import UrlTemplates as UrlTemplates

REDACTED = "REDACTED"
"""Stands where a secret stood."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_TRACKING = re.compile(
    r"(utm|mtm|pk|hsa|oly|vero|piwik|matomo)_\w+|(gcl|dcl|fbcl|twcl|ttcl|ycl|mscl|rb_cl|wickedc?l"
    r"|irclick)k?id|gclsrc"
    r"|[gw]braid|igshid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|mkt_tok|li_fat_id|spm|bd_vid|hmsr|qz_gdt|ref_src"
    r"|s_cid|utf8",
    re.IGNORECASE,
)
_SESSION = re.compile(r"j?session_?id|phpsessid|aspsessionid\w*|cfid|cftoken|oscsid|zenid|sessid", re.IGNORECASE)
_PERHAPS_SESSION = re.compile(r"sid|s|_?sess(ion)?", re.IGNORECASE)
_OPAQUE = re.compile(r"(?=.*\d)[0-9A-Za-z_-]{16,}")
_CACHE_BUSTER = re.compile(r"_|_t|_ts|_dc|nocache|cachebuster", re.IGNORECASE)
_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*|/\([A-Z]\([0-9a-z]{24}\)\)", re.IGNORECASE)
_SECRET = frozenset(
    "token accesstoken authtoken idtoken refreshtoken password passwd passphrase pwd secret apikey "
    "accesskey signature "
    "sig credential credentials auth authorization jwt otp assertion samlresponse samlrequest ticket "
    "sesskey nonce "
    "wpnonce csrf xsrf".split()
)
_PAGING = frozenset({"page", "next", "previous", "prev", "cursor", "continuation", "sync"})
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")
_FILE_ENDING = re.compile(r"\.(?:html?|php\d?|aspx?|jspx?|cgi|do|xhtml)(?=$|/)", re.IGNORECASE)
_QUERY_SAFE = "/:@!$'()*,?[]|~"

MAX_URL_LENGTH = 2000
MAX_SEGMENTS = 25


def canonical_url(url: str) -> str:
    """The one spelling of an address that is stored and compared: same place, same string.

    Scheme and host in lower case, international names in punycode, default port, user name, dot segments,
    tracking parameters, session ids and fragments dropped (a fragment that is a client-side route stays),
    percent-encoding normalised, query sorted by name, secrets replaced by `REDACTED`. A slash at the end
    makes another place.

    Args:
        url: an absolute address; anything that is not http(s) with a host comes back stripped of white space.

    >>> canonical_url("HTTP://Shop.test:80/a/../b?z=1&a=&utm_source=x#top")
    'http://shop.test/b?a=&z=1'
    >>> canonical_url("https://app.test/#/orders?b=2&a=1")
    'https://app.test/#/orders?a=1&b=2'
    """
    text = url.strip()
    place, _, fragment = text.partition("#")
    if text[:6].lower().startswith(("http:", "https:")) and not fragment.startswith(("/", "!")):
        text = place
    return _canonical(text)


@lru_cache(maxsize=20_000)
def _canonical(text: str) -> str:
    """As `canonical_url`; a page names the same places again and again, and its likes do."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return text
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not parts.hostname:
        return text
    host = _host(parts.hostname) + ("" if port in (None, _DEFAULT_PORTS[scheme]) else f":{port}")
    return f"{scheme}://{host}{_path(parts.path)}{_query(parts.query)}{_route(parts.fragment)}"


def redact_url(url: str) -> str:
    """The address as it is, but for secrets: what may be logged or shown of any address.

    >>> redact_url("https://u:p@a.test/cb?state=1&code=abc#access_token=x")
    'https://a.test/cb?state=REDACTED&code=REDACTED#access_token=REDACTED'
    """
    head, hash_mark, fragment = url.partition("#")
    head = re.sub(r"^(\s*[a-z][a-z0-9+.-]*://)[^/?@#]*@", r"\1", head, flags=re.IGNORECASE)
    path, question, query = head.partition("?")
    path = _PATH_SESSION.sub("", path)
    route, route_question, route_query = fragment.rpartition("?")
    fragment = f"{route}{route_question}{'&'.join(_redacted(route_query.split('&')))}"
    return f"{path}{question}{'&'.join(_redacted(query.split('&')))}{hash_mark}{fragment}"


def page_of(url: str) -> str:
    """The address without what may only choose a view of the page: query, and matrix parameters of the last segment.

    >>> page_of("https://a.test/orders;open=7?sort=date"), page_of("https://a.test/orders;open=7/lines")
    ('https://a.test/orders', 'https://a.test/orders;open=7/lines')
    """
    above, slash, last = url.partition("?")[0].rpartition("/")
    return f"{above}{slash}{last.partition(';')[0]}"


def url_words(url: str) -> list[str]:
    """The words of path, query and route in reading order, lower case, without host and file endings.

    >>> url_words("https://a.test/orders/openOrders.html?sort-by=date")
    ['orders', 'open', 'orders', 'sort', 'by', 'date']
    """
    try:
        parts = urlsplit(canonical_url(url))
    except ValueError:
        return []
    path = _FILE_ENDING.sub("", unquote(parts.path))
    route = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    text = f"{path} {unquote_plus(parts.query)} {unquote_plus(route)}".replace(REDACTED, " ")
    return [word.lower() for word in _WORD.findall(text)]


def is_trap(url: str) -> bool:
    """Whether an address looks made by a loop of the site rather than for a reader.

    True for very long or very deep addresses, for a run of segments said three times over and for a parameter
    that repeats itself.

    >>> is_trap("https://a.test/en/help/en/help/en/help/")
    True
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    path = parts.path + (parts.fragment.partition("?")[0] if parts.fragment.startswith(("/", "!")) else "")
    segments = [segment for segment in path.split("/") if segment]
    if len(url) > MAX_URL_LENGTH or len(segments) > MAX_SEGMENTS or _stutters(segments):
        return True
    pairs = Counter(pair for pair in parts.query.split("&") if pair)
    names = Counter(pair.partition("=")[0] for pair in pairs.elements())
    return any(count > 2 for count in pairs.values()) or any(
        count > 10 and not unquote(name).endswith("[]") for name, count in names.items()
    )


def _stutters(segments: list[str]) -> bool:
    """A run of 1 to 4 segments, not all of them numbers, three times in a row."""
    for length in range(1, 5):
        for start in range(len(segments) - 3 * length + 1):
            run = segments[start : start + length]
            if all(segment.isdigit() for segment in run):
                continue
            if segments[start + length : start + 3 * length] == run * 2:
                return True
    return False


def _host(host: str) -> str:
    name = plain_host(host)
    return f"[{name}]" if ":" in name else name


def _path(path: str) -> str:
    path = _PATH_SESSION.sub("", path).replace("\\", "/")
    clean = urlsplit(canonicalize_url(f"http://host/{path.lstrip('/')}")).path
    lead = "/" * max(0, len(path) - len(path.lstrip("/")) - 1)
    return lead + urljoin("/", clean)


def _query(query: str) -> str:
    pairs = [_normal(pair) for pair in query.split("&") if pair and not _is_noise(pair)]
    pairs.sort(key=lambda pair: pair.partition("=")[0])
    return f"?{'&'.join(_redacted(pairs))}" if pairs else ""


def _route(fragment: str) -> str:
    """The fragment when it is a client-side route other than the first page's, else nothing."""
    if not fragment.startswith(("/", "!")) or not fragment.strip("/!"):
        return ""
    path, _, query = fragment.partition("?")
    return f"#{quote(unquote_to_bytes(path), safe='/!:@$&()*+,;=~')}{_query(query)}"


def _is_noise(pair: str) -> bool:
    raw_name, _, value = pair.partition("=")
    name = unquote_plus(raw_name)
    if _TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    if _PERHAPS_SESSION.fullmatch(name):
        return bool(_OPAQUE.fullmatch(value))
    return bool(_CACHE_BUSTER.fullmatch(name)) and value.isdigit() and len(value) >= 10


def _normal(pair: str) -> str:
    """One spelling of a parameter; `;` stays as written, because some servers part parameters by it."""
    name, equals, value = pair.partition("=")
    return f"{_requoted(name)}{equals}{_requoted(value, also_safe='=')}"


def _requoted(text: str, also_safe: str = "") -> str:
    parts = (unquote_to_bytes(part.replace("+", " ")) for part in text.split(";"))
    return ";".join(quote_plus(part, safe=_QUERY_SAFE + also_safe) for part in parts)


def _redacted(pairs: list[str]) -> list[str]:
    names = [pair.partition("=")[0] for pair in pairs]
    callback = {"code", "state"} if {"code", "state"} <= set(names) else frozenset[str]()
    return [
        f"{name}={REDACTED}" if "=" in pair and (name in callback or _is_secret(name)) else pair
        for name, pair in zip(names, pairs, strict=True)
    ]


def _is_secret(name: str) -> bool:
    words = [word.lower() for word in _WORD.findall(unquote_plus(name))]
    if _PAGING & set(words):
        return False
    return not _SECRET.isdisjoint(words) or not _SECRET.isdisjoint(a + b for a, b in pairwise(words))
