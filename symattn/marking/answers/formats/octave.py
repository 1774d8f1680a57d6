"""Answers in programs of MATLAB and Octave, read as text and never run: what is behind a value and % is a comment on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from symattn.exact.units import priced
from symattn.later import Match, pattern
from symattn.marking.answers import prose
from symattn.marking.answers.catalogue import words_for
from symattn.marking.answers.cells import LONGEST
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.tokens import SCALARS
from symattn.marking.answers.written import Contents

ORDER = 41
SUFFIXES = {".m": "MATLAB or Octave, read and never run"}

_COMMENTED = pattern(  # a quote behind a value turns it, and begins a text anywhere else
    r"(?P<code>(?:[^'\"%\n]|(?<=[\w)\]}.])'|(?<![\w)\]}.])'[^'\n]*'|\"[^\"\n]*\")*?(?:(?<=[;\])])|[ \t]))"
    r"%+[ \t]*(?P<sign>[=≈])?(?P<said>.*\S.*)"
)
_GIVEN = pattern(r"[ \t]*(?:>>[ \t]*)?[^\W\d_]\w*[ \t]*=(?!=)(?P<value>.*)")
_DOTS = pattern(r"(?<![\d.])\.\.\.[^\n]*\n")
_GOES_ON = pattern(
    r"^(?:(?>[^\n]*?(?<![\d.])\.\.\.(?![\d.,;\])])[^\n]*)\n){1,60}[^\n]*", re.MULTILINE
)
_WORD = pattern(r"[^\W\d_]+")
_OPENS, _CLOSES = frozenset("[("), frozenset("])")


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a program.

    >>> [answer.text for answer in read(b"A = [0.3 0.7] % rounded\\nB = [1 % one\\n2] % two", frozenset())[0].answers]
    ['[0.3 0.7]', '[1 2]']
    """
    text = _GOES_ON.sub(_joined, priced(decoded(data)))
    return [prose.read("\n".join(_uncommented(text.split("\n"))), ids)]


def _joined(found: Match) -> str:
    """A line that goes on in the next, joined to it, with as many line ends behind it."""
    parts = _DOTS.split(found[0])
    return " ".join(map(str.strip, parts)) + "\n" * (len(parts) - 1)


def _uncommented(lines: Sequence[str]) -> Iterator[str]:
    """Lines without comments behind the numbers that a name is given; a value may be in a comment behind anything else, and
    behind numbers with a sign before it.

    >>> list(_uncommented(["c = 1 % 100 percent", "c = sum(A) % 1", "c = 2/2 % = 1", "% a", "A = [1 % b", " 2] % c", "2 % d"]))
    ['c = 1 ', 'c = sum(A) % 1', 'c = 2/2 = 1', '% a', 'A = [1 ', ' 2] ', '2 % d']
    """
    depth = 0
    for line in lines:
        found = _COMMENTED.fullmatch(line) if len(line) < LONGEST else None
        code = found["code"] if found else line
        given = _GIVEN.match(code)
        value = given["value"] if given else code if depth else ""
        plain = any(map(str.isdecimal, value)) and SCALARS.issuperset(
            _WORD.findall(value)
        )
        opened = sum((sign in _OPENS) - (sign in _CLOSES) for sign in value)
        depth = max(depth + opened, 0) if plain else 0
        if found is None or not plain or _is_of_each(code, found["said"]):
            yield line
        else:
            yield f"{code}{found['sign']}{found['said']}" if found["sign"] else code


def _is_of_each(code: str, said: str) -> bool:
    """Whether a matrix may be in per cent, by the words behind the sign: [30 70] % each."""
    first = _WORD.match(said)
    words = words_for("each", "of", "in", "for")
    return code.rstrip().endswith("]") and bool(first and first[0].lower() in words)
