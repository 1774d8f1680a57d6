"""What a part asks beside values: shapes with their reasons, a proof with its checks, an answer in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from markupsafe import Markup

from symattn.boxes import EQUALS, Box, Boxes, Grid, Root, applied, number, row
from symattn.boxes.latex import read
from symattn.boxes.measure import in_print, on_paper, widest, width
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, Number, Numbers
from symattn.notation import Notation
from symattn.notation.lines import LineStyle
from symattn.notation.values import ValuePrinter, decimal_box, rounded, unhandy
from symattn.ops import OPS
from symattn.ops.moments import Worked
from symattn.ops.record import count_latex, shape_latex, size_latex
from symattn.page import counted, derived
from symattn.page import random as randomly
from symattn.page.alike import in_any_order, letters_of_formula
from symattn.page.engine import Engine, PageTable
from symattn.page.forms import LINED, fits
from symattn.page.ink import parts
from symattn.page.layout import Eq
from symattn.page.links import Tally, of_claim
from symattn.page.matrices import ends, is_plain
from symattn.page.written import boxed
from symattn.plan import SIDES, Plan
from symattn.plan.amounts import EQUATION, OfShape, made_of, polynomial, worked
from symattn.plan.derivation import shapes, shapes_of
from symattn.plan.shapes.table import ShapeLine, ShapeTable
from symattn.plan.tree import (
    SIGNS,
    Apply,
    Counted,
    Expr,
    Ref,
    applies,
    has_trait,
    scalars,
    scalars_of,
    spelled,
    within,
)
from symattn.plan.tree import parts as parts_of
from symattn.records import frozen, replace
from symattn.said import Said, Strings
from symattn.sheet import Answer, Question
from symattn.sheet.proofs import Checked, Claim
from symattn.sheet.question import shares
from symattn.sheet.sheet import Part
from symattn.tables import apart_from, every, filled, grouped, in_each, in_turn

PLACES = 4  # digits of a number that is a fraction, beside the fraction
MOST_BELOW = (
    100  # of a fraction that stands behind the numbers that it is made of: 49/75
)
_COLUMNS = (
    (22.0, 86.0),
    (38.0, 72.0),
)  # millimetres of shapes and of reasons: in letters alone, and with numbers beside them
_TABLE, _HIGHEST = (
    145.0,
    100.0,
)  # millimetres that the columns of a table have, and what stands on one page
_LETTER, _ROW, _AIR = (
    1.7,
    4.2,
    9.0,
)  # a letter and a line of a table, and what a row has more that holds a fraction

ShapeRow: TypeAlias = tuple[
    Box, Markup, Markup
]  # a line with its formula, its shape, and why it has that shape


@frozen
class ProofStep:
    """One step of a proof as the template prints it, with its marks; ``check`` is empty where nothing is checked, else the
    lines that it uses and both its sides in the sheet's notation, ``names`` what stands left in it, ``sizes`` what it was
    checked for, ``alike`` whether both sides are written alike, and so only once."""

    number: int
    claim: str
    because: str
    marks: str
    check: Markup
    sizes: Markup
    names: Boxes = ()
    alike: bool = False


def asked(
    engine: Engine,
    notation: Notation,
    answer: Answer,
    index: int,
    detail: str = "standard",
    tally: Tally | None = None,
    said: set[str] | None = None,
) -> tuple[Markup, Boxes]:
    """The shapes, the proof and the words that answer a part, and what stands left of their signs of equality. *said* are the
    sentences that the question has already.

    At full detail shapes come with the parameters of weights and the work of lines. Raises SymattnError for a claim that
    does not hold.
    """
    question = answer.question
    part = question.parts[index]
    said = set() if said is None else said
    out, names = _of_shapes(engine, notation, answer, index, detail, tally, said)
    if part.proof:
        proof = answer.proofs[index]
        sides = [
            _sides(notation, checked, f"{question.id}, claim {k}", tally)
            for k, checked in enumerate(proof, 1)
        ]
        steps = list(_steps(engine, notation, proof, part.marks, sides))
        out.append(engine.told("steps/proof.j2", steps=steps))
    if part.answer.strip():
        out.append(engine.told("steps/words.j2", answer=part.answer))
    return Markup("\n").join(out), tuple(dict.fromkeys(names))


def _of_shapes(
    engine: Engine,
    notation: Notation,
    answer: Answer,
    index: int,
    detail: str,
    tally: Tally | None,
    said: set[str],
) -> tuple[list[Markup], list[Box]]:
    """The shapes and the counts that answer a part, and what stands left of the signs of equality of these."""
    question, out, names = answer.question, list[Markup](), list[Box]()
    part = question.parts[index]
    asked, found = question.shapes, answer.shapes
    if part.shapes and asked and found:
        trees = asked.plan.trees
        own = notation.of(trees, asked.givens)
        sizes = own.symbols(asked.size_letters).values()
        own = replace(own, known=found.shown, taken=own.taken.union(sizes))
        if question.working:
            own = replace(own, table=replace(own.table, numbers="decimals"))
        shown = (
            part.shapes
            if detail == "brief"
            else explained(asked.plan, [p.shapes for p in question.parts], index)
        )
        counts = [name for name in shown if found[name].value is not None]
        plan, tabled = asked.plan, [name for name in shown if name not in counts]
        if derived.is_derivation(plan, tabled, found):
            way = derived.StepsBack(engine, own, plan, found, detail, said)
            working, lhs = way.told(
                [name for name in tabled if name in trees], part.shares
            )
            out.append(working)
            names += lhs
            tabled = [name for name in tabled if detail == "full" or name not in trees]
        rows = [shape_row(engine, own, found[name], trees, detail) for name in tabled]
        tall = [
            name in trees
            and any(has_trait(part, "fraction") for part in within(trees[name]))
            for name in tabled
        ]
        wide = any(found[name].in_numbers for name in shown)
        tables = (
            _tables(rows, _COLUMNS[wide], tall, engine.writer.paper) if rows else []
        )
        out += [engine.told("steps/shapes.j2", table=table) for table in tables]
        eqs = _counted(engine, own, question, found, part, counts, tally)
        if eqs:
            random = _of_random(own, question.parts, plan, found, index, counts)
            defined = [name for one in random for name in one.lines]
            eqs = [
                *(Eq(own.symbol(x), (("=", own.formula(trees[x])),)) for x in defined),
                *eqs,
            ]
            names += [eq.lhs for eq in eqs]
            lined = engine.laid_out(((tuple(eqs),),), widest(names))
            out.append(engine.told("steps/counts.j2", displays=lined, random=random))
    return out, names


def _counted(
    engine: Engine,
    notation: Notation,
    question: Question,
    table: ShapeTable,
    part: Part,
    counts: Sequence[str],
    tally: Tally | None,
) -> list[Eq]:
    """The equations of the counts of a part, looked at before they stand there."""
    earned = {
        name: engine.marks(share) if share else ""
        for name, share in part.shares.items()
    }
    eqs = list[Eq]()
    for name in counts:
        eqs += _equation(notation, table, name)
        eqs.append(count_line(notation, question, table, name, earned.get(name, "")))
    if eqs:
        counted.counts(notation, question, table, tally).check(eqs)
    return eqs


def _of_random(
    notation: Notation,
    parts: Sequence[Part],
    plan: Plan,
    table: ShapeTable,
    index: int,
    counts: Sequence[str],
) -> tuple[randomly.RandomTold, ...]:
    """What is told of the random quantities of a part."""
    earlier = {name for part in parts[:index] for name in part.shapes}
    lines = [line for line in plan.lines if line.name in counts]
    before = [line for line in plan.lines if line.name in earlier]
    in_tables = {*in_turn(p.shapes for p in parts)}
    return randomly.told(notation, lines, table, before, in_tables)


def explained(plan: Plan, parts: Sequence[Sequence[str]], index: int) -> Strings:
    """The lines a part shows: those it asks for, and those that lead there, which nothing asks for or showed; then in the plan's
    order, behind the givens.

    >>> plan = Plan.read(["Q = X @ W", "S = Q @ Q.T", "H = S @ X"])
    >>> explained(plan, [["W", "Q", "H"]], 0), explained(plan, [["S"], ["H", "X"]], 1)
    (('W', 'Q', 'S', 'H'), ('H', 'X'))
    """
    asked = set(in_turn(parts))
    known: set[str] = set()
    for part in parts[: index + 1]:
        own, led = list(part), set[str]()
        while own:
            name = own.pop()
            if name in plan.names:
                line = plan.line(name)
                found = {*(line.scalars if name in plan.numbers else line.reads)} & set(
                    plan.names
                ) - asked - known - led
                led |= found
                own += found
        known |= led
    if not led:
        return tuple(parts[index])
    shown = {*led, *parts[index]}
    return (
        *(name for name in parts[index] if name not in plan.names),
        *(name for name in plan.names if name in shown),
    )


def _tables(
    rows: Sequence[ShapeRow],
    columns: tuple[float, float],
    tall: Sequence[bool],
    paper: bool,
) -> Iterator[PageTable]:
    """The rows in tables that fit the paper: the column of reasons takes what formulas and shapes leave, and a table that is
    higher than a page goes on in another one."""
    first = max(width(line) for line, _, _ in rows)
    shapes = max(
        columns[0],
        min(48.0, max(in_print(_LETTER * _letters(shape)) for _, shape, _ in rows)),
    )
    longest = in_print(2) * max(
        _letters(reason) for _, _, reason in rows
    )  # on one line, spaces and all
    reasons = max(30.0, min(max(columns[1], longest), _TABLE - first - shapes))
    align = Markup(
        rf"lp{{{on_paper(shapes):.0f}mm}}>{{\raggedright\arraybackslash}}p{{{on_paper(reasons):.0f}mm}}"
    )

    def high(found: tuple[ShapeRow, bool]) -> float:
        line, airy = found
        return _ROW * -(-in_print(_LETTER) * _letters(line[2]) // reasons) + _AIR * airy

    for table in filled(
        zip(rows, tall, strict=True),
        lambda table: not paper or sum(map(high, table)) <= _HIGHEST,
    ):
        lines, airy = zip(*table, strict=True)
        yield PageTable((), lines, align, airy)


def _letters(markup: str) -> int:
    """About how many letters are seen of a text with formulas in it."""
    bare = re.sub(r"\\(?:math\w+|text\w*)|\\[,;! ]|[{}$_^\s]", "", str(markup))
    return max(1, len(re.sub(r"\\[A-Za-z]+", "x", bare)))


def shape_row(
    engine: Engine,
    notation: Notation,
    line: ShapeLine,
    trees: Mapping[str, Expr],
    detail: str,
) -> ShapeRow:
    """A line with its formula, its shape, and why it has that shape."""
    equals = (
        row(EQUALS, notation.formula(trees[line.name])) if line.name in trees else None
    )
    shown = shape_latex(line.shape)
    if line.in_numbers:  # on paper no equals sign is left alone at the end of a line
        numbers = shape_latex(line.in_numbers)
        shown += f"$ ${{= {numbers}}}" if engine.writer.paper else f" = {numbers}"
    reasons = [str(engine.plainly(line.why))] if line.why is not None else []
    why = f"{engine.word('semicolon')} ".join(
        text
        for text in (*reasons, _amounts(engine, line) if detail == "full" else "")
        if text
    )
    return (
        row(notation.symbol(line.name), equals),
        engine.prose(f"${shown}$"),
        engine.prose(why),
    )


def _equation(notation: Notation, table: ShapeTable, name: str) -> Iterator[Eq]:
    """The equation that a line solves, worked out, with its own name for what is sought: n·s² = 1."""
    tree = notation.trees[name]
    if has_trait(tree, EQUATION):
        known = {
            name: x
            for name, line in table.lines.items()
            if (x := line.value) is not None
        }
        (letter,) = scalars(tree.param("letter"))
        left, right = (
            _side(notation, table, side, letter, notation.symbol(name), known)
            for side in tree.args
        )
        yield Eq(left, (("=", right),))


def _side(
    notation: Notation,
    table: ShapeTable,
    side: Expr,
    letter: str,
    symbol: Box,
    known: Numbers,
) -> Box:
    """One side of an equation with a *symbol* for the letter that is sought: worked out, but what is a product in its line, or as
    it is written, is not multiplied out: γ₀(1 − p)h."""
    pen, what = ValuePrinter(letters={letter: symbol}), side.param("value")
    value = worked(what, {**in_each(OfShape, table.shown), **known})
    plainly = pen.exact(value)
    if len(value.terms) == 1:
        return plainly
    if isinstance(what, Ref) and isinstance(
        line := notation.trees.get(what.name), Apply
    ):
        made = made_of(line.param("value"), table.shown)
        return _moment(made, pen) if len(made) == 1 else plainly
    if not known.keys().isdisjoint({*scalars(what)} - {letter}):
        return plainly
    return notation.formula(side, instead={letter: symbol})


def count_line(
    notation: Notation, question: Question, table: ShapeTable, name: str, mark: str
) -> Eq:
    """A line that is a number: its formula, what is counted worked out, the polynomial, and the number it is, shown as asked."""
    line, tree = table[name], notation.trees[name]
    value, exact = line.value, line.number
    assert value is not None
    formula, decimals = notation.formula(tree), notation.table.numbers == "decimals"
    made = made_of(tree.param("value"), table.shown)
    spelled = (
        _moment(made, ValuePrinter(decimals))
        if made
        else notation.counted(tree, table.shown)
    )
    size = polynomial(value)
    shown: Box = (
        ValuePrinter(decimals).exact(value) if size is None else read(count_latex(size))
    )
    equation = has_trait(tree, EQUATION)
    boxes = [shown] if equation else [formula, spelled, shown]
    if spelled != formula and _counts(tree):
        boxes = boxes[1:]  # 3·D·D, not numbers(W, U, V)
    if (
        len(made) == 1 and size is not None and len(value.terms) > 1
    ):  # not multiplied out
        boxes.pop()
    asked = question.measures.show(name, counted.alone(line))
    lettered = exact is not None and not value.is_rational
    own = _put_in(question, table, tree, formula, shown) if lettered else None
    if own is not None:
        into_formula = own and not made and not equation
        boxes = boxes[:-1] if into_formula else boxes
        made_of_numbers = tree if into_formula else value
        boxes.append(_with_numbers(question, notation, made_of_numbers, table))
    if line.partly is not None and not value.is_rational:
        boxes.append(_with_numbers(question, notation, value, table))
        boxes.append(ValuePrinter(decimals).exact(line.partly))
    if exact is not None and lettered and asked is None:
        fraction = exact.is_rational and exact.rational.q > MOST_BELOW
        boxes += [_whole(exact, decimals)] if own is None or not fraction else []
    chain = [("=", box) for box in dict.fromkeys(boxes)]
    if exact is not None and asked is not None:
        amount = asked.amount(exact, PLACES)
        chain.append(("=" if amount.exact else "≈", boxed(amount)))
    elif exact is not None and (not exact.is_rational or unhandy(exact.rational)):
        chain.append(("=" if ends(exact, PLACES) else "≈", rounded(exact, PLACES)))
    return Eq(notation.symbol(line.name), tuple(chain), mark)


def _counts(tree: Expr) -> bool:
    """Whether entries or operations are counted in a line."""
    return any(isinstance(part, Counted) and not part.random for part in parts_of(tree))


def _put_in(
    question: Question, table: ShapeTable, tree: Expr, formula: Box, shown: Box
) -> bool | None:
    """Whether numbers are put into the formula of a line with letters, all of which have numbers, and its result in letters is
    left out; False: into that, None: nowhere.

    A result that says no more than the formula is left out, and so is one of lines that are whole numbers, unless it is simpler:
    12·(98304 + 122880) goes on from the names of lines; in letters first, where it is worked so and there is room. What is
    counted goes from its result in letters to the number."""
    assert question.shapes is not None
    of_lines = [table[name].number for name in scalars_of(tree) if name in table.lines]
    rooted = any(isinstance(x, Root) for x in parts(shown))
    if not (question.shapes.values or rooted):
        return None
    if of_lines:
        whole = all(
            x is not None and x.is_rational and x.rational.q == 1 for x in of_lines
        )
        if question.working.policy == "letters" and fits(shown, LINED):
            return False
        return whole and letters_of_formula(shown) >= letters_of_formula(formula)
    if _counts(tree):
        return None
    return rooted or in_any_order(shown) == in_any_order(formula)


def _with_numbers(
    question: Question, notation: Notation, value: Number | Expr, table: ShapeTable
) -> Box:
    """A number in letters, or its formula, with what is given for these in their places: 784·0.05²/3, √(3/784). Lines of whole
    numbers have these in their places too, and so has what is counted."""
    assert question.shapes is not None
    letters = question.shapes.letters
    sizes = in_each(number, letters.numbers)
    given = {
        name: decimal_box(text)
        for name, text in question.given_text.items()
        if isinstance(text, str) and all(map(is_plain, text.split("e", 1)))
    }
    known = {**sizes, **given}
    if isinstance(value, Number):
        return ValuePrinter(letters=known).exact(value)
    whole = {
        name: number(int(x.rational.p))
        for name, line in table.lines.items()
        if (x := line.number) is not None and x.is_rational and x.rational.q == 1
    }
    counted = {
        name: tuple(0 if (n := letters.number(size)) is None else n for size in shape)
        for name, shape in table.shown.items()
    }
    style = LineStyle(
        notation,
        lambda name, turned: notation.symbol(name),
        lambda name: known.get(name) or whole.get(name) or notation.symbol(name),
        notation.size,
        numeric=True,
        shapes={name: shape for name, shape in counted.items() if 0 not in shape},
    )
    return style.write(value)


def _moment(made: Worked, printer: ValuePrinter) -> Box:
    """An expectation or a variance as the operation makes it: D·(μ² + σ²)² − D·μ⁴."""
    terms = list[tuple[bool, Box]]()
    for term in made:
        minus = len(term) > 1 and term[0].key == (-UNIT).key
        groups = (
            list(alike) for _, alike in groupby(term[minus:], key=lambda x: x.key)
        )
        factors = in_turn(_alike(alike, printer) for alike in groups)
        off = minus and (bool(terms) or all(x.terms for x in term))  # 0, and no −0
        terms.append((off, PAPER.joined("·", *factors)))
    return PAPER.total(terms)


def _alike(alike: Sequence[Number], printer: ValuePrinter) -> list[Box]:
    """Equal factors: a power of letters, numbers as they stand."""
    box = printer.exact(alike[0])
    return (
        [box] * len(alike)
        if alike[0].is_rational or len(alike) == 1
        else [PAPER.raised(box, number(len(alike)))]
    )


def _whole(x: Number, decimals: bool) -> Box:
    """A number; a whole one with all its digits."""
    digits = str(x.rational)
    return (
        number(digits)
        if x.is_rational and digits.isdecimal()
        else ValuePrinter(decimals).exact(x)
    )


def _amounts(engine: Engine, line: ShapeLine) -> str:
    """How many parameters a weight has, how many multiplications and so on a line takes."""
    kinds = list(line.work.amounts.items())
    if line.op == "given":
        kinds = [("numbers", line.parameters)]
    told = (
        Said("reasons", "amount", (("kind", name), ("size", size_latex(amount))))
        for name, amount in kinds
        if amount != 0
    )
    return ", ".join(str(engine.plainly(said)) for said in told)


def _steps(
    engine: Engine,
    notation: Notation,
    proof: tuple[Checked, ...],
    whole: Fraction,
    sides: Sequence[Sequence[Eq]],
) -> Iterator[ProofStep]:
    earned = shares(whole, [f"step{place}" for place, _ in enumerate(proof, 1)])
    for place, (checked, eqs) in enumerate(zip(proof, sides, strict=True), 1):
        claim = checked.claim
        share = earned[f"step{place}"]
        told = engine.marks(share, words=True) if share else ""
        names = tuple(eq.lhs for eq in eqs)
        alike = bool(eqs) and not eqs[-1].chain
        sizes = _sizes(engine, _notation_of(notation, claim), claim)
        yield ProofStep(
            place,
            claim.claim,
            claim.because,
            told,
            _check(engine, eqs),
            sizes,
            names,
            alike,
        )


def _check(engine: Engine, eqs: Sequence[Eq]) -> Markup:
    """The check of a step, its signs of equality below each other; nothing where nothing is checked."""
    return engine.displays(engine.below_each_other(eqs)) if eqs else Markup()


def _sides(
    notation: Notation, checked: Checked, at: str, tally: Tally | None
) -> list[Eq]:
    """What is checked, as the sheet writes formulas: the lines that the check uses, then its two sides; each holds as printed."""
    claim = checked.claim
    if not claim.check:
        return []
    if not checked.holds:
        raise SymattnError(
            f"{at}: {claim.check} is not proved: {checked.says}; mend the claim"
        )
    trees, own = claim.plan.trees, _notation_of(notation, claim)
    lines = [
        Eq(own.symbol(name), (("=", own.formula(tree)),))
        for name, tree in trees.items()
        if name not in SIDES
    ]
    one, other = (trees[name] for name in SIDES)
    regrouped = one != other and _factors(one) == _factors(other)
    left, right = map(own.grouped if regrouped else own.formula, (one, other))
    if left == right:  # (PX)ᵀ = XᵀPᵀ is what is claimed
        left, right = (own.formula(trees[name], whole=True) for name in SIDES)
    if left == right:  # J(p) = diag(p) − pᵀp says what the operation is
        left = next((box for x in (one, other) if (box := _by_symbol(own, x))), left)
    eqs = [
        *lines,
        Eq(left, (("=", right),) if left != right else ()),
    ]  # P(XW) and (PX)W are written alike
    of_claim(at, own, claim, tally).check(eqs)
    return eqs


def _by_symbol(notation: Notation, tree: Expr) -> Box | None:
    """An operation that has a sign of its own as that of what it is applied to, not as the formula that it stands for."""
    if tree.params or not tree.op or not OPS[tree.op].symbol:
        return None
    return applied(OPS[tree.op].symbol, *map(notation.formula, tree.args))


def _factors(tree: Expr) -> tuple[list[str], list[str]]:
    """The matrices that a product multiplies, from left to right, and the numbers that it is multiplied by or divided by."""
    if not applies(tree, SIGNS["A @ B"], SIGNS["A * c"], SIGNS["A / c"]):
        return [spelled(tree)], []
    parts = [_factors(arg) for arg in tree.args]
    by = [f"{sign} {value}" for sign, value in ((tree.op, tree.param("by")),) if value]
    return [*in_turn(part[0] for part in parts)], sorted(
        [*in_turn(part[1] for part in parts), *by]
    )


def _notation_of(notation: Notation, claim: Claim) -> Notation:
    """How the matrices of a claim are written, whose shapes are known where it has a check."""
    if not claim.check:
        return notation
    known = {**claim.sizes, **shapes_of(claim.given)}
    own = notation.of(apart_from(claim.plan.trees, SIDES), known)
    return replace(own, known=shapes(claim.plan, known)[0])


def _sizes(engine: Engine, notation: Notation, claim: Claim) -> Markup:
    """For which matrices a check runs: those of one size together, then those with values."""
    between = engine.word("semicolon") + Markup(" ")
    by_size = grouped(
        (("×".join(map(str, size)), claim.rows.get(name, "")), notation.symbol(name))
        for name, size in claim.sizes.items()
    )
    shown = [
        Markup(", ").join(map(engine.finalize, boxes))
        + engine.word("of_size", n)
        + engine.word("of_rows", kind)
        for (n, kind), boxes in by_size.items()
    ]
    letters = (
        [between.join(shown) + engine.text(", ") + engine.word("letters")]
        if shown
        else []
    )
    names = [name for name in claim.letters if name in claim.plan.givens]
    if names:
        shown = [engine.finalize(notation.symbol(name)) for name in names]
        letters.append(
            engine.word("all_letters") + engine.text(" ") + Markup(", ").join(shown)
        )
    values = [
        engine.finalize(row(notation.symbol(name), EQUALS, _grid(matrix)))
        for name, matrix in claim.given.items()
    ]
    return between.join([*letters, *values])


def _grid(matrix: Matrix) -> Box:
    return Grid(every(ValuePrinter().cell, matrix.values))
