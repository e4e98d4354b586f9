"""Where a picture can be saved, told before anything begins, and its kind by its ending."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from webnavigator.app.picture import check_picture, save_picture
from webnavigator.errors import BadInputError, StoreError


class Shown:
    """A page with a picture to take, or without one."""

    def __init__(self, taken: bytes | None) -> None:
        self.taken = taken

    async def picture(self) -> bytes | None:
        return self.taken


def webp() -> bytes:
    drawn = BytesIO()
    Image.new("RGB", (8, 4), "red").save(drawn, "WEBP")
    return drawn.getvalue()


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize(("name", "kind"), [("p.webp", "WEBP"), ("p.png", "PNG"), ("P.JPG", "JPEG")])
async def test_the_ending_names_the_kind(name: str, kind: str, tmp_path: Path):
    check_picture(tmp_path / name)
    await save_picture(Shown(webp()), tmp_path / name)
    with Image.open(tmp_path / name) as picture:
        assert (picture.format, picture.size) == (kind, (8, 4))


@pytest.mark.parametrize("name", ["p", "p.exe", "p.txt", ".webp", "no/p.png"])
def test_what_cannot_be_saved_is_told(name: str, tmp_path: Path):
    with pytest.raises(BadInputError, match="cannot"):
        check_picture(tmp_path / name)


async def test_no_picture_is_told(tmp_path: Path):
    with pytest.raises(StoreError, match="no picture"):
        await save_picture(Shown(None), tmp_path / "p.webp")
    assert names_in(tmp_path) == []
