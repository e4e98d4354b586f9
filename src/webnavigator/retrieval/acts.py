"""What is done on a state: create, edit, delete, look back; told by address and name, and by the wording of a query.

Sites keep a list, a form for a new entry and forms for existing ones under almost the same words; the act parts them.
"""

import re
from typing import Literal

from webnavigator.retrieval.document import Document
from webnavigator.retrieval.words import fold

Act = Literal["create", "edit", "delete", "history"]

_ASKED: dict[Act, str] = {
    "create": r"\b(creat\w*|new|add\w*|regist\w*|sign ?up|compos\w*|writ\w*|start\w*|put|upload\w*|report a)\b"
    r"|新建|新增|添加|增加|创建|登记|发布|发帖|新帖|写个|写一|建档|加进|加入|加个|提交|提一个|注册|上传",
    "edit": r"\b(edit\w*|chang\w*|modif\w*|updat\w*|renam\w*|adjust\w*|another|different)\b"
    r"|修改|编辑|更改|更新|变更|更换|换一|改成|要改",
    "delete": r"\b(delet\w*|remov\w*|discard\w*|throw\w* away|throw\w* \w+ \w+ away|get rid)\b|删除|移除|删掉",
    "history": r"\b(history|logs?|changelog|who (changed|modified))\b|历史|日志|变更记录|操作记录",
}
_SHOWN: dict[Act, str] = {
    "create": r"\b(create|add|new|register|signup|compose|write)\b|新建|新增|添加|增加|创建|登记",
    "edit": r"\b(edit|change|update|modify)\b|修改|编辑|更改",
    "delete": r"\b(delete|remove)\b|删除|移除",
    "history": r"\b(history|log|logs)\b|历史|日志",
}
_ASKED_RE: dict[Act, re.Pattern[str]] = {act: re.compile(pattern) for act, pattern in _ASKED.items()}
_SHOWN_RE: dict[Act, re.Pattern[str]] = {act: re.compile(pattern) for act, pattern in _SHOWN.items()}


def acts_asked(query: str) -> frozenset[Act]:
    """Acts that the wording of a query points at.

    >>> sorted(acts_asked("form to create a new product")), sorted(acts_asked("修改密码在哪"))
    (['create'], ['edit'])
    """
    text = fold(query)
    return frozenset[Act](act for act, pattern in _ASKED_RE.items() if pattern.search(text))


def acts_shown(document: Document) -> frozenset[Act]:
    """Acts that a state is for, by the end of its address and its name.

    >>> sorted(acts_shown(Document("n", "https://s.test/orders/new", url_words="orders new")))
    ['create']
    """
    text = fold(" ".join((*document.url_words.split()[-3:], document.name)))
    return frozenset[Act](act for act, pattern in _SHOWN_RE.items() if pattern.search(text))
