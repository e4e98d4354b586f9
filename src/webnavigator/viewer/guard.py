"""Who may ask: a browser on this machine that was pointed here, for reading."""

from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
"""Nothing inline, nothing from elsewhere, and no text ever parsed as HTML."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


class Guard:
    """Refuses requests that name another host, and all that are not for reading.

    A page on the web can make its own name point to 127.0.0.1 (DNS rebinding); its requests then carry that
    name in the Host header, and are answered with 403 here.

    Args:
        app: answers what is let through.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if not _is_loopback(scope):
            await _refuse(send, 403, b"this viewer answers on this machine only, by the name 127.0.0.1 or localhost\n")
        elif scope["method"] not in {"GET", "HEAD"}:
            await _refuse(send, 405, b"this viewer only shows\n")
        else:
            await self._app(scope, receive, _with_headers(send))


def _is_loopback(scope: Scope) -> bool:
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return False
    host = hosts[0].decode("latin-1").lower()
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    return (name if colon else host) in LOOPBACK and (not colon or port.isdecimal())


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *_encoded(HEADERS)]
            message = {**message, "headers": headers}
        await send(message)

    return sent


async def _refuse(send: Send, status: int, text: bytes) -> None:
    headers = _encoded({"content-type": "text/plain; charset=utf-8", "content-length": str(len(text)), **HEADERS})
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def _encoded(headers: dict[str, Any]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]
