"""webnavigator: the map layer for web agents."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from typing_extensions import override

if TYPE_CHECKING:
    from webnavigator.app import explore, goto, search
    from webnavigator.app import open_navigator as open_map
    from webnavigator.browser.login import load_login
    from webnavigator.config import load_settings

__version__ = "0.1.0"
__all__ = ["__version__", "explore", "goto", "load_login", "load_settings", "open_map", "search"]

_HOMES = {
    "explore": ("webnavigator.app", "explore"),
    "goto": ("webnavigator.app", "goto"),
    "load_login": ("webnavigator.browser.login", "load_login"),
    "load_settings": ("webnavigator.config", "load_settings"),
    "open_map": ("webnavigator.app", "open_navigator"),
    "search": ("webnavigator.app", "search"),
}


def __getattr__(name: str) -> Any:
    """The public names, loaded when first used: importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)


class _Package(ModuleType):
    """Keeps `explore` the function: the import system would put the package of that name in its place."""

    @override
    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
