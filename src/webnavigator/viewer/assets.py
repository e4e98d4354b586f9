"""The files of the page, as they ship with the package."""

import re
from functools import cache
from pathlib import Path

_STATIC = Path(__file__).parent / "static"
_SCRIPT = re.compile(r'<script src="/static/([\w./-]+)"')
_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml"}


@cache
def files() -> dict[str, tuple[bytes, str]]:
    """Content and media type by name below ``/static/``; ``index.html`` is the page itself."""
    return {
        path.relative_to(_STATIC).as_posix(): (path.read_bytes(), f"{_TYPES[path.suffix]}; charset=utf-8")
        for path in sorted(_STATIC.rglob("*"))
        if path.suffix in _TYPES
    }


def text_of(name: str) -> str:
    """One of the files as text."""
    return files()[name][0].decode()


def scripts() -> list[str]:
    """Names of the page's scripts, in the order in which it loads them."""
    return _SCRIPT.findall(text_of("index.html"))
