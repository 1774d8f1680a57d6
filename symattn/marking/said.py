"""What is said of answers: the sentences of ``templates/words/marking.j2``."""

from __future__ import annotations

from functools import lru_cache

from symattn.formats.templates import plain
from symattn.said import Fact, Said, Sentence


def told(name: str, /, **facts: Fact) -> Said:
    """A sentence of templates/words/marking.j2.

    >>> from symattn.formats.templates import plain
    >>> plain(told("wrong", count=1, total=4))
    '1 of 4 entries is wrong.'
    """
    return Said("marking", name, tuple(facts.items()))


def quoted(text: str) -> tuple[Said, ...]:
    """Words that come from elsewhere, a grader's or a reader's, as they are; nothing for none.

    >>> quoted("row 1 is short")[0].name, quoted("")
    ('quoted', ())
    """
    if isinstance(text, Sentence):
        return (text.said,)
    return (told("quoted", text=text),) if text else ()


def reading(name: str, /, **facts: Fact) -> Sentence:
    """What is said of an answer that cannot be read, or was not: a sentence of templates/words/reading.j2.

    >>> reading("row_length", i=2, many=1, first=2)
    'row 2 has 1 entry, row 1 has 2; write rows of one length'
    """
    said = Said("reading", name, tuple(facts.items()))
    return Sentence(_plain(said), said)


_plain = lru_cache(maxsize=1024)(plain)
"""A sentence in English; a class of hundreds brings the same one hundreds of times."""


def fact(text: str) -> Fact:
    """A text as a fact of another sentence: what it says, where it knows it."""
    return text.said if isinstance(text, Sentence) else text
