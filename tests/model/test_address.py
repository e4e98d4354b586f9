import pytest
from hypothesis import given
from hypothesis import strategies as st

from webnavigator.model.acting_words import DELETE, FILES, LOGOUT, STATE
from webnavigator.model.address import act_of, is_file


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://a.test/logout", LOGOUT),
        ("https://a.test/account/sign_out/", LOGOUT),
        ("https://a.test/users/sign-out?next=/", LOGOUT),
        ("https://a.test/logout.php", LOGOUT),
        ("https://a.test/logout.html", LOGOUT),
        ("https://a.test/j_spring_security_logout", LOGOUT),
        ("https://a.test/index.php?action=logout", LOGOUT),
        ("https://a.test/?logout", LOGOUT),
        ("https://a.test/app#/logout", LOGOUT),
        ("https://a.test/app#!/user/logOut", LOGOUT),
        ("https://a.test/app#/x?do=delete", STATE),
        ("https://a.test/items/5/delete", DELETE),
        ("https://a.test/items/delete/5", DELETE),
        ("https://a.test/delete.php?id=5", DELETE),
        ("https://a.test/deleteItem?id=5", DELETE),
        ("https://a.test/list/remove_all", DELETE),
        ("https://a.test/news/unsubscribe/abc", DELETE),
        ("https://a.test/w/index.php?title=X&action=delete", STATE),
        ("https://a.test/?do=remove&id=1", STATE),
        ("https://a.test/?cmd=markRead", STATE),
        ("https://a.test/?op=mark-read", STATE),
        ("https://a.test/?remove_item=ab", STATE),
        ("https://a.test/?add-to-cart=12", STATE),
        ("https://a.test/?action=export", FILES),
        ("https://a.test/items/5/vote", STATE),
        ("https://a.test/vote/5", STATE),
        ("https://a.test/accounts/lists/k7x/add/15/", STATE),
        ("https://a.test/shop/basket/add/15", STATE),
        ("https://a.test/u/5/topics/like/0b5c2c1e-8d2e-4a59-9f0b-1d2c3e4f5a6b", STATE),
        ("https://a.test/posts/12/publish", STATE),
        ("https://a.test/%6Cogout", LOGOUT),
        ("https://a.test/index.html?processname=mail&action=restart", STATE),
        ("https://a.test/index.html?action=stopall", STATE),
        ("https://a.test/?op=clearlog&id=2", STATE),
        ("https://a.test/?op=pause&uuid=ab", STATE),
        ("https://a.test/?do=clear_cache", STATE),
        ("https://a.test/?cmd=powerOff", STATE),
        ("https://a.test/jobs/12/stop", STATE),
        ("https://a.test/jobs/0b5c2c1e-8d2e-4a59-9f0b-1d2c3e4f5a6b/retry", STATE),
        ("https://a.test/news/mark-as-read/3", STATE),
        ("https://a.test/pause/3", STATE),
        ("https://a.test/rows/7/move_up/", STATE),
    ],
)
def test_addresses_that_act(url, reason):
    said = act_of(url)
    assert said == (f"the address says that it {reason}" if reason else "")


@pytest.mark.parametrize(
    "url",
    [
        "https://a.test/",
        "https://a.test/orders/12/refund/new",
        "https://a.test/howto/logging.html",
        "https://a.test/blog/how-to-log-out",
        "https://a.test/users/new",
        "https://a.test/products/create",
        "https://a.test/docs/delete/overview/intro",
        "https://a.test/docs/remove.html",
        "https://a.test/docs/delete/index.html",
        "https://a.test/deleted-items",
        "https://a.test/delete-account",
        "https://a.test/votes/5",
        "https://a.test/lists/7/add",
        "https://a.test/lists/7/add/step-two",
        "https://a.test/releases/archive/2023",
        "https://a.test/publish/guide",
        "https://a.test/archive/2024/may",
        "https://a.test/?action=edit",
        "https://a.test/?action=refresh",
        "https://a.test/?mode=start",
        "https://a.test/?status=complete",
        "https://a.test/wiki/start",
        "https://a.test/docs/3.11/start/",
        "https://a.test/races/2024/start",
        "https://a.test/start/2024",
        "https://a.test/guide/restart",
        "https://a.test/jobs/12/restarts",
        "https://a.test/stop/12/timetable",
        "https://a.test/?q=delete",
        "https://a.test/?tab=logout",
        "https://a.test/#delete",
        "http://[bad",
    ],
)
def test_addresses_of_pages(url):
    assert act_of(url) == ""


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.test/report.pdf", True),
        ("https://a.test/data.csv?x=1", True),
        ("https://a.test/issues?format=csv", True),
        ("https://a.test/issues?export=xlsx&page=2", True),
        ("https://a.test/issues?_export=csv", True),
        ("https://a.test/issues?export=all", False),
        ("https://a.test/logo.png", True),
        ("https://a.test/issues.atom", True),
        ("https://a.test/page.html", False),
        ("https://a.test/notes.txt", False),
        ("https://a.test/x?format=wide", False),
        ("https://a.test/-/blob/main/data.csv", False),
        ("https://a.test/wiki/File:Logo.png", False),
        ("http://[bad", False),
    ],
)
def test_files(url, expected):
    assert is_file(url) is expected


@given(st.text(max_size=60))
def test_hostile_addresses(text):
    for url in (text, f"https://a.test/{text}", f"https://a.test/?{text}", f"https://a.test/#/{text}"):
        assert isinstance(act_of(url), str)
        assert isinstance(is_file(url), bool)
