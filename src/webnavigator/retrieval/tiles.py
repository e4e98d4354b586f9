"""Screenshots in pieces that a vision model sees sharply: tall pages are cut into overlapping tiles."""

import io
import math
from collections.abc import Sequence

from PIL import Image

_TALL = 1.5
"""Height of a tile in widths of the picture."""
_OVERLAP = 0.1
"""Share of a tile that the next one shows again, so that a line of text is whole in one of them."""
_MOST = 8


def open_picture(data: bytes) -> Image.Image | None:
    """A picture in RGB; None for data that are none, or far too large a one."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def tiles(picture: Image.Image) -> Sequence[Image.Image]:
    """The picture from top to bottom: itself when it is hardly taller than a tile, else at most eight tiles."""
    width, height = picture.size
    tall = round(width * _TALL)
    if height <= tall * (1 + _OVERLAP):
        return [picture]
    count = min(_MOST, math.ceil((height / tall - _OVERLAP) / (1 - _OVERLAP)))
    tall = max(tall, math.ceil(height / (count - (count - 1) * _OVERLAP)))
    tops = [round(number * (height - tall) / (count - 1)) for number in range(count)]
    return [picture.crop((0, top, width, top + tall)) for top in tops]
