"""Record and replay: every exchange in a file, so that a run can be repeated to the letter without a model.

JSON Lines: a row for each call with the request's key, what was asked, and the answer; pictures by their hash.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from webnavigator.errors import BadInputError, ModelError, StoreError
from webnavigator.llm.base import Model, Reply, Request, Usage
from webnavigator.outfile import why

SCHEMA = 1


class RecordingModel:
    """Passes requests on to a model and appends each exchange to a file.

    Attributes:
        count: exchanges written.
    """

    def __init__(self, model: Model, path: Path) -> None:
        self._model = model
        self._path = path
        self.count = 0

    @property
    def name(self) -> str:
        """That of the model recorded."""
        return self._model.name

    @property
    def sees(self) -> bool:
        """As the model recorded."""
        return self._model.sees

    async def answer(self, request: Request) -> Reply:
        """The model's answer; see `Model.answer`.

        Raises:
            StoreError: the exchange cannot be written.
        """
        reply = await self._model.answer(request)
        self.count += 1
        row = {
            "schema": SCHEMA,
            "number": self.count,
            "label": request.label,
            "key": request.key,
            "system": request.system,
            "turns": [asdict(turn) for turn in request.turns],
            "pictures": [picture.sha256 for picture in request.pictures],
            "answer": reply.text,
            "model": reply.model,
            "usage": asdict(reply.usage),
        }
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}") from error
        return reply


class ReplayModel:
    """Answers as a model once did: to the same request the same; see `drifted` for what was not the same.

    Attributes:
        drifted: requests that were not on record, answered by the next exchange of the same label.
    """

    def __init__(self, rows: list[dict[str, Any]], name: str) -> None:
        self._rows = rows
        self._name = name
        self.drifted = 0

    @property
    def name(self) -> str:
        """As the user named it."""
        return self._name

    @property
    def sees(self) -> bool:
        """Whether the model on record was shown pictures."""
        return any(row["pictures"] for row in self._rows) or not self._rows

    async def answer(self, request: Request) -> Reply:
        """The answer on record.

        Raises:
            ModelError: nothing is left on record for such a request.
        """
        same = [at for at, row in enumerate(self._rows) if row["key"] == request.key]
        like = [at for at, row in enumerate(self._rows) if row["label"] == request.label]
        if not like:
            raise ModelError(f"the record has no exchange left for “{request.label}”")
        self.drifted += not same
        row = self._rows[(same or like)[0]]
        self._rows = [other for other in self._rows if other is not row]
        return Reply(row["answer"], Usage(**row["usage"]), row["model"])


def replay_model(path: Path, name: str) -> ReplayModel:
    """The exchanges in a file that `RecordingModel` wrote.

    Raises:
        BadInputError: it cannot be read, or is no record of this version.
    """
    try:
        rows: list[Any] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInputError(f"the record {path} cannot be read: {why(error)}") from None
    wanted = {"schema", "label", "key", "pictures", "answer", "model", "usage"}
    if not all(isinstance(row, dict) and wanted <= {*row} and row["schema"] == SCHEMA for row in rows):  # pyright: ignore[reportUnknownArgumentType] - JSON
        raise BadInputError(f"{path} is not a record of model exchanges, or one of another version")
    return ReplayModel(rows, name)
