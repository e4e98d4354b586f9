from webnavigator.explore.calm import Calm
from webnavigator.model.page import Observation


def page(*parts: str) -> Observation:
    return Observation("https://s.test/", structure=tuple(f"/html[1]/body[1]/{part}" for part in sorted(parts)))


ARTICLE = [page("main[1]/h1[1]", "main[1]/p[1]", "nav[1]/a[1]", f"main[1]/p[{n}]") for n in range(9)]
LIST = page("main[1]/table[1]/tr[1]/td[1]", "form[1]/input[1]")


def test_pages_built_alike_need_no_watching_after_three() -> None:
    calm = Calm()
    for number, article in enumerate(ARTICLE):
        assert calm.is_expected_of(article) == (number >= 3)
        calm.learn(article, came_late=False)
    assert not calm.is_expected_of(LIST)


def test_where_something_came_late_once_all_are_watched() -> None:
    calm = Calm()
    for article in ARTICLE:
        calm.learn(article, came_late=False)
    calm.learn(ARTICLE[0], came_late=True)
    assert not any(calm.is_expected_of(article) for article in ARTICLE)
