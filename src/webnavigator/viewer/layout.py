"""Where states are drawn: boxes of like states, in bands by their distance from the start page.

Places depend on the members alone, so a map is drawn the same each time and grows without being shuffled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

CELL_PX = 30
"""From one state to the next inside a box."""
LEAST_HEAD_PX = 30
"""Height of a small box's heading; that of a wide one grows with it, so that it can be read from afar."""
LEAST_WIDTH_PX = 150
"""So that a heading has room."""
GAP_PX = 26
"""Between two boxes."""
BAND_GAP_PX = 110
"""Between two bands: lines run there."""

_PAD_PX = 16
_WIDE = 1.7
"""Width to height that the whole drawing aims at, and each box as well."""


@dataclass(frozen=True, slots=True)
class Group:
    """States that are drawn together.

    Attributes:
        name: what is written over them.
        depth: band in which they stand, 0 for the start page's.
        size: how many there are, 1 or more.
    """

    name: str
    depth: int
    size: int


@dataclass(frozen=True, slots=True)
class Rect:
    """A box, in drawing units from the top left corner of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def head(self) -> float:
        """Height of the heading."""
        return _head(self.width)

    def places(self, count: int) -> list[tuple[float, float]]:
        """Centres of `count` states inside, row by row."""
        columns = _columns(count)
        left, top = self.x + _PAD_PX + CELL_PX / 2, self.y + self.head + CELL_PX / 2
        return [(left + i % columns * CELL_PX, top + i // columns * CELL_PX) for i in range(count)]


def arrange(groups: Sequence[Group]) -> list[Rect]:
    """A box for each group, none over another, bands from left to right.

    >>> first, second = arrange([Group("home", 0, 1), Group("products", 1, 40)])
    >>> first.x + first.width < second.x
    True
    """
    if not groups:
        return []
    sizes = [_box_size(group.size) for group in groups]
    area = sum((width + GAP_PX) * (height + GAP_PX) for width, height in sizes)
    tallest = max(height for _, height in sizes)
    start = max(tallest, math.sqrt(area / _WIDE))
    heights = [max(tallest, start * factor) for factor in (0.7, 0.85, 1.0, 1.2, 1.45, 1.75, 2.1, 2.6)]
    drawings = [_packed(groups, sizes, height) for height in heights]
    return min(drawings, key=lambda boxes: abs(math.log(_ratio(boxes) / _WIDE)))


def _columns(count: int) -> int:
    fitting = int((LEAST_WIDTH_PX - 2 * _PAD_PX) // CELL_PX)
    return max(fitting, math.ceil(math.sqrt(count * _WIDE)))


def _box_size(count: int) -> tuple[float, float]:
    columns = _columns(count)
    rows = math.ceil(count / columns)
    width = max(LEAST_WIDTH_PX, columns * CELL_PX + 2 * _PAD_PX)
    return width, _head(width) + rows * CELL_PX + _PAD_PX / 2


def _head(width: float) -> float:
    return max(LEAST_HEAD_PX, width / 9)


def _packed(groups: Sequence[Group], sizes: Sequence[tuple[float, float]], height: float) -> list[Rect]:
    """Boxes in columns of at most `height`, each band beginning a new column; large boxes first."""
    places: dict[int, Rect] = {}
    left = 0.0
    for depth in sorted({group.depth for group in groups}):
        band = [i for i, group in enumerate(groups) if group.depth == depth]
        band.sort(key=lambda i: (-groups[i].size, groups[i].name))
        columns = _in_columns(band, sizes, height)
        for column in columns:
            width = max(sizes[i][0] for i in column)
            total = sum(sizes[i][1] + GAP_PX for i in column) - GAP_PX
            top = (height - total) / 2
            for i in column:
                places[i] = Rect(left, top, *sizes[i])
                top += sizes[i][1] + GAP_PX
            left += width + GAP_PX
        left += BAND_GAP_PX - GAP_PX
    return [places[i] for i in range(len(groups))]


def _in_columns(band: Sequence[int], sizes: Sequence[tuple[float, float]], height: float) -> list[list[int]]:
    columns: list[list[int]] = []
    room: list[float] = []
    for i in band:
        need = sizes[i][1] + GAP_PX
        fitting = next((at for at, left in enumerate(room) if need <= left + GAP_PX), None)
        if fitting is None:
            columns.append([i])
            room.append(height - need)
        else:
            columns[fitting].append(i)
            room[fitting] -= need
    return columns


def _ratio(boxes: Sequence[Rect]) -> float:
    width = max(box.x + box.width for box in boxes)
    top, bottom = min(box.y for box in boxes), max(box.y + box.height for box in boxes)
    return width / (bottom - top)
