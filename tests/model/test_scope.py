import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.errors import BadInputError
from webnavigator.model.scope import plain_host, scope_of


@pytest.mark.parametrize(
    ("start", "url", "inside"),
    [
        ("https://www.example.co.uk/", "http://shop.example.co.uk/x", True),
        ("https://www.example.co.uk/", "https://other.co.uk/", False),
        ("https://www.example.co.uk/", "https://notexample.co.uk/", False),
        ("https://example.com/", "https://example.com.evil.test/", False),
        ("https://example.com/", "https://example.com:8443/", True),
        ("https://example.com:7770/", "https://example.com:9999/", False),
        ("https://example.com:7770/", "https://www.example.com:9999/", True),
        ("https://alice.github.io/", "https://bob.github.io/", False),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/x", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:9000/", False),
        ("http://127.0.0.1:8000/", "http://localhost:8000/", False),
        ("http://localhost:8000/", "http://LOCALHOST:8000/x", True),
        ("http://localhost/", "http://localhost:80/", True),
        ("http://[::1]:8000/", "http://[0:0::1]:8000/", True),
        ("http://10.0.0.1/", "http://1.10.0.0.1/", False),
        ("https://bücher.example/", "https://www.xn--bcher-kva.example/", True),
        ("https://xn--bcher-kva.example/", "https://BÜCHER.example/", True),
        ("https://example.com/", "ftp://example.com/", False),
        ("https://example.com/", "javascript:alert(1)", False),
        ("https://example.com/", "http://[bad", False),
        ("https://example.com/", "https://", False),
        ("https://example.com/", "https://evil.test@example.com/", True),
        ("https://example.com/", "https://example.com@evil.test/", False),
        ("https://example.com/", "https://exa mple.com/", False),
    ],
)
def test_what_belongs_to_a_site(start, url, inside):
    assert scope_of(start).contains(url) is inside


@pytest.mark.parametrize(
    ("entry", "url", "inside"),
    [
        ("cdn.test", "https://cdn.test/", True),
        ("cdn.test", "https://img.cdn.test:99/", True),
        ("cdn.test:8443", "https://cdn.test:8443/", True),
        ("cdn.test:8443", "https://cdn.test/", False),
        ("CDN.test", "https://xcdn.test/", False),
        ("https://cdn.test/x", "http://cdn.test/y", True),
        ("127.0.0.1:9000", "http://127.0.0.1:9000/", True),
        ("127.0.0.1", "http://127.0.0.1:9000/", True),
        ("127.0.0.1", "http://2.127.0.0.1/", False),
        ("::1", "http://[::1]:5/", True),
        ("[::1]:5", "http://[::1]:5/", True),
        ("[::1]:5", "http://[::1]:6/", False),
        ("bücher.example", "https://xn--bcher-kva.example/", True),
    ],
)
def test_allowed_hosts(entry, url, inside):
    assert scope_of("http://127.0.0.1:8000/", [entry]).contains(url) is inside


@pytest.mark.parametrize(
    "start", ["", "example.com", "ftp://example.com/", "file:///etc/passwd", "http://", "http://[x"]
)
def test_a_start_that_is_no_web_address(start):
    with pytest.raises(BadInputError, match="not an http or https address"):
        scope_of(start)


@pytest.mark.parametrize("entry", ["", "a b", "host:port", "http://", "x:99999", "[::1", "a/b?c d:x"])
def test_a_host_that_is_none(entry):
    if entry == "a/b?c d:x":  # the path of an address is ignored
        scope_of("https://a.test/", [entry])
        return
    with pytest.raises(BadInputError, match="not a host"):
        scope_of("https://a.test/", [entry])


def test_nothing_is_fetched(monkeypatch):
    def refuse(*_):
        raise AssertionError("network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert scope_of("https://www.example.org/").domain == "example.org"


def test_a_name_no_resolver_takes():
    assert plain_host("…\N{ZERO WIDTH SPACE}x y") == plain_host(plain_host("…\N{ZERO WIDTH SPACE}x y"))


@given(st.text(max_size=20))
def test_hosts_settle(host):
    once = plain_host(host)
    assert once.isascii()


@given(st.text(max_size=40))
def test_hostile_addresses_are_outside(text):
    assert scope_of("https://example.com/").contains(f"https://evil.test/{text}") is False
