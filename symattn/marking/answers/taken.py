"""The matrices of a text taken out of it, behind words that count their rows or name their heads, which go first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from symattn.errors import LimitError
from symattn.language.letters import any_known
from symattn.later import Match, pattern
from symattn.limits import MOST_MATRICES
from symattn.marking.answers import about
from symattn.marking.answers.beside import SHORT_NAME, LinesFrom
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.cells import (
    LONGEST,
    between_bars,
    entries,
    fits,
    in_cells,
    is_entry,
    unbracketed,
    widths,
)
from symattn.marking.answers.flat import CLOSE, OPEN, SEP, FlatGrid
from symattn.marking.answers.numbers_alone import REMARK, in_one_line
from symattn.marking.answers.rows import BLOCKS, blocks
from symattn.marking.answers.splitting import of_rows
from symattn.marking.answers.told_rows import NUMBER
from symattn.marking.said import reading
from symattn.said import Strings

_NUMBERED = spoken(
    r"[ \t]*(?:(?:«row»|r)[ _]?(?:\d{1,2}|«many»)|(?:«the» )?«nth» «row»)[ \t]*(?:[:=.)]|\b«is»\b|(?=[(\[]))[ \t]*",
    re.IGNORECASE,
)
_FIRST_ROW = spoken(
    rf"([^:=\[\]\n]{{0,30}}?{SHORT_NAME}[ \t]*(?:[:=]|\b«have»\b))"
    r"[ \t]*(?:«the»|as|als)?[ \t]*«nth.1»[ \t]+«row»[ \t]*"
    r"(?:[:=,]|\b«is»\b)?[ \t]*(?=[(\[])",
    re.IGNORECASE,
)
_BEHIND = pattern(
    r"[ \t]+\((?=[^()]*(?!sqrt|exp|log|sin|cos|tanh)\b[^\W\d_]{3,})[^()]{1,200}\)[ \t.]*\Z"
)
_ARROWED = pattern(  # at an arrow, or worked out behind a row that is drawn: | 8/3 |   (4+0+4)/3
    r"[ \t]+(?:<-+|←|#)[ \t].*\Z|(?<=[|⎤⎥⎦⎞⎟⎠])[ \t]{2,}[(\d](?=[^|]*[-+*/·=])[\d\s.,+*/·()^=−-]*\Z"
)
_NO_WORD = r"(?!(?:sin|cos|tanh?|log|exp|sqrt|inf|«and»)\b)"
_TAILED = spoken(  # 1 2 -> sum 3; [1 2], sum = 3
    rf"(?P<row>[^|]*[\d)\]])[ \t]*(?:[,;]|[-=]>|→|⇒)?[ \t]+\(?(?P<words>{_NO_WORD}[^\W\d_]{{3,20}}"
    rf"(?:[ \t][^\W\d_]{{2,20}}){{0,2}})[ \t]*[:=≈]?[ \t]*(?P<number>{NUMBER})\)?[ \t.]*"
)
_WIDE = pattern(r"\S[ ]{2,}\S")
_EQUAL = pattern("[=≈]")
_PART = pattern(r"[ \t]*\(?(?:\d{1,2}[a-h]?|[a-h])\)[ \t]*")
_NAMED_CHAIN = pattern(
    rf"(?:{_PART.pattern})?[^=≈:()\[\]]*[^\W\d_][^=≈:()\[\]]*[=≈:]|{_PART.pattern}(?=[\[(])"
)
_NAMED_ROW = pattern(rf"({SHORT_NAME})[ \t]*[=≈:]")
_NAMED_TOP = pattern(
    rf"{SHORT_NAME}[ \t]*[=≈:](?=[ ]{{2,}}(?:[^\W\d_]\S*\s*)+\Z)"
)  # Z =  e1  e2
_TOLD = pattern(
    r"[ \t]*(?:[-*•][ \t]+)?(?P<word>[^\W\d_][\w'’-]{0,20})(?:[ \t]*(?P<sign>[:=→⟶↦]|->)[ \t]*|[ \t]+)(?P<row>[^|]*[^|\s])[ \t]*"
)
_BULLET = pattern(r"[ \t]*[-*•][ \t]+")
NEAR = 3  # lines above a row in which the words over its columns stand
_COUNTED_ROW = pattern(
    r"[ \t]*(?:[-*•][ \t]+)?(?P<word>[^\W\d_]{2,12}|[ti]|[^\W\d_](?=[ ]?=))[ \t_]*=?[ \t]*"
    r"(?P<number>\d{1,2})[ ]*(?:[:=.)\t→⟶↦]|->)[ \t]*(?P<row>\S.*)"
)
_LEADS = spoken(r"[-=]>|[→⟶⇒]|\b«then»\b", re.IGNORECASE)  # e^0 = 1, sum 3 -> 1/3, 2/3
_BESIDE = spoken(r"[,;][ \t]+|[ \t]+«and»[ \t]+")
_ITEM = pattern(
    r"[ \t]*[-*•–][ \t]+(?=[(\[]?[-−]?(?:[\d.√π]|e\b|ln\b|log\b|sqrt))"
)  # - 1, 2
_OF_HEADS = pattern(
    rf"[ \t>#*_-]*(?P<name>{SHORT_NAME})(?:[ \t]+[^\W\d_]{{2,}}){{0,4}}[ \t*_]*:[ \t*_]*"
)
_NAME_OVER_HEADS = pattern(
    rf"[ \t>#*_-]*(?:\(?[a-h]\)[ \t]*)?(?P<name>{SHORT_NAME})[ \t*_]*[:=]?[ \t]*"
)
_HEAD_ITEM = spoken(
    r"(?P<before>[ \t]*(?:[-*•][ \t]+)?)«head»[ \t_#]*(?P<head>\d{1,3})[ \t]*[:=](?P<rest>.*)",
    re.IGNORECASE,
)
_ROW_WORD = r"«row»[ \t]*"
_ROW_TOP = spoken(
    rf"[*_` ]*(?:{_ROW_WORD}|«word»[ \t]+)#?(?P<number>\d{{1,2}})[*_` ]*",
    re.IGNORECASE,
)
_NAMED_FIRST = spoken(
    rf"(?P<name>[^:=\[\]\n]{{0,30}}?{SHORT_NAME})[ \t,(]+{_ROW_WORD}[01]\)?[ \t]*[:=][ \t]*(?P<row>[^:=]+)",
    re.IGNORECASE,
)
_OF_ROWS = spoken(  # Q: row "the": 1, row "cat": 2; Q is 1 for "the" and 2 for "cat"
    rf"(?P<label>(?>[^\[\]|]*(?:[-=]>|[→⟶⇒]))?[ \t]*(?:\(?(?:\d{{1,2}}[a-h]?|[a-h])[).][ \t]+)?)"
    rf"(?P<name>[^:=;\[\]\n]{{0,30}}?{SHORT_NAME})(?:[ \t]*[:=]|[ \t]+«is»\b|,?(?=[ \t]+{_ROW_WORD}))[ \t]+"
    r"(?P<rows>[^\[\]|]*)",
    re.IGNORECASE,
)
_ROW_OF = spoken(
    r"(?:\A|[,;]?\s+«and»\s+|[,;]\s+|\s+(?P<of>«for»)\s+)(?:«the»\s+)?"
    rf"(?:{_ROW_WORD}(?P<number>\d{{1,2}})\b"
    rf"|(?:{_ROW_WORD})?[\"'„“«]?(?P<word>(?!(?:«and»|«for»|ln|log|sqrt|exp)\b)[^\W\d_][\w'’-]{{0,20}})[\"'“”»]?)(?!\w)[ \t]*:?",
    re.IGNORECASE,
)
_AROUND = spoken(r"\A[,;]?\s*(?:«and»\s)?|[\s.,;]*\Z")
_BETWEEN = spoken(r"[ \t]+«and»[ \t]+")
_SLASHED = pattern(
    rf"(?P<before>[ \t]*(?:[^\W\d_]+[ \t]+){{0,2}}{SHORT_NAME})[ \t]+(?P<rows>[-−+]?[\d.][^=≈:\[\]|;]*)"
)
_NAME_BESIDE = pattern(rf"[ \t,;]*{SHORT_NAME}[ \t]*[=≈:][ \t]*")


def taken_out(text: str, before: Sequence[FlatGrid] = ()) -> tuple[str, list[FlatGrid]]:
    """A text with its matrices taken out: a mark at the first line of each, its other lines empty; the matrices in order,
    behind those taken out *before*.

    >>> text, grids = taken_out("    | 1 2 |\\nQ = | 3 4 |, so")
    >>> text == f"Q = {OPEN}0{CLOSE}, so\\n", grids[0].entries
    (True, (('1', '2'), ('3', '4')))
    """
    out: list[str] = []
    grids = list(before)
    whole = text.split("\n")
    rows, tails = _tails(whole)
    lines = _chained(
        _unlabelled(_by_heads([_unnumbered(line) for line in _told_rows(rows)]))
    )
    for k, count, block in blocks(lines):
        if block is None:
            out.append(whole[k] if rows[k] != whole[k] else lines[k])
            continue
        parts = []
        for j, table in enumerate(block.tables):
            beside = j and _NAME_BESIDE.fullmatch(block.words[j])
            parts += [
                SEP if beside else "",
                block.words[j],
                f"{OPEN}{len(grids)}{CLOSE}",
            ]
            if len(grids) >= MOST_MATRICES:
                raise LimitError(reading("most_matrices", most=f"{MOST_MATRICES:,}"))
            made = _grid(table, block.cells, k + 1)
            grids.append(replace(made, below=_is_below(table) and not block.drawn))
        parts.append(block.words[-1])
        for j in range(k, k + count):
            parts += [SEP, tails[j]] if j in tails else []
        out += ["".join(parts), *[""] * (count - 1)]
    return "\n".join(out), grids


def _tails(lines: list[str]) -> tuple[list[str], dict[int, str]]:
    """Lines in which rows below each other end without the number that the same words say of each, and what these say, at the
    last of them.

    >>> _tails(["E:", "[1 2] sum = 3", "[3 4] sum = 7", "5 6 -> mean 5.5"])
    (['E:', '[1 2]', '[3 4]', '5 6 -> mean 5.5'], {2: 'sum: (3; 7)'})
    """
    out, tails = list(lines), dict[int, str]()
    found = enumerate(fits(_TAILED, line) for line in lines)
    for words, several in groupby(found, lambda one: one[1] and one[1]["words"]):
        group = [(k, one) for k, one in several if one]
        if len(group) > 1 and all(_row_in(one["row"]) for _, one in group):
            for k, one in group:
                out[k] = one["row"]
            tails[k] = f"{words}: ({'; '.join(one['number'] for _, one in group)})"
    return out, tails


def _row_in(line: str) -> bool:
    """Whether a line ends in a row of two entries and more, in brackets or behind what names or counts it."""
    return len(entries(re.split("[=:]", line)[-1].strip(" \t()[],;"))) > 1


def _is_below(table: Sequence[str]) -> bool:
    """Whether numbers stand below each other, one in each row."""
    return len(table) > 1 and all(len(row.split()) == 1 for row in table)


def _grid(
    table: Sequence[str], cells: tuple[Strings, ...] | None, line: int
) -> FlatGrid:
    """The matrix of some rows, whose cells may be known."""
    inner = "; ".join(" ".join(row.split()) for row in table)
    shown = (
        f"[{inner}]" if len(table) > 1 else inner
    )  # 524 800 may be one number, where a number is asked
    if cells:
        return FlatGrid(shown, line, cells, table=True)
    return of_rows(table, shown, line)


def _chained(lines: list[str]) -> list[str]:
    """Lines in which rows that are each equal to others are matrices equal to each other, behind a name or below one.

    >>> _chained(["G = (ln 2, 1) = (0.69, 1)", "(0, 1)", "so"])
    ['G = [ln 2, 1; 0, 1] = [0.69, 1; 0, 1]', '', 'so']
    """
    out, k = list(lines), 0
    while k < len(lines):
        named = _NAMED_CHAIN.match(lines[k])
        name = named[0] if named and not entries(named[0].rstrip(" =≈:")) else ""
        rows = _rows_below(lines, k, _sides(lines[k][len(name) :]))
        most = max(map(len, rows), default=0)
        if len(rows) > 1 < most and {len(row) for row in rows} <= {1, most}:
            sides = zip(
                *(row * most if len(row) == 1 else row for row in rows), strict=True
            )
            matrices = " = ".join(f"[{'; '.join(side)}]" for side in sides)
            whole = f"{name} {matrices}" if name else matrices
            out[k : k + len(rows)] = [whole, *[""] * (len(rows) - 1)]
        k += max(len(rows), 1)
    return out


def _rows_below(lines: Sequence[str], k: int, first: list[str]) -> list[list[str]]:
    """A row of two and more, and those on the lines below it that go on with it, each with what it is equal to."""
    if not first:
        return []
    width, rows = widths(first[0]), [first]
    for at in range(k + 1, len(lines)) if max(width) > 1 else ():
        if not (sides := _sides(lines[at])) or not (width := width & widths(sides[0])):
            break
        rows.append(sides)
        if max(width) < 2:
            break
    return rows


def _no_row() -> frozenset[str]:
    """Words before a number that count no rows."""
    return words_for("head", "group", "question", "task", "part", "step")


def _row(said: str) -> str:
    """The numbers of a row without brackets, with each = between what are equal: (ln 2, 1) = (0.69, 1); "" for anything else.

    >>> _row("(ln 2, 1) = (0.69, 1)"), _row("ln 2 = 0.69, 2/2 = 1"), _row("4/2 + log x = 2.5."), _row("1; 2"), _row("see 1")
    ('ln 2, 1 = 0.69, 1', 'ln 2  2/2 = 0.69  1', '2.5', '1  2', '')
    >>> _row("e^0 = 1, sum 3, so 1/3, 2/3"), _row("ln 2 = 0.69 and 1 + 2 = 3")
    ('1/3, 2/3', 'ln 2  1 + 2 = 0.69  3')
    >>> _row("ln 2, 1 = 1"), _row("ln 2 = 0.69, 2"), _row("ln 2 = 0.69 = 1, 3 = 3")
    ('ln 2  1 = ln 2  1', 'ln 2  2 = 0.69  2', '')
    """
    said = _LEADS.split(said)[-1]
    chains = [
        _EQUAL.split(one) for one in _BESIDE.split(said)
    ]  # ln 2 = 0.69, 2/2 = 1, 4
    most, sides = max(map(len, chains)), _sides(said)
    if not sides and most > 1 and {len(chain) for chain in chains} <= {1, most}:
        full = [chain * most if len(chain) == 1 else chain for chain in chains]
        sides = _sides(" = ".join(map("; ".join, zip(*full, strict=True))))
        sides = sides if sides or len(chains) > 1 else _sides(chains[0][-1])
    return " = ".join(
        sides if len(sides) > 1 and max(widths(sides[0])) > 1 else sides[-1:]
    )


def _sides(said: str) -> list[str]:
    """The rows of numbers that are equal in a line of nothing else, without brackets; none where they are not of one length."""
    sides = [_listed(side.strip(" ,;").rstrip(" .,;")) for side in _EQUAL.split(said)]
    many = {len(entries(side)) for side in sides}
    return sides if len(many) == 1 and many != {0} else []


def _listed(row: str) -> str:
    """A row without brackets round it, and with blanks for its semicolons."""
    return in_cells(row[1:-1] if row[:1] + row[-1:] in ("()", "[]") else row)


class _LabelledRow(NamedTuple):
    """A row of numbers behind a word that counts it, or behind one of the sheet's, which says nothing more and is left out;
    *loose* where no sign stands between."""

    row: str
    word: str = ""
    number: int = 0
    loose: bool = False

    def goes_on(self, row: _LabelledRow | None) -> bool:
        """Whether another row is the next of the same matrix."""
        next_one = self.word, self.number + bool(self.word)
        if row is None or (row.word, row.number) != next_one:
            return False
        return bool(self.widths & row.widths)

    @property
    def widths(self) -> frozenset[int]:
        """How many entries it may have."""
        return widths(self.row.partition(" = ")[0])


def _labelled(line: str) -> _LabelledRow | None:
    """The row that a line is with its label."""
    if (item := _ITEM.match(line)) and (row := _row(line[item.end() :])):
        return _LabelledRow(row)
    told = fits(_TOLD, line)
    if (
        told
        and about.is_token(told["word"])
        and not _NAMED_ROW.match(_LEADS.split(told["row"])[-1])
        and (row := _row(told["row"]))
    ):
        return _LabelledRow(row, loose=not told["sign"])
    counted = fits(_COUNTED_ROW, line)
    if counted is None or (word := counted["word"]).lower() in _no_row():
        return None
    row = _row(counted["row"])  # but KV1 of head 1
    named = not row or any(map(about.is_headed, (word, word.upper())))
    return None if named else _LabelledRow(row, word, int(counted["number"]))


def _unlabelled(lines: list[str]) -> list[str]:
    """Lines in which rows stand without the words of the sheet that are their tokens, which no name needs: "I: 1 2", "saw  0 1",
    or that count them; below words over their columns they are a table's.

    >>> with about.about(["I", "saw"], [], False):
    ...     _unlabelled(["S:", "I : 1 0", "saw : 0 1", "", "  I saw", "I 1 0", "saw 0 1"])
    ['S:', '1 0', '0 1', '', '  I saw', 'I 1 0', 'saw 0 1']
    >>> _unlabelled(["A:", "- token 1: 1, 0", "- token 2: 0, 1", "word 7: 3 4"])
    ['A:', '1, 0', '0, 1', 'word 7: 3 4']
    """
    found, out, k = [*map(_labelled, lines), None], list(lines), 0
    while k < len(lines):
        end = k + 1
        while (row := found[end - 1]) and row.goes_on(found[end]):
            end += 1
        near = range(k - 1, max(k - NEAR, 0) - 1, -1)
        top = next((j for j in near if lines[j].strip()), k)
        above = lines[top] if top < k else ""
        rows = [row for row in found[k:end] if row]
        loose = any(row.loose for row in rows)
        alone = (
            len(rows) == 1 and not rows[0].word and not _ITEM.match(lines[k])
        )  # a sheet of one word
        alone = alone and about.is_name(above.strip(" \t:=*$#"))
        if end > k + 1 or (alone and not (loose and _is_table(lines[k:], end + 1 - k))):
            items = [_BULLET.sub("", line) for line in lines[k:end]]
            table = [*lines[top:k], *items, *lines[end : end + 1]]
            worded = "\t" in above or not rows[0].word
            head = worded and _is_head(above, max(rows[0].widths))
            if (
                (loose or head)
                and not rows[0].word
                and _is_table(table, end - top, known=not loose)
            ):
                out[k:end] = items
            elif not head or not (loose or "\t" in above):
                out[k:end] = _bare(rows)
                if about.is_single(above.strip(" \t:=*$#")):
                    out[k:end] = _on_one_line(out[k:end])
                elif top < k and _is_over_values(LinesFrom(lines, top), rows):
                    out[top] = ""
        k = end
    return out


def _is_over_values(at: LinesFrom, rows: Sequence[_LabelledRow]) -> bool:
    """Whether a line below a name has a word over the words before some rows and one over their only numbers: token   value."""
    cells = re.split(r"\t|[ ]{2,}", at.first.strip())
    in_words = all(re.fullmatch(r"[^\W\d_]{3,}", cell) for cell in cells)
    single = {max(row.widths) for row in rows} == {1}
    named = any(about.is_name(cell) or about.is_token(cell) for cell in cells)
    return len(cells) == 2 and in_words and single and not named and at.is_below_name


def _bare(rows: Sequence[_LabelledRow]) -> list[str]:
    """Rows without their labels, of chains that are not all as long the last value of each."""
    even = len({row.row.count(" = ") for row in rows}) == 1
    return [row.row if even else row.row.split(" = ")[-1] for row in rows]


def _on_one_line(rows: list[str]) -> list[str]:
    """The numbers of a line of one row that stand below each other, behind the words that its columns are of: one row.

    >>> _on_one_line(["0.5", "1/2"]), _on_one_line(["1 2", "3 4"])
    (['[0.5  1/2]', ''], ['1 2', '3 4'])
    """
    if len(rows) < 2 or not all(widths(row) == {1} for row in rows):
        return rows
    return [f"[{'  '.join(map(str.strip, rows))}]", *[""] * (len(rows) - 1)]


def _is_table(lines: Sequence[str], many: int, known: bool = False) -> bool:
    """Whether so many lines, or more, are read as one table; of a *known* line, if that says whose it is.

    >>> _is_table(["  x y", "A 1 2", "B 3 4"], 3), _is_table(["Q:", "A 1 2", "B 3 4"], 3)
    (True, False)
    """
    at = LinesFrom(lines, 0)
    found = next(filter(None, (one.finds(at) for one in BLOCKS)), None)
    if found is None or found.lines < many:
        return False
    named = found.words[0].strip(" \t:=*$`")
    return not known or not named or about.is_name(named)


def _is_head(above: str, width: int) -> bool:
    """Whether a line has words over the columns of a table of so many: tokens, counters, names of lines, whatever words."""
    cells = [cell.strip() for cell in above.split("\t") if cell.strip()]
    if above.rstrip().endswith((":", "=")):
        return False
    if "\t" in above and (
        len(cells) == width + 1 or any(map(about.is_name, above.split("\t")[1:]))
    ):
        return True
    top = _NAMED_TOP.match(above)
    over = (
        above[top.end() :].split()
        if top
        else above.split()
        if above[:1] in " \t"
        else []
    )
    return (
        len(over) == width
        or sum(map(about.is_token, re.split(r"[\s|:]+", above))) >= width > 1
    )


def _told_rows(lines: list[str]) -> list[str]:
    """Lines that name a line and its rows, each with its numbers, without the words for the rows.

    >>> said = ['Q: row "the": 1, 0; row "cat": 0, 1', "Q is 1.5 for the and 0 for the cat.", "Q row 1: 1 0", "row 2: 0 1"]
    >>> with about.about(["the", "cat"], ["Q"], False):
    ...     _told_rows(said)
    ['Q = (1, 0; 0, 1)', 'Q = (1.5; 0).', 'Q = 1 0', 'row 2: 0 1']
    """
    out = list(lines)
    over: Sequence[int] = ()  # the rows that a table's columns are, in order
    for k, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        cells = between_bars(line.strip()) if line.lstrip().startswith("|") else []
        over = (
            (_in_order([_ROW_TOP.fullmatch(top) for top in cells[1:]]) or over)
            if cells
            else ()
        )
        if len(over) == len(cells) - 1 and about.is_name(cells[0]):
            rows = [unbracketed(cells[1 + k]) for k in over]
            if len({len(entries(row)) for row in rows} - {0}) == 1:
                out[k] = f"{cells[0]} = [{'; '.join(rows)}]"
        elif (
            (first := fits(_NAMED_FIRST, line))
            and _NUMBERED.match(below)
            and entries(first["row"])
        ):
            out[k] = f"{first['name']} = {first['row']}"
        elif (
            " / " in line
            and (found := fits(_SLASHED, line))
            and in_one_line(REMARK.sub("", found["rows"]))
        ):
            out[k] = f"{found['before']} = {found['rows']}"
        elif (found := fits(_OF_ROWS, line)) and (
            told := _rows_of(found["rows"], about.is_name(found["name"].split()[-1]))
        ):
            out[k] = f"{found['label']}{found['name']} = {told}"
    return out


def _in_order(counted: Sequence[Match | None]) -> Sequence[int]:
    """Which of the rows that have their numbers, from 0 or from 1, is the first, the second …; none where one has no number."""
    numbers = [int(found["number"]) for found in counted if found and found["number"]]
    rows = sorted(numbers)
    counts = rows[:1] in ([0], [1]) and rows == [
        *range(rows[0], rows[0] + len(counted))
    ]
    return [numbers.index(row) for row in rows] if counts else ()


def _rows_of(said: str, named: bool) -> str:
    """Rows that are counted or called by the sheet's tokens, their numbers before or behind that; "" for anything else."""
    items = [
        item
        for item in _ROW_OF.finditer(said)
        if item["number"] or about.is_token(item["word"])
    ]
    worded = all(
        item["word"] for item in items
    )  # then the name may be words: The queries are 1 for the, 2 for cat
    if (
        len(items) < 2
        or len({bool(item["of"]) for item in items}) > 1
        or not (named or worded)
    ):
        return ""
    order = (
        _in_order(items) if any(item["number"] for item in items) else range(len(items))
    )
    starts, ends = [item.start() for item in items], [item.end() for item in items]
    between = [said[a:b] for a, b in zip([0, *ends], [*starts, len(said)], strict=True)]
    rows, rest = (
        (between[:-1], between[-1]) if items[0]["of"] else (between[1:], between[0])
    )
    rows = [_BETWEEN.sub("  ", _AROUND.sub("", _EQUAL.split(row)[-1])) for row in rows]
    rows = [_listed(unbracketed(rows[k])) for k in order] or [""]
    even = all(map(is_entry, rows)) or (
        len({len(entries(row)) for row in rows}) == 1 and entries(rows[0])
    )
    return (
        f"({'; '.join(rows)}){rest}"
        if even and (not rest.strip() or (items[0]["of"] and rest[0] in ".,;"))
        else ""
    )


def _by_heads(lines: list[str]) -> list[str]:
    """Lines in which the matrices of heads below a name have that name before them.

    >>> with about.about((), ["Q_1", "Q_2"], False):
    ...     _by_heads(["Q split into heads:", "  head 0: [[1]]", "  head 1: [[2]]", "head 2: [[3]]"])
    ['Q split into heads:', '  Q_0: [[1]]', '  Q_1: [[2]]', 'Q_2: [[3]]']
    """
    out, name, alone = list(lines), "", False
    for k, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        item, row = fits(_HEAD_ITEM, line), bool(entries(line))
        if item and (not name or _NAME_BESIDE.match(item["rest"])):
            item = None
        if item and re.search(r"\d", item["rest"]):
            out[k] = f"{item['before']}{name}_{item['head']}:{item['rest']}"
        elif item and not item["rest"].strip() and entries(below):
            out[k] = f"{name}[{item['head']}] ="
        elif alone and row:
            name = ""  # a matrix of its own
        elif not item and not row:
            above = fits(_OF_HEADS, line)
            first = None if above else fits(_HEAD_ITEM, below)
            over = _NAME_OVER_HEADS.fullmatch(line) if first else None
            if first and over and _is_headed(over["name"], int(first["head"])):
                above = over
            name = above["name"] if above else name if line[:1] in " \t" else ""
        if line.strip():
            alone = not item and not row
    return out


def _is_headed(name: str, head: int) -> bool:
    """Whether a name is that of a line, with the number of a head, which may be counted from 0, or of all heads."""
    return any(map(about.is_name, (name, f"{name}_{head}", f"{name}_{head + 1}")))


def _unnumbered(line: str) -> str:
    """A row of numbers without the words that say which row it is: "Row 1: 0.5 0.5"; "Row 1: A = …" with them behind the name;
    and without a remark in brackets, at an arrow or worked out behind it: "0.5 0.5 (row sums 1, 1)", "0 0 <- q = 0"."""
    if len(line) > LONGEST:
        return line
    words = _BEHIND.search(line) if line.rstrip(" .")[-1:] == ")" else None
    remark = words or _ARROWED.search(line)
    if remark and entries(re.split("[=:]", line[: remark.start()])[-1]):
        line = line[: remark.start()]
    if any_known() and line.count("|") == 2:  # one row, in letters
        before, row, after = line.split("|")
        if row[:1] == row[-1:] == " " and _WIDE.search(row) and not entries(row):
            return f"{before}[{', '.join(re.split(r'[ ]{2,}', row.strip()))}]{after}"
    before = part[0] if (part := _PART.match(line)) else ""
    if not (found := _NUMBERED.match(line, len(before))):
        said = _FIRST_ROW.match(line)  # A: the first row is (1, 0), because …
        return f"{said[1]} {line[said.end() :]}" if said else line
    named = _NAMED_ROW.match(line, found.end())
    if named and not is_entry(named[1]):  # e^0 = 1, …
        return f"{before}{named[1]} {line[len(before) : found.end()].strip(' .:=)')} {line[named.end(1) :]}"
    rest = line[found.end() :]
    return before + rest.strip().rstrip(".,;") if _sides(rest) else line
