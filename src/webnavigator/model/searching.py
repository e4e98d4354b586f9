"""What only looks something up: searches by POST, told by their address and form, and fields that say so."""

from urllib.parse import parse_qsl, unquote, urlsplit

from webnavigator.model.page import Element
from webnavigator.model.words import fold, words_in_name, words_of

_SEARCHES = frozenset(
    fold(word)
    for word in (
        "search find lookup query suche suchen finden recherche rechercher chercher buscar busqueda busca pesquisa "
        "pesquisar procurar cerca ricerca zoek zoeken sok hitta haku hae szukaj wyszukaj hledat hledani cautare ara "
        "arama пошук поиск найти αναζητηση חיפוש بحث 検索 搜索 搜寻 查询 查找 검색 sousuo chaxun"
    ).split()
)
"""What the last word of an address is called that only looks something up, folded."""

_FILTERS = frozenset(
    fold(word)
    for word in (
        "filter filtern filtrer filtre filtrar filtro filtrare filtreren filtruj filtrera filtrele фильтр"
    ).split()
)
_SPACELESS = tuple(
    fold(word)
    for word in "検索 探す 絞り込 フィルタ 搜索 搜寻 搜尋 查询 查詢 查找 筛选 篩選 过滤 검색 찾기 필터 ค้นหา".split()
)

_MOST_VALUES = 4
"""Values that such a form sends: the words, a token, and what says which button was pressed."""


def says_search(url: str) -> bool:
    """The last part of an address says that it searches, and no more than that.

    >>> says_search("https://a.test/shop/search.php"), says_search("https://a.test/saved_searches")
    (True, False)
    """
    last = unquote(urlsplit(url).path.rstrip("/").rpartition("/")[2]).partition(".")[0]
    words = [fold(word) for word in words_in_name(last)]
    return len(words) == 1 and words[0] in _SEARCHES


def looks_something_up(element: Element) -> bool:
    """A field whose label, name or id says that it searches or filters.

    >>> from webnavigator.model.action import Locator
    >>> looks_something_up(Element(Locator("/input[1]", "textbox", "Rezepte suchen"), "input"))
    True
    """
    label = fold(element.label)
    named = f"{element.attributes.get('name', '')} {element.locator.element_id}"
    said = {*words_of(label), *words_in_name(named)}
    return bool(said & (_SEARCHES | _FILTERS)) or any(word in label for word in _SPACELESS)


def is_post_search(element: Element) -> bool:
    """A control of a form that sends some words by POST to an address that says that it searches."""
    form = element.form
    return form is not None and form.method == "post" and form.alone and not form.sensitive and says_search(form.action)


def is_search_request(url: str, content_type: str, body: str | None) -> bool:
    """What such a form sends."""
    if "application/x-www-form-urlencoded" not in content_type or not says_search(url):
        return False
    return 1 <= len(parse_qsl(body or "", keep_blank_values=True)) <= _MOST_VALUES
