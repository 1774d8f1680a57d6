"""Random expressions against mpmath: "equal" and "different" are never wrong, whatever the letters may stand for.

Each expression meets a rewriting of itself by a rule of powers, roots or logarithms that holds for some numbers only. Symbols are
tried under no assumption (complex and negative values), as real (negative values) and as positive ones; numbers have logarithms of
logarithms under roots. In the long attack there are 2,500 of each, 10,000 in all.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import mpmath
import pytest
import sympy as sp

from symattn.equality import equal
from symattn.errors import SymattnError

FEW, MANY = 120, 2_500
BATCH = 40
"""Of one seed; the seeds of the few are among those of the many."""
LETTERS = {
    "complex": [sp.Symbol(name) for name in "xyz"],
    "real": [sp.Symbol(name, real=True) for name in "rst"],
    "positive": [sp.Symbol(name, positive=True) for name in "pqu"],
}
POINTS = {
    "complex": [(-2, -3, -0.5), (-1.3 + 0.7j, -0.4 - 2.1j, 0.3j - 1), (0.6 - 1.1j, -2.2 + 0.1j, 1.5)],
    "real": [(-2, -3, -0.5), (1.25, -0.75, -3.5), (-0.3, 2.75, 0.4)],
    "positive": [(2, 3, 0.5), (0.25, 1.75, 0.1), (7, 0.01, 3.3)],
}
EXPONENTS = [sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(-1, 2), sp.Rational(3, 2), sp.Integer(2), sp.Integer(-1), sp.sqrt(2), sp.sqrt(3) / 2]


def expression(dice: random.Random, letters: list[sp.Symbol], depth: int) -> sp.Expr:
    if not depth or dice.random() < 0.15:
        return dice.choice([*letters, *letters, sp.Rational(dice.randint(-4, 5), dice.randint(1, 3)), sp.sqrt(2), sp.E])
    a = expression(dice, letters, depth - 1)
    kind = dice.choice(["add", "mul", "pow", "pow", "log", "exp", "div"])
    if kind in ("add", "mul", "div"):
        b = expression(dice, letters, depth - 1)
        return a + b if kind == "add" else a * b if kind == "mul" or b == 0 else a / b
    if kind == "pow":
        return a if a == 0 else a ** dice.choice(EXPONENTS)
    if kind == "log":
        return a if a == 0 else sp.log(a)
    return sp.exp(a)


def rewritten(dice: random.Random, a: sp.Expr) -> sp.Expr:
    """By a rule that holds for positive numbers, forced on whatever stands there, at a place drawn by chance."""
    rules = [
        lambda x: sp.expand_log(x, force=True), lambda x: sp.expand_power_base(x, force=True), lambda x: sp.powdenest(x, force=True),
        lambda x: sp.logcombine(x, force=True), sp.expand, lambda x: sp.expand_power_exp(x), sp.together, lambda x: -(-x).expand(),
        lambda x: sp.posify(x)[0].subs({v: k for k, v in sp.posify(x)[1].items()}) if not x.free_symbols else x,
    ]  # fmt: skip
    out = dice.choice(rules)(a)
    return out + sp.Rational(1, 10**30) if dice.random() < 0.1 else out


def law(dice: random.Random, letters: list[sp.Symbol]) -> tuple[sp.Expr, sp.Expr]:
    """Two sides of a law of powers, roots or logarithms, of which some hold for positive numbers only."""
    a, b = (expression(dice, letters, dice.randint(0, 2)) for _ in range(2))
    p, q = dice.choice(EXPONENTS), dice.choice(EXPONENTS)
    if a == 0 or b == 0:
        a, b = letters[0], letters[1]
    return dice.choice(
        [
            (sp.log(a * b), sp.log(a) + sp.log(b)), (sp.log(a**p), p * sp.log(a)), (sp.log(a / b), sp.log(a) - sp.log(b)),
            ((a * b) ** p, a**p * b**p), ((a**p) ** q, a ** (p * q)), ((1 / a) ** p, a ** (-p)), (a**p * a**q, a ** (p + q)),
            (sp.log(sp.exp(a)), a), (sp.exp(sp.log(a)), a), (sp.exp(a) ** p, sp.exp(p * a)), ((a / b) ** p, a**p / b**p),
            (sp.exp(a) * sp.exp(b), sp.exp(a + b)), (sp.exp(p * sp.log(a)), a**p), ((a * a) ** p, a ** (2 * p)),
        ]
    )  # fmt: skip


def value(x: sp.Expr, letters: list[sp.Symbol], point: tuple[complex, ...]) -> mpmath.mpc | None:
    try:
        found = sp.lambdify(letters, x, "mpmath")(*map(mpmath.mpmathify, point))
        return mpmath.mpc(found) if mpmath.isfinite(found) and abs(found) < mpmath.mpf(10) ** 60 else None
    except (ZeroDivisionError, ValueError, OverflowError, ArithmeticError):
        return None


def wrong(a: sp.Expr, b: sp.Expr, kind: str) -> str | None:
    """What a verdict says that numbers disprove, "" where they do not; None where there is no verdict or no number."""
    try:
        verdict = equal(a, b)
    except SymattnError:
        return None  # refused
    if verdict.decision == "undecided":
        return None
    apart, tried = False, 0
    with mpmath.workdps(60):
        for point in POINTS[kind]:
            left, right = value(a, LETTERS[kind], point), value(b, LETTERS[kind], point)
            if left is None or right is None:
                continue
            tried += 1
            apart = apart or abs(left - right) > mpmath.mpf(10) ** -40 * (1 + abs(left) + abs(right))
    if tried and (verdict.decision == "equal") == apart:
        return f"{a} and {b} are called {verdict.decision}: {verdict.reason}"
    return "" if tried else None


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", LETTERS)
def test_no_verdict_on_symbols_is_wrong(kind: str, hours: float, record: Callable[..., None]) -> None:
    count, decided, false = MANY if hours else FEW, 0, []
    for number in range(count):
        batch, n = divmod(number, BATCH)
        dice = random.Random(f"{kind} {batch} {n}")
        if n % 2:
            a, b = law(dice, LETTERS[kind])
        else:
            a = expression(dice, LETTERS[kind], 3)
            b = rewritten(dice, a)
        if not a.has(sp.zoo, sp.nan, sp.oo, sp.I) and not b.has(sp.zoo, sp.nan, sp.oo, sp.I):
            found = wrong(a, b, kind)
            decided += found is not None
            false += [found] if found else []
    record(f"proofs, {kind} symbols: {count} pairs, {decided} decided and looked at with numbers, {len(false)} wrong", *false)
    assert not false
    assert decided > count // 4


class Draw:
    """Numbers as text with their value: logarithms of logarithms, roots and exponentials, of either sign."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def number(self, depth: int) -> tuple[str, mpmath.mpf]:
        s, x = self.drawn(depth)
        if x and abs(x) < mpmath.mpf(10) ** -100:
            raise ValueError("0, but for the rounding of mpmath")
        return s, x

    def drawn(self, depth: int) -> tuple[str, mpmath.mpf]:
        choose = self.dice.choice
        if not depth:
            n = self.dice.randint(1, 9)
            return choose([(str(n), mpmath.mpf(n)), (f"sqrt({n})", mpmath.sqrt(n)), ("e", +mpmath.e), (f"log({n + 1})", mpmath.log(n + 1))])
        s, x = self.number(depth - 1)
        kind = choose(["log", "log", "sum", "difference", "product", "root", "exp", "quotient"])
        if kind == "log" and x:
            return (f"log({s})", mpmath.log(x)) if x > 0 else (f"log(-({s}))", mpmath.log(-x))
        if kind == "root" and x:
            return (f"sqrt({s})", mpmath.sqrt(x)) if x > 0 else (f"sqrt(-({s}))", mpmath.sqrt(-x))
        if kind == "exp" and abs(x) < 20:
            return f"exp({s})", mpmath.exp(x)
        t, y = self.number(depth - 1)
        if kind == "sum":
            return f"({s}+{t})", x + y
        if kind == "difference":
            return f"({s}-{t})", x - y
        if kind == "quotient" and y:
            return f"({s})/({t})", x / y
        return f"({s})*({t})", x * y

    def pair(self) -> tuple[str, mpmath.mpf, str, mpmath.mpf]:
        """Two texts that a law of roots or logarithms makes equal, or equal but for the sign."""
        (s, x), (t, y) = self.number(self.dice.randint(1, 3)), self.number(self.dice.randint(1, 3))
        sign = "" if x * y > 0 else "-"
        plus = f"{sign}({s})*({t})"
        s_up, t_up = (f"({u})" if v > 0 else f"(-({u}))" for u, v in ((s, x), (t, y)))
        return self.dice.choice(
            [
                (f"sqrt({plus})^2", abs(x * y), plus, abs(x * y)),
                (f"sqrt({plus})^2", abs(x * y), f"-1*{s_up}*{t_up}", -abs(x * y)),
                (f"sqrt({plus})", mpmath.sqrt(abs(x * y)), f"sqrt({s_up})*sqrt({t_up})", mpmath.sqrt(abs(x * y))),
                (f"sqrt({plus})", mpmath.sqrt(abs(x * y)), f"-sqrt({s_up})*sqrt({t_up})", -mpmath.sqrt(abs(x * y))),
                (f"log({plus})", mpmath.log(abs(x * y)), f"log({s_up})+log({t_up})", mpmath.log(abs(x * y))),
                (f"log({plus})", mpmath.log(abs(x * y)), f"log({s_up})-log({t_up})", mpmath.log(abs(x / y))),
                (f"({s})*({t})", x * y, f"({t})*({s})+10^-60", x * y + mpmath.mpf(10) ** -60),
                (f"({s})+({t})", x + y, f"({t})+({s})", x + y),
            ]
        )


@pytest.mark.exhaustive
def test_no_verdict_on_numbers_is_wrong(hours: float, record: Callable[..., None]) -> None:
    count, decided, false = MANY if hours else FEW, 0, []
    for number in range(count):
        batch, n = divmod(number, BATCH)
        with mpmath.workdps(150):
            try:
                a, x, b, y = Draw(random.Random(f"numbers {batch} {n}")).pair()
            except (ZeroDivisionError, ValueError):
                continue
            apart = abs(x - y) > mpmath.mpf(10) ** -90 * (abs(x) + abs(y))
        try:
            found = equal(a, b).decision
        except SymattnError:
            continue  # refused: no verdict
        decided += found != "undecided"
        if found != "undecided" and (found == "equal") == apart:
            false.append(f"{a} and {b} are called {found}")
    record(f"proofs, numbers: {count} pairs, {decided} decided and looked at with numbers, {len(false)} wrong", *false)
    assert not false
    assert decided > count // 2
