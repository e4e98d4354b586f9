"""OpenTelemetry spans by the conventions for generative AI; without a configured SDK they go nowhere."""

from collections.abc import Generator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from webnavigator.errors import ModelError
from webnavigator.llm.base import Model, Reply, Request

_tracer = trace.get_tracer("webnavigator")


async def traced(model: Model, request: Request) -> Reply:
    """Let the model answer inside a ``chat`` span with its name, tokens and price; no content is put into the span.

    Raises:
        ModelError: as `Model.answer`.
    """
    with _tracer.start_as_current_span(f"chat {model.name}", kind=SpanKind.CLIENT) as span:
        span.set_attribute("gen_ai.operation.name", "chat")
        span.set_attribute("gen_ai.provider.name", model.name.partition(":")[0])
        span.set_attribute("gen_ai.request.model", model.name.partition(":")[2] or model.name)
        span.set_attribute("webnavigator.request.label", request.label)
        if request.temperature is not None:
            span.set_attribute("gen_ai.request.temperature", request.temperature)
        try:
            reply = await model.answer(request)
        except ModelError as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(Status(StatusCode.ERROR))
            raise
        span.set_attribute("gen_ai.response.model", reply.model or model.name)
        span.set_attribute("gen_ai.usage.input_tokens", reply.usage.input_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", reply.usage.output_tokens)
        if reply.usage.cost_usd is not None:
            span.set_attribute("webnavigator.usage.cost_usd", reply.usage.cost_usd)
        return reply


@contextmanager
def operation(kind: str, name: str) -> Generator[Span]:
    """A span round an agent's run (``invoke_agent``) or one of its actions (``execute_tool``)."""
    with _tracer.start_as_current_span(f"{kind} {name}") as span:
        span.set_attribute("gen_ai.operation.name", kind)
        span.set_attribute("gen_ai.agent.name" if kind == "invoke_agent" else "gen_ai.tool.name", name)
        yield span
