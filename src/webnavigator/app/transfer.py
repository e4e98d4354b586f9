"""A map into a file and back."""

import json
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.outfile import why
from webnavigator.retrieval.moving import copy_index
from webnavigator.store import archive, exchange, moving
from webnavigator.store.directory import refuse_occupied
from webnavigator.store.sql import SqlStore, open_map


def export(map_dir: Path | str) -> dict[str, Any]:
    """A map in the open exchange format, see docs/map-format.md.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        return exchange.export_json(store)


def export_archive(map_dir: Path | str, path: Path | str) -> None:
    """Write a whole map, pictures and all, into one file.

    Raises:
        MapError: the directory is not a map.
    """
    with open_map(map_dir) as store:
        archive.export_archive(store, Path(path))


def import_map(source: Path | str, map_dir: Path | str, moved: Mapping[str, str] | None = None) -> None:
    """Make a map from an exported file: JSON or archive.

    Args:
        source: the file; with `moved` also the directory of a map.
        map_dir: where the map goes; nothing may be there yet.
        moved: from origins in the map to those where the site stands now; see `webnavigator.store.moving`.

    Raises:
        BadInputError: the file is neither, or an origin is not in the map.
        MapError: something is at `map_dir` already.
    """
    path, target = Path(source), Path(map_dir)
    refuse_occupied(target)
    if path.is_dir() and moved:
        with open_map(path) as store:
            _copy_moved(store, target, moved)
    elif path.suffix.lower() == ".zip":
        _import_archive(path, target, moved)
    else:
        data = _read_json(path)
        exchange.import_json(moving.moved(data, moving.move_of(data, moved)) if moved else data, target)


def _import_archive(path: Path, target: Path, moved: Mapping[str, str] | None) -> None:
    if not moved:
        archive.import_archive(path, target)
        return
    with tempfile.TemporaryDirectory() as room:
        archive.import_archive(path, Path(room) / "map")
        with open_map(Path(room) / "map") as store:
            _copy_moved(store, target, moved)


def _copy_moved(store: SqlStore, target: Path, origins: Mapping[str, str]) -> None:
    """A copy of a map at other addresses, screenshots and index included."""
    data = json.loads(json.dumps(exchange.export_json(store, full=True)))
    change = moving.move_of(data, origins)
    exchange.import_json(moving.moved(data, change), target)
    before = store.graph().nodes
    with open_map(target, write=True) as copy:
        with copy.transaction():
            for old, new in zip(before, copy.graph().nodes, strict=True):
                picture = store.screenshot(old)
                if picture is not None:
                    copy.put_node(replace(new, screenshot=copy.put_screenshot(picture)))
        copy_index(store.index_path, copy.index_path, change)


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path} cannot be imported: {why(error)}") from None
    except RecursionError:
        raise BadInputError(f"{path} cannot be imported: its JSON is nested too deeply") from None
