"""Does an address itself say that opening it changes something?

A page *about* deleting is no danger (``/howto/delete-a-user.html``, ``/users/new``); an address that *is* the
act is (``/logout``, ``/items/5/delete``, ``?action=remove``). Segments and parameter values must be the act
exactly.
"""

import re
from functools import lru_cache
from urllib.parse import unquote, unquote_plus, urlsplit

from webnavigator.model.acting_words import DELETE, FILES, LOGOUT, STATE

_LOGOUT = re.compile(
    r"(?:do|user|account|customer|member|session|auth|admin|oauth2?|sso)?[-_.]?(?:log|sign)[-_]?(?:out"
    r"|off)(?:all)?"
    r"|j_spring_security_logout|end[-_]?session",
    re.IGNORECASE,
)
_DELETE = re.compile(
    r"(?:do|ajax|confirm)?[-_]?(?:delete|remove|destroy|erase|purge|unsubscribe)(?:[A-Z]\w*|[-_]?(?:all"
    r"|selected|confirm(?:ed)?))?"
    r"|del"
)
_ON_INSTANCE = frozenset(
    "vote upvote downvote like unlike dislike follow unfollow approve reject publish unpublish archive "
    "unarchive activate "
    "deactivate enable disable cancel restore trash untrash spam favorite unfavorite favourite star "
    "unstar watch unwatch "
    "subscribe block unblock ban unban lock unlock close reopen resend buy purchase checkout-now run "
    "execute deploy".split()
)
_OPERATION = re.compile(
    r"(?:do|ajax)?[-_]?"
    r"(?:(?:start|stop|restart|reboot|shut-?_?down|power-?_?(?:off|on|cycle)|kill|terminate|pause|un-?_?pause|resume"
    r"|mute|un-?_?mute|re-?_?check|check-?_?now|re-?_?run|retry|re-?_?index|rebuild|clear|flush|reset|truncate|vacuum"
    r"|trigger|toggle|revoke|regenerate|rotate|suspend|impersonate|hijack|pin|unpin|hide|unhide|dismiss|complete)"
    r"|(?:mark|set)[-_]?(?:all)?[-_]?(?:as)?[-_]?(?:un)?(?:read|seen|done|viewed)|mark[-_]?all|move[-_]?(?:up|down))"
    r"(?:[-_]?(?:all|now|logs?|cache|history|queue|service|server|process|job|selected))?",
    re.IGNORECASE,
)
"""What is done to a running thing or to a row of a list. A page may have such a name as well, so that in a path it
counts beside an id only: ``/jobs/7/stop``, ``/pause/7``; ``/wiki/start`` is a page."""
_ON_ID = frozenset(
    "add additem add-item add_item toggle vote upvote downvote like unlike dislike follow unfollow favorite unfavorite "
    "favourite unfavourite star unstar buy subscribe unsubscribe".split()
)
"""What acts on the thing whose id comes after it, however deep: ``/lists/7/add/15``. A page says ``/lists/7/add``."""
_NUMBER = re.compile(r"(?!(?:19|20)\d\d$)\d+")
"""A number that is no year: ``/archive/2023`` is a list."""
_ID = re.compile(r"\d+|[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}", re.IGNORECASE)
_ACTION_NAMES = frozenset(
    "action do op operation act cmd command task method _method _action mode func function a todo event".split()
)
_COMMAND_NAMES = _ACTION_NAMES - {"mode", "event", "a", "function", "task"}
"""Those of them that name nothing else."""
_ACTIONS = frozenset(
    "delete del remove rm destroy erase purge trash untrash logout signout logoff unsubscribe subscribe "
    "vote upvote downvote "
    "like follow unfollow approve reject publish unpublish archive activate deactivate enable disable "
    "cancel restore save "
    "update submit send pay buy purchase watch unwatch rollback markread mark run execute install "
    "uninstall put patch".split()
)
_ACTING_NAMES = frozenset(
    "logout signout delete del remove remove_item removeitem unsubscribe add-to-cart add_to_cart addtocart "
    "add-to-wishlist add_to_wishlist undo_item empty-cart".split()
)
_SCRIPT_ENDING = re.compile(r"\.(?:php\d?|aspx?|jsp|do|cgi|action|ashx|pl)$", re.IGNORECASE)
_DOCUMENT_ENDING = re.compile(r"\.(?:x?html?|md|txt|rst)$", re.IGNORECASE)
_INSTANCE = re.compile(r".*\d.*")
_FILE_ENDING = re.compile(
    r"\.(?:zip|gz|tgz|bz2|xz|7z|rar|tar|exe|msi|dmg|deb|rpm|apk|jar|whl|iso|csv|tsv|xlsx?|docx?|pptx?"
    r"|od[tsp]|pdf|epub|ics|vcf"
    r"|atom|rss|mp[34]|avi|mov|webm|wav|ogg|sql|bak|bin|png|jpe?g|gif|webp|svg|ico|json|xml)$",
    re.IGNORECASE,
)
_SHOWS_FILE = re.compile(r"/(?:blob|entry|tree|blame|annotate|src|browse|changes|view|show|wiki)/|/(?:File|Image):")
"""In an address with such a part, the file named at its end is shown on a page."""
_FORMAT_NAMES = frozenset("format fmt export download output".split())
_FILE_FORMATS = frozenset("csv xls xlsx pdf zip atom rss ics json xml doc docx tsv".split())


@lru_cache(maxsize=10_000)
def act_of(url: str) -> str:
    """What opening an address would do besides reading, in words; "" for a page.

    >>> act_of("https://a.test/account/sign_out"), act_of("https://a.test/orders/12/refund/new")
    ('the address says that it would log out', '')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    route, _, route_query = parts.fragment.partition("?") if parts.fragment.startswith(("/", "!")) else ("", "", "")
    reason = (
        _act_of_path(parts.path)
        or _act_of_path(route.lstrip("!"))
        or _act_of_query(parts.query)
        or _act_of_query(route_query)
    )
    return f"the address says that it {reason}" if reason else ""


def is_file(url: str) -> bool:
    """Whether an address names a file to download or a feed, and not a page.

    >>> is_file("https://a.test/issues.csv?x=1"), is_file("https://a.test/issues?format=atom")
    (True, True)
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    pairs = [pair.partition("=") for pair in parts.query.lower().split("&")]
    formats = {value for name, _, value in pairs if name.lstrip("_") in _FORMAT_NAMES}
    named = _FILE_ENDING.search(parts.path) and not _SHOWS_FILE.search(parts.path)
    return bool(named) or not _FILE_FORMATS.isdisjoint(formats)


def _act_of_path(path: str) -> str:
    segments = [unquote(segment) for segment in path.split("/") if segment]
    for place, raw in enumerate(segments):
        segment = _SCRIPT_ENDING.sub("", raw)
        if _LOGOUT.fullmatch(_DOCUMENT_ENDING.sub("", segment)):
            return LOGOUT
        if _DOCUMENT_ENDING.search(segments[-1]):
            continue
        if _DELETE.fullmatch(segment) and _is_act(segments, place):
            return DELETE
        if segment.lower() in _ON_INSTANCE and _is_last_on_instance(segments, place):
            return STATE
        if _OPERATION.fullmatch(segment) and _is_beside_id(segments, place):
            return STATE
        if segment.lower() in _ON_ID and place > 0 and place == len(segments) - 2 and _ID.fullmatch(segments[-1]):
            return STATE
    return ""


def _is_act(segments: list[str], place: int) -> bool:
    """A deleting segment acts at the end of the path or before the id of what goes."""
    after = segments[place + 1 :]
    return not after or bool(_INSTANCE.fullmatch(after[0])) or len(after) == 1


def _is_last_on_instance(segments: list[str], place: int) -> bool:
    last = place == len(segments) - 1 and place > 0 and bool(_INSTANCE.fullmatch(segments[place - 1]))
    before_id = place == len(segments) - 2 and bool(_NUMBER.fullmatch(segments[-1])) and place <= 1
    return last or before_id


def _is_beside_id(segments: list[str], place: int) -> bool:
    """The last segment after an id, or the one before an id that ends the path."""
    last = len(segments) - 1
    beside = place - 1 if place == last else last
    return place >= last - 1 and beside >= 0 and beside != place and _is_id(segments[beside])


def _is_id(segment: str) -> bool:
    return bool(_ID.fullmatch(segment)) and not re.fullmatch(r"(?:19|20)\d\d", segment)


def _act_of_query(query: str) -> str:
    for pair in query.split("&"):
        raw_name, _, raw_value = pair.partition("=")
        name, value = unquote_plus(raw_name).lower(), unquote_plus(raw_value)
        first = re.split(r"[^a-z]", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", value).lower(), maxsplit=1)[0]
        if name in _ACTING_NAMES:
            return LOGOUT if name in ("logout", "signout") else STATE
        acts = first in _ACTIONS or (name in _COMMAND_NAMES and _OPERATION.fullmatch(value))
        if name in _ACTION_NAMES and (acts or _LOGOUT.fullmatch(value)):
            return LOGOUT if _LOGOUT.fullmatch(value) else STATE
        if name in _ACTION_NAMES and first in ("export", "download"):
            return FILES
    return ""
