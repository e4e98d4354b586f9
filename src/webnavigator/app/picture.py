"""Saving a picture of a page where the user wants it."""

import asyncio
from io import BytesIO
from pathlib import Path

from webnavigator.browser.perform import Pilot
from webnavigator.errors import BadInputError, StoreError
from webnavigator.outfile import check_outfile, write_outfile


def check_picture(path: Path) -> None:
    """Make sure, before the work begins, that a picture can be saved there.

    Raises:
        BadInputError: it cannot be written there, or its ending names no kind of picture.
    """
    check_outfile(path)
    _kind(path)


async def save_picture(pilot: Pilot, path: Path) -> None:
    """Save a picture of the page as it is: WebP, or another kind that the file's ending names.

    Raises:
        BadInputError: the file's ending names no kind of picture.
        StoreError: no picture could be taken, or the file cannot be written.
    """
    picture = await pilot.picture()
    if picture is None:
        raise StoreError("no picture of the page could be taken")
    await asyncio.to_thread(_write, picture, path)


def _write(picture: bytes, path: Path) -> None:
    from PIL import Image

    kind = _kind(path)
    if kind == "WEBP":
        write_outfile(path, picture)
        return
    converted = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").save(converted, kind)
    write_outfile(path, converted.getvalue())


def _kind(path: Path) -> str:
    """Pillow's name for the kind of picture that a file's ending asks for."""
    from PIL import Image

    kind = Image.registered_extensions().get(path.suffix.lower(), "")
    if kind not in Image.SAVE:
        raise BadInputError(f"cannot save a picture as {path}: use an ending such as .webp, .png or .jpg")
    return kind
