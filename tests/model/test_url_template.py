import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.url_template import MANY_SECTIONS, MANY_VALUES, UrlTemplates, compatible

HOST = "https://a.test"


def template_of(path, *observed):
    return UrlTemplates(f"{HOST}{each}" for each in observed).template(f"{HOST}{path}")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "/"),
        ("/orders", "/orders"),
        ("/orders/", "/orders/"),
        ("/orders/17", "/orders/{id}"),
        ("/orders/17/", "/orders/{id}/"),
        ("/orders/17/items/3", "/orders/{id}/items/{id}"),
        ("/u/123e4567-e89b-12d3-a456-426614174000", "/u/{id}"),
        ("/commit/0a1b2c3d4e", "/commit/{id}"),
        ("/facade", "/facade"),
        ("/catalogue/coders-at-work_207/", "/catalogue/{id}/"),
        ("/posts/12-a-title", "/posts/{id}"),
        ("/browse/PROJ-12", "/browse/{id}"),
        ("/whatsnew/3.12.html", "/whatsnew/{id}.html"),
        ("/genindex-A.html", "/{id}.html"),
        ("/wish/po6gv0", "/wish/{id}"),
        ("/v/dQw4w9WgXc123", "/v/{id}"),
        ("/list;contents=5/2", "/list;contents={}/{id}"),
        ("/list;open=5;rows=10?sort=name", "/list?open={}&rows={}&sort={}"),
        ("/#/list;open=5", "/#/list?open={}"),
        ("/a{b}", "/a%7Bb%7D"),
        ("/#/orders/17", "/#/orders/{id}"),
        ("/#!/x?tab=a", "/#!/x?tab={}"),
        ("/orders?page=2&sort=name", "/orders?page={}&sort={}"),
    ],
)
def test_without_having_learnt(path, expected):
    assert template_of(path) == expected


def test_many_values_below_one_prefix_are_variable():
    few = [f"/docs/en/{chr(97 + n)}bc" for n in range(MANY_VALUES)]
    assert template_of("/docs/en/abc", "/other", *few) == "/docs/en/abc"
    many = [*few, "/docs/en/zzz"]
    assert template_of("/docs/en/abc", "/other", *many) == "/docs/en/{}"
    assert template_of("/docs/en/never-seen", "/other", *many) == "/docs/en/{}"


def test_sections_need_many_more():
    words = [f"/{a}{b}x" for a in "abcdefghij" for b in "klmnopqrst"]
    assert template_of("/akx", *words[:MANY_SECTIONS]) == "/akx"
    assert template_of("/akx", *words[: MANY_SECTIONS + 1]) == "/{}"


def test_sections_below_a_common_entrance():
    below = [f"/admin/{chr(97 + n)}bc" for n in range(MANY_VALUES + 5)]
    assert template_of("/admin/abc", *below) == "/admin/abc"


def test_sections_below_the_start_page() -> None:
    sections = [f"/admin/{chr(97 + n)}bc/" for n in range(MANY_VALUES + 5)]
    observed = [HOST + path for path in ("/", "/contact", *sections)]
    assert UrlTemplates(observed).template(f"{HOST}/admin/abc/") == "/admin/{}/"
    for start in ("/admin/", "/admin", "/admin/index.php", "/admin/?lang=zh"):
        assert UrlTemplates(observed, HOST + start).template(f"{HOST}/admin/abc/") == "/admin/abc/"
    assert UrlTemplates(observed, f"{HOST}/").template(f"{HOST}/admin/abc/") == "/admin/{}/"


def test_names_that_siblings_share_are_names():
    sections = [chr(97 + n) + "section" for n in range(MANY_VALUES + 3)]
    observed = [f"/{owner}/{section}" for owner in ("projects/one", "projects/two") for section in sections]
    assert template_of("/projects/one/asection", "/x", *observed) == "/projects/one/asection"


def test_siblings_with_like_names_below_are_instances():
    observed = [f"/projects/{p}/{s}" for p in ("one", "two", "three") for s in ("issues", "wiki", "files")]
    assert template_of("/projects/one/wiki", "/x", *observed) == "/projects/{}/wiki"
    assert template_of("/projects/new", "/x", "/projects/new", *observed) == "/projects/new"


def test_sections_with_new_and_edit_are_no_instances():
    observed = [f"/{s}/{v}" for s in ("users", "groups", "roles") for v in ("new", "list", "export", "import")]
    assert template_of("/users/new", *observed) == "/users/new"


def test_few_values_of_a_parameter_name_views():
    tabs = [f"/p?tab={tab}" for tab in ("info", "members", "wiki")]
    assert template_of("/p?tab=members", *tabs) == "/p?tab=members"
    assert template_of("/p?tab=unknown", *tabs) == "/p?tab={}"
    many = [f"/p?tab={letter}x" for letter in "abcdefghij"]
    assert template_of("/p?tab=ax", *many) == "/p?tab={}"


@pytest.mark.parametrize("pair", ["q=tea", "page=2", "id=0a1b2c3d", f"x={'long' * 20}", "term=x"])
def test_values_that_name_no_view(pair):
    name = pair.partition("=")[0]
    assert template_of(f"/p?{pair}", f"/p?{pair}") == f"/p?{name}={{}}"


def test_hosts_are_told_apart_when_there_are_several():
    templates = UrlTemplates(["https://a.test/x", "https://b.test/x"])
    assert templates.template("https://a.test/x") == "//a.test/x"
    assert UrlTemplates(["https://a.test/x"]).template("https://a.test/x") == "/x"


def test_what_cannot_be_parsed_is_itself():
    templates = UrlTemplates(["http://[bad"])
    assert templates.template("http://[bad") == "http://[bad"


SEGMENT = st.sampled_from(["orders", "users", "17", "new", "a1", "tea-cup_3", "x", "", *"abcdefghijklmnop"])
PATHS = st.builds(
    lambda parts, query: f"{HOST}/{'/'.join(parts)}{query}",
    st.lists(SEGMENT, max_size=4),
    st.sampled_from(["", "?tab=a", "?tab=b", "?page=1&q=x", "#/r/1"]),
)


@given(st.lists(PATHS, max_size=60), st.randoms())
def test_the_order_of_observation_does_not_matter(urls, random):
    shuffled = [*urls, *urls]
    random.shuffle(shuffled)
    one, other = UrlTemplates(urls), UrlTemplates()
    for url in shuffled:
        other.observe(url)
        other.template(url)
    assert [one.template(url) for url in urls] == [other.template(url) for url in urls]


@given(st.lists(PATHS, min_size=1, max_size=60))
def test_a_template_is_compatible_with_itself_and_earlier_spellings(urls):
    templates = UrlTemplates(urls)
    for url in urls:
        now, before = templates.template(url), UrlTemplates([url]).template(url)
        assert compatible(now, now)
        assert compatible(now, before)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("/a/{}", "/a/b", True),
        ("/a/{id}", "/a/b", False),
        ("/a/{id}", "/a/{id}/b", False),
        ("/a?x={}", "/a", True),
        ("/a", "/b", False),
    ],
)
def test_compatible(a, b, expected):
    assert compatible(a, b) is compatible(b, a) is expected


WIKI = st.builds(
    lambda parent, page, below: f"{HOST}/{parent}/{page}{below}",
    st.sampled_from(["wiki", "blog", "docs"]),
    st.sampled_from([f"{a}{b}page" for a in "abcdefg" for b in "hijklm"] + ["new", "17"]),
    st.sampled_from(["", "", "", "/talk", "/old", "/raw", "?tab=a", "?tab=b"]),
)


@given(st.lists(WIKI, min_size=30, max_size=80), st.randoms())
def test_what_is_learnt_on_the_way_is_what_is_learnt_at_once(urls, random):
    shuffled = list(urls)
    random.shuffle(shuffled)
    on_the_way = UrlTemplates()
    for url in shuffled:
        on_the_way.observe(url)
        on_the_way.template(url)
    at_once = UrlTemplates(urls)
    assert [on_the_way.template(url) for url in urls] == [at_once.template(url) for url in urls]


def test_one_more_value_is_taken_in_passing():
    templates = UrlTemplates(f"{HOST}/wiki/{chr(97 + n)}page" for n in range(20))
    templates.observe(f"{HOST}/about")
    assert templates.template(f"{HOST}/wiki/apage") == "/wiki/{}"
    templates.observe(f"{HOST}/wiki/another?view=raw")
    assert templates.template(f"{HOST}/wiki/another?view=raw") == "/wiki/{}?view=raw"
