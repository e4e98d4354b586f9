import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.request import graphql_kind, read_key

API = "https://a.test/graphql"
JSON = "application/json"


def graphql(query, **more):
    return json.dumps({"query": query, **more})


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (graphql("{ orders { id } }"), "reads"),
        (graphql("query Orders($n: Int) { orders(n: $n) { ...F } } fragment F on Order { id }"), "reads"),
        (graphql("mutation Pay { pay { ok } }"), "writes"),
        (graphql("  # query\n mutation { pay }"), "writes"),
        (graphql("subscription S { events }"), "writes"),
        (graphql("query A { a } mutation B { b }"), "writes"),
        (graphql("query A { a } mutation B { b }", operationName="A"), "reads"),
        (graphql("query A { a } mutation B { b }", operationName="B"), "writes"),
        (graphql("query A { a } mutation B { b }", operationName="C"), "writes"),
        (graphql('query A { a(text: "mutation { x }") }'), "reads"),
        (graphql("fragment F on Order { id }"), "unknown"),
        (graphql("query {{{"), "unknown"),
        (graphql("{ a" * 50_000), "unknown"),
        (graphql("query A " + "{ a " * 3000 + "}" * 3000), "unknown"),
        (json.dumps([{"query": "{ a }"}, {"query": "{ b }"}]), "reads"),
        (json.dumps([{"query": "{ a }"}, {"query": "mutation { b }"}]), "writes"),
        (json.dumps([{"query": "{ a }"}, {"other": 1}]), None),
        (json.dumps([{"query": "{ a }"}, 1]), None),
        (
            json.dumps({"operationName": "A", "extensions": {"persistedQuery": {"sha256Hash": "ab"}}}),
            "unknown",
        ),
        (json.dumps({"operationName": "A", "variables": {}}), "unknown"),
        (json.dumps({"extensions": {}}), None),
        (json.dumps([]), None),
        ('{"q": "tea"}', None),
        ("q=tea", None),
        ("{broken", None),
        (None, None),
    ],
)
def test_what_a_graphql_body_does(body, kind):
    assert graphql_kind(API, JSON, body) == kind


def test_a_search_for_braces_is_still_told_by_its_address():
    assert graphql_kind("https://a.test/search", JSON, '{"query": "tea"}') is None
    assert graphql_kind(API, JSON, '{"query": "tea"}') == "unknown"


def test_a_bare_document():
    assert graphql_kind("https://a.test/q", "application/graphql", "{ a }") == "reads"
    assert graphql_kind("https://a.test/q", "application/graphql", "mutation { a }") == "writes"


@pytest.mark.parametrize(
    ("url", "content_type", "body", "key"),
    [
        ("https://a.test/s/17?b=1&a=2", "", None, "POST a.test/s/{id}?a&b -"),
        ("https://a.test/s", JSON, '{"b": 1, "a": ["x", "y", 1.5], "c": null, "d": true}',
         'POST a.test/s {a:["",0],b:0,c:~,d:?}'),
        ("https://a.test/s", "application/x-www-form-urlencoded", "b=1&a=&b=2", "POST a.test/s form a,b"),
        ("https://a.test/s", "multipart/form-data; boundary=x",
         '--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n1', "POST a.test/s form f"),
        ("https://a.test/s", "text/plain; charset=utf-8", "hello", "POST a.test/s text/plain"),
        (API, JSON, graphql("query Q { orders { id } me }"), "POST a.test/graphql graphql query Q{orders,me}"),
    ],
)  # fmt: skip
def test_keys(url, content_type, body, key):
    assert read_key("post", url, content_type, body) == key


def test_persisted_queries_are_told_apart_by_their_hash():
    def key(digest):
        body = json.dumps({"operationName": "A", "extensions": {"persistedQuery": {"sha256Hash": digest}}})
        return read_key("POST", API, JSON, body)

    assert key("aa") == key("aa") != key("bb")


def test_a_deep_body_has_a_key():
    assert "…" in read_key("POST", "https://a.test/", JSON, "[" * 50 + "]" * 50)
    assert read_key("POST", "https://a.test/", JSON, "[" * 100_000).endswith(JSON)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.randoms())
def test_order_of_names_does_not_matter(data, random):
    names = list(data)
    random.shuffle(names)
    shuffled = json.dumps({name: data[name] for name in names})
    assert read_key("POST", API, JSON, json.dumps(data)) == read_key("POST", API, JSON, shuffled)


@given(st.text(max_size=50), st.text(max_size=50))
def test_hostile_bodies(text, content_type):
    assert isinstance(read_key("POST", API, content_type, text), str)
    assert graphql_kind(API, content_type, text) in ("reads", "writes", "unknown", None)
