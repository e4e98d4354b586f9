"""Opening a map to look at it, and nothing else."""

from contextlib import ExitStack
from pathlib import Path

from webnavigator.app.navigating import OpenNavigator
from webnavigator.app.permission import policy_for, scope_of_map
from webnavigator.config import Settings, load_settings
from webnavigator.navigate.indexing import graph_to_search
from webnavigator.navigate.selector import OfflineSelector
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import Encoders
from webnavigator.store.sql import open_map


def open_reading(
    map_dir: Path | str, settings: Settings | None = None, *, encoders: Encoders | None = None
) -> OpenNavigator:
    """Open a map to look at: nothing is put into it, and the search index is taken as it is.

    Args:
        map_dir: directory of the map.
        settings: how states are searched; None: those in force.
        encoders: loaded encoders to share between openings; None: loaded when first needed.

    Raises:
        MapError: the directory is not a map, or its index is of another version.
        StoreError: it cannot be read.
    """
    settings = settings or load_settings()
    with ExitStack() as opened:
        store = open_map(map_dir)
        opened.callback(store.close)
        index = MapIndex.open(store.index_path, settings.retrieve, encoders=encoders)
        opened.callback(index.close)
        policy = policy_for(scope_of_map(store), settings)
        navigator = OpenNavigator(store, graph_to_search(store), index, OfflineSelector(), policy, settings)
        opened.pop_all()  # the navigator closes them
        return navigator
