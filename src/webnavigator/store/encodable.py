"""Text that can be written: a page's scripts may make strings that no encoding has."""

from typing import Any, cast


def encodable(value: Any) -> Any:
    r"""The same JSON-like value, with "?" for each half of a surrogate pair that stands alone.

    >>> encodable({"title": "a\ud800b", "parts": ["订单"]})
    {'title': 'a?b', 'parts': ['订单']}
    """
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case dict():
            pairs = cast("dict[Any, Any]", value).items()
            return {encodable(key): encodable(item) for key, item in pairs}
        case list():
            return [encodable(item) for item in cast("list[Any]", value)]
        case _:
            return value
