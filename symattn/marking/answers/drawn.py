"""Matrices that are drawn, pasted or written for another program, as plain ones: before a text is read, line by line as long.

Brackets drawn over several lines, tables with words around their numbers, Mathematica's prompts, Maple's and Typst's matrices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

NEWLINE = "\n"
_NUMBER = r"[-−+]?(?:\d+(?:[.,]\d*)?|\.\d+)(?:[eE][-+]?\d+)?%?|[-−+]?\d+/\d+|[-−+]?(?:inf|∞)"
_IS_NUMBER = re.compile(_NUMBER)
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_PROMPT = re.compile(r"^(?:In|Out)\[\d{1,4}\]\s*(?://\w+)?\s*:?=[ \t]*", re.M)
_OUT = re.compile(r"^Out\[\d{1,4}\]\s*(?://\w+)?\s*=[ \t]*(?=\{)", re.M)
_ROW = rf"(?:{_NUMBER})(?:(?:[ \t]*,[ \t]*|[ \t]+)(?:{_NUMBER}))+"
_SLASHED = re.compile(rf"[(\[][ \t]*{_ROW}(?:[ \t]+/[ \t]+{_ROW})+[ \t]*[)\]]")  # (1 2 / 3 4)
_ROWS_IN_ANGLES = re.compile(r"<([^<>|\n;]{1,500}(?:;[^<>|\n;]{1,500})+)>")
_CALLED = re.compile(r"\b(Sqrt|Exp|Log|Sin|Cos|Tanh|Abs)\[([^\[\]\n]{1,500})\]")  # Mathematica
_TO_NAME = re.compile(r"[^\W\d_].*[=≈:][ \t]*\Z")
LONGEST = 300  # characters of a line of drawn rows
DEEPEST = 4  # of its calls inside each other
_TYPST = re.compile(r"\bmat\(\s*(?:delim:\s*\"[^\"\n]*\"\s*,)?([^()\n]*;[^()\n]*)\)")
_MAPLE = re.compile(r"\bMatrix\(\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*)?,\s*(\[\s*\[[^()]{1,5000}?\]\s*\])\s*\)")
_ANGLES = re.compile(r"<\s*(<[^<>\n]{1,500}>(?:\s*[,|]\s*<[^<>\n]{1,500}>){0,50})\s*>")
_DRAWN = re.compile(
    rf"(?P<name>[^\[\]|/\\()\n]{{0,60}})[\[|/\\(][ \t]*(?P<row>(?:{_NUMBER})(?:[ \t]+(?:{_NUMBER}))*|)"
    r"[ \t]*(?P<end>[\]|/\\)])[ \t]*"
)
_ROW_ABREAST = re.compile(  # one of the rows that stand in a line, and what names its matrix
      rf"(?P<name>[^\[\]\n]{{0,60}}?)(?:\[(?P<row>[^\[\]=≈:;\n]*[\d∞][^\[\]=≈:;\n]*)\]|\([ \t]*(?P<numbers>{_ROW})[ \t]*\))"
)
_TABULAR = re.compile(r"\\begin\{tabular\}\s*\{[^{}\n]{0,80}\}(?P<body>.{1,5000}?)\\end\{tabular\}", re.S)
_LINEAR = re.compile(  # Word's linear format: [■(1&2@3&4)]
    r"[\[(]?■(?P<body>\((?:[^()\n]|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,80}\)){0,80}\)){0,80}\)){1,2000}\))[ \t]*[\])]?"
)
_COMMA_ROW = re.compile(r"[ \t]*[-−+]?\d+(?:,\d+)?(?:[ \t]+[-−+]?\d+(?:,\d+)?)+[ \t]*")
_RULE = re.compile(r"\|?[ \t:|+-]*-{2,}[ \t:|+-]*\|?")
_NAME = re.compile(r"[*`$]*\\?[^\W\d_]\w{0,12}(?:[_^]\{?\(?\w+\)?\}?){0,2}[*`$]*[ \t]*[:=]?")


def plainly(written: str) -> str:
    """A text in which what is drawn or pasted is a matrix in brackets on the line where it begins.

    >>> plainly("    | 1 2 |\\nQ = | 3 4 |")
    'Q = [1 2; 3 4]\\n'
    >>> plainly("A\\tI\\tsaw\\nI\\t1\\t0\\nsaw\\t0,33\\t0,67")
    'A = [1 0; 0.33 0.67]\\n\\n'
    >>> plainly("Q = [■(1&√2@1/(1+e^2)&4)]")
    'Q = [1, √2; 1/(1+e^2), 4]'
    """
    if "[" in written and _PROMPT.search(written):
        written = _PROMPT.sub("", _OUT.sub("= ", written))
    if " / " in written:
        written = _SLASHED.sub(lambda m: m[0].replace(" / ", "; "), written)
    if "<" in written and ";" in written:
        written = _ROWS_IN_ANGLES.sub(r"[\1]", written)
    if "[" in written and _CALLED.search(written):
        for _ in range(DEEPEST):
            written = _CALLED.sub(lambda m: f"{m[1].lower()}({m[2]})", written)
    if "mat(" in written:
        written = _TYPST.sub(r"[\1]", written)
    if "■" in written:
        written = _LINEAR.sub(lambda m: f"[{m['body'][1:-1].replace('&', ', ').replace('@', '; ')}]", written)
    if "Matrix(" in written:
        written = _MAPLE.sub(r"\1", written)
    if "<<" in written.replace(" ", ""):
        written = _ANGLES.sub(lambda m: _of_angles(m[1]) or m[0], written)
    lines = written.split("\n")
    _tables(lines)
    _abreast(lines)
    _drawings(lines)
    _with_commas(lines)
    return "\n".join(lines)


def tabulars(text: str) -> str:
    r"""LaTeX in which tables of numbers with words around them are matrices.

    >>> tabulars(r"\begin{tabular}{c|cc} A & I & saw \\\\ I & 1 & 0 \\\\ saw & 0.3 & 0.7 \end{tabular}").strip()
    '$A = \\begin{bmatrix}1 & 0 \\\\ 0.3 & 0.7\\end{bmatrix}$'
    """
    if "tabular" not in text:
        return text
    return _TABULAR.sub(lambda m: f"{found}{NEWLINE * m[0].count(NEWLINE)}" if (found := _of_tabular(m["body"])) else m[0], text)


def _matrix(rows: Sequence[Sequence[str]], between: str = " ") -> str:
    return "[" + "; ".join(between.join(row) for row in rows) + "]"


def _of_angles(inner: str) -> str | None:
    """Maple's <<1|2>,<3|4>> is rows, <<1,2>|<3,4>> columns."""
    by_rows = re.search(r">\s*,\s*<", inner) is not None or "|" in inner.split(">")[0]
    parts = [part.strip(" <>\t").split("|" if by_rows else ",") for part in re.split(r">\s*[,|]\s*<", inner)]
    rows = parts if by_rows else list(zip(*parts, strict=False))
    return _matrix([[x.strip() for x in row] for row in rows], ", ") if len({len(part) for part in parts}) == 1 else None


def _of_tabular(body: str) -> str:
    """A table of LaTeX whose first row or column are words, as a matrix; "" for any other."""
    body = re.sub(r"\\(?:hline|toprule|midrule|bottomrule)|\\cline\{[^{}]*\}|\$", "", body)
    rows = [[cell.strip() for cell in row.split("&")] for row in re.split(r"\\\\(?:\[[^\]]*\])?", body) if row.strip()]
    found = list(_meant(rows)) if rows else []
    return f" ${found[0][0]}{_latex(found[0][1])}$ " if len(found) == 1 else ""


def _latex(rows: Sequence[Sequence[str]]) -> str:
    return r"\begin{bmatrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{bmatrix}"


def _cells(line: str) -> list[str] | None:
    """The cells of a line of a table: with tabs between them, or bars around them."""
    if "\t" in line:
        return [cell.strip() for cell in line.rstrip().split("\t")]
    bare = line.strip()
    if len(bare) > 2 and bare[0] == bare[-1] == "|" and "\\" not in bare:
        return [cell.strip() for cell in bare[1:-1].split("|")]
    return None


def _tables(lines: list[str]) -> None:
    """Tables of numbers with words in their first row or column become equations on their first line."""
    k = 0
    while k < len(lines):
        end = k
        while end < len(lines) and _cells(lines[end]) is not None:
            end += 1
        rows = [cells for line in lines[k:end] if not _RULE.fullmatch(line.strip()) and (cells := _cells(line)) is not None]
        found = list(_meant(rows)) if len(rows) > 1 else []
        if found:
            lines[k:end] = ["; ".join(name + _matrix(table) for name, table in found), *[""] * (end - k - 1)]
        k = max(end, k + 1)


def _numbers(cells: Sequence[str]) -> bool:
    return bool(cells) and all(_IS_NUMBER.fullmatch(cell) for cell in cells)


def _meant(rows: list[list[str]]) -> Iterator[tuple[str, list[list[str]]]]:
    """The matrices of a table, each with its name and =, or without; nothing where it is not seen what is meant."""
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    name, body = "", rows
    if not _numbers(rows[0][1:]) and (any(rows[0][1:]) or not rows[0][0]):
        name, body = rows[0][0], rows[1:]
    if not body or (width < 3 and body is rows):
        return
    if all(_numbers(row[1:]) and not _IS_NUMBER.fullmatch(row[0]) for row in body) and width > 2:
        if body is not rows and (not name or _NAME.fullmatch(name)):
            yield _named(name), _pointed([row[1:] for row in body])
        elif body is rows and _NAME.fullmatch(rows[0][0]) and len({bool(row[0]) for row in rows[1:]} | {False}) <= 2:
            yield from _by_names(body)
    elif body is rows and "," in "".join(map("".join, rows)):
        yield from _by_captions(rows)


def _by_names(rows: list[list[str]]) -> Iterator[tuple[str, list[list[str]]]]:
    """Matrices whose names stand in the first column, before their first rows."""
    starts = [k for k, row in enumerate(rows) if row[0]]
    if len(starts) < len(rows) and all(_NAME.fullmatch(rows[k][0]) for k in starts):
        for k, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            yield _named(rows[k][0]), _pointed([row[1:] for row in rows[k:end]])


def _by_captions(rows: list[list[str]]) -> Iterator[tuple[str, list[list[str]]]]:
    """One matrix with commas for points, as a spreadsheet of such a country gives it."""
    filled = [[cell for cell in row if cell] for row in rows]
    if all(map(_numbers, filled)) and len({len(row) for row in filled}) == 1:
        yield "", _pointed(filled)


def _named(name: str) -> str:
    bare = name.strip("*`$ :=")
    return f"{bare} = " if bare else ""


def _pointed(rows: list[list[str]]) -> list[list[str]]:
    """Commas inside numbers as points, where no number has a point."""
    if any("." in cell for row in rows for cell in row):
        return rows
    return [[_COMMA.sub(".", cell) for cell in row] for row in rows]


def _drawings(lines: list[str]) -> None:
    """Matrices in brackets drawn over several lines, the name beside any of them but the first, become equations."""
    k = 0
    while k < len(lines):
        first = _DRAWN.fullmatch(lines[k]) if len(lines[k]) < 300 else None
        if first is None or not first["row"].strip():
            k += 1
            continue
        found, end = [first], k + 1
        while end < len(lines) and (row := _DRAWN.fullmatch(lines[end])) and _below(first, row):
            found.append(row)
            end += 1
        names = [(i, row["name"].strip()) for i, row in enumerate(found) if row["name"].strip()]
        if len(found) > 1 and len(names) == 1 and names[0][0] and names[0][1].endswith(("=", "≈", ":")):
            table = [row["row"].split() for row in found if row["row"].strip()]
            lines[k:end] = [f"{names[0][1]} {_matrix(table)}", *[""] * (end - k - 1)]
        k = end


def _abreast(lines: list[str]) -> None:
    """Named matrices side by side, every row in brackets of its own, become equations on their first line.

    >>> lines = ["Q = [1 2]   K = [2 1]", "    [3 4]       [4 3]"]
    >>> _abreast(lines)
    >>> lines
    ['Q = [1, 2; 3, 4];    K = [2, 1; 4, 3]', '']
    """
    k = 0
    while k < len(lines):
        first = _side_by_side(lines[k])
        end, found = k + 1, [first]
        while first and end < len(lines) and (row := _side_by_side(lines[end])) and len(row) == len(first):
            found.append(row)
            end += 1
        named = [row for row in found if any(name.strip() for name, _ in row)]
        columns = [[row[i][1] for row in found] for i in range(len(first))]
        regular = all(len({len(row) for row in column}) == 1 for column in columns)
        if first and end > k + 1 and regular and len(named) == 1 and all(_TO_NAME.search(name) for name, _ in named[0]):
            lines[k:end] = [
                "; ".join(name + _matrix(column, ", ") for (name, _), column in zip(named[0], columns, strict=True)),
                *[""] * (end - k - 1),
            ]
        k = end


def _side_by_side(line: str) -> list[tuple[str, list[str]]]:
    """What stands before each row of a line of several, and the row's entries; nothing for any other line."""
    if len(line) > LONGEST or line.count("[") + line.count("(") < 2:
        return []
    found = list(_ROW_ABREAST.finditer(line))
    whole = found and not line[found[-1].end() :].strip() and all(a.end() == b.start() for a, b in pairwise(found))
    return [(m["name"], (m["row"] or m["numbers"]).replace(",", " ").split()) for m in found] if whole and len(found) > 1 else []


def _with_commas(lines: list[str]) -> None:
    """Rows with commas inside their numbers are put into brackets, so that the whole matrix is told to be unreadable."""
    k = 0
    while k < len(lines):
        end = k
        while end < len(lines) and len(lines[end]) < 1_000 and _COMMA_ROW.fullmatch(lines[end]):
            end += 1
        rows = [line.split() for line in lines[k:end]]
        if len(rows) > 1 and len({len(row) for row in rows}) == 1 and _COMMA.search(" ".join(map(" ".join, rows))):
            lines[k:end] = [_matrix(rows), *[""] * (end - k - 1)]
        k = max(end, k + 1)


def _below(first: re.Match[str], row: re.Match[str]) -> bool:
    """Whether one line goes on with the matrix of another: brackets below brackets, as many numbers."""
    near = abs(row.end("name") - first.end("name")) <= 1 and abs(row.start("end") - first.start("end")) <= 2
    many = len(row["row"].split())
    return near and many in (0, len(first["row"].split()))  # programs leave a line between two rows
