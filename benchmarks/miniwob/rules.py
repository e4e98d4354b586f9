"""What to do on each page of MiniWoB++: one rule for a family of tasks, in the order in which a person would."""

import re
from collections.abc import Callable, Iterable
from functools import cache

from reading import Act, Control, Page, Rule, click, fill, hover, press
from words import ALIKE, DIGITS

MONTHS = "January February March April May June July August September October November December".split()


def press_named(page: Page) -> Rule:
    """Buttons, links and options called by name, one after the other."""
    for name in re.findall(r"button (ONE|TWO)|the \"(.+?)\" button|the link \"(.+?)\"|on (Tab #\d)", page.text):
        page = yield click(page.find(next(filter(None, name))))
    if not re.search(r"button (ONE|TWO)|\" button|link \"|Tab #", page.bare):
        yield click(page.of("button")[0])


def with_delay(page: Page) -> Rule:
    """The second button only after some seconds; the step before takes about half of one."""
    (seconds,) = page.said(r"wait (\d+) seconds")
    page = yield click(page.find("ONE"))
    yield click(page.find("TWO"), wait_s=int(seconds) - 0.5)


def ascending(page: Page) -> Rule:
    """Numbers in ascending order; after the first, they are hidden under squares that stand in their order."""
    page = yield click(page.find("1"))
    while page.of("clickable"):
        page = yield click(page.controls[0])


def cheapest_ticket(page: Page) -> Rule:
    """The ticket with the smallest price or the shortest time."""
    (what,) = page.said(r"with the (\w+)")

    def worth(control: Control) -> int:
        if what == "cheapest":
            return int(control.label.split("$")[1])
        hours, minutes = re.findall(r"(\d+)h (\d+)m", page.before(control))[-1]
        return int(hours) * 60 + int(minutes)

    yield click(min(page.of("button"), key=worth))


def _turn_to(page: Page, month: int, year: int) -> Rule:
    """Turn a calendar back or forth to a month."""
    for _ in range(30):
        shown = re.search(rf"({'|'.join(MONTHS)})\s+(\d{{4}})", page.bare)
        assert shown is not None, f"no calendar: {page.text[:300]}"
        at = int(shown[2]) * 12 + MONTHS.index(shown[1])
        wanted = year * 12 + month - 1
        if at == wanted:
            return
        page = yield click(page.find("Prev" if at > wanted else "Next"))


def pick_date(page: Page, field: Control, month: int, day: int, year: int) -> Rule:
    """Open a calendar by its field, and choose a day."""
    page = yield click(field)
    turning = _turn_to(page, month, year)
    page = yield from _through(turning, page)
    yield click(page.find(str(day), "link"))


def _through(rule: Rule, page: Page) -> "Through":
    """Follow a rule; gives the page that it ends on."""
    act = next(rule, None)
    while act is not None:
        page = yield act
        try:
            act = rule.send(page)
        except StopIteration:
            act = None
    return page


Through = Callable[..., Page]


def choose_date(page: Page) -> Rule:
    """A day in a calendar that opens under its field."""
    month, day, year = map(int, page.said(r"Select (\d+)/(\d+)/(\d+)"))
    page = yield from _through(pick_date(page, page.of("textbox")[0], month, day, year), page)
    yield click(page.find("Submit"))


def enter_date(page: Page) -> Rule:
    """A date in the browser's own field."""
    month, day, year = page.said(r"Enter (\d+)/(\d+)/(\d+)")
    page = yield fill(page.of("textbox")[0], f"{year}-{month:0>2}-{day:0>2}")
    yield click(page.find("Submit"))


def enter_time(page: Page) -> Rule:
    """A time in the browser's own field."""
    hour, minute, half = page.said(r"Enter (\d+):(\d+) (AM|PM)")
    hours = int(hour) % 12 + 12 * (half == "PM")
    page = yield fill(page.of("textbox")[0], f"{hours:02}:{minute}")
    yield click(page.find("Submit"))


def choose_from_list(page: Page) -> Rule:
    """Options of a list, one or several."""
    (wanted,) = page.said(r"Select (.+?) from the (?:scroll )?list")
    (field,) = page.of("select")
    page = yield fill(field, wanted if wanted in field.options else wanted.replace(", ", " | "))
    yield click(page.find("Submit"))


def check_boxes(page: Page) -> Rule:
    """Checkboxes called by name."""
    (wanted,) = page.said(r"Select (.+?) and click Submit")
    for name in [] if wanted == "nothing" else wanted.split(", "):
        page = yield click(page.find(name, "checkbox"))
    yield click(page.find("Submit"))


def check_alike(page: Page) -> Rule:
    """Checkboxes whose words mean about what the given ones do."""
    (wanted,) = page.said(r"similar to (.+?) and click Submit")
    meant = set(wanted.split(", "))
    groups = [group for group in ALIKE if meant & set(group.split())]
    for name in [box.label for box in page.of("checkbox")]:
        if name in meant or any(name in group.split() for group in groups):
            page = yield click(page.find(name, "checkbox"))
    yield click(page.find("Submit"))


def check_option(page: Page) -> Rule:
    """A radio button called by name."""
    (wanted,) = page.said(r"Select (.+?) and click Submit")
    page = yield click(page.find(wanted, "radio"))
    yield click(page.find("Submit"))


def expand(page: Page) -> Rule:
    """A section, and what is in it."""
    page = yield click(page.of("tab")[0])
    yield click(page.find("Submit", "button"))


def search_sections(page: Page) -> Rule:
    """A link in one of several sections or tabs."""
    (name,) = page.said(r'link "(.+?)"')
    for at in range(len(page.of("tab"))):
        if page.has(name, "clickable"):
            break
        page = yield click(page.of("tab")[at])
    yield click(page.find(name, "clickable"))


def close_dialog(page: Page) -> Rule:
    """A button of a dialog."""
    name = re.search(r'labeled "(.+?)"', page.text)
    yield click(page.find("Close" if name is None or name[1] == "x" else name[1], "button"))


def walk_menu(page: Page) -> Rule:
    """Item by item through a menu."""
    found = re.search(r"Select (\S+?)(?=\n|\s|$)", page.text)
    names = found[1].split(">") if found else ["Menu", page.said(r'labeled "(.+?)"')[0]]
    for name in names[:-1]:
        item = page.find(name, "menuitem", "button")
        page = yield click(item) if item.kind == "button" else hover(item)
    name = names[-1]
    if not page.has(name, "menuitem"):
        page = yield hover(page.find("Playback", "menuitem"))
    yield click(page.find(name, "menuitem"))


def _answer(page: Page) -> Control:
    """The field for an answer: the one of a single line."""
    return next(field for field in page.of("textbox") if "multiline" not in field.states)


def copy_paste(page: Page) -> Rule:
    """The text of one field into another."""
    number = re.search(r"(\d)\w\w text area", page.text)
    areas = [field for field in page.of("textbox") if "multiline" in field.states]
    page = yield fill(_answer(page), areas[int(number[1]) - 1 if number else 0].value)
    yield click(page.find("Submit"))


def click_widget(page: Page) -> Rule:
    """Some control of a kind."""
    (kind,) = page.said(r'on a "(\w+)" widget')
    if kind in ("text", "textarea"):
        some = [field for field in page.of("textbox") if ("multiline" in field.states) == (kind == "textarea")]
    else:
        some = page.of(kind)
    yield click(some[0])


def type_text(page: Page) -> Rule:
    """A text, as it stands or in other letters."""
    (text,) = page.said(r'(?:Enter|Type) "\s*(.+?)\s*"')
    for case in ("upper", "lower"):
        if f"in all {case} case" in page.text:
            text = getattr(text, case)()
    page = yield fill(page.of("textbox")[0], text)
    yield click(page.find("Submit"))


def type_password(page: Page) -> Rule:
    """The same text twice."""
    (text,) = page.said(r'password "\s*(.+?)\s*"')
    for name in ("password", "verify"):
        page = yield fill(page.find(name, "textbox"), text)
    yield click(page.find("Submit"))


def log_in(page: Page) -> Rule:
    """Name and password; what covers the form is closed."""
    name, password = page.said(r'username "\s*(.+?)\s*" and the password "\s*(.+?)\s*"')
    for field, text in (("username", name), ("password", password)):
        page = yield fill(page.find(field, "textbox"), text)
        if page.has("Cancel", "button"):
            page = yield click(page.find("Cancel", "button"))
            page = yield fill(page.find(field, "textbox"), text)
    yield click(page.find("Login") if page.has("Login") else page.of("button")[0])


def find_word(page: Page) -> Rule:
    """A word of a paragraph."""
    (number,) = page.said(r"Find the (\d+)")
    paragraph = page.text.split("\n")[1]
    page = yield fill(_answer(page), paragraph.split()[int(number) - 1].strip(".,"))
    yield click(page.find("Submit"))


def last_word(page: Page) -> Rule:
    """The last word of a long text."""
    (area,) = [field for field in page.of("textbox") if "multiline" in field.states]
    page = yield fill(_answer(page), area.value.split()[-1].strip("."))
    yield click(page.find("Submit"))


def focus(page: Page) -> Rule:
    """A field among several."""
    number = re.search(r"the (\d)\w\w input", page.text)
    yield click(page.of("textbox")[int(number[1]) - 1 if number else 0])


def radio_and_number(page: Page) -> Rule:
    """A radio button by its place, and a number in a field by its place."""
    radio, number, field = page.said(r'the (\d)\w\w radio button and enter the number "(-?\d+)" into the (\d)\w\w')
    page = yield click(page.of("radio")[int(radio) - 1])
    page = yield fill(page.of("textbox")[int(field) - 1], number)
    yield click(page.find("Submit"))


def drop_down(page: Page) -> Rule:
    """An option of a list that a script draws, then a button."""
    option, button = page.said(r'Choose (.+?) from the dropdown, then click the button labeled "(.+?)"')
    page = yield click(page.controls[0])
    page = yield click(page.find(option))
    yield click(page.find(button, "button"))


def guess(page: Page) -> Rule:
    """A number by bisection."""
    low, high = 0, 9
    while low <= high:
        middle = (low + high) // 2
        page = yield fill(page.controls[0], str(middle))
        page = yield click(page.find("Submit"))
        if "higher" in page.bare:
            low = middle + 1
        elif "lower" in page.bare:
            high = middle - 1
        else:
            return


def greatest(page: Page) -> Rule:
    """The card with the greatest number."""
    yield from _both(page, max(page.of("clickable"), key=lambda card: int(card.label or "-1")))


def _both(page: Page, control: Control) -> Rule:
    page = yield click(control)
    yield click(page.find("Submit"))


def search_form(page: Page) -> Rule:
    """Fields that are called by what stands before them."""
    genre, name, year = _first(
        page,
        (r"for (\w+) movies directed by (\w+) from year (\d+)", "gny"),
        (r"year (\d+).* (\w+) movies? .*by (\w+)", "ygn"),
        (r"from year (\d+)", "y"),
    )
    for text, words in ((genre, ("genre",)), (name, ("director", "name")), (year, ("year", "date", "when"))):
        field = next(f for f in page.of("textbox") if any(word in f.label.casefold() for word in words))
        page = yield fill(field, text)
    yield click([control for control in page.controls if control.kind != "textbox"][-1])


def _first(page: Page, *patterns: tuple[str, str]) -> tuple[str, str, str]:
    for pattern, order in patterns:
        found = re.search(pattern, page.text)
        if found:
            given = dict(zip(order, found.groups(), strict=True))
            return given.get("g", ""), given.get("n", ""), given.get("y", "")
    raise LookupError(page.text.split("\n")[0])


def file_tree(page: Page) -> Rule:
    """A file or folder; folders are opened until it is seen."""
    (name,) = page.said(r'named "(.+?)"')
    opened: set[str] = set()
    for _ in range(20):
        if page.has(name):
            yield click(page.find(name))
            return
        folder = next(c for c in page.controls if c.label not in opened)
        opened.add(folder.label)
        page = yield click(folder)


def draw_number(page: Page) -> Rule:
    """A digit drawn in checkboxes."""
    (digit,) = page.said(r'number "(\d)"')
    boxes = page.of("checkbox")
    for at, bit in enumerate(DIGITS[int(digit)].replace(" ", "")):
        row, column = divmod(at, 4)
        box = page.of("checkbox")[row * (len(boxes) // 7) + column]
        if (bit == "1") != ("checked" in box.states):
            page = yield click(box)
    yield click(page.find("Submit"))


def odd_or_even(page: Page) -> Rule:
    """A button for each number."""
    for at in range(len(page.of("button")) // 2):
        odd = page.of("button")[2 * at]
        number = int(page.after(odd).split()[-1])
        page = yield click(page.of("button")[2 * at + (number % 2 == 0)])
    yield click(page.find("Submit"))


def social(page: Page) -> Rule:
    """A button of the posts of one user."""
    if "For the user" in page.text:
        user, action = page.said(r'For the user (@\S+) ?, click on the "\s*(.+?)\s*" button')
        number, posts = 1, False
    else:
        action, many, user = page.said(r'Click the "\s*(.+?)\s*" button on (all|\d+) ?posts? by (@\S+)')
        number, posts = (99 if many == "all" else int(many)), True
    done = 0
    while done < number:
        mine = [c for c in page.controls if _of_user(page, c, user) and _is(c, action)]
        if not mine and not posts:
            more = next(c for c in page.controls if _of_user(page, c, user) and _is(c, "more"))
            page = yield click(more)
            mine = [c for c in page.controls if c.label.startswith(action)]
        if done >= len(mine):
            break
        page = yield click(mine[done])
        done += 1
    if posts:
        yield click(page.find("Submit"))


def _is(control: Control, action: str) -> bool:
    return action.casefold() in control.label.casefold().split()


def _of_user(page: Page, control: Control, user: str) -> bool:
    """The nearest user named above the control is this one."""
    named = re.findall(r"@\w+", page.text[: control.start])
    return bool(named) and named[-1] == user.rstrip(".,")


def algebra(page: Page) -> Rule:
    """An equation with x, or a sum."""
    found = re.search(r"(x|\d+) ([-+x]) (x|\d+) =\s*(-?\d+)?", page.bare)
    assert found is not None
    left, sign, right, total = found.groups()
    if "x" not in (left, right):
        answer = {"+": int(left) + int(right), "-": int(left) - int(right), "x": int(left) * int(right)}[sign]
    elif sign == "+":
        answer = int(total) - int(right if left == "x" else left)
    else:
        answer = int(total) + int(right) if left == "x" else int(left) - int(total)
    page = yield fill(page.of("textbox")[0], str(answer))
    yield click(page.find("Submit"))


def autocomplete(page: Page) -> Rule:
    """An item by its beginning and end, from what is proposed."""
    (start,) = page.said(r'starts with "\s*(.+?)\s*"')
    end = re.search(r'ends with "(.+?)"', page.text)
    page = yield fill(page.of("textbox", "combobox", "searchbox")[0], start)
    ending = end[1].strip() if end else ""
    page = yield click(next(c for c in page.controls[1:] if c.label.startswith(start) and c.label.endswith(ending)))
    yield click(page.find("Submit"))


def transformed(page: Page) -> Rule:
    """Letters that are drawn askew."""
    lines = [line for line in page.bare.split("\n") if line.strip()]
    page = yield fill(page.of("textbox")[0], re.sub(r"\s", "", lines[1] if len(lines) > 1 else lines[0].split(".")[-1]))
    yield click(page.find("Submit"))


def generate(page: Page) -> Rule:
    """A number that meets a condition, drawn until it does."""
    for _ in range(60):
        page = yield click(page.find("Generate"))
        query, number = page.said(r"(.*?)(\d+)\s*\[\d+ button Generate")
        if _meets(query, int(number)):
            yield click(page.find("Submit"))
            return


def _meets(query: str, number: int) -> bool:
    if "even" in query:
        return number % 2 == 0
    if "odd" in query:
        return number % 2 == 1
    bounds = [int(word) for word in re.findall(r"\d+", query)]
    if "less" in query:
        return number < bounds[0]
    return number > bounds[0]


def order_food(page: Page) -> Rule:
    """Dishes by name, or of a kind, as many as asked for."""
    query = page.text.split("\n", 1)[0]
    kind = re.search(r"Order (\d+) items? that (?:is|are) (\S+)", query)
    left = int(kind[1]) if kind else 99
    for at in range(1, len(page.controls) - 1, 2):
        name = page.before(page.controls[at - 1]).split("\n")[-1]
        if kind:
            times = left if kind[2] in name.split() else 0
        else:
            times = sum(int(many or 1) for many, dish in ORDERS.findall(query) if name.startswith(dish.strip()))
        for _ in range(times):
            page = yield click(page.controls[at])
        left -= times
    yield click(page.find("Order!"))


ORDERS = re.compile(r"(\d+)? ?([A-Z][\w ]+?)(?= and one|,| and \d|$)")


def phone_book(page: Page) -> Rule:
    """A person's address, number or email, on one of several pages."""
    name, what = page.said(r"Find (\S+) in the contact book and click on their (\w+)")
    for _ in range(6):
        if f"# {name}" in page.text:
            at = page.text.index(f"# {name}")
            found = re.compile(rf"{what.split()[0]}\w*: \[(\d+)", re.IGNORECASE).search(page.text, at)
            assert found is not None
            yield {"action": "click", "ref": int(found[1])}
            return
        page = yield click(page.find(">"))


def search_engine(page: Page) -> Rule:
    """The n-th result of a search."""
    words, number = page.said(r'enter "(.+?)" and press "Search", then find and click the (\d+)')
    page = yield fill(page.of("textbox", "searchbox")[0], words)
    page = yield click(page.find("Search", "button"))
    at = int(number) - 1
    for _ in range(at // 3):
        page = yield click(page.find(">"))
    turning = re.compile(r"[<>]|\d|First|Last")
    results = [c for c in page.of("link", "clickable") if not turning.fullmatch(c.label)]
    yield click(results[at % 3])


def read_table(page: Page) -> Rule:
    """Values of a table into fields."""
    rows = dict(re.findall(r"\| ([^|]+?) \| ([^|]+?) \|", page.text))
    asked = re.search(r"value of (\w[\w ]*?) into", page.text)
    for at in range(len(page.of("textbox"))):
        label = asked[1] if asked else page.before(page.of("textbox")[at]).splitlines()[-1].strip(" :|")
        value = next(v for k, v in rows.items() if k.casefold().rstrip(":") == label.casefold().rstrip(":"))
        page = yield fill(page.of("textbox")[at], value)
    yield click(page.find("Submit"))


def tic_tac_toe(page: Page) -> Rule:
    """The move from which most games are won, when the other side draws its moves."""
    for _ in range(5):
        cells = "".join("x" if "-x" in c.label else "o" if "-o" in c.label else " " for c in page.controls)[:9]
        if len(cells) < 9 or " " not in cells:
            return
        best = max((_worth(_put(cells, at, "x"), "o"), -at) for at in _free(cells))
        page = yield click(page.controls[-best[1]])


_LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def _put(cells: str, at: int, mark: str) -> str:
    return cells[:at] + mark + cells[at + 1 :]


def _free(cells: str) -> list[int]:
    return [at for at, mark in enumerate(cells) if mark == " "]


@cache
def _worth(cells: str, turn: str) -> float:
    """Chance that x wins; the other side wins or blocks where it can, or draws its move: 9 times in 20 it looks."""
    won = next((cells[int(a)] for a, b, c in _LINES if cells[int(a)] == cells[int(b)] == cells[int(c)] != " "), "")
    if won or " " not in cells:
        return float(won == "x")
    moves = _free(cells)
    if turn == "x":
        return max(_worth(_put(cells, at, "x"), "o") for at in moves)
    after = {at: _worth(_put(cells, at, "o"), "x") for at in moves}
    drawn = sum(after.values()) / len(moves)
    telling = [at for mark in "ox" for at in moves if _wins(_put(cells, at, mark), mark)][:1]
    return 0.45 * (after[telling[0]] if telling else drawn) + 0.55 * drawn


def _wins(cells: str, mark: str) -> bool:
    return any(all(cells[int(at)] == mark for at in line) for line in _LINES)


def hex_colour(page: Page) -> Rule:
    """A colour by its name, as a number."""
    (name,) = page.said(r"Select (\w+) with the color picker")
    page = yield fill(page.of("textbox")[0], COLOURS[name])
    yield click(page.find("Submit"))


COLOURS = {
    "red": "ff0000", "blue": "0000ff", "green": "008000", "yellow": "ffff00", "black": "000000", "white": "ffffff",
    "magenta": "ff00ff", "cyan": "00ffff", "gray": "808080", "grey": "808080", "orange": "ffa500", "pink": "ffc0cb",
    "purple": "800080", "olive": "808000", "lime": "00ff00", "teal": "008080", "aqua": "00ffff", "navy": "000080",
    "maroon": "800000", "silver": "c0c0c0", "brown": "a52a2a",
}  # fmt: skip


def pie(page: Page) -> Rule:
    """An item of a round menu."""
    (name,) = page.said(r'labeled "\s*(.+?)\s*"')
    page = yield click(page.find("+", "clickable"))
    label = page.find(name)
    page = yield click(label)
    if page.has(name):  # the letter turns away from under the pointer: the piece of the ring that it stands on
        yield click([control for control in page.controls if control.end <= page.find(name).start][-1])


def email(page: Page) -> Rule:
    """Find a message; star, delete, answer or forward it."""
    query = page.text.split("\n")[0]
    yield from _email(page, *_wish(query))


def _wish(query: str) -> tuple[str, str, str]:
    """Who wrote the message, what is to be done, and with what."""
    text = re.search(r'"\s*(.+?)\s*"()', query) or re.search(r"(?:text|saying)() (.+?)\.?$", query)
    if re.search(r"reply|respond|answer|write back|tell", query, re.IGNORECASE) and text:
        return _named(query, ""), "reply", (text[1] or text[2]).strip()
    if re.search(r"delete|trash|remove|get rid|discard|erase", query, re.IGNORECASE):
        return _named(query, ""), "trash", ""
    if re.search(r"star|important|favorite|flag", query, re.IGNORECASE):
        return _named(query, ""), "star", ""
    to = re.search(r"(?:\bto|[Gg]ive|[Ss]end|email|[Ff]orward) (?:the )?([A-Z]\w+)(?!'s)\b", query)
    other = to[1] if to else ""
    return _named(query, other), "forward", other


_FROM = re.compile(r"(?:from|by) (?:the )?([A-Z]\w+)|([A-Z]\w+)'s|that ([A-Z]\w+) sent|([A-Z]\w+) sent")


def _named(query: str, other: str) -> str:
    """Whose message it is: the name that is told as the sender's, else the one that is not the receiver's."""
    names = [next(filter(None, found)) for found in _FROM.findall(query)]
    names += re.findall(r"(?<!^)\b([A-Z]\w+)", query)
    return next(name for name in names if name != other)


def _email(page: Page, who: str, what: str, text: str) -> Rule:
    row = next(c for c in page.controls if c.label.startswith(who))
    if what in ("star", "trash"):
        yield click(next(c for c in page.controls if c.start > row.start and what in c.label))
        return
    page = yield click(row)
    page = yield click(page.find(what))
    fields = page.of("textbox")
    page = yield fill(fields[-1] if what == "reply" else fields[0], text)
    yield click(page.find("send"))


def flight(page: Page) -> Rule:
    """Two airports from what is proposed, a date, and the best of the flights that are found."""
    best, start, goal, month, day, year = page.said(
        r"Book the (\w+) one-way flight from: (.+?) to: (.+?) on (\d+)/(\d+)/(\d+)"
    )
    for at, place in enumerate((start, goal)):
        page = yield fill(page.of("textbox", "combobox")[at], place)
        proposed = [c for c in page.controls if place in c.label and c.kind not in ("textbox", "combobox")]
        page = yield click(proposed[-1])
    field = page.of("textbox", "combobox")[2]
    page = yield from _through(pick_date(page, field, int(month), int(day), int(year)), page)
    page = yield click(page.find("Search", "button"))

    def worth(control: Control) -> int:
        if best == "cheapest":
            return int(re.findall(r"\$(\d+)", control.label + page.before(control))[-1])
        hours, minutes = re.findall(r"(\d+)h (\d+)m", page.before(control))[-1]
        return int(hours) * 60 + int(minutes)

    yield click(min((c for c in page.of("button") if "Book" in c.label), key=worth))


def slide(page: Page, wanted: list[int]) -> Through:
    """Sliders to their numbers, each shown behind its handle, by keys: in leaps while it is far."""
    for at, goal in enumerate(wanted):

        def shown(seen: Page, at: int = at) -> int:
            return int(seen.after(seen.of("clickable")[at]).split()[0])

        leap = 1
        page = yield click(page.of("clickable")[at])
        while (left := goal - shown(page)) != 0:
            before, far = shown(page), abs(left) >= max(leap, 4)
            page = yield press(("PageUp" if far else "ArrowRight") if left > 0 else "PageDown" if far else "ArrowLeft")
            leap = abs(shown(page) - before) if far else leap
            if shown(page) == before:
                break
    return page


def one_slider(page: Page) -> Rule:
    """A number on a slider."""
    (goal,) = page.said(r"Select (-?\d+) with the slider")
    box = re.search(r"click the (\d)\w\w checkbox", page.text)
    page = yield from slide(page, [int(goal)])
    if box:
        page = yield click(page.of("checkbox")[int(box[1]) - 1])
    yield click(page.find("Submit"))


def three_sliders(page: Page) -> Rule:
    """A number on each of several sliders."""
    (goals,) = page.said(r"combination [(\[](.+?)\]")
    page = yield from slide(page, [int(goal) for goal in goals.split(",")])
    yield click(page.find("Submit"))


RULES: dict[str, Callable[[Page], Iterable[Act]]] = {}


def _for(rule: Callable[[Page], Iterable[Act]], names: str) -> None:
    RULES.update(dict.fromkeys(names.split(), rule))


_for(one_slider, "use-slider form-sequence")
_for(three_sliders, "use-slider-2")
_for(press_named, "click-test click-test-2 click-test-transfer click-button click-button-sequence click-link")
_for(press_named, "click-tab unicode-test")
_for(with_delay, "button-delay")
_for(ascending, "ascending-numbers")
_for(cheapest_ticket, "buy-ticket")
_for(choose_date, "choose-date choose-date-easy choose-date-medium choose-date-nodelay")
_for(enter_date, "enter-date")
_for(enter_time, "enter-time")
_for(choose_from_list, "choose-list click-scroll-list")
_for(check_boxes, "click-checkboxes click-checkboxes-large click-checkboxes-transfer")
_for(check_alike, "click-checkboxes-soft")
_for(check_option, "click-option")
_for(expand, "click-collapsible click-collapsible-nodelay")
_for(search_sections, "click-collapsible-2 click-collapsible-2-nodelay")
_for(search_sections, "click-tab-2 click-tab-2-easy click-tab-2-medium click-tab-2-hard")
_for(close_dialog, "click-dialog click-dialog-2")
_for(walk_menu, "click-menu click-menu-2")
_for(copy_paste, "copy-paste copy-paste-2")
_for(click_widget, "click-widget")
_for(type_text, "enter-text enter-text-2 enter-text-dynamic")
_for(type_password, "enter-password")
_for(log_in, "login-user login-user-popup")
_for(find_word, "find-word")
_for(last_word, "scroll-text")
_for(focus, "focus-text focus-text-2")
_for(radio_and_number, "form-sequence-2")
_for(drop_down, "form-sequence-3")
_for(guess, "guess-number")
_for(greatest, "find-greatest")
_for(search_form, "multi-layouts multi-orderings")
_for(file_tree, "navigate-tree")
_for(draw_number, "number-checkboxes")
_for(odd_or_even, "odd-or-even")
_for(social, "social-media social-media-all social-media-some")
_for(algebra, "simple-algebra simple-arithmetic")
_for(autocomplete, "use-autocomplete use-autocomplete-nodelay")
_for(transformed, "text-transform")
_for(generate, "generate-number")
_for(order_food, "order-food")
_for(phone_book, "phone-book")
_for(search_engine, "search-engine")
_for(read_table, "read-table read-table-2")
_for(tic_tac_toe, "tic-tac-toe")
_for(hex_colour, "use-colorwheel")
_for(pie, "click-pie click-pie-nodelay")
_for(email, "email-inbox email-inbox-delete email-inbox-important email-inbox-noscroll email-inbox-reply")
_for(email, "email-inbox-star-reply email-inbox-nl-turk")
_for(email, "email-inbox-forward email-inbox-forward-nl email-inbox-forward-nl-turk")
_for(flight, "book-flight book-flight-nodelay")
