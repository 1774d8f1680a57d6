"""What a student gets back: for every line its formula, what was understood of the answer, what of it is wrong, what the
line would be from the student's own values, what it should be, and for the first wrong line how it is worked out.

The page knows no file and no internal name: lines are called as the sheet calls them. One model serves all formats; what is
said stands in ``templates/words/feedback.j2``, where it stands on the page in ``templates/feedback/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from markupsafe import Markup

from symattn.boxes import (
    BLANK,
    COMMA,
    EQUALS,
    INFINITE,
    Box,
    Boxes,
    Grid,
    Ink,
    Root,
    Script,
    row,
)
from symattn.boxes import number as numeral
from symattn.boxes.latex import read
from symattn.boxes.measure import widest
from symattn.course.delivery import Marked, Wanted, pdf_source, typeset
from symattn.course.given_back import (
    SIGNS,
    FeedbackQuestion,
    FeedbackWorking,
    LineView,
    StudentView,
    kind_of,
)
from symattn.errors import LimitError
from symattn.exact.matrix import Entry, Matrix
from symattn.formats.templates import Words, joined, spoken
from symattn.formats.text import flat, wrapped
from symattn.formats.trust import beside
from symattn.marking.course import Course, is_near
from symattn.marking.reports.text import plain
from symattn.marking.results import QuestionReport, Result
from symattn.marking.said import told as marking
from symattn.marking.sheet import Ready
from symattn.marking.understood import matrix_of, mine, values_of
from symattn.notation import Notation
from symattn.ops.slips import ONE_NUMBER
from symattn.page import matrices
from symattn.page.asked import count_line, shape_row
from symattn.page.chains import equation
from symattn.page.counted import counts
from symattn.page.engine import Engine, Family
from symattn.page.forms import bare
from symattn.page.layout import Eqs
from symattn.page.links import PlaceNames, by_value, ledger
from symattn.page.questions import label
from symattn.page.telling import width_of_keys, worked
from symattn.page.work import Work, sizes
from symattn.page.working import equations, told
from symattn.plan import Plan
from symattn.said import Said
from symattn.sheet import Question
from symattn.tables import Place, in_turn, placed

_K = Script(Ink("d"), sub=Ink("k"))
_MODEL = Script(Ink("d"), sub=Ink("model", "upright"))
MATHS: dict[str, Box] = {
    "√d_k": Root(_K),
    "d_k": _K,
    "√d_model": Root(_MODEL),
    "Kᵀ": Script(Ink("K"), sup=Ink("⊤")),
    "Qᵀ": Script(Ink("Q"), sup=Ink("⊤")),
    "−∞": INFINITE,
}
ONE_ENTRY = "one-entry"  # the slip that is one entry of a line
MOST_UNUSED = 200  # matrices that are no answers, in one question
ORDER = ("formula", "exact", "approx")


class Pages(Engine):
    """Templates of feedback in one format, with what they call beside what every page does."""

    def __init__(
        self, form: str, own: Sequence[Path], language: str, point: str = ""
    ) -> None:
        super().__init__(form, own, language, point=point)
        self.environment.globals.update(
            signs=SIGNS, flat=flat, crossed=crossed, lang=language or "en"
        )
        self.words = Words(
            self, self._its, self._formula, lambda sign: MATHS.get(sign, sign)
        )
        self.lines: Lines | None = None

    def says(self, result: Result, lines: Lines) -> Markup:
        """What is to be said about a line, the lines called as the sheet calls them; and why what was done is a slip, once."""
        self.lines = lines
        return Markup(joined(map(self.words, (*result.said, *lines.because(result)))))

    def _its(self, name: str) -> Box | str:
        return name if self.lines is None else self.lines.notation.symbol(name)

    def _formula(self, name: str, text: str) -> Box | str:
        if self.lines is None:
            return text
        if not name:
            return self.lines.check(text)
        symbol, formula = self.lines.symbols(name)
        return (
            symbol
            if formula is None
            else row(symbol, EQUALS, formula, *self.lines.width(name))
        )


def crossed(box: Box) -> Box:
    """A matrix with a cross behind every wrong entry, for pages that have neither frames nor colours.

    >>> flat(crossed(Grid(((Ink("1"), Ink("2")),), used=frozenset({(0, 1)}))))
    '[1 2 ✗]'
    """
    if not isinstance(box, Grid):
        return box
    cells = (
        (
            row(x, Ink(" ✗", "text")) if (i, j) in box.used else x
            for j, x in enumerate(r)
        )
        for i, r in enumerate(box.rows)
    )
    return replace(box, rows=tuple(map(tuple, cells)))


def page(
    scripts: Iterable[Marked],
    format: str,
    detail: str = "standard",
    templates: Sequence[Path] = (),
) -> str:
    """The feedback on some scripts as one document, in the language of their sheet; *templates* are folders of one's own,
    looked in first. Raises SymattnError for an unknown format.

    >>> from symattn.marking import check
    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A', 'C = B @ B']\\ngiven.A = [[2]]\\n")
    >>> report = check(sheet, {"B": [[5]], "C": [[25]]}).answers[0]
    >>> text = page([Marked(Ready(sheet), report)], "text")
    >>> "1 of 2 marks" in text, "q1" in text
    (True, False)
    """
    engine, sheet, students = None, None, []
    for script in scripts:
        sheet = sheet or script.ready.sheet
        engine = engine or Pages(
            format, (*templates, *beside(sheet.path)), sheet.language, sheet.point
        )
        students.append(_student(engine, script, detail))
    if engine is None:
        return ""
    made = str(
        engine.render(
            f"feedback/{format}.j2",
            sheet=sheet and sheet.heading,
            students=students,
            detail=detail,
        )
    )
    made = re.sub(r"\n{3,}", "\n\n", made).strip() + "\n"
    return (
        wrapped("\n".join(map(plain, made.split("\n")))) if format == "text" else made
    )


def _student(engine: Pages, script: Marked, detail: str) -> StudentView:
    ready, report = script.ready, script.report
    language = ready.sheet.language
    error = spoken(report.error, language).removeprefix(f"{report.file}: ")
    known = {} if error else {found.id: found for found in report.questions}
    views = [
        _question(engine, ready, question, number, known[question.id], detail)
        for number, question in enumerate(ready.sheet.questions, 1)
        if question.id in known
    ]
    name = ready.sheet.student or script.student
    told_below = {one.why for view in views for one in view.unused}
    notes = tuple(
        note
        for note in (spoken(note, language) for note in report.notes)
        if note not in told_below
    )
    return StudentView(
        name, report.marks, report.of, report.open, notes, error, tuple(views)
    )


def _question(
    engine: Pages,
    ready: Ready,
    question: Question,
    number: int,
    report: QuestionReport,
    detail: str,
) -> FeedbackQuestion:
    lines = Lines(engine, ready, question, report.results, detail)
    views = [lines.view(result) for result in report.results]
    unused = [
        replace(one, why=spoken(one.why, ready.sheet.language))
        for one in report.unused[:MOST_UNUSED]
    ]
    # The lines under the part that asks for them, in the sheet's order; one that no part asks for goes with the next that is
    # asked, to which it leads.
    of = question.parts if len(question.parts) > 1 else ()
    order = [part.label or str(place) for place, part in enumerate(of, 1)] or [""]
    found: dict[str, list[LineView]] = {part: [] for part in order}
    here = order[-1]
    for view in reversed(views):
        here = view.result.part or here
        found.setdefault(here, []).insert(0, view)
    parts = (
        FeedbackQuestion(part, tuple(those)) for part, those in found.items() if those
    )
    several = len(ready.sheet.questions) > 1
    called = label(question.id, number, ready.sheet) if several else ""
    return FeedbackQuestion(called, tuple(views), tuple(unused), tuple(parts))


class Lines:
    """The lines of one question for one student; solved and run from the student's values where that is needed."""

    def __init__(
        self,
        engine: Pages,
        ready: Ready,
        question: Question,
        results: Sequence[Result],
        detail: str,
    ) -> None:
        self.engine, self.ready, self.question, self.detail = (
            engine,
            ready,
            question,
            detail,
        )
        self.notation: Notation = ready.notations[question.id]
        self.results = {result.name: result for result in results}
        self.told = False  # whether the working of a wrong line stands already
        self._slips: set[str] = set()  # of which it was said why they are slips

    @cached_property
    def work(self) -> Work:
        """The question solved, as the page sees it."""
        sheet = self.ready.sheet
        return Work.of(
            self.ready.answer(self.question),
            self.notation,
            sheet.decimals,
            self.detail,
            tuple(sheet.tokens),
        )

    @cached_property
    def read(self) -> dict[str, list[list[Entry | None]]]:
        """The values of the entries handed in, read once for all that the page says of them."""
        return {
            name: values_of(result.written) for name, result in self.results.items()
        }

    @cached_property
    def yours(self) -> dict[str, Matrix]:
        """The student's matrices, one for a line."""
        exact = self.ready.key(self.question).exact
        named = [
            name
            for name in self.results
            if name in self.question.plan.names and isinstance(exact[name], Matrix)
        ]
        found = (
            (name, matrix_of(self.results[name], self.read[name])) for name in named
        )
        return {
            name: matrix
            for name, matrix in found
            if matrix is not None and is_near(matrix.shape, exact[name])
        }

    @cached_property
    def course(self) -> Course:
        """The lines run from what the student handed in."""
        return self.ready.key(self.question).bare[0].exact.over(self.yours)

    def brief(self, result: Result) -> LineView:
        """One line without what it should be: what was understood, what of it is wrong, what is to be asked and said."""
        wrong, everything = _wrong(result)
        return replace(
            self._seen(result, mine(result, self.read[result.name])),
            wrong=wrong,
            all_wrong=everything,
            sizes=self.question.shapes is not None,
            said=self.engine.says(result.but(said=tuple(self._asked(result))), self),
        )

    def _seen(self, result: Result, mine: Box | None) -> LineView:
        """A line as the sheet calls it, and what was handed in for it."""
        known = result.name in self.question.plan.names
        symbol, formula = (
            self.symbols(result.name)
            if known
            else (self.notation.symbol(result.name), None)
        )
        return LineView(result, kind_of(result), symbol, formula, mine)

    def _asked(self, result: Result) -> Iterator[Said]:
        """What is said of a line while it is practised: a slip as a question, one wrong entry by its place alone."""
        if result.slip is None:
            yield from (
                *result.said,
                *((_as_question(result.maybe),) if result.maybe else ()),
            )
            return
        yield from (one for one in result.said if one.name not in ("slip", "number"))
        for one in result.slips:
            if one.id in ONE_NUMBER:
                yield _as_question(one.what)
            else:
                text = self.question.plan.line(one.at).text.strip()
                yield _as_question(
                    one.what, at=one.at, here=int(one.at == result.name), text=text
                )

    def because(self, result: Result) -> Iterator[Said]:
        """Why what a line shows is a slip, where that was not said of an earlier one."""
        for one in result.slips:
            if one.id not in self._slips:
                self._slips.add(one.id)
                facts = dict(one.what.facts)
                what = facts.get("what")
                base = what if "how" in facts and isinstance(what, Said) else one.what
                yield Said("because", base.name, base.facts)

    def view(self, result: Result) -> LineView:
        """One line."""
        if result.name in self.question.plan.names:
            seen = self._line(result)
        elif self.question.shapes and result.name in self.question.shapes.table.lines:
            seen = self.shape(result)
        else:
            seen = LineView(result, kind_of(result), Ink(result.name, "text"))
        said = self.engine.says(result, self)
        begun = (
            Markup(said[:1].upper()) + said[1:]
            if result.verdict == "unreadable"
            else said
        )  # what a reader says of a text
        return replace(seen, said=begun)

    def _line(self, result: Result) -> LineView:
        missing = kind_of(result) == "missing"
        seen = self._seen(result, None if missing else self._mine(result))
        if missing or seen.kind == "right":
            return seen
        wrong, everything = _wrong(result)
        if seen.kind != "wrong" and result.slip is None:
            return replace(seen, wrong=wrong)
        own, own_of = (
            self._own(result) if seen.kind == "wrong" else (FeedbackWorking(), ())
        )
        worked = not self.told
        right = self.worked(result.name) if worked else self._right(result.name)
        self.told = True
        return replace(
            seen,
            wrong=wrong,
            all_wrong=everything,
            own=own,
            own_of=own_of,
            right=right,
            worked=worked,
        )

    def _mine(self, result: Result) -> Grid | None:
        """What was handed in for a line, nothing marked in it where it lost nothing; a number stands without brackets."""
        grid = mine(result, self.read[result.name])
        if grid is None:
            return None
        grid = grid if kind_of(result) == "wrong" else replace(grid, used=frozenset())
        is_number = result.name in self.question.plan.numbers
        return replace(grid, left="", right="") if is_number else grid

    def symbols(self, name: str) -> tuple[Box, Box | None]:
        """How the sheet calls a line, and its formula, where that is another."""
        symbol = self.notation.symbol(name)
        formula = self.notation.formula(self.question.plan.line(name).tree)
        return symbol, None if formula == symbol else formula

    def check(self, text: str) -> Box:
        """Both sides of a check as the sheet writes formulas."""
        left, right = (
            self.notation.formula(line.tree) for line in Plan.of_check(text).lines
        )
        return row(left, EQUALS, right)

    def _own(self, result: Result) -> tuple[FeedbackWorking, Boxes]:
        """What a wrong line would be from the answers before it, where one of those is wrong."""
        path = self.course.before(result.name, self.yours)
        read = dict.fromkeys(
            arg for call in path for arg in call.args if arg in self.yours
        )
        changed = [name for name in read if self.results[name].verdict != "correct"]
        value = self.course.own.get(result.name)
        if not changed or not isinstance(value, Matrix):
            return FeedbackWorking(), ()
        symbol = self.notation.symbol(result.name)
        try:
            form = matrices.approximate(
                value, self.work.at(result.name).places, self.notation.brackets
            )
        except LimitError:  # a student's 10^90000 leads to nothing that could be shown
            return FeedbackWorking(), ()
        eq = equation(symbol, [bare(self.work, result.name, form)])
        return self.display((eq,), by_value(result.name, symbol, value)), tuple(
            map(self.notation.symbol, changed)
        )

    def _right(self, name: str) -> FeedbackWorking:
        """A line's formula and value."""
        work = replace(self.work, detail="brief", _known={})
        one = told(work, Family((self.question.plan.line(name),)))
        width = width_of_keys(self.engine, work, one)
        shown = self.display(
            tuple(in_turn(in_turn(equations(work, one, ORDER)))), ledger(work)
        )
        return replace(shown, working=width + shown.working)

    def worked(self, name: str) -> FeedbackWorking:
        """A line's working at the level asked; only where weights are worked out may they have names."""
        line = self.question.plan.line(name)
        work = self.work.alone(name)
        one = told(work, Family((line,)))
        eqs = list(in_turn(in_turn((one.definitions, *equations(work, one)))))
        axis = widest(eq.lhs for eq in eqs)
        working, labels = worked(
            self.engine,
            work,
            [one],
            axis,
            one if self.detail == "full" else None,
            filled=None,
        )
        return FeedbackWorking(
            working, tuple(dict.fromkeys((*(eq.lhs for eq in eqs), *labels)))
        )

    def width(self, name: str) -> Boxes:
        """What the width of the keys is, behind a line's formula that has its sign: no line of the sheet says it."""
        tree = self.question.plan.line(name).tree
        found = next(
            (
                size.of.name
                for size in sizes(tree)
                if self.notation.is_width(size.axis, size.of.name)
            ),
            None,
        )
        if found is None or not isinstance(self.work.array(found), Matrix):
            return ()
        wide = self.work.value(found).shape[-2 if self.notation.columns else -1]
        return (
            COMMA,
            BLANK,
            read(self.notation.table.width),
            EQUALS,
            numeral(wide),
        )

    def display(self, eqs: Eqs, names: PlaceNames) -> FeedbackWorking:
        """Equations on lines of their own, which hold under these names."""
        return FeedbackWorking(
            self.engine.displayed(eqs, names),
            tuple(dict.fromkeys(eq.lhs for eq in eqs)),
        )

    def shape(self, result: Result) -> LineView:
        """A line of a question about shapes: its shape or number, and why, where the answer is not right."""
        assert self.question.shapes is not None
        shapes = self.question.shapes
        symbol = self.notation.symbol(result.name)
        trees = shapes.plan.trees
        own = self.notation.of(trees, shapes.givens)
        line, tree = shapes.table[result.name], trees.get(result.name)
        formula = own.formula(tree) if tree is not None else None
        given = (
            Ink(result.written[0][0], "text")
            if result.written and result.verdict != "missing"
            else None
        )
        seen = LineView(result, kind_of(result), symbol, formula, given)
        if seen.kind in ("missing", "right"):
            return seen
        if line.value is not None and tree is not None:
            eq = count_line(own, self.question, shapes.table, result.name, "")
            names = counts(own, self.question, shapes.table)
            return replace(seen, right=self.display((eq,), names))
        _, shape, why = shape_row(self.engine, own, line, trees, self.detail)
        return replace(
            seen,
            wrong=_places(result, "incorrect"),
            right=FeedbackWorking(shape),
            reason=why,
            sizes=True,
        )


def _as_question(slip: Said, **where: str | int) -> Said:
    """Whether a slip was made, as a question; of one wrong entry its place alone is told, and not what it would have to be."""
    facts = dict(slip.facts)
    if slip.name == ONE_ENTRY:
        return marking("look_again", i=facts["i"], j=facts["j"], of=facts["of"])
    return marking("maybe", slip=slip, **where)


def _wrong(result: Result) -> tuple[tuple[Place, ...], bool]:
    """The places that are wrong, or have too few digits where that is all, and whether every one is; one entry has no place."""
    if (
        kind_of(result) == "nearly" and result.verdict != "imprecise"
    ):  # it lost nothing by its entries
        return (), False
    wrong, size = _places(result, "incorrect"), sum(map(len, result.entries))
    return (wrong or _places(result, "imprecise")) if size > 1 else (), len(
        wrong
    ) == size > 1


def _places(result: Result, verdict: str) -> tuple[Place, ...]:
    return tuple(
        (i + 1, j + 1) for (i, j), cell in placed(result.entries) if cell == verdict
    )


def give_back(scripts: Iterable[Marked], wanted: Wanted) -> bytes:
    """The feedback on students' scripts, each from a page of its own on; raises as ``deliver`` does."""
    if wanted.format == "pdf":
        source, scripts = pdf_source(), iter(scripts)
        first = next(scripts)
        made = give_back(chain([first], scripts), replace(wanted, format=source))
        return typeset(made.decode(), source, first.ready.sheet)
    return page(scripts, wanted.format, wanted.detail, wanted.own).encode(
        "utf-8", "replace"
    )
