"""Models of every provider, through pydantic-ai."""

import os
import time
from typing import Any

from webnavigator.errors import BadInputError, MissingExtraError, ModelError
from webnavigator.llm.base import Picture, Reply, Request, Usage
from webnavigator.llm.price import cost_usd

_TIMEOUT_S = 180.0
_OLLAMA = "http://localhost:11434/v1"


class ProviderModel:
    """A model of a provider, by pydantic-ai's name for it; make it with `provider_model`.

    Args:
        name: as the user gave it, ``provider:model``.
        model: a `pydantic_ai.models.Model`.
    """

    def __init__(self, name: str, model: Any) -> None:
        self._name = name
        self._model = model

    @property
    def name(self) -> str:
        """As the user named it."""
        return self._name

    @property
    def sees(self) -> bool:
        """As its profile says; a model that nothing is known of is shown pictures."""
        return bool(self._model.profile.get("supports_image_input", True))

    async def answer(self, request: Request) -> Reply:
        """See `webnavigator.llm.base.Model.answer`."""
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import AgentRunError, UserError

        start = time.monotonic()
        try:
            reply = await model_request(
                self._model,
                _messages(request),
                model_settings=_settings(request),
                model_request_parameters=self._parameters(request),
                instrument=False,
            )
        except (AgentRunError, UserError) as error:
            raise ModelError(_explain(self._name, error)) from error
        used, model = reply.usage, reply.model_name or self._name.partition(":")[2]
        seconds = time.monotonic() - start
        cost = cost_usd(model, self._name.partition(":")[0], used.input_tokens, used.output_tokens)
        usage = Usage(used.input_tokens, used.output_tokens, cost, seconds, 1)
        return Reply(reply.text or "", usage, model)

    def _parameters(self, request: Request) -> Any:
        """The answer's schema goes along where the provider can hold the model to it; it is in the prompt besides."""
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition

        if not request.schema or not self._model.profile.get("supports_json_schema_output", False):
            return ModelRequestParameters()
        wanted = OutputObjectDefinition(json_schema=dict(request.schema), name=request.label, strict=False)
        return ModelRequestParameters(output_mode="native", output_object=wanted)


def _messages(request: Request) -> list[Any]:
    from pydantic_ai.messages import (
        BinaryContent,
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        UserPromptPart,
    )

    def shown(pictures: tuple[Picture, ...]) -> list[BinaryContent]:
        return [BinaryContent(picture.data, media_type=picture.media_type) for picture in pictures]

    messages: list[Any] = []
    for number, turn in enumerate(request.turns):
        if turn.role == "model":
            messages.append(ModelResponse(parts=[TextPart(turn.text)]))
        elif number == 0:
            content = [turn.text, *shown(request.pictures)] if request.pictures else turn.text
            messages.append(ModelRequest(parts=[SystemPromptPart(request.system), UserPromptPart(content)]))
        else:
            messages.append(ModelRequest(parts=[UserPromptPart(turn.text)]))
    return messages


def _settings(request: Request) -> Any:
    from pydantic_ai.settings import ModelSettings

    settings = ModelSettings(timeout=_TIMEOUT_S)
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    if request.top_p is not None:
        settings["top_p"] = request.top_p
    return settings


def _explain(name: str, error: Exception) -> str:
    """One line that says what to do; the provider's own words are kept short, as they may hold the request."""
    from pydantic_ai import exceptions as say

    kinds: tuple[tuple[type[Exception], str], ...] = (
        (say.ModelAuthenticationError, "the provider does not accept the key: check its environment variable"),
        (say.ModelNotFoundError, "the provider does not know this model"),
        (say.ModelQuotaExceededError, "the account has no quota left"),
        (say.ModelRateLimitError, "the provider's rate limit is reached: try again later"),
        (say.ModelContextWindowExceededError, "the request is longer than the model can read"),
        (say.ModelUnavailableError, "the provider cannot serve the model now"),
        (say.ModelTimeoutError, f"no answer within {_TIMEOUT_S:.0f} s"),
        (say.ModelConnectionError, "the provider cannot be reached: check the network or --base-url"),
    )
    for kind, words in kinds:
        if isinstance(error, kind):
            return f"{name}: {words}"
    return f"{name}: {' '.join(str(error).split())[:300]}"


def provider_model(name: str, base_url: str | None = None) -> ProviderModel:
    """The model with a name such as ``openai:gpt-5`` or ``anthropic:claude-sonnet-4-5``.

    Args:
        name: provider and model; any provider of pydantic-ai. Keys are read from the provider's usual variables.
        base_url: address of a server that speaks OpenAI's protocol; ``openai:`` or nothing before the model's name.

    Raises:
        MissingExtraError: pydantic-ai or the provider's own package is not installed.
        BadInputError: no such provider, or no key.
    """
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
    except ImportError:
        raise MissingExtraError("pydantic-ai", "llm") from None
    try:
        if base_url is not None or name.startswith("ollama:"):
            return ProviderModel(name, _compatible(name, base_url))
        return ProviderModel(name, infer_model(name))
    except (UserError, ValueError, ImportError) as error:
        first = " ".join(str(error).split()).partition(". ")[0]
        raise BadInputError(f"model {name}: {first[:300]}") from None


def _compatible(name: str, base_url: str | None) -> Any:
    """A model behind an address that speaks OpenAI's protocol; a local server takes any key."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    local = name.startswith("ollama:")
    url = base_url or os.environ.get("OLLAMA_BASE_URL") or _OLLAMA
    key = os.environ.get("OPENAI_API_KEY") or "none"
    bare = name.partition(":")[2] if local or name.startswith("openai:") else name
    return OpenAIChatModel(bare, provider=OpenAIProvider(base_url=url, api_key="none" if local else key))
