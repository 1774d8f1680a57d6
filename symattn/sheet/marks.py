"""The one rule for marks: what each asked line of a part is worth, on key, blank, feedback and every platform.

A table in the sheet says it line by line. A number is shared: every family of lines (one line over all heads) has the
same share, and within a family every head. Shares are whole quarters, and what is left over goes to the last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from symattn.plan.tree import stem_and_head

QUARTER = Fraction(1, 4)


def shares(marks: Fraction | Mapping[str, Fraction] | None, asked: Sequence[str]) -> dict[str, Fraction]:
    """The marks of each asked line: those of a table, a number shared, or 1 each where nothing is written.

    >>> {name: str(marks) for name, marks in shares(Fraction(3), ["Q_1", "Q_2", "H"]).items()}
    {'Q_1': '3/4', 'Q_2': '3/4', 'H': '3/2'}
    >>> {name: str(marks) for name, marks in shares({"H": Fraction(2)}, ["Q_1", "H"]).items()}
    {'Q_1': '0', 'H': '2'}
    """
    if marks is None:
        return dict.fromkeys(asked, Fraction(1))
    if isinstance(marks, Mapping):
        return {name: marks.get(name, Fraction(0)) for name in asked}
    families: dict[str, list[str]] = {}
    for name in dict.fromkeys(asked):
        families.setdefault(stem_and_head(name)[0], []).append(name)
    found: dict[str, Fraction] = {}
    for family, share in zip(families.values(), _shared(marks, len(families)), strict=True):
        found.update(zip(family, _shared(share, len(family)), strict=True))
    return {name: found[name] for name in asked}


def _shared(total: Fraction, count: int) -> list[Fraction]:
    """*total* in *count* equal shares of whole quarters; the last has what is left over.

    >>> [str(share) for share in _shared(Fraction(1), 3)]
    ['1/4', '1/4', '1/2']
    """
    if not count:
        return []
    each = total / count // QUARTER * QUARTER
    return [each] * (count - 1) + [total - each * (count - 1)]
