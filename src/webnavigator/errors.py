"""Every error that webnavigator raises on purpose, split by who must act.

::

    WebNavigatorError
    ├── UserError                the call is wrong: mend the command or the argument (exit code 2)
    │   ├── BadInputError        a value that cannot be used: URL, query, file, option
    │   ├── MapError             the map directory is not usable: foreign, newer, locked, missing
    │   └── MissingExtraError    a part that is not installed, with the command that installs it
    ├── BrowserError             the browser or the page did not do its part (exit code 1)
    │   ├── BrowserMissingError  no browser was found or could be started
    │   ├── NavigationError      a page could not be opened: unreachable, TLS, HTTP error, not HTML
    │   ├── PageCrashedError     the page or the browser went away; a fresh one can be started
    │   ├── UnresponsiveError    the page did not answer within its deadline
    │   └── ElementGoneError     none of a locator's ways finds exactly one element
    ├── ModelError               the language model did not do its part (exit code 1)
    │   ├── NonsenseError        its answer had not the form asked for, three times
    │   └── BudgetSpentError     the tokens, dollars or seconds given are used up
    └── StoreError               the map could not be written: disk full, database damaged (exit code 1)

What is *expected* is a value and not an exception: "no such page", "drifted" and "held back by the policy"
are results with a type.
"""


class WebNavigatorError(Exception):
    """The root of the tree: catch it to catch all that webnavigator raises on purpose."""

    exit_code = 1


class UserError(WebNavigatorError):
    """The caller must change something: an argument, a path, an installed part."""

    exit_code = 2


class BadInputError(UserError):
    """A value given by the caller cannot be used; the message says which and what would do."""


class MapError(UserError):
    """A map directory cannot be used: not a map, of a newer schema, in use, or missing."""


class MissingExtraError(UserError):
    """A part is not installed; the message names the command that installs it."""

    def __init__(self, part: str, extra: str) -> None:
        super().__init__(f"{part} is not installed: run  pip install 'webnavigator[{extra}]'")
        self.extra = extra


class BrowserError(WebNavigatorError):
    """The browser or the page did not do its part."""


class BrowserMissingError(BrowserError):
    """No browser was found, or the one found could not be started."""


class NavigationError(BrowserError):
    """A page could not be opened.

    Attributes:
        url: the address that was asked for.
        status: the HTTP status, or None when no response came.
        unanswered: the server was silent, unreachable or broke off: it may answer another time.
    """

    def __init__(self, message: str, url: str = "", status: int | None = None, *, unanswered: bool = False) -> None:
        super().__init__(message)
        self.url = url
        self.status = status
        self.unanswered = unanswered


class PageCrashedError(BrowserError):
    """The page or the browser went away; the work can go on with a fresh one."""


class UnresponsiveError(BrowserError):
    """The page did not answer within its deadline: it is frozen or far too large."""


class ElementGoneError(BrowserError):
    """None of a locator's ways finds exactly one element on the page."""


class ModelError(WebNavigatorError):
    """The language model did not answer: no connection, a wrong key, a rate limit, too long a request."""


class NonsenseError(ModelError):
    """The model's answer had not the form asked for, and did not get it when told so."""


class BudgetSpentError(ModelError):
    """The tokens, dollars or seconds that the caller gave are used up."""


class StoreError(WebNavigatorError):
    """The map could not be written or read: the disk is full or the database damaged."""
