"""The ledger of a file: every number in it is part of an answer, of a given, of prose, struck out, or unaccounted at its place.

It is kept apart from the reading: the digits of the source are counted, what was read claims its own, and what nobody claims is
looked at where it stands. So nothing can be lost on the way from the file to the answers without being seen here.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from itertools import groupby, islice, takewhile, zip_longest
from operator import eq
from typing import NamedTuple

from symattn.later import Match, pattern
from symattn.limits import LONGEST_PASSAGE, MOST_NUMBERS, MOST_PASSAGES
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.headings import heading
from symattn.marking.answers.numerals import THIN
from symattn.marking.answers.programs import PROMPT
from symattn.records import frozen
from symattn.said import Pair

ANSWER, GIVEN, PROSE, STRUCK, UNACCOUNTED = (
    "answer",
    "given",
    "prose",
    "struck",
    "unaccounted",
)
UNSURE = (
    (PROSE, "sentence"),
    (PROSE, "formula"),
)  # what may be meant for a line after all
LOOSE = (*UNSURE, (PROSE, "words"))
FAINT = ((PROSE, "stranger"), (PROSE, "code"), (PROSE, "beside"), (PROSE, "heading"))
FEW = 3  # free places at which numbers are looked for as they stand
NEAREST = 40  # places of a number that are looked at
LONGEST_ROW = 2_000  # characters of a row of a table
FAR = 600  # characters before a line in which the words above it are looked for
LONGEST = 80  # characters of the numbers of one entry that are shown
_RUN = pattern(  # 0.25 is claimed as one, 12 345 with a narrow blank too; 0,25, which may be a list, as two
    rf"(?:(?P<thin>[1-9]\d{{0,2}}(?:(?:[{THIN}]|\\, ?)\d{{3}})+(?!\d))|\d+)(?:\.\d+)?"
    r"(?=(?P<tail>[.,][0-9]{0,80})?)"
)
_NUMBERS = pattern(r"(?<!\w)[-−–+]?\.?\d")  # with no letter right before them
_SIGN = pattern(
    r"(?:(?<![^\s\[({,;|&=:])[-−–])?(?:(?<![\w)\]}.,])\.)?\Z"
)  # of the first number that is shown, and its point
_THIN = pattern(r"[^\d.]")
_DIGITS = pattern(r"\d+")
_LENGTHS = (
    r"[vh]space\*?|setlength|setcounter|label|ref|eqref|tag|color|rule|vskip|hskip"
)
_MASKS = (  # what no reader takes for numbers of a line, with the reason
    (STRUCK, "struck", pattern(r"~~(?=\S)(?:[^~\n]|~(?!~)|\n(?!\s*\n)){1,5000}?~~")),
    (
        STRUCK,
        "struck",
        pattern(r"\\(?:sout|[xb]?cancel|st)\s*\{(?:[^{}]|\{[^{}]*\}){0,2000}\}"),
    ),
    (PROSE, "beside", pattern(r"\[\d+,\]|\[,\d+\]")),  # R counts rows and columns
    (
        PROSE,
        "layout",
        pattern(r"\A(?=\s*\\documentclass)(?:(?!\\begin\{document\}).)*", re.S),
    ),
    (PROSE, "layout", pattern(r"(?m)^[ \t]*%.*$")),  # a comment
    (
        PROSE,
        "layout",
        pattern(
            r"\\begin\{(tikzpicture|comment|filecontents)\}(?:(?!\\begin\{\1\}).)*?\\end\{\1\}",
            re.S,
        ),
    ),
    (
        PROSE,
        "layout",
        pattern(
            rf"\\\\\*?\[[^\]\n]{{0,20}}\]|\\(?:{_LENGTHS})\s*(?:\[[^\]\n]*\]|\{{[^{{}}\n]*\}})*"
        ),
    ),
)
_FIGURE = r"[-−–+]?(?:\d+(?:[.,·]\d+)?|[.,]\d+)%?"
_LISTED = pattern(  # (1, 2) · 1 2 3 · 0.5, 0.5; nothing begins inside a number, or a long one is gone through for each digit
    rf"[(\[{{]\s*{_FIGURE}(?:(?:\s*[,;&|]\s*|\s+){_FIGURE})+|(?<!\d){_FIGURE}(?:[,;&|]?[ \t]+{_FIGURE}){{2,}}"
    r"|(?<!\d)[-−]?\d*[.,]\d+(?:(?:\s*[,;&|]\s*|\s+)[-−]?\d*[.,]\d+)+"
)
_BESIDE = spoken(  # the number of an equation, marks, digits, a size
    r"\(\s*\d{1,3}[a-z]?\s*\)|(?<!\d)\d+\s*(?:[.,]\d\s*)?(?:«marks»|«digits»)\b"
    r"|(?<!\d)\d+\s*(?:[x×]|«by»|\\times)\s*\d+|\[\d+,\]|\[,\d+\]|\bMatrix\(\s*\d+\s*(?:,\s*\d+)?"
    r"|\bn(?:row|col)\s*=\s*\d+"  # of R's matrix
    r"|\b(?:«head»s?|«group»|«row»|«column»|«part»|«counted»|h|i)"
    r"\s*[#_=]?\s*\d+|(?<=\|)[ \t]*[\d./]{1,6}[ \t]*\([^\W\d_]\w{0,6}\)[ \t]*(?=\|)"  # | 2 (B) |
    r"|\A\W{0,9}\d{1,2}[ \t]*[.)]?[ \t*]{0,9}\([a-h]\)",  # 1. (a)
    re.I,
)
_TYPED = pattern(
    rf"{PROMPT}(?:[^\W\d]\w*[ \t]+)?[^\W\d][\w, ()]*[ \t]*(?:=|<-)[^\n]*[^\W\d]\w*[(\[.; ]"
)  # at a prompt
_OF_NUMBERS = pattern(  # functions, and what makes a number or a list of one in round brackets: c(1), but c[1]
    r"(?<![^\W\d_])(?:(?:sqrt|exp|ln|log|sin|cos|tanh)[({\[]|(?:c|tensor|array|mpf|Decimal)\()\Z"
)
_COMMAND = pattern(r"\\(?:[dt]?frac|sqrt|boxed|fbox)\Z")
_RAISES, _OPENS = frozenset("_^"), frozenset("{([")
MOST_KNOWN = 4_000  # texts of answers whose numbers are remembered
_WORDS = pattern(r"[^\W\d_]{3,}")
_MATRIX = pattern(r"(\[[^\[\]]*\])")


@frozen
class LedgerEntry:
    """Some numbers that stand beside each other: as written, on which line, what they are, and whose or why."""

    text: str
    line: int
    kind: str
    what: str = ""
    before: str = field(
        default="", compare=False, repr=False
    )  # what stands before them on their line
    above: str = field(
        default="", compare=False, repr=False
    )  # the last line of words above it


@frozen
class AnswerText:
    """A text that answers were read from: *cell* is its place where it has no lines of its own, *code* says that it is a
    program's, whose numbers are no answers by themselves.

    >>> AnswerText("A = 1").cell
    0
    """

    text: str
    cell: int = 0
    code: bool = False
    above: int = 0  # lines of the file before it


class Counts(NamedTuple):
    """The numbers of a text, each with what is behind it; from where to where and on which line each stands; their fates."""

    numbers: tuple[Pair, ...]
    places: tuple[tuple[int, int, int], ...]
    fates: tuple[Pair | None, ...]


def _counts(text: str) -> Counts:
    """The numbers of a text where they stand, some of them with a fate already.

    >>> found = _counts("A_1 = 0.25,\\n3")
    >>> found.numbers, found.places, found.fates
    ((('1', ''), ('0.25', ','), ('3', '')), ((2, 3, 1), (6, 10, 1), (12, 13, 2)), (('prose', 'name'), None, None))
    """
    masks = [
        (m.start(), m.end(), kind, what)
        for kind, what, mask in _MASKS
        for m in mask.finditer(text)
    ]
    masks = sorted(
        [*masks, *((start, end, PROSE, "beside") for start, end in counters(text))]
    )
    masks.append((len(text), len(text), PROSE, ""))
    line, at, k = 1, 0, 0
    numbers = list[Pair]()
    places = list[tuple[int, int, int]]()
    fates = list[Pair | None]()
    for run in _RUN.finditer(text):
        start, end = run.span()
        line += text.count("\n", at, start)
        at = start
        while masks[k][1] <= at:
            k += 1
        name = (PROSE, "name") if _is_script(text, at) else None
        numbers.append(_number(run))
        places.append((start, end, line))
        fates.append(masks[k][2:] if masks[k][0] <= at else name)
    return Counts(tuple(numbers), tuple(places), tuple(fates))


def _number(run: Match) -> Pair:
    """The digits of a number, without what stands between its thousands, and the comma and decimals behind it."""
    return _THIN.sub("", run[0]) if run[1] else run[0], run[2] or ""


def _is_script(text: str, at: int) -> bool:
    r"""Whether a number is part of a name: Q_1, S¹ as S^{1}, In[1]; none is that a function is taken of.

    >>> [_is_script(text, text.index("1")) for text in ("Q_1", "S^{1}", "In[1]", "f_(1)", "c[1")]
    [True, True, True, True, True]
    >>> [_is_script(text, text.index("1")) for text in ("(1", " 1", "exp(1", "\\sqrt1", "c(1", "\\boxed{1")]
    [False, False, False, False, False, False]
    """
    k = at - 1
    if k >= 0 and text[k] in _OPENS:
        k -= 1
        if k >= 0 and text[k] in _RAISES:
            return text[k + 1] == "{" or (k > 0 and text[k - 1].isalpha())
        if _OF_NUMBERS.search(text, max(0, k - 8), k + 2):
            return False
    raised = k >= 0 and (text[k].isalpha() or text[k] in _RAISES)
    return raised and not _COMMAND.search(text, max(0, k - 6), k + 1)


def too_many(sources: Sequence[AnswerText]) -> bool:
    """Whether there are more numbers in some sources than are accounted for.

    >>> too_many([AnswerText("1 " * 100)])
    False
    """
    found = (run for source in sources for run in _RUN.finditer(source.text))
    long = sum(len(source.text) for source in sources) > MOST_NUMBERS
    return long and next(islice(found, MOST_NUMBERS, None), None) is not None


def _numbers(text: str) -> tuple[Pair, ...]:
    """The numbers of a text that are no part of a name, each with the comma and decimals behind it: students of a class write the
    same.

    >>> _numbers("A_1 = 0.25, 2")
    (('0.25', ','), ('2', ''))
    """
    runs = (run for run in _RUN.finditer(text) if not _is_script(text, run.start()))
    return tuple(map(_number, runs))


def _drawn(text: str) -> tuple[Pair, ...]:
    """The numbers of a text in the order in which they stand where its matrices are drawn beside each other, row below row.

    >>> [number for number, _ in _drawn("V [1 2; 3 4] [5; 6]")]
    ['1', '2', '5', '3', '4', '6']
    """
    drawn = [
        piece.split(";") if piece.startswith("[") else [piece]
        for piece in _MATRIX.split(text)
    ]
    rows = zip_longest(*drawn, fillvalue="")
    return tuple(number for row in rows for piece in row for number in _numbers(piece))


_known_numbers = lru_cache(maxsize=MOST_KNOWN)(_numbers)
_known_counts = lru_cache(maxsize=MOST_PASSAGES)(_counts)


class _Free:
    """The places of one number, in order; those with a fate are passed over in a step, however many they are."""

    def __init__(self, fates: list[Pair | None], count: int = 0) -> None:
        self.places = list(range(count))
        self._next = list(
            range(count)
        )  # of each place, the one to look at: itself while it is free
        self._fates = fates

    def add(self, place: int) -> None:
        """One more, behind the others."""
        self._next.append(len(self.places))
        self.places.append(place)

    def skip(self, k: int, to: int) -> None:
        """The places from one up to another are taken at once."""
        if k < to:
            self._next[k] = to

    def first(self, k: int) -> int:
        """The number of the first free place from one on; how many there are where none is free."""
        while k < len(self._next) and self._fates[self.places[k]] is not None:
            at = self._next[k] = max(self._next[k], k + 1)
            self._next[k] = self._next[at] if at < len(self._next) else at
            k = at
        return k


def counters(text: str) -> Iterator[tuple[int, int]]:
    """Where the numbers of rows and columns stand round a table, from 0 or from 1 on, as pandas prints them.

    >>> list(counters("     0    1\\n0  0.5  0.5\\n1  0.1  0.9"))
    [(0, 11), (12, 13), (24, 25)]
    """
    lines, at, tops, number = text.split("\n"), 0, 0, 0
    rows = [line.split() if len(line) < LONGEST_ROW else [] for line in lines]
    for line, cells, below in zip(lines, rows, [*rows[1:], []], strict=True):
        if tops and len(cells) == tops + 1 and cells[0] == str(number):
            yield at, at + line.index(cells[0]) + len(cells[0])
            number += 1
        else:
            tops = 0
            if (
                cells[:1] in (["0"], ["1"])
                and line[0] in " \t"
                and below[:1] == cells[:1]
            ):
                number = int(cells[0])
                counted = cells == [str(number + i) for i in range(len(cells))]
                tops = len(cells) if counted and len(below) == len(cells) + 1 else 0
            if tops:
                yield at, at + len(line)
        at += len(line) + 1


class Ledger:
    """The numbers of some sources, claimed one by one.

    >>> ledger = Ledger([AnswerText("Question 1\\nS = [1 3]\\nso (0.5, 0.5)\\n")])
    >>> ledger.claim("[1 3]", 2, ANSWER, "S")
    >>> [(entry.text, entry.kind, entry.what) for entry in ledger.entries()]
    [('1', 'prose', 'heading'), ('1 3', 'answer', 'S'), ('0.5, 0.5', 'unaccounted', '')]
    >>> [(entry.text, entry.what) for entry in Ledger([AnswerText("2 marks (3) and 7 more")]).entries()]
    [('2 marks (3', 'beside'), ('7', 'sentence')]
    """

    def __init__(self, sources: Sequence[AnswerText]) -> None:
        self.sources = sources
        self._span, self._line = (
            (-1, 0, 0),
            _Line(""),
        )  # the line that was looked at last
        self.runs: list[tuple[int, int, int, int]] = []  # source, start, end, line
        self.numbers: list[Pair] = []  # each with the comma and decimals behind it
        self.fates: list[Pair | None] = []
        for number, source in enumerate(sources):
            counts = _known_counts if len(source.text) <= LONGEST_PASSAGE else _counts
            found = counts(source.text)
            self.numbers += found.numbers
            self.fates += found.fates
            self.runs += [
                (number, start, end, source.cell or source.above + line)
                for start, end, line in found.places
            ]
        self._free = _Free(self.fates, len(self.fates))
        self.lines = [line for *_, line in self.runs]
        self.ordered = self.lines == sorted(self.lines)
        self._coded = any(source.code for source in sources)

    @cached_property
    def _places(self) -> tuple[dict[str, _Free], dict[str, _Free]]:
        """Where each number stands that is not taken yet; those of programs apart, which are taken after all others."""
        free: dict[str, _Free] = {}
        coded: dict[str, _Free] = {}
        for place, (run, fate) in enumerate(zip(self.runs, self.fates, strict=True)):
            if fate is None:
                table = coded if self.sources[run[0]].code else free
                table.setdefault(self.numbers[place][0], _Free(self.fates)).add(place)
        return free, coded

    def claim(self, text: str, line: int, kind: str, what: str = "") -> None:
        """Take the numbers of a text that was read from a line on for what they are; those that are taken already stay, and
        what was not used takes none that stand before it."""
        after = bisect_left(self.lines, line) if self.ordered else 0
        numbers = _known_numbers(text) if len(text) <= LONGEST_ROW else _numbers(text)
        at = self._free.first(after)
        if line:
            at = after = self._behind_name(text, at)
        places = [at] if line and kind != UNACCOUNTED else self._few(at, line)
        stands = next((place for place in places if self._stand(numbers, place)), None)
        if stands is None and "[" in text:
            drawn = _drawn(text)
            numbers = (
                drawn if self._count(drawn, at) > self._count(numbers, at) else numbers
            )
            stands = at if self._stand(numbers, at) else None
        if stands is None and not self._coded and self._stand(numbers, at, _is_alike):
            stands = at  # as they are parted there: 0.5, 0.5 where 0.5 0.5 was read
        if stands is not None:
            self.fates[stands : stands + len(numbers)] = [(kind, what)] * len(numbers)
            self._free.skip(stands, stands + len(numbers))
            return
        for number in numbers:
            several = [table[number[0]] for table in self._places if number[0] in table]
            found = next(
                (one for one in several if one.first(0) < len(one.places)), None
            )
            if found is None:
                continue
            k = found.first(bisect_left(found.places, after))
            if k == len(found.places):
                if kind == UNACCOUNTED:
                    continue
                k = found.first(0)
            place = found.places[self._alike(number, found, k)]
            self.fates[place] = (kind, what)
            after = max(after, place)

    def _behind_name(self, text: str, at: int) -> int:
        """The first free place from one on that is not before what a text says before its numbers, on the line of the place."""
        said = _NUMBERS.split(text, maxsplit=1)[0].rstrip(" ([{=:")
        if at < len(self.runs) and said:
            number, *span = self._line_of(at)
            stands = number, self.sources[number].text.find(said, *span)
            while at < len(self.runs) and self.runs[at][:2] < stands:
                at = self._free.first(at + 1)
        return at

    def _line_of(self, place: int) -> tuple[int, int, int]:
        """In which source the line of a number stands, where it begins and where it ends."""
        number, start, stop, _ = self.runs[place]
        text = self.sources[number].text
        end = text.find("\n", stop)
        return number, text.rfind("\n", 0, start) + 1, end if end >= 0 else len(text)

    def _few(self, at: int, line: int) -> Iterator[int]:
        """A free place and the next ones, of the same line where one is known: a student's number, that of a head or a row, may
        stand before all that is claimed."""
        for _ in range(NEAREST if line else FEW):
            yield at
            at = self._free.first(at + 1)
            if line and (at >= len(self.lines) or self.lines[at] > line):
                break

    def _stand(
        self, numbers: Sequence[Pair], at: int, same: Callable[[Pair, Pair], bool] = eq
    ) -> bool:
        """Whether all of some numbers stand from a place on, as most do."""
        return self._count(numbers, at, same) == len(numbers)

    def _count(
        self, numbers: Sequence[Pair], at: int, same: Callable[[Pair, Pair], bool] = eq
    ) -> int:
        """How many of some numbers stand from a place on, one after the other and all of them free."""
        free = (
            same(number, self.numbers[place])
            and self.fates[place] is None
            and not self.sources[self.runs[place][0]].code
            for place, number in zip(range(at, len(self.runs)), numbers, strict=False)
        )
        return sum(1 for _ in takewhile(bool, free))

    def _alike(self, number: Pair, free: _Free, k: int) -> int:
        """The first of some free places from one on with the same behind the number, 0.25 where 0.25 is; else that one."""
        j = k
        for _ in range(NEAREST):
            if j == len(free.places):
                break
            if _is_alike(number, self.numbers[free.places[j]]):
                return j
            j = free.first(j + 1)
        return k

    def entries(self) -> list[LedgerEntry]:
        """Every number of the sources, those beside each other with the same fate together."""
        found, at = [], 0
        places = zip(
            (run[0] for run in self.runs), self.lines, self._fated(), strict=True
        )
        for (number, line, fate), group in groupby(places):
            first, behind = self.runs[at][1], at + len([*group])
            last, at = self.runs[behind - 1][2], behind
            whole = self.sources[number].text
            sign = _SIGN.search(whole, max(first - 2, 0), first)
            shown = " ".join(whole[sign.start() if sign else first : last].split())
            open_ = fate[0] == UNACCOUNTED
            start = (
                whole.rfind("\n", 0, first) + 1 if open_ or fate in UNSURE else first
            )
            before = whole[max(start, first - LONGEST) : first]
            above = _said_above(whole[max(0, start - FAR) : start]) if open_ else ""
            cut = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
            found.append(LedgerEntry(cut, line, fate[0], fate[1], before, above))
        return found

    def _fated(self) -> list[Pair]:
        """What became of every number."""
        return [fate or self._unclaimed(place) for place, fate in enumerate(self.fates)]

    def loose(self, every: bool = False) -> Iterator[tuple[int, str]]:
        """The lines with numbers that may be meant for a line after all, or with *every* number that is no answer's, each without
        its other numbers.

        >>> ledger = Ledger([AnswerText("S = [1 3], then 0.5, 0.5")])
        >>> ledger.claim("[1 3]", 1, ANSWER, "S")
        >>> [text for _, text in ledger.loose()]
        ['S = [_ _], then 0.5, 0.5']
        """
        fates = self._fated()
        kinds = (*LOOSE, *FAINT) if every else LOOSE
        mine = {fate: fate[0] == UNACCOUNTED or fate in kinds for fate in set(fates)}
        loose = (place for place, fate in enumerate(fates) if mine[fate])
        for number, at, last in dict.fromkeys(map(self._line_of, loose)):
            text, parts = self.sources[number].text, list[str]()
            ends = (bisect_left(self.runs, (number, place)) for place in (at, last))
            for place in range(*ends):
                _, start, end, line = self.runs[place]
                parts += [
                    text[at:start],
                    text[start:end] if mine[fates[place]] else "_",
                ]
                at = end
            yield line, "".join([*parts, text[at:last]])

    def _unclaimed(self, place: int) -> Pair:
        """What a number is that nobody claimed: by the line that it stands on."""
        number, start, *_ = self.runs[place]
        if self.sources[number].code:
            return PROSE, "code"
        if number != self._span[0] or not self._span[1] <= start < self._span[2]:
            self._span = _, first, last = self._line_of(place)
            self._line = _Line(self.sources[number].text[first:last])
        return self._line.fate(start - self._span[1])


class _Line:
    """A line with numbers that nobody claimed: whether it is a heading, has words, and where lists of numbers stand in it."""

    def __init__(self, text: str) -> None:
        self.typed = _TYPED.match(text) is not None
        marked = text.lstrip().startswith(("#", "\\section", "\\paragraph"))
        self.heading = (
            len(text) < 3 * LONGEST and heading(text, marked=marked) is not None
        )
        self.prose = _WORDS.search(text) is not None or len(_DIGITS.findall(text)) == 1
        self.beside = [m.span() for m in _BESIDE.finditer(text)]
        self.listed = [m.span() for m in _LISTED.finditer(text)]

    def fate(self, at: int) -> Pair:
        """What the number is that stands at a place of the line."""
        if self.heading:
            return PROSE, "heading"
        if self.typed:
            return PROSE, "code"
        if _within(self.beside, at):
            return PROSE, "beside"
        return (
            (PROSE, "sentence")
            if self.prose and not _within(self.listed, at)
            else (UNACCOUNTED, "")
        )


def _is_alike(read: Pair, there: Pair) -> bool:
    """Whether a number stands there with what stood behind it where it was read, 0.25 where 0.25 is."""
    (digits, tail), (here, behind) = read, there
    return digits == here and (
        tail == behind or (len(tail) != 1 and behind.startswith(tail))
    )


def _said_above(text: str) -> str:
    """The last line of words before some numbers, behind the rows and rules of a table.

    >>> _said_above("L is scaled\\n\\n| key 1 |\\n|--|\\n"), _said_above("L is scaled\\n1 2\\n")
    ('L is scaled', 'L is scaled')
    """
    lines = (line.strip() for line in reversed(text.split("\n")))
    return next((line for line in lines if line[:1] != "|" and _WORDS.search(line)), "")


def _within(spans: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether a place lies in one of some spans, which are in order."""
    k = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return k >= 0 and at < spans[k][1]


def unaccounted(entries: Sequence[LedgerEntry]) -> Iterator[LedgerEntry]:
    """The numbers that are nobody's."""
    return (entry for entry in entries if entry.kind == UNACCOUNTED)
