"""Prompts are text files beside this module; what comes from pages is fenced as data before it is put in."""

import hashlib
from functools import cache
from pathlib import Path
from string import Template

_FOLDER = Path(__file__).parent / "prompts"


@cache
def _template(name: str) -> Template:
    return Template((_FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip())


def prompt(name: str, **values: str) -> str:
    """The text of ``prompts/<name>.txt`` with its ``$names`` filled in; values are never read for names again.

    Raises:
        KeyError: a name of the file is not given.
    """
    return _template(name).substitute(values)


def fence(text: str, what: str = "page") -> str:
    """Text from outside, marked as data: nothing inside can close the fence, whose name is made from the text itself.

    >>> fence("Buy now").splitlines()[0]
    '<page-data id="9c0e74e6">'
    """
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f'<{what}-data id="{mark}">\n{text}\n</{what}-data id="{mark}">'
