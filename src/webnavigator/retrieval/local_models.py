"""Models on this machine through sentence-transformers: one vector a text, or many, of texts or pictures.

Code that comes with a model is never run.
"""

import hashlib
import importlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL.Image import Image

from webnavigator.errors import BadInputError, MissingExtraError, ModelError
from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.text_encoder import unit

_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?")
_TEXTS, _IMAGES = 16, 2
"""Texts and pictures in one run: bounds the memory of activations."""
_HUB_TIMEOUT_S = 10
_SAMPLE_BYTES = 2**20
_REFUSED = (OSError, ValueError, RuntimeError, ImportError, KeyError, AttributeError, TypeError)
"""What libraries raise for a model that is none, not whole, not for them, or not to be had."""


class LocalEncoder:
    """A model from a folder or the hub.

    Args:
        name: folder, or name on the hub; what is in the hub's cache is not fetched again.

    Raises:
        MissingExtraError: sentence-transformers 6 or newer is not installed.
        BadInputError: there is no such model, or it cannot be loaded.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        folder = Path(name).expanduser()
        self._library = _library()
        if not folder.is_dir() and not _HUB_NAME.fullmatch(name):
            raise BadInputError(f"encoder {name!r}: no such folder, and no name of a model on the hub")
        where = str(folder) if folder.is_dir() else name if "/" in name else f"sentence-transformers/{name}"
        try:
            if not folder.is_dir():
                _ask_hub(where)
            self.many = _has_many(where)
            kind: Any = self._library.MultiVectorEncoder if self.many else self._library.SentenceTransformer
            self._model = kind(where)
            self.reads_images = bool(self._model.supports("image"))
            self.revision = fingerprint(folder) if folder.is_dir() else _commit(where)
        except (*_REFUSED, *_unreachable()) as error:
            why = next(iter(str(error).strip().splitlines()), type(error).__name__)[:160]
            raise BadInputError(f"encoder {name!r} cannot be loaded from a folder or the hub: {why}") from None

    def queries(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._encode(self._model.encode_query, texts, _TEXTS)

    def texts(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._encode(self._model.encode_document, texts, _TEXTS)

    def images(self, images: Sequence[Image]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._encode(self._model.encode_document, images, _IMAGES)

    def _encode(self, encode: Any, inputs: Sequence[Any], batch: int) -> list[Matrix]:
        if not inputs:
            return []
        try:
            found = encode(list(inputs), batch_size=batch, convert_to_numpy=True, show_progress_bar=False)
        except _REFUSED as error:
            why = next(iter(str(error).strip().splitlines()), type(error).__name__)[:160]
            raise ModelError(f"encoder {self.name!r} failed: {why}") from None
        rows = [np.atleast_2d(np.nan_to_num(np.asarray(one, np.float32))) for one in found]
        return [unit(one) if len(one) else np.zeros((1, one.shape[1]), np.float32) for one in rows]


def _library() -> Any:
    try:
        library: Any = importlib.import_module("sentence_transformers")
        logs: Any = importlib.import_module("transformers.utils.logging")
    except ImportError:
        raise MissingExtraError("sentence-transformers", "local") from None
    if not hasattr(library, "MultiVectorEncoder"):
        raise MissingExtraError("sentence-transformers 6 or newer", "local")
    logs.set_verbosity_error()
    logs.disable_progress_bar()
    return library


def _unreachable() -> tuple[type[Exception], ...]:
    """What the hub's client raises when the hub is not reached: errors of the HTTP library that it came with."""
    found: list[type[Exception]] = []
    for name in ("httpx", "httpx2"):
        try:
            found.append(importlib.import_module(name).HTTPError)
        except ImportError:
            continue
    return tuple(found)


def _has_many(where: str) -> bool:
    """Whether a model gives many vectors, by what it says of itself."""
    ours = _described(where, "config_sentence_transformers.json").get("model_type")
    if ours is not None:
        return ours in ("MultiVectorEncoder", "ColBERT")
    architectures = str(_described(where, "config.json").get("architectures"))
    return "ForRetrieval'" in architectures or "'HF_ColBERT'" in architectures


def _described(where: str, file: str) -> dict[str, Any]:
    files: Any = importlib.import_module("sentence_transformers.util")
    path = files.load_file_path(where, file)
    return dict(json.loads(Path(path).read_text(encoding="utf-8"))) if path else {}


def fingerprint(folder: Path) -> str:
    """Identifies the model in a folder, as 16 hex digits: names, sizes, and both ends of every file."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE_BYTES))
            file.seek(max(0, size - _SAMPLE_BYTES))
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()[:16]


def _ask_hub(name: str) -> None:
    """Fails at once where the model is not in the cache and the hub is not reached; a download tries for minutes."""
    hub: Any = importlib.import_module("huggingface_hub")
    if not isinstance(hub.try_to_load_from_cache(name, "config.json"), str):
        hub.HfApi().model_info(name, timeout=_HUB_TIMEOUT_S)


def _commit(name: str) -> str:
    """The hub's commit of the model in the cache, "" when that cannot be told."""
    hub: Any = importlib.import_module("huggingface_hub")
    path = hub.try_to_load_from_cache(name, "config.json")
    return Path(path).parent.name if isinstance(path, str) else ""
