"""What people write in a worksheet that is no TOML, and what to write instead: lists as other languages have them, values without
quotes, quotation marks of a word processor, a text that ends at its apostrophe.

A matrix is read as it was meant, whatever brackets and commas it has, and shown as TOML writes it; everything else is a rule,
with an example beside it. Nothing read here is ever used as a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from symattn.boxes.latex import unread

CURLY = str.maketrans("“”„‟«»‘’‚‛", '""""""' + "''''")
BRACES = str.maketrans("{}", "[]")
NUMBERS = {"schema": 1, "decimals": 4, "marks": 3, "columns": 2}
"""Keys whose values are numbers, each with one."""
LONGEST = 400
"""Characters of a value that are looked at, and shown again as they should be written."""
_STATEMENT = re.compile(r"\s*([\w.\"'-]+)\s*(=+|:)\s*")
_CALL = re.compile(r"[A-Za-z_][\w.]*\(\s*(?=[\[(])(.*?)(?:,\s*[A-Za-z_]\w*\s*=[^()\[\]]*)?\)\s*$", re.S)
_TOKEN = re.compile(r"""[\[({]|[\])}]|,|;|\s+|"[^"\n]*"|'[^'\n]*'|[^\s,;\[\](){}"']+(?:\((?:[^()]|\([^()]*\))*\))?|.""", re.S)
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[+-]?inf")


class Mistake(NamedTuple):
    """What is wrong, and what to write instead."""

    what: str
    instead: str


@dataclass
class _Lists:
    """Lists within lists as they were meant, and what kept them from being TOML: ``why``, the worst first."""

    why: set[str] = field(default_factory=set)
    here: list[object] = field(default_factory=list)
    parted: bool = True  # by a comma, or because nothing stands before

    def item(self, written: str) -> object:
        """A number as TOML has it, or text between quotes."""
        plain = written.translate({0x2212: "-"})
        if re.fullmatch(r"[+-]?\.\d+", plain):
            self.why.add(f"{written} without a digit before its point")
            return plain.replace(".", "0.")
        if re.fullmatch(r"[+-]?\d+\.", plain):
            self.why.add(f"{written} without a digit behind its point")
            return f"{plain}0"
        if re.fullmatch(r"[+-]?0+\d+(?:\.\d+)?", plain):
            self.why.add(f"{written} begins with a zero")
            return re.sub(r"(?<![\d.])0+(?=\d)", "", plain)
        if written[0] in "\"'" or _NUMBER.fullmatch(written):
            return written
        if _NUMBER.fullmatch(plain):
            self.why.add(f"{written} has a printed minus sign (U+2212)")
            return plain
        self.why.add(f"{written} without quotes")
        return f'"{written}"'

    def read(self, text: str) -> str | None:
        """The text as TOML; None where brackets do not close, or it is no list."""
        stack: list[_Row] = []
        text = re.sub(r"(?<=[\w)])[ \t]*/[ \t]*(?=[\w(])", "/", text)  # 1 / 2 is one entry
        for match in _TOKEN.finditer(text):
            token = match[0]
            if token.isspace():
                if "\u00a0" in token:
                    self.why.add("U+00A0 (no-break space) in place of a blank")
                continue
            if not stack and token not in ("[", "("):
                return None
            if token in "[(":
                if token == "(":
                    self.why.add("round brackets around numbers")
                self._apart(stack)
                stack.append(_Row())
            elif token in "])":
                row = stack.pop()
                if not stack:
                    return row.written() if not text[match.end() :].strip() else None
                stack[-1].items.append(row.inside() if row.rows else row.written())
                stack[-1].parted = False
            elif token in "{}":
                return None
            elif token == ";":
                self.why.add("rows parted by a semicolon")
                stack[-1].end()
            elif token == ",":
                stack[-1].parted = True
            else:
                self._apart(stack)
                stack[-1].items.append(str(self.item(token)))
                stack[-1].parted = False
        return None

    def _apart(self, stack: list[_Row]) -> None:
        if stack and not stack[-1].parted:
            self.why.add("no comma between two entries" if not stack[-1].nested else "no comma between two rows")


@dataclass
class _Row:
    """A list being read: its items, and the rows before a semicolon."""

    items: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    parted: bool = True

    @property
    def nested(self) -> bool:
        return bool(self.items) and self.items[-1].startswith("[")

    def end(self) -> None:
        self.rows.append(self.items)
        self.items, self.parted = [], True

    def inside(self) -> str:
        """A row within a matrix, whose semicolons are commas: [[1; 0], [0; 1]]."""
        return f"[{', '.join(item for row in (*self.rows, self.items) for item in row)}]"

    def written(self) -> str:
        rows = [f"[{', '.join(row)}]" for row in (*self.rows, self.items) if row or row is self.items]
        if not self.rows:
            return rows[0]
        return f"[{', '.join(rows if self.items else rows[:-1])}]"


def as_lists(written: str) -> tuple[str, str] | None:
    """What is wrong with a list, and the list as TOML; None where it cannot be told.

    >>> as_lists("[1 0; 0 1]")
    ('rows parted by a semicolon, no comma between two entries', '[[1, 0], [0, 1]]')
    >>> as_lists("np.array([[1/3, 2]])")
    ('a call of np.array, 1/3 without quotes', '[["1/3", 2]]')
    """
    lists, call = _Lists(), _CALL.match(written)
    if call:
        lists.why.add(f"a call of {written.partition('(')[0]}")
        written = call[1]
    made = lists.read(written.strip())
    if made is None or not lists.why or len(made) > LONGEST:
        return None
    worst = ("a call", "round", "rows parted", "no comma")
    order = sorted(lists.why, key=lambda why: ([not why.startswith(start) for start in worst], why))
    return ", ".join(order[:3]), made


class Rule(NamedTuple):
    """A way of writing a value: how it looks from its beginning, what is said, what is written instead, an example."""

    looks: re.Pattern[str]
    what: str
    instead: Callable[[str, re.Match[str]], str]
    example: str


def _quoted(text: str) -> str:
    quote = "'" if '"' in text or "\\" in text else '"'
    return f"{quote}{text}{quote}" if quote not in text else f"'''{text}'''"


RULES = (  # the first that fits; key and value of the statement as they are written
    Rule(re.compile(r"[“”„«‘’‚]"), "quotation marks of a word processor",
         lambda key, m: f"{key} = {m.string.splitlines()[0].translate(CURLY)}", "title = “Heads”"),
    Rule(re.compile(r"(True|False)\b"), "a capital letter where true and false have none",
         lambda key, m: f"{key} = {m[1].lower()}", "bold = False"),
    Rule(re.compile(r"(yes|on|no|off)[ \t]*$", re.M | re.I), "a flag is true or false",
         lambda key, m: f"{key} = {'true' if m[1].lower() in ('yes', 'on') else 'false'}", "newpage = yes"),
    Rule(re.compile(r"[ \t]*(?:#[^\n]*)?$", re.M), "no value behind =",
         lambda key, m: f"a value behind {key} =, or leave the line out", "decimals ="),
    Rule(re.compile(r"\{\s*\{[^\n]*$", re.M), "braces around numbers",
         lambda key, m: f"{key} = {m[0].translate(BRACES).rstrip()}", "X = {{1, 0}, {0, 1}}"),
    Rule(re.compile(r"[A-Za-z_][\w.]*\([^\n]*\)[ \t]*$", re.M), "a call, and a value is not computed",
         lambda key, m: f"the rows themselves: {key} = [[1, 0], [0, 1]]", "X = eye(2)"),
    Rule(re.compile(r"([\d.]+ ?[A-Za-z%]+)[ \t]*$", re.M), "a number with a unit, without quotes",
         lambda key, m: f"{key} = {_quoted(m[1])}", "room = 4cm"),
    Rule(re.compile(r"(None|null|nil|NaN)\b"), "there is no such value in a worksheet",
         lambda key, m: f"a value, or leave {key} out", "title = None"),
    Rule(re.compile(r"'([^'\n]*'\w[^\n]*)'\s*$", re.M), "the text ends at its apostrophe",
         lambda key, m: f"{key} = {_quoted(m[1])}", "prompt = 'Compute the head's output.'"),
    Rule(re.compile(r'"([^"\n]*"\w[^\n]*)"\s*$', re.M), "the text ends at the quotation mark inside it",
         lambda key, m: f"{key} = {_quoted(m[1])}", 'prompt = "Compute the "head" first."'),
    Rule(re.compile(r"(?:\"(?:[^\"\\\n]|\\.)*|'[^'\n]*)$", re.M), "the text does not end on its line",
         lambda key, m: f"{key} = {m[0].rstrip()}{m[0][0]}", 'title = "Heads'),
    Rule(re.compile(r"([^\s\"'\[{(][^\n]*?|\"[^\"\n]*\"|'[^'\n]*'|\[[^\n]*\])\s*(?://|;|--)\s*([^\n]*)$", re.M),
         "a comment begins with #, and nothing ends a line",
         lambda key, m: f"{key} = {m[1]}" + (f"  # {m[2]}" if m[2] else ""), "decimals = 4 // four"),
    Rule(re.compile(r"\{\s*\n"), "a table in braces stands on one line",
         lambda key, m: f"{key} = {{ … }} on one line, or a table [{key}] with a line for each key",
         "options = {\n mask = 'causal'\n}"),
    Rule(re.compile(r"\[\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*\]"), "names without quotes",
         lambda key, m: f"{key} = [{', '.join(_quoted(name.strip()) for name in m[1].split(','))}]", "asks = [Q, K]"),
    Rule(re.compile(r"([A-Za-z][^\n\"'\[\]{}=]*)$", re.M), "text without quotes",
         lambda key, m: f"{key} = {_quoted(m[1].strip())}", "title = Heads"),
)  # fmt: skip


_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*(\\[btnfr][A-Za-z]+)")


def escaped(written: str) -> str:
    """A command of LaTeX in a text between double quotes whose first letter TOML takes for an escape: a tab, a new line.

    >>> escaped(r'"$\\frac{1}{2}$"'), escaped(r'"first\\nand second"'), escaped(r'"$\\\\nu$"')
    ('\\\\frac', '', '')
    """
    for found in _ESCAPED.finditer(written):
        command = found[1]
        if command[1] in "bf" or command.startswith("\\text") or not unread(command):
            return command
    return ""


def mistaken(source: str, start: int) -> Mistake | None:
    """What is wrong with the statement that begins on a line of a source (its offset), as far as that can be told.

    >>> mistaken("X = [[1 0], [0, 1]]", 0)
    Mistake(what='no comma between two entries', instead='X = [[1, 0], [0, 1]]')
    >>> mistaken("decimals: 4", 0)
    Mistake(what='a colon where = belongs', instead='decimals = 4')
    >>> mistaken("X = [[1, 2], [3, 4]", 0)
    Mistake(what='a bracket that opens here is never closed', instead='X = [[1, 2], [3, 4]]')
    """
    line = source[start:].split("\n", 1)[0]
    header = re.fullmatch(r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]?\s*", line)
    if header:
        ends = "]" * len(header[1])
        whole = f"{header[1]}{header[2]}{ends}"
        return None if line.rstrip().endswith(ends) else Mistake("the name of a table does not end", whole)
    line = line.replace("\u00a0", " ")
    spaced = "\u00a0" in source[start : start + len(line)]
    statement = _STATEMENT.match(line)
    if statement is None:
        return None
    key, sign = statement[1], statement[2]
    value = _value(source, start + statement.end())
    least = value.split("\n", 1)[0]
    if sign != "=":
        return Mistake("a colon where = belongs" if sign == ":" else "more than one =", f"{key} = {least}")
    if spaced and "\u00a0" not in value:
        return Mistake("U+00A0 (no-break space) in place of a blank", f"{key} = {least}")
    lists = as_lists(value)
    if lists:
        return Mistake(lists[0], f"{key} = {lists[1]}")
    for rule in RULES:
        if found := rule.looks.match(value):
            if key in NUMBERS and rule is RULES[-1]:
                return Mistake("a word where a number belongs", f"a number: {key} = {NUMBERS[key]}")
            return Mistake(rule.what, rule.instead(key, found))
    missing = least.count("[") - least.count("]")
    if least.startswith("[") and missing > 0:
        what = "a bracket that opens here is" if missing == 1 else f"{missing} brackets that open here are"
        return Mistake(f"{what} never closed", f"{key} = {least.rstrip().rstrip(',')}{']' * missing}")
    return None


def _value(source: str, start: int) -> str:
    """The value that begins at a place: to the end of its line, or of its brackets, as long as nothing else begins."""
    depth, text = 0, source[start : start + LONGEST]
    for k, sign in enumerate(text):
        depth += (sign in "[({") - (sign in "])}")
        if sign == "\n" and (depth <= 0 or _STATEMENT.match(text, k + 1) or text[k + 1 : k + 2] == "["):
            if depth > 0 and text[:k].rstrip().endswith("{"):
                return text[: k + 1]
            return text[:k].rstrip()
    return text.rstrip()
