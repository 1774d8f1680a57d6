"""Tables of LaTeX, with words over their columns and before their rows: each that holds numbers becomes a matrix."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.marking.answers.about import is_name, is_token
from symattn.marking.answers.beside import LinesFrom
from symattn.marking.answers.cells import is_entry
from symattn.marking.answers.table_rows import of_questions
from symattn.marking.answers.worded import ROW_WORD, labelled
from symattn.said import Pair, Strings
from symattn.tables import in_turn


def of_table(rows: Sequence[Strings], above: Sequence[str] = ()) -> Pair:
    r"""A table of numbers, perhaps with words in its first row or column, below some lines: its name and its matrix in LaTeX; ""
    for any other.

    >>> of_table([("A", "I", "saw"), ("I", "1", "0"), ("saw", "0.3", "0.7")])
    ('A = ', '\\begin{bmatrix}1 & 0 \\\\ 0.3 & 0.7\\end{bmatrix}')
    """
    lines = [f"| {' | '.join(row)} |" for row in rows]
    firsts = [row[0].strip(" :=") for row in rows]
    named = [first for first in firsts if is_name(first) and not is_token(first)]
    if not lines or len(named) > 1 or of_questions(LinesFrom(lines, 0)):
        return "", ""  # its rows are lines, its columns those of questions
    found = labelled(LinesFrom([*above, *lines], len(above)))
    bare = all(map(is_entry, in_turn(rows)))
    worded = found is not None and found.lines == len(rows)
    name = found.words[0] if found and worded and not bare else ""
    cells = found.cells if found and worded else rows if bare else ()
    body = r" \\ ".join(map(" & ".join, cells or ()))
    matrix = rf"\begin{{bmatrix}}{body}\end{{bmatrix}}" if cells else ""
    called = name.strip(" =")
    counted = ROW_WORD.fullmatch(called) and not is_name(called)
    return "" if counted else name, matrix
