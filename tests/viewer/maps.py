"""Maps made by hand: one with all that may go wrong in it, one that is large; and an agent's run."""

import json
from io import BytesIO
from pathlib import Path

from PIL import Image

from webnavigator.model.action import Click, Goto, Locator, Type
from webnavigator.model.graph import Edge, Node
from webnavigator.model.page import Box, Element, Observation, Region
from webnavigator.model.task import AuditRecord, Task
from webnavigator.store.sql import SqlStore, open_map

SITE = "http://shop.test"
HOSTILE = "<img src=x onerror=\"document.title='owned'\">"
BREAKOUT = "</script><script>document.title='owned'</script>"
RIGHT_TO_LEFT = "\u202e\u0627\u0644\u0637\u0644\u0628\u0627\u062a"
HUGE = "long " * 2000


def picture(colour: str, height: int = 450) -> bytes:
    """A page's picture, as the explorer takes them: half size, WebP."""
    kept = BytesIO()
    Image.new("RGB", (640, height), colour).save(kept, "WEBP")
    return kept.getvalue()


def link(label: str, path: str, at: int = 0) -> Element:
    """A link of a page's navigation."""
    locator = Locator(f"/html[1]/body[1]/a[{at + 1}]", "link", label, href=f"{SITE}{path}")
    return Element(locator, "a", box=Box(20 + 120 * at, 20, 100, 24))


def page(store: SqlStore, name: str, title: str, path: str, *, depth: int, elements: tuple[Element, ...] = ()) -> Node:
    """Put a page that was seen; its id is its name."""
    text = Region("main", title, f"All about {title}.")
    seen = Observation(f"{SITE}{path}", title, "en", elements=elements, headings=(title,), regions=(text,), status=200)
    node = Node(
        name, f"{SITE}{path}", title, url_reachable=True, template=f"t-{name}", depth=depth, status=200,
        first_seen=1000.0 + depth, last_seen=1000.0 + depth, content=store.put_observation(seen),
        screenshot=store.put_screenshot(picture("white")),
    )  # fmt: skip
    store.put_node(node)
    return node


def make_small(path: Path) -> None:
    """Home, orders, one order behind a menu; a state with hostile words; a link never followed; an error page."""
    with open_map(path, create=True) as store, store.transaction():
        store.set_meta("start_url", f"{SITE}/")
        nav = (link("Orders", "/orders"), link("Log out", "/logout", 1), link(HOSTILE, "/hostile", 2))
        page(store, "home", "Home - Shop", "/", depth=0, elements=nav)
        page(store, "orders", "Orders awaiting refund - Shop", "/orders", depth=1, elements=nav)
        page(store, "hostile", HOSTILE, f"/hostile?q={BREAKOUT}", depth=1)
        page(store, "rtl", RIGHT_TO_LEFT, "/rtl", depth=2)
        page(store, "huge", HUGE, "/huge", depth=2)
        store.put_node(Node("menu", f"{SITE}/orders", "Orders awaiting refund - Shop", url_reachable=False,
            template="t-orders+", depth=2, name="Sort by", content=_menu(store),
            screenshot=store.put_screenshot(picture("silver"))))  # fmt: skip
        store.put_node(Node("linked", f"{SITE}/sale", depth=1, visited=False, url_reachable=True))
        store.put_node(Node("gone", f"{SITE}/gone", "Not found", depth=1, status=404, content=""))
        for target, label, at in (("orders", "Orders", 0), ("hostile", HOSTILE, 2)):
            store.put_edge(
                Edge("home", target, Click(link(label, f"/{target}", at).locator), label, "link", True, 2, 2, 1.0)
            )
        store.put_edge(Edge("home", "linked", Click(link("Sale", "/sale", 4).locator), "Sale", "link"))
        store.put_edge(Edge("home", "gone", Goto(f"{SITE}/gone"), "Gone", "link"))
        store.put_edge(
            Edge(
                "orders",
                "menu",
                Click(Locator("/html[1]/body[1]/button[1]", "button", "Sort by")),
                "Sort by",
                "menu",
                True,
            )
        )
        store.put_edge(
            Edge("orders", "rtl", Type(Locator("/html[1]/body[1]/input[1]"), HOSTILE, True), BREAKOUT, "type", True)
        )
        store.put_edge(Edge("hostile", "huge", Click(Locator("/html[1]/body[1]/a[9]")), HUGE, "link"))
        store.put_audit([
            AuditRecord("control", f"{SITE}/", "link “Log out”", "would log out"),
            AuditRecord("request", f"{SITE}/orders", f"POST {SITE}/api/{BREAKOUT}", "may change something"),
        ])  # fmt: skip
        store.put_tasks(
            [Task("home", Click(link("x", "/x", 7).locator), "x", state="held", outcome="held: enough of its kind")]
        )
        store.put_tasks([Task("home", Click(link("y", "/y", 8).locator), "y")])


def _menu(store: SqlStore) -> str:
    items = tuple(link(label, f"/orders?sort={label}", at) for at, label in enumerate(("Date", "Price")))
    return store.put_observation(Observation(f"{SITE}/orders", "Orders", elements=items))


def make_large(path: Path, states: int, edges_each: int = 8) -> None:
    """A map of many states: 60 templates, menus among them, links in all directions."""
    with open_map(path, create=True) as store, store.transaction():
        store.set_meta("start_url", f"{SITE}/")
        shot = store.put_screenshot(picture("white"))
        nodes = [
            Node(f"{at:032x}", f"{SITE}/section-{at % 60}/item/{at}", f"Item {at} of section {at % 60}",
                url_reachable=at % 9 != 0, template=f"t{at % 60}", depth=0 if at == 0 else 1 + min(at // 200, 7),
                name="Sort by" if at % 9 == 0 else "", first_seen=1000.0 + at, last_seen=1000.0 + at, screenshot=shot)
            for at in range(states)
        ]  # fmt: skip
        store.put_nodes(nodes)
        steps = [(at // 3, at) for at in range(1, states)]
        steps += [(at, (at * 7 + 31 * k) % states) for at in range(states) for k in range(1, edges_each)]
        store.put_edges(
            Edge(
                nodes[a].id,
                nodes[b].id,
                Click(Locator(f"/html[1]/a[{b}]", "link", f"Item {b}")),
                f"Item {b}",
                "link",
                True,
            )
            for a, b in steps
        )


ROWS = [
    {"kind": "run", "schema": 1, "task": "Find the tea", "agent": "react", "model": "scripted"},
    {
        "kind": "step", "number": 1, "url": "http://shop.test/", "thought": HOSTILE, "screenshot": "screens/001.webp",
        "action": {"kind": "type", "target": {"xpath": "/html[1]", "name": "Search"}, "text": "tea"},
        "tokens": 12, "seconds": {"look": 1.5, "model": 0.5},
    },
    {"kind": "step", "number": 2, "screenshot": "../../secret.webp", "action": {"kind": "stop", "answer": "green"}},
    {"kind": "end", "answer": "green", "ending": "stopped", "reason": "sure"},
]  # fmt: skip


def make_run(folder: Path) -> None:
    """A run as agents keep it, its last line cut off."""
    (folder / "screens").mkdir(parents=True)
    (folder / "screens" / "001.webp").write_bytes(picture("white"))
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (folder / "trajectory.jsonl").write_text(lines + '{"kind": "st', "utf-8")
