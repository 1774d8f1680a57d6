"""What one student handed in: which answer stands for which line, what was not used, and what is to be said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from symattn.errors import LimitError
from symattn.language.letters import any_known
from symattn.later import pattern
from symattn.limits import MOST_ANSWERS, MOST_NAMELESS
from symattn.marking.answers import numerals
from symattn.marking.answers.about import of_sizes
from symattn.marking.answers.chains import chain_breaks
from symattn.marking.answers.corrections import amended, corrects
from symattn.marking.answers.fitting import in_shape, of_grid, shape_of
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.headings import bare
from symattn.marking.answers.ledger import (
    ANSWER,
    PROSE,
    UNACCOUNTED,
    Ledger,
    unaccounted,
)
from symattn.marking.answers.leftovers import Leftovers, told_as
from symattn.marking.answers.line_names import Meaning, line_of
from symattn.marking.answers.meant import Addresses
from symattn.marking.answers.naming import LONGEST_FORMULA, QuestionNames
from symattn.marking.answers.pieces import ENTRY, PART, ROW
from symattn.marking.answers.places import dashed, shapes_of
from symattn.marking.answers.spoken import spoken
from symattn.marking.answers.submitted import Submission
from symattn.marking.answers.two_lines import of_two_lines
from symattn.marking.answers.values import opposite
from symattn.marking.answers.written import (
    FORMULA,
    START,
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

_PRIMED = pattern(r"(?:['’′″]|\\prime)[\s${}]*\Z")
_SYMBOLS = pattern(r"[^\W\d_]\w*")
_NAMED = pattern(r"[^\W\d_]+")
_LIST = pattern(
    r"(?:\A|(?<=[}\s·*/]))[(\[][^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)*,"
)  # a list of entries, whatever they are
_FACTOR = pattern(
    r"\d[ \t]*([^\W\d_]\w*)[ \t]*\Z"
)  # a number, and the name it is taken of
_SCALED = pattern(r"[-−]?\d[\d.,]*[ \t]?[kKMGTP](?:i?[bB])?\.?")  # 10k, or 10 times k
_REMARK = pattern(r"[ \t]+\([^()=\d]*[^\W\d_]{3}[^()=\d]*\)\Z")
_SHAPED = pattern(r"\A\s*[$\\{]*[(\[ℝ]|mathbb|×|\\times|\d\s*x\s*\w|\s(?:x|by)\s")
_VALUE = pattern(  # 0.25, -1/3, 33 %, \frac13, 2√2, ln 3
    r"(?<![\w.,])(?:(?<!\d)[-−–])?(?:\d*√\d+|\\[dt]?frac(?:\d\d|\{\d+\}\{\d+\})|\\?(?:ln|log)(?:[ ]\d+|\(\d+\))"
    r"|(?:\d+(?:[.,]\d+)?|\.\d+)(?:[ ]?/[ ]?\d+)?(?:[ ]?\\?%)?)(?![\w^]|[.,]\d)"
)
_SMALL = pattern(r"(?<!\S)[a-z]\Z")


def submission(
    file: str, contents: Sequence[Contents], namings: Mapping[str, QuestionNames]
) -> Submission:
    """The answers of one or several files placed under their lines; raises LimitError when there are too many.

    >>> submission("a.toml", [], {}).answers
    {}
    """
    count = sum(len(content.answers) for content in contents)
    if count > MOST_ANSWERS:
        raise LimitError(
            reading("most_answers", count=f"{count:,}", most=f"{MOST_ANSWERS:,}")
        )
    placing = _Placing(Submission(file), namings)
    for content in contents:
        with numerals.evidence(content.whole):
            placing.read(content)
        placing.found.notes += content.told
    found = placing.found
    if any(
        {*naming.lines} - found.answers[asked].keys()
        for asked, naming in namings.items()
    ):
        found.notes += [note for content in contents for note in content.notes]
    found.unused = sorted(
        map(placing.rest.asked, found.unused), key=lambda one: one.line
    )
    return found


class _Placing:
    """Puts every answer under its question and line."""

    def __init__(self, found: Submission, namings: Mapping[str, QuestionNames]) -> None:
        self.found, self.namings = found, namings
        self.addresses = Addresses(namings)
        self.rest = Leftovers(found, namings, self.addresses)
        self.questions = {name: _OfQuestion(name, self.rest) for name in namings}

    def read(self, content: Contents) -> None:
        """Put the answers of one file under their lines, and account for its numbers; what is nobody's opens a line."""
        ledger = Ledger(content.sources)
        self.rest.begin(content)
        self.found.unused += content.unused
        for answer, fate in self.place(content.answers):
            said = answer.whole or f"{answer.label} {answer.text}"
            ledger.claim(said, answer.place.line, *fate)
        for (
            unused
        ) in content.unused:  # an answer that was not used has its numbers already
            ledger.claim(
                unused.whole or unused.text, unused.line, UNACCOUNTED, unused.why
            )
            if unused.grid is not None:
                place = AnswerPlace(unused.line, unused.question, unused.part)
                self.rest.nameless(replace(of_grid(unused.grid), place=place))
        self.rest.named.sort(key=lambda one: one[0])
        stated = [self.rest.stated(entry) for entry in ledger.entries()]
        self.found.ledger += stated
        for line, text in ledger.loose():
            for row in spoken(text) if len(self.found.nameless) < MOST_NAMELESS else ():
                for some in (
                    *zip(row),
                    *[row] * (len(row) > 1),
                ):  # each alone, then together
                    found = of_grid(FlatGrid(", ".join(some), line, (some,)))
                    if found.cells:
                        self.rest.nameless(
                            replace(
                                found,
                                place=AnswerPlace(line),
                                scalar=len(some) == 1,
                                spoken=True,
                            )
                        )
        for line, text in ledger.loose(every=True):
            here = self.rest.question(line)
            self.found.rest += [
                (here, cell)
                for m in _VALUE.finditer(text)
                for row in of_grid(FlatGrid(m[0], 0, ((m[0],),))).cells
                for cell in row
            ]
        if any(naming.sizes is not None for naming in self.namings.values()):
            for line, text in shapes_of(content):
                self.rest.nameless(
                    WrittenAnswer("", place=AnswerPlace(line), text=text)
                )
        for asked, name, answer, why in self.rest.doubtful:
            self.questions[asked].put_doubtful(name, answer, why)
        for entry in unaccounted(stated):
            self.rest.opened(entry)

    def place(
        self, answers: Iterable[WrittenAnswer]
    ) -> Iterator[tuple[WrittenAnswer, Pair]]:
        """Put the answers of one file under their lines, the heads renumbered where they begin elsewhere; each with what its
        numbers are."""
        meant = self.addresses.of(map(self._first, answers))
        for name, question in self.questions.items():
            question.shift = self.addresses.shift(name, meant)
        for answer, asked, meanings in meant:
            if asked is not None:
                yield answer, self.questions[asked].put(answer, meanings)
                continue
            known = len(self.rest.doubtful)
            self.rest.stranger(answer, None)
            more = self.rest.doubtful[known:]
            yield answer, (ANSWER, more[0][1]) if more else told_as(answer)

    def _first(self, answer: WrittenAnswer) -> WrittenAnswer:
        """What stands before the heading of the second question, with none above it, is the first's; so is a matrix above all
        headings that is given there."""
        headed = next(
            (place for place in self.rest.content.headed if place.question), START
        )
        first, second = (*self.namings, "", "")[:2]
        below = self.addresses.labels.get(bare(headed.question or "")) == second
        given = (
            bool(first)
            and not answer.scalar
            and answer.label in self.namings[first].givens
        )
        place = answer.place
        before = (
            (below or given) and place.question is None and 0 < place.line < headed.line
        )
        return (
            replace(answer, place=replace(place, question=first, sure=False))
            if before
            else answer
        )


class _OfQuestion:
    """Puts answers under the lines of one question."""

    def __init__(self, question: str, rest: Leftovers) -> None:
        self.question, self.rest = question, rest
        self.found, self.naming = rest.found, rest.namings[question]
        self.here: dict[str, Handed] = {}
        self.found.answers[question] = self.here
        self.pieces: dict[
            str, dict[int, dict[Integers, Handed]]
        ] = {}  # by line, kind, place
        self.shift: int | None = None  # what is added to the heads' numbers
        self.asks_shapes = self.naming.sizes is not None

    def put_doubtful(self, line: str, answer: WrittenAnswer, said: str) -> None:
        """Put what is doubtful under a line that is missing, for a person."""
        number = not self.asks_shapes or answer.scalar or answer.error == FORMULA
        if line in self.naming.lines and line not in self.here and number:
            self.here[line] = Handed(
                answer.label, (), said, (), answer.text, line=answer.place.line
            )

    def _line(self, meaning: Meaning) -> str:
        """The line that is meant, with the number that its head has in the sheet."""
        return line_of(meaning, self.shift if self.naming.counts(meaning) else 0)

    def put(self, answer: WrittenAnswer, meanings: list[Meaning]) -> Pair:
        """Put an answer under its line; what its numbers are."""
        naming, here = self.naming, self.here
        if answer.label in naming.words:
            return PROSE, "words"
        if self._is_heading(answer):
            self.rest.stranger(answer, self.question)
            return PROSE, "heading"
        lines = [(self._line(m), m) for m in meanings]
        known = [(line, m) for line, m in lines if self._may_be(answer, line, m)]
        if not known:
            return self.rest.no_line(answer, self.question, lines)
        line, meaning, others, again = _one_of(
            known, here, bool(naming.parsed(answer.label))
        )
        guessed = answer.guessed or not meaning.sure or again
        guessed |= self._is_question(answer)
        if guessed:
            self.rest.nameless(replace(answer, also=(line,)))
        alone = answer.scalar and not naming.fits(meaning, (1, 1))
        unsure, inside = of_two_lines(answer, meaning, naming)
        self.rest.doubtful += [(self.question, name, answer, unsure) for name in inside]
        if self._is_strangers(answer, line, meaning, guessed, alone):
            labels = self.rest.addresses.labels
            named = labels.get(bare(answer.place.question or ""), self.question)
            elsewhere = answer.cells and not answer.scalar and named != self.question
            return (UNACCOUNTED, "") if elsewhere else (PROSE, "stranger")
        answer = self._said_as(answer, line, alone)
        if 1 in shape_of(answer.cells) and shape_of(answer.cells) == naming.shapes.get(
            line
        ):
            meaning = meaning._replace(
                turned=False
            )  # a.T, of a column that is a row here
        handed = self._fitting(answer, line, meaning, guessed, unsure)
        handed = self._below_zero(answer, line, handed)
        kind = meaning.kind
        if (
            kind == ENTRY and handed.cells and handed.shape != (1, 1)
        ):  # a matrix is no entry
            here.setdefault(
                line, replace(handed, cells=(), error=_unsure(answer.label, line))
            )
        elif kind and self._is_whole(line):
            here[line] = amended(here[line], meaning.at, handed, answer.said)
        elif kind is not None:
            if handed.cells or (kind == PART and handed.error != FORMULA):
                self._piece(line, meaning.at, kind, handed)
        elif (same := self._same(answer, line)) is not None:
            here[line] = same
        elif (kept := self._kept(answer, line, handed)) is not None:
            here[line] = kept
            self.found.instead[self.question, line] = others
        for other in (*answer.also, *(answer.beside if self.asks_shapes else ())):
            self._also(other, answer)
        self._more(answer, line, meaning)
        self.rest.named.append((answer.place.line, self.question, line))
        formula = answer.error == FORMULA and not self.asks_shapes
        return (PROSE, "formula") if formula else (ANSWER, line)

    def _is_heading(self, answer: WrittenAnswer) -> bool:
        """Whether what stands above a matrix is the number of a question, of which there are several."""
        may = len(self.rest.namings) > 1 and answer.above is not None
        return may and re.fullmatch(r"Q\d", answer.label) is not None

    def _may_be(self, answer: WrittenAnswer, line: str, meaning: Meaning) -> bool:
        """Whether there is such a line; for what may be the number of its question, of the answer's shape too."""
        fits = self.naming.fits(meaning, shape_of(answer.cells))
        return line in self.naming.lines and (fits or not self._is_question(answer))

    def _is_question(self, answer: WrittenAnswer) -> bool:
        """Whether what stands before a value, q1, may be the number of its question as well as Q₁: it is its id, letter by
        letter, under no heading, and nothing beside it is called as lines are."""
        ids = self.rest.namings
        return (
            answer.label in ids
            and answer.place.question is None
            and all(other.label in ids for other in self.rest.content.answers)
        )

    def _more(self, answer: WrittenAnswer, line: str, meaning: Meaning) -> None:
        """What an answer says beside its line: it is that of the other heads too, where they have none, or a multiple of what
        may be another line's."""
        if answer.each and meaning.head is not None and line in self.here:
            for head in self.naming.heads:
                other = f"{meaning.stem}{head}"
                if other in self.naming.lines:
                    self.here.setdefault(other, self.here[line])
        for grid in answer.inside if not self.asks_shapes else ():
            self.rest.nameless(
                replace(of_grid(grid), place=answer.place, loose=True, also=(line,))
            )

    def _below_zero(self, answer: WrittenAnswer, line: str, handed: Handed) -> Handed:
        """A column behind dashes that begin items or are signs: the one, for a person where it is not right, and beside it the
        other."""
        column = [row[0] for row in answer.cells if len(row) == 1]
        if (
            len(column) < 2
            or any(cell.text[:1] in "-−" for cell in column)
            or not dashed(self.rest.content, answer.place.line, len(column))
        ):
            return handed
        signed = tuple((opposite(cell),) for cell in column)
        text = "; ".join(cell.text for (cell,) in signed)
        self.rest.nameless(
            replace(
                answer,
                cells=signed,
                text=text,
                label="",
                also=(),
                beside=(line,),
                grid=None,
            )
        )
        return replace(handed, open=reading("guessed", label=text, line=answer.text))

    def _is_strangers(
        self,
        answer: WrittenAnswer,
        line: str,
        meaning: Meaning,
        guessed: bool,
        alone: bool,
    ) -> bool:
        """Whether an answer, one number *alone* where a matrix is asked, is of another thing than the line that its name may
        mean: e = 4, where S may be called e."""
        handed = self.here.get(line)
        small = _SMALL.search(answer.label)
        strange = small is not None and small[0] != line and meaning.kind is None
        valued = handed is not None and (
            handed.cells or handed.error != FORMULA or self.asks_shapes
        )
        again = valued and not self._corrects(answer.label)
        return bool(
            (guessed and again) or (alone and (guessed or answer.assigned or strange))
        )

    def _said_as(self, answer: WrittenAnswer, line: str, alone: bool) -> WrittenAnswer:
        """An answer as the formula that it says, or as a value that was not read where there is nothing of the sheet in it."""
        handed = self.here.get(line)
        if (
            alone
            and (factor := _FACTOR.search(answer.whole))
            and factor[1] in (*self.naming.givens, *self.naming.lines)
        ):
            answer = replace(
                answer, cells=(), error=FORMULA, text=answer.text + factor[1]
            )  # V = 2X, where a matrix is asked
        if answer.error and self.naming.says(line, answer.text):
            answer = replace(answer, error=FORMULA)
        valued = handed is not None and handed.cells
        inside = (
            answer.error == FORMULA
            and not valued
            and self.naming.is_foreign(answer.text)
            and answer.label not in _NAMED.findall(answer.text[:LONGEST_FORMULA])
        )  # scores = scores / 2**0.5 speaks of another line
        scaled = _SCALED.fullmatch(answer.text[:LONGEST_FORMULA].strip()) is not None
        number = self.naming.shapes.get(line) == (1, 1) and not valued
        inside = inside or (answer.error == FORMULA and scaled and number)
        return replace(answer, error=reading("inside")) if inside else answer

    def _fitting(
        self,
        answer: WrittenAnswer,
        line: str,
        meaning: Meaning,
        guessed: bool,
        unsure: str,
    ) -> Handed:
        """An answer in the shape of what is meant; open where it is *unsure* or a person has to look at it."""
        shape = (1, 1) if meaning.kind == ENTRY else self.naming.shapes.get(line, ())
        if meaning.kind == PART:  # one matrix of several
            shape = shape[-2:]
        fitting, doubt = (
            in_shape(answer, shape, meaning.turned)
            if meaning.kind != ROW
            else (answer, "")
        )
        unsure, inside = of_two_lines(answer, meaning, self.naming)
        self.rest.doubtful += [(self.question, name, answer, unsure) for name in inside]
        unsure = _unsure(answer.label, line) if guessed else unsure
        handed = replace(self._handed(fitting, meaning), open=doubt or unsure)
        if (
            handed.error == FORMULA
            and not self.asks_shapes
            and any_known()
            and _LIST.search(answer.text[:LONGEST_FORMULA])
        ):
            handed = replace(
                handed, error=reading("inside")
            )  # in letters there may be no number that tells
        return handed

    def _same(self, answer: WrittenAnswer, line: str) -> Handed | None:
        """S_2 = S_1, where S_1 was handed in: the matrix of another head of the line; C = B, that of another line."""
        before = self.here.get(line)
        if answer.error != FORMULA or (before and before.cells):
            return None
        text = answer.text.rstrip(".")
        meaning = self.naming.parsed(text)
        other = (
            self._line(meaning) if meaning is not None and not meaning.turned else line
        )
        there = self.here.get(other) if other != line else None
        if self.asks_shapes:  # A: same as S
            known = other != line and not of_sizes(text)
            unread = Handed(answer.label, (), reading("inside"), (), text)
            found = (there or unread) if known else None
            return found and replace(
                found, written=answer.label, line=answer.place.line
            )
        if there is None or not there.cells:
            return None
        sure = stem_and_head(other)[0] == stem_and_head(line)[0]
        doubt = there.open if sure else _unsure(answer.label, line)
        return replace(there, written=answer.label, line=answer.place.line, open=doubt)

    def _piece(self, line: str, at: Integers, kind: int, handed: Handed) -> None:
        """One matrix of several, Q_h[0], a row, q_1 = (1, 0), or an entry of a line, S_1[0, 1] = 10. The line is there when all
        of them are, which count from 0 where one does."""
        known = self.pieces.setdefault(line, {}).setdefault(kind, {})
        lies = kind == ROW and len(handed.cells) > 1
        known[at] = (
            replace(handed, cells=tuple(zip(*handed.cells, strict=True)))
            if lies
            else handed
        )
        shape = self.naming.shapes[line]
        counts = ((prod(shape[:-2]),), shape[-2:-1], shape[-2:])[kind]
        first = 0 if any(0 in place for place in known) else 1
        every = product(*(range(first, first + count) for count in counts))
        missing = next((place for place in every if place not in known), None)
        places, parts = zip(*sorted(known.items()), strict=True)
        bad = next((k for k, one in enumerate(parts) if not one.cells), None)
        error = ""
        if bad is not None:
            error = reading("of_part", part=places[bad][0], said=fact(parts[bad].error))
        elif missing and kind == PART:
            error = reading(
                "part_left_out", line=line, part=missing[0], count=counts[0]
            )
        elif missing:
            error = reading(
                "entry_left_out", entry=str([*missing, first][:2]), line=line
            )
        cells = tuple(row for one in parts for row in one.cells)
        notes, text = handed.notes, "; ".join(one.text for one in parts)
        if kind == ENTRY:
            entries = [row[0] for row in cells]
            cells = tuple(
                tuple(entries[k : k + counts[1]])
                for k in range(0, len(entries), counts[1])
            )
            notes, text = (), reading("entry_by_entry")
        if not error and len({len(row) for row in cells}) > 1:
            error = reading("unlike_parts", line=line)
        self.here[line] = Handed(
            line, () if error else cells, error, notes, text, line=handed.line
        )

    def _is_whole(self, line: str) -> bool:
        """Whether a line is there already, and not piece by piece."""
        before = self.here.get(line)
        by_piece = self.pieces.get(line, {}).keys() & {ROW, ENTRY}
        return before is not None and bool(before.cells) and not by_piece

    def _also(self, label: str, answer: WrittenAnswer) -> None:
        """S_1 = S_2 = [4 10; 10 24]: the same matrix for both; L (no scaling) is L."""
        label, naming = _REMARK.sub("", label), self.naming
        meaning = naming.parsed(label)
        if meaning is None and answer.scalar:  # S_12 = S_21 = 10
            several = naming.meanings(label, answer.place.head, (1, 1))
            meaning = next((m for m in several if m.kind == ENTRY), None)
        formula = answer.error == FORMULA and not self.asks_shapes
        if (
            formula
            or meaning is None
            or (meaning.head is None and symbol(label) is None)
        ):
            return
        if meaning.head is None and meaning.stem.endswith("_"):
            meaning = meaning._replace(head=answer.place.head)
        line = self._line(meaning)
        if line in naming.lines and (meaning.kind == ENTRY or line not in self.here):
            self.put(replace(answer, label=label, also=(), beside=()), [meaning])

    def _made_of(self, answer: WrittenAnswer, line: str) -> str:
        """The formula before the value of an answer that has the line itself in it, and more: S' = S/√2, S = S / 1.4."""
        for text in answer.also:
            for name in _SYMBOLS.findall(text):
                meaning = self.naming.parsed(name)
                more = name != text.strip()
                if meaning is None and name not in self.naming.givens:  # S_masked
                    stem, more = name.partition("_")[0], True
                    meaning = self.naming.parsed(stem)
                if more and meaning is not None and self._line(meaning) == line:
                    return text
        return ""

    def _kept(self, answer: WrittenAnswer, line: str, new: Handed) -> Handed | None:
        """An answer that takes its line's place: the last one counts, but nothing without a value takes that of a value. Words
        that speak of what is correct may correct what stands there or say what would be so elsewhere, and what is made of the
        line itself, S' = S/√2, may be another: a person looks at it."""
        before = self.here.get(line)
        if before is None:
            return new
        if self._is_formula_of_shaped(before, new):
            return None
        valued = before.cells or before.error != FORMULA
        if answer.above is not None and valued:
            self.found.unused += [] if answer.scalar else [answer.above]
            again = before.shape == new.shape and before.text != new.text
            if not (again and self._has_name(answer.label, line)):
                return None
            doubt = reading("unaccounted", text=shortened(new.text), line=new.line)
            return replace(before, open=before.open or doubt)
        valueless = not new.cells and valued and (new.error == FORMULA or answer.loose)
        if valueless or (
            before.cells
            and before.shape != (1, 1)
            and (answer.scalar or _is_size(new.cells, before.shape))
        ):
            return None
        if new.cells and before.shape == self.naming.shapes.get(line) != new.shape:
            unlike = reading(
                "unaccounted", text=shortened(new.text), line=new.line
            )  # A: 0.5 + 0.5 = 1 and 1 + 0 = 1
            return replace(before, open=before.open or unlike)
        if not before.cells:
            return new
        other = self._made_of(answer, line) or (
            answer.label if _is_primed(new, before) else ""
        )
        if other and new.cells and before.text != new.text:
            self.rest.stranger(
                replace(answer, label=other, also=(line,)), self.question
            )
            doubt = reading("unaccounted", text=shortened(new.text), line=new.line)
            return replace(before, open=before.open or doubt)
        kept = self._said_over(answer.said, line, before, new) if new.cells else new
        if kept is not None and before.text != kept.text:
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
                before, reading("again", label=shortened(label, 40), line=new.line)
            )
        return kept

    def _is_formula_of_shaped(self, before: Handed, new: Handed) -> bool:
        """Whether what is written again is the formula of a line, d = p − y, where its shape is asked and known."""
        shaped = self.asks_shapes and _SHAPED.search(before.text)
        return bool(shaped) and not _SHAPED.search(new.text)

    def _corrects(self, said: str) -> bool | None:
        """Whether words correct what a line of this question has, None where they speak of nothing correct."""
        return corrects(said, lambda name: self.naming.parsed(name) is not None)

    def _said_over(
        self, said: str, line: str, before: Handed, new: Handed
    ) -> Handed | None:
        """A value behind another of its line is the answer, for a person to look at where words say that it corrects that one;
        under words that are no name of the line, "weights = …" behind A = …, it may be another line's, and is none."""
        parsed = self.naming.parsed
        edits = self._corrects(said or new.written)
        if parsed(new.written) is not None or (
            edits is None and parsed(before.written) is None
        ):
            return new
        if edits:
            return replace(new, open=new.open or _unsure(new.written, line))
        doubt = (
            reading("unaccounted", text=shortened(new.text), line=new.line)
            if edits is not None or self._has_name(new.written, line)
            else ""
        )
        self._set_aside(new, reading("own_name", line=line))
        self.here[line] = replace(before, open=before.open or doubt)
        return None

    def _has_name(self, label: str, line: str) -> bool:
        """Whether the name of a line stands in a label: final S."""
        names = filter(None, map(self.naming.parsed, _SYMBOLS.findall(label)))
        return any(self._line(meaning) == line for meaning in names)

    def _set_aside(self, handed: Handed, why: str) -> None:
        text = shortened(handed.text, 120)
        self.found.unused.append(Unused(text, handed.line, why, self.question))

    def _handed(self, answer: WrittenAnswer, meaning: Meaning) -> Handed:
        by, mine = self.shift or 0, meaning.head
        notes = []
        if mine is not None and by not in (0, -self.naming.names.shift):
            notes.append(told("renumbered", mine=mine, right=mine + by))
        cells, *earlier = (answer.cells, *(one.cells for one in answer.earlier))
        if meaning.turned:
            cells, *earlier = (
                tuple(zip(*one, strict=True)) for one in (cells, *earlier)
            )
            notes += [told("transposed")] if cells else []
        notes += chain_breaks(answer)
        at = answer.place.line
        if not self.asks_shapes:
            text = answer.text if cells else lowered(answer.text)
            error = answer.error
            return Handed(
                answer.label,
                cells,
                error,
                tuple(notes),
                text,
                earlier=tuple(earlier),
                others=answer.others,
                doubtful=answer.doubtful,
                line=at,
            )
        text = answer.text  # a shape or a count is read from its text
        if not answer.cells or len(answer.cells) == 1 == len(answer.cells[0]):
            text = numerals.whole(answer.cells[0][0].text if answer.cells else text)
        error = numerals.doubtful(text) or FORMULA
        return Handed(answer.label, (), error, tuple(notes), lowered(text), line=at)


def _one_of(
    known: Sequence[tuple[str, Meaning]], here: Mapping[str, Handed], named: bool
) -> tuple[str, Meaning, Strings, bool]:
    """The line that is meant of those that may be, as what, the others, and whether the likeliest has its matrix already and a
    label in words means the next: "output" again."""
    meant = dict(reversed(known))  # the likeliest meaning of each
    line, *others = dict.fromkeys(line for line, _ in known)
    free = [
        other
        for other in others
        if not named and (other not in here or here[other].error == FORMULA)
    ]
    if not (line in here and here[line].cells and free):
        return line, meant[line], tuple(others), False
    return free[0], meant[free[0]], (line, *free[1:]), True


def _is_primed(new: Handed, before: Handed) -> bool:
    """Whether the name of a line has a prime, S', where the line has a value under its own name: what became of it, or a
    correction."""
    primed = [_PRIMED.search(one.written) is not None for one in (new, before)]
    return primed == [True, False]


def _unsure(label: str, line: str) -> str:
    """Why a person looks at an answer whose label may not mean its line."""
    return reading("guessed", label=repr(shortened(label, 60)), line=line)


def _is_size(cells: Cells, shape: tuple[int, int]) -> bool:
    """Whether a row of numbers says no more than how large the matrix before it is: Q: (3, 2)."""
    return shape_of(cells) == (1, len(shape)) != shape and [
        cell.text for cell in cells[0]
    ] == [str(count) for count in shape]
