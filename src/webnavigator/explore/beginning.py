"""What is looked at before an exploration goes on: whose map it is, and whether the start page is one."""

from webnavigator.browser.opening import Landing
from webnavigator.config import ExploreSettings, Settings
from webnavigator.errors import MapError, NavigationError
from webnavigator.explore.signed_in import Sign
from webnavigator.model.page import Observation
from webnavigator.model.safety import signs_of_login
from webnavigator.model.url import redact_url
from webnavigator.store.base import Store

_PAGES = ("text/html", "application/xhtml+xml")


def claim(store: Store, start_url: str, settings: Settings, *, signed_in: bool) -> None:
    """Write into a map what it is of: one site and one preset.

    Raises:
        MapError: it is of another.
    """
    mine = {"start_url": redact_url(start_url), "preset": settings.explore.preset}
    for key, value in mine.items():
        kept = store.get_meta(key)
        if kept is not None and kept != value:
            raise MapError(f"this map has {key} {kept}, not {value}: use another --map directory")
        store.set_meta(key, value)
    if signed_in:
        store.set_meta("signed_in", True)
    store.set_meta("settings", settings.model_dump(mode="json"))


def check_landing(landing: Landing, start_url: str) -> None:
    """Whether the start page is a page.

    Raises:
        NavigationError: it is an error, or a file of another type.
    """
    status = landing.status
    if status is not None and status >= 400:
        raise NavigationError(f"the start page answers HTTP {status}", start_url, status)
    if landing.content_type not in _PAGES:
        raise NavigationError(f"the start page is not HTML but {landing.content_type}", start_url, status)


def check_signed_in(seen: Observation, sign: Sign | None, start_url: str) -> tuple[str, ...]:
    """Whether the start page is as signed-in pages are.

    Args:
        seen: the start page.
        sign: what signed-in pages show; None: no login state was given.
        start_url: its address.

    Returns:
        Warnings.

    Raises:
        NavigationError: a login state was given, and the page is of somebody who is not signed in.
    """
    if sign is not None and not sign.shows(seen):
        raise NavigationError(
            f"the start page does not show “{sign.text}”: the login state has expired, or signed-in pages do not "
            "say so",
            start_url,
        )
    if not signs_of_login(seen):
        return ()
    if sign is not None:
        raise NavigationError(
            "the start page asks to sign in: the login state has expired; record it anew with webnavigator login",
            start_url,
        )
    return ("the start page asks to sign in: give a login state with --login",)


def opened_warnings(settings: ExploreSettings) -> tuple[str, ...]:
    """What of the things that are left alone by default the user opened."""
    if settings.allow_changes:
        return ("changing the site was allowed (--allow-changes)",)
    if settings.allow:
        return (f"left alone by default and opened with --allow: {', '.join(settings.allow)}",)
    return ()
