"""For which value of a letter two expressions are equal: from how many tokens on attention costs more than the rest."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from flint import fmpq

from symattn.binding import ATOM
from symattn.boxes import EQUALS, Box, applied, row
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Mat
from symattn.exact.decide import sign_if_told
from symattn.exact.functions import root, to_power
from symattn.exact.in_letters import letters_of, put_in
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, ZERO, Atom, Monomial, Number
from symattn.exact.quotients import numerator
from symattn.exact.zero import is_zero, symbolic
from symattn.ops.formula import Writing, from_entry
from symattn.ops.record import CodeRule, Use, dialects, nothing
from symattn.ops.registry import op
from symattn.ops.shapes import Shape, together

_SYMPY = """
def solved(a, b, letter):  # the one solution that is not 0
    if not hasattr(a, "rows"):
        return solved(Matrix([a]), Matrix([b]), letter)[0]
    return Matrix(a.rows, a.cols, lambda i, j: [x for x in solve(a[i, j] - b[i, j], letter) if x != 0][0])
"""
_HINT = "say that the letter is positive, or write an equation that is linear in it"


def _shape(a: Shape, b: Shape, **params: object) -> Shape:
    return together(a, b)


def _code(use: Use) -> CodeRule:
    """The first side where a number stands in the letter's place: then nothing is left to solve."""
    return CodeRule("{0}", needs=(ATOM,))


def _sympy(use: Use) -> CodeRule:
    return (
        CodeRule("solved({0}, {1}, {letter})", helper=_SYMPY)
        if hasattr(use.params["letter"], "name")
        else _code(use)
    )


def _formula(w: Writing) -> Box:
    return applied("solve", row(w.plain(0), EQUALS, w.plain(1)), w.amount("letter"))


@op(
    "solve",
    _shape,
    columns="kept",
    count=nothing,
    formula=_formula,
    reason="every entry on its own",
    why=from_entry,
    code=dialects(_code, _code, _sympy),
    units="alike",
    lettered="solve(t + B, A + B, t)",
    masked="refused",
    reserved=False,
    traits=("of numbers", "of an equation", "no numbers"),
)
def solve(a: Mat, b: Mat, *, letter: Number) -> Mat:
    """Find the value of a letter for which two sides are equal, written solve(24*D*T == 12*T**2, T): the one that is not 0.

    The sides are polynomials in the letter, in a root of it where it is positive, or quotients of such, of which a common power
    is divided out, then linear, quadratic or a pure power, whose exponent may have letters: b^(1/a) solves x^a = b.
    Raises SymattnError where there is no solution, or more than one.

    >>> from symattn.language.letters import letter
    >>> T = letter("T", "positive")
    >>> solve.run(Matrix.of([[T * 48]]), Matrix.of([[T * T * 12]]), letter=T)
    Matrix([[4]])
    """
    if not symbolic(letter) or not isinstance(a, Matrix) or not isinstance(b, Matrix):
        return a  # a number in the letter's place, as where samples are tried
    rows = [
        [_solution(x - y, letter) for x, y in zip(r, s, strict=True)]
        for r, s in zip(a.values, b.values, strict=True)
    ]
    return Matrix.of(rows)


def _solution(x: Number, letter: Number) -> Number:
    """Where a difference is 0; raises SymattnError."""
    positive = sign_if_told(letter) == 1
    found = _polynomial(numerator(x), letter, positive)
    powers = {power: factor for power, factor in found.items() if not is_zero(factor)}
    if len(powers) < 2:
        what = (
            "this equation has no solution but 0"
            if powers
            else "both sides are equal whatever the letter is"
        )
        raise SymattnError(what, _HINT)
    if all(power.is_rational for power in powers):
        solution = _of_polynomial(powers, positive)
    else:
        solution = _of_letters(*powers.items())
    put_in(
        x, dict.fromkeys(letters_of(letter), solution)
    )  # raises where it makes a divisor 0
    return solution


def _of_polynomial(factors: Mapping[Number, Number], positive: bool) -> Number:
    """Where the sum of rational powers of a letter with these factors is 0."""
    many = lcm(*(int(power.rational.q) for power in factors))  # of √S found first
    found = {
        int((power * many).rational.p): factor for power, factor in factors.items()
    }
    least = min(found)
    c = {power - least: factor for power, factor in found.items()}
    degree = max(c)
    if degree == 1:
        solution = -c[0] / c[1]
    elif len(c) == 2 and (positive or degree % 2):
        top, bottom = -c[0], c[degree]
        if -1 in map(sign_if_told, (top, bottom)):
            top, bottom = -top, -bottom
        solution = _root(top, degree) / _root(bottom, degree)  # 1/√n, and no √(1/n)
    elif degree == 2 and positive:
        solution = _quadratic(c[2], c.get(1, ZERO), c[0])
    else:
        raise SymattnError(f"an equation of degree {degree} in the letter", _HINT)
    if positive and sign_if_told(solution) == -1:
        raise SymattnError(
            "the letter is positive, and the solution is not",
            "say that the letter is real",
        )
    return solution if many == 1 else to_power(solution, Number.of(many))


def _of_letters(*terms: tuple[Number, Number]) -> Number:
    """Where the sum of two powers is 0 of which one has a letter in its exponent: b^(1/a) of x^a − b."""
    if len(terms) > 2:
        raise SymattnError(
            "more than two powers of the letter, of which one has a letter in its exponent",
            _HINT,
        )
    (high, top), (low, bottom) = terms
    quotient = -bottom / top
    if sign_if_told(quotient) == -1:
        raise SymattnError(
            "this equation has no solution that is a positive number", _HINT
        )
    return to_power(quotient, 1 / (high - low))


def _root(x: Number, degree: int) -> Number:
    if sign_if_told(x) == -1:
        raise SymattnError(
            "this equation has no solution that is a positive number", _HINT
        )
    return root(x) if degree == 2 else to_power(x, UNIT / degree)


def _quadratic(a: Number, b: Number, c: Number) -> Number:
    """The positive solution; there are none or two unless the ends have different signs."""
    if sign_if_told(a * c) != -1:
        raise SymattnError(
            "it is not known that this quadratic equation has one positive solution alone",
            _HINT,
        )
    spread = root(b * b - a * c * 4)
    return (spread - b) / (a * 2) if sign_if_told(a) == 1 else (-spread - b) / (a * 2)


def _polynomial(x: Number, letter: Number, positive: bool) -> dict[Number, Number]:
    """The factors of the powers of a letter, where it is positive of roots too and of those with other letters in the exponent;
    raises SymattnError where it stands under a root of more or in a function."""
    ((powers, _),) = letter.terms
    ((atom, _),) = powers
    (name,) = letters_of(letter)
    logarithm = Atom("log", letter)
    found: dict[Number, Number] = {}
    for (bases, exponential), factor in x.terms.items():
        raised, left = _split((exponential or ZERO).terms, logarithm)
        plain = next((Number.of(p) for base, p in bases if base == atom), ZERO)
        power = (plain + raised).key
        others = tuple((base, p) for base, p in bases if base != atom)
        rest = Number({(others, left.key if left.terms else None): factor})
        whole = power.is_rational and power.rational.q == 1
        if not (whole or positive) or name in letters_of(rest) | letters_of(power):
            raise SymattnError(
                f"{name} stands under a root or in a function",
                "bring it out of there on both sides",
            )
        found[power] = found.get(power, ZERO) + rest
    return found


def _split(exponent: Mapping[Monomial, fmpq], logarithm: Atom) -> tuple[Number, Number]:
    """An exponent as what it is times a *logarithm*, and the rest of it: of a·log x + b, a and b."""
    raised, rest = dict[Monomial, fmpq](), dict[Monomial, fmpq]()
    for (bases, exponential), factor in exponent.items():
        others = dict(bases)
        if others.pop(logarithm, 0) == 1:
            raised[tuple(others.items()), exponential] = factor
        else:
            rest[bases, exponential] = factor
    return Number(raised), Number(rest)
