"""Text of pages made harmless for each format: a label must not end a string, open a tag or hide a line."""

import json
import re
import unicodedata
from urllib.parse import quote, urlsplit

_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#|!])")
_MERMAID = re.compile(r"[^\w \-.,:/?=%+@~'’“”()]|_(?=_)")


def one_line(text: str, most: int = 120) -> str:
    r"""Text on one line without invisible characters, those that turn the direction of writing included.

    >>> one_line("Orders\n\u202eevil")
    'Orders evil'
    """
    seen = "".join(" " if unicodedata.category(char).startswith(("C", "Z")) else char for char in text)
    folded = " ".join(seen.split())
    return folded if len(folded) <= most else f"{folded[: most - 1]}…"


def python_string(text: str) -> str:
    r"""A Python literal for any text.

    >>> print(python_string('a"b\n'))
    'a"b\n'
    """
    return repr(text)


def typescript_string(text: str) -> str:
    r"""A JavaScript and TypeScript literal for any text; all that is not plain is written as ``\uXXXX``.

    >>> typescript_string("</script>\u2028")
    '"\\u003c/script>\\u2028"'
    """
    quoted = json.dumps(text, ensure_ascii=False).replace("<", "\\u003c")
    return "".join(char if char.isprintable() else _units(char) for char in quoted)


def _units(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def markdown(text: str, most: int = 120) -> str:
    r"""Text for a line of Markdown: no link, no emphasis, no HTML.

    >>> markdown("[x](javascript:1)")
    '\\[x\\]\\(javascript:1\\)'
    """
    return _MARKDOWN.sub(r"\\\1", one_line(text, most))


def web_address(url: str) -> str:
    """An address that can stand in Markdown's parentheses; "" when it is none of the web.

    >>> web_address("https://a.test/x y)"), web_address("javascript:alert(1)")
    ('https://a.test/x%20y%29', '')
    """
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        return ""
    return quote(url, safe="/:?#@!$&'*+,;=%~-._[]", errors="replace") if scheme in ("http", "https") else ""


def mermaid(text: str, most: int = 60) -> str:
    """Text for a quoted Mermaid label: all but plain characters as entity codes.

    >>> mermaid('a"]; click')
    'a#34;#93;#59; click'
    """
    return _MERMAID.sub(lambda found: "".join(f"#{ord(char)};" for char in found[0]), one_line(text, most))


def xml_text(text: str) -> str:
    r"""Text without the characters that XML 1.0 cannot hold; escaping is the XML writer's.

    >>> xml_text("a\x00b")
    'ab'
    """
    return _NOT_XML.sub("", text)
