import pytest

from webnavigator.model.way_back import without_way_back

LIST = "https://s.test/books/?q=%E6%B4%BB&status=lost"
BOOK = "https://s.test/books/3/"


@pytest.mark.parametrize(
    "query",
    [
        "filters=q%3D%25E6%25B4%25BB%26status%3Dlost",
        "filters=status=lost%26q=%25E6%25B4%25BB",
        "next=/books/",
        "next=/books/?q%3D%25E6%25B4%25BB%26status%3Dlost",
        f"back_url={LIST.replace('&', '%26')}",
    ],
)
def test_what_says_only_where_the_link_stands_is_left_out(query: str) -> None:
    assert without_way_back(f"{BOOK}?{query}", LIST) == BOOK
    assert without_way_back(f"{BOOK}?a=1&{query}", LIST) == f"{BOOK}?a=1"


@pytest.mark.parametrize("query", ["status=lost", "q=%E6%B4%BB", "next=/cart", "filters=status=in", "tab=lost", ""])
def test_what_says_something_else_stays(query: str) -> None:
    url = f"{BOOK}?{query}" if query else BOOK
    assert without_way_back(url, LIST) == url


def test_a_way_back_is_carried_on_from_page_to_page() -> None:
    carried = "filters=status=lost"
    assert without_way_back(f"{BOOK}history?{carried}", f"{BOOK}?{carried}") == f"{BOOK}history"
    assert without_way_back(f"{BOOK}history?tab=2", f"{BOOK}?tab=2") == f"{BOOK}history?tab=2"


@pytest.mark.parametrize(
    "query", ["returnTo=/books", "next=%2Fbooks%3Fpage%3D2", "back=https://s.test/%23/books?page=2"]
)
def test_a_way_back_to_a_page_that_its_fragment_names(query: str) -> None:
    assert without_way_back(f"https://s.test/#/settings?{query}", "https://s.test/#/books?page=2") == (
        "https://s.test/#/settings"
    )
    assert without_way_back(f"https://s.test/#/settings?{query}", "https://s.test/#/lamps").endswith(query)


def test_a_page_whose_address_cannot_be_read_gives_no_way_back() -> None:
    assert without_way_back(f"{BOOK}?next=/books/", "https://[s.test/books/") == f"{BOOK}?next=/books/"
