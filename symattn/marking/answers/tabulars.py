"""Tables of LaTeX, with words over their columns and before their rows: each that holds numbers becomes a matrix."""

from __future__ import annotations

import re

from symattn.later import Match, pattern
from symattn.marking.answers import about
from symattn.marking.answers.cells import is_entry
from symattn.marking.answers.table_rows import columns_of
from symattn.marking.answers.worded import ROW_WORD, labelled
from symattn.tables import in_turn

NEWLINE = "\n"
_RULES = pattern(
    r"\\(?:hline|toprule|midrule|bottomrule)|\\c(?:line|midrule)(?:\([lr]+\))?\{[^{}]*\}"
)
_BORDERED = pattern(
    r"\\begin\{array\}\s*\{[lcr]\|[lcr@{}]{1,20}\}(?P<body>(?:(?!\\end\{array\}).){1,5000}?)\\end\{array\}",
    re.S,
)
_TEXT = pattern(r"\\(?:text|textrm|mathrm|textbf)\{([^{}\n]{0,40})\}")
_TABULAR = pattern(
    r"\\begin\{tabular\}\s*\{[^{}\n]{0,80}\}(?P<body>.{1,5000}?)\\end\{tabular\}", re.S
)


def tabulars(text: str) -> str:
    r"""LaTeX in which tables of numbers with words around them are matrices.

    >>> tabulars(r"\begin{tabular}{c|cc} A & I & saw \\\\ I & 1 & 0 \\\\ saw & 0.3 & 0.7 \end{tabular}").strip()
    '$A = \\begin{bmatrix}1 & 0 \\\\ 0.3 & 0.7\\end{bmatrix}$'
    """
    if "array" in text:
        text = _BORDERED.sub(_of_array, text)
    if "tabular" not in text:
        return text
    return _TABULAR.sub(
        lambda m: (
            f"{found}{NEWLINE * m[0].count(NEWLINE)}"
            if (found := _of_tabular(m["body"]))
            else _of_shapes(m)
        ),
        text,
    )


def _of_array(array: Match) -> str:
    """An array of LaTeX with a rule beside its first column, without the words over its columns and before its rows."""
    found = _of_tabular(_TEXT.sub(r"\1", array["body"]))
    matrix = found[found.find("\\begin") : found.rfind("$")]
    return f"{matrix}{NEWLINE * array[0].count(NEWLINE)}" if found else array[0]


def _of_shapes(table: Match) -> str:
    """A table of names and shapes as its lines, on a sheet that asks for shapes."""
    rows = _RULES.sub("", table["body"]).split("\\\\")
    if not about.now().shapes or columns_of(rows[0].split("&")):
        return table[0]
    before, behind = (part.count(NEWLINE) for part in table[0].split(table["body"], 1))
    said = "".join(" : ".join(row.rsplit("&", 1)).replace("&", " ") for row in rows)
    return NEWLINE * before + said + NEWLINE * behind


def _of_tabular(body: str) -> str:
    """A table of LaTeX of numbers, perhaps with words in its first row or column, as a matrix; "" for any other."""
    body = _RULES.sub("", body).replace("$", "")
    rows = [row for row in re.split(r"\\\\(?:\[[^\]]*\])?", body) if row.strip()]
    found = (
        labelled([f"|{row.replace('&', '|')}|" for row in rows], 0) if rows else None
    )
    bare = [row.split("&") for row in rows]
    if not all(is_entry(cell.strip()) for cell in in_turn(bare)):
        bare = []
    cells = bare if found is None or found.lines < len(rows) else found.cells
    matrix = (
        r"\begin{bmatrix}"
        + r" \\ ".join(map(" & ".join, cells or ()))
        + r"\end{bmatrix}"
    )
    name = found.words[0] if found and not bare else ""
    name = "" if ROW_WORD.fullmatch(name.strip(" =")) else name
    return f" ${name}{matrix}$ " if cells else ""
