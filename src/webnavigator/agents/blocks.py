"""A page's outline as lines to read: prose with its links, lists, tables as Markdown, forms field by field.

What repeats its parent or neighbour is dropped; what only arranges (lists, paragraphs, wrappers) leaves no trace of
its own.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from webnavigator.agents.outline import Item
from webnavigator.agents.wording import LONGEST_LABEL, clean, control, is_field, mark

_INLINE = frozenset(
    "text link clickable code emphasis strong time mark subscript superscript deletion insertion abbr img image button "
    "checkbox radio switch menuitem tab option label graphics-symbol".split()
)
_NAMED = frozenset(
    "navigation main banner complementary contentinfo search dialog alertdialog region group form frame "
    "tabpanel toolbar menu tablist radiogroup alert status".split()
)
_ALWAYS_TOLD = frozenset("navigation complementary contentinfo dialog alertdialog alert frame".split())
_TABLES = frozenset("table grid treegrid".split())
_CELLS = frozenset("cell gridcell columnheader rowheader".split())
_NESTED = _TABLES | {"form", "article"}
_LONGEST_CELL = 400
_LINK = re.compile(r"\[(\d+) ([^\]]+)\]")
_SHORT_ITEM = 40
_SHORT_TEXT = 3
_SHORT_ENTRY = 240
_ENTRIES = frozenset({"listitem", "article"})


@dataclass(frozen=True, slots=True)
class Block:
    """A line of the text.

    Attributes:
        text: the line, indented by its container.
        heading: it is a heading.
        header: line that must stand over it, such as a table's head; "" for none.
    """

    text: str
    heading: bool = False
    header: str = ""


def blocks_of(root: Item) -> list[Block]:
    """The lines of a page, in reading order."""
    writer = _Writer({item.name.casefold() for item in root.walk() if item.element is not None and item.name})
    writer.children(root, 0, "")
    return writer.done()


class _Writer:
    def __init__(self, labels: set[str]) -> None:
        self._labels = labels
        self._blocks: list[Block] = []
        self._run: list[str] = []
        self._seen: set[str] = set()

    def done(self) -> list[Block]:
        """The lines written."""
        return self._blocks

    def children(self, parent: Item, depth: int, over: str) -> None:
        """Write what is below an item; `over` is the name of the nearest named container."""
        for piece in _pieces(parent.items, self._labels, over):
            if isinstance(piece, str):
                self._run.append(piece)
            else:
                self._flush(depth)
                nested = parent.role == "listitem" and piece.role == "list"
                self._block(piece, depth + int(nested), over)
        self._flush(depth)

    def _flush(self, depth: int) -> None:
        line, self._run = " ".join(self._run), []
        self._write(line, depth)

    def _write(self, line: str, depth: int, *, heading: bool = False, header: str = "") -> None:
        if not line or (len(line) > 40 and line in self._seen and "[" not in line):
            return
        self._seen.add(line)
        self._blocks.append(Block(" " * depth + line, heading, " " * depth + header if header else ""))

    def _block(self, item: Item, depth: int, over: str) -> None:
        if item.role == "heading":
            self._write(f"# {whole(item)}", depth, heading=True)
        elif item.role in _TABLES and (rows := _rows(item)) and not _arranges(rows):
            self._table(item, rows, depth)
        elif item.role == "list" and (line := _on_one_line(item, self._labels)):
            self._write(f"{mark(item.ref, item.element)} {line}" if item.element is not None else line, depth)
        elif item.role in _NAMED and (item.name or item.role in _ALWAYS_TOLD):
            name = clean(item.name)
            before = len(self._blocks)
            role = item.role if item.element is None else mark(item.ref, item.element)
            self._write(f"{role} {name}:" if name else f"{role}:", depth)
            self.children(item, depth + 1, item.name)
            if len(self._blocks) == before + 1 and not name and item.element is None:
                self._blocks.pop()
        elif item.element is not None:
            self._write(whole(item), depth)
        else:
            self._plain(item, depth, over)

    def _plain(self, item: Item, depth: int, over: str) -> None:
        before = len(self._blocks)
        if item.name and item.role not in ("list", "article", "paragraph", *_NAMED):
            told = whole(item)
            self._write(f"- {told}" if item.role == "listitem" else told, depth)
            return
        self.children(item, depth, over)
        if item.role in _ENTRIES:
            self._entry(before, depth)

    def _entry(self, before: int, depth: int) -> None:
        """What an entry of a list wrote: on one line when it is short; marked as an entry."""
        own = self._blocks[before:]
        texts = _told_once([block.text.strip() for block in own])
        if not own or texts[0].startswith("- "):
            return
        if len(own) > 1 and sum(map(len, texts)) <= _SHORT_ENTRY and not any(map(_stands_alone, texts)):
            self._blocks[before:] = [Block(f"{' ' * depth}- {' · '.join(text.removeprefix('# ') for text in texts)}")]
        elif not own[0].heading:
            self._blocks[before] = Block(f"{' ' * depth}- {texts[0]}", header=own[0].header)

    def _table(self, table: Item, rows: list[Item], depth: int) -> None:
        if table.name:
            self._write(f"table {clean(table.name)}:", depth)
        head = ""
        for number, row in enumerate(rows):
            cells = [cell for cell in row.items if cell.role in _CELLS]
            told = [whole(cell).replace("|", "/") for cell in cells]
            if row.element is not None and told:
                told[0] = f"{mark(row.ref, row.element)} {told[0]}"
            line = f"| {' | '.join(told)} |"
            if number == 0 and all(cell.role == "columnheader" for cell in cells):
                head = line
                self._write(line, depth)
                self._write("|" + "-|" * len(cells), depth)
            elif line.strip("| "):
                self._blocks.append(Block(" " * depth + line, header=" " * depth + head if head else ""))


def _told_once(texts: list[str]) -> list[str]:
    """A link that the next one names again, as a picture and the title under it: its number alone."""
    links = [_LINK.fullmatch(text.removeprefix("# ")) for text in texts]
    following = [*links[1:], None]
    return [
        f"[{link[1]}]" if link and after and link[2] == after[2] else text
        for text, link, after in zip(texts, links, following, strict=True)
    ]


def _stands_alone(text: str) -> bool:
    """A line of a table or of an inner list, or the name of a container."""
    return text.startswith(("- ", "|")) or text.endswith(":")


def _pieces(items: Iterable[Item], labels: set[str], over: str) -> Iterable[str | Item]:
    """Inline items in words, anything else as it is; text that only labels a control is dropped."""
    last, held = over.casefold(), ""
    for item in items:
        if item.element is None:
            said = clean(item.name).casefold() if held and not item.items else ""
            if said and held.startswith(said):
                held = held.removeprefix(said).lstrip()
                continue
            held = ""
        else:
            held = "" if item.items or is_field(item.element) else clean(item.name).casefold()
        if item.role not in _INLINE or is_field(item.element):
            yield item
            last = item.name.casefold() or last
        elif item.role == "label" and item.element is None and not item.name:
            for piece in _pieces(item.items, labels, over):
                if not isinstance(piece, str) or "[" in piece or not any(piece.casefold() in name for name in labels):
                    yield piece
        else:
            words = whole(item)
            if words and (item.element is not None or words.casefold() != last):
                yield words
            last = _repeatable(item, last)


def _repeatable(item: Item, last: str) -> str:
    """What is dropped when it comes next: a control's name, or a text that is more than a number or two letters."""
    if item.element is not None:
        return item.name.casefold()
    return (item.name.casefold() or last) if len(item.name) > _SHORT_TEXT or not item.name else ""


def whole(item: Item) -> str:
    """An item with all that is below it in one line: each control stands where its label stands in the item's name."""
    if item.element is None and not item.items:
        return clean(item.name)
    parts = [(inner.name, whole(inner)) for inner in item.items]
    if item.element is not None:
        own = control(item.ref, item.element)
        if not is_field(item.element) and len(item.name) > LONGEST_LABEL:
            own = f"{own} {clean(item.name)[LONGEST_LABEL:]}"
        return " ".join([own, *(words for _, words in parts if "[" in words)])
    rest, done = clean(item.name), ""
    for name, words in parts:
        label = clean(name)
        if not words or (words == label and label in f"{done}{rest}"):
            continue
        before, found, after = rest.partition(label) if label else (rest, "", "")
        if found:
            done, rest = f"{done}{before}{words}", after
        else:
            done, rest = f"{done}{rest} {words}" if item.name else f"{done} {words}", ""
    return " ".join(f"{done}{rest}".split())


def _on_one_line(item: Item, labels: set[str]) -> str:
    """A list of short items, each a single line: all of them on one; "" for any other."""
    told: list[str] = []
    for inner in item.items:
        named = inner.name or inner.element is not None
        pieces = [whole(inner)] if named else list(_pieces(_unwrapped(inner.items), labels, ""))
        if inner.role != "listitem" or not all(isinstance(piece, str) for piece in pieces):
            return ""
        told.append(" ".join(str(piece) for piece in pieces))
    told = [words for words in told if words]
    return " · ".join(told) if told and sum(map(len, told)) <= _SHORT_ITEM * len(told) else ""


def _unwrapped(items: Iterable[Item]) -> Iterable[Item]:
    for item in items:
        if item.role == "paragraph" and not item.name:
            yield from item.items
        else:
            yield item


def _rows(table: Item) -> list[Item]:
    """The rows of a table, those of tables inside it left out."""
    found: list[Item] = []
    for item in table.items:
        if item.role == "row":
            found.append(item)
        elif item.role not in _TABLES:
            found += _rows(item)
    return found


def _arranges(rows: list[Item]) -> bool:
    """The table only arranges the page: cells hold tables, forms or much text, or there is but one cell a row."""
    cells = [cell for row in rows for cell in row.items if cell.role in _CELLS]
    if not cells or all(len(row.items) < 2 for row in rows):
        return True
    if any(inner.role in _NESTED for cell in cells for inner in cell.walk()):
        return True
    return any(len(whole(cell)) > _LONGEST_CELL * 4 for cell in cells)
