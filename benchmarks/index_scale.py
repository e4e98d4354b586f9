"""How the search index scales: time a query, what the first stage loses, size, time to index and to index again.

python benchmarks/index_scale.py text 1000             # the built-in index, documents embedded by the real encoders
python benchmarks/index_scale.py text 10000 --random   # random vectors: time and size of the search alone
python benchmarks/index_scale.py states 100000         # multi-vectors of a chosen encoder: 256 of 128 numbers a state

The states of the second kind are made up as screenshots are: a part that all pages of the site show, regions of a
few topics, and noise; queries are 20 vectors near those of one state. Recall is against scoring every state.
"""

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from webnavigator.config import RetrieveSettings
from webnavigator.retrieval.base import Matrix
from webnavigator.retrieval.document import Document
from webnavigator.retrieval.local_vectors import LocalVectors
from webnavigator.retrieval.search import MapIndex
from webnavigator.retrieval.state_vectors import StateRow
from webnavigator.retrieval.text_encoder import Encoders, unit

NOUNS = "order customer product invoice shipment promotion review coupon report ticket member project".split()
ACTS = "list create edit history export settings".split()
WORDS = (
    "amount status total address delivery payment method stock price category label colour weight region tax rate "
    "channel seller note comment owner priority version milestone team budget hours contract quote return refund"
).split()
QUERIES = 30
ROWS, DIM, FRAME, TOPICS = 256, 128, 60, 400
BATCH = 500


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


class Site:
    """Made-up multi-vectors of a site's states."""

    def __init__(self) -> None:
        random = np.random.default_rng(0)
        self._topics = unit(random.normal(size=(TOPICS, DIM)).astype(np.float32))
        self._frame = unit(random.normal(size=(FRAME, DIM)).astype(np.float32))
        self._all = unit(random.normal(size=(1, DIM)).astype(np.float32))

    def state(self, number: int) -> Matrix:
        """The vectors of one state, shape (ROWS, DIM)."""
        random = np.random.default_rng(number + 1)
        noise = random.normal(size=(ROWS, DIM)).astype(np.float32) / DIM**0.5
        topics = self._topics[random.choice(TOPICS, 6, replace=False)]
        own = random.normal(size=(12, DIM)).astype(np.float32) / DIM**0.5
        regions = topics[random.integers(0, 6, 28)] + 0.9 * own[random.integers(0, 12, 28)]
        content = np.repeat(regions, (ROWS - FRAME) // 28 + 1, axis=0)[: ROWS - FRAME]
        return unit(
            np.concatenate([self._frame + 0.25 * noise[:FRAME], content + 0.7 * noise[FRAME:]]) + 0.5 * self._all
        )

    def query(self, number: int, of: int) -> Matrix:
        """A query about one state: 20 vectors near some of its own."""
        random = np.random.default_rng(10**6 + number)
        near = self.state(of)[random.choice(ROWS, 20, replace=False)]
        return unit(near + 0.8 * random.normal(size=near.shape).astype(np.float32) / DIM**0.5)


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def folder_bytes(folder: str) -> int:
    return sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())


def text(count: int, *, random: bool) -> Iterator[str]:
    made = documents(count)
    encoders = RandomEncoders() if random else Encoders()
    with tempfile.TemporaryDirectory() as folder:
        before = resident_mb()
        index = MapIndex.open(Path(folder), RetrieveSettings(), encoders=encoders)
        cpu = time.process_time()
        report = index.update(made)
        yield f"index {report.added} states: {report.seconds:.1f} s, {time.process_time() - cpu:.1f} CPU s"
        yield f"size: {folder_bytes(folder) / len(made) / 1000:.1f} KB a state"
        report = index.update([replace(d, title=f"{d.title} changed") if n < 10 else d for n, d in enumerate(made)])
        yield f"index again after {report.changed} changes: {report.seconds:.2f} s"
        wall: list[float] = []
        used: list[float] = []
        for number in range(QUERIES):
            document = made[number * 7919 % len(made)]
            words = f"{WORDS[number % len(WORDS)]} and {WORDS[-number % len(WORDS)]}"
            start, cpu = time.perf_counter(), time.process_time()
            index.search(f"{document.headings[0].lower()} with {words}")
            wall.append(time.perf_counter() - start)
            used.append(time.process_time() - cpu)
        yield f"search: p50 {statistics.median(wall) * 1000:.0f} ms, {statistics.median(used) * 1000:.0f} CPU ms"
        yield f"memory: {before:.0f} MB before, {resident_mb():.0f} MB now"


def states(count: int, compared: int) -> Iterator[str]:
    site = Site()
    with tempfile.TemporaryDirectory() as folder:
        index = LocalVectors(Path(folder))
        started = time.perf_counter()
        for begin in range(0, count, BATCH):
            index.put([StateRow(f"{n:032x}", "", site.state(n)) for n in range(begin, min(count, begin + BATCH))])
        yield f"kept {count} states, made up meanwhile: {time.perf_counter() - started:.1f} s"
        yield f"size: {folder_bytes(folder) / count / 1000:.1f} KB a state"
        started = time.perf_counter()
        index.put([StateRow(f"{n:032x}", "changed", site.state(n + 10**7)) for n in range(10)])
        yield f"kept again after 10 changes: {time.perf_counter() - started:.2f} s"
        wall: list[float] = []
        recall: list[float] = []
        names = list(index.made())
        index.nearest(site.query(0, 0), 30)  # reads the lists
        for number in range(QUERIES):
            query = site.query(number, number * 7919 % count)
            start = time.perf_counter()
            found = {name for name, _ in index.nearest(query, 30)}
            wall.append(time.perf_counter() - start)
            if number < compared:
                best = np.argsort(-index.scores(query, names), kind="stable")[:30]
                recall.append(len(found & {names[at] for at in best}) / 30)
        yield f"search: p50 {statistics.median(wall) * 1000:.0f} ms, slowest {max(wall) * 1000:.0f} ms"
        yield f"recall@30 against every state scored, {len(recall)} queries: {statistics.mean(recall):.3f}"
        yield f"memory: {resident_mb():.0f} MB, mapped pages included"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=("text", "states"))
    parser.add_argument("states", type=int)
    parser.add_argument("--random", action="store_true", help="text: random vectors instead of the encoders'")
    parser.add_argument("--compared", type=int, default=10, help="states: queries whose recall is measured")
    options = parser.parse_args()
    lines = (
        text(options.states, random=options.random)
        if options.kind == "text"
        else states(options.states, options.compared)
    )
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
