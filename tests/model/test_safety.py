import json

import pytest

from webnavigator.model.action import (
    Click,
    GoBack,
    Goto,
    Hover,
    Locator,
    Navigate,
    Note,
    Press,
    Select,
    Stop,
    Type,
)
from webnavigator.model.page import Element, FormInfo, Observation
from webnavigator.model.safety import Allow, Deny, Policy, read_key, signs_of_login
from webnavigator.model.scope import scope_of

PAGE = "https://shop.test/orders"
POLICY = Policy(scope_of("https://shop.test/"))
GET = FormInfo("get", "https://shop.test/find")
SEARCH = FormInfo("get", "https://shop.test/find", search=True)
POST = FormInfo("post", "https://shop.test/save")
LOGIN = FormInfo("get", "https://shop.test/", sensitive=True)


def control(label="", *, role="button", tag="button", href="", states="", form=None, kind="", **more):
    attributes = {name.rstrip("_").replace("_", "-"): value for name, value in more.items()}
    ids = {name: attributes.pop(name.replace("_", "-"), "") for name in ("element_id", "test_id")}
    where = Locator("/html[1]/body[1]/x[1]", role, label, href=href, **ids)
    return Element(
        where, tag, kind, states=frozenset(states.split()), form=form, attributes=attributes,
        landmark=attributes.pop("landmark", ""),
    )  # fmt: skip


def link(label, href, **more):
    return control(label, role="link", tag="a", href=href, **more)


def reason(element, action=Click, policy=POLICY, page=PAGE):
    done = action(element.locator) if action in (Click, Hover) else action
    decision = policy.decide(done, element, page)
    return decision.reason if isinstance(decision, Deny) else ""


@pytest.mark.parametrize(
    "element",
    [
        control("Edit"),
        control("Add product"),
        control("New issue"),
        control("Filter"),
        control("Assign to channel"),
        control("More actions", states="haspopup"),
        control("Delete", states="haspopup collapsed"),
        control("Delete", data_bs_toggle="modal"),
        control("Delete", aria_controls="menu"),
        control("Payments", role="tab"),
        control("Save", role="tab"),
        control("Archive", tag="summary", role=""),
        control("Apply", kind="submit", form=GET),
        control("Search", kind="submit", form=SEARCH),
        control("Send", kind="submit", form=SEARCH),
        control("Close", kind="submit", form=FormInfo("dialog")),
        control("Reset", kind="reset", form=GET),
        control("Cancel"),
        control("Edit", kind="button", form=POST),
        control("", icon="fa fa-chevron-down"),
        control("", icon="glyphicon glyphicon-remove"),
        control("×", title="Close"),
        control("Notify me", role="checkbox", tag="input", kind="checkbox", form=POST),
        control("Remove me", role="checkbox", tag="input", kind="checkbox", form=GET),
        control("Only open", role="switch", form=GET),
        control("Delete after", role="textbox", tag="input", kind="text", form=POST),
        control("Send to", role="combobox", tag="select", form=POST),
        control("Toggle", onclick="toggle('x'); return false"),
        control("Apply", onclick="document.forms[0].submit()"),
        control("Per page", onclick="this.form.submit()", form=GET),
        control("Remove filter", onclick="removeFilter(1)"),
        link("Orders", "https://shop.test/list"),
        link("Delete users", "https://shop.test/docs/deleting.html"),
        link("Refund", "https://shop.test/orders/12/refund/new"),
        link("Save money", "https://shop.test/offers"),
        link("Pay", "https://shop.test/payments"),
        link("Help", "https://www.shop.test/help"),
        link("Install", "https://shop.test/orders#install"),
        link("Reset", PAGE),
        link("Route", "https://shop.test/orders#/new"),
        link("Edit", "https://shop.test/x", data_method="get"),
        link("More", "javascript:void(0)"),
    ],
    ids=lambda element: f"{element.role}-{element.label}",
)
def test_allowed(element):
    assert reason(element) == ""


@pytest.mark.parametrize(
    ("element", "why"),
    [
        (control("Log out"), "log out"),
        (control("Log out", states="haspopup"), "log out"),
        (control("Exit", element_id="btn-logout"), "log out"),
        (control("Exit", test_id="sign-out"), "log out"),
        (control("Amanda", role="menuitem", rel="nofollow logout"), "log out"),
        (control("Delete"), "delete"),
        (control("Delete", role="menuitem", tag="li"), "delete"),
        (control("", icon="fa fa-trash"), "delete"),
        (control("", title="Remove row"), "delete"),
        (control("", icon="fa fa-paper-plane"), "send"),
        (control("", icon="bi bi-box-arrow-right logout"), "log out"),
        (control("", test_id="delete-order"), "delete"),
        (control("Save"), "save"),
        (control("Update", kind="submit", form=GET), "save"),
        (control("Go", kind="submit", form=POST), "submits a form by POST"),
        (control("Go", kind="image", tag="input", form=POST), "submits a form by POST"),
        (control("Sign in", kind="submit", form=LOGIN), "password"),
        (control("Go", kind="submit", form=FormInfo("get", "https://shop.test/logout")), "address"),
        (control("Password", role="textbox", tag="input", kind="password"), "password field"),
        (control("Photo", tag="input", kind="file"), "upload"),
        (control("Card", tag="input", kind="text", role="textbox", autocomplete="cc-number"), "payment"),
        (control("Card", tag="input", kind="text", role="textbox", name="card_number"), "payment"),
        (control("Notifications", role="switch"), "switch"),
        (control("Notifications", role="switch", form=POST), "switch"),
        (control("Delete all", role="checkbox", tag="input", kind="checkbox"), "delete"),
        (control("Go", onclick="return confirm('Sure?')"), "confirm"),
        (control("Next", onclick="document.forms[0].submit()"), "submits a form"),
        (control("Next", onclick="__doPostBack('x','')"), "submits a form"),
        (control("Go", onclick="deleteItem(4)"), "delete"),
        (control("Go", hx_post="/x"), "sends a POST request"),
        (control("Go", hx_delete="/x"), "sends a DELETE request"),
        (link("Go", "https://shop.test/x/1", data_method="delete"), "sends a DELETE request"),
        (link("Go", "https://shop.test/x/1", data_turbo_method="POST"), "sends a POST request"),
        (link("Go", "https://shop.test/x/1", data_confirm="Sure?"), "confirm"),
        (link("Get it", "https://shop.test/x", download=""), "downloads"),
        (link("CSV", "https://shop.test/x.csv"), "file"),
        (link("Bye", "https://shop.test/logout"), "log out"),
        (link("Log out", "https://shop.test/bye"), "log out"),
        (link("Delete", "https://shop.test/x"), "delete"),
        (link("Buy now", "https://shop.test/x?id=1"), "buy"),
        (link("Delete", PAGE + "#"), "delete"),
        (link("Delete order", PAGE + "#"), "delete"),
        (link("Delete", "javascript:del(1)"), "delete"),
        (link("Elsewhere", "https://evil.test/"), "leaves the site"),
        (link("Write", "mailto:a@shop.test"), "not a web address: mailto"),
        (link("Call", "tel:123"), "not a web address: tel"),
        (link("Read", "file:///etc/passwd"), "not a web address: file"),
        (link("Data", "data:text/html,x"), "not a web address: data"),
        (link("Blob", "blob:https://shop.test/1"), "not a web address: blob"),
    ],
    ids=lambda value: f"{value.role}-{value.label}" if isinstance(value, Element) else "",
)
def test_denied(element, why):
    assert why in reason(element)


@pytest.mark.parametrize(
    ("label", "allowed"),
    [(label, True) for label in "编辑|新建订单|編集|편집|Bearbeiten|Modifier|Изменить|تعديل|संपादित करें".split("|")]
    + [(label, False) for label in "删除|退出登录|削除|삭제|Löschen|Supprimer|Удалить|حذف|हटाएं".split("|")],
)
@pytest.mark.parametrize("role", ["button", "menuitem"])
def test_words_of_many_languages_on_controls(label, allowed, role):
    assert (reason(control(label, role=role)) == "") is allowed


def test_a_target_known_only_by_its_locator():
    where = Locator("/x", "link", "Bye", href="https://shop.test/logout")
    assert isinstance(POLICY.decide(Click(where), None, PAGE), Deny)
    assert POLICY.decide(Click(Locator("/x", "button", "Edit")), None, PAGE) == Allow()


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        (Goto("https://shop.test/x"), True),
        (Goto("https://shop.test/logout"), False),
        (Goto("https://evil.test/"), False),
        (Goto("file:///etc/passwd"), False),
        (Goto("about:blank"), False),
        (Press("Escape"), True),
        (Press("Shift+Tab"), True),
        (Press("ArrowDown"), True),
        (Press("Control+k"), True),
        (Press("Enter"), False),
        (Press("Delete"), False),
        (Press("Control+s"), False),
        (Press("Control+Enter"), False),
        (GoBack(), True),
        (Note("x"), True),
        (Stop(), True),
        (Navigate("shop.test", "orders"), True),
    ],
)
def test_actions_without_an_element(action, allowed):
    assert isinstance(POLICY.decide(action, None, PAGE), Allow) is allowed


FIELD = Locator("/f", "textbox", "Name")


@pytest.mark.parametrize(
    ("element", "submit", "allowed"),
    [
        (Element(FIELD, "input", "text", form=POST), False, True),
        (Element(FIELD, "input", "text", form=POST), True, False),
        (Element(FIELD, "input", "text", form=GET), True, True),
        (Element(FIELD, "input", "text", form=LOGIN), True, False),
        (Element(FIELD, "input", "text"), True, False),
        (Element(FIELD, "input", "search"), True, True),
        (Element(FIELD, "input", "text", landmark="search"), True, True),
        (Element(Locator("/f", "searchbox"), "input"), True, True),
        (Element(FIELD, "input", "password"), False, False),
    ],
)
def test_typing(element, submit, allowed):
    decision = POLICY.decide(Type(element.locator, "tea", submit), element, PAGE)
    assert isinstance(decision, Allow) is allowed


def test_choosing_and_hovering_change_nothing():
    chooser = control("Delete selected", role="combobox", tag="select", form=POST)
    assert POLICY.decide(Select(chooser.locator, "Delete"), chooser, PAGE) == Allow()
    assert POLICY.decide(Hover(chooser.locator), control("Delete"), PAGE) == Allow()


def test_the_user_opens_by_label_or_address():
    opened = Policy(POLICY.scope, allow=("add to *", "*/refund", "löschen"))
    assert reason(control("Add to Basket"), policy=opened) == ""
    assert reason(control("LÖSCHEN"), policy=opened) == ""
    assert reason(control("Delete"), policy=opened) != ""
    assert reason(link("Delete", "https://shop.test/x/refund"), policy=opened) == ""
    assert reason(link("Add to basket", "https://evil.test/"), policy=opened) == "leaves the site"
    assert opened.decide_request("POST", "https://shop.test/x/refund", "a=1") == Allow()


def test_changes_allowed_but_not_logging_out_while_exploring():
    free = Policy(POLICY.scope, allow_changes=True)
    assert reason(control("Delete"), policy=free) == ""
    assert reason(control("Go", kind="submit", form=POST), policy=free) == ""
    assert reason(control("Log out"), policy=free) != ""
    assert reason(link("Away", "https://evil.test/"), policy=free) != ""
    watched = Policy(POLICY.scope, allow_changes=True, exploring=False)
    assert reason(control("Log out"), policy=watched) == ""
    assert watched.decide_request("DELETE", "https://shop.test/x/1") == Allow()


QUERY = json.dumps({"query": "query Q { orders { id } }"})
MUTATION = json.dumps({"query": "mutation M { pay { id } }"})
PERSISTED = json.dumps({"operationName": "Q", "extensions": {"persistedQuery": {"sha256Hash": "ab"}}})


@pytest.mark.parametrize(
    ("method", "path", "body", "phase", "why"),
    [
        ("GET", "/orders", None, "acting", ""),
        ("get", "/orders?x=1", None, "acting", ""),
        ("HEAD", "/x", None, "acting", ""),
        ("OPTIONS", "/x", None, "acting", ""),
        ("GET", "/logout", None, "acting", "log out"),
        ("GET", "/items/5/delete", None, "loading", "delete"),
        ("POST", "/search", '{"q": "x"}', "loading", ""),
        ("POST", "/search", '{"q": "x"}', "acting", "no page of the site makes"),
        ("POST", "/api/deleteOrder", "{}", "loading", "delete"),
        ("POST", "/api/logout", "{}", "loading", "log out"),
        ("POST", "/api/queues/get-or-create-user", "{}", "loading", "makes or changes"),
        ("POST", "/api/ensureDefaults", "{}", "loading", "makes or changes"),
        ("POST", "/api/createSession", "{}", "loading", ""),
        ("POST", "/api/changes", "{}", "loading", ""),
        ("POST", "/items/3", "_method=delete", "loading", "another method"),
        ("POST", "/items/3", "a=1&_method=PATCH&b=2", "loading", "another method"),
        ("POST", "/items/3", '{"_method": "put"}', "loading", "another method"),
        ("POST", "/items/3", "payment_method=put", "loading", ""),
        ("PUT", "/api/x", "{}", "loading", "PUT"),
        ("DELETE", "/api/x", None, "loading", "DELETE"),
        ("PATCH", "/api/x", None, "acting", "PATCH"),
        ("POST", "/graphql", QUERY, "acting", ""),
        ("POST", "/graphql?op=RunFeedTabsCountQuery", QUERY, "acting", ""),
        ("POST", "/graphql?op=RunFeedTabsCountQuery", MUTATION, "acting", "change"),
        ("POST", "/logout?op=Query", QUERY, "acting", "log out"),
        ("POST", "/graphql", MUTATION, "loading", "GraphQL mutation"),
        ("POST", "/graphql", PERSISTED, "acting", "no page of the site makes"),
        ("POST", "/graphql", PERSISTED, "loading", ""),
    ],
)
def test_requests(method, path, body, phase, why):
    decision = POLICY.decide_request(method, f"https://shop.test{path}", body, phase, content_type="application/json")
    assert (why in decision.reason) if isinstance(decision, Deny) else not why


def test_a_read_that_pages_make_by_themselves_is_learnt():
    url, body = "https://shop.test/api/search", '{"q": "tea"}'
    learned = {read_key("POST", url, "application/json", body)}

    def decide(text, address=url):
        return POLICY.decide_request("POST", address, text, "acting", learned, content_type="application/json")

    assert decide(body) == Allow()
    assert decide('{"q": "cups"}') == Allow()
    assert isinstance(decide('{"q": "tea", "save": true}'), Deny)
    assert isinstance(decide(body, "https://shop.test/api/order"), Deny)


def test_sockets_pass():
    assert POLICY.decide_request("GET", "wss://shop.test/live") == Allow()


def test_an_address_nobody_can_parse_is_not_allowed_to_write():
    assert isinstance(POLICY.decide_request("POST", "http://[bad", "x"), Deny)


def fields(*kinds, form=GET, landmark=""):
    return tuple(
        Element(Locator(f"/f[{n}]", "textbox"), "input", kind, form=form, landmark=landmark)
        for n, kind in enumerate(kinds)
    )


OTHER = FormInfo("post", "https://shop.test/register")


@pytest.mark.parametrize(
    ("elements", "expected"),
    [
        (fields("text", "password"), True),
        (fields("email", "password", "checkbox", "hidden"), True),
        (fields("password"), True),
        (fields("text", "password", form=None), True),
        (fields("text", "password") + fields("email", "password", "password", form=OTHER), True),
        (fields("text"), False),
        ((), False),
        (fields("email", "password", "password"), False),
        (fields("text", "text", "email", "password"), False),
        (fields("text", "password", landmark="banner"), False),
        (
            fields("text", "password") + tuple(link(f"{n}", f"https://shop.test/{n}") for n in range(40)),
            False,
        ),
    ],
)
def test_signs_of_login(elements, expected):
    assert signs_of_login(Observation("https://shop.test/login", elements=elements)) is expected


def test_a_search_form_that_is_posted_reads():
    form = {"content_type": "application/x-www-form-urlencoded"}
    assert isinstance(POLICY.decide_request("POST", "https://shop.test/search", "q=lamp", **form), Allow)
    assert isinstance(POLICY.decide_request("POST", "https://shop.test/save", "q=lamp", **form), Deny)


def test_what_the_user_opened():
    opened = Policy(scope_of("https://shop.test/"), allow=("*/preview*",))
    assert opened.opens("https://shop.test/preview/3")
    assert not opened.opens("https://shop.test/save")
