"""A text of any kind, LaTeX, Markdown or plain, read as one: its signs made plain, its matrices found, then its equations."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import cycle

from symattn.errors import LimitError
from symattn.exact import units
from symattn.language.evaluate import budget, spend
from symattn.language.letters import any_known
from symattn.later import Match, pattern
from symattn.limits import LONGEST_PASSAGE, MOST_PASSAGES, MOST_TEXT
from symattn.marking.answers import about, numerals, statements
from symattn.marking.answers.beside import SHORT_NAME
from symattn.marking.answers.boxed import undrawn
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.cells import is_entry
from symattn.marking.answers.flat import Flat
from symattn.marking.answers.headings import heading
from symattn.marking.answers.latex import flatten
from symattn.marking.answers.layout import laid_out
from symattn.marking.answers.ledger import AnswerText
from symattn.marking.answers.numerals import evidence, of_program
from symattn.marking.answers.passages import passages
from symattn.marking.answers.plain import SIGNS
from symattn.marking.answers.plain import rule as _rule
from symattn.marking.answers.programs import (
    PROMPT,
    Rewriting,
    by_rules,
    rewritten,
    uncommented,
)
from symattn.marking.answers.spans import joined
from symattn.marking.answers.table_rows import SHAPE, SIZE, shape
from symattn.marking.answers.taken import taken_out
from symattn.marking.answers.written import START, AnswerPlace, Contents
from symattn.marking.said import reading
from symattn.records import replace

NEWLINE = "\n"
_PROGRAM = pattern(
    r"^[ \t]*(?:import \w+|from \w+ import|print\(|def \w+\(|for \w+ in )", re.MULTILINE
)
_QUESTION = spoken(r"(?:Q|«question»)[ .]?\d{1,2}", re.IGNORECASE)
_DIGIT = pattern(r"\d")
_VALUED = frozenset("=|[")
_WORD = pattern(r"[^\W\d_]{3}")
_EXACT = pattern(r"\A(?=.*[a-zπ√])[^.,]*\Z")
_SAYS = pattern(r"[ \t]+[^\W\d_]")
_BREAK = pattern(r"[ \t]*<br ?/?>[ \t]*")
_OF_NUMBERS = pattern(r"│[ \t]*[-−+.\d]")
_NUMBER = pattern(
    r"(\d{1,2}\s?[a-h]|[a-h])\.?"
)  # of a part, in bold print and without a bracket


def _unbold(bold: Match) -> str:
    """What is in bold print, the number of a question or a part with a bracket behind it."""
    if found := _NUMBER.fullmatch(bold[1]):
        return f"{found[1]})"
    return f"{bold[1]})" if _asks(bold) else bold[1]


def _asks(bold: Match) -> bool:
    """Whether bold print is the number of a question before words: **Q1** gate G = …, but not **Q1** = …"""
    return (
        _QUESTION.fullmatch(bold[1]) is not None
        and _SAYS.match(bold.string, bold.end()) is not None
    )


def _fenced(table: Match) -> str:
    """A table of AsciiDoc, whose cells have bars before them alone, with its title above it as a name."""
    rows = "".join(
        f"{line} |{NEWLINE}" if line.strip() else NEWLINE
        for line in table["rows"].split(NEWLINE)[:-1]
    )
    return f"{table['title'] or ''}{NEWLINE * table['head'].count(NEWLINE)}{rows}"


def _underlined(found: Match) -> str:
    """A line with a rule of signs below it, where that makes it a heading."""
    return f"# {found[1]}{NEWLINE}" if heading(found[1]) is not None else found[0]


_DRAWN_SIGNS = str.maketrans(
    {
        **dict.fromkeys("│┃║┆", "|"),
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("┌┬┐├┼┤└┴┘╞╪╡", "+"),
    }
)


def _ruled(table: Match) -> str:
    """A table of drawn lines in plain signs; a box round words, or round an equation, stays as it is."""
    return (
        table[0].translate(_DRAWN_SIGNS)
        if "=" not in table[0] and _OF_NUMBERS.search(table[0])
        else table[0]
    )


def _shape(found: Match) -> str:
    """A name and its shape in brackets; what is left of the signs of formulas still opens or closes one."""
    name, sizes = found["name"], found["shape"]
    of_line = _LINE.search(name) and not _OF.search(found.string[: found.start()])
    worded = (
        len(name) > 2 and name.isalpha() and not of_line
    )  # a table of scores is n x n
    if (worded or found["bare"] is not None) and not about.is_name(name):
        return found[0]  # which is n x d
    whole = f"{name} = {sizes if sizes[0] == '(' else shape(sizes)}"
    return whole + "$" * (found[0].count("$") % 2)


_SYMBOL = r"\\?[^\W\d_]\w{0,6}(?:[_^](?:\{[^{}\n]{1,12}\}|\([^()\n]{1,6}\)|\w{1,6})){0,2}[₀-₉ᵢ]?"
_OF_ROW = r"[-−+]?[\d.][\d.,/]{0,20}[ \t]*\(«row»[ \t]*\d\)"  # 0.1 (row 1)
_A_ROW = pattern(r"([-−+]?[\d.][\d.,/]{0,20})[ \t]*\(")
_HAS = (
    r"(?:(?:«each»[ \t]+)?(?:(?:«have»|«is»|«stays»|«likewise»)\b|:|\\colon\b)|«each»(?=[ \t]+[$`(]))"
    r"[ \t]*(?:«of_shape»[ \t]+)*"
)
_OF_SHAPE = r"(?:«shape»\b[ \t]*:?[ \t]*|(?:\w{1,5}[ \t]+)?«matrix»[ \t]+(?:«with»|«of»)[ \t]+)?"
_LISTED = rf"\((?:{SIZE}[ \t]*,[ \t]*)+{SIZE}\)"
_BY = r"(?:,|[ \t]+(?:«and»|x|×|«by»))[ \t]+"
_LINE = spoken(r"\A(?:«line»)\Z", re.IGNORECASE)
_OF = spoken(r"(?:«of»)\s*\Z")
SHAPES: tuple[Rewriting, ...] = (
    _rule(
        ".shape",
        r"(?<=\w)\.shape\b[ \t]*(?:(?:[-=]>|→|:|=(?!=))[ \t]*(?=(?:torch\.)?Size|[\[(\w])"
        r"|\n(?:Out\[\d+\][:=][ \t]*)?(?=(?:torch\.)?Size|\())",
        " = ",
        "Q.shape = K.shape -> (n, d)",
        "Q = K = (n, d)",
    ),
    _rule(
        "",
        rf"(?<!\w)({SIZE})[ \t]+«rows»{_BY}({SIZE})[ \t]+«columns»",
        r"\1 × \2",
        "A has n rows and d_k columns",
        "A has n × d_k",
    ),
    _rule(
        "",
        rf"(?<!\w)({SIZE})[ \t]+«columns»{_BY}({SIZE})[ \t]+«rows»",
        r"\2 × \1",
        "A has d_k columns and n rows",
        "A has n × d_k",
    ),
    _rule(
        "",
        rf"(?:«of»[ \t]+)?«the_same»[ \t]+«shape»[ \t]+[^\W\d_]{{2,4}}[ \t]+\$?{_SYMBOL}\$?(?:[ \t]*[:,(]|[ \t]+«that_is»,?)+"
        rf"[ \t]*(?=[$`]?(?:{SHAPE}|{_LISTED}))",
        "shape ",
        "A has the same shape as S: n x n",
        "A has shape n x n",
    ),
    _rule(
        "",
        rf"(?P<name>(?<![\w\\]){_SYMBOL})\$?[ \t]*(?:{_HAS}{_OF_SHAPE}|(?P<bare>(?<!\t)(?<![ ]{{2}})(?={_LISTED}))"
        rf"|(?P<opens>\((?=[^()\n]*(?!x)[^\W\d_])))[$`]?"
        rf"(?P<shape>{SHAPE}|{_LISTED})(?![\w^*/(]|[ \t]*[=≈])[$`]?(?(opens)\)(?![ \t]*[:=]))",
        _shape,
        "Q has the shape n x d_k.",
        "Q = (n, d_k).",
    ),
    _rule(
        "",
        rf"(?<!\w)({_SYMBOL})\$?[ \t]*(?:[:=]|«is»\b|«have»\b)[ \t]*(?:«of»[ \t]+)?(?:«the»[ \t]+)?"
        rf"(?:«same_shape_as»)[ \t]+\$?({_SYMBOL})(?!\w)",
        r"\1 = \2",
        "A has the same shape as S.",
        "A = S.",
    ),
    _rule(
        "",
        rf"^([ \t]*({SHORT_NAME})[ \t]*[=:][^\n]*\n\s*)({SHORT_NAME})[ \t]*[=:][ \t]*"
        r"(?:«the_same»|same)[ \t]+«shape»[ \t.]*$",
        r"\1\3 = \2",
        "A: (n, n)\nA2: the same shape",
        "A: (n, n)\nA2 = A",
    ),
    _rule(
        "#",
        rf"^([ \t]*{_SYMBOL}(?:[ \t]*,[ \t]*{_SYMBOL})*[ \t]*=)(?![ \t]*(?:{_LISTED}|{SHAPE}|torch|Size))[^=#\n]*#[^\n()]*?"
        rf"((?:torch\.)?(?:Size\(\[{SIZE}(?:[ \t]*,[ \t]*{SIZE})+\]\)|{_LISTED}|{SHAPE}))[^\n]*",
        r"\1 \2",
        "Q, K = X @ W, X @ U  # each B x n",
        "Q, K = B x n",
    ),
    _rule(
        "FLOP",
        r"(?<=\d)[ \t]?([kKMGT]?)FLOPs?(?![\w/])",
        r"\1",
        "pairs = 4.3 GFLOPs",
        "pairs = 4.3G",
    ),
)
"""What is made plain on a sheet that asks for shapes."""
_LISTED_BY = r"(?:,[ \t]*|,?[ \t]+«and»[ \t]+)"
_COMMA = spoken(_LISTED_BY)
_SYMBOLS = rf"(?>{_SYMBOL})(?:{_LISTED_BY}(?>{_SYMBOL}))*"  # each taken in one way


DRESS: tuple[Rewriting, ...] = (
    _rule(
        "===",
        r"^([^\W_][^|=\[\]\n]{0,79})\n={4,}[ \t]*$",
        _underlined,
        "Part (a)\n=====",
        "# Part (a)\n",
    ),
    _rule(
        "\n",
        r"^[ \t]*(-{2,}|={2,}|\*{3,}|~{3,})[ \t]*([^\W_][^|=\[\]\n]{0,79}?)[ \t]*\1[ \t]*$",
        r"# \2",
        "H = 1\n--- backward ---\n",
        "H = 1\n# backward\n",
    ),
    _rule(
        "|",
        r"^[ \t]*\|[ \t]*([*`$]*[^\W\d_]\w{0,12}[*`$]*)[ \t]*\|(?:[ \t]*\|)*[ \t]*\n(?P<rule>[ \t]*\|[-:| \t]+\|[ \t]*\n)?"
        r"(?=[ \t]*\|[ \t]*[-−+]?[\d.])",
        lambda m: f"{m[1]} ={NEWLINE if m['rule'] else ''}\n",
        "| D |  |\n|---|---|\n| 1 | 2 |\n",
        f"D ={NEWLINE}\n| 1 | 2 |\n",
    ),
    _rule(
        "|",
        r"^[ \t]*\|[ \t]*(\d{1,2}[ \t.)]{0,2}\(?[a-h])\)?[ \t]*\|[ \t]*([^|\n\d][^|\n]{0,40}?)[ \t]*\|"
        r"[ \t]*([^|\n]*\d[^|\n]*?)[ \t]*\|[ \t]*$",
        r"\1) \2: \3",
        "| 1a | A | [[1, 2]] |",
        "1a) A: [[1, 2]]",
    ),
    _rule(
        "==",
        r"^[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*\n(?P<rows>(?:[ \t]*[-−+.\d][^\n]*\n)+)[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*$",
        r"\n\g<rows>",
        "==  ==\n1   2\n==  ==",
        "\n1   2\n",
    ),
    _rule(
        "@",
        r"^((?:\([\w.-]{1,40}\)[ \t]*)?[\w.-]{1,40}@[^\n$]{1,200})\$(?=[ \t]|$)",
        r"\1",
        "ada@home:~/hw$ python head.py",
        "ada@home:~/hw python head.py",
    ),
    _rule(
        "$ ",
        r"^\$[ \t]+(?:python|ipython|octave|julia|Rscript|node|sage|maxima|cat|\./)[^$=\n]*$",
        "",
        "$ python head.py\nQ: 1",
        "\nQ: 1",
    ),
    _rule(
        "\n==",
        r"(\n\n|^)={2,6}[ \t]+([^=|\[\]\n]{1,80})$",
        lambda m: m[0] if not m[1] and heading(m[2]) is None else f"{m[1]}# {m[2]}",
        "1\n== (a)\n2",
        "1\n# (a)\n2",
    ),
    _rule(  # of Org
        "\n**",
        r"^\*{2,6}[ \t]+([^*=≈|\[\]\n]{1,80})$",
        lambda m: f"# {m[1]}" if heading(m[1]) or heading(f"{m[1]}:") else m[0],
        "1\n** (a)\n2",
        "1\n# (a)\n2",
    ),
    _rule(
        "┆",
        r"^shape: \([\d, ]+\)\n([┌┬─]+┐)\n│(?:[ ]*column_\d+[ ]*[┆│])+\n│[ ]---[^\n]*\n│[^\n]*\n╞[^\n]*",
        5 * NEWLINE + r"\1",
        "shape: (1, 1)\n┌───┐\n│ column_0 │\n│ --- │\n│ f64 ┆\n╞═══╡\n",
        "\n\n\n\n\n┌───┐\n",
    ),
    _rule(
        "┐",
        r"^[ \t]*┌[─┬]+┐[ \t]*\n(?:[ \t]*[│├╞][^\n]*[│┤╡][ \t]*\n){1,200}[ \t]*└[─┴]+┘[ \t]*$",
        _ruled,
        "Q\n┌───┐\n│ 1 │\n├───┤\n│ 2 │\n└───┘",
        "Q\n+---+\n| 1 |\n+---+\n| 2 |\n+---+",
    ),
    _rule(
        "-+\n",
        r"^((?![ \t]*\|)[^\n]*\n)[ \t]*\+(?:[-=]+\+)+[ \t]*\n(?=[ \t]*\|[ \t]*(?:[-−+.\d]|\(index\)))",
        r"\1" + NEWLINE,
        "Q\n+---+\n| 1 |\n+---+\n| 2 |",
        "Q\n\n| 1 |\n+---+\n| 2 |",
    ),
    _rule(
        "-+\n",
        r"^[ \t]*\+-+\+[ \t]*\n[ \t]*\|([^|\n]+)\|[ \t]*\n[ \t]*\+-+\+[ \t]*$",
        NEWLINE + r"\1" + NEWLINE,
        "+-------+\n| A = 1 |\n+-------+",
        "\n A = 1 \n",
    ),
    _rule(
        "<dbl>",
        r"^# A tibble: [^\n]*\n([^\n]*\n)[ ]*(?:<\w+>[ ]*)+$",
        r"\1--" + NEWLINE + "--",
        "# A tibble: 1 × 1\n     V1\n  <dbl>\n1     2",
        "     V1\n--\n--\n1     2",
    ),
    _rule("#+", r"^#\+(?:NAME|CAPTION):[ \t]*", "", "#+NAME: Q\n| 1 |", "Q\n| 1 |"),
    _rule(
        "|===",
        r"(?P<head>(?:^\.(?P<title>[^\W_][^\n]{0,79})\n)?(?:^\[[^\n]{0,200}\]\n)?^\|===[ \t]*\n)"
        r"(?P<rows>(?:(?!\|===)[^\n]*\n){1,200})\|===[ \t]*$",
        _fenced,
        ".Q\n|===\n|1 |2\n|===",
        "Q\n\n|1 |2 |\n",
    ),
    _rule(
        "\n:",
        r"^([^\W\d_]\w{0,12})\n:[ \t]+(?=[$\d(\[.−-])",
        r"\1 =" + NEWLINE,
        "E\n: 0.5",
        "E =\n0.5",
    ),
    _rule(
        "`",
        rf"`({SHORT_NAME}[ \t]{{0,9}}=[ \t]{{0,9}})"
        r"([-−+.\d][-−+.,\d/]{0,30}(?:[ \t]{1,9}[-−+.\d][-−+.,\d/]{0,30}){1,60})`",
        r"`\1[\2]`",
        "so `m = 12 11` here",
        "so `m = [12 11]` here",
    ),
    _rule(":math:", r":math:`([^`\n]{1,2000})`", r"$\1$", ":math:`Q = 1`", "$Q = 1$"),
    _rule(
        "math::",
        r"^\.\.[ \t]+math::[ \t]*((?:[^\n]*\n)(?:[ \t]*\n|[ \t]+[^\n]*\n){0,200})",
        r"$$\1$$" + NEWLINE,
        ".. math:: Q = 1\n\nso\n",
        "$$Q = 1\n\n$$\nso\n",
    ),
    _rule(
        "stem:",
        r"\b(?:latexmath|stem):\[((?:[^\[\]\n]|\[[^\[\]\n]*\]){1,2000})\]",
        r"$\1$",
        "stem:[Q = 1]",
        "$Q = 1$",
    ),
    _rule(
        "~~",
        r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,5000}?~~",
        lambda m: NEWLINE * m[0].count(NEWLINE),
        "S = ~~[9 9]~~ [1 3]",
        "S =  [1 3]",
    ),
    _rule(
        ".",
        r",[ \t]*«that_is»,?[ \t]+(?=[-−+(\[]?[ \t]*[\d.])(?![-−+\d.,· \t]+(?!«and»\b)[^\W\d_]{2})",
        " = ",
        "K: ln 2 and ln 3, i.e. 0.6931 and 1.0986",
        "K: ln 2 and ln 3 = 0.6931 and 1.0986",
    ),
    _rule(
        "",
        rf"(?<!\w)({_SYMBOL})[ \t]*=[ \t]*(?=(?:\\left)?[(\[])([^=\n]{{1,300}}[)\]])(\$?)"
        r"(?:[ \t]*[.,;])?\s{0,3}(?:«and»[ \t]+)?"
        rf"\$?(?<!\w)({_SYMBOL})\$?[ \t]+«is»[ \t]+«the_same»(?=[ \t]*(?:[.,;)]|$))",
        r"\1 = \4 = \2\3",
        "A1 = (1 2) and A2 is the same.",
        "A1 = A2 = (1 2).",
    ),
    _rule(
        "=",
        rf"(?<!\w)(?P<name>{_SYMBOL})[ \t]*=[ \t]*"
        rf"(?P<rows>{_OF_ROW}(?:(?:[,;]|[ \t]+«and»)[ \t]+(?P=name)[ \t]*=[ \t]*{_OF_ROW}){{1,8}})",
        lambda m: f"{m['name']} = [{'; '.join(_A_ROW.findall(m['rows']))}]",
        "so s = 0.1 (row 1) and s = 0.4 (row 2)",
        "so s = [0.1; 0.4]",
    ),
    # what was done before a line is no part of the value above it
    _rule(
        "",
        r"^[ \t]*[÷·×⋅∘/](?=[^=\n:]{1,40}:[ \t]*$)",
        "",
        "÷ by 2, mask:\nA = 1",
        " by 2, mask:\nA = 1",
    ),
    # of several symbols each is the same as its own, or all as one
    _rule(
        "",
        rf"(?<![\w,] )(?<!\w)({_SYMBOLS})[ \t]*(?:[:=][ \t]*)?(?:«is»[ \t]+)?(?<!\w)«same_as»[ \t]+({_SYMBOLS})(?!\w)",
        lambda m: "; ".join(
            map(
                " = ".join,
                zip(_COMMA.split(m[1]), cycle(_COMMA.split(m[2])), strict=False),
            )
        ),
        "A2 and B2 are the same as A1 and B1",
        "A2 = A1; B2 = B1",
    ),
    _rule(
        "",
        r"^((?:[^=:\n]|:(?![ \t]*[(\[\d.])){1,60}?[^\s,;–-])[ \t]+(?:«is»[ \t]+)?«same_as»[ \t]+"
        r"(?=[^\W\d_])",
        r"\1 = ",
        "the second A is the same as A1",
        "the second A = A1",
    ),
    _rule(
        "",
        r"(?<=[\w)}\]ᵀ])[ \t]+(?:«times»)[ \t]+(?=\$?\\?(?:[A-Z]\w{0,4}|[b-z]\d?)(?![^\W_]))",
        " · ",
        "A1 times V1 is [1 2]",
        "A1 · V1 is [1 2]",
    ),
    _rule(
        "",
        rf"(?<!\w)({_SYMBOL})[ \t]+«transposed»(?!\w)",
        r"\1ᵀ",
        "Q K transposed = 1",
        "Q Kᵀ = 1",
    ),
    _rule(
        "]",
        r"(?<![\w)=:≈][ \t])(?<!\w)(\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\])[ \t]+«is»[ \t]+"
        r"([^\W\d_]{1,2}[_^{}\d₀-₉]{0,5})(?=[ \t]*(?:[,.;]|[ \t]{2}|$))",
        r"\2 = \1",
        "[1 2]  is Q   [3 4] is K, so",
        "Q = [1 2]   K = [3 4], so",
    ),
    _rule(
        "*",
        r"^([ \t]*)\*([^\s*][^*\n]{0,80}(?<=\S))\*(?=[ \t:=]|$)",
        r"\1\2",
        "*a)* A = 1",
        "a) A = 1",
    ),
    _rule(
        "*(",
        r"(?<![\w*)\]])\*(\([^*()\n]*[^\W\d_]{3}[^*()\n]*\))\*(?![\w*(])",
        r"\1",
        "H *(3 marks)* = 1",
        "H (3 marks) = 1",
    ),
    _rule(
        "__",
        r"(?<![\w\\])__(?=[^\s_])([^\n]{1,500}?)(?<=[^\s_])__(?!\w)",
        r"\1",
        "__A = 1__ so",
        "A = 1 so",
    ),
    _rule(
        "**1",
        r"^\*\*(\d{1,2})\*\*(?=[ \t]+[^\W\d_])",
        r"\1)",
        "**1 (a)** m = 0\n**2** Variance: 5",
        "**1 (a)** m = 0\n2) Variance: 5",
    ),
    _rule(
        "**",
        r"(?<![\w*)\]])\*\*(?=[^\s*])([^*\n]{1,500}?)(?<=\S)\*\*(?![\w*(])",
        _unbold,
        "**a** 2**3 = 8",
        "a) 2**3 = 8",
    ),
    _rule(
        "|",
        r"^(?![ \t]*\|)[^|\n]+\|[^\n]*\n[ \t]*:?-{2,}:?[ \t]*\|[-:| \t]*(?:\n[^|\n]+\|[^\n]*)+",
        lambda m: "\n".join(f"| {line.strip()} |" for line in m[0].split("\n")),
        "a | b\n--|--\n1 | 2",
        "| a | b |\n| --|-- |\n| 1 | 2 |",
    ),
    _rule(
        "<br",
        r"(?<=\|)[ \t]*([-−+.\d][^|<>\n]{0,200}(?:<br ?/?>[^|<>\n]{1,200}){1,60})(?=\|)",
        lambda m: f" [{_BREAK.sub('; ', m[1].strip())}] ",
        "| Q | 1 2<br>3 4 |",
        "| Q | [1 2; 3 4] |",
    ),
    _rule(
        "*/",
        r"/\*(?:[^*\n]|\*(?!/)|\n(?!\n)){0,500}\*/",
        lambda m: NEWLINE * m[0].count(NEWLINE),
        "/* 5 */\nS = 1",
        "\nS = 1",
    ),
    _rule(
        "#",
        r"(?<=[\d\])],)[ \t]*#[^\n]*(?=\n[ \t]*[-−.\d\[(])",
        "",
        "A = [[1, 2], # first\n[3, 4]]",
        "A = [[1, 2],\n[3, 4]]",
    ),
    _rule(
        "",
        r"(?:^[ \t]*[#%](?![#>])[^\n]*(?:\n|\Z))+",
        uncommented,
        "print(Q)\n# [[1 2]\n#  [3 4]]\n# so",
        "print(Q)\n[[1 2]\n [3 4]]\n# so",
    ),
    _rule(
        "", r"^[ \t]*(?:\"{3}|'{3})[ \t]*$", "", 'print(Q)\n"""\n1 2', "print(Q)\n\n1 2"
    ),
    _rule(
        "", rf"{PROMPT}(?=[%#]+[ \t]*[^\W\d_])", "", "octave:1> % Head 1", "% Head 1"
    ),
    _rule(
        "%",
        r"^[ \t]*%(?![ \t]*(?i:«head»|both|«question»)\b).*",
        "",
        "% no answer",
        "",
    ),
    _rule("%", r"^[ \t]*%+(?=[ \t]*[^\W\d_])", "#", "% Head 1", "# Head 1"),
)
"""What Markdown and programs put round words, in plain text: what is struck out goes first, with all that it holds; then stars,
so that a part's number in bold gets its bracket; comments go before those that head something, which stay as headings."""


_DEFINES = pattern(  # Let Z = 1 + e^2 = 8.3891
    r"(?:^|(?<=[\s$]))(?P<name>[A-Z]_?\d?)[ \t]{0,9}=[ \t]{0,9}(?P<value>[^\s=≈$][^=≈$\n]{0,200}?)"
    r"[ \t$]{0,9}(?:[=≈][ \t]{0,9}[\d.,]{1,20})?(?:[ \t$.,;:]{0,9}$|\$)",
    re.MULTILINE,
)
_DIVISOR = pattern(r"(?<=/)([A-Z]_?\d?)(?![\w^(])")


def _divided(text: str) -> str:
    """A text in which divisors that it names, sums of exponentials as a rule, stand in full behind what they divide.

    >>> _divided("[1/Z, e^2/Z]\\nwith Z = 1 + e^2 = 8.39."), _divided("1/Z\\nZ = 1 + e\\n1/Z\\nZ = 2 + e\\n1/Z")
    ('[1/(1+e^2), e^2/(1+e^2)]\\nwith Z = 1 + e^2 = 8.39.', '1/Z\\nZ = 1 + e\\n1/(1+e)\\nZ = 2 + e\\n1/(2+e)')
    """
    told = list[tuple[int, str, str]]()
    for found in _DEFINES.finditer(text) if _DIVISOR.search(text) else ():
        value = "".join(found["value"].split()).replace("{", "(").replace("}", ")")
        known = (is_entry(value) or any_known()) and _EXACT.search(value)
        if known and not about.is_name(found["name"]):
            told.append((found.end(), found["name"], f"({value})"))
    names = Counter(name for _, name, _ in told)
    values = {
        name: value for _, name, value in told if names[name] == 1
    }  # 1/Z with Z = …
    out, at = "", 0
    for end, name, value in [*told, (len(text), "", "")]:
        out += _DIVISOR.sub(lambda m: values.get(m[1], m[1]), text[at:end])
        at, values[name] = end, value
    return out


_NAMED = rf"{SHORT_NAME}[ \t]*[=≈:]"
_ASKED = pattern(
    rf"^([ \t]*\d{{1,2}})(?:[ \t](?=[ \t]*{_NAMED}|[ \t]+[^\W\d_][^\n]*[=≈:])"
    r"|(?<=[^=≈:\n]\n\n[2-9])(?=[ \t]*\n\n(?![ \t]*[-−+.]?\d)))",
    re.MULTILINE,
)
WHOLE: tuple[Rewriting, ...] = (
    # the number of a question, before a name or a gap or alone, where the first one has its own before a part or a name
    _rule(
        "1",
        rf"^[ \t]*1(?:[ \t]*\(?a[).]|a[ \t]|[ \t]+{_NAMED})(?:.|\n)*",
        lambda m: _ASKED.sub(r"\1)", m[0]),
        "1 E = 1\n2 B = 2\n3   Var[s] = 3\n\n4\n\n- m = 1",
        "1)E = 1\n2)B = 2\n3)  Var[s] = 3\n\n4)\n\n- m = 1",
    ),
    _rule(
        "",
        rf"^([ \t]*({SHORT_NAME})[ \t]*[=:][^\n]*\n\s*)({SHORT_NAME})[ \t]*[=:][ \t]*(?:«ditto»)[ \t.]*$",
        r"\1\3 = \2",
        "A1 = [1 2]\nA2 = ditto",
        "A1 = [1 2]\nA2 = A1",
    ),
)
"""What is made plain in the whole of a text, before it is cut into passages."""


def read(
    text: str,
    ids: frozenset[str] = frozenset(),
    *,
    latex: bool = False,
    printed: bool = False,
    start: AnswerPlace = START,
) -> Contents:
    """The equations of a text; *latex* says that ``%`` begins a comment, *printed* that a program
    wrote it. Raises LimitError.

    >>> [(answer.label, answer.text) for answer in read("𝐐¹ = [1 2]").answers]
    [('𝐐¹', '[1 2]')]
    """
    if len(text) > MOST_TEXT:
        raise LimitError(
            reading("long_text", count=f"{len(text):,}", most=f"{MOST_TEXT:,}")
        )
    is_program = not latex and _PROGRAM.search(text) is not None
    text = text if is_program else by_rules(WHOLE, _divided(text))
    with evidence(text), of_program(is_program or printed):
        parts = [text] if is_program or any_known() else passages(text, latex)
        if len(parts) > 1 or (not latex and len(text) <= LONGEST_PASSAGE):
            found = _by_passages(parts, ids, start, latex)
        else:
            found = statements.read(flat(text.rstrip(), latex), ids, start)
    above = 0
    for part in parts:
        found.sources.append(AnswerText(part, above=above))
        above += part.count(NEWLINE)
    if is_program:
        found.answers = [replace(answer, loose=True) for answer in found.answers]
    return found


def _by_passages(
    parts: list[str], ids: frozenset[str], start: AnswerPlace, latex: bool
) -> Contents:
    """The contents of a text, passage by passage: what is known of one that was read before is moved to its line."""
    found, lines, place = Contents(), 0, start.moved(-start.line)
    for part in parts:
        again = not (
            _VALUED.isdisjoint(part) and _DIGIT.search(part) and _WORD.search(part)
        )  # a name and id are one's own
        read = (
            remembered(part.rstrip(), ids, place, latex)
            if again
            else statements.read(flat(part, latex), ids, place)
        )
        found.answers += [answer.moved(lines) for answer in read.answers]
        found.unused += [unused.moved(lines) for unused in read.unused]
        found.headed += [place.moved(lines) for place in read.headed]
        place = read.end.moved(-read.end.line)
        lines += part.count(NEWLINE)
    found.answers.sort(
        key=lambda answer: answer.above is not None
    )  # what may be no name comes last, as in the whole
    found.end = place
    return found


def remembered(
    text: str,
    ids: frozenset[str] = frozenset(),
    place: AnswerPlace = START,
    latex: bool = False,
) -> Contents:
    """What stands in a short text, read once for all who write it; nothing of it is to be changed.

    >>> remembered("S = [1 2]") is remembered("S = [1 2]")
    True
    >>> from symattn.language.letters import known, letter
    >>> with known({"t": letter("t", "real")}):  # what a letter is differs from question to question
    ...     remembered("S = [1 2]") is remembered("S = [1 2]")
    False
    """
    if len(text) > LONGEST_PASSAGE or any_known():
        return statements.read(flat(text, latex), ids, place)
    found, steps = _passage(
        text, latex, ids, place, (numerals.state(), units.read_now(), about.now())
    )
    spend(steps)
    return found


@lru_cache(maxsize=MOST_PASSAGES)
def _passage(
    text: str, latex: bool, ids: frozenset[str], place: AnswerPlace, now: object
) -> tuple[Contents, int]:
    """What stands in a passage, and the steps of reading it, which each who writes it is charged: nobody's report depends on what
    others wrote before."""
    with budget() as own:
        return statements.read(flat(text, latex), ids, place), own.most - own.left


def flat(text: str, latex: bool = False) -> Flat:
    """A text made flat: its matrices that are laid out over lines taken out, its LaTeX without dressing.

    >>> flat("A = [1 2]").text
    'A = [1 2]'
    """
    text = by_rules(SIGNS, text)
    text = by_rules(SHAPES, text) if about.now().shapes else text
    if latex:
        return joined(flatten(text, comments=True))
    text, grids = taken_out(*undrawn(rewritten(by_rules(DRESS, text))))
    if "\\" in text or "$" in text:
        return laid_out(joined(flatten(text, comments=False, grids=grids)))
    found = Flat(grids=grids)
    found.add(text, 1)
    return laid_out(joined(found))
