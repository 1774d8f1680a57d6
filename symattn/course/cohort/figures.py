"""How the marks are spread and how each line fared. These are statistics of exact marks: floats are good enough for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from statistics import StatisticsError, correlation, fmean, median, pstdev

from symattn.course.cohort.facts import Facts, Line
from symattn.records import frozen
from symattn.said import Integers

BINS = 10  # bars of the distribution, each a tenth of the marks
FEW = 4  # scripts under which a discrimination says nothing


@frozen
class Spread:
    """The marks of the class: how many scripts, of how many marks, their mean, median, standard deviation and ends, and how
    many scripts lie in each tenth (the last one with full marks in it)."""

    count: int = 0
    of: Fraction = Fraction(0)
    mean: float = 0.0
    median: float = 0.0
    deviation: float = 0.0
    lowest: Fraction = Fraction(0)
    highest: Fraction = Fraction(0)
    full: int = 0
    bins: Integers = (0,) * BINS


@frozen
class LineFigures:
    """How one line fared: ``facility`` is the mean share of its marks (1: everybody has them all), ``discrimination`` the
    correlation of its marks with those of all other lines (near 1: who is good at the sheet is good at this line; at 0 or
    below the line wants a look), None where all marks are the same or the scripts are few."""

    line: Line
    part: str
    of: Fraction
    facility: float
    discrimination: float | None
    verdicts: dict[str, int]


def spread(scripts: Sequence[Facts]) -> Spread:
    """The distribution of the marks.

    >>> both = [Facts("a", "", "", Fraction(3), Fraction(4)), Facts("b", "", "", Fraction(4), Fraction(4))]
    >>> spread(both).mean, spread(both).bins
    (3.5, (0, 0, 0, 0, 0, 0, 0, 1, 0, 1))
    """
    if not scripts:
        return Spread()
    marks = [script.marks for script in scripts]
    bins = Counter(_bin(script.marks, script.of) for script in scripts)
    plain = [float(m) for m in marks]
    return Spread(
        len(scripts),
        max(script.of for script in scripts),
        fmean(plain),
        median(plain),
        pstdev(plain),
        min(marks),
        max(marks),
        sum(script.marks == script.of for script in scripts),
        tuple(bins[k] for k in range(BINS)),
    )


def _bin(marks: Fraction, of: Fraction) -> int:
    return min(BINS - 1, max(0, int(BINS * marks / of))) if of else 0


def lines(scripts: Sequence[Facts]) -> tuple[LineFigures, ...]:
    """Every line that earns marks, in the order of the sheet; what a person marks as soon as somebody has marks for it."""
    told = ((line, fared) for script in scripts for line, fared in script.lines.items())
    names = dict.fromkeys(
        line
        for line, fared in told
        if fared.of and (fared.marks or fared.verdict != "by-hand")
    )
    return tuple(
        _line(line, [script for script in scripts if line in script.lines])
        for line in names
    )


def _line(line: Line, scripts: Sequence[Facts]) -> LineFigures:
    fared = [script.lines[line] for script in scripts]
    shares = [float(f.marks / f.of) if f.of else 0.0 for f in fared]
    rest = [
        float(script.marks - f.marks) for script, f in zip(scripts, fared, strict=True)
    ]
    verdicts = Counter(f.verdict for f in fared)
    return LineFigures(
        line,
        fared[0].part,
        max(f.of for f in fared),
        fmean(shares),
        _together(shares, rest),
        dict(verdicts),
    )


def _together(own: Sequence[float], rest: Sequence[float]) -> float | None:
    if len(own) < FEW:
        return None
    try:
        return correlation(own, rest)
    except StatisticsError:  # all the same
        return None
