"""Models behind HTTP: any vLLM server that pools, and Jina's API.

Keys come from the environment and go into a header, nowhere else.
"""

import base64
import importlib
import io
import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL.Image import Image

from webnavigator.errors import BadInputError, MissingExtraError, ModelError
from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.text_encoder import unit

_JINA = "https://api.jina.ai/v1"
_TIMEOUT_S = 120.0
_TRIES = 4
_LONGEST_WAIT_S = 30.0
_BATCH = 16
_ASK = "Describe the image."
"""The words that go with a picture: late-interaction models on vLLM were trained with them."""


class _Server:
    """A server that takes and gives JSON."""

    def __init__(self, url: str, key: str | None, *, name: str) -> None:
        try:
            http: Any = importlib.import_module("httpx")
        except ImportError:
            raise MissingExtraError("the HTTP client", "remote") from None
        self._http = http
        self._url, self._name = url, name
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def ask(self, body: dict[str, Any]) -> list[Any]:
        """What is under ``data`` in the answer; a busy server is asked again, at most three times.

        Raises:
            ModelError: it is not reached, refuses, or answers something else.
        """
        answer = self._post(body)
        for attempt in range(_TRIES - 1):
            if answer.status_code not in (429, 503):
                break
            time.sleep(_wait(answer.headers.get("Retry-After"), attempt))
            answer = self._post(body)
        if answer.status_code in (401, 403):
            raise ModelError(f"{self._name} does not accept the key: HTTP {answer.status_code}")
        if answer.status_code != 200:
            raise ModelError(f"{self._name} answered HTTP {answer.status_code}")
        try:
            data = answer.json()["data"]
        except (ValueError, KeyError, TypeError):
            data = None
        if not isinstance(data, list):
            raise ModelError(f"{self._name} answered something else than vectors")
        return data  # pyright: ignore[reportUnknownVariableType] - JSON, looked at by `vectors_from`

    def _post(self, body: dict[str, Any]) -> Any:
        try:
            return self._http.post(self._url, json=body, headers=self._headers, timeout=_TIMEOUT_S)
        except self._http.HTTPError as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ModelError(f"{self._name} is not reached at {self._url}: {why}") from None
        except self._http.InvalidURL:
            raise BadInputError(f"not an address of a server: {self._url}") from None


def _wait(told: str | None, attempt: int) -> float:
    seconds = float(told) if told and told.isdecimal() else float(2**attempt)
    return min(seconds, _LONGEST_WAIT_S)


def vectors_from(value: Any, name: str) -> Matrix:
    """Unit vectors from JSON: a list of numbers is one vector, a list of such lists many.

    Raises:
        ModelError: it is something else, or holds what is no finite number.
    """
    try:
        rows: Matrix = np.atleast_2d(np.asarray(value, np.float32))
    except (ValueError, TypeError):
        rows = np.zeros((0, 0), np.float32)
    if rows.ndim != 2 or not rows.size or not np.isfinite(rows).all():
        raise ModelError(f"{name} answered something else than vectors")
    return unit(rows)


def png(image: Image) -> str:
    """A picture as PNG in base64."""
    held = io.BytesIO()
    image.save(held, "PNG")
    return base64.b64encode(held.getvalue()).decode("ascii")


class VllmEncoder:
    """A model served by ``vllm serve MODEL --runner pooling``: one vector a text or many, as the model has it.

    Args:
        model: name that the server knows it by.
        url: address of the server, with or without ``/v1``.

    Raises:
        MissingExtraError: the HTTP client is not installed.
    """

    revision = ""
    many = True
    reads_images = True

    def __init__(self, model: str, url: str) -> None:
        self.name = f"vllm:{model}"
        self._model = model
        address = f"{url.rstrip('/').removesuffix('/v1')}/pooling"
        self._server = _Server(address, os.environ.get("VLLM_API_KEY"), name="the vLLM server")

    def queries(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        found: list[Matrix] = []
        for at in range(0, len(texts), _BATCH):
            batch = list(texts[at : at + _BATCH])
            data = self._server.ask({"model": self._model, "input": batch})
            found += [vectors_from(_item(data, number, "data"), "the vLLM server") for number in range(len(batch))]
        return found

    def texts(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self.queries(texts)

    def images(self, images: Sequence[Image]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`; a request a picture, as vLLM's chat form has it."""
        found: list[Matrix] = []
        for image in images:
            url = {"url": f"data:image/png;base64,{png(image)}"}
            content = [{"type": "image_url", "image_url": url}, {"type": "text", "text": _ASK}]
            data = self._server.ask({"model": self._model, "messages": [{"role": "user", "content": content}]})
            found.append(vectors_from(_item(data, 0, "data"), "the vLLM server"))
        return found


class JinaEncoder:
    """A model of Jina's API, such as jina-embeddings-v4 (its weights are for non-commercial research).

    Args:
        model: its name there.
        url: None: Jina's own address.
        dense: ask for one vector an input instead of many.

    Raises:
        BadInputError: ``JINA_API_KEY`` is not set.
        MissingExtraError: the HTTP client is not installed.
    """

    revision = ""
    reads_images = True

    def __init__(self, model: str, url: str | None = None, *, dense: bool = False) -> None:
        key = os.environ.get("JINA_API_KEY")
        if not key:
            raise BadInputError(f"encoder jina:{model} needs a key: set JINA_API_KEY in the environment")
        self.name = f"jina:{model}"
        self.many = not dense
        self._model = model
        self._server = _Server(f"{(url or _JINA).rstrip('/')}/embeddings", key, name="Jina's API")

    def queries(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._embed([{"text": text} for text in texts], "retrieval.query")

    def texts(self, texts: Sequence[str]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._embed([{"text": text} for text in texts], "retrieval.passage")

    def images(self, images: Sequence[Image]) -> list[Matrix]:
        """See `webnavigator.retrieval.base.StateEncoder`."""
        return self._embed([{"image": png(image)} for image in images], "retrieval.passage")

    def _embed(self, inputs: list[dict[str, str]], task: str) -> list[Matrix]:
        found: list[Matrix] = []
        part = "embeddings" if self.many else "embedding"
        for at in range(0, len(inputs), _BATCH):
            batch = inputs[at : at + _BATCH]
            body = {"model": self._model, "task": task, "return_multivector": self.many, "input": batch}
            data = self._server.ask(body)
            found += [vectors_from(_item(data, number, part), "Jina's API") for number in range(len(batch))]
        return found


def _item(data: list[Any], number: int, part: str) -> Any:
    """One field of the answer to one input; None when it is not there."""
    for place, row in enumerate(data):
        if isinstance(row, dict):
            known: dict[str, Any] = row  # pyright: ignore[reportUnknownVariableType] - JSON
            if known.get("index", place) == number:
                return known.get(part)
    return None
