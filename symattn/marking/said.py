"""What is said of answers: the sentences of ``templates/words/marking.j2``."""

from __future__ import annotations

from symattn.said import Fact, Said


def told(name: str, /, **facts: Fact) -> Said:
    """A sentence of templates/words/marking.j2.

    >>> from symattn.formats.sentences import plain
    >>> plain(told("wrong", count=1, total=4))
    '1 of 4 entries is wrong.'
    """
    return Said("marking", name, tuple(facts.items()))


def quoted(text: str) -> tuple[Said, ...]:
    """Words that come from elsewhere, a grader's or a reader's, as they are; nothing for none.

    >>> quoted("row 1 is short")[0].name, quoted("")
    ('quoted', ())
    """
    return (told("quoted", text=text),) if text else ()
