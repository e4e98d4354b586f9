"""A person, or another process, as the model: requests are written down, answers typed or dropped in."""

import asyncio
import sys
import time
from pathlib import Path

from webnavigator.errors import ModelError, StoreError
from webnavigator.llm.base import Reply, Request, Usage
from webnavigator.llm.tokens import count_tokens

_POLL_S = 0.3


class TerminalModel:
    """Shows each request in the terminal and reads the answer, one JSON object ended by an empty line."""

    name = "human"
    sees = False

    async def answer(self, request: Request) -> Reply:
        """What was typed.

        Raises:
            ModelError: the input ended.
        """
        start = time.monotonic()
        sys.stderr.write(f"\n{_written(request)}\n\nanswer, then an empty line:\n")
        sys.stderr.flush()
        text = await asyncio.to_thread(_read_paragraph)
        if not text:
            raise ModelError("no answer: the input has ended")
        return Reply(text, _usage(request, text, start), self.name)


class FolderModel:
    """Writes ``0001.request.md`` into a folder, pictures beside it, and waits for ``0001.answer.json``.

    Attributes:
        wait_s: longest wait for one answer, in seconds.
    """

    def __init__(self, folder: Path, name: str, wait_s: float = 3600.0) -> None:
        self._folder = folder
        self._name = name
        self._count = 0
        self.wait_s = wait_s

    @property
    def name(self) -> str:
        """As the user named it."""
        return self._name

    @property
    def sees(self) -> bool:
        """The pictures lie beside the request."""
        return True

    async def answer(self, request: Request) -> Reply:
        """What the answer's file holds, once it is there and has stopped growing.

        Raises:
            StoreError: the folder cannot be written.
            ModelError: no answer came within `wait_s`.
        """
        start = time.monotonic()
        number = await asyncio.to_thread(self._put, request)
        path = self._folder / f"{number}.answer.json"
        size = -1
        while time.monotonic() - start < self.wait_s:
            now = await asyncio.to_thread(_size_of, path)
            if now > 0 and now == size:
                text = await asyncio.to_thread(path.read_text, "utf-8", "replace")
                return Reply(text, _usage(request, text, start), self._name)
            size = now
            await asyncio.sleep(_POLL_S)
        raise ModelError(f"no answer came to {path.with_name(f'{number}.request.md')}")

    def _put(self, request: Request) -> str:
        self._count += 1
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            while (self._folder / f"{self._count:04}.request.md").exists():
                self._count += 1
            number = f"{self._count:04}"
            for at, picture in enumerate(request.pictures, 1):
                ending = picture.media_type.rpartition("/")[2]
                (self._folder / f"{number}.picture-{at}.{ending}").write_bytes(picture.data)
            draft = self._folder / f"{number}.request.part"
            draft.write_text(_written(request) + "\n", encoding="utf-8")
            draft.rename(self._folder / f"{number}.request.md")
        except OSError as error:
            raise StoreError(f"cannot write into {self._folder}: {error.strerror}") from error
        return number


def _usage(request: Request, text: str, start: float) -> Usage:
    """What a model would have read and written, estimated: so that people can be compared with models."""
    read = count_tokens(request.system) + count_tokens(request.text)
    return Usage(read, count_tokens(text), seconds=time.monotonic() - start, calls=1)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _written(request: Request) -> str:
    turns = "\n\n".join(f"## {turn.role}\n\n{turn.text}" for turn in request.turns)
    return f"# {request.label}\n\n{request.system}\n\n{turns}"


def _read_paragraph() -> str:
    lines: list[str] = []
    for line in sys.stdin:
        if not line.strip() and lines:
            break
        lines.append(line)
    return "".join(lines).strip()
