"""How search scales: time, size and memory on generated documents.

python benchmarks/retrieval_latency.py 1000            # embeds the documents with the real encoders
python benchmarks/retrieval_latency.py 10000 --random  # random vectors: time and size of the search alone
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from webnavigator.config import RetrieveSettings
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.text_encoder import Encoders, unit

NOUNS = "order customer product invoice shipment promotion review coupon report ticket member project".split()
ACTS = "list create edit history export settings".split()
WORDS = (
    "amount status total address delivery payment method stock price category label colour weight region tax rate "
    "channel seller note comment owner priority version milestone team budget hours contract quote return refund"
).split()


class RandomEncoder:
    """Random unit vectors, as many as a real encoder would give; the same for the same text."""

    name = "random"
    dim = 384

    def encode(self, texts: Sequence[str], *, query: bool) -> np.ndarray:
        """See `webnavigator.retrieval.base.Encoder`."""
        rows = [np.random.default_rng(len(text) * 7919 + sum(map(ord, text))).normal(size=384) for text in texts]
        return unit(np.array(rows, np.float32).reshape(-1, 384))

    def encode_tokens(self, texts: Sequence[str], *, query: bool) -> list[tuple[np.ndarray, np.ndarray]]:
        """See `webnavigator.retrieval.base.TokenEncoder`."""
        return [(self.encode([t], query=query)[0], self.encode(t.split()[:80], query=query)) for t in texts]


class RandomEncoders:
    """Takes the place of `webnavigator.retrieval.text_encoder.Encoders`."""

    english = RandomEncoder()
    multilingual = RandomEncoder()
    warnings: tuple[str, ...] = ()


def documents(count: int) -> list[Document]:
    random = np.random.default_rng(1)
    made: list[Document] = []
    for number in range(count):
        noun, act = NOUNS[number % len(NOUNS)], ACTS[number // len(NOUNS) % len(ACTS)]
        code = f"{noun[:2].upper()}{number:06d}"
        text = [" ".join(random.choice(WORDS, 12)) for _ in range(12)]
        made.append(
            Document(
                f"{number:032x}",
                f"https://s.test/{noun}s/{number}/{act}",
                title=f"{noun.title()} {code}",
                url_words=f"{noun}s {number} {act}",
                headings=(f"{act.title()} {noun} {code}", *(" ".join(random.choice(WORDS, 2)) for _ in range(3))),
                labels=(code, f"{act} {noun}"),
                main=tuple(text),
                controls=tuple(" ".join(random.choice(WORDS, 2)) for _ in range(8)),
                language="en",
            )
        )
    return made


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("states", type=int)
    parser.add_argument("--random", action="store_true")
    options = parser.parse_args()
    made = documents(options.states)
    encoders = RandomEncoders() if options.random else Encoders()
    with tempfile.TemporaryDirectory() as folder:
        before = resident_mb()
        index = MapIndex.open(Path(folder), RetrieveSettings(), encoders=encoders)
        cpu = time.process_time()
        report = index.update(made)
        print(f"index {report.added} states: {report.seconds:.1f} s, {time.process_time() - cpu:.1f} CPU s")
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / len(made) / 1000
        print(f"size: {size:.1f} KB a state")
        report = index.update([replace(d, title=f"{d.title} changed") if n < 10 else d for n, d in enumerate(made)])
        print(f"index again after {report.changed} changes: {report.seconds:.2f} s")
        wall: list[float] = []
        used: list[float] = []
        for number in range(30):
            document = made[number * 7919 % len(made)]
            query = (
                f"{document.headings[0].lower()} with {WORDS[number % len(WORDS)]} and {WORDS[-number % len(WORDS)]}"
            )
            start, cpu = time.perf_counter(), time.process_time()
            index.search(query)
            wall.append(time.perf_counter() - start)
            used.append(time.process_time() - cpu)
        print(f"search: p50 {statistics.median(wall) * 1000:.0f} ms, {statistics.median(used) * 1000:.0f} CPU ms")
        print(f"memory: {before:.0f} MB before, {resident_mb():.0f} MB now")


if __name__ == "__main__":
    main()
