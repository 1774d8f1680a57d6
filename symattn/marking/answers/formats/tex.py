"""Answers in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

from symattn.marking.answers import prose
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents

ORDER = 30
SUFFIXES = {".tex": "LaTeX"}


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The equations of a LaTeX file.

    >>> (found,) = read(rb"$$ Q_1 = \\begin{bmatrix} 1 & 2 \\end{bmatrix} $$ % K = [[1]]", frozenset())
    >>> [answer.label for answer in found.answers]
    ['Q_1']
    """
    return [prose.read(decoded(data), ids, latex=True)]
