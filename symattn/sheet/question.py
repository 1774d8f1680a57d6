"""From a question's keys to a Question: its marks, its plan, the shapes it meets, and what is asked of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from symattn.errors import nearest
from symattn.exact.matrix import Matrix
from symattn.later import pattern
from symattn.ops import has
from symattn.ops.shapes import Shapes, written
from symattn.plan import Plan
from symattn.plan.amounts import EQUATION
from symattn.plan.tree import GIVEN_MASK, Ref, has_trait, is_reserved, stem_and_head
from symattn.plan.turning import counted_from
from symattn.said import Strings
from symattn.sheet import gradients, proving, shaping
from symattn.sheet.cells import GivenCells, WrittenCells, values_of
from symattn.sheet.kinds import listed
from symattn.sheet.lettered import NAME, LettersOf
from symattn.sheet.measures import measures_of
from symattn.sheet.options import zeros_and_ones
from symattn.sheet.planned import (
    Known,
    among_options,
    fitted,
    options_of,
    place_of_given,
    place_of_line,
    plan_of_question,
)
from symattn.sheet.sheet import About, Part, Question, conditions_of, unknowns_of
from symattn.sheet.source import Place, short
from symattn.sheet.variants import Option
from symattn.sheet.working import Working
from symattn.tables import in_each, not_empty, of_type

if TYPE_CHECKING:
    from symattn.sheet.proofs import Claim
    from symattn.sheet.schema import GradientKeys, PartKeys, QuestionKeys, SheetKeys
    from symattn.sheet.shaping import ShapeReading


_UNWRAPPED = pattern(
    r"\A[\s.]*\(?([^()]*?)\)?[\s.]*\Z"
)  # (a), a) and a. are the label a

# --- marks ---
# The one rule for marks: what each asked line of a part is worth, on key, blank, feedback and every platform.
#
# A table in the sheet says it line by line. A number is shared: every family of lines (one line over all heads) has the
# same share, and within a family every head. Shares are whole quarters, and what is left over goes to the last.

QUARTER = Fraction(1, 4)


def shares(
    marks: Fraction | Mapping[str, Fraction] | None, asked: Sequence[str]
) -> dict[str, Fraction]:
    """The marks of each asked line: those of a table, a number shared, or 1 each where nothing is written.

    >>> {name: str(marks) for name, marks in shares(Fraction(3), ["Q_1", "Q_2", "H"]).items()}
    {'Q_1': '3/4', 'Q_2': '3/4', 'H': '3/2'}
    >>> {name: str(marks) for name, marks in shares({"H": Fraction(2)}, ["Q_1", "H"]).items()}
    {'Q_1': '0', 'H': '2'}

    What joins the heads is no head.

    >>> {name: str(marks) for name, marks in shares(Fraction(4), ["H_1", "H_2", "H", "Y"]).items()}
    {'H_1': '1/2', 'H_2': '3/4', 'H': '5/4', 'Y': '3/2'}
    """
    if marks is None:
        return dict.fromkeys(asked, Fraction(1))
    if isinstance(marks, Mapping):
        return {name: marks.get(name, Fraction(0)) for name in asked}
    families: dict[tuple[str, bool], list[str]] = {}
    for name in dict.fromkeys(asked):
        stem, head = stem_and_head(name)
        families.setdefault((stem, head is None), []).append(name)
    found: dict[str, Fraction] = {}
    for family, share in zip(
        families.values(), _shared(marks, len(families)), strict=True
    ):
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


# --- question ---
# From a question's keys to a Question: its plan, the shapes it meets, and what is asked of it.


def question_of(
    keys: QuestionKeys,
    at: Place,
    default_id: str,
    columns: bool,
    sheet: SheetKeys,
) -> Question:
    """The question of a table that the schema has read; what does not hold is reported at its place.

    With *columns* the notation's tokens are columns; the *sheet* says how it is worked, with how many decimals, and from where
    places are counted. Where problems were reported the question is incomplete, and only good for finding more of them.
    """
    given: dict[str, WrittenCells | None] = {**among_options(keys, at), **keys.given}
    first = sheet.places or 0
    letters = _letters(keys, given, at)
    unknown = unknowns_of(keys.unknown, given, at / "unknown")
    _check_names(unknown, at / "unknown")
    given.update(unknown)
    _check_names(given, at / "given")
    options = options_of(keys, at)
    given.update(gradients.in_matrices(keys.gradient, given))
    about_shapes = any(key in keys for key in ("shapes", "sizes", "where", "random"))
    shapes = (
        shaping.shapes_of_question(keys, options, at, columns) if about_shapes else None
    )
    plan, asked = _plan_of(
        keys, options, letters, given, at, columns, first, bool(shapes)
    )
    stated = not_empty(keys.stated)
    return Question(
        id=keys.id or default_id,
        plan=plan or Plan(()),
        given=values_of({**letters, **given}),
        given_text={
            name: cells.written
            for name, cells in given.items()
            if cells and name not in unknown
        },
        prompt=keys.prompt,
        variant=keys.variant,
        options=options,
        stated=of_type(values_of(stated), Matrix),
        stated_text=in_each(lambda cells: cells.written, stated),
        notation=keys.notation,
        parts=_parts(keys, plan, shapes, asked, tuple(unknown), given, at / "part"),
        shapes=shapes,
        figures=tuple(filter(None, keys.figures)),
        letters=keys.letters,
        unknown=tuple(unknown),
        measures=measures_of(
            keys, given, plan or (shapes.plan if shapes else None), at
        ),
        about=_about(
            keys, (*asked, *(shapes.plan.names if shapes else ())), at / "about"
        ),
        working=_working(keys, sheet.working, plan, at / "working"),
        first=first,
        beside=sheet.decimals is not None,
        place=at,
    )


def _plan_of(
    keys: QuestionKeys,
    options: dict[str, object],
    letters: Mapping[str, WrittenCells],
    given: dict[str, WrittenCells | None],
    at: Place,
    columns: bool,
    first: int,
    shaped: bool,
) -> tuple[Plan | None, Strings]:
    """The lines that a question computes, None where there are none, and which of them are asked unless its parts say it; a
    matrix that is its mask becomes one of the given ones."""
    computed = "shapes" not in keys and (
        "variant" in keys or "steps" in keys or not _in_words(keys)
    )
    if "gradient" in keys and not computed and not shaped:
        (at / "gradient").misnamed(
            "derivatives where no line is computed",
            "give values to a variant's or to steps' matrices",
        )
    known = Known.of_values({**letters, **given})
    plan = (
        plan_of_question(
            keys, known, options, at, columns, gradients.derivatives_of(keys.gradient)
        )
        if computed
        else None
    )
    mask = options.get(Option.MASK)
    if isinstance(mask, WrittenCells):
        given[GIVEN_MASK], options[Option.MASK] = mask, "matrix"
        known = Known.of_values({**letters, **given})
    if not plan:
        return None, ()
    _check_uses(plan, given, at, columns)
    asked = plan.names
    if keys.gradient:
        plan = _with_gradients(plan, keys.gradient, known, given, at, columns)
        asked = gradients.asked_of(plan, asked, keys.gradient)
    plan = _with_places(plan, first, at)
    found = (
        fitted(plan, known, at, columns)
        if known.whole and not (keys.gradient and at.problems)
        else {}
    )
    _check_stated(plan, keys.stated, found, at / "stated")
    return plan, asked


def _about(keys: QuestionKeys, names: Sequence[str], at: Place) -> About | None:
    """What a bank knows of the question; a published line that the question has not is reported."""
    table = keys.about
    if table is None:
        return None
    topics = tuple(filter(None, table.topics))
    if table.get("topics") == ():
        (at / "topics").wrong(
            "no topic", 'write what the question is about, such as ["softmax"]'
        )
    for name in table.published:
        if name not in names:
            (at / "published" / name).misnamed(
                f"no line defines {short(name)}", nearest(name, names)
            )
    kept = not_empty(table.published)
    return About(topics, table.level or 1, table.minutes or 1, table.source, kept)


def _with_places(plan: Plan, first: int, at: Place) -> Plan:
    """The plan whose places are counted from *first*; a line that counts them otherwise is reported."""
    plan = (
        Plan(tuple(counted_from(first, line) for line in plan.lines)) if first else plan
    )
    for line in plan.lines:
        if any(dict(call.params).get("first", first) != first for call in line.calls):
            what = f"this line counts places otherwise than the sheet, which counts them from {first}"
            (place_of_line(line, plan, at) or at).wrong(
                what, f"write places = {1 - first} in the sheet"
            )
    return plan


def _with_gradients(
    plan: Plan,
    keys: GradientKeys,
    known: Known,
    given: GivenCells,
    at: Place,
    columns: bool,
) -> Plan:
    """The plan with the derivatives that are asked, and behind them the lines that read one."""
    plan, behind = gradients.parted(plan, gradients.derivatives_of(keys))
    if any(line.name == keys.of for line in behind):
        hint = "write the first derivative as a line, such as G = 2 * X, and ask for the derivative of what reads it"
        (at / "gradient" / "of").wrong(
            f"{keys.of} is made of derivatives, of which no second ones are taken", hint
        )
        return Plan((*plan.lines, *behind))
    found = fitted(plan, known, at, columns) if known.whole else {}
    plan = gradients.with_gradients(plan, keys, found, given, at / "gradient")
    return Plan((*plan.lines, *behind))


def _working(
    keys: QuestionKeys, sheets: Working | None, plan: Plan | None, at: Place
) -> Working:
    """How a question is worked: as it says itself, else as the sheet does; not where the sheet begins with another's line."""
    names = plan.names if plan else ()
    if keys.working is None:
        return (
            sheets
            if sheets and (not sheets.start or sheets.start in names)
            else Working()
        )
    if keys.working.start and plan and keys.working.start not in names:
        hint = nearest(keys.working.start, names, "the lines are")
        (at / keys.working.policy).wrong(
            f"no line defines {short(keys.working.start)}", hint
        )
    return keys.working


def _sized(part: PartKeys) -> Iterator[str]:
    """The matrices that the checks of a part have with letters for entries."""
    for claim in part.proof:
        yield from claim.sizes if claim else ()


def _letters(
    keys: QuestionKeys, given: dict[str, WrittenCells | None], at: Place
) -> dict[str, WrittenCells]:
    """The letters of a question, which lines read as numbers; one by which a derivative is asked is given as itself."""
    sized = {name for part in keys.part if part for name in _sized(part)}
    for name in keys.letters.rows:
        if name not in {*keys.shapes, *sized}:
            (at / "letters" / name).wrong(
                f"{short(name)} has no shape that it could be said of",
                f'write its shape under [question.shapes], {name} = ["n", 1], or its size in a proof',
            )
    letters = {name: WrittenCells(x, name) for name, x in keys.letters.items()}
    for name in letters.keys() & given.keys():
        if given.pop(name) != letters[name]:  # w = "w" says nothing
            (at / "letters" / name).wrong(
                f"{name} is given as well", "give one of them another name"
            )
    by = keys.gradient.wrt if keys.gradient else ()
    given.update({name: letters.pop(name) for name in by if name in letters})
    return letters


def _check_names(names: Iterable[str], at: Place) -> None:
    for name in names:
        if not re.fullmatch(NAME[1:-1], name):
            (at / name).misnamed(
                f'"{short(name)}" is no name',
                "a name is a letter, then letters, digits, _",
            )
        elif is_reserved(name):
            (at / name).misnamed(
                f"{name} is a function", "give the matrix another name"
            )


def _check_sought(
    sought: object, op: str, plan: Plan, given: GivenCells, at: Place
) -> None:
    """What is solved for, or goes to a limit, is a letter."""
    if not isinstance(sought, Ref):
        hint = 'write one in its place: letters = { t = "positive" }'
        (at / "steps").wrong(
            f"{op} seeks a letter, and what stands there is none", hint
        )
        return
    cells, made = given.get(sought.name), sought.name in plan.names
    if made or (cells and cells.written != ((sought.name,),)):
        hint = f'a number goes nowhere: write letters = {{ {sought.name} = "positive" }}, or another letter in its place'
        (at / "steps" if made else at / "given" / sought.name).wrong(
            f"{sought.name} has a number here, and {op} seeks it", hint
        )


def _check_uses(plan: Plan, given: GivenCells, at: Place, columns: bool) -> None:
    """Minus infinity may only be added to scores, and a mask holds 1 and 0 and leaves every token something to look at."""
    for call in plan.calls:
        sought = dict(call.params).get("letter")
        if sought is not None:
            _check_sought(sought, call.op, plan, given, at)
        for index, name in enumerate(call.args):
            cells = given.get(name)
            if cells is None or not isinstance(cells.value, Matrix):
                continue
            if cells.value.blocked and not has(call.op, "adds a mask"):
                (at / "given" / name).wrong(
                    "-inf in a matrix that is not added to scores", "write numbers"
                )
            if (
                has(call.op, "takes a mask")
                and index == 1
                and name != GIVEN_MASK
                and not zeros_and_ones(cells.value)
            ):
                (at / "given" / name).wrong(
                    "a mask with other entries than 1 and 0",
                    "write 1 to keep, 0 to block",
                )
    mask = given.get(GIVEN_MASK)
    if mask and isinstance(mask.value, Matrix):
        kind, lines = ("column", mask.value.T) if columns else ("row", mask.value)
        for index, line in enumerate(lines.values):
            if not any(line):
                place = place_of_given(GIVEN_MASK, at)
                hint = f"keep a score in every {kind}: write a 1"
                (place if columns else place / index).wrong(
                    f"{kind} {index + 1} is blocked entirely", hint
                )


def _check_stated(plan: Plan, stated: GivenCells, found: Shapes, at: Place) -> None:
    for name, cells in stated.items():
        if name not in plan.names:
            (at / name).misnamed(
                f"no line defines {short(name)}", nearest(name, plan.names)
            )
        elif (
            cells
            and isinstance(cells.value, Matrix)
            and name in found
            and cells.value.shape != found[name]
        ):
            (at / name).wrong(
                f"stated is {written(cells.value.shape)}, but {name} is {written(found[name])}"
            )


def _in_words(keys: QuestionKeys) -> bool:
    """Whether a question asks for no lines: proofs, figures and answers in words need none."""
    parts = list(filter(None, keys.part))
    return bool(parts) and not any(part.asks for part in parts)


def _parts(
    keys: QuestionKeys,
    plan: Plan | None,
    shaped: ShapeReading | None,
    asked: Strings,
    unknown: Strings,
    given: Iterable[str],
    at: Place,
) -> tuple[Part, ...]:
    """The parts as written, or one that asks *asked*, or every shape, of random quantities every number; a line that is asked
    must be there."""
    names = shaped.plan.names if shaped else plan.names if plan else ()
    # derivatives that are not there only because something else is wrong are no mistake of their own
    behind = gradients.derivatives_of(keys.gradient) if names and at.problems else ()
    known = (*names, *shaped.givens) if shaped else (*unknown, *names, *behind)
    chosen = (*known, *given)
    tables = enumerate(keys.part)
    written = tuple(
        _part(one, known, bool(shaped), at / k, keys.letters, unknown, chosen)
        for k, one in tables
        if one
    )
    asks, shapes = ((), names) if shaped else (asked, ())
    if shaped and keys.random:  # where no part asks for shapes
        numbers = tuple(
            line.name
            for line in shaped.plan.lines
            if has(line.calls[-1].op, "number") or has_trait(line.tree, EQUATION)
        )
        shapes = numbers or names
    whole = asks or shapes
    return written or (
        Part(
            asks=asks,
            shapes=shapes,
            marks=Fraction(len(whole)),
            shares=shares(None, whole),
        ),
    )


def _part(
    table: PartKeys,
    names: Strings,
    shaped: bool,
    at: Place,
    letters: LettersOf,
    unknown: Strings,
    known: Strings,
) -> Part:
    asks = tuple(filter(None, table.asks))
    if "accept" in table and not set(asks) & set(unknown):
        asks = (*unknown, *asks)
    for index, name in enumerate(asks):
        if names and name not in names:
            several = listed(name, at / "asks") if "," in name else ""
            hint = several or nearest(name, names, "the lines are")
            (at / "asks" / index).wrong(f"no line defines {name}", hint)
    marks = table.marks
    if isinstance(marks, dict):
        for name in set(marks) - set(asks):
            (at / "marks" / name).misnamed(
                f"{short(name)} is not asked here",
                nearest(name, asks) or "name a line of asks",
            )
    by_line = shares(marks, asks)
    to_mark = table.prompt and "marks" in table  # words that a person marks
    if not to_mark and not any(
        key in table for key in ("asks", "answer", "proof", "accept", "figures")
    ):
        hint = 'write asks = ["…"] for lines, answer = "…" for words, proof or accept; marks where a person marks words'
        at.misnamed("a part that asks nothing", hint)
    proof = proving.claims_of(table.proof, at / "proof", letters)
    return Part(
        label=_UNWRAPPED.sub(r"\1", table.label).strip(),
        prompt=table.prompt,
        asks=() if shaped else asks,
        marks=sum(by_line.values(), Fraction(0)) if asks else _of_words(marks, proof),
        shares=by_line,
        remark=table.remark,
        answer=table.answer,
        proof=proof,
        figures=tuple(filter(None, table.figures)),
        shapes=asks if shaped else (),
        form=table.form or "",
        accept=conditions_of(table.accept, known, at / "accept"),
        room=table.room,
        newpage=bool(table.newpage),
        samepage=bool(table.samepage),
    )


def _of_words(
    marks: Fraction | Mapping[str, Fraction] | None, proof: tuple[Claim, ...]
) -> Fraction:
    """The marks of a part that asks no line: those written, or one for each claim of a proof."""
    return marks if isinstance(marks, Fraction) else Fraction(len(proof))
