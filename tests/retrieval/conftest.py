from collections.abc import Callable
from pathlib import Path

import pytest

from retrieval.shop_documents import SHOP
from webnavigator.config import RetrieveSettings
from webnavigator.retrieval.search import MapIndex


@pytest.fixture
def lexical(tmp_path: Path) -> Callable[..., MapIndex]:
    """Opens an index without vectors in this test's folder; opened again it is the same index."""

    def opened(name: str = "index") -> MapIndex:
        return MapIndex.open(tmp_path / name, RetrieveSettings(encoder="lexical"))

    return opened


@pytest.fixture
def shop(lexical: Callable[..., MapIndex]) -> MapIndex:
    index = lexical()
    index.update(SHOP)
    return index
