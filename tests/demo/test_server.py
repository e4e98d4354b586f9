"""The demo shop as seen by any HTTP client: pages, sessions, and the count of writes."""

import re
import subprocess
import sys
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest

from webnavigator.demo import PASSWORD, USERNAME, DemoShop
from webnavigator.demo.catalogue import CATEGORIES, PRODUCTS
from webnavigator.errors import BadInputError


@pytest.fixture
def shop():
    with DemoShop() as running:
        yield running


class Client:
    """A browser without scripts: cookies and redirects only."""

    def __init__(self, shop: DemoShop) -> None:
        self.shop = shop
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def send(self, path: str, form: dict[str, str] | None = None, method: str | None = None) -> tuple[int, str]:
        data = None if form is None else urlencode(form).encode()
        request = urllib.request.Request(self.shop.url.rstrip("/") + path, data, method=method)
        try:
            with self._opener.open(request) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def sign_in(self) -> None:
        status, text = self.send("/account/login/", {"username": USERNAME, "password": PASSWORD, "next": ""})
        assert status == 200
        assert "Welcome back" in text


@pytest.fixture
def client(shop: DemoShop) -> Client:
    return Client(shop)


def test_every_link_leads_somewhere(client: Client):
    client.sign_in()
    todo, seen = ["/"], {"/"}
    while todo:
        path = todo.pop()
        status, text = client.send(path)
        assert status == 200, path
        if "/static/" in path or "/picture/" in path:
            continue
        for found in re.findall(r'(?:href|src|action)="([^"]+)"', text):
            target = found.replace("&amp;", "&")
            target = path.partition("?")[0] + target if target.startswith("?") else target
            is_write = re.search(rf'action="{re.escape(found)}" method="post"', text)
            if target not in seen and not is_write:
                seen.add(target)
                todo.append(target)
    pages = {path.partition("?")[0] for path in seen}
    assert {f"/p/{product.slug}/" for product in PRODUCTS} <= pages
    assert {f"/zh/p/{product.slug}/" for product in PRODUCTS} <= pages
    assert client.shop.writes == ()


def test_the_catalogue_is_about_forty_products_on_full_shelves():
    assert len(PRODUCTS) == 42
    assert len({product.slug for product in PRODUCTS}) == 42
    assert {product.category for product in PRODUCTS} == {category.slug for category in CATEGORIES}


def test_what_changes_something_is_counted(client: Client):
    client.send("/cart/add/", {"product": "jute-twine", "quantity": "2"})
    client.send("/newsletter/", {"email": "a@b.test"})
    client.send("/nowhere/", method="DELETE")
    client.send("/account/login/", {"username": "robin", "password": "wrong"})
    assert [(row.method, row.target, row.status) for row in client.shop.writes] == [
        ("POST", "/cart/add/", 303),
        ("POST", "/newsletter/", 200),
        ("DELETE", "/nowhere/", 404),
        ("POST", "/account/login/", 200),
    ]


def test_signing_in_and_reading_by_post_are_logged_but_are_no_writes(client: Client):
    client.sign_in()
    assert '"slug": "jute-twine"' in client.send("/api/studio/search", {}, "POST")[1]
    assert client.send("/api/studio/search", {"not": "json"}, "POST")[0] == 400
    assert client.shop.writes == ()
    assert [row.target for row in client.shop.log if row.method == "POST"] == [
        "/account/login/",
        "/api/studio/search",
        "/api/studio/search",
    ]


def test_logging_out_ends_the_session_and_is_a_write(client: Client):
    client.sign_in()
    client.send("/account/logout/", {})
    assert [row.target for row in client.shop.writes] == ["/account/logout/"]
    assert "Sign in" in client.send("/account/orders/")[1]


def test_the_account_is_for_members_and_leads_back(client: Client):
    status, text = client.send("/account/orders/JC-1062/")
    assert status == 200
    assert 'name="next" value="/account/orders/JC-1062/"' in text
    signed_in = {"username": USERNAME, "password": PASSWORD, "next": "/account/orders/JC-1062/"}
    assert "<h1>Order JC-1062</h1>" in client.send("/account/login/", signed_in)[1]


def test_sign_in_never_leads_off_the_site(client: Client):
    credentials = {"username": USERNAME, "password": PASSWORD, "next": "//elsewhere.test/"}
    assert "Welcome back" in client.send("/account/login/", credentials)[1]


def test_visitors_do_not_share_carts(shop: DemoShop):
    first, second = Client(shop), Client(shop)
    first.send("/")
    first.send("/cart/add/", {"product": "jute-twine", "quantity": "3"})
    assert "Jute Twine" in first.send("/cart/")[1]
    assert "Jute Twine" not in second.send("/cart/")[1]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing/", 404),
        ("/p/nothing/", 404),
        ("/c/nothing/", 404),
        ("/c/tea/?page=x&sort=evil", 200),
        ("/c/tea/?page=" + "9" * 5000, 200),
        ("/static/../server.py", 404),
        ("/search/?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E", 200),
        ("/search/?q=%FF%00", 200),
    ],
)
def test_odd_addresses_get_an_orderly_answer(client: Client, path: str, status: int):
    answered, text = client.send(path)
    assert answered == status
    assert "<script>alert" not in text


@pytest.mark.parametrize("form", [{}, {"product": "x", "quantity": "1"}, {"product": "jute-twine", "quantity": "-1"}])
def test_a_broken_cart_form_is_refused(client: Client, form: dict[str, str]):
    assert client.send("/cart/add/", form)[0] == 400


def test_ids_are_random_at_each_load_and_nothing_else_is(client: Client):
    client.send("/")
    first, second = client.send("/c/tea/")[1], client.send("/c/tea/")[1]
    assert first != second
    assert re.sub(r"\b[0-9a-f]{8}\b", "", first) == re.sub(r"\b[0-9a-f]{8}\b", "", second)


def test_a_port_in_use_is_one_clear_line(shop: DemoShop):
    port = int(shop.url.rsplit(":", 1)[1].rstrip("/"))
    with pytest.raises(BadInputError, match=f"cannot listen on port {port}"):
        DemoShop(port)


@pytest.mark.parametrize("port", [-1, 70000])
def test_an_impossible_port_is_one_clear_line(port: int):
    with pytest.raises(BadInputError):
        DemoShop(port)


def test_closing_frees_the_port():
    with DemoShop() as shop:
        port = int(shop.url.rsplit(":", 1)[1].rstrip("/"))
    with DemoShop(port) as again:
        assert again.url == shop.url


def test_importing_starts_nothing():
    script = "import threading, webnavigator.demo; print(threading.active_count())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
