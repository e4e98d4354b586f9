"""Models behind HTTP, against a server on this machine that answers as vLLM and as Jina's API do."""

import base64
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import numpy as np
import pytest
from PIL import Image

from webnavigator.errors import BadInputError, ModelError
from webnavigator.retrieval import remote_models
from webnavigator.retrieval.remote_models import JinaEncoder, VllmEncoder

KEY = "secret-key-of-a-user"


def said(text: str) -> list[list[float]]:
    """Two vectors for a text, neither of length 1."""
    return [[float(len(text)), 1.0, 0.0], [0.0, 2.0, 0.0]]


def seen(png: str) -> list[list[float]]:
    with Image.open(io.BytesIO(base64.b64decode(png))) as image:
        return [[float(image.width), float(image.height), 1.0]] * 3


class Handler(BaseHTTPRequestHandler):
    asked: ClassVar[list[tuple[str, dict[str, Any], str | None]]] = []
    answers: ClassVar[list[tuple[int, bytes]]] = []
    """Given first, before what is right."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, body, self.headers.get("Authorization")))
        status, said_back = self.answers.pop(0) if self.answers else (200, json.dumps(self._right(body)).encode())
        self.send_response(status)
        self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(said_back)))
        self.end_headers()
        self.wfile.write(said_back)

    def _right(self, body: dict[str, Any]) -> dict[str, Any]:
        if self.path == "/pooling" and "messages" in body:
            url = body["messages"][0]["content"][0]["image_url"]["url"]
            return {
                "data": [{"index": 0, "object": "pooling", "data": seen(url.removeprefix("data:image/png;base64,"))}]
            }
        if self.path == "/pooling":
            rows = [{"index": at, "data": said(text)} for at, text in enumerate(body["input"])]
            return {"object": "list", "data": rows[::-1]}
        many = [said(one["text"]) if "text" in one else seen(one["image"]) for one in body["input"]]
        if body["return_multivector"]:
            return {"data": [{"index": at, "embeddings": rows} for at, rows in enumerate(many)]}
        return {"data": [{"index": at, "embedding": rows[0]} for at, rows in enumerate(many)]}

    def log_message(self, *args: Any) -> None:
        del args


@pytest.fixture
def server(monkeypatch) -> Iterator[str]:
    Handler.asked.clear()
    Handler.answers.clear()
    monkeypatch.setenv("JINA_API_KEY", KEY)
    monkeypatch.delenv("VLLM_API_KEY", raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served:
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()
        thread.join()


def test_vllm_pools_texts_and_pictures(server, monkeypatch):
    encoder = VllmEncoder("org/model", f"{server}/v1/")
    first, second = encoder.queries(["ab", "abcd"])
    assert np.linalg.norm(first, axis=1) == pytest.approx([1, 1])
    assert first[0] == pytest.approx(np.array([2, 1, 0]) / 5**0.5)
    assert second[0] == pytest.approx(np.array([4, 1, 0]) / 17**0.5)  # the server answered them the other way round
    assert encoder.images([Image.new("RGB", (6, 8))])[0].shape == (3, 3)
    assert [(path, key) for path, _, key in Handler.asked] == [("/pooling", None)] * 2
    assert Handler.asked[0][1] == {"model": "org/model", "input": ["ab", "abcd"]}
    monkeypatch.setenv("VLLM_API_KEY", KEY)
    assert len(VllmEncoder("org/model", server).texts([str(n) for n in range(40)])) == 40
    assert Handler.asked[-1][2] == f"Bearer {KEY}"
    assert len(Handler.asked) == 2 + 3


def test_jina_is_asked_for_many_vectors_or_for_one(server):
    encoder = JinaEncoder("jina-embeddings-v4", server)
    assert encoder.queries(["ab"])[0].shape == (2, 3)
    assert encoder.texts(["ab"])[0].shape == (2, 3)
    assert encoder.images([Image.new("RGB", (6, 8))])[0].shape == (3, 3)
    assert [body["task"] for _, body, _ in Handler.asked] == ["retrieval.query", *["retrieval.passage"] * 2]
    assert {(path, key) for path, _, key in Handler.asked} == {("/embeddings", f"Bearer {KEY}")}
    assert JinaEncoder("jina-embeddings-v4", server, dense=True).queries(["ab"])[0].shape == (1, 3)


def test_a_busy_server_is_asked_again_and_not_for_ever(server):
    Handler.answers += [(429, b""), (503, b"")]
    assert VllmEncoder("m", server).queries(["ab"])[0].shape == (2, 3)
    Handler.answers += [(429, b"")] * 4
    with pytest.raises(ModelError, match="HTTP 429"):
        VllmEncoder("m", server).queries(["ab"])


@pytest.mark.parametrize(
    "answer",
    [b"no JSON", b"[1]", b'{"data": 3}', b'{"data": []}', b'{"data": [{"data": [["a"]]}]}', b'{"data": [{"data": []}]}',
     b'{"data": [{"data": [[1, 2], [3]]}]}', b'{"data": [{"data": [[NaN, 1]]}]}', b'{"data": [7]}'],
)  # fmt: skip
def test_an_answer_that_is_no_vectors_is_told(server, answer):
    Handler.answers.append((200, answer))
    with pytest.raises(ModelError, match="something else than vectors"):
        VllmEncoder("m", server).queries(["ab"])


def test_a_wrong_key_is_told_and_not_shown(server):
    Handler.answers.append((401, KEY.encode()))
    with pytest.raises(ModelError, match="does not accept the key") as told:
        JinaEncoder("m", server).queries(["ab"])
    assert KEY not in str(told.value)


def test_a_redirect_is_not_followed_with_the_key(server):
    Handler.answers.append((302, b""))
    with pytest.raises(ModelError, match="HTTP 302"):
        JinaEncoder("m", server).queries(["ab"])


def test_no_server_and_no_key_are_told_in_one_line(monkeypatch):
    with pytest.raises(ModelError, match="not reached") as told:
        VllmEncoder("m", "http://127.0.0.1:9").queries(["ab"])
    assert "\n" not in str(told.value)
    monkeypatch.delenv("JINA_API_KEY", raising=False)
    with pytest.raises(BadInputError, match="JINA_API_KEY"):
        JinaEncoder("m")


def test_a_wait_that_the_server_asks_for_has_a_bound():
    assert remote_models._wait("7", 0) == 7
    assert remote_models._wait("99999", 0) == 30
    assert remote_models._wait("Wed, 21 Oct 2015 07:28:00 GMT", 2) == 4
