"""Answers in LaTeX, Markdown and plain text: equations NAME = VALUE, several to a line or one over several lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from symattn.errors import LimitError
from symattn.marking.answers.raw import FORMULA, Raw, is_formula, of_text

_WALL = "\x01"  # nothing goes on across it
MOST = 2_000  # equations in one file
LONGEST = 1_000_000  # characters of a text with equations
LONGEST_NAME = 200
_GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
SYMBOL = (
    rf"(?:\\[A-Za-z]+\s*{_GROUP}|\\(?:math[a-z]+|bm|boldsymbol)\s+[A-Za-z](?![A-Za-z])|\\[A-Za-z]+|[A-Za-z][A-Za-z0-9]*)"
    rf"(?:\s*[_^]\s*(?:{_GROUP}|\\[A-Za-z]+\s*(?:{_GROUP})?|\(\w+\)|[A-Za-z0-9]+))*"
)
_RELATION = r"(?::=|==?|≈|≃|\\approx(?![a-z])|\\simeq(?![a-z]))"
_EQUATION = re.compile(rf"(?<![A-Za-z0-9_\\^{{}}])(?P<name>{SYMBOL})\s*(?:&\s*)?{_RELATION}")
_BEFORE = re.compile(  # what stands before the name of an equation
    rf"(?:^|[\n,;:.{_WALL}\])]|\\\\(?:\[[^\]]*\])?|\\q?quad|\\[,;:! ]|\\end\{{\w+\}}|(?<![\\A-Za-z])[A-Za-z]?[a-z]+)[ \t&]*\Z"
)
_SPLIT = re.compile(rf"&?\s*{_RELATION}\s*&?")
_OPEN = re.compile(r"\\begin\{(?:[A-Za-z]*matrix|array)\}|[(\[{]")
_CLOSE = re.compile(r"\\end\{(?:[A-Za-z]*matrix|array)\}|[)\]}]")
_WRAPPING = re.compile(
    r"\\(?:begin|end)\{(?:align|equation|gather|multline|displaymath|math|split|aligned|gathered|eqnarray|document|enumerate"
    r"|itemize|center)\*?\}(?:\[[^\]]*\])?"
    r"|\\\[|\\\]|\\\(|\\\)|\$\$?|```[a-z]*|\\item\b|\\(?:sub)*section\*?|\\paragraph|\\(?:small|med|big)skip|\\noindent"
)
_CONTINUES = re.compile(r"[\s&]*(?==|≈|\\approx|\\simeq|\\begin|\\left|\[|\(|[-+*/·×]|\\cdot|\\times|\\\\)")
_PROSE = re.compile(r"(?<=[\])}])[\s,;.]+[a-z][a-z ,:]*\Z")
_TAIL = re.compile(r"(?:\\\\(?:\[[^\]]*\])?|\\q?quad|\\[,;:! ]|\\text\{[^{}]*\}|[\s&,;])+\Z")


def equations(text: str, questions: Collection[str] = ()) -> list[Raw]:
    """Every equation of a text whose right side is a value; formulas are passed over. Raises LimitError for a long text.

    >>> found = equations("Q_1 = X W = [[1, 2]], K_1 \\\\approx [[0.5, 1]]")
    >>> [(raw.label, raw.cells[0][0].text) for raw in found]
    [('Q_1', '1'), ('K_1', '0.5')]
    """
    if len(text) > LONGEST:
        raise LimitError(f"a text of {len(text):,} characters; at most {LONGEST:,} are read")
    plain = _opened(text)
    starts = [match for match in _starts(plain) if len(match["name"]) <= LONGEST_NAME]
    found = []
    for k, match in enumerate(starts[:MOST]):
        end = starts[k + 1].start() if k + 1 < len(starts) else len(plain)
        raw = _value(match["name"], plain[match.end() : end], _question(plain, match.start(), questions))
        if raw is not None:
            found.append(raw)
    return found


def _opened(text: str) -> str:
    """The text without comments, walls in the place of what begins and ends mathematics."""
    text = re.sub(r"(?<!\\)%.*", "", text)
    _, _, body = text.rpartition("\\begin{document}")
    return re.sub(r"\n[ \t]*\n", f"\n{_WALL}\n", _WRAPPING.sub(_WALL, body))


def _starts(plain: str) -> Iterator[re.Match[str]]:
    """The beginnings of equations outside all brackets."""
    at, depth = 0, 0
    while at < len(plain):
        if plain[at] == _WALL:
            depth, at = 0, at + 1
            continue
        closing, opening = _CLOSE.match(plain, at), _OPEN.match(plain, at)
        if closing or opening:
            depth = max(0, depth + (1 if opening else -1))
            at = (opening or closing).end()  # type: ignore[union-attr]
            continue
        found = _EQUATION.match(plain, at) if depth == 0 else None
        if found and not _BEFORE.search(plain[max(0, at - 60) : at]):
            at = found.end("name")  # inside a chain of equalities: V = X W = …
            continue
        if found:
            yield found
        at = found.end() if found else at + 1


def _value(name: str, right: str, question: str | None) -> Raw | None:
    """The first part of a chain of equalities that is a value, else what is wrong with the last that is no formula."""
    parts = [_trimmed(part) for part in _SPLIT.split(_ended(right))]
    bad: Raw | None = None
    for part in parts:
        if not part:
            continue
        if is_formula(part):
            bad = bad or Raw(name, (), FORMULA, question, True, part)
            continue
        raw = of_text(name, part, question)
        if raw.cells:
            return raw
        bad = raw
    return bad


def _ended(right: str) -> str:
    """A right side up to its wall, or to the end of a line after which nothing goes on."""
    right = right.split(_WALL)[0] if right.split(_WALL)[0].strip(" \n&") else right.lstrip(f"{_WALL} \n&").split(_WALL)[0]
    depth, at = 0, 0
    first = len(right) - len(right.lstrip(" \n&"))
    while at < len(right):
        closing, opening = _CLOSE.match(right, at), _OPEN.match(right, at)
        if closing or opening:
            depth = max(0, depth + (1 if opening else -1))
            at = (opening or closing).end()  # type: ignore[union-attr]
            continue
        if right[at] == "\n" and depth == 0 and at > first:
            goes_on = _CONTINUES.match(right, at)
            if goes_on:
                at = goes_on.end()
                continue
            if not right[max(0, at - 40) : at].rstrip().endswith(("=", "≈", "\\approx", "\\\\")):
                return right[:at]
        at += 1
    return right


def _trimmed(part: str) -> str:
    part = _PROSE.sub("", _TAIL.sub("", part.strip(" \n&")))
    return part[:-1].rstrip() if part.endswith((".", ",")) and part[-2:-1] in ("]", ")", "}") else part


def _question(plain: str, at: int, questions: Collection[str]) -> str | None:
    """The question whose name was written last before a place."""
    if len(questions) < 2:
        return None
    found = [(m.end(), q) for q in questions for m in re.finditer(rf"(?<!\w){re.escape(q)}(?!\w)", plain[:at])]
    return max(found)[1] if found else None
