"""Tables of LaTeX, with words over their columns and before their rows: each that holds numbers becomes a matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symattn.marking.answers.about import is_name, is_token
from symattn.marking.answers.beside import LinesFrom
from symattn.marking.answers.cells import is_entry
from symattn.marking.answers.table_rows import of_questions
from symattn.marking.answers.worded import ROW_WORD, labelled, named_columns
from symattn.said import Pair, Strings
from symattn.tables import in_turn


def of_table(rows: Sequence[Strings], above: Sequence[str] = ()) -> Pair:
    r"""A table of numbers, perhaps with words in its first row or column, below some lines: its name and its matrix in LaTeX; ""
    for any other.

    >>> of_table([("A", "I", "saw"), ("I", "1", "0"), ("saw", "0.3", "0.7")])
    ('A = ', '\\begin{bmatrix}1 & 0 \\\\ 0.3 & 0.7\\end{bmatrix}')
    >>> from symattn.marking.answers.about import about
    >>> with about([], ["v", "w"], False):
    ...     of_table([("v", "w"), ("1", "3"), ("2", "4")])[1]
    'v = (1; 2) \\qquad w = (3; 4)'
    """
    lines = [f"| {' | '.join(row)} |" for row in rows]
    firsts = [row[0].strip(" :=") for row in rows]
    named = [first for first in firsts if is_name(first) and not is_token(first)]
    if not lines or len(named) > 1 or of_questions(LinesFrom(lines, 0)):
        return "", ""  # its rows are lines, its columns those of questions
    at = LinesFrom([*above, *lines], len(above))
    beside = None if at.is_below_name else named_columns(at)
    if beside is not None and beside.lines == len(rows):
        tables = ([row.split("\t") for row in one] for one in beside.tables)
        return "", r" \qquad ".join(
            map("".join, zip(beside.words, map(_below, tables)))
        )
    found = labelled(at)
    bare = all(map(is_entry, in_turn(rows)))
    if found is None or found.lines != len(rows) or not found.cells:
        return "", _in_latex(rows) if bare else ""
    if bare:
        return "", _in_latex(found.cells)
    name, matrix = found.words[0], _below(found.cells)
    called = name.strip(" =")
    counted = ROW_WORD.fullmatch(called) and not is_name(called)
    return "" if counted else name, matrix


def _below(rows: Sequence[Sequence[str]]) -> str:
    """What stands below a name or words: a matrix, or a list of numbers, of which nobody knows whether it is a column."""
    listed = all(len(row) == 1 for row in rows)
    return f"({'; '.join(in_turn(rows))})" if listed else _in_latex(rows)


def _in_latex(rows: Iterable[Iterable[str]]) -> str:
    """A matrix of LaTeX."""
    body = r" \\ ".join(map(" & ".join, rows))
    return rf"\begin{{bmatrix}}{body}\end{{bmatrix}}"
