"""Walking paths: reached when the state is there, drifted when another is, failed when a step could not be taken."""

import pytest

from browser.conftest import locator
from webnavigator.browser.perform import Pilot
from webnavigator.browser.replay import replay
from webnavigator.errors import PageCrashedError
from webnavigator.model.action import Action, Click, Locator, Press, Select
from webnavigator.model.arrival import Expected
from webnavigator.model.graph import Edge, Path

pytestmark = pytest.mark.browser

PANEL = "<section><h2>More</h2><a href=#1>One</a><a href=#2>Two</a><a href=#3>Three</a><a href=#4>Four</a></section>"
HOME = f"""<h1>Home</h1><a href=next.html>Next</a> <a href=next.html target=_blank>Apart</a>
<button id=open onclick="more.innerHTML = `{PANEL}`">Open</button><div id=more></div>"""
NEXT = """<h1>Next</h1><ul><li><a href=a>A</a><li><a href=b>B</a></ul>
<form><input aria-label=Q><select><option>x</select></form>"""


class Walk:
    """A path under way, with the states that were seen on it."""

    def __init__(self, pilot: Pilot, url: str) -> None:
        self.pilot, self.url = pilot, url
        self.states: dict[str, Expected] = {}

    async def keep(self, name: str, *, own_page: bool = True) -> None:
        self.states[name] = Expected(*await self.pilot.peek(), own_page)

    async def step(self, name: str, label: str, *, own_page: bool = True) -> Click:
        """Press what is called so and keep the state that it leads to."""
        action = Click(await locator(self.pilot, label))
        await self.pilot.act(action)
        await self.keep(name, own_page=own_page)
        return action


def edge(source: str, target: str, action: Action, label: str = "it", kind: str = "link") -> Edge:
    return Edge(source, target, action, label, kind)


async def home(drive, little, files: dict[str, str] | None = None) -> Walk:
    site = little(HOME, {"next.html": NEXT} | (files or {}))
    walk = Walk(await drive(site.url), site.url)
    await walk.keep("home")
    return walk


async def test_a_path_from_an_address(drive, little):
    walk = await home(drive, little)
    opening = await walk.step("panel", "Open", own_page=False)
    path = Path("panel", walk.url, (edge("home", "panel", opening, "Open", "control"),))
    done = await replay(walk.pilot, path, walk.states.get)
    assert (done.outcome, done.stuck, done.reason) == ("reached", "", "")
    assert done.goto_s > 0
    assert [(step.arrived, step.locator) for step in done.steps] == [(True, None)]


async def test_a_path_from_where_the_page_is(drive, little):
    walk = await home(drive, little)
    following = await walk.step("next", "Next")
    await walk.pilot.open(walk.url)
    done = await replay(walk.pilot, Path("next", None, (edge("home", "next", following),)), walk.states.get)
    assert (done.outcome, done.goto_s) == ("reached", 0)
    assert walk.pilot.page.url.endswith("/next.html")


async def test_a_path_of_no_steps(drive, little):
    walk = await home(drive, little)
    assert (await replay(walk.pilot, Path("home", walk.url, ()), walk.states.get)).outcome == "reached"


async def test_a_state_never_captured_is_taken_by_its_address(drive, little):
    walk = await home(drive, little)
    assert (await replay(walk.pilot, Path("unseen", walk.url, ()), walk.states.get)).outcome == "reached"
    missing = await replay(walk.pilot, Path("unseen", walk.url + "missing.html", ()), walk.states.get)
    assert (missing.outcome, missing.stuck) == ("drifted", "goto:unseen")


async def test_a_start_that_shows_something_else(drive, little):
    walk = await home(drive, little)
    done = await replay(walk.pilot, Path("home", walk.url + "next.html", ()), walk.states.get)
    assert (done.outcome, done.stuck) == ("drifted", "goto:home")
    assert "no longer shows" in done.reason


async def test_a_start_that_cannot_be_opened(drive, little):
    walk = await home(drive, little)
    done = await replay(walk.pilot, Path("home", "http://127.0.0.1:9/", ()), walk.states.get)
    assert (done.outcome, done.stuck) == ("failed", "goto:home")
    assert done.reason


async def test_a_step_that_leads_elsewhere_drifts(drive, little):
    walk = await home(drive, little)
    following = await walk.step("next", "Next")
    await walk.pilot.open(walk.url)
    step = edge("home", "home", following, "Next")
    done = await replay(walk.pilot, Path("home", None, (step, step)), walk.states.get)
    assert (done.outcome, done.stuck, len(done.steps)) == ("drifted", step.id, 1)
    assert not done.steps[0].arrived
    assert "another state" in done.reason


async def test_a_step_that_does_nothing_drifts(drive, little):
    walk = await home(drive, little)
    await walk.step("panel", "Open", own_page=False)
    await walk.pilot.open(walk.url)
    step = edge("home", "panel", Press("Escape"), "Escape", "control")
    assert (await replay(walk.pilot, Path("panel", None, (step,)), walk.states.get)).outcome == "drifted"


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Click(Locator("/html[1]/body[1]/b[7]", "button", "Gone")), "is not on the page"),
        (Select(Locator("/html[1]/body[1]/button[1]", "button", "Open"), "x"), "no option"),
        (Press("Delete"), "left alone"),
    ],
)
async def test_a_step_that_cannot_be_taken(drive, little, action, why):
    walk = await home(drive, little)
    step = edge("home", "home", action, "Step")
    done = await replay(walk.pilot, Path("home", None, (step,)), walk.states.get)
    assert (done.outcome, done.stuck) == ("failed", step.id)
    assert why in done.reason
    assert "Step" in done.reason


async def test_a_heal_is_reported_once_it_is_proven(drive, little):
    walk = await home(drive, little)
    opening = await walk.step("panel", "Open", own_page=False)
    old = Click(Locator("/html[1]/body[1]/main[1]/button[4]", "button", "Open"))
    await walk.pilot.open(walk.url)
    step = edge("home", "panel", old, "Open", "control")
    (tried,) = (await replay(walk.pilot, Path("panel", None, (step,)), walk.states.get)).steps
    assert tried.locator == opening.target
    await walk.pilot.open(walk.url)
    wrong = edge("home", "home", Click(Locator("/html[1]/b[4]", "link", "Next")), "Next")
    (tried,) = (await replay(walk.pilot, Path("home", None, (wrong,)), walk.states.get)).steps
    assert (tried.arrived, tried.locator) == (False, None)


async def test_what_an_earlier_heal_found_is_used(drive, little):
    walk = await home(drive, little)
    opening = await walk.step("panel", "Open", own_page=False)
    await walk.pilot.open(walk.url)
    step = edge("home", "panel", Click(Locator("/html[1]/b[1]", "button", "Renamed")), "Open", "control")
    done = await replay(walk.pilot, Path("panel", None, (step,)), walk.states.get, {step.id: opening.target})
    assert done.outcome == "reached"


async def test_a_step_into_a_window(drive, little):
    walk = await home(drive, little)
    first = walk.pilot.page
    apart = Click(await locator(walk.pilot, "Apart"))
    await walk.pilot.open(walk.url + "next.html")
    await walk.keep("next")
    await walk.pilot.open(walk.url)
    done = await replay(walk.pilot, Path("next", None, (edge("home", "next", apart, kind="popup"),)), walk.states.get)
    assert done.outcome == "reached"
    assert first.is_closed()
    assert not walk.pilot.page.is_closed()


async def test_a_window_that_nobody_asked_for_is_closed(drive, little):
    walk = await home(drive, little)
    apart = Click(await locator(walk.pilot, "Apart"))
    done = await replay(walk.pilot, Path("home", None, (edge("home", "home", apart),)), walk.states.get)
    assert done.outcome == "reached"
    assert len(walk.pilot.page.context.pages) == 1


async def test_a_state_that_comes_late_is_waited_for(drive, little):
    late = (
        f"<h1>Late</h1><div id=more></div><script>setTimeout(() => {{ more.innerHTML = `{PANEL * 3}` }}, 300)</script>"
    )
    walk = await home(drive, little, {"late.html": late})
    await walk.pilot.open(walk.url + "late.html")
    await walk.pilot.changes_within(10)
    await walk.keep("late")
    assert any("section" in key for key in walk.states["late"].keys)
    done = await replay(walk.pilot, Path("late", walk.url + "late.html", ()), walk.states.get)
    assert done.outcome == "reached"


async def test_a_crash_is_told_at_once(drive, little):
    walk = await home(drive, little)
    await walk.pilot.page.close()
    with pytest.raises(PageCrashedError):
        await replay(walk.pilot, Path("home", walk.url, ()), walk.states.get)
    with pytest.raises(PageCrashedError):
        await replay(walk.pilot, Path("home", None, (edge("home", "home", Press("Escape")),)), walk.states.get)
