"""The headings of a flat text, and the questions, parts and heads that its lines speak of before their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby

from symattn.later import pattern
from symattn.marking.answers.about import is_name
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.flat import BEGUN, WALL
from symattn.marking.answers.headings import (
    SHORT_WORDS,
    WORDS,
    NamedByHeading,
    head_in,
    heading,
    small,
)
from symattn.marking.answers.tokens import BLANK, Pieces
from symattn.said import Pair
from symattn.tex.signs import words

MOST_DIGITS = 6  # of a head's number
LEAST_WORDS, LONGEST_LINE = 4, 300  # of a line that a sentence is broken off in
_ITEM = pattern(
    rf"(?:^|(?<={WALL}))[ \t]*(\d{{1,2}})([a-h]?)[.)](?:[ \t]+(?=[\S{BEGUN}])|[ \t]*$)",
    re.MULTILINE,
)
_PART_FIRST = pattern(  # 1. (a), 1a mean: m = 0, 1b. m = 0, 1.b m = 0, and 2  u = 1
    rf"\W*(\d{{1,2}})(?:[ \t]*[.)]?[ \t]*\(([a-hA-H])\)(?=\s)|\.?([a-h])[).:]?(?=[ \t]+{BEGUN}?[^\W\d])"
    r"|[ \t]{2,}(?=[^\W\d]\w{0,3}[ \t]*=))"
)
_SAID_FIRST = spoken(  # Question 5: S = 1, Q6 a) K = 1, Q6a: mean m = 1
    rf"\W*(?P<word>{WORDS}|{SHORT_WORDS})\.?[ \t]*(?P<number>\d{{1,2}})"
    r"(?:[ \t,–—-]*«part»[ \t]*)?(?:\(?(?P<inner>[a-h])?[ \t]*[:.)]+[ \t]+|(?=[ \t]*\(?[a-h]\)))"
    r"(?:[ \t]*\(?(?P<part>[a-h])\)[ \t]*)?(?=\W?\W?[^\W\d_])",
    re.IGNORECASE,
)
_NUMBERED_WORD = spoken(rf"\b({WORDS}|{SHORT_WORDS})(?=\.?[ \t]*#?\d)", re.IGNORECASE)
_LINES = words("nl wall head row")
_PARTED = BLANK | {"close", "arrow"}
_PARTING = frozenset(":,.;-–—*")


def _ends_a_sentence(before: str, line: str) -> bool:
    """Whether a line is a number that the sentence broken off in the line before it ends with, and no heading."""
    above = before.rstrip(" \t").removesuffix("\n").rpartition("\n")[2].split()
    return (
        line.strip().rstrip(".").isdecimal()
        and len(above) >= LEAST_WORDS
        and above[-1].isalpha()
        and above[-1].islower()
    )


class Outline:
    """The headings of the pieces of a text, with the ids of the sheet's questions."""

    def __init__(self, pieces: Pieces, ids: frozenset[str]) -> None:
        self.p, self.ids, self.tokens = pieces, ids, pieces.tokens

    @cached_property
    def headings(self) -> tuple[tuple[int, NamedByHeading], ...]:
        """Every heading, and the token that it stands before."""
        return tuple(self._found_headings())

    def _found_headings(self) -> Iterator[tuple[int, NamedByHeading]]:
        tokens, k = self.tokens, 0
        own: set[str] = set()  # the words of the headings so far
        while k < len(tokens):
            marked = tokens[k].kind == "head"
            end = k + marked
            while not marked and end < len(tokens) and tokens[end].kind not in _LINES:
                end += 1
            line = (
                tokens[k].text[1:-1]
                if marked
                else tokens[k].to(tokens[end - 1])
                if k < end
                else ""
            )
            if not any(t.kind in ("grid", "rel") for t in tokens[k:end]):
                found = heading(
                    line, self.ids, marked=marked or line.lstrip().startswith("#")
                ) or self._items.get(k)
                if found and not _ends_a_sentence(self._above(k), line):
                    own |= self._own_word(found, line)
                    yield k, found
            else:
                found = self._items.get(k) or self._part_before(line, own)
                if found:
                    yield k, found
                yield from self._inline(k, end)
            k = max(end, k + 1)

    def _above(self, k: int) -> str:
        """What stands before a token, as far as its own line and the one above may reach."""
        start = self.tokens[k].start
        return self.p.flat.text[max(0, start - 2 * LONGEST_LINE) : start]

    def _own_word(self, found: NamedByHeading, line: str) -> set[str]:
        """The word that a heading calls a question of the sheet by, "" where it has none; nothing for any other heading."""
        if found.question not in (*self.ids, *map(str, range(1, len(self.ids) + 1))):
            return set()
        word = _NUMBERED_WORD.search(line)
        return {word[1].lower() if word else ""}

    def _part_before(self, line: str, own: set[str]) -> NamedByHeading | None:
        """The question and part that a line with equations in it begins with: 3. (a) Means: m = 0. Below headings of their
        *own* another word numbers their parts: Answer 2 below Question 1."""
        said = _SAID_FIRST.match(line) if len(self.ids) > 1 else None
        alike = said and (not own or said["word"].lower() in own)
        if said and alike and not is_name(said[0][: said.end("number")]):
            part = small(said["part"] or said["inner"])
            return NamedByHeading(said["number"], part, ends=True)
        found = _PART_FIRST.match(line)
        if found is None:
            return None
        number = None if self._by_parts else found[1]
        return NamedByHeading(number, small(found[2] or found[3]), ends=True)

    @cached_property
    def _parts(self) -> list[Pair]:
        """The numbers and parts that lines begin with: 1. (a), 1b."""
        found = map(_PART_FIRST.match, self.p.flat.text.splitlines())
        return [(part[1], (part[2] or part[3] or "").lower()) for part in found if part]

    @cached_property
    def _by_parts(self) -> bool:
        """Whether the numbers count the parts, and no questions: 1. (a), 2. (b)."""
        counted = [
            (str(k), "abcdefgh"[k - 1 : k]) for k in range(1, len(self._parts) + 1)
        ]
        return len(counted) > 1 and self._parts == counted

    @cached_property
    def _items(self) -> dict[int, NamedByHeading]:
        """The items of a list, by their first token, where they are numbered as the questions of the sheet are and no others,
        go on from questions with their parts, as 1 (a), 1 (b), 2) do, or are numbers alone that rise up to those."""
        text, most = self.p.flat.text, len(self.ids)
        if most < 2 or self._by_parts:
            return {}
        items = [*_ITEM.finditer(text)]
        found = {
            item.start(): int(item[1]) for item in items if not item[2]
        }  # 1a), 1b), 2)
        rising = [number for number, _ in groupby(int(item[1]) for item in items)]
        parted = {int(item[1]) for item in items if item[2]}
        parted |= {int(number) for number, _ in self._parts}
        on = parted | {*found.values()}
        goes_on = parted and max(on) <= most and on == {*range(1, max(on) + 1)}
        as_asked = rising == [*range(1, most + 1)] or goes_on
        if not as_asked or [*found.values()] != sorted({*found.values()}):
            found = {item.start(1): int(item[1]) for item in _ALONE.finditer(text)}
            if [*found.values()] != sorted({*found.values()} & {*range(1, most + 1)}):
                return {}
        return {
            k: NamedByHeading(str(found[token.start]), ends=True)
            for k, token in enumerate(self.tokens)
            if token.start in found
        }

    def _inline(self, first: int, end: int) -> Iterator[tuple[int, NamedByHeading]]:
        """The heads that a line with equations in it speaks of before their names: "Head 1: Q = …, K = …"."""
        tokens, last = self.tokens, end - 1
        verbs, heads = words_for("is", "gives"), words_for("head", "group")
        while (
            last > first
            and tokens[last].kind != "rel"
            and tokens[last].text not in verbs
        ):
            last -= 1
        for k in range(first, end):
            if tokens[k].kind == "word" and tokens[k].text.lower() in heads:
                number, value = self._head_number(k, end)
                j = number + 1
                while j < last and (
                    tokens[j].kind in _PARTED or tokens[j].text in _PARTING
                ):
                    j += 1
                if j < last and any(
                    t.kind not in BLANK for t in tokens[number + 1 : j]
                ):
                    yield k, NamedByHeading(head=value)

    def _head_number(self, k: int, end: int) -> tuple[int, int | None]:
        """The last token of what names a head, whose word stands at a token, and its number: head 2, head two, second head."""
        word = self.tokens[k]
        behind = word.after if word.after.at < end else word
        if behind.text.isdecimal():
            short = len(behind.text) <= MOST_DIGITS
            return behind.at, int(behind.text) if short else None
        after = behind if behind.kind == "word" else word
        if (value := head_in(word.to(after))) is not None:
            return after.at, value
        worded = word.before.kind == "word"
        return k, head_in(word.before.to(word)) if worded else None


_ALONE = pattern(
    r"(?:\A\s*|[^\s:=][ \t]*\n\s*\n)[ \t]*(\d{1,2})[ \t]*\n(?=[ \t]*\(?[^\W\d_])"
)  # between a gap and words
