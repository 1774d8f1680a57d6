"""What programs print and how they write matrices, other than NumPy: R, Julia, pandas, and calls that take rows as text.

Each becomes the brackets that the one reader of texts knows: ``NAME =`` where a prompt names it, ``[1 2; 3 4]``.
"""

from __future__ import annotations

import re

_NUMBER = r"[-−+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?(?:Inf|inf)"
_ROW_NUMBERS = rf"(?:{_NUMBER})(?:[ \t]+(?:{_NUMBER}))*"
_THREE = re.compile(r"\[\s*\[\s*\[")
_COMMENTED = re.compile(r"(?<=[\],])\n[ \t]*#+[ \t]*(?=\[)")  # a print goes on in the next line of a comment
_GAP = re.compile(r"\](,?)[ \t]*\n[ \t]*\n([ \t]+\[)(?=\[)")  # the empty line between two matrices of a batch
_R = re.compile(
    r"(?P<prompt>^[ \t]*>[ \t]*(?:[^\n;]{0,200};[ \t]*)?(?:print\()?(?:\((?=[^\n]*<-))?"
    r"(?P<name>[A-Za-z.]\w*)(?:[ \t]*<-[^\n;]*)?\)?[ \t]*\n+)?"
    r"^[ \t]*(?:\[,\d+\][ \t]*)+\n(?P<rows>(?:^[ \t]*\[\d+,\][ \t].*\n?)+)",
    re.MULTILINE,
)
_R_CELL = re.compile(r"^[ \t]*\[\d+,\]", re.MULTILINE)
_JULIA_ASKED = re.compile(r"^julia>[ \t]*([^\W\d]\w*)[ \t]*\n+(?=[ \t]*\d+[×x]\d+ )", re.MULTILINE)
_JULIA_SIZE = re.compile(r"^[ \t]*\d+[×x]\d+ [A-Z]\w*(?:\{[^\n]*\})?:[ \t]*\n", re.MULTILINE)
_TEXT_CALL = re.compile(r"\b(?:np|numpy|jnp)\s*\.\s*(?:asmatrix|matrix|mat)\(\s*(['\"])([^'\"()]{1,2000})\1\s*\)")
_SIZED = re.compile(r"\bMatrix\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*\[([^\[\]]{1,2000})\]\s*\)")
_R_CALL = re.compile(r"\bmatrix\(\s*c\(([^()]{1,2000})\)\s*,([^()]{1,200})\)")
_FRAME_TOP = re.compile(r"^(?P<name>[A-Za-z]\w*[ \t]*=|)[ \t]+(?P<top>0(?:[ \t]+\d+)*)[ \t]*\n", re.MULTILINE)
_FRAME_ROW = re.compile(rf"[ \t]*(\d+)[ \t]+({_ROW_NUMBERS})[ \t]*(?:\n|\Z)")


def bracketed(text: str) -> str:
    """A text with the matrices that programs print written in brackets; what it does not know stays as it is.

    >>> bracketed("> Q1\\n     [,1] [,2]\\n[1,]    1    2\\n[2,]    3    4\\n")
    'Q1 = [1 2; 3 4]\\n'
    >>> bracketed("julia> M\\n1×2 Matrix{Float64}:\\n 6.9  -6.9\\n")
    'M =\\n 6.9  -6.9\\n'
    >>> bracketed("np.matrix('1 2; 3 4')"), bracketed("Matrix(2, 2, [1, 2, 3, 4])"), bracketed("matrix(c(1,3,2,4), nrow=2)")
    ('[1 2; 3 4]', '[1, 2; 3, 4]', '[1, 2; 3, 4]')
    """
    if _THREE.search(text):
        text = _GAP.sub(r"]\1\n\2\n", text)
    if "\n#" in text:
        text = _COMMENTED.sub(r"\n ", text)
    if "[,1]" in text:
        text = _R.sub(_from_r, text)
    if "×" in text or "Matrix{" in text:
        text = _JULIA_SIZE.sub("", _JULIA_ASKED.sub(r"\1 =\n", text))
    if "(" in text:
        text = _TEXT_CALL.sub(r"[\2]", text)
        text = _SIZED.sub(lambda m: _sized(m[0], m[3], int(m[1]), int(m[2])), text)
        text = _R_CALL.sub(lambda m: _of_r_call(m[0], m[1], m[2]), text)
    return _frames(text) if _FRAME_TOP.search(text) else text


def _from_r(found: re.Match[str]) -> str:
    rows = [" ".join(row.split()) for row in _R_CELL.sub("", found["rows"]).strip("\n").split("\n")]
    name = f"{found['name']} = " if found["name"] else ""
    return f"{name}[{'; '.join(rows)}]\n"


def _sized(whole: str, inner: str, rows: int, columns: int, by_columns: bool = False) -> str:
    """Numbers in one list as rows; the call as it stands where they are not so many."""
    entries = [entry.strip() for entry in inner.split(",")]
    if not rows or not columns or len(entries) != rows * columns:
        return whole
    table = [[entries[i + j * rows] if by_columns else entries[i * columns + j] for j in range(columns)] for i in range(rows)]
    return f"[{'; '.join(', '.join(row) for row in table)}]"


def _of_r_call(whole: str, inner: str, options: str) -> str:
    """R fills a matrix down its columns, unless byrow says otherwise."""
    entries = inner.count(",") + 1
    named = dict(re.findall(r"(\w+)\s*=\s*(\w+)", options))
    bare = [option.strip() for option in options.split(",") if option.strip().isdecimal()]
    rows = named.get("nrow") or (bare[0] if bare else "")
    columns = named.get("ncol") or (bare[1] if len(bare) > 1 else "")
    m = int(rows) if rows.isdecimal() else entries // int(columns) if columns.isdecimal() and int(columns) else 0
    n = int(columns) if columns.isdecimal() else entries // m if m else 0
    return _sized(whole, inner, m, n, by_columns=named.get("byrow", "F")[0].upper() != "T")


def _frames(text: str) -> str:
    """Tables of pandas, whose rows and columns are counted from 0, without the counting."""
    out, at = [], 0
    while top := _FRAME_TOP.search(text, at):
        columns, end = len(top["top"].split()), top.end()
        rows: list[str] = []
        while (row := _FRAME_ROW.match(text, end)) and int(row[1]) == len(rows) and len(row[2].split()) == columns:
            rows.append(" ".join(row[2].split()))
            end = row.end()
        counted = top["top"].split() == [str(k) for k in range(columns)]
        made = f"{top['name']} [{'; '.join(rows)}]\n" if rows and counted else text[top.start() : end]
        out.append(text[at : top.start()] + made)
        at = end
    return "".join(out) + text[at:]
