"""What is of no line of the sheet: answers under strange names, values without one, numbers that nobody named."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import cache, partial
from math import prod

from symattn.later import pattern
from symattn.limits import MOST_NAMELESS
from symattn.marking.answers import numerals
from symattn.marking.answers.corrections import denies
from symattn.marking.answers.grids import shortened
from symattn.marking.answers.headings import bare
from symattn.marking.answers.ledger import (
    GIVEN,
    PROSE,
    UNACCOUNTED,
    UNSURE,
    LedgerEntry,
)
from symattn.marking.answers.line_names import Meaning, is_of, line_of
from symattn.marking.answers.meant import Addresses, is_structured
from symattn.marking.answers.naming import QuestionNames
from symattn.marking.answers.places import parts_of, said_before
from symattn.marking.answers.submitted import Submission
from symattn.marking.answers.written import (
    FORMULA,
    AnswerPlace,
    Contents,
    Unused,
    WrittenAnswer,
)
from symattn.marking.handed import Handed
from symattn.marking.said import fact, reading
from symattn.records import replace
from symattn.said import Pair

_NUMBERS = pattern(r"\d+(?:[.,]\d+)?")
_MENTION = pattern(
    r"(?!e\s*(?:\^|\*\*))\\?[^\W\d_]\w{0,8}(?:[_^]\{?\w{1,6}\}?)?"
)  # e^x is no name
_ITEM = r"\s*(?:[-*>•+]\s+|\(?[\da-z]{1,2}[.)]\s+)?"  # how an item of a list or a part begins
_LABEL = pattern(rf"\A{_ITEM}")
_STATED = pattern(rf"{_ITEM}(\S{{1,40}}?)\s*(?:[=≈<>≤≥≠∈:]|!=|in\b)")
_DECIMALS = pattern(r"\d[.,]\d")
_IN_WORDS = pattern(r"[^\W\d_]{3,}")
_SAID = pattern(r"[^\W\d_]{2,}")
_OWN_NAME = pattern(
    r"(?!.*(?:[²³]|\^\{?[2-9]))\\?[^\W\d_]{1,2}'?\d{0,3}(?:[_^]\{?\w+\}?){0,2}[⁰¹ⁱ₀-₉ᵢᵀ]*"
)  # as a line is called
NEAR = 12  # lines between a name and numbers that may be its


def told_as(answer: WrittenAnswer) -> Pair:
    """What the numbers of an answer are that has the name of no line, or words for one.

    >>> told_as(WrittenAnswer("B")), told_as(WrittenAnswer("for the first word"))
    (('prose', 'stranger'), ('prose', 'words'))
    """
    return PROSE, "stranger" if _OWN_NAME.fullmatch(answer.label.strip()) else "words"


class Leftovers:
    """Keeps what is of no line, with why; what may be of one opens it for a person."""

    def __init__(
        self,
        found: Submission,
        namings: Mapping[str, QuestionNames],
        addresses: Addresses,
    ) -> None:
        self.found, self.namings, self.addresses = found, namings, addresses
        self.begin(Contents())

    def begin(self, content: Contents) -> None:
        """Begin with a file."""
        self.content = content
        self.parts: Callable[[], list[AnswerPlace]] = cache(
            partial(parts_of, content)
        )  # where its parts begin
        self.doubtful: list[
            tuple[str, str, WrittenAnswer, str]
        ] = []  # lines that an answer may be for, of several questions
        self.named: list[
            tuple[int, str, str]
        ] = []  # the lines that the file names: where, of which question, which

    def asked(self, unused: Unused) -> Unused:
        """A matrix that was not used, under a question of the sheet: the one its headings name, else the first."""
        named = self.addresses.labels.get(bare(unused.question or ""))
        return replace(unused, question=named or next(iter(self.namings), None))

    def nameless(self, answer: WrittenAnswer) -> None:
        """Keep a value that has no name, or one in words, at the question and part that stand before it; the name of another
        thing is its own."""
        place = self._part(answer.place)
        if answer.place.question not in (None, place.question):
            place = answer.place  # as its own label has it: 2) before: [1 2]
        question = self._question(place)
        most = len(self.found.nameless) >= MOST_NAMELESS
        if most or _OWN_NAME.fullmatch(answer.label.strip()):
            return
        if answer.spoken or not denies(
            said_before(self.content, answer.place.line, answer.text)
        ):
            place = replace(place, question=question, line=answer.place.line)
            asked = self.namings.get(question or "")
            counts = asked is not None and asked.sizes is not None
            text = numerals.whole(answer.text) if counts else answer.text
            self.found.nameless.append(replace(answer, place=place, text=text))

    def _part(self, place: AnswerPlace) -> AnswerPlace:
        """The part before a place, or itself where there is none."""
        at = bisect_right(self.parts(), place.line, key=lambda part: part.line) - 1
        return self.parts()[at] if at >= 0 and place.line else place

    def _question(self, place: AnswerPlace) -> str | None:
        """The question of a place: what its heading says, or the only one."""
        only = next(iter(self.namings)) if len(self.namings) == 1 else None
        return self.addresses.labels.get(bare(place.question or "")) or only

    def question(self, line: int) -> str | None:
        """The question in which a line of the file stands."""
        return self._question(self._part(AnswerPlace(line)))

    def opened(self, entry: LedgerEntry) -> None:
        """The line last named before numbers that are nobody's is for a person, where it is not right."""
        named = (
            self._mentioned(entry.before)
            or self._said(entry.above)
            or self._above(entry.line)
        )
        if named is None:
            return
        question, name = named
        here = self.found.answers[question]
        said = reading("unaccounted", text=entry.text, line=entry.line)
        handed = here.get(name)
        if handed is None or (
            handed.error == FORMULA and self.namings[question].sizes is None
        ):
            here[name] = Handed(name, (), said, (), entry.text, line=entry.line)
        elif handed.cells and not handed.open:
            here[name] = replace(handed, open=said)

    def stated(self, entry: LedgerEntry) -> LedgerEntry:
        """The numbers of a sentence that begins with a line and a sign, "A = 1.5 or 1.6", are no prose where the line has
        nothing else; a formula may have whole numbers, A = QKᵀ/2, but hardly decimals."""
        if entry.what in ("stranger", "words") and self._is_short(entry):
            return replace(entry, kind=UNACCOUNTED, what="")
        unsure = (entry.kind, entry.what) in UNSURE and (
            entry.what == "sentence" or _DECIMALS.search(entry.text)
        )
        begun = _STATED.match(entry.before) if unsure else None
        for question, naming in self.namings.items() if begun else ():
            if begun and (meaning := naming.parsed(begun[1])):
                line = line_of(meaning)
                handed = self.found.answers[question].get(line)
                has = handed is not None and handed.error != FORMULA
                missing = line in naming.lines and not has
                return replace(entry, kind=UNACCOUNTED, what="") if missing else entry
        return entry

    def _is_short(self, entry: LedgerEntry) -> bool:
        """Whether what is named last up to a line of the file, and near it, has too few numbers: u = 1 + 3, 2 + 0 = 4, 2; a row
        of a matrix, and the next behind a name that nobody knows."""
        last = bisect_right(self.named, entry.line, key=lambda one: one[0]) - 1
        if last < 0:
            return False
        at, question, name = self.named[last]
        handed = self.found.answers[question].get(name)
        known = self.namings[question].shapes.get(name, ())
        if handed is None or not 0 < prod(handed.shape) < prod(known):
            return False
        rows = (
            handed.shape != (1, 1)
            and len(_NUMBERS.findall(entry.text)) == handed.shape[1]
        )
        return entry.line - at < (NEAR if rows else 1)

    def _said(self, words: str) -> Pair | None:
        """The line whose symbol a sentence begins with, "L is the scaled S", where that was not handed in."""
        begun = _MENTION.match(words) if len(self.namings) == 1 else None
        if begun is None or not self.addresses.is_known(begun[0]):
            return None
        named = self._mentioned(begun[0])
        return (
            None if named is None or named[1] in self.found.answers[named[0]] else named
        )

    def _above(self, line: int) -> Pair | None:
        """What is named in the last line with a name up to one, and first in it, if that is near."""
        last = bisect_right(self.named, line, key=lambda one: one[0]) - 1
        if last < 0 or self.named[last][0] < line - NEAR:
            return None
        first = bisect_left(self.named, self.named[last][0], key=lambda one: one[0])
        return self.named[first][1:]

    def _mentioned(self, words: str) -> Pair | None:
        """The line that some words name last, by its symbol or in words; the label of a part, "(a)", is no symbol."""
        words = _LABEL.sub("", words)
        symbols = [
            name
            for m in _MENTION.finditer(words)
            for name in (m[0].partition("_")[0], m[0])
        ]  # A_row1 is of A
        for question, naming in self.namings.items():
            parsed = [*filter(None, map(naming.parsed, symbols))]
            for meaning in (parsed or naming.meanings(words.strip()))[-1:]:
                if (line := line_of(meaning)) in naming.lines:
                    return question, line
        return None

    def no_line(
        self, answer: WrittenAnswer, question: str, lines: list[tuple[str, Meaning]]
    ) -> Pair:
        """An answer whose name is a given's or a stranger's; what its numbers are."""
        naming = self.namings[question]
        for line, meaning in lines:
            if line in naming.givens or any(
                is_of(given, meaning) for given in naming.givens
            ):
                if answer.cells and answer.label.strip() != line:
                    self.nameless(answer)  # n² = 16, the logarithm of G: [1 2]
                if answer.cells and not answer.scalar:
                    self.unused(
                        answer,
                        reading("given", label=shortened(answer.label, 40)),
                        question,
                    )
                return GIVEN, line
        self.stranger(answer, question)
        return told_as(answer)

    def stranger(self, answer: WrittenAnswer, question: str | None) -> None:
        """Say which names mean nothing here, with the nearest that do; the marks of that one are not given for other lines."""
        if answer.text and not answer.loose:
            self.nameless(answer)
        if (
            answer.cells
            and not answer.scalar
            and len(self.found.strange) < MOST_NAMELESS
        ):
            place = replace(answer.place, question=question)
            self.found.strange.append(replace(answer, place=place))
        if answer.above is not None:
            self.found.unused += (
                [] if answer.scalar else [replace(answer.above, question=question)]
            )
            return
        if answer.error == FORMULA or (answer.scalar and answer.text):
            counts = answer.scalar and answer.cells and not answer.loose
            if question is None and (counts or answer.error == FORMULA):
                self._which(answer)
            elif counts and question and len(_IN_WORDS.findall(answer.label)) > 1:
                said = reading(
                    "unaccounted", text=shortened(answer.text), line=answer.place.line
                )  # newest token alone: 131072
                known = self.namings[question]
                numbers = sorted(known.sizes or ()) or [
                    name for name, shape in known.shapes.items() if shape == (1, 1)
                ]
                self.doubtful += [(question, line, answer, said) for line in numbers]
            return
        structured = is_structured(answer)
        if not answer.cells and structured and len(_SAID.findall(answer.text)) > 2:
            return  # words
        label = shortened(answer.label, 60)
        only = len(self.namings) == 1 and not (structured and answer.place.question)
        naming = self.namings.get(question or "") or (
            next(iter(self.namings.values())) if only else None
        )
        if naming is None:
            self._no_question(answer, structured)
            return
        said = reading(
            "unknown_name", label=repr(label), hint=fact(naming.hint(answer.label))
        )
        if answer.cells or not answer.loose:
            self.unused(answer, said, question)
        if not answer.loose and naming.lines and len(_SAID.findall(label)) < 3:
            self.found.nobody_knows(said)
            near = naming.nearest(answer.label)
            here = self.found.answers.get(question or next(iter(self.namings)), {})
            if near is not None and near not in here:
                error = reading("no_name", label=repr(label), near=near)
                here[near] = Handed(
                    answer.label, (), error, (), answer.text, line=answer.place.line
                )

    def _which(self, answer: WrittenAnswer) -> None:
        """A number, or a shape, under a name that lines of several questions have may be for each of these."""
        lines: dict[str, str] = {}
        for question, naming in self.namings.items():
            meant = naming.parsed(answer.label)
            if meant is None or not self.addresses.is_line(question, meant):
                continue
            if naming.fits(meant, (1, 1)) if answer.cells else naming.sizes is not None:
                lines[question] = line_of(meant)
        label = shortened(answer.label, 60)
        said = reading("which_question", label=label, known=tuple(lines))
        self.doubtful += [
            (question, line, answer, said) for question, line in lines.items()
        ]

    def _no_question(self, answer: WrittenAnswer, structured: bool) -> None:
        label = shortened(answer.label, 60)
        meant = {
            q: naming.meanings(answer.label, answer.place.head)
            for q, naming in self.namings.items()
        }
        knowing = [
            q for q, meanings in meant.items() if self.addresses.has_line(q, meanings)
        ]
        known = ", ".join(self.namings)
        if answer.place.question is not None and structured:
            said = reading(
                "unknown_question", label=repr(answer.place.question), known=known
            )
        elif knowing:
            said = reading("which_question", label=label, known=tuple(knowing))
        else:
            near = (one for one in self.namings.values() if one.nearest(answer.label))
            hint = fact(next((one.hint(answer.label) for one in near), ""))
            said = reading("no_question", label=repr(label), hint=hint, known=known)
        self.doubtful += [
            (question, line_of(meant[question][0]), answer, said)
            for question in knowing
        ]
        self.unused(answer, said, None)
        if not answer.loose:
            self.found.nobody_knows(said)

    def unused(self, answer: WrittenAnswer, why: str, question: str | None) -> None:
        """Keep a matrix that was not used, with the reason."""
        self.found.unused.append(
            Unused(
                shortened(answer.text or answer.label, 120),
                answer.place.line,
                why,
                question,
            )
        )
