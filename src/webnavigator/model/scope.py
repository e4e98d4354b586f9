"""Which addresses belong to the site that is explored."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import ip_address
from urllib.parse import quote, unquote, urlsplit

import idna
import tldextract

from webnavigator.errors import BadInputError

_DEFAULT_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|[0-9a-f:.]+")


@dataclass(frozen=True, slots=True)
class Scope:
    """The site: a registrable domain with all below it, or one host and port, and the hosts allowed besides.

    Attributes:
        host: host of the start address: lower case, punycode, IPv6 without brackets.
        port: port of the start address.
        domain: registrable domain ("example.co.uk"; private suffixes such as github.io count as suffixes); ""
            when the host has none (IP addresses, localhost, names of a local network): then host and port
            must be equal.
        allowed: further hosts, each with a port or None for any port.
    """

    host: str
    port: int
    domain: str = ""
    allowed: frozenset[tuple[str, int | None]] = frozenset()

    def contains(self, url: str) -> bool:
        """Whether an absolute address belongs to the site; False for all that is not http(s).

        Two ports of one host, neither of them a default port, are two applications.
        """
        place = _place(url)
        if place is None:
            return False
        host, port = place
        if any(_is_or_is_below(host, name) and wanted in (None, port) for name, wanted in self.allowed):
            return True
        if not self.domain:
            return host == self.host and port == self.port
        if not _is_or_is_below(host, self.domain):
            return False
        usual = _DEFAULT_PORTS.values()
        return host != self.host or port == self.port or port in usual or self.port in usual


def scope_of(start_url: str, allow_hosts: Iterable[str] = ()) -> Scope:
    """The scope of an exploration that starts at `start_url`.

    Args:
        start_url: absolute http(s) address.
        allow_hosts: ``host`` or ``host:port``; hosts below an allowed one are allowed as well.

    Raises:
        BadInputError: the address or a host cannot be used.

    >>> scope_of("https://www.example.co.uk/").contains("https://shop.example.co.uk/cart")
    True
    >>> scope_of("http://127.0.0.1:8000/").contains("http://127.0.0.1:9000/")
    False
    """
    place = _place(start_url)
    if place is None:
        raise BadInputError(f"not an http or https address: {start_url!r}; give one such as https://example.com/")
    host, port = place
    return Scope(host, port, _registrable(host), frozenset(_allowed(entry) for entry in allow_hosts))


def _allowed(entry: str) -> tuple[str, int | None]:
    text = entry.strip()
    bare_ipv6 = text.count(":") > 1 and "[" not in text and "//" not in text
    try:
        parts = urlsplit(text if "://" in text else f"//[{text}]" if bare_ipv6 else f"//{text}")
        host, port = plain_host(parts.hostname or ""), parts.port
    except ValueError:
        host, port = "", None
    if not _HOST.fullmatch(host):
        raise BadInputError(f"not a host: {entry!r}; give host or host:port, such as cdn.example.com:8443")
    return host, port


@lru_cache(maxsize=10_000)
def _place(url: str) -> tuple[str, int] | None:
    try:
        parts = urlsplit(url.strip())
        scheme, port = parts.scheme.lower(), parts.port
    except ValueError:
        return None
    if scheme not in _DEFAULT_PORTS:
        return None
    host = plain_host(parts.hostname or "")
    if not _HOST.fullmatch(host):
        return None
    return host, port or _DEFAULT_PORTS[scheme]


def plain_host(host: str) -> str:
    """One spelling of a host: lower case, names in punycode, IP addresses compressed and without brackets.

    A name that no resolver would take comes back percent-encoded.

    >>> plain_host("Bücher.Example."), plain_host("0:0:0:0:0:0:0:1")
    ('xn--bcher-kva.example', '::1')
    """
    name = unquote(host).lower().strip("[]").rstrip(".")
    try:
        return ip_address(name).compressed
    except ValueError:
        pass
    if name.isascii():
        return quote(name, safe=":")
    try:
        return idna.encode(name, uts46=True).decode()
    except idna.IDNAError:
        return quote(name)


def _is_or_is_below(host: str, name: str) -> bool:
    return host == name or (host.endswith(f".{name}") and not _is_address(name))


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _registrable(host: str) -> str:
    """A top-level domain that is on no list, such as those of local networks, counts as a public suffix."""
    if _is_address(host) or "." not in host or host.endswith(".localhost"):
        return ""
    found = _suffixes()(host)
    return found.top_domain_under_public_suffix if found.suffix else ".".join(host.split(".")[-2:])


@cache
def _suffixes() -> tldextract.TLDExtract:
    """The public suffix list that ships with tldextract: nothing is fetched and nothing written."""
    return tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)
