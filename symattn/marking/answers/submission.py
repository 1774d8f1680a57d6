"""What one student handed in: which answer stands for which line, what was not used, and what is to be said."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import pairwise, product
from math import prod

from symattn.errors import LimitError
from symattn.exact.matrix import Blocked
from symattn.language.letters import any_known
from symattn.later import pattern
from symattn.limits import MOST_ANSWERS, MOST_NAMELESS
from symattn.marking.answers import numerals
from symattn.marking.answers.calls import made_of
from symattn.marking.answers.chains import chain_breaks
from symattn.marking.answers.corrections import amended, corrects, denies
from symattn.marking.answers.fitting import in_shape, of_grid, shape_of
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import Cells, shortened
from symattn.marking.answers.headings import bare, labels
from symattn.marking.answers.ledger import ANSWER, GIVEN, PROSE, UNACCOUNTED, UNSURE, Ledger, LedgerEntry, unaccounted
from symattn.marking.answers.line_names import Meaning
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.places import parts_of, said_before, shapes_of
from symattn.marking.answers.spoken import spoken
from symattn.marking.answers.written import FORMULA, AnswerPlace, Contents, Unused, WrittenAnswer
from symattn.marking.handed import Handed
from symattn.marking.said import fact, reading, told
from symattn.notation.symbols import lowered, symbol
from symattn.plan.tree import stem_and_head
from symattn.records import replace

_MENTION = pattern(r"(?!e\s*(?:\^|\*\*))\\?[^\W\d_]\w{0,8}(?:[_^]\{?\w{1,6}\}?)?")  # e^x is no name
_NAMED = pattern(r"[^\W\d_]+")
_STATED = pattern(r"\s*(?:[-*>•+]\s+|\(?[\da-z]{1,2}[.)]\s+)?(\S{1,40}?)\s*(?:[=≈<>≤≥≠∈:]|!=|in\b)")
_DECIMALS = pattern(r"\d[.,]\d")
_NUMBERS = pattern(r"\d+(?:[.,]\d+)?")
_IN_WORDS = pattern(r"[^\W\d_]{3,}")
_PART = pattern(r"(?P<name>.*?)(?P<index>(?:\[\d+\])*)", re.DOTALL)
_LIST = pattern(r"[(\[][^()\[\]]*(?:[(\[][^()\[\]]*[)\]][^()\[\]]*)*,")  # a list of entries, whatever they are
_NEXT_NAME = pattern(r"[-−]?\d[\d.,]*[ \t]+([^\W\d_]\w*)\s*[=≈:\[\d]")  # m = 2.5 v = 1.67: a product, or two equations
_FACTOR = pattern(r"\d[ \t]*([^\W\d_]\w*)[ \t]*\Z")  # a number, and the name it is taken of
_REMARK = pattern(r"[ \t]+\([^()=\d]*[^\W\d_]{3}[^()=\d]*\)\Z")
_OWN_NAME = pattern(r"(?!.*(?:[²³]|\^\{?[2-9]))\\?[^\W\d_]{1,2}'?\d{0,3}(?:[_^]\{?\w+\}?){0,2}[⁰¹ⁱ₀-₉ᵢᵀ]*")  # as a line is called
_SMALL = pattern(r"(?<!\S)[a-z]\Z")
_SAID_OF = pattern(r"[^\W\d_]{2,}(?:[ \t]+[^\W\d_]{2,}){1,7}")  # row by row
LONGEST = 2_000  # characters of a formula that are looked at
NEAR = 12  # lines between a name and numbers that may be its


@dataclass
class Submission:
    """One student's answers: question → line → what may be meant, and what is to be said about the file.

    A label in words may mean several lines: then ``answers`` has it under the likeliest and ``instead`` names the others.
    ``unknown`` are those of the notes that tell of something nobody knows. ``unused`` are the matrices that stand for no
    line, each with the reason, ``unread`` the files beside that nothing can be read from.
    """

    file: str
    answers: dict[str, dict[str, Handed]] = field(default_factory=dict)
    instead: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)
    error: str = ""
    unread: list[str] = field(default_factory=list)
    ledger: list[LedgerEntry] = field(default_factory=list)
    nameless: list[WrittenAnswer] = field(default_factory=list)  # values without a name of the sheet, each at its question
    limit: bool = False  # the error is a limit at which reading stopped: nobody loses marks for it in silence

    def nobody_knows(self, note: str) -> None:
        """Take a note on a name, a question or contents that nobody knows."""
        self.notes.append(note)
        self.unknown.append(note)


def submission(file: str, contents: Sequence[Contents], namings: Mapping[str, QuestionNames]) -> Submission:
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
    if any(set(naming.lines) - set(placing.found.answers[question]) for question, naming in namings.items()):
        placing.found.notes += [note for content in contents for note in content.notes]
    placing.found.unused = sorted((placing.asked(unused) for unused in placing.found.unused), key=lambda unused: unused.line)
    return placing.found


_Meant = tuple[WrittenAnswer, str | None, list[Meaning]]  # an answer, the question that it is for, what its name may mean there


class _Placing:
    """Puts every answer under its question and line."""

    def __init__(self, found: Submission, namings: Mapping[str, QuestionNames]) -> None:
        self.found, self.namings = found, namings
        self.labels = labels(namings)
        self.pieces: dict[tuple[str, str], dict[int, dict[tuple[int, ...], Handed]]] = {}  # by line, kind and place
        self.ledger = Ledger([])
        self.content = Contents()  # of one file
        self.parts: Callable[[], list[AnswerPlace]] = list  # where its parts begin
        self.shifts: dict[str, int | None] = {}  # what is added to the heads' numbers of a question
        self.doubtful: list[tuple[str, str, WrittenAnswer, str]] = []  # lines that an answer may be for, of several questions
        self.named: list[tuple[int, str, str]] = []  # the lines that one file names: where, of which question, which
        for question in namings:
            found.answers[question] = {}

    def asked(self, unused: Unused) -> Unused:
        """A matrix that was not used, under a question of the sheet: the one its headings name, else the first."""
        named = self.labels.get(bare(unused.question or ""))
        return replace(unused, question=named or next(iter(self.namings), None))

    def read(self, content: Contents) -> None:
        """Put the answers of one file under their lines, and account for its numbers; what is nobody's opens a line."""
        self.ledger, self.named, self.doubtful = Ledger(content.sources), [], []
        self.content, self.parts = content, cache(partial(parts_of, content))
        self.found.unused += content.unused
        self.place(content.answers)
        for unused in content.unused:  # an answer that was not used has its numbers already
            self.ledger.claim(unused.whole or unused.text, unused.line, UNACCOUNTED, unused.why)
            if unused.grid is not None:
                self._nameless(replace(of_grid(unused.grid), place=AnswerPlace(unused.line, unused.question, unused.part)))
        self.named.sort(key=lambda one: one[0])
        stated = [self._stated(entry) for entry in self.ledger.entries()]
        self.found.ledger += stated
        for place, text in self.ledger.loose():
            for number in spoken(text) if len(self.found.nameless) < MOST_NAMELESS else ():
                if (found := of_grid(FlatGrid(number, place, ((number,),)))).cells:
                    self._nameless(replace(found, place=AnswerPlace(place), scalar=True, spoken=True))
        for place, text in shapes_of(content) if any(naming.sizes is not None for naming in self.namings.values()) else ():
            self._nameless(WrittenAnswer("", place=AnswerPlace(place), text=text))
        for question, line, answer, said in self.doubtful:  # for a person, in whichever question it is missing
            naming, here = self.namings[question], self.found.answers[question]
            if line in naming.lines and line not in here and (naming.sizes is None or answer.scalar):
                here[line] = Handed(answer.label, (), said, (), answer.text, line=answer.place.line)
        for entry in unaccounted(stated):
            self._opened(entry)

    def _nameless(self, answer: WrittenAnswer) -> None:
        """Keep a value that has no name, or one in words, at the question and part that stand before it; the name of another
        thing is its own."""
        at = bisect_right(self.parts(), answer.place.line, key=lambda place: place.line) - 1
        place = self.parts()[at] if at >= 0 and answer.place.line else answer.place
        if answer.place.question not in (None, place.question):
            place = answer.place  # as its own label has it: 2) before: [1 2]
        only = next(iter(self.namings)) if len(self.namings) == 1 else None
        question = self.labels.get(bare(place.question or "")) or only
        if question is None or len(self.found.nameless) >= MOST_NAMELESS or _OWN_NAME.fullmatch(answer.label.strip()):
            return
        if answer.spoken or not denies(said_before(self.content, answer.place.line, answer.text)):
            place = replace(place, question=question, line=answer.place.line)
            text = numerals.whole(answer.text) if self.namings[question].sizes is not None else answer.text
            self.found.nameless.append(replace(answer, place=place, text=text))

    def _opened(self, entry: LedgerEntry) -> None:
        """The line last named before numbers that are nobody's is for a person, where it is not right."""
        named = self._mentioned(entry.before) or self._said(entry.above) or self._above(entry.line)
        if named is None:
            return
        question, name = named
        here = self.found.answers[question]
        said = reading("unaccounted", text=entry.text, line=entry.line)
        handed = here.get(name)
        if handed is None or (handed.error == FORMULA and self.namings[question].sizes is None):
            here[name] = Handed(name, (), said, (), entry.text, line=entry.line)
        elif handed.cells and not handed.open:
            here[name] = replace(handed, open=said)

    def _stated(self, entry: LedgerEntry) -> LedgerEntry:
        """The numbers of a sentence that begins with a line and a sign, "A = 1.5 or 1.6", are no prose where the line has
        nothing else; a formula may have whole numbers, A = QKᵀ/2, but hardly decimals."""
        if entry.what in ("stranger", "words") and self._is_short(entry):
            return replace(entry, kind=UNACCOUNTED, what="")
        unsure = (entry.kind, entry.what) in UNSURE and (entry.what == "sentence" or _DECIMALS.search(entry.text))
        begun = _STATED.match(entry.before) if unsure else None
        meant = ((question, naming.parsed(begun[1])) for question, naming in self.namings.items()) if begun else ()
        named = next(((question, _line(meaning, 0)) for question, meaning in meant if meaning), None)
        missing = named and named[1] in self.namings[named[0]].lines and not self._has(*named)
        return replace(entry, kind=UNACCOUNTED, what="") if missing else entry

    def _is_short(self, entry: LedgerEntry) -> bool:
        """Whether what is named last up to a line of the file, and near it, has too few numbers: u = 1 + 3, 2 + 0 = 4, 2; a row
        of a matrix, and the next behind a name that nobody knows."""
        last = bisect_right(self.named, entry.line, key=lambda one: one[0]) - 1
        at, question, name = self.named[last] if last >= 0 else (0, "", "")
        handed = self.found.answers[question].get(name) if question else None
        if handed is None or not 0 < prod(handed.shape) < prod(self.namings[question].shapes.get(name, ())):
            return False
        rows = handed.shape != (1, 1) and len(_NUMBERS.findall(entry.text)) == handed.shape[1]
        return entry.line - at < (NEAR if rows else 1)

    def _has(self, question: str, line: str) -> bool:
        """Whether there is more than a formula for a line."""
        handed = self.found.answers[question].get(line)
        return handed is not None and handed.error != FORMULA

    def _said(self, words: str) -> tuple[str, str] | None:
        """The line whose symbol a sentence begins with, "L is the scaled S", where that was not handed in."""
        begun = _MENTION.match(words)
        sure = begun is not None and len(self.namings) == 1 and self._is_known(begun[0])
        named = self._mentioned(begun[0]) if begun and sure else None
        return None if named is None or named[1] in self.found.answers[named[0]] else named

    def _above(self, line: int) -> tuple[str, str] | None:
        """What is named in the last line with a name up to one, and first in it, if that is near."""
        last = bisect_right(self.named, line, key=lambda one: one[0]) - 1
        if last < 0 or self.named[last][0] < line - NEAR:
            return None
        return self.named[bisect_left(self.named, self.named[last][0], key=lambda one: one[0])][1:]

    def _mentioned(self, words: str) -> tuple[str, str] | None:
        """The line that some words name last, by its symbol or in words."""
        symbols = [name for m in _MENTION.finditer(words) for name in (m[0].partition("_")[0], m[0])]  # A_row1 is of A
        for question, naming in self.namings.items():
            meant = [found for name in symbols if (found := naming.parsed(name)) is not None] or naming.meanings(words.strip())
            lines = [line for meaning in meant[-1:] if (line := _line(meaning, 0)) in naming.lines]
            if lines:
                return question, lines[0]
        return None

    def place(self, answers: Iterable[WrittenAnswer]) -> None:
        """Put the answers of one file under their lines, the heads renumbered where they begin elsewhere."""
        asked = [(one, *self._question(one)) for one in map(self._renamed, map(self._first, answers))]
        meant = self._row_by_row(self._going_on(self._with_neighbours(asked)))
        self.shifts = {question: self._shift(question, meant) for question in self.namings}
        for answer, question, meanings in meant:
            if question is None:
                known = len(self.doubtful)
                self._stranger(answer, None)
                fate = (ANSWER, self.doubtful[known][1]) if self.doubtful[known:] else _told(answer)
            else:
                fate = self._put(answer, question, meanings)
            self.ledger.claim(answer.whole or f"{answer.label} {answer.text}", answer.place.line, *fate)

    def _first(self, answer: WrittenAnswer) -> WrittenAnswer:
        """What stands before the heading of the second question, with none above it, is the first's."""
        line, headed = next(((place.line, place.question) for place in self.content.headed if place.question), (0, ""))
        first, second = (*self.namings, "", "")[:2]
        before = answer.place.question is None and 0 < answer.place.line < line and self.labels.get(bare(headed)) == second
        return replace(answer, place=replace(answer.place, question=first, sure=False)) if before else answer

    def _with_neighbours(self, meant: list[_Meant]) -> list[_Meant]:
        """In a file that names no question, a name that several have is that question's whose names all the others are."""
        sure = {question for answer, question, meanings in meant if meanings and not answer.loose}
        only = next(iter(sure), None)
        if only is None or len(sure) > 1 or any(answer.place.question is not None for answer, *_ in meant):
            return meant
        found, seen = list(meant), set()
        for k, (answer, question, _) in enumerate(meant):
            if question is None and answer.label not in seen:
                shape = shape_of(answer.cells) if answer.cells else None
                meanings = self.namings[only].meanings(answer.label, answer.place.head, shape)
                if any(self._is_line(only, meaning) for meaning in meanings):
                    found[k] = answer, only, meanings
            seen.add(answer.label)
        return found

    def _going_on(self, meant: list[_Meant]) -> list[_Meant]:
        """What stands behind a remark on the line of a name without a value is its: A = softmax(L), row by row = …"""
        found = list(meant)
        for k, ((before, question, meanings), (answer, asked, mine)) in enumerate(pairwise(meant), 1):
            here = before.place.line == answer.place.line and before.error == FORMULA
            if here and _SAID_OF.fullmatch(answer.label) and not any(self._is_line(asked or "", m) for m in mine):
                found[k] = replace(answer, label=before.label, guessed=True), question, meanings
        return found

    def _row_by_row(self, meant: list[_Meant]) -> list[_Meant]:
        """A line that is named once for each of its rows, with a row each time, is those rows: N = (1, -1), then N = (-1, 1)."""
        places: dict[tuple[str, Meaning], list[int]] = {}
        for k, (_, question, meanings) in enumerate(meant):
            if question is not None and meanings:
                places.setdefault((question, meanings[0]), []).append(k)
        found = list(meant)
        for (question, meaning), at in places.items():
            shape = self.namings[question].shape_of(meaning)
            single = len(shape) == 2 and shape[1] > 1 and all(shape_of(meant[k][0].cells) == (1, shape[1]) for k in at)
            if single and shape[0] == len(at) > 1:
                for row, k in enumerate(at, 1):
                    found[k] = (*meant[k][:2], [meaning._replace(row=row)])
        return found

    def _renamed(self, answer: WrittenAnswer) -> WrittenAnswer:
        """An answer of a program under the line that its name was made as, where that is nobody's: w = softmax(scores / 2); one
        whose chain has the name of a line where its label is none: Residual stream: [1 2] = R."""
        meant = (m for naming in self.namings.values() for m in naming.meanings(answer.label, answer.place.head))
        if (answer.also or answer.headed) and not any(meaning.sure for meaning in meant):
            named = next((text for text in (*answer.also, answer.headed) if self._is_known(text)), answer.label)
            answer = replace(answer, label=named, guessed=answer.guessed or named == answer.headed)
        name, index = _PART.fullmatch(answer.label).group("name", "index")  # type: ignore[union-attr]
        if not answer.made or self._is_known(name):
            return answer
        lines = (made_of(name, answer.made, naming.as_made) for naming in self.namings.values())
        line = next(filter(None, lines), None)
        return answer if line is None else replace(answer, label=line + index)

    def _is_known(self, text: str) -> bool:
        """Whether a text is the name, the symbol or the formula of a line or a given."""
        return any(naming.parsed(text) for naming in self.namings.values())

    def _shift(self, question: str, meant: list[_Meant]) -> int | None:
        naming = self.namings[question]
        mine = [(answer.label, meanings[0]) for answer, q, meanings in meant if q == question and meanings]
        numbers = [m.head for _, m in mine if m.head is not None and naming.counts(m)]
        return naming.shift(numbers, naming.names.shift != 0 and any(naming.is_symbol(label) for label, _ in mine))

    def _question(self, answer: WrittenAnswer) -> tuple[str | None, list[Meaning]]:
        """The question an answer belongs to: as its headings say, else the one that knows its name."""
        place = answer.place
        named = self.labels.get(bare(place.question or "") + (place.part or "")) or self.labels.get(bare(place.question or ""))
        shape = shape_of(answer.cells) if answer.cells and not _slashed(answer) else None
        knowing = {}
        for question, naming in self.namings.items():
            if place.line and not answer.loose:  # a table of a file or a program has the lines' own names
                naming = naming.as_printed
            meanings = naming.meanings(answer.label, place.head, shape, masked=_masked(answer))
            if meanings or answer.label in naming.words:
                knowing[question] = meanings
        ways: list[Callable[[str], object]] = [
            lambda q: any(self._is_line(q, m) for m in knowing[q]),
            lambda q: any(self.namings[q].fits(m, shape) for m in knowing[q]),
            lambda q: self.namings[q].parsed(answer.label),  # a name of its own before a word for several
        ]
        if named in knowing:
            here = self.namings[named]
            spelled = [q for q in knowing if self.namings[q].shapes.get(answer.label, ()) == shape]
            mine = answer.label in (*here.lines, *here.givens) or all(way(named) for way in ways[:2])
            if mine or len(spelled) != 1:
                return named, knowing[named]
            sure = not ways[0](named)  # g is given here, not G; where s is a row here, S may be meant for it
            return spelled[0], [meaning._replace(sure=sure and meaning.sure) for meaning in knowing[spelled[0]]]
        if named is None and _structured(answer) and len(bare(place.question or "")) > 1:  # one letter is a part's
            return None, []
        if named is not None and place.sure:  # words below a heading are its own, a name may be misplaced
            knowing = {q: ms for q, ms in knowing.items() if ways[2](q)}
        exactly = {q: ms for q, ms in knowing.items() if answer.label in (*self.namings[q].lines, *self.namings[q].givens)}
        knowing = exactly or knowing  # E is given here, and elsewhere S may be called e
        for way in ways if len(knowing) > 1 else ():
            knowing = {q: ms for q, ms in knowing.items() if way(q)} or knowing
        if len(knowing) == 1:
            return next(iter(knowing.items()))
        if len(self.namings) == 1:
            return next(iter(self.namings)), []
        return None if knowing else named, []

    def _is_line(self, question: str, meaning: Meaning) -> bool:
        naming = self.namings[question]
        return meaning.stem in naming.lines or any(
            line.startswith(meaning.stem) for line in naming.lines if meaning.head is not None
        )

    def _line(self, question: str, meaning: Meaning) -> str:
        """The line that is meant, with the number that its head has in the sheet."""
        by = self.shifts[question] if self.namings[question].counts(meaning) else 0
        return _line(meaning, by)

    def _put(self, answer: WrittenAnswer, question: str, meanings: list[Meaning]) -> tuple[str, str]:
        """Put an answer under its line; what its numbers are."""
        naming, here = self.namings[question], self.found.answers[question]
        if answer.label in naming.words:
            return PROSE, "words"
        if answer.above is not None and len(self.namings) > 1 and re.fullmatch(r"Q\d", answer.label):
            self._stranger(answer, question)  # the number of a question
            return PROSE, "heading"
        lines = [(self._line(question, m), m) for m in meanings]
        known = [(line, m) for line, m in lines if line in naming.lines]
        if not known:
            return self._no_line(answer, question, lines)
        (line, meaning), others = known[0], tuple(dict.fromkeys(other for other, _ in known[1:] if other != known[0][0]))
        free = [] if naming.parsed(answer.label) else [other for other in others if other not in here]
        again = bool(line in here and here[line].cells and free)
        if again:
            line, others = free[0], (line, *free[1:])  # "output" again, where what it named before has its matrix
            meaning = next(m for other, m in known if other == line)
        guessed = answer.guessed or not meaning.sure or again
        alone = answer.scalar and not naming.fits(meaning, (1, 1))
        small = _SMALL.search(answer.label)
        strange = alone and small is not None and small[0] != line and _place(meaning)[1] is None  # e = 4: S may be called e
        valued = line in here and (here[line].cells or here[line].error != FORMULA or naming.sizes is not None)
        if guessed:
            self._nameless(replace(answer, also=(line,)))
        if (guessed and (valued or alone)) or (answer.assigned and alone) or strange:
            elsewhere = answer.cells and self.labels.get(bare(answer.place.question or ""), question) != question
            return (UNACCOUNTED, "") if elsewhere and not answer.scalar else (PROSE, "stranger")
        if alone and (factor := _FACTOR.search(answer.whole)) and factor[1] in (*naming.givens, *naming.lines):
            answer = replace(answer, cells=(), error=FORMULA, text=answer.text + factor[1])  # V = 2X, where a matrix is asked
        if answer.error and naming.says(line, answer.text):
            answer = replace(answer, error=FORMULA)
        if answer.error == FORMULA and not (line in here and here[line].cells) and _bare_numbers(answer.text, naming):
            answer = replace(answer, error=reading("inside"))
        at, kind = _place(meaning)
        shape = (1, 1) if kind == 2 else naming.shapes.get(line, ())
        if kind == 0 and len(shape) > 2:  # one matrix of several
            shape = shape[-2:]
        fitting, doubt = in_shape(answer, shape, meaning.turned) if kind != 1 else (answer, "")
        handed = self._handed(fitting, question, meaning)
        if open_ := doubt or (_unsure(answer.label, line) if guessed else _of_two_lines(answer, meaning, naming)):
            handed = replace(handed, open=open_)
        if handed.error == FORMULA and naming.sizes is None and any_known() and _LIST.match(answer.text[:LONGEST]):
            handed = replace(handed, error=reading("inside"))  # in letters there may be no number that tells
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
        self.named.append((answer.place.line, question, line))
        return (PROSE, "formula") if answer.error == FORMULA and naming.sizes is None else (ANSWER, line)

    def _same(self, answer: WrittenAnswer, line: str, question: str) -> Handed | None:
        """S_2 = S_1, where S_1 was handed in: the matrix of another head of the line."""
        naming, here = self.namings[question], self.found.answers[question]
        if answer.error != FORMULA or naming.sizes is not None or (line in here and here[line].cells):
            return None
        meaning, mine = naming.parsed(answer.text.rstrip(".")), stem_and_head(line)
        other = self._line(question, meaning) if meaning is not None and not meaning.turned else ""
        there = here.get(other) if other != line and stem_and_head(other)[0] == mine[0] else None
        return replace(there, written=answer.label, line=answer.place.line) if there is not None and there.cells else None

    def _piece(self, question: str, line: str, at: tuple[int, ...], kind: int, handed: Handed) -> None:
        """A piece of a line: of *kind* 0 one matrix of several, Q_h[0], 1 a row, q_1 = (1, 0), 2 an entry, S_1[0, 1] = 10.
        The line is there when all of them are, which count from 0 where one does."""
        known = self.pieces.setdefault((question, line), {}).setdefault(kind, {})
        lies = kind == 1 and len(handed.cells) > 1
        known[at] = replace(handed, cells=tuple(zip(*handed.cells, strict=True))) if lies else handed
        shape = self.namings[question].shapes[line]
        counts = ((prod(shape[:-2]),), shape[-2:-1], shape[-2:])[kind]
        first = 0 if any(0 in place for place in known) else 1
        missing = [place for place in product(*(range(first, first + count) for count in counts)) if place not in known]
        parts = [one for _, one in sorted(known.items())]
        error = ""
        if bad := next(((place, one) for place, one in sorted(known.items()) if not one.cells), None):
            error = reading("of_part", part=bad[0][0], said=fact(bad[1].error))
        elif missing and kind == 0:
            error = reading("part_left_out", line=line, part=missing[0][0], count=counts[0])
        elif missing:
            error = reading("entry_left_out", entry=str([*missing[0], first][:2]), line=line)
        if kind == 2:
            width = counts[1]
            cells = tuple(tuple(one.cells[0][0] for one in parts[k : k + width]) for k in range(0, len(parts), width))
        else:
            cells = tuple(row for one in parts for row in one.cells)
        if not error and len({len(row) for row in cells}) > 1:
            error = reading("unlike_parts", line=line)
        text = reading("entry_by_entry") if kind == 2 else "; ".join(one.text for one in parts)
        notes = () if kind == 2 else handed.notes
        self.found.answers[question][line] = Handed(line, () if error else cells, error, notes, text, line=handed.line)

    def _whole(self, question: str, line: str) -> bool:
        """Whether a line is there already, and not piece by piece."""
        before, key = self.found.answers[question].get(line), (question, line)
        return before is not None and bool(before.cells) and not self.pieces.get(key, {}).keys() & {1, 2}

    def _also(self, label: str, answer: WrittenAnswer, question: str) -> None:
        """S_1 = S_2 = [4 10; 10 24]: the same matrix for both; L (no scaling) is L."""
        label, naming = _REMARK.sub("", label), self.namings[question]
        meaning = naming.parsed(label)
        if meaning is None and answer.scalar:  # S_12 = S_21 = 10
            meaning = next((m for m in naming.meanings(label, answer.place.head, (1, 1)) if m.entry is not None), None)
        formula = answer.error == FORMULA and naming.sizes is None
        if formula or meaning is None or (meaning.head is None and symbol(label) is None):
            return
        if meaning.head is None and meaning.stem.endswith("_"):
            meaning = meaning._replace(head=answer.place.head)
        line = self._line(question, meaning)
        if line in naming.lines and (meaning.entry is not None or line not in self.found.answers[question]):
            self._put(replace(answer, label=label, also=(), beside=()), question, [meaning])

    def _kept(self, answer: WrittenAnswer, line: str, question: str, new: Handed) -> Handed | None:
        """An answer that takes its line's place: the last one counts, but nothing without a value takes that of a value. Words
        that speak of what is correct may correct what stands there or say what would be so elsewhere: a person looks at it."""
        before = self.found.answers[question].get(line)
        if before is None:
            return new
        valued = before.cells or before.error != FORMULA
        if answer.above is not None and valued:
            self.found.unused += [] if answer.scalar else [answer.above]
            return None
        valueless = not new.cells and valued and (new.error == FORMULA or answer.loose)
        if valueless or (before.cells and before.shape != (1, 1) and (answer.scalar or _is_size(new.cells, before.shape))):
            return None
        if before.cells and new.cells and before.shape == self.namings[question].shapes.get(line) != new.shape:
            unlike = reading("unaccounted", text=shortened(new.text), line=new.line)  # A: 0.5 + 0.5 = 1 and 1 + 0 = 1
            return replace(before, open=before.open or unlike)
        parsed = self.namings[question].parsed
        edits = corrects(answer.said or new.written, lambda name: parsed(name) is not None)
        spoken = parsed(new.written) is None and (edits is not None or parsed(before.written) is not None)
        if before.cells and new.cells and spoken:
            if not edits:
                doubt = "" if edits is None else reading("unaccounted", text=shortened(new.text), line=new.line)
                unused = Unused(shortened(new.text, 120), new.line, reading("own_name", line=line), question)
                self.found.unused.append(unused)  # "weights = …" behind A = … may be those of another line
                self.found.answers[question][line] = replace(before, open=before.open or doubt)
                return None
            doubt = new.open or _unsure(new.written, line)
            answer, new = replace(answer, label=line), replace(new, open=doubt)
        if before.cells and before.text != new.text:
            self._nameless(WrittenAnswer("", before.cells, place=AnswerPlace(before.line), text=before.text, also=(line,)))
            why = reading("again", label=shortened(answer.label, 40), line=new.line)
            self.found.unused.append(Unused(shortened(before.text, 120), before.line, why, question))
        return new

    def _handed(self, answer: WrittenAnswer, question: str, meaning: Meaning) -> Handed:
        naming, by, head = self.namings[question], self.shifts[question] or 0, meaning.head or 0
        moved = meaning.head is not None and by not in (0, -naming.names.shift)
        notes = [told("renumbered", mine=head, right=head + by)] if moved else []
        cells = tuple(zip(*answer.cells, strict=True)) if meaning.turned and answer.cells else answer.cells
        earlier = tuple(tuple(zip(*e.cells, strict=True)) if meaning.turned else e.cells for e in answer.earlier)
        if meaning.turned and answer.cells:
            notes.append(told("transposed"))
        notes += chain_breaks(answer)
        text = answer.text if cells else lowered(answer.text)
        if naming.sizes is not None:  # a shape or a count is read from its text
            single = not answer.cells or len(answer.cells) == 1 == len(answer.cells[0])
            text = numerals.whole(answer.cells[0][0].text if answer.cells else answer.text) if single else answer.text
            error = numerals.doubtful(text) or FORMULA
            return Handed(answer.label, (), error, tuple(notes), lowered(text), line=answer.place.line)
        return Handed(answer.label, cells, answer.error, tuple(notes), text, earlier=earlier, line=answer.place.line)

    def _no_line(self, answer: WrittenAnswer, question: str, lines: list[tuple[str, Meaning]]) -> tuple[str, str]:
        """An answer whose name is a given's or a stranger's; what its numbers are."""
        naming = self.namings[question]
        for line, meaning in lines:
            headed = meaning.head is not None and any(given.startswith(meaning.stem) for given in naming.givens)
            if line in naming.givens or meaning.stem in naming.givens or headed:
                if answer.cells and answer.label.strip() != line:
                    self._nameless(answer)  # n² = 16, the logarithm of G: [1 2]
                if answer.cells and not answer.scalar:
                    self._unused(answer, reading("given", label=shortened(answer.label, 40)), question)
                return GIVEN, line
        self._stranger(answer, question)
        return _told(answer)

    def _stranger(self, answer: WrittenAnswer, question: str | None) -> None:
        """Say which names mean nothing here, with the nearest that do; the marks of that one are not given for other lines."""
        if answer.text and not answer.loose:
            self._nameless(answer)
        if answer.above is not None:
            self.found.unused += [] if answer.scalar else [replace(answer.above, question=question)]
            return
        if answer.error == FORMULA or (answer.scalar and answer.text):
            counts = answer.scalar and answer.cells and not answer.loose
            if counts and question is None:
                self._which(answer)
            elif counts and question and len(_IN_WORDS.findall(answer.label)) > 1:
                said = reading("unaccounted", text=shortened(answer.text), line=answer.place.line)  # newest token alone: 131072
                known = self.namings[question]
                numbers = sorted(known.sizes or ()) or [name for name, shape in known.shapes.items() if shape == (1, 1)]
                self.doubtful += [(question, line, answer, said) for line in numbers]
            return
        structured = _structured(answer)
        if not answer.cells and structured and len(re.findall(r"[^\W\d_]{2,}", answer.text)) > 2:
            return  # words
        label = shortened(answer.label, 60)
        only = len(self.namings) == 1 and not (structured and answer.place.question)
        naming = self.namings.get(question or "") or (next(iter(self.namings.values())) if only else None)
        if naming is None:
            self._no_question(answer, structured)
            return
        said = reading("unknown_name", label=repr(label), hint=fact(naming.hint(answer.label)))
        if answer.cells or not answer.loose:
            self._unused(answer, said, question)
        if not answer.loose and naming.lines and len(re.findall(r"[^\W\d_]{2,}", label)) < 3:
            self.found.nobody_knows(said)
            near = naming.nearest(answer.label)
            here = self.found.answers.get(question or next(iter(self.namings)), {})
            if near is not None and near not in here:
                error = reading("no_name", label=repr(label), near=near)
                here[near] = Handed(answer.label, (), error, (), answer.text, line=answer.place.line)

    def _which(self, answer: WrittenAnswer) -> None:
        """A number under a name that lines of several questions have may be for each of these."""
        meant = ((question, naming, naming.parsed(answer.label)) for question, naming in self.namings.items())
        lines = [(q, _line(m, 0)) for q, naming, m in meant if m and self._is_line(q, m) and naming.fits(m, (1, 1))]
        said = reading("which_question", label=shortened(answer.label, 60), known=tuple(question for question, _ in lines))
        self.doubtful += [(question, line, answer, said) for question, line in lines]

    def _no_question(self, answer: WrittenAnswer, structured: bool) -> None:
        label = shortened(answer.label, 60)
        meant = {q: naming.meanings(answer.label, answer.place.head) for q, naming in self.namings.items()}
        knowing = [q for q, meanings in meant.items() if any(self._is_line(q, m) for m in meanings)]
        if answer.place.question is not None and structured:
            said = reading("unknown_question", label=repr(answer.place.question), known=", ".join(self.namings))
        elif knowing:
            said = reading("which_question", label=label, known=tuple(knowing))
        else:
            near = next((naming.hint(answer.label) for naming in self.namings.values() if naming.nearest(answer.label)), "")
            said = reading("no_question", label=repr(label), hint=fact(near), known=", ".join(self.namings))
        self.doubtful += [(question, _line(meant[question][0], 0), answer, said) for question in knowing]
        self._unused(answer, said, None)
        if not answer.loose:
            self.found.nobody_knows(said)

    def _unused(self, answer: WrittenAnswer, why: str, question: str | None) -> None:
        self.found.unused.append(Unused(shortened(answer.text or answer.label, 120), answer.place.line, why, question))


def _unsure(label: str, line: str) -> str:
    """Why a person looks at an answer whose label may not mean its line."""
    return reading("guessed", label=repr(shortened(label, 60)), line=line)


def _told(answer: WrittenAnswer) -> tuple[str, str]:
    """What the numbers of an answer are that has the name of no line, or words for one.

    >>> _told(WrittenAnswer("B")), _told(WrittenAnswer("for the first word"))
    (('prose', 'stranger'), ('prose', 'words'))
    """
    return PROSE, "stranger" if _OWN_NAME.fullmatch(answer.label.strip()) else "words"


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
    letters = [name for word in _NAMED.findall(text[:LONGEST]) for name in (word, *filter(str.isupper, word))]  # QKᵀ has two
    return not any(naming.parsed(name) or naming.parsed(f"{name}_1") for name in letters)


def _place(meaning: Meaning) -> tuple[tuple[int, ...], int | None]:
    """Which piece of a line is meant, and whether it is one matrix of several, a row or an entry; None for a whole line.

    >>> _place(Meaning("Q", entry=(1, 2))), _place(Meaning("Q", row=3)), _place(Meaning("Q"))
    (((1, 2), 2), ((3,), 1), ((), None))
    """
    if meaning.entry is not None:
        return meaning.entry, 2
    known = [(place, kind) for kind, place in enumerate((meaning.part, meaning.row)) if place is not None]
    return ((known[-1][0],), known[-1][1]) if known else ((), None)


def _slashed(answer: WrittenAnswer) -> bool:
    """Whether the slashes of a matrix may part rows, and its semicolons entries: (1; 2 / 3; 4)."""
    return answer.grid is not None and ";" in answer.grid.text and " / " in answer.grid.text


def _of_two_lines(answer: WrittenAnswer, meaning: Meaning, naming: QuestionNames) -> str:
    """Why a person looks at a product with another line, where it is not right: m = 2.5 v = 1.67 may be an equation of each."""
    stands = answer.whole.removeprefix(answer.label).strip()
    other = naming.parsed(after[1]) if (after := _NEXT_NAME.match(stands)) else None
    found = other is not None and other.stem != meaning.stem
    return reading("unaccounted", text=shortened(stands, 60), line=answer.place.line) if found else ""


def _is_size(cells: Cells, shape: tuple[int, int]) -> bool:
    """Whether a row of numbers says no more than how large the matrix before it is: Q: (3, 2)."""
    return shape_of(cells) == (1, len(shape)) != shape and [cell.text for cell in cells[0]] == [str(count) for count in shape]


def _masked(answer: WrittenAnswer) -> bool:
    """Whether an answer blocks scores."""
    return any(type(cell.number) is Blocked for row in answer.cells for cell in row)


def _structured(answer: WrittenAnswer) -> bool:
    """Whether the file itself says which question an answer belongs to."""
    return answer.place.sure and answer.place.line == 0


def _line(meaning: Meaning, by: int | None) -> str:
    return meaning.stem if meaning.head is None else f"{meaning.stem}{meaning.head + (by or 0)}"

