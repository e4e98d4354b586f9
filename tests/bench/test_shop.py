"""The shop's interface, against a little server that answers as Magento does."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typing_extensions import override

from webnavigator.bench.shop import ShopInterface, shop_interface
from webnavigator.errors import BadInputError, NavigationError

REVIEWS = [
    {"nickname": "Ann", "ratings": [{"rating_name": "Rating", "percent": 20}]},
    {"nickname": "Bo", "ratings": [{"rating_name": "Rating", "percent": 80}]},
]


class Magento(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        access = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._tell("t0ken" if access == {"username": "boss", "password": "s3cret"} else None)

    def do_GET(self) -> None:
        if self.headers["Authorization"] != "Bearer t0ken":
            return self._tell(None)
        if self.path.startswith("/rest/V1/orders?") and "created_at" in self.path:
            return self._tell({"items": [{"increment_id": "000000191"}]})
        return self._tell(
            {"/rest/V1/products/A%2FB/reviews": REVIEWS, "/rest/V1/products/C/reviews": []}.get(self.path)
        )

    def _tell(self, value: Any) -> None:
        self.send_response(401 if value is None else 200)
        self.end_headers()
        self.wfile.write(json.dumps(value).encode())

    @override
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Magento)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


async def test_the_last_order_and_the_last_review(url: str, tmp_path: Path):
    (tmp_path / "access.json").write_text('{"username": "boss", "password": "s3cret"}')
    shop = shop_interface(f"{url}/", tmp_path / "access.json")
    assert await shop.latest_order_url() == f"{url}/sales/order/view/order_id/191/"
    assert await shop.latest_review("A/B") == ("Bo", "80")
    assert await shop.latest_review("C") == ("", "")
    assert "s3cret" not in repr(shop)


async def test_a_shop_that_refuses_is_an_error_without_the_password(url: str):
    with pytest.raises(NavigationError) as told:
        await ShopInterface(url, "boss", "wr0ng").latest_order_url()
    assert "wr0ng" not in str(told.value)


def test_access_comes_from_a_file(tmp_path: Path):
    (tmp_path / "access.json").write_text('{"username": "boss"}')
    with pytest.raises(BadInputError, match="username and password"):
        shop_interface("http://s.test", tmp_path / "access.json")
