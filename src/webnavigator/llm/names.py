"""From the name that a user gives to the model it means."""

from pathlib import Path

from webnavigator.errors import BadInputError
from webnavigator.llm.base import Model
from webnavigator.llm.human import FolderModel, TerminalModel
from webnavigator.llm.providers import provider_model
from webnavigator.llm.record import RecordingModel, replay_model
from webnavigator.llm.scripted import scripted_model


def open_model(name: str, *, base_url: str | None = None, record: Path | None = None) -> Model:
    """The model with this name.

    Args:
        name: ``provider:model`` (``openai:``, ``anthropic:``, ``google:``, ``ollama:`` and all others of pydantic-ai),
            ``human`` (typed), ``human:FOLDER`` (files), ``scripted:FILE``, ``replay:FILE``; with `base_url` any name
            that the server there knows.
        base_url: address of a server that speaks OpenAI's protocol.
        record: file to append every exchange to; "replay:" reads it.

    Raises:
        BadInputError: no such model, no key, or an unreadable file.
        MissingExtraError: the part that talks to providers is not installed.
    """
    model = _model(name, base_url)
    return RecordingModel(model, record) if record is not None else model


def _model(name: str, base_url: str | None) -> Model:
    kind, _, rest = name.partition(":")
    if base_url is not None:
        if not base_url.startswith(("http://", "https://")):
            raise BadInputError(f"not an http or https address of a server: {base_url}")
        return provider_model(name, base_url)
    if kind in ("scripted", "replay") and not rest:
        raise BadInputError(f"model {name}: say which file, {kind}:FILE")
    if kind == "scripted":
        return scripted_model(Path(rest), name)
    if kind == "replay":
        return replay_model(Path(rest), name)
    if kind == "human":
        return FolderModel(Path(rest), name) if rest else TerminalModel()
    if not rest:
        raise BadInputError(
            f"model {name}: give provider and model, such as openai:gpt-5 or ollama:qwen3, or --base-url"
        )
    return provider_model(name)
