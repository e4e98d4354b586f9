"""A query as the search reads it: its words, codes, language, and what sort of state it asks for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from webnavigator.errors import BadInputError
from webnavigator.retrieval.acts import Act, acts_asked
from webnavigator.retrieval.document import StateKind
from webnavigator.retrieval.glossary import Translation, in_chinese, translate
from webnavigator.retrieval.synonyms import synonyms
from webnavigator.retrieval.words import compounds, content_terms, entity_terms, fold, is_cjk, spellings, terms

MAX_WORDS = 64
"""Words of a query that are read."""
MAX_CHARACTERS = 600
"""Characters of a query that are read."""

_CUES: dict[StateKind, str] = {
    "dialog": r"\b(dialogs?|dialogue|modal|pop-?ups?|popover|overlay|lightbox|confirmation)\b"
    r"|弹窗|弹出|对话框|弹框|浮层|确认框",
    "menu": r"\b(menus?|drop-?downs?|drop down|submenu|flyout)\b|菜单|下拉",
    "tab": r"\btabs?\b|标签页|选项卡|页签",
    "select": r"\b(drop-?downs?|options?|choices|chooser|picker)\b|选项|选择框|下拉",
    "panel": r"\b(unfolded|expanded|opened|folded out|panel|accordion|collapsible|drawer|sidebar)\b"
    r"|展开|面板|折叠|抽屉|侧栏",
}
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|《[^》]*》|(?<!\w)[‘'][^‘’']*[’'](?!\w)")
"""What somebody or something is called: its words ask for nothing to be done."""
_PATTERNS: dict[StateKind, re.Pattern[str]] = {kind: re.compile(pattern) for kind, pattern in _CUES.items()}


@dataclass(frozen=True, slots=True)
class Query:
    """A query, read.

    Attributes:
        text: as given, whitespace folded, cut to what is read.
        words: content terms; all terms when every word is a stop word.
        spelt: by content term the word as it was written, lower case.
        alike: by content term other words for it.
        compounds: by content term what it makes with the word beside it: "wish list", "wishlist".
        entities: terms that name one thing.
        cjk: it holds characters of a script without spaces.
        translation: the query in English, as far as the glossary goes; None when it is no Chinese one.
        chinese: by content term itself and what means it in Chinese; None when it holds Chinese itself, or no word that
            the glossary knows.
        acts: what its wording wants done there.
        cues: kinds of inner states that its wording points at.
        warnings: one line each.
    """

    text: str
    words: tuple[str, ...]
    spelt: Mapping[str, str]
    alike: Mapping[str, tuple[str, ...]]
    compounds: Mapping[str, tuple[str, ...]]
    entities: tuple[str, ...]
    cjk: bool
    translation: Translation | None
    chinese: tuple[tuple[str, ...], ...] | None
    acts: frozenset[Act]
    cues: frozenset[StateKind]
    warnings: tuple[str, ...] = ()

    @property
    def english(self) -> str | None:
        """The words for an encoder that reads English only; None when there are none."""
        if not self.cjk:
            return self.text
        return self.translation.text if self.translation else None


def read_query(text: str) -> Query:
    """Read a query.

    Raises:
        BadInputError: it holds no word.
    """
    pieces = text.encode("utf-8", "replace").decode().split()  # a byte of a broken encoding counts as "?"
    folded = " ".join(pieces[:MAX_WORDS])[:MAX_CHARACTERS]
    warnings: tuple[str, ...] = ()
    if len(pieces) > MAX_WORDS or len(" ".join(pieces)) > MAX_CHARACTERS:
        warnings = (f"the query is long: only its first {MAX_WORDS} words ({MAX_CHARACTERS} characters) are read",)
    every = tuple(dict.fromkeys(terms(folded)))
    if not every:
        raise BadInputError(f"the query {folded[:60]!r} holds no word: say in a few words which page is wanted")
    asked = _QUOTED.sub(" ", folded)
    lower = fold(asked)
    return Query(
        text=folded,
        words=tuple(content_terms(folded)) or every,
        spelt=spellings(folded),
        alike=synonyms(folded),
        compounds=compounds(folded),
        entities=tuple(entity_terms(folded)),
        cjk=is_cjk(folded),
        translation=translate(folded),
        chinese=None if is_cjk(folded) else in_chinese(content_terms(folded)),
        acts=acts_asked(asked),
        cues=frozenset[StateKind](kind for kind, pattern in _PATTERNS.items() if pattern.search(lower)),
        warnings=warnings,
    )


def cue_terms(text: str) -> set[str]:
    """Terms of a query that only say what sort of state is meant.

    >>> sorted(cue_terms("drop-down to add it to a list"))
    ['down', 'drop', 'drop-down']
    """
    lower = fold(text)
    return {term for pattern in _PATTERNS.values() for match in pattern.finditer(lower) for term in terms(match[0])}
