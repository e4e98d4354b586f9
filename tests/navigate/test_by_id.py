from pathlib import Path

import pytest

from webnavigator.errors import MapError
from webnavigator.model.graph import Node
from webnavigator.navigate.by_id import state_with_id
from webnavigator.store.base import Successor
from webnavigator.store.sql import open_map


def test_an_id_of_former_times_leads_to_the_state_or_says_why_it_is_gone(tmp_path: Path) -> None:
    with open_map(tmp_path / "map", create=True) as store:
        store.put_nodes([Node("now", "u"), Node("other", "v")])
        store.put_successor(Successor("first", "second", "structure", 1.0))
        store.put_successor(Successor("second", "now", "moved", 2.0))
        store.put_successor(Successor("lost", "", "HTTP 404", 2.0))
        graph = store.graph()
        assert state_with_id("other", graph, store).id == "other"
        assert state_with_id("first", graph, store).id == "now"
        with pytest.raises(MapError, match="gone: HTTP 404"):
            state_with_id("lost", graph, store)
        with pytest.raises(MapError, match="no state stranger on this map"):
            state_with_id("stranger", graph, store)
