"""Groups of options: a command takes a dataclass, and Typer sees each of its fields as an option of the command."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from typing import Any, TypeVar, get_type_hints

R = TypeVar("R")


def grouped(command: Callable[..., R]) -> Callable[..., R]:
    """A command whose parameters that are dataclasses are spread into one parameter a field.

    A field keeps its annotation and default; two groups of one command share a field by naming it alike.

    Args:
        command: takes groups by keyword, or in any place among its other parameters.

    Returns:
        What `typer.Typer.command` takes; called with the fields, it puts the groups together again.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in hints.items() if name != "return" and _is_group(kind)}
    spread: dict[str, inspect.Parameter] = {}
    for name, parameter in inspect.signature(command).parameters.items():
        own = {name: parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[name])}
        spread |= _spread(groups[name]) if name in groups else own

    @wraps(command)
    def called(**given: Any) -> R:
        made = {name: _made(kind, given) for name, kind in groups.items()}
        own = {name: given[name] for name in inspect.signature(command).parameters if name in given}
        return command(**own, **made)

    signature = inspect.Signature(list(spread.values()), return_annotation=hints.get("return"))
    called.__dict__["__signature__"] = signature
    called.__annotations__ = {name: parameter.annotation for name, parameter in spread.items()}
    return called


def _is_group(kind: object) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _spread(group: type[Any]) -> dict[str, inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return {
        field.name: inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=_default(field), annotation=hints[field.name]
        )
        for field in fields(group)
    }


def _default(field: Field[Any]) -> Any:
    return inspect.Parameter.empty if field.default is MISSING else field.default


def _made(group: type[Any], given: Mapping[str, Any]) -> Any:
    return group(**{field.name: given[field.name] for field in fields(group) if field.name in given})
