"""Worksheet files: read, checked and solved; everything that is wrong in a file is said in one go."""

from __future__ import annotations

import re
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symattn.errors import SheetError, SymattnError, nearest, odd_sign
from symattn.exact.ball import Cut
from symattn.exact.matrix import Matrix
from symattn.files import Where, is_there
from symattn.formats.trust import bring_beside
from symattn.limits import MOST_LINES, MOST_SHEET_ENTRIES
from symattn.notation import Notation
from symattn.notation import table as notations
from symattn.notation.symbols import clashes
from symattn.notation.table import NotationLike
from symattn.plan.derivation import shapes, sizes_of
from symattn.sheet import logo as logos
from symattn.sheet.lengths import LEAST_FOR_TWO
from symattn.sheet.planned import place_of_line
from symattn.sheet.question import question_of
from symattn.sheet.schema import SHEET
from symattn.sheet.shares import TRUNCATE
from symattn.sheet.sheet import Answer, Part, Question, Sheet, SolvedSheet, solve
from symattn.sheet.source import Enough, Place, Source, parse, read_source, short
from symattn.sheet.variants import take_beside
from symattn.sheet.varying import vary_of

if TYPE_CHECKING:
    from symattn.sheet.logo import Logo
    from symattn.sheet.schema import SheetKeys

__all__ = [
    "Answer",
    "Part",
    "Question",
    "Sheet",
    "SolvedSheet",
    "load",
    "loads",
    "solve",
]
FIELDS = ("title", "course", "header", "head", "foot", "student", "paper", "width", "size", "columns", "language", "point",
          "preamble", "intro", "note", "tokens", "notation", "decimals", "frames", "marking")  # fmt: skip


def load(path: Where) -> Sheet:
    """Read a worksheet file; raises SheetError with every problem of the file. Extensions beside it that the user has trusted are
    loaded before: a line may use their operations.

    >>> from symattn.files import find
    >>> load(find("two-heads-by-hand")).questions[0].id
    'q1'
    """
    bring_beside(Path(path))
    return sheet_of(read_source(Path(path)))


def loads(text: str, file: str = "worksheet.toml") -> Sheet:
    """Read a worksheet from its text; *file* names it in messages. Raises SheetError.

    >>> sheet = loads('''
    ... [[question]]
    ... steps = ["S = Q @ K.T"]
    ... given = { Q = [[1, 2]], K = [[3, 4]] }
    ... ''')
    >>> sheet.solve()["q1"]["S"]
    Matrix([[11]])
    """
    return sheet_of(parse(text, file))


def sheet_of(source: Source) -> Sheet:
    """The checked sheet of a TOML tree; raises SheetError."""
    try:
        return _sheet_of(source)
    except Enough:
        raise SheetError(
            source.file, dict.fromkeys(source.place.problems), unfinished=True
        ) from None


def _sheet_of(source: Source) -> Sheet:
    at, path = source.place, Path(source.file)
    table = SHEET.read(source.tree, at)
    _shared(table, at)
    questions = _questions(table, at / "question", path)
    _check_notation(table.notation, at / "notation", path)
    logo = _logo(table.logo, at / "logo", path)
    _counted(questions, at / "question")
    if (
        table.working
        and table.working.start
        and not any(table.working.start in q.plan.names for q in questions)
    ):
        what = f"no line of any question defines {short(table.working.start)}"
        (at / "working" / table.working.policy).wrong(
            what, "name a line, such as A, or leave it out"
        )
    if table.columns == 2 and table.width is not None and table.width < LEAST_FOR_TWO:
        (at / "width").wrong(
            f"{table.width} mm for two columns",
            f"from {LEAST_FOR_TWO} mm on, or leave columns out",
        )
    vary = vary_of(table.vary, questions, at / "vary")
    if at.problems:
        raise SheetError(source.file, dict.fromkeys(at.problems))
    fields: dict[str, Any] = {name: table[name] for name in FIELDS if name in table}
    if table.marking and table.marking.rounding == TRUNCATE:
        fields["decimals"] = Cut(
            fields.get("decimals", Sheet.decimals)
        )  # what is asked so is written so
    return Sheet(path=path, questions=questions, vary=vary, logo=logo, **fields)


def _shared(sheet: SheetKeys, at: Place) -> None:
    """What a question says for the whole sheet; a second opinion is reported."""
    for name in ("decimals", "places"):
        for index, question in enumerate(sheet.question):
            own = question.get(name) if question else None
            if own is not None and sheet.setdefault(name, own) != own:
                (at / "question" / index / name).wrong(
                    f"a sheet has one number of {name}, and {sheet[name]} is written before",
                    "write it once; of a single line show = { A = { digits = 2 } }"
                    if name == "decimals"
                    else "write it once",
                )


def _questions(sheet: SheetKeys, at: Place, path: Path) -> tuple[Question, ...]:
    if sheet.get("question") == ():
        at.wrong(
            "a sheet without questions", "write [[question]] and below it what is given"
        )
    found: list[Question] = []
    first: dict[str, int] = {}
    lines = 0
    for index, table in enumerate(sheet.question):
        if table is None:
            continue
        lines += max(1, len(table.steps))
        if lines > MOST_LINES:
            what, place = f"{lines:,} questions and lines up to here", at / index
            (place / "steps" if table.steps else place).wrong(
                what, f"a sheet may have at most {MOST_LINES:,}; write two"
            )
            break
        if table.variant and table.variant.endswith(".toml"):
            try:
                take_beside(path.parent, table.variant)
            except SymattnError as error:
                (at / index / "variant").wrong(error.what, error.hint)
                continue
        own = _notation(sheet.notation, table.notation, path)
        columns = own is not None and own.columns
        question = question_of(table, at / index, f"q{index + 1}", columns, sheet)
        _check_notation(table.notation, at / index / "notation", path)
        if own is not None:
            _check_symbols(own, sheet.notation, question, at / index)
        odd = odd_sign(question.id)
        if odd and (
            not question.id.isprintable() or re.search("[A-Za-z]", question.id)
        ):
            (at / index / "id").wrong(
                f"{odd} stands in the id",
                "nobody sees it, and it names the question in answer files",
            )
        if question.id in first:
            what = (
                f'the id "{question.id}" is that of question {first[question.id]} too'
            )
            (at / index / "id").wrong(what, "give each question an id of its own")
        first.setdefault(question.id, index + 1)
        found.append(question)
    return tuple(found)


def _counted(questions: tuple[Question, ...], at: Place) -> None:
    """What a sheet asks to be worked out and shown is bounded, and what goes beyond is said at its line."""
    steps = entries = 0
    for number, question in enumerate(questions):
        known = {
            name: value.shape
            for name, value in question.given.items()
            if isinstance(value, Matrix)
        }
        found = shapes(question.plan, known, sizes_of(question.given))[0]
        for line in question.plan.lines:
            steps += len(line.calls)
            entries += sum(prod(found.get(call.out, ())) for call in line.calls)
            if steps <= MOST_LINES and entries <= MOST_SHEET_ENTRIES:
                continue
            place = (
                place_of_line(line, question.plan, at / number)
                or at / number / "variant"
            )
            if steps > MOST_LINES:
                place.wrong(
                    f"{steps:,} steps up to here",
                    f"a sheet may have at most {MOST_LINES:,}; write two",
                )
            else:
                what = f"{entries:,} entries in the lines up to here"
                place.wrong(
                    what,
                    f"a sheet may have at most {MOST_SHEET_ENTRIES:,}; take smaller matrices, or write two",
                )
            return


def _logo(written: str, at: Place, path: Path) -> Logo | None:
    if not written:
        return None
    with at.heard():
        return logos.logo_of(written, path.parent)
    return None


def _notation(sheets: NotationLike, own: NotationLike, path: Path) -> Notation | None:
    """How a question is written; None for a notation with a problem, which is told where it stands."""
    try:
        return Notation.load(sheets, path.parent).over(own, path.parent)
    except SymattnError:
        return None


def _check_symbols(
    own: Notation, notation: NotationLike, question: Question, at: Place
) -> None:
    """No two names of a question have symbols that are the same where a student types them."""
    own = own.of(question.plan.trees, question.given)
    place, table = at / "notation", question.notation
    if table is None:
        place, table = at.top / "notation", notation
    for before, name, text in clashes(
        own.symbols((*question.given, *question.plan.names))
    ):
        here = (
            place / "names" / name
            if isinstance(table, dict) and name in table.get("names", ())
            else place
        )
        if before:
            what = f"{before} and {name} cannot be told apart when a student writes them: both are read as {text}"
            here.wrong(
                what,
                "give one of them another symbol: another letter, an accent or a script",
            )
        else:
            what = f"the symbol of {name} cannot be read back: {text}"
            here.wrong(what, "write a letter, with accents and scripts where needed")


def _check_notation(notation: object, at: Place, path: Path) -> None:
    """A notation is the name of a shipped one, a file, or a table here, and every key of it is known."""
    if not isinstance(notation, str | dict):
        return
    if isinstance(notation, dict):
        for key, what, hint in notations.wrong(notation):
            at.below(*key.split(".")).misnamed(what, hint)
    elif notation not in notations.shipped() and not is_there(path.parent / notation):
        known = notations.shipped()
        hint = nearest(notation, known, "the shipped ones are")
        if is_there(path.parent / f"{notation}.toml"):
            hint = f'write the file with its ending: "{short(notation)}.toml"'
        at.wrong(f'unknown notation "{short(notation)}"', hint)
        return
    try:
        notations.load(notation, path.parent)
    except notations.NotationError as error:
        for what, hint in (
            ()
            if isinstance(notation, dict) and notations.wrong(notation)
            else error.problems
        ):
            at.wrong(what, hint)
    except SymattnError as error:
        at.wrong(error.what, error.hint)
