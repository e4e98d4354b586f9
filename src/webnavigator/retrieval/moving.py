"""The index of a map whose site stands at another address now: vectors are of texts, and stay."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter

from webnavigator.retrieval.catalog import DATABASE_NAME, Catalog
from webnavigator.retrieval.document import Document

_documents = TypeAdapter(Document)


def copy_index(source: Path, target: Path, change: Callable[[str], str]) -> None:
    """Copy the built-in index of a map, with every text of its documents changed; nothing happens where there is none.

    The next search encodes only documents that read otherwise even so.

    Args:
        source: the index's directory.
        target: directory of the copy, not there yet.
        change: what becomes of a text: of an id, of an address.

    Raises:
        StoreError: it cannot be written, or the index is damaged.
    """
    if not (source / DATABASE_NAME).is_file():
        return
    shutil.copytree(source, target)
    catalog = Catalog(target / DATABASE_NAME)
    try:
        with catalog.transaction():
            catalog.replace_all(lambda document: _changed(document, change))
    finally:
        catalog.close()


def _changed(document: Document, change: Callable[[str], str]) -> Document:
    """A document with other texts; its fields are texts, and tuples of texts."""
    fields: dict[str, Any] = _documents.dump_python(document)
    return _documents.validate_python({name: _changed_value(value, change) for name, value in fields.items()})


def _changed_value(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    return tuple(map(change, cast("tuple[str, ...]", value))) if isinstance(value, tuple) else value
