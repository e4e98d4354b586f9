"""Reading an address without a browser: published files, and interfaces that tasks are judged through."""

from collections.abc import Mapping
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

_MOST_BYTES = 50_000_000


class UnreadError(Exception):
    """An address could not be read; the message says why, without the address."""


def read_address(
    url: str, headers: Mapping[str, str] | None = None, body: bytes | None = None, wait_s: float = 60.0
) -> bytes:
    """What a server gives at an http or https address.

    Args:
        url: the address.
        headers: to send along.
        body: sent by POST; None: GET.
        wait_s: longest silence of the server.

    Raises:
        UnreadError: no such address, no answer, an error's status, or more than 50 MB.
    """
    if not url.startswith(("https://", "http://")):
        raise UnreadError("it is no http or https address")
    try:
        request = Request(url, body, {"User-Agent": "webnavigator", **(headers or {})})  # noqa: S310 - http, checked
        with urlopen(request, timeout=wait_s) as answer:  # noqa: S310 - http, checked
            content: bytes = answer.read(_MOST_BYTES + 1)
    except HTTPError as error:
        error.close()
        raise UnreadError(f"status {error.code}") from None
    except (OSError, HTTPException, ValueError) as error:
        raise UnreadError(str(error)) from None
    if len(content) > _MOST_BYTES:
        raise UnreadError("it is too large")
    return content
