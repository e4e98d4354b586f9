"""Does a label say that its control changes something? Whole words, in any language of `acting_words`."""

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache

from webnavigator.model.acting_words import (
    ACTING,
    CANCEL,
    CLOSES_DIALOG,
    DELETE,
    FILTERS,
    HARMLESS,
    HARMLESS_SPACELESS,
    LOGOUT,
    RESET,
    SAVE,
)

LONGEST_LABEL = 8
"""In a label of more words than this, which is a text and not a command, only the first words count."""
LONGEST_SPACELESS_LABEL = 24
"""The same in characters for scripts without spaces between words."""

_SPACELESS = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_DONE = re.compile(r"[已待未被无無可免]|最近|如何|怎[么样麼]|我的|自动|自動|不")
"""Before a phrase: what is done, awaited or possible, and not what is to be done."""
_NOT_A_VERB = re.compile(
    r"的|方式|方法|方案|记录|記錄|紀錄|历史|歷史|时间|時間|日期|日$|状态|狀態|状況|列表|一覧|中心|管理|设置|設定|設置|率|额|額|金额|者|履歴|済"
    r"|内容|规则|規則|政策|须知|说明|說明|指南|总额|明细|日志|日誌|环境|中$|ガイド|ポリシー|件数"
    r"|된|됨|내역|목록|방법|수단|일$|기록|설정|관리|상태|현황|정책|안내"
)
"""After a phrase: it is part of a noun, as in "payment methods" or "order history"."""
_CHANGES_MIND = frozenset({CANCEL, DELETE, RESET, SAVE})


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A phrase of the data; mode ``short``: alone, or first or last in a label that is not plain ASCII."""

    words: tuple[str, ...]
    reason: str
    mode: str


def fold(text: str) -> str:
    """Lower case, without accents and vowel signs, compatible forms unified: what labels are compared by.

    >>> fold("Löschen  İPTAL　Ｄｅｌｅｔｅ")
    'loschen  iptal delete'
    """
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(c for c in parts if unicodedata.category(c) not in ("Mn", "Mc", "Cf", "Co"))
    plain = bare.replace("ı", "i").replace("ø", "o").replace("ł", "l")
    return unicodedata.normalize("NFKC", plain).casefold()


def words_of(label: str) -> list[str]:
    """The folded words of a label, parted at spaces and signs."""
    return re.findall(r"[^\W_]+", fold(label))


def words_in_name(name: str) -> list[str]:
    """The folded words of an identifier or a class, parted at changes of case as well.

    >>> words_in_name("btn-trashIcon  Sign_out")
    ['btn', 'trash', 'icon', 'sign', 'out']
    """
    return words_of(_CAMEL.sub(" ", name))


@lru_cache(maxsize=20_000)
def reason_against(label: str) -> str:
    """Why a control so labelled would change something, in words; "" when its label does not say so.

    A label of "Cancel" alone closes a dialog and is no reason; "Cancel order" is. Removing or resetting a
    filter, a search or a selection changes the reader's view alone and is none either.

    >>> reason_against("Delete account"), reason_against("Recently deleted"), reason_against("删除订单")
    ('would delete something', '', 'would delete something')
    """
    words = words_of(label)
    spoken = _spoken(words, foreign=not label.isascii()) or _spaceless("".join(words))
    if spoken is None:
        return ""
    if spoken.reason in _CHANGES_MIND and _is_harmless(words):
        return ""
    if spoken.reason == CANCEL and "".join(words) in _dialog_closers():
        return ""
    return spoken.reason


def says_no_more_than(label: str, reason: str) -> bool:
    """Whether a label consists of one phrase for `reason` and nothing else, as "Delete" or "Log out" does."""
    words = tuple(words_of(label))
    return any(
        phrase.reason == reason and phrase.words in (words, ("".join(words),))
        for phrase in (*_phrases().get(words[0] if words else "", ()), *_spaceless_phrases())
    )


def says_logout(text: str) -> bool:
    """Whether an identifier, class or address part names logging out, as ``btn-logout`` does."""
    return reason_against(" ".join(words_in_name(text)[:LONGEST_LABEL])) == LOGOUT


def says_filter(label: str) -> bool:
    """Whether a label says no more than that a list is shown anew: "Apply", "Search", "查询"."""
    return "".join(words_of(label)) in _filters()


def _spoken(words: list[str], *, foreign: bool) -> _Phrase | None:
    """The phrase a label speaks, the longest first; logging out wins over all others."""
    found: list[_Phrase] = []
    starts = range(len(words)) if len(words) <= LONGEST_LABEL else range(min(1, len(words)))
    for start in starts:
        for phrase in _phrases().get(words[start], ()):
            end = start + len(phrase.words)
            if tuple(words[start:end]) == phrase.words and _counts(phrase, start, end, len(words), foreign):
                found.append(phrase)
    return max(found, key=lambda phrase: (phrase.reason == LOGOUT, len(phrase.words)), default=None)


def _counts(phrase: _Phrase, start: int, end: int, size: int, foreign: bool) -> bool:
    """Whether a phrase in words `start` to `end` of a label counts; `foreign`: it is not plain ASCII."""
    if phrase.mode == "=":
        return end - start == size
    if phrase.mode == "^":
        return start == 0
    if phrase.mode == "short":
        return end - start == size or (foreign and (start == 0 or end == size))
    return True


def _spaceless(label: str) -> _Phrase | None:
    if not _SPACELESS.search(label) or len(label) > LONGEST_SPACELESS_LABEL:
        return None
    found = [phrase for phrase in _spaceless_phrases() if _speaks(label, phrase)]
    return max(found, key=lambda phrase: (phrase.reason == LOGOUT, len(phrase.words[0])), default=None)


def _speaks(label: str, phrase: _Phrase) -> bool:
    text = phrase.words[0]
    if phrase.mode == "=":
        return label == text
    before, found, after = label.partition(text)
    if not found or (phrase.mode == "^" and before):
        return False
    done = any(match.end() == len(before) for match in _NOT_DONE.finditer(before))
    return not done and not _NOT_A_VERB.match(after)


def _is_harmless(words: list[str]) -> bool:
    label = "".join(words)
    return not HARMLESS.isdisjoint(words) or any(word in label for word in _harmless_spaceless())


@cache
def _dialog_closers() -> frozenset[str]:
    return frozenset("".join(words_of(phrase)) for phrase in CLOSES_DIALOG)


@cache
def _filters() -> frozenset[str]:
    return frozenset("".join(words_of(phrase)) for phrase in FILTERS)


@cache
def _harmless_spaceless() -> tuple[str, ...]:
    return tuple(fold(word) for word in HARMLESS_SPACELESS)


@cache
def _compiled() -> tuple[_Phrase, ...]:
    return tuple(
        _compile(phrase, reason, language)
        for reason, languages in ACTING.items()
        for language, phrases in languages.items()
        for phrase in phrases.split("|")
    )


def _compile(phrase: str, reason: str, language: str) -> _Phrase:
    """One phrase of the data; a short foreign word means something else elsewhere."""
    mode = phrase[0] if phrase[0] in "=^" else ""
    words = tuple(words_of(phrase))
    if _SPACELESS.search(phrase):
        return _Phrase(("".join(words),), reason, mode)
    short = language != "en" and len(words) == 1 and len(words[0]) <= 4 and words[0].isascii()
    return _Phrase(words, reason, "short" if short and not mode else mode)


@cache
def _phrases() -> dict[str, tuple[_Phrase, ...]]:
    by_first: dict[str, list[_Phrase]] = defaultdict(list)
    for phrase in _compiled():
        if not _SPACELESS.search(phrase.words[0]):
            by_first[phrase.words[0]].append(phrase)
    return {first: tuple(phrases) for first, phrases in by_first.items()}


@cache
def _spaceless_phrases() -> tuple[_Phrase, ...]:
    return tuple(phrase for phrase in _compiled() if _SPACELESS.search(phrase.words[0]))
