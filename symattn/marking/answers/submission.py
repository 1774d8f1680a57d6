"""What one student handed in: which answer stands for which line, what was not used, and what is to be said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from symattn.errors import LimitError
from symattn.language.letters import any_known
from symattn.later import pattern
from symattn.limits import MOST_ANSWERS, MOST_NAMELESS
from symattn.marking.answers import numerals
from symattn.marking.answers.chains import chain_breaks
from symattn.marking.answers.corrections import amended, corrects
from symattn.marking.answers.fitting import in_shape, of_grid, shape_of
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.headings import bare
from symattn.marking.answers.ledger import ANSWER, PROSE, UNACCOUNTED, Ledger, unaccounted
from symattn.marking.answers.leftovers import Leftovers, told_as
from symattn.marking.answers.line_names import Meaning
from symattn.marking.answers.meant import Addresses, line_of
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.places import dashed, shapes_of
from symattn.marking.answers.spoken import spoken
from symattn.marking.answers.submitted import Submission
from symattn.marking.answers.values import opposite
from symattn.marking.answers.written import (
    FORMULA,
    AnswerPlace,
    Contents,
    Unused,
    WrittenAnswer,
)
from symattn.marking.handed import Handed
from symattn.marking.said import fact, reading, told
from symattn.notation.symbols import symbol
from symattn.plan.tree import stem_and_head
from symattn.records import replace
from symattn.said import Integers, Pair, Strings
from symattn.tex.signs import lowered

_NAMED = pattern(r"[^\W\d_]+")
_LIST = pattern(
    r"[(\[][^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)*,"
)  # a list of entries, whatever they are
_NEXT_NAME = pattern(
    r"[-−]?\d[\d.,]*[ \t]+([^\W\d_]\w*)\s*[=≈:\[\d]"
)  # m = 2.5 v = 1.67: a product, or two equations
_FACTOR = pattern(r"\d[ \t]*([^\W\d_]\w*)[ \t]*\Z")  # a number, and the name it is taken of
_REMARK = pattern(r"[ \t]+\([^()=\d]*[^\W\d_]{3}[^()=\d]*\)\Z")
_SHAPED = pattern(r"\A\s*[$\\{]*[(\[ℝ]|mathbb|×|\\times|\d\s*x\s*\w|\s(?:x|by)\s")
_VALUE = pattern(  # 0.25, -1/3, 33 %, \frac13, 2√2, ln 3
    r"(?<![\w.,])(?:(?<!\d)[-−–])?(?:\d*√\d+|\\[dt]?frac(?:\d\d|\{\d+\}\{\d+\})|\\?(?:ln|log)(?:[ ]\d+|\(\d+\))"
    r"|(?:\d+(?:[.,]\d+)?|\.\d+)(?:[ ]?/[ ]?\d+)?(?:[ ]?\\?%)?)(?![\w^]|[.,]\d)"
)
_SMALL = pattern(r"(?<!\S)[a-z]\Z")
LONGEST = 2_000  # characters of a formula that are looked at


def submission(
    file: str, contents: Sequence[Contents], namings: Mapping[str, QuestionNames]
) -> Submission:
    """The answers of one or several files placed under their lines; raises LimitError when there are too many.

    >>> submission("a.toml", [], {}).answers
    {}
    """
    count = sum(len(content.answers) for content in contents)
    if count > MOST_ANSWERS:
        raise LimitError(reading("most_answers", count=f"{count:,}", most=f"{MOST_ANSWERS:,}"))
    placing = _Placing(Submission(file), namings)
    for content in contents:
        with numerals.evidence(content.whole):
            placing.read(content)
        placing.found.notes += content.told
    if any(
        set(naming.lines) - set(placing.found.answers[question])
        for question, naming in namings.items()
    ):
        placing.found.notes += [note for content in contents for note in content.notes]
    placing.found.unused = sorted(
        (placing.rest.asked(unused) for unused in placing.found.unused),
        key=lambda unused: unused.line,
    )
    return placing.found


class _Placing:
    """Puts every answer under its question and line."""

    def __init__(self, found: Submission, namings: Mapping[str, QuestionNames]) -> None:
        self.found, self.namings = found, namings
        self.addresses = Addresses(namings)
        self.rest = Leftovers(found, namings, self.addresses)
        self.pieces: dict[
            Pair, dict[int, dict[Integers, Handed]]
        ] = {}  # by line, kind and place
        self.ledger = Ledger([])
        self.shifts: dict[
            str, int | None
        ] = {}  # what is added to the heads' numbers of a question
        for question in namings:
            found.answers[question] = {}

    def read(self, content: Contents) -> None:
        """Put the answers of one file under their lines, and account for its numbers; what is nobody's opens a line."""
        self.ledger = Ledger(content.sources)
        self.rest.begin(content)
        self.found.unused += content.unused
        self.place(content.answers)
        for unused in content.unused:  # an answer that was not used has its numbers already
            self.ledger.claim(unused.whole or unused.text, unused.line, UNACCOUNTED, unused.why)
            if unused.grid is not None:
                self.rest.nameless(
                    replace(
                        of_grid(unused.grid),
                        place=AnswerPlace(unused.line, unused.question, unused.part),
                    )
                )
        self.rest.named.sort(key=lambda one: one[0])
        stated = [self.rest.stated(entry) for entry in self.ledger.entries()]
        self.found.ledger += stated
        for place, text in self.ledger.loose():
            for row in spoken(text) if len(self.found.nameless) < MOST_NAMELESS else ():
                at = AnswerPlace(place)
                for number in row:
                    if (found := of_grid(FlatGrid(number, place, ((number,),)))).cells:
                        self.rest.nameless(replace(found, place=at, scalar=True, spoken=True))
                if (
                    len(row) > 1
                    and (found := of_grid(FlatGrid(", ".join(row), place, (row,)))).cells
                ):
                    self.rest.nameless(replace(found, place=at, spoken=True))
        for k, text in self.ledger.loose(every=True):
            asked = self.rest.question(k)
            self.found.rest += [
                (asked, cell)
                for m in _VALUE.finditer(text)
                for row in of_grid(FlatGrid(m[0], 0, ((m[0],),))).cells
                for cell in row
            ]
        if any(naming.sizes is not None for naming in self.namings.values()):
            for place, text in shapes_of(content):
                self.rest.nameless(WrittenAnswer("", place=AnswerPlace(place), text=text))
        self._put_doubtful()
        for entry in unaccounted(stated):
            self.rest.opened(entry)

    def _put_doubtful(self) -> None:
        """Put what is doubtful in whichever question it is missing, for a person."""
        for question, line, answer, said in self.rest.doubtful:
            naming = self.namings[question]
            here = self.found.answers[question]
            if (
                line in naming.lines
                and line not in here
                and (naming.sizes is None or answer.scalar or answer.error == FORMULA)
            ):
                here[line] = Handed(
                    answer.label, (), said, (), answer.text, line=answer.place.line
                )

    def place(self, answers: Iterable[WrittenAnswer]) -> None:
        """Put the answers of one file under their lines, the heads renumbered where they begin elsewhere."""
        meant = self.addresses.of(map(self._first, answers))
        self.shifts = {
            question: self.addresses.shift(question, meant) for question in self.namings
        }
        for answer, question, meanings in meant:
            if question is None:
                known = len(self.rest.doubtful)
                self.rest.stranger(answer, None)
                fate = (
                    (ANSWER, self.rest.doubtful[known][1])
                    if self.rest.doubtful[known:]
                    else told_as(answer)
                )
            else:
                fate = self._put(answer, question, meanings)
            self.ledger.claim(
                answer.whole or f"{answer.label} {answer.text}", answer.place.line, *fate
            )

    def _first(self, answer: WrittenAnswer) -> WrittenAnswer:
        """What stands before the heading of the second question, with none above it, is the first's; so is a matrix above all
        headings that is given there."""
        line, headed = next(
            (
                (place.line, place.question)
                for place in self.rest.content.headed
                if place.question
            ),
            (0, ""),
        )
        first, second = (*self.namings, "", "")[:2]
        below = self.addresses.labels.get(bare(headed)) == second
        given = bool(first) and not answer.scalar and answer.label in self.namings[first].givens
        before = (
            (below or given) and answer.place.question is None and 0 < answer.place.line < line
        )
        return (
            replace(answer, place=replace(answer.place, question=first, sure=False))
            if before
            else answer
        )

    def _line(self, question: str, meaning: Meaning) -> str:
        """The line that is meant, with the number that its head has in the sheet."""
        by = self.shifts[question] if self.namings[question].counts(meaning) else 0
        return line_of(meaning, by)

    def _put(self, answer: WrittenAnswer, question: str, meanings: list[Meaning]) -> Pair:
        """Put an answer under its line; what its numbers are."""
        naming = self.namings[question]
        here = self.found.answers[question]
        if answer.label in naming.words:
            return PROSE, "words"
        if (
            answer.above is not None
            and len(self.namings) > 1
            and re.fullmatch(r"Q\d", answer.label)
        ):
            self.rest.stranger(answer, question)  # the number of a question
            return PROSE, "heading"
        lines = [(self._line(question, m), m) for m in meanings]
        known = [(line, m) for line, m in lines if line in naming.lines]
        if not known:
            return self.rest.no_line(answer, question, lines)
        line, meaning, others, again = _one_of(
            known, here, naming.parsed(answer.label) is not None
        )
        guessed = answer.guessed or not meaning.sure or again
        if guessed:
            self.rest.nameless(replace(answer, also=(line,)))
        if self._is_strangers(answer, question, line, meaning, guessed):
            elsewhere = (
                answer.cells
                and self.addresses.labels.get(bare(answer.place.question or ""), question)
                != question
            )
            return (UNACCOUNTED, "") if elsewhere and not answer.scalar else (PROSE, "stranger")
        answer = self._said_as(answer, question, line, meaning)
        if 1 in shape_of(answer.cells) and shape_of(answer.cells) == naming.shapes.get(line):
            meaning = meaning._replace(turned=False)  # a.T, of a column that is a row here
        handed = self._fitting(answer, question, line, meaning, guessed)
        handed = self._below_zero(answer, line, handed)
        at, kind = _place(meaning)
        if kind == 2 and handed.cells and handed.shape != (1, 1):  # a matrix is no entry
            here.setdefault(line, replace(handed, cells=(), error=_unsure(answer.label, line)))
        elif kind and self._whole(question, line):
            here[line] = amended(here[line], at, handed, answer.said)
        elif kind is not None:
            if handed.cells or (kind == 0 and handed.error != FORMULA):
                self._piece(question, line, at, kind, handed)
        elif (same := self._same(answer, line, question)) is not None:
            here[line] = same
        elif (kept := self._kept(answer, line, question, handed)) is not None:
            here[line] = kept
            self.found.instead[question, line] = others
        for other in (*answer.also, *(answer.beside if naming.sizes is not None else ())):
            self._also(other, answer, question)
        self._more(answer, question, line, meaning)
        self.rest.named.append((answer.place.line, question, line))
        return (
            (PROSE, "formula")
            if answer.error == FORMULA and naming.sizes is None
            else (ANSWER, line)
        )

    def _more(self, answer: WrittenAnswer, question: str, line: str, meaning: Meaning) -> None:
        """What an answer says beside its line: it is that of the other heads too, where they have none, or a multiple of what
        may be another line's."""
        here = self.found.answers[question]
        naming = self.namings[question]
        heads = (
            naming.heads if answer.each and meaning.head is not None and line in here else ()
        )
        for other in {f"{meaning.stem}{head}" for head in heads} & set(naming.lines):
            here.setdefault(other, here[line])
        for grid in answer.inside if naming.sizes is None else ():
            self.rest.nameless(
                replace(of_grid(grid), place=answer.place, loose=True, also=(line,))
            )

    def _below_zero(self, answer: WrittenAnswer, line: str, handed: Handed) -> Handed:
        """A column behind dashes that begin items or are signs: the one, for a person where it is not right, and beside it the
        other."""
        column = [row[0] for row in answer.cells if len(row) == 1]
        signs = any(cell.text[:1] in "-−" for cell in column)
        if (
            len(column) < 2
            or signs
            or not dashed(self.rest.content, answer.place.line, len(column))
        ):
            return handed
        signed = tuple((opposite(cell),) for cell in column)
        text = "; ".join(cell.text for (cell,) in signed)
        self.rest.nameless(
            replace(
                answer, cells=signed, text=text, label="", also=(), beside=(line,), grid=None
            )
        )
        return replace(handed, open=reading("guessed", label=text, line=answer.text))

    def _is_strangers(
        self, answer: WrittenAnswer, question: str, line: str, meaning: Meaning, guessed: bool
    ) -> bool:
        """Whether an answer is of another thing than the line that its name may mean: e = 4, where S may be called e."""
        naming = self.namings[question]
        handed = self.found.answers[question].get(line)
        alone = answer.scalar and not naming.fits(meaning, (1, 1))
        small = _SMALL.search(answer.label)
        strange = (
            alone and small is not None and small[0] != line and _place(meaning)[1] is None
        )
        valued = handed is not None and (
            handed.cells or handed.error != FORMULA or naming.sizes is not None
        )
        return bool((guessed and (valued or alone)) or (answer.assigned and alone) or strange)

    def _said_as(
        self, answer: WrittenAnswer, question: str, line: str, meaning: Meaning
    ) -> WrittenAnswer:
        """An answer as the formula that it says, or as a value that was not read where there is nothing of the sheet in it."""
        naming = self.namings[question]
        handed = self.found.answers[question].get(line)
        alone = answer.scalar and not naming.fits(meaning, (1, 1))
        if (
            alone
            and (factor := _FACTOR.search(answer.whole))
            and factor[1] in (*naming.givens, *naming.lines)
        ):
            answer = replace(
                answer, cells=(), error=FORMULA, text=answer.text + factor[1]
            )  # V = 2X, where a matrix is asked
        if answer.error and naming.says(line, answer.text):
            answer = replace(answer, error=FORMULA)
        valued = handed is not None and handed.cells
        inside = answer.error == FORMULA and not valued and _bare_numbers(answer.text, naming)
        return replace(answer, error=reading("inside")) if inside else answer

    def _fitting(
        self, answer: WrittenAnswer, question: str, line: str, meaning: Meaning, guessed: bool
    ) -> Handed:
        """An answer in the shape of what is meant; open where a person has to look at it."""
        naming, kind = self.namings[question], _place(meaning)[1]
        shape = (1, 1) if kind == 2 else naming.shapes.get(line, ())
        if kind == 0 and len(shape) > 2:  # one matrix of several
            shape = shape[-2:]
        fitting, doubt = in_shape(answer, shape, meaning.turned) if kind != 1 else (answer, "")
        handed = self._handed(fitting, question, meaning)
        if open_ := doubt or (
            _unsure(answer.label, line) if guessed else _of_two_lines(answer, meaning, naming)
        ):
            handed = replace(handed, open=open_)
        if (
            handed.error == FORMULA
            and naming.sizes is None
            and any_known()
            and _LIST.match(answer.text[:LONGEST])
        ):
            handed = replace(
                handed, error=reading("inside")
            )  # in letters there may be no number that tells
        return handed

    def _same(self, answer: WrittenAnswer, line: str, question: str) -> Handed | None:
        """S_2 = S_1, where S_1 was handed in: the matrix of another head of the line; C = B, that of another line."""
        naming = self.namings[question]
        here = self.found.answers[question]
        if (
            answer.error != FORMULA
            or naming.sizes is not None
            or (line in here and here[line].cells)
        ):
            return None
        meaning = naming.parsed(answer.text.rstrip("."))
        other = (
            self._line(question, meaning) if meaning is not None and not meaning.turned else ""
        )
        there = here.get(other) if other != line else None
        if there is None or not there.cells:
            return None
        sure = stem_and_head(other)[0] == stem_and_head(line)[0]
        doubt = there.open if sure else _unsure(answer.label, line)
        return replace(there, written=answer.label, line=answer.place.line, open=doubt)

    def _piece(self, question: str, line: str, at: Integers, kind: int, handed: Handed) -> None:
        """A piece of a line: of *kind* 0 one matrix of several, Q_h[0], 1 a row, q_1 = (1, 0), 2 an entry, S_1[0, 1] = 10.
        The line is there when all of them are, which count from 0 where one does."""
        known = self.pieces.setdefault((question, line), {}).setdefault(kind, {})
        lies = kind == 1 and len(handed.cells) > 1
        known[at] = (
            replace(handed, cells=tuple(zip(*handed.cells, strict=True))) if lies else handed
        )
        shape = self.namings[question].shapes[line]
        counts = ((prod(shape[:-2]),), shape[-2:-1], shape[-2:])[kind]
        first = 0 if any(0 in place for place in known) else 1
        missing = [
            place
            for place in product(*(range(first, first + count) for count in counts))
            if place not in known
        ]
        parts = [one for _, one in sorted(known.items())]
        error = ""
        if bad := next(
            ((place, one) for place, one in sorted(known.items()) if not one.cells), None
        ):
            error = reading("of_part", part=bad[0][0], said=fact(bad[1].error))
        elif missing and kind == 0:
            error = reading("part_left_out", line=line, part=missing[0][0], count=counts[0])
        elif missing:
            error = reading("entry_left_out", entry=str([*missing[0], first][:2]), line=line)
        if kind == 2:
            width = counts[1]
            cells = tuple(
                tuple(one.cells[0][0] for one in parts[k : k + width])
                for k in range(0, len(parts), width)
            )
        else:
            cells = tuple(row for one in parts for row in one.cells)
        if not error and len({len(row) for row in cells}) > 1:
            error = reading("unlike_parts", line=line)
        text = reading("entry_by_entry") if kind == 2 else "; ".join(one.text for one in parts)
        notes = () if kind == 2 else handed.notes
        self.found.answers[question][line] = Handed(
            line, () if error else cells, error, notes, text, line=handed.line
        )

    def _whole(self, question: str, line: str) -> bool:
        """Whether a line is there already, and not piece by piece."""
        before, key = self.found.answers[question].get(line), (question, line)
        return (
            before is not None
            and bool(before.cells)
            and not self.pieces.get(key, {}).keys() & {1, 2}
        )

    def _also(self, label: str, answer: WrittenAnswer, question: str) -> None:
        """S_1 = S_2 = [4 10; 10 24]: the same matrix for both; L (no scaling) is L."""
        label, naming = _REMARK.sub("", label), self.namings[question]
        meaning = naming.parsed(label)
        if meaning is None and answer.scalar:  # S_12 = S_21 = 10
            meaning = next(
                (
                    m
                    for m in naming.meanings(label, answer.place.head, (1, 1))
                    if m.entry is not None
                ),
                None,
            )
        formula = answer.error == FORMULA and naming.sizes is None
        if formula or meaning is None or (meaning.head is None and symbol(label) is None):
            return
        if meaning.head is None and meaning.stem.endswith("_"):
            meaning = meaning._replace(head=answer.place.head)
        line = self._line(question, meaning)
        if line in naming.lines and (
            meaning.entry is not None or line not in self.found.answers[question]
        ):
            self._put(replace(answer, label=label, also=(), beside=()), question, [meaning])

    def _kept(
        self, answer: WrittenAnswer, line: str, question: str, new: Handed
    ) -> Handed | None:
        """An answer that takes its line's place: the last one counts, but nothing without a value takes that of a value. Words
        that speak of what is correct may correct what stands there or say what would be so elsewhere: a person looks at it."""
        before = self.found.answers[question].get(line)
        if before is None:
            return new
        if self._is_formula_of_shaped(question, before, new):
            return None
        valued = before.cells or before.error != FORMULA
        if answer.above is not None and valued:
            self.found.unused += [] if answer.scalar else [answer.above]
            return None
        valueless = not new.cells and valued and (new.error == FORMULA or answer.loose)
        if valueless or (
            before.cells
            and before.shape != (1, 1)
            and (answer.scalar or _is_size(new.cells, before.shape))
        ):
            return None
        if new.cells and before.shape == self.namings[question].shapes.get(line) != new.shape:
            unlike = reading(
                "unaccounted", text=shortened(new.text), line=new.line
            )  # A: 0.5 + 0.5 = 1 and 1 + 0 = 1
            return replace(before, open=before.open or unlike)
        kept = (
            self._said_over(answer.said, line, question, before, new)
            if before.cells and new.cells
            else new
        )
        if kept is not None and before.cells and before.text != kept.text:
            self.rest.nameless(
                WrittenAnswer(
                    "",
                    before.cells,
                    place=AnswerPlace(before.line),
                    text=before.text,
                    also=(line,),
                )
            )
            label = answer.label if kept is new else line
            self._set_aside(
                before, reading("again", label=shortened(label, 40), line=new.line), question
            )
        return kept

    def _is_formula_of_shaped(self, question: str, before: Handed, new: Handed) -> bool:
        """Whether what is written again is the formula of a line, d = p − y, where its shape is asked and known."""
        asked = self.namings[question].sizes is not None
        return asked and bool(_SHAPED.search(before.text)) and not _SHAPED.search(new.text)

    def _said_over(
        self, said: str, line: str, question: str, before: Handed, new: Handed
    ) -> Handed | None:
        """A value behind another of its line is the answer, for a person to look at where words say that it corrects that one;
        under words that are no name of the line, "weights = …" behind A = …, it may be another line's, and is none."""
        parsed = self.namings[question].parsed
        edits = corrects(said or new.written, lambda name: parsed(name) is not None)
        if parsed(new.written) is not None or (
            edits is None and parsed(before.written) is None
        ):
            return new
        if edits:
            return replace(new, open=new.open or _unsure(new.written, line))
        doubt = (
            ""
            if edits is None
            else reading("unaccounted", text=shortened(new.text), line=new.line)
        )
        self._set_aside(new, reading("own_name", line=line), question)
        self.found.answers[question][line] = replace(before, open=before.open or doubt)
        return None

    def _set_aside(self, handed: Handed, why: str, question: str) -> None:
        self.found.unused.append(
            Unused(shortened(handed.text, 120), handed.line, why, question)
        )

    def _handed(self, answer: WrittenAnswer, question: str, meaning: Meaning) -> Handed:
        naming = self.namings[question]
        by = self.shifts[question] or 0
        head = meaning.head or 0
        moved = meaning.head is not None and by not in (0, -naming.names.shift)
        notes = [told("renumbered", mine=head, right=head + by)] if moved else []
        cells = (
            tuple(zip(*answer.cells, strict=True))
            if meaning.turned and answer.cells
            else answer.cells
        )
        earlier = tuple(
            tuple(zip(*e.cells, strict=True)) if meaning.turned else e.cells
            for e in answer.earlier
        )
        if meaning.turned and answer.cells:
            notes.append(told("transposed"))
        notes += chain_breaks(answer)
        text = answer.text if cells else lowered(answer.text)
        if naming.sizes is not None:  # a shape or a count is read from its text
            single = not answer.cells or len(answer.cells) == 1 == len(answer.cells[0])
            text = (
                numerals.whole(answer.cells[0][0].text if answer.cells else answer.text)
                if single
                else answer.text
            )
            error = numerals.doubtful(text) or FORMULA
            return Handed(
                answer.label, (), error, tuple(notes), lowered(text), line=answer.place.line
            )
        return Handed(
            answer.label,
            cells,
            answer.error,
            tuple(notes),
            text,
            earlier=earlier,
            line=answer.place.line,
        )


def _one_of(
    known: Sequence[tuple[str, Meaning]], here: Mapping[str, Handed], named: bool
) -> tuple[str, Meaning, Strings, bool]:
    """The line that is meant of those that may be, as what, the others, and whether the likeliest has its matrix already and a
    label in words means the next: "output" again."""
    (line, meaning), others = (
        known[0],
        tuple(dict.fromkeys(other for other, _ in known[1:] if other != known[0][0])),
    )
    free = [] if named else [other for other in others if other not in here]
    if not (line in here and here[line].cells and free):
        return line, meaning, others, False
    return free[0], next(m for other, m in known if other == free[0]), (line, *free[1:]), True


def _unsure(label: str, line: str) -> str:
    """Why a person looks at an answer whose label may not mean its line."""
    return reading("guessed", label=repr(shortened(label, 60)), line=line)


def _bare_numbers(text: str, naming: QuestionNames) -> bool:
    """Whether what looks like a formula has numbers and nothing of the sheet in it, 2 eye(3), diag(2, 1), 5 or 6: a value
    that was not read.

    >>> from symattn.notation.names import Names
    >>> naming = QuestionNames(("Q", "S_1"), ("X",), Names({}))
    >>> [_bare_numbers(text, naming) for text in ("2*eye(3)", "3 I", "QX/2", "S_{1}", "eye(n)")]
    [True, True, False, False, False]
    """
    if naming.sizes is not None or not any(x.isdecimal() for x in text[:LONGEST]):
        return False
    letters = [
        name
        for word in _NAMED.findall(text[:LONGEST])
        for name in (word, *filter(str.isupper, word))
    ]  # QKᵀ has two
    return not any(naming.parsed(name) or naming.parsed(f"{name}_1") for name in letters)


def _place(meaning: Meaning) -> tuple[Integers, int | None]:
    """Which piece of a line is meant, and whether it is one matrix of several, a row or an entry; None for a whole line.

    >>> _place(Meaning("Q", entry=(1, 2))), _place(Meaning("Q", row=3)), _place(Meaning("Q"))
    (((1, 2), 2), ((3,), 1), ((), None))
    """
    if meaning.entry is not None:
        return meaning.entry, 2
    known = [
        (place, kind)
        for kind, place in enumerate((meaning.part, meaning.row))
        if place is not None
    ]
    return ((known[-1][0],), known[-1][1]) if known else ((), None)


def _of_two_lines(answer: WrittenAnswer, meaning: Meaning, naming: QuestionNames) -> str:
    """Why a person looks at a product with another line, where it is not right: m = 2.5 v = 1.67 may be an equation of each."""
    stands = answer.whole.removeprefix(answer.label).strip()
    other = naming.parsed(after[1]) if (after := _NEXT_NAME.match(stands)) else None
    found = other is not None and other.stem != meaning.stem
    return (
        reading("unaccounted", text=shortened(stands, 60), line=answer.place.line)
        if found
        else ""
    )


def _is_size(cells: Cells, shape: tuple[int, int]) -> bool:
    """Whether a row of numbers says no more than how large the matrix before it is: Q: (3, 2)."""
    return shape_of(cells) == (1, len(shape)) != shape and [cell.text for cell in cells[0]] == [
        str(count) for count in shape
    ]
