"""Every = and every ≈ of every chain on every page is true, read back by mpmath."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest
from mpmath import mpf
from oracle import EQUAL, same, units, worth

from symattn.boxes import Box, Boxed, Fence, Ink, Row, Script, number
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number
from symattn.files import folder
from symattn.formats.text import flat
from symattn.notation import Notation
from symattn.page import DETAILS
from symattn.page.engine import sections
from symattn.page.layout import Eq
from symattn.page.work import Work
from symattn.page.working import equations, told
from symattn.sheet import Answer, Sheet, load, loads

SHIPPED = sorted(folder("worksheets").glob("*.toml"))
CASES = {  # sheets in which = and ≈ are easily mixed up
    "logarithms too wide to be put in": (
        """c = [["log(7/10)", "log(2)", "sqrt(2)/3", "pi", "exp(1/7)*log(3)/11", "0.5"]]""",
        ["S = c @ c.T", "D = c * 2", "E = c / sqrt(3)", "W = softmax(c)", "N = c - c"],
    ),
    "a weight times ones is 1": (
        "S = [[0, 1, 3], [2, 0, 0]]\nO = [[1], [1], [1]]",
        ["A = softmax(S)", "R = A @ O", "T = R * 0.25"],
    ),
    "what cancels is 0": (
        "X = [[1, 2], [0, 1], [1, 1]]\nV = [[1, 1], [1, 1]]\nW = [[1, 1], [-1, -1]]",
        ["S = X @ X.T", "L = S / sqrt(2)", "A = softmax(L)", "B = V @ W", "U = X @ V", "H = A @ U", "Y = H @ W"],
    ),
    "thirds among decimals": ('X = [["1/3", "0.25"], ["2", "0.5"]]', ["Y = X @ X", "Z = Y / 3", "T = X.T * 3"]),
    "tiny weights": (
        "X = [[9, 0], [0, 10]]\nV = [[0.5, 1, 7], [2, 3, 1]]",
        ["S = X @ X.T", "A = softmax(S)", "H = A @ V", "Y = H * 2"],
    ),
    "a difference below e": (
        'L = [["sqrt(2)", "-2", "1"], ["-1/3", "-sqrt(2)", "0"]]',
        ["P = softmax(L)", "R = P - P * P", "U = 1 - L"],
    ),
    "powers of a row's sum": (
        'z = [["sqrt(2)", "1", "log(2)"]]\nD = [[1, -2, 3]]',
        ["p = softmax(z)", "J = softmax_jacobian(p)", "R = p * p * p - p", "G = p * (D - sum(D * p, axis=1))"],
    ),
    "numbers put in": (
        'a = "-3"',
        ["b = a + 1", "c = 2 * b", "d = b * b", "f = -b", "g = 3 - b", "h = exp(a) * b", "k = b ** 2 - a"],
    ),
    "sums put in": (
        'a = "sqrt(2)"',
        ["b = a + 1", "c = 2 * b", "d = b * b", "f = -b", "g = 3 - b", "h = exp(a) * b", "k = b / (a - 5)"],
    ),
    "roots that end": ('X = [["sqrt(2)", "1/4"]]', ["S = X @ X.T", "D = X * 4", "E = exp(X)"]),
}


def work_of(sheet: Sheet, answer: Answer, detail: str) -> Work:
    above = sheet.path.parent
    notation = Notation.load(sheet.notation, above).over(answer.question.notation, above)
    return Work.of(answer, notation, sheet.decimals, detail, tuple(sheet.tokens))


def chains(work: Work) -> Iterator[Eq]:
    """Every equation of a question's working."""
    for section in sections(work.question, work.notation.table.names):
        for family in section.families:
            one = told(work, family)
            for lines in (one.definitions, *equations(work, one)):
                for line in lines:
                    yield from line


def names_of(work: Work) -> dict[Box, object]:
    """The exact values of all symbols: givens, lines (what follows from stated values follows them), names of weights."""
    found: dict[Box, object] = {}
    for name in (*work.question.given, *work.question.plan.names):
        value = work.question.stated.get(name) or work.array(name)
        if isinstance(value, Matrix):
            symbol = work.notation.symbol(name)
            cells = [[None if isinstance(x, Blocked) else digits(x) for x in r] for r in value.cells()]
            found[symbol] = cells
            for i, r in enumerate(cells):  # entries written out at full detail
                found |= {
                    Script(Fence("(", symbol, ")"), sub=number(f"{i + 1}{j + 1}")): x for j, x in enumerate(r) if x is not None
                }
        elif isinstance(value, Number):
            found[work.notation.symbol(name)] = digits(value)
    for name in work.naming.names.values():
        found[name.box] = digits(name.value)
    return found


def digits(x: Number) -> mpf:
    return mpf(decimal(x, 400))


def links(eq: Eq) -> list[tuple[str, Box]]:
    """The chain with frames and formulas in one box opened up, its name first."""
    out: list[tuple[str, Box]] = []
    for sign, box in (("", eq.lhs), *eq.chain):
        inner = box.body if isinstance(box, Boxed) else box
        parts: list[tuple[str, list[Box]]] = [(sign, [])]
        for item in inner.items if isinstance(inner, Row) else (inner,):
            if isinstance(item, Ink) and item.kind == "relation":
                parts.append((item.text, []))
            else:
                parts[-1][1].append(item)
        out += [(s, p[0] if len(p) == 1 else Row(tuple(p))) for s, p in parts]
    return out


def judged(work: Work, eq: Eq, names: dict[Box, object]) -> Iterator[tuple[str, str, bool]]:
    """Every sign of a chain that arithmetic can judge: the sign, what it stands between, whether it is true."""
    parts = [(sign, box, value_of(box, names)) for sign, box in links(eq)]
    carried = bool(work.question.stated)
    exact = next((value for _, _, value in parts if value is not None), None)
    for (_, left, a), (sign, right, b) in pairwise(parts):
        if a is None or b is None:
            continue
        says = f"{flat(left)} {sign} {flat(right)}"
        if sign == "=":
            yield sign, says, same(a, b)
        elif not carried:
            yield sign, says, not same(exact, b) and close(exact, b, right, work.places)


def value_of(box: Box, names: dict[Box, object]) -> object | None:
    """Numbers in brackets with commas between them are a row."""
    if isinstance(box, Fence) and isinstance(box.body, Row) and Ink(",", "punct") in box.body.items:
        cells: list[list[Box]] = [[]]
        for item in box.body.items:
            cells.append([]) if item == Ink(",", "punct") else cells[-1].append(item)
        found = [worth(Row(tuple(x for x in c if not (isinstance(x, Ink) and x.kind == "space"))), names) for c in cells]
        return None if any(x is None for x in found) else [found]
    return worth(box, names)


def close(exact: object, shown: object, box: Box, places: int) -> bool:
    """Whether numbers are the correct rounding of the exact ones; a product of rounded matrices has no last place."""
    a, b = (x if isinstance(x, list) else [[x]] for x in (exact, shown))
    if not isinstance(a, list) or [len(r) for r in a] != [len(r) for r in b]:
        return False
    flat_a, flat_b = list(chain(*a)), list(chain(*b))
    halves = units(box)
    if len(halves) != len(flat_b):
        return all(x is None or abs(x - y) < 0.05 * (1 + abs(x)) for x, y in zip(flat_a, flat_b, strict=True))
    least = mpf(10) ** -places / 2
    return all(
        (x is None) == (y is None) and (x is None or abs(x - y) <= min(half or least, least) + EQUAL)
        for x, y, half in zip(flat_a, flat_b, halves, strict=True)
    )


def wrong(sheet: Sheet, detail: str) -> tuple[list[str], int]:
    """The signs of a sheet that are false, and how many there are."""
    false, count = [], 0
    for answer in sheet.solve().answers:
        if answer.question.shapes:
            continue
        work = work_of(sheet, answer, detail)
        names = {} if work.symbols else names_of(work)
        for eq in chains(work) if not work.symbols else ():
            for _, says, true in judged(work, eq, names):
                count += 1
                false += [] if true else [says]
    return false, count


@pytest.mark.sliced(60)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("detail", DETAILS)
def test_every_sign_of_a_shipped_sheet_is_true(path: object, detail: str) -> None:
    assert wrong(load(str(path)), detail)[0] == []


@pytest.mark.exhaustive
@pytest.mark.sliced(6)
@pytest.mark.parametrize(("given", "steps"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("numbers", ["auto", "decimals", "fractions"])
def test_every_sign_is_true_where_they_are_easily_mixed_up(given: str, steps: list[str], detail: str, numbers: str) -> None:
    sheet = loads(f"notation.numbers = '{numbers}'\n[[question]]\nsteps = {steps}\n[question.given]\n{given}\n")
    false, count = wrong(sheet, detail)
    assert false == []
    assert count >= len(steps) - 1


@pytest.mark.sliced(12)
@pytest.mark.parametrize("seed", range(12))
def test_every_sign_of_a_random_sheet_is_true(seed: int) -> None:
    dice = random.Random(seed)
    n, d, heads = dice.randint(2, 3), dice.randint(1, 3), dice.randint(1, 2)
    entry = dice.choice(
        [lambda: dice.randint(-2, 3), lambda: f'"{dice.randint(-3, 3)}/{dice.randint(1, 4)}"', lambda: dice.randint(-9, 9) / 4]
    )
    matrix = lambda rows, cols: str([[entry() for _ in range(cols)] for _ in range(rows)]).replace("'", "")  # noqa: E731
    given = [f"X = {matrix(n, d)}", f"W_O = {matrix(heads * d, d)}"]
    given += [f"W_{m}_{h} = {matrix(d, d)}" for m in "QKV" for h in range(1, heads + 1)]
    mask = dice.choice(["", 'mask = "causal"\n'])
    text = (
        f"[[question]]\nvariant = 'multi-head-attention'\n[question.options]\nheads = {heads}\n{mask}[question.given]\n"
        + "\n".join(given)
    )
    false, count = wrong(loads(text), dice.choice(DETAILS))
    assert false == []
    assert count > 10 * heads


def test_the_oracle_sees_what_is_false() -> None:
    names: dict[Box, object] = {Ink("A"): [[mpf(1) / 3]]}
    work = work_of(sheet := loads("[[question]]\nsteps = ['B = A @ A']\ngiven.A = [[2]]\n"), sheet.solve().answers[0], "full")
    third, fourth = (Eq(Ink("A"), ((sign, Ink(text, "number")),)) for sign, text in (("≈", "0.3333"), ("≈", "0.3334")))
    said = [
        true for eq in (third, fourth, Eq(Ink("A"), (("=", Ink("0.3333", "number")),))) for *_, true in judged(work, eq, names)
    ]
    assert said == [True, False, False]
