"""Acting on a page: the policy first, then the element and nothing else, however the page is built."""

import asyncio
from dataclasses import replace

import pytest

from browser.conftest import PATIENT, locator
from webnavigator.browser.perform import Performed, Pilot
from webnavigator.errors import BrowserError, ElementGoneError, NavigationError, PageCrashedError, UnresponsiveError
from webnavigator.model.action import Click, Hover, Locator, Press, Select, Type
from webnavigator.model.page import Element
from webnavigator.model.safety import Deny, Policy
from webnavigator.model.scope import scope_of

pytestmark = pytest.mark.browser
HURRIED = PATIENT.model_copy(update={"action_timeout_s": 2.0, "settle_timeout_s": 2.0, "navigation_timeout_s": 5.0})

TELL = """<p id=told></p>
<script>const tell = (words) => { document.getElementById("told").textContent += words + " " }</script>"""


async def told(pilot) -> list[str]:
    return (await pilot.page.locator("#told").text_content()).split()


async def click(pilot, label: str) -> Performed:
    performed = await pilot.act(Click(await locator(pilot, label)))
    assert isinstance(performed, Performed), performed
    return performed


# --- the policy


async def test_what_the_policy_denies_is_not_pressed(drive, little):
    site = little(TELL + "<button onclick=\"tell('gone')\">Delete account</button>")
    pilot = await drive(site.url)
    denied = await pilot.act(Click(await locator(pilot, "Delete account")))
    assert isinstance(denied, Deny)
    assert await told(pilot) == []


async def test_after_a_denial_the_page_takes_presses_as_ever(borrow, little):
    site = little(TELL + "<button>Delete account</button> <button id=b onclick=\"tell('pressed')\">Other</button>")
    pilot = await borrow(site.url)
    assert isinstance(await pilot.act(Click(await locator(pilot, "Delete account"))), Deny)
    await pilot.page.click("#b")
    assert await told(pilot) == ["pressed"]


async def test_keys_are_asked_for_too(drive, little):
    site = little(TELL + "<script>onkeydown = (event) => tell(event.key)</script>")
    pilot = await drive(site.url)
    assert isinstance(await pilot.act(Press("Delete")), Deny)
    assert isinstance(await pilot.act(Press("Escape")), Performed)
    assert await told(pilot) == ["Escape"]


async def test_opening_is_asked_for_too(drive, site):
    served = site("off-site")
    pilot = await drive(served.url)
    with pytest.raises(NavigationError, match="leaves the site"):
        await pilot.open(served.foreign_url)
    with pytest.raises(NavigationError, match="not a web address"):
        await pilot.open("file:///etc/hostname")


# --- finding the element again


ROW = "<button data-testid=t{n} id=i{n} onclick=\"tell('{n}')\">{label}</button>"


@pytest.mark.parametrize(
    ("wanted", "way"),
    [
        (Locator("/html[1]/body[1]/div[9]", "button", "Second"), "role"),
        (Locator("/html[1]/body[1]/div[9]", "button", "Renamed", element_id="i2"), "id"),
        (Locator("/html[1]/body[1]/div[9]", "button", "Renamed", test_id="t2"), "test id"),
        (Locator("/html[1]/body[1]/div[9]", "", "Renamed", text="Second"), "text"),
    ],
)
async def test_an_element_that_moved_is_found(drive, little, wanted, way):
    site = little(
        TELL + "".join(ROW.format(n=n, label=label) for n, label in enumerate(("First", "Second", "Third"), 1))
    )
    pilot = await drive(site.url)
    performed = await pilot.act(Click(wanted))
    assert performed.way == way
    assert performed.locator.xpath.endswith("/button[2]")
    assert await told(pilot) == ["2"]


async def test_a_link_is_found_by_where_it_leads(drive, little):
    pilot = await drive(little("<a href=a.html>Neu</a> <a href=b.html>Alt</a>", {"b.html": "<h1>B</h1>"}).url)
    wanted = Locator("/html[1]/nav[1]/a[1]", "link", "Old", href=pilot.page.url + "b.html")
    assert (await pilot.act(Click(wanted))).way == "href"
    assert pilot.page.url.endswith("/b.html")


async def test_several_that_fit_alike_are_refused(drive, little):
    site = little(TELL + "".join(f"<div><button onclick=\"tell('{n}')\">Edit</button></div>" for n in range(3)))
    pilot = await drive(site.url)
    with pytest.raises(ElementGoneError, match="several times"):
        await pilot.act(Click(Locator("/html[1]/body[1]/button[1]", "button", "Edit")))
    assert await told(pilot) == []


async def test_where_it_leads_tells_alike_links_apart(drive, little):
    body = "".join(f"<p><a href=edit{n}.html>Edit</a></p>" for n in range(3))
    pilot = await drive(little(body, {"edit1.html": "<h1>One</h1>"}).url)
    wanted = Locator("/html[1]/body[1]/ul[1]/li[1]/a[1]", "link", "Edit", href=pilot.page.url + "edit1.html")
    await pilot.act(Click(wanted))
    assert pilot.page.url.endswith("/edit1.html")


async def test_a_count_in_a_label_may_change(drive, little):
    pilot = await drive(little(TELL + "<button onclick=\"tell('cart')\">Cart (4)</button>").url)
    performed = await pilot.act(Click(replace(await locator(pilot, "Cart (4)"), name="Cart (3)", text="Cart (3)")))
    assert performed.way == "xpath"


async def test_a_page_number_may_not(drive, little):
    links = "".join(f"<a href=?page={n}>Page {n}</a> " for n in (3, 4, 2))
    pilot = await drive(little(links).url)
    wanted = replace(await locator(pilot, "Page 3"), name="Page 2", text="Page 2", href=pilot.page.url + "?page=2")
    performed = await pilot.act(Click(wanted))
    assert (performed.way, pilot.page.url[-1]) == ("role", "2")


async def test_what_stands_in_its_place_is_the_last_resort(drive, little):
    pilot = await drive(little(TELL + "<button onclick=\"tell('shown')\">Hide</button>").url)
    wanted = replace(await locator(pilot, "Hide"), name="Show", text="Show")
    assert (await pilot.act(Click(wanted))).way == "place"


async def test_an_element_that_is_gone_or_hidden(drive, little):
    pilot = await drive(little("<button hidden>Ghost</button><p>Text</p>").url)
    for path in ("/html[1]/body[1]/button[1]", "/html[1]/body[1]/button[7]"):
        with pytest.raises(ElementGoneError, match="is not on the page"):
            await pilot.act(Click(Locator(path, "button", "Ghost")))


# --- pressing it and nothing else


async def test_a_covered_element_is_not_pressed(drive, little):
    veil = "<div id=veil style='position:fixed;inset:0;background:#fff' onclick=\"tell('veil')\"></div>"
    pilot = await drive(little(TELL + "<button onclick=\"tell('pressed')\">Under</button>" + veil).url)
    with pytest.raises(ElementGoneError, match="covered by div#veil"):
        await pilot.act(Click(Locator("/html[1]/body[1]/button[1]", "button", "Under")))
    assert await told(pilot) == []


async def test_a_cover_that_goes_is_waited_for(drive, little):
    veil = "<div id=veil style='position:fixed;inset:0'></div>"
    pilot = await drive(little(TELL + "<button onclick=\"tell('pressed')\">Under</button>" + veil).url)
    wanted = Locator("/html[1]/body[1]/button[1]", "button", "Under")
    await pilot.page.evaluate("() => { setTimeout(() => veil.remove(), 200) }")
    await pilot.act(Click(wanted))
    assert await told(pilot) == ["pressed"]


async def test_a_control_within_is_another_one(drive, little):
    card = "<div role=button style='padding:30px;width:300px' onclick=\"tell('card')\">Card<br>{}</div>"
    inner = "<button style='width:100%;height:60px' onclick=\"tell('inner')\">Details</button>"
    pilot = await drive(little(TELL + card.format(inner)).url)
    await pilot.act(Click(Locator("/html[1]/body[1]/div[1]", "button")))
    assert await told(pilot) == ["card"]


async def test_an_element_partly_covered_is_pressed_where_it_is_free(drive, little):
    wide = "<button style='width:300px;height:40px' onclick=\"tell('pressed')\">Wide</button>"
    lid = "<i style='position:absolute;left:100px;top:0;width:100px;height:40px;background:red'></i></div>"
    pilot = await drive(little(TELL + "<div style='position:relative'>" + wide + lid).url)
    await click(pilot, "Wide")
    assert await told(pilot) == ["pressed"]


async def test_an_element_without_area_is_pressed_on_its_content(drive, little):
    body = (
        "<a href='#x' style='display:block;height:0' onclick=\"tell('pressed')\"><b style='float:left'>Floating</b></a>"
    )
    pilot = await drive(little(TELL + body).url)
    await pilot.act(Click(Locator("/html[1]/body[1]/a[1]", "link", "Floating")))
    assert await told(pilot) == ["pressed"]


async def test_an_element_outside_the_window_is_pressed_on_what_it_fixes_to_the_window(drive, little):
    bar = (
        "<div id=bar title='Collapse sidebar' style='position:fixed;top:101%;height:100%;width:2px'"
        " onclick=\"tell('pressed')\"><span style='position:fixed;top:50%'>«</span></div>"
    )
    pilot = await drive(little(TELL + bar).url)
    await click(pilot, "Collapse sidebar")
    assert await told(pilot) == ["pressed"]


async def test_an_element_outside_the_window_is_not_there_to_press(drive, little):
    pilot = await drive(little("<button style='position:fixed;left:-900px'>Skip</button>").url)
    with pytest.raises(ElementGoneError, match="edge of the window"):
        await pilot.act(Click(Locator("/html[1]/body[1]/button[1]", "button", "Skip")))


async def test_elements_are_scrolled_to_through_boxes(drive, little):
    body = (
        "<div style='height:3000px'></div><div style='height:100px;overflow:auto'><div style='height:900px'></div>"
        "<button onclick=\"tell('pressed')\">Deep</button></div><div style='height:3000px'></div>"
        "<header style='position:fixed;top:0;height:90px;width:100%;background:#eee'>Top</header>"
    )
    pilot = await drive(little(TELL + body).url)
    await click(pilot, "Deep")
    assert await told(pilot) == ["pressed"]


async def test_an_element_that_moves_is_hit(drive, site):
    served = site("moving-target")
    pilot = await drive(served.url)
    await click(pilot, "Balloon")
    assert served.wait_for(lambda s: "drift" in s.marks)


async def test_a_press_that_would_hit_something_else_is_stopped(drive, little):
    """The page changes under the pointer, between looking and pressing; what comes there must not take the press."""
    body = (
        "<div id=box><button style='position:absolute;left:0;top:50px' onclick=\"tell('meant')\">Meant</button></div>"
        "<script>addEventListener('pointermove', () => { if (window.done) return; done = 1;"
        "box.firstChild.style.top = '300px';"
        "box.insertAdjacentHTML('beforeend', `<a href=/elsewhere style='position:absolute;left:0;top:0;"
        "width:400px;height:200px' onpointerdown=\"tell('down')\" onclick=\"tell('wrong')\">Wrong</a>`); },"
        "{capture: true})</script>"
    )
    site = little(TELL + body)
    pilot = await drive(site.url)
    await click(pilot, "Meant")
    assert await told(pilot) == ["meant"]
    assert "/elsewhere" not in site.paths()


async def test_multi_line_links_and_labels(drive, little):
    body = (
        "<p style='width:200px'>Some words before "
        "<a href='#two' onclick=\"tell('link')\">a link over lines of it</a></p>"
        "<input type=checkbox id=c style='opacity:0;position:absolute;width:0' onchange=\"tell(this.checked)\">"
        "<label for=c>Gift</label>"
    )
    pilot = await drive(little(TELL + body).url)
    await click(pilot, "a link over lines of it")
    await click(pilot, "Gift")
    assert await told(pilot) == ["link", "true"]


# --- wherever it lies


@pytest.mark.parametrize("name", ["frame-same-origin", "frame-cross-origin", "shadow-open", "shadow-closed"])
async def test_whatever_holds_it(drive, site, name):
    served = site(name)
    pilot = await drive(served.url)
    inner: list[Element] = []
    for _ in range(50):  # some of it is made a little after the page has loaded
        inner = [e for e in (await pilot.look()).elements if " >> " in e.locator.xpath and e.tag == "button"]
        if inner:
            break
    performed = await pilot.act(Click(inner[0].locator))
    assert performed.way == "xpath"
    assert served.wait_for(lambda s: s.marks)


async def test_in_a_frame_of_another_process(borrow, site):
    served = site("frame-cross-origin")
    pilot = await borrow(served.url)
    performed = await pilot.act(Click(await locator(pilot, "Free tables")))
    assert performed.way == "xpath"
    assert " >> " in performed.locator.xpath
    assert served.wait_for(lambda s: s.marks == ["slots"])


async def test_fields_in_a_frame_of_another_process(borrow, little):
    inner = (
        TELL + "<input aria-label=Word value=old>"
        "<select aria-label=Size onchange='tell(this.value)'><option>S<option>L</select>"
    )
    frame = "<iframe src='{{foreign}}inner.html' style='padding:20px;border:3px solid'></iframe>"
    site = little("<div style='height:2000px'></div>" + frame, {"inner.html": inner})
    pilot = await borrow(site.url)
    await pilot.act(Type(await locator(pilot, "Word"), "tea"))
    await pilot.act(Select(await locator(pilot, "Size"), "L"))
    inside = pilot.page.frames[1]
    assert await inside.evaluate(
        "[document.querySelector('input').value, document.querySelector('#told').textContent]"
    ) == ["tea", "L "]


async def test_in_a_foreign_frame_that_moved(borrow, little):
    inner = "<button onclick='this.textContent = 1'>Press</button>"
    site = little("<iframe src='{{foreign}}inner.html'></iframe>", {"inner.html": inner})
    pilot = await borrow(site.url)
    wanted = replace(
        await locator(pilot, "Press"), xpath="/html[1]/body[1]/div[3]/iframe[1] >> /html[1]/body[1]/button[1]"
    )
    assert (await pilot.act(Click(wanted))).way == "role"
    with pytest.raises(ElementGoneError):
        await pilot.act(Click(replace(wanted, name="Never", text="")))


@pytest.mark.parametrize("name", ["builtins-overwritten", "csp-strict"])
async def test_pages_that_forbid_or_forge(drive, site, name):
    served = site(name)
    pilot = await drive(served.url)
    button = next(e for e in (await pilot.look()).elements if e.tag == "button")
    await pilot.act(Click(button.locator))
    assert served.wait_for(lambda s: "opened" in s.marks)
    checks = ["document.body !== null", "1 > 2", "nothing.here", "syntax error(", "'x' // !"]
    assert await pilot.true_of(checks) == [0, 4]
    assert await pilot.true_of(["for (;;);"]) == []


# --- the other actions


async def test_typing_replaces_the_text(drive, little):
    body = (
        "<input aria-label=Line value='old words'><textarea aria-label=Area>old\nwords</textarea>"
        "<div contenteditable aria-label=Rich role=textbox><b>old</b> words</div>"
        "<input type=number aria-label=Count value=7>"
        "<input type=date aria-label=Day><input readonly aria-label=Fixed value=x>"
    )
    pilot = await drive(little(body).url)
    for label, text in (
        ("Line", "tea"),
        ("Area", "tea\nand cake"),
        ("Rich", "茶 cake"),
        ("Count", "12"),
        ("Day", "2026-02-03"),
    ):
        assert isinstance(await pilot.act(Type(await locator(pilot, label), text)), Performed), label
    values = await pilot.page.evaluate("[...document.querySelectorAll('input,textarea')].map(e => e.value)")
    assert values == ["tea", "tea\nand cake", "12", "2026-02-03", "x"]
    assert await pilot.page.inner_text("div") == "茶 cake"
    with pytest.raises(ElementGoneError, match="typed into"):
        await pilot.act(Type(await locator(pilot, "Fixed"), "y"))


async def test_an_empty_text_clears_a_field_and_lines_do_not_submit(drive, little):
    site = little("<form action=/sent><input name=q aria-label=Word value=old></form>")
    pilot = await drive(site.url)
    await pilot.act(Type(await locator(pilot, "Word"), ""))
    assert await pilot.page.input_value("input") == ""
    await pilot.act(Type(await locator(pilot, "Word"), "one\ntwo\n"))
    assert await pilot.page.input_value("input") == "one two"
    assert "/sent" not in site.paths()


async def test_submitting_what_was_typed(drive, little):
    site = little(
        "<form action=found.html role=search><input name=q aria-label=Word></form>", {"found.html": "<h1>Found</h1>"}
    )
    pilot = await drive(site.url)
    performed = await pilot.act(Type(await locator(pilot, "Word"), "tea", submit=True))
    assert performed.new_document
    assert pilot.page.url == f"{site.url}found.html?q=tea"


async def test_typing_goes_into_the_field_or_nowhere(drive, little):
    """A field that will not keep the keyboard: what is typed must not become shortcuts of the page."""
    body = "<input aria-label=Shy onfocus='this.blur()'><script>onkeydown = () => tell('key')</script>"
    pilot = await drive(little(TELL + body).url)
    with pytest.raises(ElementGoneError, match="typed into"):
        await pilot.act(Type(await locator(pilot, "Shy"), "dd"))
    assert await told(pilot) == []


async def test_choosing_an_option(drive, little):
    body = (
        "<select aria-label=Kind oninput=\"tell('input')\" onchange=\"tell('change:' + this.value)\">"
        "<option value=1>Fish<option value=2 disabled>Fowl<option value=1>Other fish<option value=4>Fruit</select>"
    )
    pilot = await drive(little(TELL + body).url)
    kind = await locator(pilot, "Kind")
    await pilot.act(Select(kind, "Fruit"))
    await pilot.act(Select(kind, "Other fish"))
    assert await told(pilot) == ["input", "change:4", "input", "change:1"]
    assert await pilot.page.evaluate("document.querySelector('select').selectedIndex") == 2
    for option in ("Fowl", "Never"):
        with pytest.raises(ElementGoneError, match="has no option"):
            await pilot.act(Select(kind, option))


async def test_hovering_opens_what_opens_on_hover(drive, site):
    pilot = await drive(site("hover-menu").url)
    seen = await pilot.look()
    before = {e.label for e in seen.elements}
    opened = False
    for element in seen.elements:
        await pilot.act(Hover(element.locator))
        opened = opened or {e.label for e in (await pilot.look()).elements} > before
    assert opened


async def test_a_new_document_is_told_from_the_same_one(drive, little):
    site = little(
        "<a href=next.html>Next</a> <button onclick='this.textContent = 1'>Stay</button>",
        {"next.html": "<h1>Next</h1>"},
    )
    pilot = await drive(site.url)
    assert not (await pilot.act(Press("Escape"))).new_document
    assert not (await click(pilot, "Stay")).new_document
    assert (await click(pilot, "Next")).new_document


# --- windows


async def test_windows_are_handed_over_seen_into_and_closed(drive, site):
    pilot = await drive(site("popups").url)
    for label, path in (("Leaflet", "/leaflet.html"), ("Chart", "/chart.html"), ("Note", "about:blank")):
        (popup,) = (await click(pilot, label)).popups
        assert popup.url.endswith(path)
        beside = await pilot.beside(popup)
        assert beside is not None
        assert (await beside.look()).headings
        await pilot.dismiss(popup)
        assert popup.is_closed()
        assert await pilot.beside(popup) is None


async def test_a_window_whose_page_is_slow_is_waited_for(drive, site):
    served = site("slow-page")
    pilot = await drive(served.url)
    await pilot.page.evaluate("() => { document.querySelector('a').target = '_blank' }")
    (popup,) = (await click(pilot, "Slow answer")).popups
    assert popup.url.endswith("/slow")


async def test_going_on_in_a_window(drive, borrow, site):
    served = site("popups")
    for make, closed in ((drive, True), (borrow, False)):
        pilot = await make(served.url)
        old = pilot.page
        (popup,) = (await click(pilot, "Leaflet")).popups
        await pilot.switch(popup)
        assert pilot.page is popup
        assert (await pilot.look()).headings == ("Leaflet",)
        assert old.is_closed() is closed


async def test_many_windows(drive, site):
    pilot = await drive(site("popup-flood").url)
    performed = await click(pilot, "Open all")
    assert len(performed.popups) == 12
    for popup in performed.popups:
        await pilot.dismiss(popup)
    await click(pilot, "Rules")


async def test_windows_that_come_late_do_not_pile_up(drive, little):
    site = little(
        "<button onclick='setTimeout(() => window.open(\"a.html\"), 2000)'>Wait</button>", {"a.html": "<h1>A</h1>"}
    )
    pilot = await drive(site.url)
    async with pilot.page.context.expect_page() as coming:
        told_of = (await click(pilot, "Wait")).popups
    popup = await coming.value
    await popup.wait_for_load_state()
    await pilot.act(Press("Escape"))
    assert popup.is_closed() is (popup not in told_of)


# --- pages that do not play along


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Response(drop=True)", "dropped"),
        ("Response(status=204)", "no page came"),
        ("redirect(request.target)", "circle"),
        ("Response('x', headers={'Content-Disposition': 'attachment; filename=a.txt'})", "download|no page came"),
    ],
)
async def test_answers_that_are_no_page(drive, little, answer, why):
    source = (
        f"from sites.harness import *\ndef answer(request):\n    return {answer} if request.path == '/odd' else None\n"
    )
    site = little("<h1>Home</h1>", answer=source)
    pilot = await drive(site.url)
    with pytest.raises(NavigationError, match=why):
        await pilot.open(site.url + "odd")
    assert (await pilot.open(site.url)).status == 200
    assert (await pilot.look()).headings == ("Home",)


async def test_statuses_and_headers_are_told(drive, little):
    source = (
        "from sites.harness import *\ndef answer(request):\n    if request.path == '/busy':\n"
        "        return Response('<h1>Busy</h1>', 503, headers={'Retry-After': '7'})\n"
        "    return redirect('/busy') if request.path == '/to' else None\n"
    )
    pilot = await drive(little(answer=source).url)
    landing = await pilot.open(pilot.page.url + "to")
    assert (landing.status, landing.retry_after, landing.content_type) == (503, "7", "text/html")
    assert (await pilot.look()).status == 503


async def test_a_host_that_is_not_there(drive, little):
    site = little()
    site.close()
    with pytest.raises(NavigationError, match="nothing answers there"):
        await drive(site.url)


async def test_a_page_too_slow_to_load(drive, little):
    source = (
        "from sites.harness import *\ndef answer(request):\n"
        "    return Response('x', delay_s=600) if request.path == '/slow' else None\n"
    )
    site = little("<h1>Home</h1>", answer=source)
    pilot = await drive(site.url, HURRIED.model_copy(update={"action_timeout_s": 20.0}))
    with pytest.raises(NavigationError, match="did not load within"):
        await pilot.open(site.url + "slow")


async def test_a_page_that_freezes(drive, site):
    served = site("freeze-on-load")
    pilot = await drive(served.url, HURRIED, allow=("Run here",))
    async with asyncio.timeout(120):
        with pytest.raises(UnresponsiveError):
            await click(pilot, "Run here")
        with pytest.raises(BrowserError):
            await pilot.look()
    other = await drive(served.url, HURRIED)
    async with asyncio.timeout(120):
        with pytest.raises(UnresponsiveError):
            await other.open(served.url + "busy.html")


async def test_a_page_that_crashes(drive, little):
    pilot = await drive(little("<button>Press</button>").url)
    wanted = await locator(pilot, "Press")
    crash = asyncio.ensure_future(pilot.tab.cdp.send("Page.crash"))
    async with asyncio.timeout(60):
        with pytest.raises(PageCrashedError):
            while True:
                await pilot.act(Click(wanted))
        for call in (pilot.look, pilot.peek, pilot.title, pilot.picture):
            with pytest.raises(PageCrashedError):
                await call()
        with pytest.raises(PageCrashedError):
            await pilot.open(pilot.page.url)
        with pytest.raises(PageCrashedError):
            await pilot.true_of(["true"])
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)


async def test_a_page_that_is_closed(drive, little):
    pilot = await drive(little("<button onclick='window.close()'>Press</button>").url)
    wanted = await locator(pilot, "Press")
    await pilot.page.close()
    for call in (
        lambda: pilot.act(Click(wanted)),
        pilot.look,
        lambda: pilot.true_of(["1"]),
        lambda: pilot.open(pilot.page.url),
    ):
        with pytest.raises(PageCrashedError):
            await call()
    await pilot.release()


async def test_a_page_that_reloads_itself(drive, site):
    served = site("self-reload")
    pilot = await drive(served.url)
    await click(pilot, "Table")
    assert served.wait_for(lambda s: "open" in s.marks)


async def test_files_of_the_site(drive, little):
    site = little(files={"robots.txt": "User-agent: *"})
    pilot = await drive(site.url)
    assert await pilot.fetch_text(site.url + "robots.txt") == "User-agent: *"
    assert await pilot.fetch_text(site.url + "none.txt") is None
    assert await pilot.fetch_text("http://127.0.0.1:9/robots.txt") is None


# --- a page of the user's own


async def test_a_borrowed_page_is_given_back_as_it_was(page, little):
    ask = "<button id=b>Ask</button><script>b.addEventListener('click', () => tell(confirm('Sure?')))</script>"
    site = little(TELL + ask)
    await page.goto(site.url)
    asked: list[str] = []

    async def answer(dialog) -> None:
        asked.append(dialog.message)
        await dialog.accept()

    page.on("dialog", answer)
    before = {event: len(page._impl_obj.listeners(event)) for event in page._impl_obj.event_names()}
    pilot = await Pilot.take(page, Policy(scope_of(site.url)), PATIENT)
    await click(pilot, "Ask")
    await pilot.release()
    after = {event: len(page._impl_obj.listeners(event)) for event in page._impl_obj.event_names()}
    assert {e: n for e, n in after.items() if n} == {e: n for e, n in before.items() if n}
    await page.click("#b")
    assert asked == ["Sure?", "Sure?"]
    assert await told(pilot) == ["true", "true"]
