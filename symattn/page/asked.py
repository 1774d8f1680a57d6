"""What a part asks beside values: shapes with their reasons, a proof with its checks, an answer in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from markupsafe import Markup

from symattn.boxes import Box, Grid, Ink, number, row, width
from symattn.boxes.latex import read
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.later import later
from symattn.notation import Notation
from symattn.notation.values import Values, rounded, unhandy
from symattn.ops import has
from symattn.ops.record import shape_latex, size_latex
from symattn.ops.shapes import Shape
from symattn.page.engine import Engine, marks
from symattn.page.layout import Eq
from symattn.page.tables import Table
from symattn.plan.tree import Apply, Expr, polynomial
from symattn.said import Said
from symattn.sheet import Answer
from symattn.sheet.question import shares

if TYPE_CHECKING:
    from symattn.page import random as randomly
    from symattn.plan.shapes.table import ShapeLine
    from symattn.sheet import proofs
    from symattn.sheet.proofs import Checked, Claim
else:
    proofs, randomly = later("symattn.sheet.proofs"), later("symattn.page.random")

PLACES = 4  # digits of a number that is a fraction, beside the fraction
_COLUMNS = Markup(r"lp{38mm}>{\raggedright\arraybackslash}p{72mm}")
_NARROW = Markup(r"lp{22mm}>{\raggedright\arraybackslash}p{86mm}")  # where no numbers stand beside the letters


@dataclass(frozen=True)
class Step:
    """One step of a proof as the template prints it, with its marks; ``check`` is empty where nothing is checked, else the
    lines that it uses and both its sides in the sheet's notation, ``sizes`` what it was checked for."""

    number: int
    claim: str
    because: str
    marks: str
    check: Markup
    sizes: Markup


def asked(
    engine: Engine, notation: Notation, answer: Answer, index: int, detail: str = "standard"
) -> tuple[Markup, tuple[Box, ...]]:
    """The shapes, the proof and the words that answer a part, and what stands left of their signs of equality.

    At full detail shapes come with the parameters of weights and the work of lines. Raises SymattnError for a claim that
    does not hold.
    """
    question = answer.question
    part = question.parts[index]
    out, names = [], list[Box]()
    if part.shapes and question.shapes and answer.shapes:
        trees = {line.name: line.tree for line in question.shapes.plan.lines}
        own = notation.of(trees, question.shapes.givens)
        counts = [name for name in part.shapes if answer.shapes[name].value is not None]
        tall = any(_tall(trees[name]) for name in part.shapes if name in trees)
        rows = [shape_row(engine, own, answer.shapes[name], trees, detail) for name in part.shapes if name not in counts]
        wide = any(line.numbers not in (None, line.shape) for line in map(answer.shapes.__getitem__, part.shapes))
        columns = _COLUMNS if wide else _NARROW
        table = Table((), tuple(rows), columns, tall)
        if rows:
            out.append(engine.render("steps/shapes.j2", fmt=engine.macros(), table=table))
        earned = {name: marks(share) if share else "" for name, share in part.shares.items()}
        eqs = [count_line(own, answer.shapes[name], trees[name], answer.shapes.shown, earned[name]) for name in counts]
        if eqs:
            names += [eq.lhs for eq in eqs]
            lined = engine.laid_out(((tuple(eqs),),), max(map(width, names)))
            lines = [line for line in question.shapes.plan.lines if line.name in counts]
            random = randomly.told(own, lines, answer.shapes)
            out.append(engine.render("steps/counts.j2", fmt=engine.macros(), displays=lined, random=random))
    if part.proof:
        sides = [_sides(notation, checked.claim) if checked.claim.check else [] for checked in answer.proofs[index]]
        names += [eq.lhs for eqs in sides for eq in eqs]
        checks = _checks(engine, sides, max(map(width, names), default=0.0))
        steps = list(_steps(engine, notation, question.id, answer.proofs[index], part.marks, checks))
        out.append(engine.render("steps/proof.j2", fmt=engine.macros(), steps=steps))
    if part.answer.strip():
        out.append(engine.render("steps/words.j2", fmt=engine.macros(), answer=part.answer))
    return Markup("\n").join(out), tuple(dict.fromkeys(names))


def shape_row(
    engine: Engine, notation: Notation, line: ShapeLine, trees: Mapping[str, Expr], detail: str
) -> tuple[Box, Markup, Markup]:
    """A line with its formula, its shape, and why it has that shape."""
    equals = row(Ink("=", "relation"), notation.formula(trees[line.name])) if line.name in trees else None
    shown = shape_latex(line.shape)
    if line.numbers and line.numbers != line.shape:
        shown += " = " + shape_latex(line.numbers)
    reasons = [str(engine.plainly(line.why))] if line.why is not None else []
    why = "; ".join(text for text in (*reasons, _amounts(engine, line) if detail == "full" else "") if text)
    return row(notation.symbol(line.name), equals), engine.prose(f"${shown}$"), engine.prose(why)


def count_line(notation: Notation, line: ShapeLine, tree: Expr, shapes: Mapping[str, Shape], mark: str) -> Eq:
    """A line that is a number: its formula, what is counted worked out, the polynomial, and the number it is."""
    assert line.value is not None
    formula, worked = notation.formula(tree), notation.counted(tree, shapes)
    size = polynomial(line.value)
    shown: Box = Values().exact(line.value) if size is None else read(size_latex(size))
    boxes = [formula, worked, shown]
    if line.number is not None and not line.value.is_rational:
        boxes.append(grouped(line.number))
    chain = [("=", box) for box in dict.fromkeys(boxes)]
    if line.number is not None and line.number.is_rational and unhandy(line.number.rational):
        chain.append(("≈", rounded(line.number, PLACES)))
    return Eq(notation.symbol(line.name), tuple(chain), mark)


def grouped(x: Number) -> Box:
    """A number with its digits in groups of three, where it has five or more.

    >>> len(grouped(Number.of(786944)).items)
    3
    """
    digits = str(x.rational)
    if not digits.isdecimal() or len(digits) < 5:
        return Values().exact(x)
    groups = [digits[max(0, k - 3) : k] for k in range(len(digits), 0, -3)][::-1]
    return row(*(box for k, group in enumerate(groups) for box in ([Ink("thin", "space")] if k else []) + [number(group)]))


def _amounts(engine: Engine, line: ShapeLine) -> str:
    """How many parameters a weight has, how many multiplications and so on a line takes."""
    kinds = list(line.work.amounts.items())
    if line.op == "given":
        kinds = [("numbers", line.parameters)]
    return ", ".join(_amount(engine, name, size_latex(amount)) for name, amount in kinds if amount != 0)


def _amount(engine: Engine, kind: str, size: str) -> str:
    return str(engine.plainly(Said("reasons", "amount", (("kind", kind), ("size", size)))))


def _tall(tree: Expr) -> bool:
    """Whether a line is written with a fraction."""
    return isinstance(tree, Apply) and (has(tree.op, "fraction") or any(map(_tall, tree.args)))


def _steps(
    engine: Engine, notation: Notation, question: str, proof: tuple[Checked, ...], whole: Fraction, checks: Sequence[Markup]
) -> Iterator[Step]:
    earned = shares(whole, [f"step{place}" for place, _ in enumerate(proof, 1)])
    for place, (checked, check) in enumerate(zip(proof, checks, strict=True), 1):
        claim = checked.claim
        if claim.check and not checked.holds:
            what = f"{claim.check} is not proved: {checked.says}; mend the claim"
            raise SymattnError(f"{question}, claim {place}: {what}")
        share = earned[f"step{place}"]
        told = engine.marks(share, words=True) if share else ""
        yield Step(place, claim.claim, claim.because, told, check, _sizes(engine, notation, claim))


def _checks(engine: Engine, sides: Sequence[Sequence[Eq]], axis: float) -> list[Markup]:
    """The checks of a proof, their signs of equality below each other in all its steps; nothing where nothing is checked."""
    displays = vars(engine.macros())["displays"]
    return [Markup(displays(engine.laid_out(tuple(((eq,),) for eq in eqs), axis))) if eqs else Markup("") for eqs in sides]


def _sides(notation: Notation, claim: Claim) -> list[Eq]:
    """What is checked, as the sheet writes formulas: the lines that the check uses, then its two sides."""
    trees = {line.name: line.tree for line in claim.plan.lines}
    own = notation.of({name: tree for name, tree in trees.items() if name not in proofs.SIDES}, (*claim.sizes, *claim.given))
    lines = [Eq(own.symbol(name), (("=", own.formula(tree)),)) for name, tree in trees.items() if name not in proofs.SIDES]
    left, right = (own.formula(trees[name]) for name in proofs.SIDES)
    return lines + ([Eq(left, (("=", right),))] if left != right else [])  # P(XW) and (PX)W are written alike


def _sizes(engine: Engine, notation: Notation, claim: Claim) -> Markup:
    """For which matrices a check runs: those of one size together, then those with values."""
    by_size: dict[str, list[Box]] = {}
    for name, size in claim.sizes.items():
        by_size.setdefault("×".join(map(str, size)), []).append(notation.symbol(name))
    shown = [Markup(", ").join(map(engine.finalize, boxes)) + engine.word("of_size", n) for n, boxes in by_size.items()]
    letters = [Markup("; ").join(shown) + engine.text(", ") + engine.word("letters")] if shown else []
    names = [name for name in claim.letters if name in claim.plan.givens]
    if names:
        shown = [engine.finalize(notation.symbol(name)) for name in names]
        letters.append(engine.word("all_letters") + engine.text(" ") + Markup(", ").join(shown))
    values = [
        engine.finalize(row(notation.symbol(name), Ink("=", "relation"), _grid(matrix))) for name, matrix in claim.given.items()
    ]
    return Markup("; ").join([*letters, *values])


def _grid(matrix: Matrix) -> Box:
    return Grid(tuple(tuple(number(text(x)) for x in cells) for cells in matrix.values))
