"""Words as the lexical side sees them: exact codes, stems, and bigrams for scripts without spaces."""

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Any

import snowballstemmer

_CJK = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]+|#?[^\W_{_CJK}]+(?:[.\-_'’:@][^\W_{_CJK}]+)*[+#]{{0,2}}")
_IS_CJK = re.compile(rf"[{_CJK}]")
_PARTS = re.compile(r"[.\-_'’:@#+]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_stemmer: Any = snowballstemmer.stemmer("english")

_STOP = (
    "a about all also am an and any are as at be been being but by can could did do does done each else "
    "every find finding for from get go going had has have having he her here him his how i i'd i'm id if "
    "in into is it its just let like look looking may me might mine must my need needs no not now of on "
    "one ones only open or our over page pages place please s screen section see shall she should show "
    "site so some such t than that the their them then there these they this those to too under us very "
    "view want wants was we website were what what's when where where's which who whom why will with "
    "would you your "
)
STOP_WORDS = frozenset(_STOP.split())
"""English words that say nothing about which page is meant."""

_STOP_CJK = re.compile(  # longest first
    r"怎么样|我想要|我需要|看一下|一下|一个|什么|可以|哪个|哪些|哪儿|哪里|在哪|地方|如何|怎么|怎样|想看|想要|我想|我要|打开|"
    r"找到|某个|查看|用于|用来|界面|看看|网站|网页|能够|请问|这一|这个|这里|进入|那一|那个|那栏|那种|那里|需要|页面|"
    r"了|吗|吧|呢|啊|的"
)


def is_cjk(text: str) -> bool:
    """Whether a character of a script without spaces (Han, Kana, Hangul) occurs.

    >>> is_cjk("订单 TT1"), is_cjk("order")
    (True, False)
    """
    return _IS_CJK.search(text) is not None


def fold(text: str) -> str:
    """Compatibility forms unified, case folded."""
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a lower case word; codes (anything with a digit) and other scripts stay as they are.

    >>> stem("promotions"), stem("tt10041")
    ('promot', 'tt10041')
    """
    if not word.isalpha() or not word.isascii() or len(word) < 4:
        return word
    return str(_stemmer.stemWord(word))


def bigrams(run: str) -> list[str]:
    """Overlapping pairs of characters; a lone character stands for itself.

    >>> bigrams("订单管理")
    ['订单', '单管', '管理']
    """
    return [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]


def terms(text: str) -> list[str]:
    """Index terms of a text in order: stems, whole codes with their parts, CJK bigrams.

    >>> terms("Orders TT10041, v2.4 #000123")
    ['order', 'tt10041', 'v2.4', 'v2', '4', '#000123', '000123']
    >>> terms("订单列表")
    ['订单', '单列', '列表']
    """
    found: list[str] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text)):
        word = match.group()
        if is_cjk(word):
            found += bigrams(word)
            continue
        lower = word.casefold()
        found.append(stem(lower))
        parts = [p for p in _PARTS.split(lower) if p]
        if len(parts) > 1 or (parts and parts[0] != lower):
            found += [stem(p) for p in parts]
        elif not lower.isalpha() or word.islower() or word.isupper():
            continue
        else:
            humps = _CAMEL.split(word)
            found += [stem(h.casefold()) for h in humps] if len(humps) > 1 else []
    return found


def spellings(query: str) -> dict[str, str]:
    """For each stem of a query the word as it was written, lower case.

    >>> spellings("Promtions page")
    {'promtion': 'promtions', 'page': 'page'}
    """
    words = (match.group().casefold() for match in _WORD.finditer(unicodedata.normalize("NFKC", query)))
    return {stem(word): word for word in words if not is_cjk(word)}


def compounds(query: str) -> dict[str, tuple[str, ...]]:
    """For each stem of a query what it makes with the word beside it, which pages may write as one.

    >>> compounds("my wish list")
    {'wish': ('wishlist',), 'list': ('wishlist',)}
    """
    words = [match.group().casefold() for match in _WORD.finditer(unicodedata.normalize("NFKC", query))]
    found: dict[str, tuple[str, ...]] = {}
    for first, second in pairwise(words):
        if all(word.isalpha() and not is_cjk(word) and word not in STOP_WORDS for word in (first, second)):
            for word in (first, second):
                found[stem(word)] = (*found.get(stem(word), ()), stem(first + second))
    return found


def content_terms(query: str) -> list[str]:
    """The terms of a query that say something about the page meant, each once, in order.

    >>> content_terms("where is the list of orders?")
    ['list', 'order']
    >>> content_terms("我想查看订单列表的页面")
    ['订单', '单列', '列表']
    """
    found: dict[str, None] = {}
    spaced = _STOP_CJK.sub(" ", unicodedata.normalize("NFKC", query))
    for match in _WORD.finditer(spaced):
        word = match.group()
        if word.casefold() not in STOP_WORDS:
            found.update(dict.fromkeys(t for t in terms(word) if t not in STOP_WORDS))
    return list(found)


def entity_terms(query: str) -> list[str]:
    """Words that name one thing: codes with digits and capitalised words inside a sentence, as folded terms.

    >>> entity_terms("Dialog to assign order TT10041 to Amanda Kim")
    ['tt10041', 'amanda', 'kim']
    """
    found: dict[str, None] = {}
    text = unicodedata.normalize("NFKC", query)
    mixed = is_cjk(text)
    for match in _WORD.finditer(text):
        word = match.group()
        if is_cjk(word) or word.casefold() in STOP_WORDS:
            continue
        inside = match.start() > 0 or mixed
        if any(c.isdigit() for c in word) or (inside and word[0].isupper()):
            found[stem(word.casefold())] = None
    return list(found)


def url_words(url: str) -> str:
    """The words of an address's path, query and fragment, in order, without file endings.

    >>> url_words("https://s.test/admin/tax-rates/index.html?tab=fees#list")
    'admin tax rates index tab fees list'
    """
    path = re.sub(r"^[a-z][a-z0-9+.\-]*://[^/?#]*", "", url, flags=re.IGNORECASE)
    path = re.sub(r"\.(html?|php|aspx?|jsp)\b", "", path)
    return " ".join(w for w in re.split(r"[^\w.]+|_", _CAMEL.sub(" ", path)) if w)
