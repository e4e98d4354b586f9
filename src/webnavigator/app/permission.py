"""What may be done on a site: from where it was explored and what the settings allow."""

from typing import Any

from webnavigator.config import Settings
from webnavigator.errors import MapError
from webnavigator.model.safety import Policy
from webnavigator.model.scope import Scope, scope_of
from webnavigator.store.base import Store


def policy_for(scope: Scope, settings: Settings) -> Policy:
    """The safety policy for a site under some settings."""
    return Policy(scope, settings.explore.allow_changes, settings.explore.allow)


def scope_of_map(store: Store) -> Scope:
    """The hosts that a map was explored on.

    Raises:
        MapError: the map does not tell.
    """
    return scope_of(start_url_of(store), tuple(store.get_meta("allow_hosts") or ()))


def start_url_of(store: Store) -> str:
    """The address that a map was explored from.

    Raises:
        MapError: the map does not tell.
    """
    report: dict[str, Any] = store.get_meta("report") or {}
    start_url: Any = store.get_meta("start_url") or report.get("start_url")
    if not isinstance(start_url, str):
        raise MapError("the map says not where it was explored from: explore the site again")
    return start_url
