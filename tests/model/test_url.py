from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.url import REDACTED, canonical_url, is_trap, page_of, redact_url, url_words


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Shop.Test", "http://shop.test/"),
        ("https://shop.test:443/a", "https://shop.test/a"),
        ("http://shop.test:8080/a", "http://shop.test:8080/a"),
        ("http://user:secret@shop.test/", "http://shop.test/"),
        ("http://bücher.example/straße", "http://xn--bcher-kva.example/stra%C3%9Fe"),
        ("http://[0:0:0:0:0:0:0:1]:80/", "http://[::1]/"),
        ("http://a.test/x/./y/../z", "http://a.test/x/z"),
        ("http://a.test/%7euser/%e4", "http://a.test/~user/%E4"),
        ("http://a.test//x", "http://a.test//x"),
        ("http://a.test/list", "http://a.test/list"),
        ("http://a.test/list/", "http://a.test/list/"),
        ("http://a.test/?b=2&a=1&b=1", "http://a.test/?a=1&b=2&b=1"),
        ("http://a.test/?a=&b", "http://a.test/?a=&b"),
        ("http://a.test/?f%5B%5D=x%20y&f[]=z", "http://a.test/?f[]=x+y&f[]=z"),
        ("http://a.test/?p=x;a=y%3Bz", "http://a.test/?p=x;a=y%3Bz"),
        ("http://a.test/?utm_source=n&gclid=1&fbclid=2&msclkid=3&_ga=4&spm=5", "http://a.test/"),
        ("http://a.test/?utm_id=n&pk_campaign=x&q=1", "http://a.test/?q=1"),
        ("http://a.test/a;jsessionid=1A2B?PHPSESSID=9&x=1", "http://a.test/a?x=1"),
        ("http://a.test/(S(abcdefghijklmnopqrstuvwx))/p.aspx", "http://a.test/p.aspx"),
        ("http://a.test/?sid=4", "http://a.test/?sid=4"),
        ("http://a.test/?sid=0a1b2c3d4e5f60718293", "http://a.test/"),
        ("http://a.test/?_=1700000000000&_t=7", "http://a.test/?_t=7"),
        ("http://a.test/#section", "http://a.test/"),
        ("http://a.test/#/", "http://a.test/"),
        ("http://a.test/#/orders?b=1&a=2&utm_term=x", "http://a.test/#/orders?a=2&b=1"),
        ("http://a.test/#!/orders", "http://a.test/#!/orders"),
        ("http://a.test/?token=abc&page=2", f"http://a.test/?page=2&token={REDACTED}"),
        ("http://a.test/?pageToken=abc", "http://a.test/?pageToken=abc"),
        (
            "http://a.test/?apiKey=abc&X-Amz-Signature=d",
            f"http://a.test/?X-Amz-Signature={REDACTED}&apiKey={REDACTED}",
        ),
        ("http://a.test/?code=1", "http://a.test/?code=1"),
        ("http://a.test/?code=1&state=2", f"http://a.test/?code={REDACTED}&state={REDACTED}"),
        ("http://a.test/?token", "http://a.test/?token"),
    ],
)
def test_one_place_has_one_spelling(url, expected):
    assert canonical_url(url) == expected


@pytest.mark.parametrize(
    "text",
    ["mailto:x@y.test", "about:blank", "", "http://", "http://[bad", "http://a.test:99999/", "/relative"],
)
def test_what_is_no_web_address_comes_back_as_it_is(text):
    assert canonical_url(f" {text}\n") == text


HOSTS = st.sampled_from(["a.test", "SHOP.Example.co.uk", "127.0.0.1:8000", "[::1]:9", "bücher.example", "x.test:443"])
SEGMENTS = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="?#\\"), max_size=8), max_size=5)
PAIRS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "f[]", "utm_source", "sid", "token", "名", "x;y"]),
        st.text(st.characters(codec="utf-8", exclude_characters="&#"), max_size=8),
    ),
    max_size=5,
)
URLS = st.builds(
    lambda scheme, host, path, pairs, fragment: (
        f"{scheme}://{host}/{'/'.join(path)}?{'&'.join(f'{n}={v}' for n, v in pairs)}{fragment}"
    ),
    st.sampled_from(["http", "https", "HTTP"]),
    HOSTS,
    SEGMENTS,
    PAIRS,
    st.sampled_from(["", "#top", "#/route/1", "#!x?b=1&a=2", "#/"]),
)


@given(URLS)
def test_canonical_is_a_fixed_point(url):
    once = canonical_url(url)
    assert canonical_url(once) == once


@given(URLS)
def test_canonical_is_ascii_without_noise(url):
    once = canonical_url(url)
    assert once.isascii()
    assert "utm_source" not in once
    assert "@" not in urlsplit(once).netloc
    assert " " not in once


@given(st.permutations([("a", "1"), ("b", "2"), ("c", ""), ("d", "x")]))
def test_order_of_parameters_does_not_matter(pairs):
    query = "&".join(f"{name}={value}" for name, value in pairs)
    assert canonical_url(f"http://a.test/?{query}") == "http://a.test/?a=1&b=2&c=&d=x"


@given(st.text(max_size=30), st.text(max_size=30))
def test_hostile_text_raises_nothing(head, tail):
    for text in (head, f"http://{head}/{tail}", f"https://a.test/{head}?{tail}#/{head}?{tail}"):
        canonical_url(text)
        redact_url(text)
        url_words(text)
        is_trap(text)


@given(
    st.text("abcXYZ0189-_", min_size=5),
    st.sampled_from(["token", "access_token", "password", "api_key", "csrf-token"]),
)
def test_a_secret_is_never_stored(secret, name):
    url = f"https://a.test/cb?{name}=@{secret}@&x=1#{name}=@{secret}@"
    for stored in (canonical_url(url), redact_url(url)):
        assert f"@{secret}@" not in stored


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://u:p@a.test/x?b=1&a=2", "https://a.test/x?b=1&a=2"),
        ("https://a.test/?token=1#/r?password=2", f"https://a.test/?token={REDACTED}#/r?password={REDACTED}"),
        ("https://a.test/;jsessionid=12?x", "https://a.test/?x"),
        ("plain text", "plain text"),
    ],
)
def test_redaction_leaves_the_rest(url, expected):
    assert redact_url(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.test/user-settings/APIKeys.php", ["user", "settings", "api", "keys"]),
        ("https://a.test/%E8%AE%A2%E5%8D%95/12?tab=Members", ["订单", "12", "tab", "members"]),
        ("https://a.test/#/orders/list", ["orders", "list"]),
        ("https://a.test/?token=abc", ["token"]),
        ("http://[", []),
    ],
)
def test_words_of_an_address(url, expected):
    assert url_words(url) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.test/a/b/c", False),
        ("https://a.test/en/help/en/help/en/help", True),
        ("https://a.test/x/x/x", True),
        ("https://a.test/1/1/1", False),
        ("https://a.test/x/x/y/x", False),
        ("https://a.test/#/a/b/a/b/a/b", True),
        ("https://a.test/" + "/".join(map(str, range(40))), True),
        ("https://a.test/" + "x" * 3000, True),
        ("https://a.test/?s=1&s=1&s=1", True),
        ("https://a.test/?s=1&s=2&s=3", False),
        ("https://a.test/?" + "&".join(f"c[]={n}" for n in range(15)), False),
        ("https://a.test/?" + "&".join(f"c={n}" for n in range(15)), True),
        ("http://[bad", True),
    ],
)
def test_traps(url, expected):
    assert is_trap(url) is expected


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("https://a.test/orders", "https://a.test/orders"),
        ("https://a.test/orders?sort=date", "https://a.test/orders"),
        ("https://a.test/orders;open=7;rows=10?sort=date", "https://a.test/orders"),
        ("https://a.test/orders;open=7/lines", "https://a.test/orders;open=7/lines"),
    ],
)
def test_the_page_that_a_view_is_of(url, page):
    assert page_of(url) == page
