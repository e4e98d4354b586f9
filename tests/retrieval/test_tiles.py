import io

import pytest
from PIL import Image

from webnavigator.retrieval.tiles import open_picture, tiles


@pytest.mark.parametrize("height", [300, 960, 1050, 1100, 2000, 5000, 30_000])
def test_tiles_cover_the_picture_and_overlap(height):
    picture = Image.linear_gradient("L").resize((640, height))
    cut = tiles(picture)
    assert 1 <= len(cut) <= 8
    assert {tile.width for tile in cut} == {640}
    assert sum(tile.height for tile in cut) >= height
    assert cut[0].getpixel((0, 0)) == picture.getpixel((0, 0))
    assert cut[-1].getpixel((0, cut[-1].height - 1)) == picture.getpixel((0, height - 1))
    assert (len(cut) == 1) == (height <= 1056)
    if len(cut) > 1:
        assert sum(tile.height for tile in cut) > height  # a line on an edge is whole in one of two


def test_a_picture_is_opened_as_colours_and_junk_is_none():
    held = io.BytesIO()
    Image.new("RGBA", (8, 8), (255, 0, 0, 128)).save(held, "WEBP")
    opened = open_picture(held.getvalue())
    assert opened is not None
    assert opened.mode == "RGB"
    assert open_picture(b"RIFF junk WEBP") is None
    assert open_picture(held.getvalue()[:40]) is None
