"""BM25 over a few texts, in any language that the index's terms can cut."""

import math
from collections import Counter
from collections.abc import Sequence

from webnavigator.retrieval.words import content_terms, terms

_K1, _B = 1.2, 0.75


def bm25(question: str, texts: Sequence[str]) -> list[float]:
    """A score for each text (Robertson and Zaragoza 2009, equation 3.15); 0 where no term of the question occurs.

    >>> [round(score, 2) for score in bm25("library hours", ["Library hours: 9 to 5", "Contact", "hours of work"])]
    [1.14, 0.0, 0.47]
    """
    counts = [Counter(terms(text)) for text in texts]
    lengths = [sum(count.values()) for count in counts]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    wanted = list(dict.fromkeys(content_terms(question) or terms(question)))
    within = {term: sum(term in count for count in counts) for term in wanted}
    scores: list[float] = []
    for count, length in zip(counts, lengths, strict=True):
        norm = _K1 * (1 - _B + _B * length / mean) if mean else _K1
        score = 0.0
        for term in wanted:
            if count[term]:
                idf = math.log(1 + (len(texts) - within[term] + 0.5) / (within[term] + 0.5))
                score += idf * count[term] * (_K1 + 1) / (count[term] + norm)
        scores.append(score)
    return scores
