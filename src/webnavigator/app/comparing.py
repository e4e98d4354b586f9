"""What differs between two maps of a site."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from webnavigator.app.transfer import import_map
from webnavigator.model.change import MapDiff
from webnavigator.refresh.diff import diff_maps
from webnavigator.refresh.pairs import Side
from webnavigator.store.base import Store
from webnavigator.store.sql import open_map


def diff(before: Path | str, after: Path | str) -> MapDiff:
    """What became of each state and edge of a map in another map of the same site.

    A state that the newer map lacks counts as gone: two maps can be told apart only as far as both explorations got.
    `webnavigator.app.refresh` looks at the site instead.

    Args:
        before: the older map: a directory, or a file that `export` wrote, JSON or archive.
        after: the newer map, likewise.

    Raises:
        MapError: one of them is not a map.
        BadInputError: a file is no exported map.
    """
    with _opened(Path(before)) as old, _opened(Path(after)) as new:
        faithful = "paper" in (old.get_meta("preset"), new.get_meta("preset"))
        return diff_maps(side_of(old), side_of(new), faithful=faithful)


def side_of(store: Store) -> Side:
    """A map as it is compared."""
    return Side(store.graph(), store.observation)


@contextmanager
def _opened(source: Path) -> Generator[Store]:
    """A map, open for reading; an exported file is unpacked for as long as it is needed."""
    if source.is_file():
        with tempfile.TemporaryDirectory(prefix="webnavigator-") as room:
            import_map(source, Path(room) / "map")
            with open_map(Path(room) / "map") as store:
                yield store
        return
    with open_map(source) as store:
        yield store
