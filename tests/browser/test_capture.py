"""What one look at a page gives, on small sites with one quirk each and on pages written here."""

import pytest
from playwright.async_api import Page, Route, async_playwright

from webnavigator.browser.capture import capture
from webnavigator.browser.tab import Tab
from webnavigator.config import BrowserSettings
from webnavigator.model.action import CROSSING
from webnavigator.model.page import Element, Observation

pytestmark = pytest.mark.browser
SETTINGS = BrowserSettings(action_timeout_s=20)


async def serve(page: Page, body: str, kind: str = "text/html; charset=utf-8", **headers: str) -> None:
    async def answer(route: Route) -> None:
        await route.fulfill(body=body, headers={"Content-Type": kind, **headers})

    await page.route("http://page.test/", answer)
    await page.goto("http://page.test/")


async def look(page: Page, html: str | None = None) -> Observation:
    if html is not None:
        await serve(page, html)
    tab = await Tab.attach(page, SETTINGS)
    observation = await capture(tab, timeout_s=30)
    await tab.detach()
    return observation


def labels(observation: Observation) -> list[str]:
    return [element.label for element in observation.elements]


def one(observation: Observation, label: str) -> Element:
    found = [element for element in observation.elements if element.label == label]
    assert len(found) == 1, labels(observation)
    return found[0]


async def test_every_field_of_the_observation_is_filled(page: Page):
    seen = await look(
        page,
        """<!doctype html><html lang="de"><title> My
        page </title><body><nav><a href="/a">Home</a></nav><main><h1>Orders</h1><p>Three of
        them.</p><div role="tab" aria-selected="true">Open</div></main>""",
    )
    assert (seen.title, seen.language, seen.content_type) == ("My page", "de", "text/html")
    assert seen.structure == (
        "/html[1]/body[1]/main[1]",
        "/html[1]/body[1]/main[1]/div[1]",
        "/html[1]/body[1]/main[1]/h1[1]",
        "/html[1]/body[1]/main[1]/p[1]",
        "/html[1]/body[1]/nav[1]",
        "/html[1]/body[1]/nav[1]/a[1]",
    )
    assert seen.states == {"/html[1]/body[1]/main[1]/div[1]": "selected"}
    assert seen.headings == ("Orders",)
    assert [(r.landmark, r.heading, r.text) for r in seen.regions] == [
        ("navigation", "", "Home"),
        ("main", "Orders", "Orders Three of them. Open"),
    ]
    assert seen.tree == "\n".join(
        [
            "navigation",
            ' link "Home"',
            "main",
            ' heading "Orders"',
            " paragraph",
            '  text "Three of them."',
            ' tab "Open" [selected]',
        ]
    )
    assert seen.blind == ()
    assert seen.height_px > 0


async def test_the_tree_does_not_repeat_a_name(page: Page):
    seen = await look(page, "<a href='#'><b>Lib</b> <code>os</code></a><p>See <code>os</code>.</p>")
    assert seen.tree.split("\n") == [
        'link "Lib os"',
        "paragraph",
        ' text "See"',
        " code",
        '  text "os"',
        ' text "."',
    ]


async def test_a_field_and_its_form(page: Page):
    seen = await look(
        page,
        """<form method="post" action="/login"><label>User <input name="user" value="eve"></label>
        <input type="password" name="pw" value="hunter2" aria-label="Password">
        <button formaction="/reset" formmethod="get">Forgot</button></form>
        <form action="/find"><input name="q" placeholder="Find"></form>
        <select aria-label="Sort"><option>Newest</option><option selected>Oldest</option></select>""",
    )
    user, password, forgot = one(seen, "User"), one(seen, "Password"), one(seen, "Forgot")
    assert user.value == "eve"
    assert password.value == ""
    assert "hunter2" not in repr(seen)
    assert user.form is not None
    assert user.form.sensitive
    assert user.form.method == "post"
    assert forgot.form is not None
    assert forgot.form.method == "get"
    find = one(seen, "Find").form
    assert find is not None
    assert find.search
    assert not find.sensitive
    sort = one(seen, "Sort")
    assert (sort.role, sort.options, sort.value, sort.form) == (
        "combobox",
        ("Newest", "Oldest"),
        "Oldest",
        None,
    )


async def test_a_form_is_read_whatever_its_fields_are_called(page: Page):
    seen = await look(
        page,
        """<form id="f" action="/go" method="post"><input name="action"><input name="method">
        <input name="parentNode"><input name="getAttribute"><input name="firstChild"><button>Go</button></form>
        <img name="body"><a href="#x">After</a>""",
    )
    form = one(seen, "Go").form
    assert form is not None
    assert form.action == "http://page.test/go"
    assert form.method == "post"
    assert "After" in labels(seen)


async def test_hidden_things_are_not_operable(page: Page):
    seen = await look(
        page,
        """<style>.off{position:absolute;left:-9999px}.nil{width:0;height:0;overflow:hidden;display:block}</style>
        <a href="#1" hidden>a</a><a href="#2" style="visibility:hidden">b</a><a href="#3" class="off">c</a>
        <a href="#4" style="opacity:0">d</a><div aria-hidden="true"><a href="#5">e</a></div>
        <div inert><a href="#6">f</a></div><div class="nil"><a href="#7">g</a></div>
        <details><summary>More</summary><a href="#8">h</a></details><input type="hidden" name="i">
        <a href="#9">seen</a>""",
    )
    assert labels(seen) == ["More", "seen"]


async def test_an_open_modal_dialog_leaves_nothing_else_to_operate(page: Page):
    await page.set_content(
        "<a href='#'>Behind</a><dialog aria-label='Ask'><button>Yes</button></dialog><button>Also</button>"
    )
    await page.evaluate("document.querySelector('dialog').showModal()")
    seen = await look(page)
    assert labels(seen) == ["Yes"]
    assert seen.states == {"/html[1]/body[1]/dialog[1]": "open"}


async def test_a_hidden_checkbox_is_operated_by_its_label(page: Page):
    seen = await look(
        page,
        """<style>input{position:absolute;left:-9999px}</style><input type="checkbox" id="c">
        <label for="c">Gift wrap</label>""",
    )
    assert labels(seen) == ["Gift wrap"]
    assert seen.elements[0].tag == "label"


async def test_listeners_without_a_role_are_found_and_wrappers_are_not(page: Page):
    seen = await look(
        page,
        """<div id="row"><span>Open order 7</span></div><div id="app"><button>Inner</button><a href="#">Two</a></div>
        <div style="cursor:pointer">Card</div><div onclick="go()">Inline</div>
        <div id="wrap" style="cursor:pointer;width:100px"><a href="#" style="display:block">Whole</a></div>
        <div id="host"><button style="margin:20px">Theme</button></div>
        <div id="backdrop" style="position:fixed;inset:0;z-index:-1"></div>
        <script>for (const id of ["row", "app", "wrap", "host", "backdrop"])
          document.getElementById(id).addEventListener("click", () => {});</script>""",
    )
    assert labels(seen) == ["Open order 7", "Inner", "Two", "Card", "Inline", "Whole", "Theme"]
    assert [element.label for element in seen.elements if element.listens] == [
        "Open order 7",
        "Card",
        "Inline",
    ]


async def test_what_the_safety_policy_reads(page: Page):
    seen = await look(
        page,
        """<a href="/x" data-method="delete" data-confirm="Sure?" rel="nofollow" target="_blank" download="f"
        onclick="go()">Delete</a><button class="icon-trash"><i class="fa fa-trash"></i></button>""",
    )
    assert one(seen, "Delete").attributes == {
        "data-method": "delete",
        "data-confirm": "Sure?",
        "rel": "nofollow",
        "target": "_blank",
        "download": "f",
        "onclick": "go()",
    }
    assert one(seen, "").attributes["icon"] == "icon-trash fa fa-trash"


async def test_anchors_to_what_is_hidden_are_told_from_places_to_scroll_to(page: Page):
    seen = await look(
        page,
        """<a href="#a">Tab</a><a href="#%E8%AE%BE">设置</a><a href="#b">Place</a><a href="#none">Nowhere</a>
        <a href="#%zz">Broken</a><p id=a style="display: none">A<p id="设" hidden>B<p id=b>C""",
    )
    assert [element.label for element in seen.elements if "unfolds" in element.attributes] == ["Tab", "设置"]


async def test_equal_labels_are_told_apart_by_their_context(page: Page):
    seen = await look(
        page,
        """<table><tr><th>Order</th><th>Do</th></tr><tr><td>No. 7</td><td><a href="#7">Edit</a></td></tr>
        <tr><td>No. 8</td><td><a href="#8">Edit</a></td></tr></table>
        <section><h2>Profile</h2><div><a href="#9">Edit</a></div></section>
        <div><span>Address</span><button>Edit</button></div>""",
    )
    assert [element.context for element in seen.elements] == [
        "No. 7 · Edit",
        "No. 8 · Edit",
        "Profile",
        "Address Edit",
    ]


async def test_chinese_text_keeps_its_form(page: Page):
    seen = await look(
        page,
        "<html lang='zh-CN'><h1>订单<em>管理</em></h1><nav><a href='#'>首页</a><button>提交</button></nav>",
    )
    assert seen.headings == ("订单管理",)
    assert labels(seen) == ["首页", "提交"]
    assert seen.regions[0].text == "订单管理"


async def test_a_page_cannot_falsify_what_is_read(page: Page):
    await page.set_content(
        """<a href='#'>True</a><script>
        Array.prototype.toJSON = () => 'false'; String.prototype.replace = () => 'false';
        JSON.stringify = () => 'false'; Element.prototype.getAttribute = () => 'false';
        Map.prototype.get = () => 'false'; window.__webnavigator = {capture: () => 'false'};
        </script>"""
    )
    assert labels(await look(page)) == ["True"]


async def test_a_strict_content_security_policy_is_no_obstacle(page: Page):
    policy = {"Content-Security-Policy": "default-src 'none'; sandbox allow-scripts"}
    await serve(page, "<title>Strict</title><a href='#'>In</a>", **policy)
    assert labels(await look(page)) == ["In"]


async def test_open_shadow_roots_and_slots(page: Page):
    seen = await look(
        page,
        """<my-card><a href="#" slot="foot">Light</a><template shadowrootmode="open"><button>Deep</button>
        <slot name="foot"></slot></template></my-card>""",
    )
    assert labels(seen) == ["Deep", "Light"]
    assert one(seen, "Deep").locator.xpath == f"/html[1]/body[1]/my-card[1]{CROSSING}/button[1]"
    assert one(seen, "Light").locator.xpath == "/html[1]/body[1]/my-card[1]/a[1]"


async def test_text_of_style_sheets_is_part_of_names_on_large_pages_too(page: Page):
    seen = await look(
        page,
        "<style>.new::after{content:' (new)'} .icon::before{content:'\\f090'}</style>"
        + "<button class='icon'>Plain</button>" * 500
        + "<button class='new'>Orders</button>",
    )
    assert labels(seen)[-2:] == ["Plain", "Orders (new)"]


async def test_names_are_read_afresh_at_each_look(page: Page):
    await page.set_content("<button>Before</button>")
    tab = await Tab.attach(page, SETTINGS)
    assert labels(await capture(tab)) == ["Before"]
    await page.evaluate("document.querySelector('button').firstChild.data = 'After'")
    assert labels(await capture(tab)) == ["After"]
    name = "() => __webnavigator.nameOf(document.querySelector('button'), 'button')"
    assert await tab.evaluate(name) == "After"
    await page.evaluate("document.querySelector('button').firstChild.data = 'Later'")
    assert await tab.evaluate(name) == "Later"


async def test_closed_shadow_roots(page: Page, site):
    await page.goto(site("shadow-closed").url)
    seen = await look(page)
    assert labels(seen) == ["Look inside", "Page"]
    assert one(seen, "Look inside").locator.xpath == f"/html[1]/body[1]/closed-box[1]{CROSSING}/button[1]"


async def test_listeners_in_closed_roots_within_closed_roots(page: Page):
    await page.set_content("<out-er></out-er>")
    await page.evaluate(
        """() => { const make = (name, html, then) => customElements.define(name, class extends HTMLElement {
          constructor() { super(); const root = this.attachShadow({mode: 'closed'});
            root.innerHTML = html; then(root); }});
        make('inn-er', '<div>Press me</div>', root => root.firstChild.addEventListener('click', () => {}));
        make('out-er', '<inn-er></inn-er>', () => {}); }"""
    )
    seen = await look(page)
    assert [(element.label, element.listens) for element in seen.elements] == [("Press me", True)]


async def test_a_document_whose_properties_are_names_of_elements(page: Page):
    seen = await look(
        page,
        "<title>T</title>"
        + "".join(
            f"<form name='{name}'></form>"
            for name in ("title", "body", "documentElement", "querySelectorAll", "defaultView", "contentType")
        )
        + "<a href='#'>Still</a>",
    )
    assert (seen.title, labels(seen)) == ("T", ["Still"])


async def test_same_origin_frames(page: Page, site):
    await page.goto(site("frame-same-origin").url)
    await page.wait_for_load_state("networkidle")
    seen = await look(page)
    inside = [element for element in seen.elements if CROSSING in element.locator.xpath]
    assert inside
    assert seen.blind == ()
    tab = await Tab.attach(page, SETTINGS)
    for element in inside:
        found = await tab.evaluate("(path) => __webnavigator.pathOf(__webnavigator.find(path))", element.locator.xpath)
        assert found == element.locator.xpath


async def test_cross_origin_frames(page: Page, site):
    """Whether the browser isolates sites or not: the same keys."""
    await page.goto(site("frame-cross-origin").url)
    await page.wait_for_load_state("networkidle")
    seen = await look(page)
    button = one(seen, "Free tables")
    assert button.locator.xpath == f"/html[1]/body[1]/iframe[1]{CROSSING}/html[1]/body[1]/button[1]"
    assert button.locator.xpath in seen.structure
    assert seen.blind == ()
    frame = await page.locator("iframe").bounding_box()
    assert frame is not None
    assert button.box is not None
    assert button.box.y > frame["y"]


async def test_cross_origin_frames_in_one_process(chromium_path: str, site):
    flags = ["--no-sandbox", "--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path, args=flags)
        page = await browser.new_page()
        await page.goto(site("frame-cross-origin").url)
        await page.wait_for_load_state("networkidle")
        button = one(await look(page), "Free tables")
        await browser.close()
    assert button.locator.xpath == f"/html[1]/body[1]/iframe[1]{CROSSING}/html[1]/body[1]/button[1]"


async def test_a_part_of_a_formula_that_can_be_operated_is_a_control(page: Page):
    await page.set_content(
        "<math><mrow><mi role=link tabindex=0 onclick='1'>x</mi><mo>+</mo></mrow></math><math><mi>y</mi></math>"
    )
    seen = await look(page)
    assert [(e.role, e.label, e.tag) for e in seen.elements] == [("link", "x", "mi")]


async def test_late_elements_and_svg_links(page: Page):
    await page.set_content("<late-one></late-one><svg><a href='#c'><text y='20'>Chart</text></a></svg>")
    await page.evaluate(
        """customElements.define('late-one', class extends HTMLElement {
          connectedCallback() { this.innerHTML = '<button>Born late</button>'; }})"""
    )
    assert labels(await look(page)) == ["Born late", "Chart"]


async def test_what_cannot_be_seen_into_is_said(page: Page):
    seen = await look(
        page,
        """<canvas width="50" height="50" aria-label="Plot"></canvas><img usemap="#m" alt="Plan" width="9" height="9">
        <map name="m"><area shape="rect" coords="0,0,9,9" href="#"></map>""",
    )
    assert seen.blind == ('canvas "Plot"', 'image map "Plan"')


async def test_a_hundred_thousand_elements(page: Page):
    await page.set_content("<body></body>")
    await page.evaluate("document.body.innerHTML = '<p><a href=\"#\">x</a></p>'.repeat(50000)")
    seen = await look(page)
    assert len(seen.structure) == 100_000
    assert any("cut" in words for words in seen.blind)


async def test_deep_nesting_does_not_overflow(page: Page):
    await page.set_content("<body></body>")
    await page.evaluate(
        """() => { let at = document.body;
        for (let i = 0; i < 2000; i++) at = at.appendChild(document.createElement('div'));
        at.innerHTML = '<button>Deep</button>';
        document.body.appendChild(document.createElement('button')).textContent = 'Top'; }"""
    )
    seen = await look(page)
    assert "Top" in labels(seen)
    assert any("deeper" in words for words in seen.blind)


async def test_two_looks_at_one_page_are_equal(page: Page, site):
    await page.goto(site("listener-without-role").url)
    assert await look(page) == await look(page)


async def test_a_page_that_is_no_html(page: Page):
    await serve(page, "All quiet.", "text/plain")
    seen = await look(page)
    assert seen.content_type == "text/plain"
    assert seen.elements == ()
    assert seen.regions[0].text == "All quiet."


async def test_what_is_only_said_for_a_moment_is_no_structure(page: Page):
    rest = "<h1>Orders</h1><button>Go</button>"
    plain = await look(page, rest)
    told = await look(page, f"{rest}<div aria-live=polite><div>Saved</div></div><div role=tooltip><p>Help</p></div>")
    assert told.structure == plain.structure
    assert any("Saved" in region.text for region in told.regions)
    asking = await look(page, f"{rest}<div role=status><p>Deleted <button>Undo</button></p></div>")
    assert len(asking.structure) > len(plain.structure)
