"""The REST interface of WebArena's shop (Magento 2), which some of its tasks are judged by: last order, last review."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from pydantic import BaseModel, ConfigDict, ValidationError

from webnavigator.bench.web import UnreadError, read_address
from webnavigator.errors import BadInputError, NavigationError

_WAIT_S = 30.0
_LATEST = {
    "searchCriteria[sortOrders][0][field]": "created_at",
    "searchCriteria[sortOrders][0][direction]": "DESC",
    "searchCriteria[pageSize]": "1",
}


class _Access(BaseModel):
    model_config = ConfigDict(extra="forbid")

    username: str
    password: str


@dataclass(slots=True, repr=False)
class ShopInterface:
    """Asks the shop as an administrator; the password is not shown when it is printed.

    Attributes:
        url: address of the shop, without a slash at its end.
        username: of an administrator.
        password: likewise.
    """

    url: str
    username: str
    password: str

    async def latest_order_url(self) -> str:
        """Address of the order that was made last.

        Raises:
            NavigationError: the shop does not answer as it should.
        """
        orders = await self._get(f"orders?{urlencode(_LATEST)}")
        try:
            return f"{self.url}/sales/order/view/order_id/{int(orders['items'][0]['increment_id'])}/"
        except (LookupError, TypeError, ValueError):
            raise NavigationError("the shop tells no order", self.url) from None

    async def latest_review(self, sku: str) -> tuple[str, str]:
        """Author and rating (0 to 100) of a product's last review; two empty texts without one.

        Raises:
            NavigationError: the shop does not answer as it should.
        """
        reviews = await self._get(f"products/{quote(sku, safe='')}/reviews")
        try:
            return (str(reviews[-1]["nickname"]), str(reviews[-1]["ratings"][0]["percent"])) if reviews else ("", "")
        except (LookupError, TypeError):
            raise NavigationError("the shop tells reviews in another form", self.url) from None

    async def _get(self, what: str) -> Any:
        access = json.dumps({"username": self.username, "password": self.password}).encode()
        token = await asyncio.to_thread(_asked, f"{self.url}/rest/default/V1/integration/admin/token", {}, access)
        return await asyncio.to_thread(_asked, f"{self.url}/rest/V1/{what}", {"Authorization": f"Bearer {token}"}, None)


def shop_interface(url: str, path: Path) -> ShopInterface:
    """The interface of a shop, with the access that a file holds: ``{"username": …, "password": …}``.

    Raises:
        BadInputError: the address is none of a server, or the file cannot be read.
    """
    if not url.startswith(("http://", "https://")):
        raise BadInputError(f"not an address of a shop: {url}")
    try:
        access = _Access.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        raise BadInputError(f"{path} is no file with username and password, as JSON") from None
    return ShopInterface(url.rstrip("/"), access.username, access.password)


def _asked(url: str, headers: dict[str, str], body: bytes | None) -> Any:
    try:
        return json.loads(read_address(url, {"Content-Type": "application/json", **headers}, body, _WAIT_S))
    except (UnreadError, ValueError) as error:
        raise NavigationError(f"the shop's interface does not answer: {error}", url.partition("?")[0]) from None
