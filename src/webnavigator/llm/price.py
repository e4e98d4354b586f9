"""What a call costs by the public price lists that genai-prices ships."""

from webnavigator.errors import MissingExtraError


def cost_usd(model: str, provider: str, input_tokens: int, output_tokens: int) -> float | None:
    """Dollars for one call; None when no price list has the model.

    Raises:
        MissingExtraError: genai-prices is not installed.
    """
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        raise MissingExtraError("genai-prices", "llm") from None
    usage = Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    try:
        return float(calc_price(usage, model, provider_id=provider or None).total_price)
    except (LookupError, ValueError):
        return None
