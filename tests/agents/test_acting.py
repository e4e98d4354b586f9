"""What a model can do to controls that are easily missed: rows that hold buttons, drawn shapes, hover menus."""

import io
import re

import pytest
from PIL import Image

from agents.conftest import Make
from webnavigator.agents.hands import Hands
from webnavigator.agents.observe import View

pytestmark = pytest.mark.browser

MAILS = """<style>.mail,li,rect{cursor:pointer}#sub{display:none}</style>
<div class=mail>Ann: the lamp <button>Star</button> <button>Delete</button></div><p id=said></p>
<ul><li>Red</li><li>Blue</li></ul>
<table><tr><th>Order<th>Price<th><th></tr>
<tr class=row><td>Order 7</td><td>£9</td><td><a href=/7>Open</a></td><td><a href=/8>Print</a></td></tr></table>
<svg width=90 height=30><rect width=30 height=30 fill=red></rect></svg>
<div role=menuitem id=file tabindex=0>File<div id=sub role=menu><a href=/new.html>New</a></div></div>
<script>
const say = (words) => { said.textContent = words };
document.querySelector(".mail").addEventListener("click", (e) => say("mail " + e.target.tagName));
for (const li of document.querySelectorAll("li")) li.addEventListener("click", () => say(li.textContent));
const row = document.querySelector(".row");
row.style.cursor = "pointer"; row.addEventListener("click", () => say("row"));
document.querySelector("rect").addEventListener("click", () => say("shape"));
let opening = 0;
file.addEventListener("mouseenter", () => {
  file.className = "active";
  opening = setTimeout(() => { sub.style.display = "block" }, 250);
});
file.addEventListener("mouseleave", () => { clearTimeout(opening); sub.style.display = "none" });
</script>"""


def ref(view: View, words: str) -> int:
    """The number of the first control with these words after its number."""
    found = re.search(rf"\[(\d+) {words}", view.text)
    assert found is not None, view.text
    return int(found[1])


async def after_click(hands: Hands, words: str) -> str:
    view = await hands.look()
    effect = await hands.click(view.element(ref(view, words)))
    assert not effect.error
    found = re.search(r"\n(\S+ ?\S*)\n", (await hands.look()).text.split("Delete]", 1)[1])
    assert found is not None
    return found[1]


async def test_every_control_is_numbered_in_the_text_and_its_text_is_told_once(hands: Make):
    view = await (await hands({"index.html": MAILS})).look()
    assert {int(number) for number in re.findall(r"\[(\d+)[ ,\]]", view.text)} == set(view.elements)
    assert view.text.count("Ann: the lamp") == 1
    assert re.search(r"\| \[\d+ row\] Order 7 \| £9 \| \[\d+ Open\] \| \[\d+ Print\] \|", view.text)


@pytest.mark.parametrize(
    ("words", "said"),
    [("clickable Ann", "mail DIV"), ("listitem Blue", "Blue"), ("row", "row"), (r"clickable\]", "shape")],
)
async def test_rows_items_and_shapes_are_pressed_themselves(hands: Make, words: str, said: str):
    assert await after_click(await hands({"index.html": MAILS}), words) == said


async def test_a_menu_under_the_pointer_opens_and_its_entry_is_pressed(hands: Make):
    page = await hands({"index.html": MAILS, "new.html": "<h1>New</h1>"})
    view = await page.look()
    effect = await page.hover(view.element(ref(view, "menuitem File")))
    assert "New" in effect.text
    view = page.reread(1)
    assert (await page.click(view.element(ref(view, "New")))).text.startswith("now at")


FIELDS = """<label>Colours <select multiple><option>Red<option>Green<option>Blue</select></label>
<label>Note <textarea>two  blanks
and a line </textarea></label><label>Secret <input type=password></label>"""


async def test_several_options_are_chosen_at_once(hands: Make):
    page = await hands({"index.html": FIELDS})
    view = await page.look()
    assert "[1 select Colours = (none); options: Red | Green | Blue, multiple]" in view.text
    effect = await page.fill(view.element(1), "Red | Blue")
    assert (effect.error, effect.changed) == ("", True)
    view = page.reread(1)
    assert "Colours = Red | Blue;" in view.text
    assert "no option" in (await page.fill(view.element(1), "Red | Pink")).error
    await page.fill(view.element(1), "Green")
    assert "Colours = Green;" in page.reread(1).text


async def test_what_a_field_holds_is_told_to_the_letter(hands: Make):
    page = await hands({"index.html": FIELDS})
    view = await page.look()
    assert r'[2 textbox Note = "two  blanks\nand a line ", multiline]' in view.text


async def test_keys_are_pressed_where_the_keyboard_is(hands: Make):
    page = await hands({"index.html": "<label>Size <input type=range min=0 max=9 value=4 autofocus></label>"})
    await page.look()
    assert (await page.press("ArrowRight")).changed
    assert 'Size = "5"' in page.reread(1).text
    for key in ("NoSuchKey", "Delete"):
        assert "could submit or delete" in (await page.press(key)).error


SHRINKING = """<style>b{cursor:pointer;height:16px;content:url(still.png)}b:hover{content:url(under.png)}</style>
<p><b class=dot></b></p><p id=said></p>
<script>document.querySelector("b").addEventListener("click", () => { said.textContent = "dotted" })</script>"""


def picture(colour: str) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (16, 16), colour).save(data, "PNG")
    return data.getvalue()


async def test_what_has_no_size_until_its_picture_for_the_pointer_comes_is_pressed(hands: Make):
    page = await hands({"index.html": SHRINKING, "still.png": picture("red"), "under.png": picture("blue")})
    effect = await page.click((await page.look()).element(1))
    assert "dotted" in effect.text


PROPOSING = """<label>Town <input id=town></label><ul></ul><script>
town.addEventListener("input", () => setTimeout(() => {
  document.querySelector("ul").innerHTML = "<li>Bergen<li>Berlin";
}, 350));
</script>"""


async def test_what_a_field_proposes_a_while_after_typing_is_seen(hands: Make):
    page = await hands({"index.html": PROPOSING})
    effect = await page.fill((await page.look()).element(1), "Ber")
    assert "Berlin" in effect.text
