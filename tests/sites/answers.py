"""What a site.py is asked and what it answers."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sites.harness import Site


@dataclass(frozen=True, slots=True)
class Request:
    """What a site.py is asked; `headers` have small names, `times` counts earlier requests to the path."""

    site: "Site"
    method: str
    host: str
    target: str
    path: str
    query: Mapping[str, str]
    cookies: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    times: int

    def json(self) -> Any:
        """The posted body."""
        return json.loads(self.body)

    @property
    def foreign(self) -> bool:
        """Whether the request went to the site's second host name."""
        return self.host.startswith("localhost")


@dataclass(frozen=True, slots=True)
class Response:
    """What a site.py answers.

    Attributes:
        body: text or bytes; an iterable of bytes is sent piece by piece.
        delay_s: wait before the first byte.
        drop: close the connection without a word.
        promised: Content-Length to announce instead of the true one; the line closes after the body.
        reading: changes nothing although it is no GET.
    """

    body: str | bytes | Iterable[bytes] = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0
    drop: bool = False
    promised: int | None = None
    reading: bool = False


def html(title: str, body: str, head: str = "", lang: str = "en") -> Response:
    """A page with the mark script."""
    return Response(
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<script src="/__site.js"></script>{head}</head><body>{body}</body></html>'
    )


def redirect(target: str, status: int = 302, **headers: str) -> Response:
    """On to `target`; further headers as keywords, with ``_`` for ``-``."""
    return Response(status=status, headers={"Location": target} | {k.replace("_", "-"): v for k, v in headers.items()})


def answer_json(data: object, status: int = 200, *, reading: bool = False) -> Response:
    """JSON, open to all origins."""
    headers = {"Access-Control-Allow-Origin": "*"}
    return Response(json.dumps(data), status, "application/json", headers, reading=reading)
