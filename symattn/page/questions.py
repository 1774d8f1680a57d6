"""The questions of a page, in order: parts, lines, and what is asked in words, shapes or counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from markupsafe import Markup

from symattn.boxes import Box, Grid, Ink, number, row
from symattn.boxes.latex import read
from symattn.boxes.measure import height, in_print, measures, on_paper, width
from symattn.boxes.paper import PAPER
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.exact.number import UNIT, Number
from symattn.exact.text import text
from symattn.formats.templates import PLAIN
from symattn.later import pattern
from symattn.limits import MOST_PAGE_WORK
from symattn.notation import Notation
from symattn.notation.values import ValuePrinter, rounded, unhandy
from symattn.ops import has
from symattn.ops.moments import Worked
from symattn.ops.record import count_latex, shape_latex, size_latex
from symattn.page import choices, counted, given, layout, stated
from symattn.page import random as randomly
from symattn.page.engine import WORK, Engine, PageTable, PartFamilies, rows, sections
from symattn.page.forms import NAME
from symattn.page.given import formulas
from symattn.page.layout import Display, Eq
from symattn.page.links import Tally, ledger, of_claim
from symattn.page.wanted import wanted
from symattn.page.work import Work, boxed
from symattn.page.working import Lines, Told, by_width, equations, on_the_way, places, together, told
from symattn.plan import SIDES, Plan
from symattn.plan.amounts import made_of, polynomial
from symattn.plan.shapes.table import ShapeTable
from symattn.plan.tree import Apply, Expr
from symattn.records import frozen, replace
from symattn.said import Said
from symattn.sheet import Answer, Part, Question, Sheet
from symattn.sheet.heading import Room
from symattn.sheet.question import shares
from symattn.sheet.sheet import FigureLike, bounded
from symattn.tables import every, filled, in_turn

if TYPE_CHECKING:
    from symattn.plan.shapes.table import ShapeLine
    from symattn.sheet.proofs import Checked, Claim


# --- asked ---
# What a part asks beside values: shapes with their reasons, a proof with its checks, an answer in words.

PLACES = 4  # digits of a number that is a fraction, beside the fraction
_COLUMNS = (22.0, 86.0), (38.0, 72.0)  # millimetres of shapes and of reasons: in letters alone, and with numbers beside them
_TABLE, _HIGHEST = 145.0, 100.0  # millimetres that the columns of a table have, and what stands on one page
_LETTER, _ROW, _AIR = 1.7, 4.2, 9.0  # a letter and a line of a table, and what a row has more that holds a fraction

ShapeRow: TypeAlias = tuple[Box, Markup, Markup]  # a line with its formula, its shape, and why it has that shape


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
    names: tuple[Box, ...] = ()
    alike: bool = False


def asked(
    engine: Engine, notation: Notation, answer: Answer, index: int, detail: str = "standard", tally: Tally | None = None
) -> tuple[Markup, tuple[Box, ...]]:
    """The shapes, the proof and the words that answer a part, and what stands left of their signs of equality.

    At full detail shapes come with the parameters of weights and the work of lines. Raises SymattnError for a claim that
    does not hold.
    """
    question = answer.question
    part = question.parts[index]
    out, names = [], list[Box]()
    if part.shapes and question.shapes and answer.shapes:
        trees = question.shapes.plan.trees
        own = replace(notation.of(trees, question.shapes.givens), known=answer.shapes.shown)
        own = replace(own, table=replace(own.table, numbers="decimals")) if question.working else own
        shown = part.shapes if detail == "brief" else explained(question.shapes.plan, [p.shapes for p in question.parts], index)
        counts = [name for name in shown if answer.shapes[name].value is not None]
        rows = [shape_row(engine, own, answer.shapes[name], trees, detail) for name in shown if name not in counts]
        tall = [name in trees and _tall(trees[name]) for name in shown if name not in counts]
        wide = any(line.numbers not in (None, line.shape) for line in map(answer.shapes.__getitem__, shown))
        tables = _tables(rows, _COLUMNS[wide], tall, engine.writer.paper) if rows else []
        out += [engine.told("steps/shapes.j2", table=table) for table in tables]
        earned = {name: engine.marks(share) if share else "" for name, share in part.shares.items()}
        eqs = [count_line(own, question, answer.shapes, name, earned.get(name, "")) for name in counts]
        if eqs:
            counted.counts(own, question, answer.shapes, tally).check(eqs)
            names += [eq.lhs for eq in eqs]
            lined = engine.laid_out(((tuple(eqs),),), max(map(width, names)))
            lines = [line for line in question.shapes.plan.lines if line.name in counts]
            earlier = {name for part in question.parts[:index] for name in part.shapes}
            before = [line for line in question.shapes.plan.lines if line.name in earlier]
            random = randomly.told(own, lines, answer.shapes, before)
            out.append(engine.told("steps/counts.j2", displays=lined, random=random))
    if part.proof:
        proof = answer.proofs[index]
        sides = [_sides(notation, checked, f"{question.id}, claim {k}", tally) for k, checked in enumerate(proof, 1)]
        steps = list(_steps(engine, notation, proof, part.marks, sides))
        out.append(engine.told("steps/proof.j2", steps=steps))
    if part.answer.strip():
        out.append(engine.told("steps/words.j2", answer=part.answer))
    return Markup("\n").join(out), tuple(dict.fromkeys(names))


def explained(plan: Plan, parts: Sequence[Sequence[str]], index: int) -> tuple[str, ...]:
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
                found = {*(line.scalars if name in plan.numbers else line.reads)} & set(plan.names) - asked - known - led
                led |= found
                own += found
        known |= led
    if not led:
        return tuple(parts[index])
    shown = {*led, *parts[index]}
    return (*(name for name in parts[index] if name not in plan.names), *(name for name in plan.names if name in shown))


def _tables(rows: Sequence[ShapeRow], columns: tuple[float, float], tall: Sequence[bool], paper: bool) -> Iterator[PageTable]:
    """The rows in tables that fit the paper: the column of reasons takes what formulas and shapes leave, and a table that is
    higher than a page goes on in another one."""
    first = max(width(line) for line, _, _ in rows)
    shapes = max(columns[0], min(48.0, max(in_print(_LETTER * _letters(shape)) for _, shape, _ in rows)))
    longest = in_print(2) * max(_letters(reason) for _, _, reason in rows)  # on one line, spaces and all
    reasons = max(30.0, min(max(columns[1], longest), _TABLE - first - shapes))
    align = Markup(rf"lp{{{on_paper(shapes):.0f}mm}}>{{\raggedright\arraybackslash}}p{{{on_paper(reasons):.0f}mm}}")

    def high(found: tuple[ShapeRow, bool]) -> float:
        line, airy = found
        return _ROW * -(-in_print(_LETTER) * _letters(line[2]) // reasons) + _AIR * airy

    for table in filled(zip(rows, tall, strict=True), lambda table: not paper or sum(map(high, table)) <= _HIGHEST):
        lines, airy = zip(*table, strict=True)
        yield PageTable((), lines, align, airy)


def _letters(markup: str) -> int:
    """About how many letters are seen of a text with formulas in it."""
    bare = re.sub(r"\\(?:math\w+|text\w*)|\\[,;! ]|[{}$_^\s]", "", str(markup))
    return max(1, len(re.sub(r"\\[A-Za-z]+", "x", bare)))


def shape_row(engine: Engine, notation: Notation, line: ShapeLine, trees: Mapping[str, Expr], detail: str) -> ShapeRow:
    """A line with its formula, its shape, and why it has that shape."""
    equals = row(Ink("=", "relation"), notation.formula(trees[line.name])) if line.name in trees else None
    shown = shape_latex(line.shape)
    if line.numbers and line.numbers != line.shape:
        numbers = shape_latex(line.numbers)  # on paper no equals sign is left alone at the end of a line
        shown += f"$ ${{= {numbers}}}" if engine.writer.paper else f" = {numbers}"
    reasons = [str(engine.plainly(line.why))] if line.why is not None else []
    why = "; ".join(text for text in (*reasons, _amounts(engine, line) if detail == "full" else "") if text)
    return row(notation.symbol(line.name), equals), engine.prose(f"${shown}$"), engine.prose(why)


def count_line(notation: Notation, question: Question, table: ShapeTable, name: str, mark: str) -> Eq:
    """A line that is a number: its formula, what is counted worked out, the polynomial, and the number it is, shown as asked."""
    assert question.shapes is not None
    line, tree = table[name], question.shapes.plan.trees[name]
    assert line.value is not None
    formula, decimals = notation.formula(tree), notation.table.numbers == "decimals"
    made = made_of(tree.param("value"), table.shown) if isinstance(tree, Apply) else ()
    worked = _moment(made, ValuePrinter(decimals)) if made else notation.counted(tree, table.shown)
    size = polynomial(line.value)
    shown: Box = ValuePrinter(decimals).exact(line.value) if size is None else read(count_latex(size))
    boxes = [formula, worked, shown]
    asked = question.measures.show(name, counted.alone(line))
    if line.number is not None and not line.value.is_rational and asked is None:
        boxes.append(_whole(line.number, decimals))
    chain = [("=", box) for box in dict.fromkeys(boxes)]
    if line.number is not None and asked is not None:
        amount = asked.amount(line.number, PLACES)
        chain.append(("=" if amount.exact else "≈", boxed(amount)))
    elif line.number is not None and line.number.is_rational and unhandy(line.number.rational):
        chain.append(("≈", rounded(line.number, PLACES)))
    return Eq(notation.symbol(line.name), tuple(chain), mark)


def _moment(made: Worked, printer: ValuePrinter) -> Box:
    """An expectation or a variance as the operation makes it: D·(μ² + σ²)² − D·μ⁴."""
    whole: Box | None = None
    for term in made:
        minus = len(term) > 1 and term[0].key == (-UNIT).key
        groups = (list(alike) for _, alike in groupby(term[minus:], key=lambda x: x.key))
        product = PAPER.joined("·", *in_turn(_alike(alike, printer) for alike in groups))
        whole = product if whole is None else PAPER.joined("-" if minus else "+", whole, product)
    assert whole is not None
    return whole


def _alike(alike: Sequence[Number], printer: ValuePrinter) -> list[Box]:
    """Equal factors: a power of letters, numbers as they stand."""
    box = printer.exact(alike[0])
    return [box] * len(alike) if alike[0].is_rational or len(alike) == 1 else [PAPER.raised(box, number(len(alike)))]


def _whole(x: Number, decimals: bool) -> Box:
    """A number; a whole one with all its digits."""
    digits = str(x.rational)
    return number(digits) if digits.isdecimal() else ValuePrinter(decimals).exact(x)


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
    engine: Engine, notation: Notation, proof: tuple[Checked, ...], whole: Fraction, sides: Sequence[Sequence[Eq]]
) -> Iterator[ProofStep]:
    earned = shares(whole, [f"step{place}" for place, _ in enumerate(proof, 1)])
    for place, (checked, eqs) in enumerate(zip(proof, sides, strict=True), 1):
        claim = checked.claim
        share = earned[f"step{place}"]
        told = engine.marks(share, words=True) if share else ""
        names = tuple(eq.lhs for eq in eqs)
        alike = bool(eqs) and not eqs[-1].chain
        sizes = _sizes(engine, notation, claim)
        yield ProofStep(place, claim.claim, claim.because, told, _check(engine, eqs), sizes, names, alike)


def _check(engine: Engine, eqs: Sequence[Eq]) -> Markup:
    """The check of a step, its signs of equality below each other; nothing where nothing is checked."""
    axis = max((width(eq.lhs) for eq in eqs), default=0.0)
    return engine.displays(engine.laid_out(tuple(((eq,),) for eq in eqs), axis)) if eqs else Markup("")


def _sides(notation: Notation, checked: Checked, at: str, tally: Tally | None) -> list[Eq]:
    """What is checked, as the sheet writes formulas: the lines that the check uses, then its two sides; each holds as printed."""
    claim = checked.claim
    if not claim.check:
        return []
    if not checked.holds:
        raise SymattnError(f"{at}: {claim.check} is not proved: {checked.says}; mend the claim")
    trees = claim.plan.trees
    own = notation.of({name: tree for name, tree in trees.items() if name not in SIDES}, (*claim.sizes, *claim.given))
    lines = [Eq(own.symbol(name), (("=", own.formula(tree)),)) for name, tree in trees.items() if name not in SIDES]
    left, right = (own.formula(trees[name]) for name in SIDES)
    eqs = [*lines, Eq(left, (("=", right),) if left != right else ())]  # P(XW) and (PX)W are written alike
    of_claim(at, own, claim, tally).check(eqs)
    return eqs


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
    return Grid(every(lambda x: number(text(x)), matrix.values))


# --- questions ---
# One question of the page: its heading, the given matrices, its parts with their working.

MOST_KEPT = 220  # millimetres that a page has room for
LETTERS, LINE = 95, 5.0  # letters on a line of prose and its height in millimetres
TALLEST_WORKING, _LONG = 70, "longworking"  # millimetres of working that stay on one page, and the box that may break
ROOM = {"brief": "2.6", "standard": "1.2", "full": "0.5"}
SHRINKS = 2 / 3, 1 / 3
"""To how much of its height room shrinks, so that a part stands on one page: where room above grows in its stead, and where
the page would be left empty."""
PICTURE = 40  # millimetres of a drawing, about


@frozen
class PartView:
    """A part as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    working: Markup
    names: tuple[Box, ...]
    env: str
    room: str
    endless: bool
    frames: tuple[given.Frame, ...]
    remark: str
    figures: tuple[Markup, ...] = ()
    high: float = 0.0
    own: Room | None = None  # the author's, in place of what the working asks for
    newpage: bool = False
    samepage: bool = False  # as the author asks
    kept: int = 0  # millimetres of the students' sheet that stay on one page: text, room and frames
    least: int = 0  # the same where nothing above would fill the page that this leaves


@frozen
class QuestionView:
    """A question as the page template prints it."""

    label: str
    prompt: str
    marks: Fraction
    given: tuple[given.GivenRow, ...]
    tokens: Markup | str
    wanted: Markup | str  # in which unit and with which digits answers are given
    parts: tuple[PartView, ...]
    beside: Markup | None
    figures: tuple[Markup, ...] = ()
    links: Tally = field(default_factory=Tally)

    @property
    def high(self) -> int:
        """About how many millimetres a key keeps together: the heading, what is given, and the first part if it is not to
        break."""
        if not self.parts or self.parts[0].env == _LONG or self.figures or self.parts[0].figures:
            return 70
        first = self.parts[0]
        return max(70, round(self.head + prose_height(first.prompt) + first.high))

    @property
    def head(self) -> float:
        """About how many millimetres stand above the first part."""
        given = sum(height(shown.box) + 4 for shown in self.given)
        return 20 + prose_height(self.prompt) + given + PICTURE * len(self.figures)

    @property
    def kept(self) -> int:
        """About how many millimetres of the students' sheet stay together: the heading, what is given, and the first part."""
        return min(MOST_KEPT, max(70, round(self.head + self.parts[0].kept))) if self.parts else 70


def question(
    engine: Engine, sheet: Sheet, answer: Answer, notation: Notation, places: int, detail: str, key: bool, number: int,
    sums: bool = False, apart: bool = False,
) -> QuestionView:  # fmt: skip
    """A solved question ready for the page; *sums* says that softmax is told by sums on its sheet, *apart* that its parts are
    read one by one, so that none has a name in it that another part defines. LimitError beyond a page's budget of work."""
    q = answer.question
    with bounded(sheet, q, "its page", MOST_PAGE_WORK):
        own = notation.over(q.notation, sheet.path.parent)
        chosen = sections(q, own.table.names, engine.marks)
        order = tuple(line.name for section in chosen for family in section.families for line in family.lines)
        work = _worked_before(answer, Work.of(answer, own, places, detail, sheet.tokens, sums, order))
        if apart:  # who reads one part has not the working of those before it
            chosen = [replace(one, families=tuple(replace(family, worked=False) for family in one.families)) for one in chosen]
        parts = [_part(engine, by_itself(work, section) if apart else work, section, key) for section in chosen]
        parts = [_with_asked(engine, work, own, answer, k, view, key) for k, view in enumerate(parts)]
        if not sheet.frames:
            parts = [replace(view, frames=()) for view in parts]
        parts = [_kept(section.part, view) for section, view in zip(chosen, parts, strict=True)]
        return QuestionView(
            label(q.id, number, sheet),
            q.prompt,
            sum((p.marks for p in parts), Fraction(0)),
            formulas(work, (sheet.intro, q.prompt)) + given.rows(work, engine.span),
            _tokens(engine, work),
            wanted(engine, work),
            tuple(parts),
            stated.beside(engine, work) if key and q.stated else None,
            _pictures(engine, work, q.figures, key),
            ledger(work).tally,
        )


def _worked_before(answer: Answer, work: Work) -> Work:
    """The work of a page, with what another of the same answer that is laid out alike has worked out, where that is kept."""
    if answer.pages is not None:
        found = answer.pages.get(measures())
        work = answer.pages[measures()] = found.anew() if isinstance(found, Work) and found == work else work
    return work


def by_itself(work: Work, section: PartFamilies) -> Work:
    """The work of a part that is read without those before it: nothing is said yet, and no name for weights stands in another
    part."""
    own, lines = set[str](), {line.name: line for line in work.question.plan.lines}
    waiting = [line.name for family in section.families for line in family.lines]
    shown = set(waiting)
    while waiting:
        if (name := waiting.pop()) in lines and name not in own:
            own.add(name)
            waiting += lines[name].reads
    naming = work.naming
    used = {x.key for name in own & naming.weights.keys() for x in naming.symbols(naming.weights[name])}
    defined = {x.key for name in shown for x in naming.new.get(name, ())}
    return (work if used <= defined else work.unnamed).anew()


A_MARK_OF_WORDS = 12
"""Millimetres of what a mark for words is worth, where the key has none: the students' sheet has room for them."""


def _kept(part: Part, view: PartView) -> PartView:
    """A part with the millimetres that its text, its room and its frames take on the students' sheet, where they stay on one
    page: the whole room where the author asks for that or says how large it is, else what it shrinks to at the foot of one."""
    own = view.own if view.own is not None and view.own.kind != "grid" else None
    whole = part.samepage or own is not None
    room = own.high if own is not None else 5 * rows(view.high, view.room)
    drawn = given.high(view.frames) + PICTURE * len(view.figures)
    kept, least = (
        min(MOST_KEPT, round(12 + prose_height(part.prompt) + (room if whole else room * share) + drawn)) for share in SHRINKS
    )
    return replace(view, kept=kept, least=least, samepage=whole)


def _with_asked(engine: Engine, work: Work, own: Notation, answer: Answer, index: int, view: PartView, key: bool) -> PartView:
    """A part with its shapes, proof, words and figures beside its working."""
    part = answer.question.parts[index]
    more, names = asked(engine, own, answer, index, work.detail, ledger(work).tally if key else None)
    figures = _pictures(engine, work, part.figures, key)
    chosen: Markup | str = ""
    others: tuple[Markup | str, tuple[Box, ...]] = "", ()
    if key and answer.question.unknown:
        chosen, others = choices.example(engine, work, part), choices.conditions(engine, work, part)
    working = chosen + view.working + (more if key else "") + others[0]
    boxes = (*view.frames, *given.of_shapes(own, answer, part))
    names = tuple(dict.fromkeys((*view.names, *names, *others[1])))
    high = view.high + prose_height(more) or (0 if figures or boxes else A_MARK_OF_WORDS * float(part.marks))
    env = _LONG if part.proof or high > TALLEST_WORKING else view.env
    return replace(view, working=working, names=names, env=env, figures=figures, high=high, frames=boxes)


def prose_height(markup: str) -> float:
    """About how many millimetres a text takes on the page, its commands and tags left out.

    >>> prose_height(r"\\emph{short}"), prose_height("x" * 200)
    (5.0, 15.0)
    """
    lines = (re.sub(r"\\[A-Za-z]+|<[^>]*>|[{}$&\\]", "", line).strip() for line in str(markup).split("\n"))
    return LINE * sum(-(-len(line) // LETTERS) for line in lines)


_NUMBERED = pattern(r"q?(\d+\w*)")


def label(id: str, number: int, sheet: Sheet) -> str:
    """What a question is called on the page: by the number in its id, else by its place; with its id where another question has
    that number.

    >>> from symattn.sheet import loads
    >>> text = '[[question]]\\nid = "{}"\\nsteps = ["B = A"]\\ngiven.A = [[1]]\\n'
    >>> [label(id, 2, loads(text.format("q3") + text.format(id))) for id in ("softmax", "q7")]
    ['2', '7']
    >>> label("softmax", 2, loads(text.format("q2") + text.format("softmax")))
    '2 (softmax)'
    """
    found = _NUMBERED.fullmatch(id)
    others = {other[1] for q in sheet.questions if (other := _NUMBERED.fullmatch(q.id))}
    return found[1] if found else f"{number} ({id})" if str(number) in others else str(number)


def _tokens(engine: Engine, work: Work) -> Markup | str:
    axis = 1 if work.notation.columns else 0
    rows = work.question.given.get("X")
    if not work.tokens or not isinstance(rows, Matrix) or rows.shape[axis] != len(work.tokens):
        return ""
    return engine.word("tokens", work.tokens, work.notation.columns)


def _pictures(engine: Engine, work: Work, figures: tuple[FigureLike, ...], key: bool) -> tuple[Markup, ...]:
    """The drawings, where there are any: what draws is loaded for them alone."""
    if not figures:
        return ()
    from symattn.page.pictures import picture

    return tuple(picture(engine, work, figure, key) for figure in figures)


def _part(engine: Engine, work: Work, section: PartFamilies, key: bool) -> PartView:
    found = [told(work, part) for family in section.families for part in by_width(work, family)]
    told_of = [(one, equations(work, one)) for one in together(work, found)]
    eqs = [eq for one, groups in told_of for eq in in_turn(in_turn((one.definitions, *groups)))]
    names = tuple(dict.fromkeys(eq.lhs for eq in eqs if width(eq.lhs) <= NAME + 12))
    axis = max(map(width, names), default=0.0)
    shaded = next((one for one, groups in told_of if any(len(line) > 1 for line in in_turn(groups))), None)
    working, labels = worked(engine, work, [one for one, _ in told_of if key], axis, shaded)
    names = tuple(dict.fromkeys((*names, *labels)))
    high = sum(layout.tall(d) for _, groups in told_of for d in layout.laid_out(groups, axis, engine.span))
    part = section.part
    return PartView(
        part.label,
        part.prompt,
        part.marks,
        working,
        names,
        _LONG if high > TALLEST_WORKING or work.detail == "full" else "working",
        ROOM[work.detail],
        high > 900,
        given.of_lines(work, section),
        part.remark,
        high=high,
        own=part.room,
        newpage=part.newpage,
    )


@dataclass
class Setting:
    """How the lines of one part are set: none larger than size number ``least``; ``made`` are the displays with their sizes,
    words that stand where names do are ``labels``, and ``filled`` says how full the box of a step is, where it has one."""

    least: int = 0
    made: list[tuple[Markup, list[Display], tuple[Lines, ...]]] = field(default_factory=list)
    labels: list[Box] = field(default_factory=list)
    filled: float | None = 0.0


def worked(
    engine: Engine, work: Work, told_of: list[Told], axis: float, shaded: Told | None, filled: float | None = 0.0
) -> tuple[Markup, list[Box]]:
    """The working of lines, and its labels; set once more where lines would be of several sizes, for neighbours are of one.
    Every link has been evaluated: FalseLink where one does not hold."""
    setting = Setting(filled=filled)
    while True:
        working = Markup("\n").join(step(engine, work, one, axis, one is shaded, setting) for one in told_of)
        shown = [display for text, found, _ in setting.made if text in working for display in found]
        sizes = {layout.NAMES.index(display.size) for display in shown if not display.flush}
        if len(sizes) < 2 or max(sizes) <= setting.least:
            ledger(work).check(_in_order(working, setting))
            return working, setting.labels
        setting = Setting(max(sizes), filled=filled)


def _in_order(working: Markup, setting: Setting) -> Iterator[Eq]:
    """The equations that are printed, from the top of the working down."""
    places = [(working.find(text), k) for k, (text, _, _) in enumerate(setting.made)]
    for _, k in sorted(place for place in places if place[0] >= 0):
        yield from in_turn(in_turn(setting.made[k][2]))


def width_of_keys(engine: Engine, work: Work, one: Told) -> Markup:
    """What the letter for the width of keys stands for, the only sign in a formula that neither a line nor a given defines;
    nothing where the lines have none."""
    text, eqs = _width(engine, work, one)
    ledger(work).check(eqs)
    return text


def _width(engine: Engine, work: Work, one: Told) -> tuple[Markup, tuple[Eq, ...]]:
    """The sentence on the width of keys, and what it says as an equation."""
    if not one.divisor:
        return Markup(), ()
    dk, columns = read(work.notation.table.width), work.notation.columns
    said = engine.told("steps/_width.j2", PLAIN, divisor=one.divisor, columns=columns, dk=dk)
    return said, (Eq(dk, (("=", number(one.divisor[1])),)),)


def _width_if_new(engine: Engine, work: Work, one: Told, setting: Setting) -> Markup:
    """The sentence on the width of keys, where the page has not said so last."""
    wide = one.divisor[1] if one.divisor and work.detail != "brief" else 0
    if not wide or not work.once("width", one.shown[0].name, lambda: ledger(work).is_news(wide)):
        return Markup()
    said, eqs = _width(engine, work, one)
    setting.made.append((said, [], ((eqs,),)))
    return said


def _mask_on_the_way(engine: Engine, work: Work, one: Told, again: Callable[[str], bool]) -> Markup:
    """The sentence on the mask, where a line adds the first one on the way to its result; nothing where no line does."""
    calls = [(line.line.name, call) for line in one.shown for call in line.line.calls if has(call.op, "names a mask")]
    name, call = next(((name, call) for name, call in calls if call.hidden), ("", None))
    if call is None or again("masked on the way"):
        return Markup()
    down, looks = dict(call.params).get("axis") == 0, work.may_look(name)
    return engine.told("steps/_mask.j2", PLAIN, detail=work.detail, down=down, looks=looks)


def step(engine: Engine, work: Work, one: Told, axis: float, first: bool, setting: Setting) -> Markup:
    """Lines told by the template of their operation: it has the lines, what is to be said of them, and their working."""
    macros = engine.macros()

    def again(what: str) -> bool:
        """Whether this was said of other lines of the question before."""
        return work.once("said", what, lambda: one.shown[0].name) != one.shown[0].name

    def displays(groups: tuple[Lines, ...]) -> Markup:
        found = engine.laid_out(groups, axis, setting.least)
        if setting.filled is not None:
            found, setting.filled = layout.boxed(found, setting.filled)
        text = engine.displays(found)
        setting.made.append((text, found, groups))
        return text

    def working(*order: str, places: int | None = None) -> Markup:
        """The equations, each chain in this order, perhaps rounded to other places than the sheet's."""
        at = work if places is None else replace(work, places=places, _known={})
        return displays(equations(at, one, order))

    def five(words: Mapping[str, str]) -> Markup:
        """One row of a softmax in five lines, each with its words."""
        row5 = one.weights.one if one.weights else None
        eqs = tuple(Eq(Ink(words[what], "text"), links) for what, links in row5.lines if links) if row5 else ()
        setting.labels.extend(eq.lhs for eq in eqs)
        return displays(((eqs,),))

    def parts(words: Mapping[str, str]) -> Markup:
        """What the operation's record shows on the way (a LayerNorm's mean), each with its words."""
        found = tuple(on_the_way(work, line, words) for line in one.shown)
        setting.labels.extend(eq.lhs for eq in in_turn(found))
        return displays((found,))

    before = _width_if_new(engine, work, one, setting) + _mask_on_the_way(engine, work, one, again)
    definitions = displays((one.definitions,))
    told_of = engine.render(
        f"steps/{one.op}.j2",
        PLAIN,
        **{WORK: work},
        fmt=macros,
        detail=work.detail,
        lines=one.shown,
        step=one.shown[0],
        back=one.shown[0].line.back,
        weights=one.weights,
        tiny=one.tiny,
        asked=any(family.asked for family in one.families),
        shaded=first,
        columns=work.notation.columns, words=work.notation.table.words,
        places=lambda: places(work, [shown.line for shown in one.shown]),
        looks=lambda: all(work.may_look(line.name) for line in one.shown),
        working=working,
        again=again,
        origin=work.question.first,
        five=five,
        parts=parts,
        definitions=definitions,
    )
    return before + (Markup() if definitions in told_of else definitions) + told_of  # a template of one's own may leave them out
