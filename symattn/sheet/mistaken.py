"""What people write in a worksheet that is no TOML, and what to write instead: lists as other languages have them, values without
quotes, quotation marks of a word processor, a text that ends at its apostrophe.

A matrix is read as it was meant, whatever brackets and commas it has, and shown as TOML writes it; everything else is a rule,
with an example beside it. What a rule makes of a statement is looked at again until it is TOML, and what never is, is not said:
two slips in one line are answered together, and nobody is told to write what would be refused. Nothing read here is ever used as
a value.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from symattn.boxes.latex import unread
from symattn.later import Match, pattern
from symattn.said import Pair
from symattn.tables import in_turn

CURLY = str.maketrans("“”„‟«»‘’‚‛", '""""""' + "''''")
DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-"))
BRACES = str.maketrans("{}", "[]")
NUMBERS = {"schema": 1, "decimals": 4, "marks": 3, "columns": 2}
"""Keys whose values are numbers, each with one."""
LISTS = ("asks", "header", "tokens")
"""Keys whose values are lists of words."""
LONGEST = 400
"""Characters of a value that are looked at, and shown again as they should be written."""
ROUNDS = 5
"""Slips in one statement that are answered together."""
_STATEMENT = pattern(r"\s*([\w.\"'-]+)\s*(:=|=+>?|:|<-)\s*")
_UNSIGNED = pattern(r"[ \t]*([A-Za-z_]\w*)[ \t]+(?:is[ \t]+)?(?=[\[\"'\d-])")
_DECLARED = pattern(r"[ \t]*(let|var|const|set|matrix)[ \t]+(?=[A-Za-z_]\w*[ \t]*=)")
_SIGNED = pattern(r"[ \t]*(\$?[A-Za-z_]\w*(?:[\^{}(),*$]+\w*)+)[ \t]*=(?!=)[ \t]*")
_TABLES = pattern(
    r"\[\[?[\"'\s]*[A-Za-z_]"
)  # how a header begins, and no row of numbers
_CALL = pattern(
    r"[A-Za-z_][\w.]*\(\s*(?=[\[(])(.*?)(?:,\s*[A-Za-z_]\w*\s*=[^()\[\]]*)?\)\s*$", re.S
)
_TOKEN = pattern(
    r"""[\[({]|[\])}]|,|;|\s+|"(?:[^"\n\[\]]|\[[^"\n\[\]]*\])*"|'(?:[^'\n\[\]]|\[[^'\n\[\]]*\])*'|["'][^"'\n,\[\]]*(?=[,\]])"""
    r"""|[^\s,;\[\](){}"']+(?:\((?:[^()]|\([^()]*\))*\))?|.""",
    re.S,
)
_NUMBER = pattern(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[+-]?inf")
_GROUPED = pattern(
    r"(?<![\d.\w\"'])\d{1,3}(?:[ ,]\d{3})*[ ,]0\d\d(?:[ ,]\d{3})*(?![\d.\w])"
)
_BEHIND = pattern(r"""[ \t]*#[^"'\n]*$""", re.M)  # a comment
_MATRIX = pattern(
    r"[\s$]*\\begin\{(\w*matrix|array)\}(?:\{[lcr|]*\})?(.*?)(?:\\\\\s*)?\\end\{\1\}[\s$]*",
    re.S,
)


class MistakenValue(NamedTuple):
    """What is wrong, and what to write instead: a statement, or words where nobody can know the value."""

    what: str
    instead: str
    words: bool = False

    def over(self, source: str, start: int) -> str:
        """The source with the statement that begins at *start* written so, every other line where it was; without it where
        nobody can know the value; "" where it cannot be told."""
        line = source[start:].split("\n", 1)[0]
        found = _STATEMENT.match(line.replace("\u00a0", " "))
        end = start + (
            max(found.end() + len(_value(source, start + found.end())), len(line))
            if found
            else len(line)
        )
        lines = source.count("\n", start, end)
        if self.words and re.search(r"[\[{\"']", source[start:end]):
            return ""  # where it ends is not known either
        return (
            source[:start]
            + ("" if self.words else self.instead.replace("\n", " "))
            + "\n" * lines
            + source[end:]
        )


@dataclass
class _Lists:
    """Lists within lists as they were meant, and what kept them from being TOML: ``why``, the worst first."""

    why: set[str] = field(default_factory=set)

    def item(self, written: str) -> str:
        """A number as TOML has it, or text between quotes."""
        plain = written.translate(DASHES)
        if written[0] in "\"'" and (len(written) == 1 or written[-1] != written[0]):
            self.why.add(f"{written[1:]} without its second quote")
            return f'"{written[1:].rstrip()}"'
        for looks, why, mend in _DIGITS:
            if looks.fullmatch(plain):
                self.why.add(f"{written} {why}")
                return mend(plain)
        if written[0] in "\"'" or _NUMBER.fullmatch(written):
            return written
        if _NUMBER.fullmatch(plain):
            self.why.add(
                f"{written} has a printed minus sign (U+{next(ord(c) for c in written if ord(c) in DASHES):04X})"
            )
            return plain
        self.why.add(f"{written} without quotes")
        return f'"{written}"'

    def read(self, text: str) -> str | None:
        """The text as TOML; None where brackets do not close, or it is no list."""
        stack: list[_Row] = []
        text = re.sub(
            r"(?<=[\w)])[ \t]*([/*×·])[ \t]*(?=[\w(])", r"\1", text
        )  # 1 / 2 is one entry
        text = _GROUPED.sub(self._whole, text)
        for match in _TOKEN.finditer(text):
            token = match[0]
            if token.isspace():
                if "\u00a0" in token:
                    self.why.add("U+00A0 (no-break space) in place of a blank")
                if "\n" in token and stack and stack[-1].numbers:
                    self.why.add("rows parted by the end of a line")
                    stack[-1].end()
                continue
            if (not stack and token not in ("[", "(")) or token in "{}":
                return None
            if token in "[(":
                if token == "(":
                    self.why.add("round brackets around numbers")
                self._apart(stack)
                stack.append(_Row())
            elif token in "])":
                row = stack.pop()
                if not stack:
                    return self._ended(row, text, text[match.end() :].strip())
                stack[-1].items.append(row.inside() if row.rows else row.written())
                stack[-1].parted = False
            elif token == ";":
                self.why.add("rows parted by a semicolon")
                stack[-1].end()
            elif token == ",":
                if stack[-1].parted:
                    self.why.add("a comma with nothing before it")
                stack[-1].parted = True
            else:
                self._apart(stack)
                stack[-1].items.append(self.item(token))
                stack[-1].parted = False
        return None

    def _ended(self, row: _Row, text: str, rest: str) -> str | None:
        """The list as TOML; what stands behind it may be a bracket too many, or its other rows."""
        if not rest:
            return row.written()
        if not rest.strip("]),; "):
            self.why.add(
                "a bracket too many"
                if set(rest) & set("])")
                else f"{rest} behind a value"
            )
            return row.written()
        if rest[0] in ",[(":
            self.why.add("rows without brackets around them")
            return self.read(f"[{text}]")
        return None

    def _apart(self, stack: list[_Row]) -> None:
        if stack and not stack[-1].parted:
            self.why.add(
                "no comma between two entries"
                if not stack[-1].nested
                else "no comma between two rows"
            )

    def _whole(self, match: Match) -> str:
        self.why.add(f"{match[0]} in groups of digits")
        return re.sub(r"\D", "", match[0])


_DIGITS: tuple[
    tuple[re.Pattern[str], str, Callable[[str], str]], ...
] = (  # numbers of other languages
    (
        pattern(r"[+-]?\.\d+"),
        "without a digit before its point",
        lambda text: text.replace(".", "0."),
    ),
    (
        pattern(r"[+-]?\d+\."),
        "without a digit behind its point",
        lambda text: f"{text}0",
    ),
    (
        pattern(r"True|False"),
        "is no number",
        lambda text: "1" if text == "True" else "0",
    ),
    (
        pattern(r"[+-]?0+\d+(?:\.\d+)?"),
        "begins with a zero",
        lambda text: re.sub(r"(?<![\d.])0+(?=\d)", "", text),
    ),
)


@dataclass
class _Row:
    """A list being read: its items, and the rows before a semicolon."""

    items: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    parted: bool = True

    @property
    def nested(self) -> bool:
        return bool(self.items) and self.items[-1].startswith("[")

    @property
    def numbers(self) -> bool:
        """Whether it is numbers up to here, and no comma says that the next belongs to them."""
        return (
            bool(self.items)
            and not self.parted
            and all(map(_NUMBER.fullmatch, self.items))
        )

    def end(self) -> None:
        self.rows.append(self.items)
        self.items, self.parted = [], True

    def inside(self) -> str:
        """A row within a matrix, whose semicolons are commas: [[1; 0], [0; 1]]."""
        return f"[{', '.join(in_turn((*self.rows, self.items)))}]"

    def written(self) -> str:
        rows = [
            f"[{', '.join(row)}]"
            for row in (*self.rows, self.items)
            if row or row is self.items
        ]
        if not self.rows:
            return rows[0]
        return f"[{', '.join(rows if self.items else rows[:-1])}]"


def as_lists(written: str) -> Pair | None:
    """What is wrong with a list, and the list as TOML; None where it cannot be told.

    >>> as_lists("[1 0; 0 1]")
    ('rows parted by a semicolon, no comma between two entries', '[[1, 0], [0, 1]]')
    >>> as_lists("np.array([[1/3, 2]])")
    ('a call of np.array, 1/3 without quotes', '[["1/3", 2]]')
    >>> as_lists("[1, 0], [0, 1]")
    ('rows without brackets around them', '[[1, 0], [0, 1]]')
    """
    lists, call = _Lists(), _CALL.match(written)
    if call:
        lists.why.add(f"a call of {written.partition('(')[0]}")
        written = call[1]
    made = lists.read(written.strip())
    if made is None or not lists.why or len(made) > LONGEST:
        return None
    worst = ("a call", "round", "rows parted", "no comma")
    order = sorted(
        lists.why, key=lambda why: ([not why.startswith(start) for start in worst], why)
    )
    return ", ".join(order[:3]), made


def as_rows(text: str) -> str:
    r"""A matrix that is written as a text, in LaTeX or on lines of its own, as rows of TOML; "" for any other text.

    >>> as_rows(r"\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}"), as_rows("1 0\n0 1"), as_rows("1/3")
    ('[[1, 0], [0, 1]]', '[[1, 0], [0, 1]]', '')
    """
    latex = _MATRIX.fullmatch(text)
    if latex:
        text = f"[{latex[2].strip().replace(chr(92) * 2, ';').replace('&', ',')};]"
    elif re.search(r"[;\n]", text.strip()) and "[" not in text:
        text = f"[{text.strip().replace(chr(10), ';')}]"
    if _toml(f"X = {text.strip()}") and text.strip().startswith("[["):
        return " ".join(text.split())
    made = as_lists(text.strip())
    return made[1] if made and made[1].startswith("[[") else ""


class SpellingRule(NamedTuple):
    """A way of writing a value: how it looks from its beginning, what is said, what is written instead, an example.

    The words in braces of ``instead`` are ``key``, ``usual`` (a number for that key) and those of ``PIECES``. The rules of a
    "line" are for what stands there whatever it is, those of a "number" for the values of keys that are numbers; those of a
    "list", a "matrix" or a "text" for words where nothing else fits, as the key has it.
    """

    looks: re.Pattern[str]
    what: str
    instead: str
    example: str
    words: bool = False
    of: str = "value"

    def mended(self, key: str, found: Match) -> MistakenValue:
        """What is wrong with a statement, and the statement without it."""
        wanted = (
            name for _, name, _, _ in Formatter().parse(self.instead) if name in PIECES
        )
        pieces = {name: PIECES[name](found) for name in wanted}
        return MistakenValue(
            self.what,
            self.instead.format(key=key, usual=NUMBERS.get(key), **pieces),
            self.words,
        )


_APOSTROPHE = pattern(
    r"\\'(?![aeiouyAEIOUY{\\])"
)  # an apostrophe, and no accent of LaTeX


def _quoted(text: str) -> str:
    text = _APOSTROPHE.sub("'", text)
    quote = "'" if '"' in text or "\\" in text else '"'
    return f"{quote}{text}{quote}" if quote not in text else f"'''{text}'''"


def _table(key: str, inside: str) -> MistakenValue | None:
    """A table in braces whose items are mended one by one; None where one cannot be."""
    found = [mistaken(item, 0) or MistakenValue("", item) for item in _parted(inside)]
    whats = [one.what for one in found if one.what] + [
        "a comma before }"
    ] * inside.rstrip().endswith(",")
    if not whats or any(one.words or not _toml(one.instead) for one in found):
        return None
    return MistakenValue(
        ", ".join(dict.fromkeys(whats)),
        f"{key} = {{ {', '.join(one.instead for one in found)} }}",
    )


def _parted(text: str) -> list[str]:
    """The parts of a text between the commas that stand in no bracket.

    >>> _parted("B = f(A, A), C = B")
    ['B = f(A, A)', 'C = B']
    """
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


_TABLE = pattern(r"\{([^\n]*[:=][^\n]*)\}\s*$", re.M)
_IN_BRACKETS = pattern(r"\(\s*[A-Za-z][^,;()\[\]\n]*\)\s*$", re.M)
_LINES = pattern(r"\[([^\"'\n]*[=@][^\"'\n]*)\]\s*$")
PIECES: dict[
    str, Callable[[Match], str]
] = {  # of what is written instead, by what was found
    "first": lambda m: m[1],
    "pointed": lambda m: ".".join(m[2].split()),
    "ended": lambda m: "]" * len(m[1]),
    "divided": lambda m: f"{int(m[1]) / int(m[2]):g}",
    "second": lambda m: m[2],
    "straight": lambda m: m.string.splitlines()[0].translate(CURLY),
    "small": lambda m: m[1].lower(),
    "flag": lambda m: "true" if m[1].lower() in ("yes", "on") else "false",
    "remark": lambda m: f"  # {m[2]}" if m[2] else "",
    "lines": lambda m: ", ".join(map(_quoted, _parted(m[1]))),
    "square": lambda m: m[0].translate(BRACES).rstrip(),
    "quoted": lambda m: _quoted(next(filter(None, m.groups()), "")),
    "joined": lambda m: " ".join(m[2].split()),
    "closed": lambda m: m[0].rstrip() + m[0][0],
    "rows": lambda m: as_rows(m[0]),
}
NAMED = {"LINES": _LINES, "MATRIX": _MATRIX}


@cache
def rules() -> tuple[SpellingRule, ...]:
    """The rules of ``mistakes.toml``."""
    found = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))[
        "rule"
    ]
    return tuple(
        SpellingRule(
            **{
                **rule,
                "looks": NAMED.get(rule["looks"]) or pattern(rule["looks"], re.M),
            }
        )
        for rule in found
    )


def _ruled(of: str, key: str, text: str) -> MistakenValue | None:
    """What the first rule that fits says."""
    found = (
        (rule, looks)
        for rule in rules()
        if rule.of == of and (looks := rule.looks.match(text))
    )
    return next((rule.mended(key, looks) for rule, looks in found), None)


_ESCAPED = pattern(
    r"(?<!\\)(?:\\\\)*(\\(?:[btnfr][A-Za-z]+|u(?![0-9A-Fa-f]{4})[A-Za-z]+|U(?![0-9A-Fa-f]{8})[A-Za-z]+))"
)


def escaped(written: str) -> str:
    """A command of LaTeX in a text between double quotes whose first letter TOML takes for an escape: a tab, a new line.

    >>> escaped(r'"$\\frac{1}{2}$"'), escaped(r'"first\\nand second"'), escaped(r'"$\\\\nu$"'), escaped(r'"\\usepackage{bm}"')
    ('\\\\frac', '', '', '\\\\usepackage')
    """
    for found in _ESCAPED.finditer(written):
        command = found[1]
        if command[1] in "bfuU" or command.startswith("\\text") or not unread(command):
            return command
    return ""


def mistaken(source: str, start: int, matrix: bool = False) -> MistakenValue | None:
    """What is wrong with the statement that begins on a line of a source (its offset), as far as that can be told; *matrix* says
    that its value is a given.

    >>> mistaken("X = [[1 0], [0, 1]]", 0)
    MistakenValue(what='no comma between two entries', instead='X = [[1, 0], [0, 1]]', words=False)
    >>> mistaken("title: Heads", 0)
    MistakenValue(what='a colon where = belongs, text without quotes', instead='title = "Heads"', words=False)
    >>> mistaken("X = [[1, 2], [3, 4]", 0)
    MistakenValue(what='a bracket that opens here is never closed', instead='X = [[1, 2], [3, 4]]', words=False)
    """
    whats: list[str] = []
    for _ in range(ROUNDS):
        found = _slip(source, start, matrix)
        if found is None:
            break
        whats.append(found.what)
        if found.words or _toml(found.instead):
            return MistakenValue(
                ", ".join(dict.fromkeys(whats)), found.instead, found.words
            )
        source, start = found.instead, 0
    return MistakenValue(whats[0], "", words=True) if whats else None


def _toml(statement: str) -> bool:
    try:
        tomllib.loads(statement)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return True


def _slip(source: str, start: int, matrix: bool) -> MistakenValue | None:
    """The first slip of a statement, and the statement without it."""
    line = source[start:].split("\n", 1)[0]
    if found := _ruled("line", "", line):
        return found
    line = line.replace("\u00a0", " ")
    statement, unsigned = _STATEMENT.match(line), _UNSIGNED.match(line)
    if statement is None:
        if declared := _DECLARED.match(line):
            return MistakenValue(f"{declared[1]} before a name", line[declared.end() :])
        if signed := _SIGNED.match(line):
            name = "_".join(re.findall(r"[A-Za-z0-9]+", signed[1]))
            return MistakenValue(
                f"{signed[1]} is no name",
                f"{name} = {_value(source, start + signed.end())}",
            )
        return (
            MistakenValue(
                "no = behind the name", f"{unsigned[1]} = {line[unsigned.end() :]}"
            )
            if unsigned
            else None
        )
    key, sign = statement[1], statement[2]
    value = _value(source, start + statement.end())
    least = value.split("\n", 1)[0]
    if sign != "=":
        whole = value if "\u00a0" not in value else least
        return MistakenValue(
            "a colon where = belongs" if sign == ":" else f"{sign} where = belongs",
            f"{key} = {whole}",
        )
    if "\u00a0" in source[start : start + len(line)] and "\u00a0" not in value:
        return MistakenValue(
            "U+00A0 (no-break space) in place of a blank", f"{key} = {value}"
        )
    if key in NUMBERS and (number := _ruled("number", key, value)):
        return number
    if (table := _TABLE.match(value)) and (mended := _table(key, table[1])):
        return mended
    value = _BEHIND.sub("", value)
    if (
        not _LINES.match(value)
        and not _IN_BRACKETS.match(value)
        and (lists := as_lists(value))
    ):
        return MistakenValue(lists[0], f"{key} = {lists[1]}")
    bare = "list" if key in LISTS else "matrix" if matrix else "text"
    if ruled := _ruled("value", key, value) or _ruled(bare, key, value):
        return ruled
    missing = value.count("[") - value.count("]")
    if value.startswith("[") and missing > 0:
        what = (
            "a bracket that opens here is"
            if missing == 1
            else f"{missing} brackets that open here are"
        )
        rows = re.sub(r"(?<=\[) ", "", " ".join(value.split())).rstrip(",")
        return MistakenValue(f"{what} never closed", f"{key} = {rows}{']' * missing}")
    return None


def _value(source: str, start: int) -> str:
    """The value that begins at a place: to the end of its line, of its brackets or its text, as long as nothing else begins."""
    depth, text = 0, source[start : start + LONGEST]
    if text[:3] in ("'''", '"""') and text.count(text[:3]) > 1:
        return text[: text.index(text[:3], 3) + 3]
    if (
        text[:1] in ("'", '"')
        and text.split("\n", 1)[0].count(text[0]) == 1
        and text[0] in text[1:]
    ):
        whole = text[: text.index(text[0], 1) + 1]
        if not any(
            _STATEMENT.match(row) or row.lstrip().startswith("[")
            for row in whole.split("\n")[1:]
        ):
            return whole
    for k, sign in enumerate(text):
        depth += (sign in "[({") - (sign in "])}")
        if sign == "\n" and (
            depth <= 0 or _STATEMENT.match(text, k + 1) or _TABLES.match(text, k + 1)
        ):
            if depth > 0 and text[:k].rstrip().endswith("{"):
                return text[: k + 1]
            return text[:k].rstrip()
    return text.rstrip()
