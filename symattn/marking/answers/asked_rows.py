"""Tables that say of which question and which part each of their rows is, and have equations beside that."""

from __future__ import annotations

import re

from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.untitled import Rows

EQUATION = pattern(r"[^\W\d_]\w{0,6}[ \t]*[=≈]")
"""With which a cell begins that is an equation."""
_QUESTION = spoken(r"(?:(?:q|«question»)?\.?\s?\d{1,2}[.)]?)?", re.IGNORECASE)
_PART = pattern(r"\(?[a-h][.)]?")


def equations_of(titles: list[str], rows: Rows) -> list[str]:
    """The lines of a table that has equations in a column, and beside it only of which question or part each row is; nothing for
    any other. Where both the question and the part are told, what has no name is of its part.

    >>> equations_of(["question", "part", "answer"], [["1", "a", "S = [1 2]"], ["2", "", "c = 3, N = 4"]])
    ['# 1 a', 'S = [1 2]', '# 2', 'c = 3, N = 4']
    >>> equations_of(["question", "part", "answer"], [["1", "a", "[1 2]"]])
    ['# 1 a', '[1 2]']
    >>> equations_of(["question", "answer"], [["1", "S = [1 2]"], ["2", "3"]])
    []
    """
    *places, value = titles
    of = words_for("question"), words_for("part")
    told = [
        next((k for k, known in enumerate(of) if title.lower() in known), -1)
        for title in places
    ]
    written = [row for row in rows if any(row)]
    equations = [EQUATION.match(row[-1]) is not None for row in written]
    known = value.lower() in words_for("table.value") and (
        told == [0, 1] or (told == [0] and all(equations))
    )
    if not (known or (any(equations) and _are_places(written))):
        return []
    return [
        line
        for *at, said in written
        for line in (f"# {' '.join(at)}".rstrip(), said)
        if line != "#"
    ]


def _are_places(rows: Rows) -> bool:
    """Whether the rows of a table are a question's number, a part's letter and something else.

    >>> _are_places([["1", "a", "S = [1 2]"], ["", "(b)", "3"]]), _are_places([["1", "2", "S = [1 2]"]])
    (True, False)
    """
    return len(rows[0]) == 3 and all(
        _QUESTION.fullmatch(row[0]) and _PART.fullmatch(row[1]) for row in rows
    )
