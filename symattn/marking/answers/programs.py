"""How programs write and print matrices: each way becomes brackets, rows below each other, or a name and =.

The rewritings are a list in the order in which they are made, each with the sign it looks for and an example of what it makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from symattn.later import Match, pattern
from symattn.marking.answers.beside import SHORT_NAME
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import entries
from symattn.marking.answers.counters import depth_behind
from symattn.marking.answers.prints import apart, shown_by
from symattn.marking.answers.told_rows import (
    BARRED,
    BEFORE_ROW,
    BETWEEN_ROWS,
    CHAINS,
    FIRST_ROW,
    LATER_ROW,
    NUMBER,
    ROW_OF_NUMBERS,
    ROW_TOLD,
    ROWS_NAMED,
    SAID,
    SPLIT_ROW,
    STEP,
    TUPLES,
    WHOLE,
    of_barred_entries,
    of_chains,
    of_named_rows,
    of_ordinal_rows,
    of_slashed_rows,
    of_split_rows,
    stacked,
)
from symattn.tex.signs import GREEK

NEWLINE = "\n"
_COLUMNS = r"^[ \t]*Columns? \d{1,3}(?: (?:through|to|and) \d{1,3})?:?[ \t]*\n(?:[ \t]*\n){0,3}"
_ROWS_BELOW = r"(?:[ \t]*[-−+.\d][^\n=]{0,500}(?:\n|\Z)){1,200}"
_PANEL = pattern(rf"{_COLUMNS}({_ROWS_BELOW})", re.M)
_CALLED = pattern(r"\b(Sqrt|Exp|Log|Sin|Cos|Tanh|Abs)\[([^\[\]\n]{1,500})\]")
_TIMES_CALL = pattern(r"(?<=\d)[ ](?=(?:Sqrt|Exp|Log|Sin|Cos|Tanh|Abs)\[)")
_COMMENT = pattern(r"\A[ \t]*[#%]+[ \t]?(?:[ \t]*(?:[-=]>|→))?")
_NAME_BEFORE = pattern(
    rf"\A[ \t]*(?:{SHORT_NAME}[ \t]*(?:[=:]|(?=\[\[))|\d+×\d+ [A-Z]\w*(?:\{{[^\n]*\}})?:)[ \t]*"
)
DEEPEST = 4  # of Mathematica's calls inside each other


class Rewriting(NamedTuple):
    """What of a text is written anew: the sign without which there is none, the pattern, what it makes, and an example."""

    sign: str
    pattern: re.Pattern[str]
    made: str | Callable[[Match], str]
    example: str
    gives: str


def _of_angles(found: Match) -> str:
    """Maple's <<1|2>,<3|4>> is rows, <<1,2>|<3,4>> columns, <1, 2; 3, 4> has semicolons."""
    if found[2]:
        return f"[{found[2]}]"
    inner = found[1]
    by_rows = re.search(r">\s*,\s*<", inner) is not None or "|" in inner.split(">")[0]
    parts = [
        part.strip(" <>\t").split("|" if by_rows else ",")
        for part in re.split(r">\s*[,|]\s*<", inner)
    ]
    if len({len(part) for part in parts}) > 1:
        return found[0]
    return _rows(parts if by_rows else zip(*parts, strict=True))


def _sized(
    whole: str, inner: str, rows: int, columns: int, by_columns: bool = False
) -> str:
    """Numbers in one list as rows, one alone without brackets; the call as it stands where they are not so many."""
    entries = inner.split(",")
    if not rows or len(entries) != rows * columns:
        return whole
    if len(entries) == 1:
        return inner.strip()
    if by_columns:
        return _rows(entries[k::rows] for k in range(rows))
    return _rows(entries[k : k + columns] for k in range(0, len(entries), columns))


def _rows(table: Iterable[Iterable[str]]) -> str:
    """A matrix of some rows."""
    return f"[{'; '.join(', '.join(map(str.strip, row)) for row in table)}]"


def _of_r_call(found: Match) -> str:
    """R fills a matrix down its columns, unless byrow says otherwise."""
    whole, inner, options = found[0], found[1], found[2]
    entries = inner.count(",") + 1
    named = dict(re.findall(r"(\w+)\s*=\s*(\w+)", options))
    bare = [
        option.strip() for option in options.split(",") if option.strip().isdecimal()
    ]
    rows, columns = (
        int(size) if size.isdecimal() else 0
        for size in map(named.get, ("nrow", "ncol"), (*bare, "", "")[:2])
    )
    rows = rows or (entries // columns if columns else 0)
    columns = columns or (entries // rows if rows else 0)
    by_columns = named.get("byrow", "F")[0].upper() != "T"
    return _sized(whole, inner, rows, columns, by_columns)


def _of_panels(found: Match) -> str:
    """The columns of a wide matrix, which a console shows some at a time, beside each other again."""
    panels = [
        [row for row in panel.split(NEWLINE) if row.strip()]
        for panel in _PANEL.findall(found[0])
    ]
    if len({len(panel) for panel in panels}) != 1:
        return found[0]
    rows = ["  ".join(parts) for parts in zip(*panels, strict=True)]
    return NEWLINE.join([*rows, ""]) + NEWLINE * (found[0].count(NEWLINE) - len(rows))


def _of_maxima(found: Match) -> str:
    """What Maxima draws over lines, below its name: without the number of the output, the rows between rows, and, where fractions
    are drawn, with what was typed in its place."""
    number, name, typed, shown = found.groups()
    told = re.match(rf"\n*\(%o{number}\)[ \t]*(?=matrix|\[|[-\d]|e\^)", shown)
    if told:
        return (
            f"{name} ={NEWLINE * max(told[0].count(NEWLINE), 1)}{shown[told.end() :]}"
        )
    lines = shown.replace(f"(%o{number})", " " * len(f"(%o{number})")).split(NEWLINE)
    rows = [line for line in lines if line.strip("[] \t")]
    if not rows or any(
        not re.fullmatch(r"[ \t]*\[[^\[\]]*\][ \t]*", row) for row in rows
    ):
        return found[0]
    stacked = any(re.search(r"(?<!\S)-+(?!\S)", row) for row in rows)
    kept = [f"{name}:{typed}"] if stacked else [f"{name} =", *rows]
    return NEWLINE.join([*kept, *[""] * (len(lines) + 1 - len(kept))])


def _typed(found: Match) -> str:
    """What is typed at the prompt of a console ends with the name or the formula of what is shown below it."""
    name = shown_by(found["typed"])
    lines = NEWLINE * found[0].count(NEWLINE)
    alone = found["listed"] is not None or found["called"] is not None
    return (
        found[0] if not name else f"{lines}{name} = " if alone else f"{name} ={lines}"
    )


_BESIDE = pattern(r"\][ \t]+\[")  # lists that are printed in one line


def _several(found: Match) -> str:
    """Names typed beside each other, with what each of them is behind it."""
    names, values = (
        [one.strip() for one in apart(_BESIDE.sub("], [", text), "comma")]
        for text in (found["names"], found["values"])
    )
    lines = NEWLINE * found[0][: found.start("values") - found.start()].count(NEWLINE)
    told = len(names) == len(values) and all(values)
    return (
        lines
        + ", ".join(
            f"{name} = {value}" for name, value in zip(names, values, strict=True)
        )
        if told
        else found[0]
    )


def uncommented(found: Match) -> str:
    """Comments in which rows stand, with their names, as a program shows them: without the signs of comments."""
    lines = [_COMMENT.sub("", line) for line in found[0].split(NEWLINE)]
    above = found.string[: found.start()].rstrip(NEWLINE).rpartition(NEWLINE)[2]
    printed, depth = above.startswith("print("), 0
    rows = list[bool]()
    for line in lines:
        row = _NAME_BEFORE.sub("", line)
        count = len(entries(row.strip("[]() \t,;")))
        remark = (
            row != line and found[0].lstrip()[:1] == "%"
        )  # % Q = [1 2] is no answer
        shows = depth > 0 or row.startswith("[[") or count > 1 - printed
        rows.append(shows and not remark)
        depth = depth_behind(row, depth) if rows[-1] else 0
        if line.strip():  # one number is a row there, and behind its name
            printed = rows[-1] or not row.strip()
    for k in range(len(lines) - 2, -1, -1):  # what is nothing but a name, above them
        said = lines[k].strip()
        rows[k] |= rows[k + 1] and (
            not said or _NAME_BEFORE.fullmatch(said) is not None
        )
    both = zip(found[0].split(NEWLINE), lines, rows, strict=True)
    return NEWLINE.join(said if row else whole for whole, said, row in both)


def _mathematica(found: Match) -> str:
    """Calls of Mathematica, and the blank of a product before them."""
    text = _TIMES_CALL.sub("*", found[0])
    for _ in range(DEEPEST):
        text = _CALLED.sub(lambda m: f"{m[1].lower()}({m[2]})", text)
    return text


def _of_mathematica(found: Match) -> str:
    """What is typed, if it is a name or shows one, before what comes out; as it was where it is another formula."""
    typed = re.match(r"([^\W\d_]\w*)[ \t]*=(?!=)", found[2]) or re.fullmatch(
        _SHOWS, found[2].strip()
    )
    return f"{typed[1]} = " if typed else found[0]


_LINEAR = r"\((?:[^()\n]|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]{0,80}\)){0,80}\)){0,80}\)){1,2000}\)"
_SHOWS = r"(?:(?:N|MatrixForm|Simplify|FullSimplify|Expand|Round)\[)*([A-Za-z]\w*)(?:,[ \t]*[\w.]+)?\]*(?:[ \t]*//[^\n]*)?;?"
_JULIA = r"^[ \t]*\d+(?:[×x]\d+|-element) [A-Z]\w*(?:\{[^\n]*\})?:[ \t]*\n"
PROMPT = (
    r"^[ \t]*(?:(?:sage|In \[\d+\]|\.{3}):|[\w.()\[\]:*@~/-]{0,40}(?<!-)>{1,3})[ \t]+"
)
"""What a console writes before what is typed."""
_OUT = (
    r"(?:[ \t]*#?[ \t]*(?i:«output»)[ \t]*:?[ \t]*\n)?"
    r"(?:Out\[\d+\]:[ \t]*\n?|ans =[ \t]*\n*)?(?:[ \t]*\d+[×x]\d+ [A-Z]\w*(?:\{[^\n]*\})?:[ \t]*\n)?"
)
_CALLS = r"(?:array|Array|tensor|Matrix)\b"
_TYPED = (
    rf"(?:{PROMPT}|^(?=print\())(?P<typed>[^\n]{{1,1000}}?)"
    rf"(?:\n(?:[ \t]*\n)?{_OUT}|[ \t]+#[ \t]*(?:[-=]>|→)?[ \t]*(?=[\[(]*[-−+.]?\d))"
    r"(?P<listed>[ \t]*\[1\](?=[ \t]+[-−]?[\d.]+[^\n]*$))?"
    rf"(?P<called>(?={_CALLS}))?(?=[ \t]*(?:[-−+]?\.?\d|[\[({{⎡⎛]|\|[ \t]*\(index|{_CALLS}"
    r"|[-−]?(?:sqrt|sin|cos|exp|log|abs)\())(?![ \t]*\[1\])"
)
_NAMES_TYPED = (
    rf"{PROMPT}(?:[^\n]{{1,300}};[ \t]*)?(?P<names>[A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)[ \t]*\n"
    rf"\((?P<values>(?:(?!{PROMPT})[^\n]*\n){{0,60}}?[^\n]*?)\)[ \t]*$"
)
_ROUND = rf"\([ \t]*(?:{ROW_OF_NUMBERS}(?:[ \t]*;[ \t]*{ROW_OF_NUMBERS})+[ \t]*|(?:\([^()=:\n]{{1,80}}\)[ \t,;]*){{2,80}})\)"
REWRITINGS: tuple[Rewriting, ...] = tuple(
    Rewriting(sign, spoken(looks, flags), made, example, gives)
    for sign, looks, flags, made, example, gives in (
        # the prompts of sessions, with the name that they show
        (
            "In[",
            r"^In\[(\d{1,4})\]:=[ \t]*([^\n]*)\n+Out\[\1\](?://\w+)?[ \t]*=[ \t]*(?=[{\d.-])",
            re.M,
            _of_mathematica,
            "In[1]:= N[H, 4]\nOut[1]= {{2.}}",
            "H = {{2.}}",
        ),
        (
            "dtype:",
            r"^(?:\d+[ \t]+[-−+\w.]+\n){1,200}(?:Name: [^\n]*, )?dtype: \w+$",
            re.M,
            lambda m: "   0\n" + m[0].rpartition("\n")[0],
            "0  0.1\n1  0.4\ndtype: float64",
            "   0\n0  0.1\n1  0.4",
        ),
        (
            "##",
            r"^([A-Za-z.]\w*)[ \t]*\n```[ \t]*\n[ \t]*\n(?=[ \t]*##[ \t])",
            re.M,
            r"\1 =" + NEWLINE * 3,
            "Q\n```\n\n    ## [1] 2",
            "Q =\n\n\n    ## [1] 2",
        ),
        (
            "#",
            r"^[ \t]*#[#>](?=[ \t]+\[|[ \t]{2,}[\-−.\d])",
            re.M,
            "  ",
            "    ##      [,1]",
            "        [,1]",
        ),
        (
            "approx",
            r"(?<=[\w)\]])[ \t]+approx[ \t]+(?=mat\(|[-.\d])",
            0,
            " ≈ ",
            "A approx mat(1.0)",
            "A ≈ mat(1.0)",
        ),
        (
            ">",
            _NAMES_TYPED,
            re.M,
            _several,
            ">>> g, m\n(0.5, array([1, 2]))",
            "\ng = 0.5, m = array([1, 2])",
        ),
        (
            "print(",
            r"^[ \t]*print\((?P<names>[A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)\)[ \t]*\n"
            r"(?P<values>(?:\[[^\[\]\n]{1,300}\][ \t]*)+)$",
            re.M,
            _several,
            "print(B, C)\n[1. 2.] [0. 3.]",
            "\nB = [1. 2.], C = [0. 3.]",
        ),
        (
            ">",
            _TYPED,
            re.M,
            _typed,
            "ghci> let q = cut x; q\n[[1,2],[5,6]]",
            "q =\n[[1,2],[5,6]]",
        ),
        (
            ":",
            _TYPED,
            re.M,
            _typed,
            "sage: A.n(digits=5)\n[1 2]\n[2 0]",
            "A =\n[1 2]\n[2 0]",
        ),
        (
            "print(",
            r"^[ \t]*print\([ \t]*([\"'])([^\"'\n]{1,40}?)[ \t]*[:=]?[ \t]*\1,[ \t]*(?=[-\[(\d.])([^\n]{1,2000})\)[ \t]*;?$",
            re.M,
            r"\2 = \3",
            'print("V =", [[2, 0], [4, 6]])',
            "V = [[2, 0], [4, 6]]",
        ),
        (
            "print(",
            _TYPED,
            re.M,
            _typed,
            "print(Q)\n  [,1]\n[1,] 2",
            "Q =\n  [,1]\n[1,] 2",
        ),
        ("%e", r"(?<![\w%])%(?=(?:e|pi)\b)", 0, "", "(%o1) %e^x", "(%o1) e^x"),
        (
            "[",
            r"^(?:(Out)|In)\[\d{1,4}\]\s*(?://\w+)?\s*:?=[ \t]*(?:(?=([{\d.-]))|)",
            re.M,
            lambda m: "= " if m[1] and m[2] else "",
            "Out[1]= {{1, 2}}",
            "= {{1, 2}}",
        ),
        (
            "Columns ",
            rf"(?:{_COLUMNS}{_ROWS_BELOW}(?:[ \t]*\n){{0,3}}){{2,40}}",
            re.M,
            _of_panels,
            " Columns 1 and 2:\n\n 1 2\n 3 4\n\n Column 3:\n\n 5\n 6\n",
            " 1 2   5\n 3 4   6\n\n\n\n\n\n\n\n",
        ),
        (
            "(%o",
            r"^\(%i(\d{1,4})\)[ \t]*([^\W\d]\w*)[ \t]*(?::([^\n]*))?[;$][ \t]*\n"
            r"((?:(?!\(%i)[^\n]*(?:\n|\Z)){1,200}?)(?=\(%i|\Z)",
            re.M,
            _of_maxima,
            "(%i1) Q: X;\n      [ 1 ]\n(%o1) [   ]\n      [ 2 ]\n",
            "Q =\n      [ 1 ]\n      [ 2 ]\n\n",
        ),
        (
            "(%",
            r"^\(%[io]\d{1,4}\)[ \t]*([^\n]*?)[$;]?[ \t]*$",
            re.M,
            r"\1",
            "(%o1) p = matrix([1, 2])",
            "p = matrix([1, 2])",
        ),
        (
            "-element",
            rf"^[ \t]*\d+-element [A-Z]\w*(?:\{{[^\n]*\}})?:[ \t]*((?:\n[ \t]*{WHOLE}[ \t]*$)+)",
            re.M,
            lambda m: f"[{', '.join(m[1].split())}]{NEWLINE * m[1].count(NEWLINE)}",
            "2-element Vector{Float64}:\n 0.5\n 1.0",
            "[0.5, 1.0]\n\n",
        ),
        ("{", _JULIA, re.M, "", "1×2 Matrix{Float64}:\n 6.9  -6.9", " 6.9  -6.9"),
        # matrices in the calls and signs of a language
        (
            "[",
            r"^[^\n]*\b(?:Sqrt|Exp|Log|Sin|Cos|Tanh|Abs)\[[^\n]*",
            re.M,
            _mathematica,
            "{{2 Sqrt[2], 1}}",
            "{{2*sqrt(2), 1}}",
        ),
        (
            "\\[",
            r"\\\[([A-Z][a-z]+)\]",
            0,
            lambda m: GREEK.get(m[1].lower(), "∞" if m[1] == "Infinity" else m[0]),
            r"{{-\[Infinity], \[Lambda]}}",
            "{{-∞, λ}}",
        ),
        (
            "",
            rf"[(\[][ \t]*{ROW_OF_NUMBERS}(?:{BETWEEN_ROWS}{ROW_OF_NUMBERS})+[ \t]*[)\]]",
            0,
            of_slashed_rows,
            "(1 2 / 3 4)",
            "(1 2; 3 4)",
        ),
        (
            ";",
            rf"[(\[][ \t]*{SPLIT_ROW}(?:{BETWEEN_ROWS}{SPLIT_ROW})+[ \t]*[)\]]",
            0,
            of_split_rows,
            "(0,5; 2 | 3; 4)",
            "(0,5  2; 3  4)",
        ),
        (
            ";",
            rf"(?<==)([ \t]*)((?:{NUMBER})(?:[ \t]*;[ \t]+(?:{NUMBER}))+)(?=[ \t]*(?:\.?[ \t]*$|,[ \t]+[^\W\d]\w*[ \t]*=))",
            re.M,
            r"\1(\2)",
            "K = 0,5; 2, V = 3; 4",
            "K = (0,5; 2), V = (3; 4)",
        ),
        (
            '"',
            r"(?<=\$)([ \t]*)\"([^\W\d_]\w{0,12})\"(?=[\w{}()^]{0,12}[ \t]*=)",
            0,
            r"\1\2",
            '$"KV" = 1$',
            "$KV = 1$",
        ),
        (
            "mat(",
            r"\bmat\(\s*(?:delim:\s*\"[^\"\n]*\"\s*,)?([^()\n]*\d[^()\n]*)\)",
            0,
            r"[\1]",
            "mat(1, 2; 3, 4)",
            "[1, 2; 3, 4]",
        ),
        (
            "■",
            rf"[\[(]?■({_LINEAR})[ \t]*[\])]?",
            0,
            lambda m: f"[{m[1][1:-1].replace('&', ', ').replace('@', '; ')}]",
            "[■(1&2@3&4)]",
            "[1, 2; 3, 4]",
        ),
        (
            "Matrix(",
            r"\bMatrix\(\s*(\d{1,3})\s*(?:,\s*(\d{1,3})\s*)?,\s*(\[[^()]{1,5000}?\])\s*\)",
            0,
            lambda m: (
                m[3]
                if "[" in m[3][1:]
                else _sized(m[0], m[3][1:-1], int(m[1]), int(m[2] or 1))
            ),
            "Matrix(1, 2, [3, 4])",
            "[3, 4]",
        ),
        (
            "<",
            r"<\s*(<[^<>\n]{1,500}>(?:\s*[,|]\s*<[^<>\n]{1,500}>){0,50})\s*>|<([^<>|\n;]{1,500}(?:;[^<>|\n;]{1,500})+)>",
            0,
            _of_angles,
            "<<1|2>,<3|4>>",
            "[1, 2; 3, 4]",
        ),
        (
            "at",
            r"\b(?:np|numpy|jnp)\s*\.\s*(?:asmatrix|matrix|mat)\(\s*(['\"])([^'\"()]{1,2000})\1\s*\)",
            0,
            r"[\2]",
            "np.matrix('1 2; 3 4')",
            "[1 2; 3 4]",
        ),
        (
            "matrix(",
            r"\bmatrix\(\s*c\(((?:[^()]|\([^()]*\)){1,2000})\)\s*,([^()]{1,200})\)",
            0,
            _of_r_call,
            "matrix(c(1, 3, 2, 4), nrow = 2)",
            "[1, 2; 3, 4]",
        ),
        (
            "bind(",
            r"\b([rc])bind\(\s*((?:c\([^()]{1,2000}\)\s*(?:,\s*)?){1,200})\)",
            0,
            lambda m: f"[{stacked(m[2])}]{'ᵀ' * (m[1] == 'c')}",
            "P <- rbind(c(1, 2), c(3, 4))",
            "P <- [1, 2; 3, 4]",
        ),
        (
            "<-",
            r"^([ \t]*[A-Za-z.][\w.]*[ \t]*)<-[ \t]+c(?=\([^()\n]{1,2000}\))",
            re.M,
            r"\1= ",
            "p <- c(1, 2)",
            "p = (1, 2)",
        ),
        (
            "(",
            r"(^[ \t]*\w+[ \t]+)?\b(?:(?:np|numpy|torch|jnp|mp|decimal)\.)?(?:tensor|array|float\d{0,3}|int\d{0,2}|mpf|Decimal)\("
            rf"[ \t]*(['\"]?)({NUMBER})\2[ \t]*(?:,(?:[^()\n]|\([^()\n]*\)){{1,200}})?\)",
            re.M,
            lambda m: f"{m[1].rstrip()} = {m[3]}" if m[1] else m[3],
            "worst tensor(0.5, grad_fn=<MaxBackward1>)",
            "worst = 0.5",
        ),
        (
            "Size([",
            r"(?:torch\.)?Size\(\[([\w, *]{1,100})\]\)",
            0,
            r"(\1)",
            "torch.Size([2, 3])",
            "(2, 3)",
        ),
        # rows in words
        (
            "%",
            r"(?<![\w./])\d+(?:[.,]\d+)?(?:[ ]?%)?(?:[ ]?/[ ]?\d+(?:[.,]\d+)?(?:[ ]?%)?){2,}(?<=%)(?![ ]?[\w/])",
            0,
            lambda m: "({}%)".format(
                "%, ".join(one.strip(" %") for one in m[0].split("/"))
            ),
            "p = 67/24/9 %",
            "p = (67%, 24%, 9%)",
        ),
        (
            "(",
            r"\[([^\[\]\n;]+)\][ \t]*\([x×]?[ \t]?([2-9])[x×]?[ \t]?«rows»\)",
            0,
            lambda m: f"[{'; '.join([m[1]] * int(m[2]))}]",
            "Z = [1 2] (x2 rows)",
            "Z = [1 2; 1 2]",
        ),
        (
            "=",
            rf"(?:{PROMPT}|^[ \t]*)(?:\[(?P<in>)|(?=\w))(?P<names>[A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)"
            r"(?(in)\])[ \t]*=[ \t]*(?(in)\[)"
            r"(?P<values>[^=\n]+?)(?(in)\])[ \t]*;?[ \t]*$",
            re.M,
            _several,
            "g, m = 0.5, (1, 2)",
            "g = 0.5, m = (1, 2)",
        ),
        (
            "(",
            rf"{SAID}(?:«many»[ \t]+)?(?:«rows»|(?P<columns>«columns»))[:,]?[ \t]+{TUPLES}",
            re.I,
            lambda m: f"= [{stacked(m['rows'])}]{'ᵀ' * bool(m['columns'])}",
            "Q has columns (1, 3) and (2, 4)",
            "Q = [1, 3; 2, 4]ᵀ",
        ),
        (
            "(",
            ROWS_NAMED,
            re.M | re.I,
            of_named_rows,
            "L: row 1 = (0, 1), row 2 = (2, -inf)",
            "L = [(0, 1), (2, -inf)]",
        ),
        (
            "e",
            rf"(?<![^\W\d_])(?P<said>{SAID})(?P<rows>{FIRST_ROW}{STEP}{{0,9}}+{ROW_TOLD}(?:{BEFORE_ROW}{LATER_ROW}{STEP}{{0,9}}+{ROW_TOLD})+)",
            re.I,
            of_ordinal_rows,
            "Q: first row 1 and 2, second row 2/2 = 1 and 6",
            "Q: [1  2; 1  6]",
        ),
        (
            "",
            r"(?:[=:]|\b«is»)[ \t]+(?:«the»[ \t]+)?(?:«indexed»)[ \t]+"
            r"(?=\d{1,3}(?:(?:,|,?[ \t]+«and»)[ \t]+\d{1,3})+[ \t]*(?:[,;)]|\.?$|\.\s|\b«with»))",
            re.M,
            "= ",
            "b = words 0 and 1, with s = 0.5",
            "b = 0 and 1, with s = 0.5",
        ),
        (
            " ",
            rf"(?P<sign>(?:[=:]|\b(?:«is»|be)\b)[ \t]*)(?P<chains>{CHAINS})"
            rf"(?=[ \t]*(?:;(?![ \t]*{STEP})|\.(?!\d)|$|«with»\b|,[ \t]+(?:[^\W\d_]{{2}}|[^\W\d]\w*[ \t]*[=:(])))",
            re.M,
            of_chains,
            "s = 1 + 2 = 3 and 2*4 = 8 (second row), so m = 1",
            "s = (1+2; 2*4) = (3; 8), so m = 1",
        ),
        (
            "",
            r"(?<!\w)«comes_out»(?=[ \t:]+[(\[\d])",
            0,
            "=",
            "A comes out as [1 2]",
            "A = [1 2]",
        ),
        (
            "\n",
            r"^((?![%#])[^=:|\d\n]{1,60}?),?[ \t]+([(\[]?(?:(?:in[ \t]*)?%|«percent»)[)\]]?)[ \t]*:?[ \t]*$(?=\n+[^\n=]*\d)",
            re.M,
            r"\1 \2:",
            "A (in %)\n100 0",
            "A (in %):\n100 0",
        ),
        (
            "(",
            rf"((?:^|[:;,.]|\b(?:«and»|«have»))[ \t]*(?:«the»[ \t]+)?(?!softmax)(?:«line»|(?-i:[A-Z]_?\d?)))[ \t]+(?={_ROUND})",
            re.M | re.I,
            r"\1 = ",
            "Head 1: queries (1 2; 3 4), K ((2, 1), (4, 3))",
            "Head 1: queries = (1 2; 3 4), K = ((2, 1), (4, 3))",
        ),
        (
            "|",
            rf"(?<!\w)\([ \t]*{BARRED}(?:[ \t]+\|[ \t]+{BARRED})+[ \t]*\)",
            0,
            of_barred_entries,
            "(-0,5 | 1 | ln 2)",
            "(-0,5; 1; ln 2)",
        ),
        # prints that go on over lines
        (
            "[[[",
            r"\](,?)[ \t]*\n[ \t]*\n([ \t]+\[)(?=\[)",
            0,
            r"]\1" + NEWLINE + r"\2" + NEWLINE,
            "[[[1]]\n\n [[2]]]",
            "[[[1]]\n [\n[2]]]",
        ),
        ("", r"^(?:>>>|\.\.\.|In \[\d+\]:)[ \t]?", re.M, "", ">>> Q = 1", "Q = 1"),
    )
)


def rewritten(text: str) -> str:
    """A text with what programs write in brackets, with names where prompts show them.

    >>> rewritten("julia> M\\n1×2 Matrix{Float64}:\\n 6.9  -6.9\\n")
    'M =\\n\\n 6.9  -6.9\\n'
    """
    return by_rules(REWRITINGS, text)


def by_rules(rules: Sequence[Rewriting], text: str) -> str:
    """A text with every rewriting of a list made, one after the other.

    >>> by_rules([Rewriting("~", pattern("~"), " ", "a~b", "a b")], "1~2")
    '1 2'
    """
    for one in rules:
        if one.sign in text:
            text = one.pattern.sub(one.made, text)
    return text
