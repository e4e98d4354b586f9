"""Saving a picture of a page where the user wants it."""

import asyncio
from io import BytesIO
from pathlib import Path

from webnavigator.browser.perform import Pilot
from webnavigator.errors import BadInputError, StoreError


async def save_picture(pilot: Pilot, path: Path) -> None:
    """Save a picture of the page as it is: WebP, or another kind that the file's ending names.

    Raises:
        BadInputError: the file cannot be written, or its ending names no kind of picture.
        StoreError: no picture could be taken.
    """
    picture = await pilot.picture()
    if picture is None:
        raise StoreError("no picture of the page could be taken")
    await asyncio.to_thread(_write, picture, path)


def _write(picture: bytes, path: Path) -> None:
    from PIL import Image

    try:
        if path.suffix.lower() == ".webp":
            path.write_bytes(picture)
        else:
            Image.open(BytesIO(picture)).convert("RGB").save(path)
    except (OSError, ValueError) as error:
        raise BadInputError(f"cannot save the picture {path}: {error}") from None
