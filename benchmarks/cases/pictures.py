"""Answers on screenshots: the files of the map are opened, and pictures are taken again with a clock."""

import re
import time
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image

from webnavigator.browser.session import BrowserSession
from webnavigator.model.graph import InteractionGraph, Node
from webnavigator.store.sql import SqlStore

_WITHIN = re.compile(r"each picture takes less than (\d+(?:\.\d+)?) s")
_MOST = 8


@dataclass(slots=True)
class Pictures:
    """Looks at the pictures of one map.

    Attributes:
        store: the map.
        graph: its states.
        session: a browser.
    """

    store: SqlStore
    graph: InteractionGraph
    session: BrowserSession

    async def why_not(self, check: dict[str, Any]) -> str:
        """Why a check does not hold; "" when it does."""
        within = _WITHIN.fullmatch(check["then"])
        if within is None:
            return f"this sentence on pictures is not understood: {check['then']}"
        pages = [node for node in self.graph.nodes if node.visited and node.url_reachable]
        return self._unreadable(pages) or await self._too_slow(pages[:_MOST], float(within[1]))

    def _unreadable(self, pages: list[Node]) -> str:
        """A state without a picture, or with one that is none."""
        for node in pages:
            data = self.store.screenshot(node)
            if data is None:
                return f"no picture of {node.url}"
            with Image.open(BytesIO(data)) as image:
                image.load()
        return "" if pages else "no states"

    async def _too_slow(self, pages: list[Node], limit_s: float) -> str:
        for node in pages:
            pilot = await self.session.pilot()
            try:
                await pilot.open(node.url)
                start = time.monotonic()
                picture = await pilot.picture()
                seconds = time.monotonic() - start
            finally:
                await self.session.discard(pilot)
            if picture is None or seconds >= limit_s:
                return f"a picture of {node.url} took {seconds:.1f} s"
        return ""
