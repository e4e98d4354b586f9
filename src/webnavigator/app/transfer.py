"""A map into a file and back."""

import json
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError
from webnavigator.outfile import why
from webnavigator.store import archive, exchange
from webnavigator.store.sql import open_map


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


def import_map(source: Path | str, map_dir: Path | str) -> None:
    """Make a map from an exported file: JSON or archive.

    Raises:
        BadInputError: the file is neither.
        MapError: something is at `map_dir` already.
    """
    path = Path(source)
    if path.suffix.lower() == ".zip":
        archive.import_archive(path, Path(map_dir))
        return
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInputError(f"{path} cannot be imported: {why(error)}") from None
    except RecursionError:
        raise BadInputError(f"{path} cannot be imported: its JSON is nested too deeply") from None
    exchange.import_json(data, Path(map_dir))
