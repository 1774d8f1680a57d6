"""Answers in tables: question → name → matrix, or the names alone; wrappers around them are passed through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from symattn.errors import SymattnError
from symattn.language import read
from symattn.later import pattern
from symattn.limits import MOST_CHARACTERS, MOST_ENTRIES
from symattn.marking.answers.about import is_name, is_token, now
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.cells import closed
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import Cells, cells_of
from symattn.marking.answers.headings import NamedByHeading, head_in, heading
from symattn.marking.answers.latex import entry_of
from symattn.marking.answers.ledger import AnswerText, too_many
from symattn.marking.answers.numerals import evidence, of_program
from symattn.marking.answers.prose import remembered
from symattn.marking.answers.written import (
    FORMULA,
    START,
    AnswerPlace,
    Contents,
    Side,
    WrittenAnswer,
)
from symattn.marking.said import fact, reading
from symattn.notation.symbols import symbol
from symattn.records import replace
from symattn.said import Pair
from symattn.tables import Place, apart_from, in_turn, only, some
from symattn.tex.signs import words

MOST_DIGITS = (
    2_000  # of one number with its exponent: as many as of a text that is kept
)
DEEPEST = 12  # tables inside each other: submission, student, question, part, head and line are six
MOST_HEADS = 32  # that one record is of: it is read again for each
WRAPPERS = words(
    "answers answer solution solutions submission data results result values response responses student questions steps matrices"
    " output outputs parts choices heads"
)
_ABOUT = words(
    "schema title name student id email timestamp course section digest symattn version date note notes"
)

_NAMES = ("name", "line", "label", "symbol", "variable")
_VALUES = (
    "value",
    "matrix",
    "answer",
    "shown",
    "decimal",
    "exact",
    "array",
    "data",
    "rows",
    "entries",
    "values",
    "result",
    "shape",
)

_SAID = words("answer response solution text")  # fields of a text that tells the names
_EQUATION = pattern(r"\s*[^\W\d_]\S{0,20}\s*[=≈]")
_ROW = spoken(r"«row»[ \t_-]*(\d{1,2})", re.IGNORECASE)
_RELATED = pattern(r"[^\W\d_]\S{0,20}\s*[=≈]")
_PART = pattern(r"\(?[a-h]\)?")
_BY_BLANKS = pattern(
    r" *[-−+]?[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)? *"
)  # blanks between thousands, where one entry stands alone


def walk(
    tree: Mapping[str, object] | Sequence[object],
    ids: frozenset[str],
    place: AnswerPlace = START,
    depth: int = 0,
) -> Iterator[WrittenAnswer]:
    """Every answer in a table.

    >>> [(w.place.question, w.label) for w in walk({"student": "Ada", "answers": {"q1": {"A": [[1]]}}}, frozenset(["q1"]))]
    [('q1', 'A')]
    >>> [w.place.question for w in walk({"id": "ab12", "answers": {"A": [[1]]}}, frozenset(["q1"]))]
    [None]
    """
    if depth > DEEPEST:
        return
    if not isinstance(tree, Mapping):
        for item in tree:
            if isinstance(item, Mapping):
                yield from walk(item, ids, place, depth + 1)
        return
    tree, place, of_question = _of_question(tree, ids, place)
    step = _step(tree)
    if of_question and step is None and (texts := _said(tree, ids, place)):
        yield from texts
        tree = apart_from(tree, [key for key in tree if key in _SAID][:1])
    if step is not None:
        if step[0] and step[1] == "shape":
            sizes = tree["shape"] if isinstance(tree["shape"], list) else []
            yield WrittenAnswer(
                step[0],
                error=FORMULA,
                place=place,
                text=f"({', '.join(map(str, sizes))})",
            )
        elif step[0]:
            yield _both(step[0], tree, step[1], place)
        return
    of = next((key for key in tree if _of_heads(key, tree[key])), None)
    if of is not None and len(tree) > 1:
        rest = apart_from(tree, [of])
        said = tree[of]
        heads = said if isinstance(said, list) else [said]
        if len(heads) > 1 and place.head is not None:
            heads = [
                place.head
            ]  # heads within heads are one: else each level would multiply all below it
        for head in heads:
            yield from walk(rest, ids, replace(place, head=int(str(head))), depth + 1)
        return
    inside = some(map(tree.get, ("steps", "results", "answers", "parts")), list, dict)
    named = tree.get("id")
    if (
        isinstance(named, str) and inside and (depth or named in ids)
    ):  # not the student's
        place = replace(place, question=named)
    yield from _entries(tree, ids, place, depth)


def _entries(
    tree: Mapping[str, object], ids: frozenset[str], place: AnswerPlace, depth: int
) -> Iterator[WrittenAnswer]:
    """The answers behind the keys of a table: a text with equations below a question or a part has names of its own."""
    parts = _are_parts(tree)
    for key, value in tree.items():
        name, within = str(key), _inside(str(key), ids, place)
        leads = name.lower() in ids or heading(name, ids, marked=True) is not None
        said = equations_in(name, value, ids, within, parts) if leads else []
        yield from said or _entry(name, value, ids, place, depth)


def _of_question(
    tree: Mapping[str, object], ids: frozenset[str], place: AnswerPlace
) -> tuple[Mapping[str, object], AnswerPlace, bool]:
    """A record without its question and its part, the place that these lead to, and whether it has any:
    {"question": "q1", "line": "Q", "answer": "1 2"}."""
    whole = tree
    for key in ("question", "part"):
        told = tree.get(key)
        if isinstance(told, (str, int, Decimal)) and len(tree) > 1:
            called = str(told)
            found = heading(called, ids, marked=True) or NamedByHeading()
            if key == "question" or found.part is not None:
                place = _inside(called, ids, place)
            tree = apart_from(tree, [key])
    return tree, place, tree is not whole


def _said(
    tree: Mapping[str, object], ids: frozenset[str], place: AnswerPlace
) -> list[WrittenAnswer]:
    """The answers of a record of a question whose answer is a text with equations; nothing for any other.

    >>> [one.label for one in _said({"answer": "p = [1, 2]; c = 3"}, frozenset(), START)]
    ['p', 'c']
    >>> _said({"answer": "[1, 2]"}, frozenset(), START)
    []
    """
    text = next((tree[key] for key in _SAID if key in tree), None)
    if (
        not isinstance(text, str)
        or len(text) > MOST_CHARACTERS
        or not _EQUATION.match(text)
    ):
        return []
    return list(remembered(text, ids, place).answers)


def _in_unit(value: object, table: Mapping[str, object]) -> object:
    """A number with the unit that its table has for it: {"value": 140, "unit": "GB"}.

    >>> _in_unit(140, {"value": 140, "unit": "GB"}), _in_unit([1, 2], {"value": [1, 2], "unit": "GB"}), _in_unit(3, {"value": 3})
    ('140 GB', [1, 2], 3)
    """
    said = next((key for key in table if key.lower() in words_for("table.unit")), None)
    unit = table[said] if said is not None else None
    alone = isinstance(value, (str, int, Decimal)) and not isinstance(value, bool)
    return f"{value} {unit}" if alone and isinstance(unit, str) and unit else value


def _are_parts(tree: Mapping[str, object]) -> bool:
    """Whether the keys of a table are parts: each is a part's letter, and not each a line's name too."""
    keys = list(map(str, tree))
    return all(map(_PART.fullmatch, keys)) and not all(map(is_name, keys))


def equations_in(
    key: str,
    value: object,
    ids: frozenset[str] = frozenset(),
    place: AnswerPlace = START,
    parts: bool = False,
) -> list[WrittenAnswer]:
    """The answers of a text that names lines by itself, below the name of a question or a part; nothing for a value of the line
    that the key names.

    >>> from symattn.marking.answers.about import about
    >>> with about([], ["S", "c"], False):
    ...     [[one.label for one in equations_in(key, "S = [1 2], c = 3")] for key in ("1a", "S", "x")]
    [['S', 'c'], ['S', 'c'], ['S', 'c']]
    >>> equations_in("S", "S = [1 2]"), equations_in("S", "Q K = [1 2]")
    ([], [])
    """
    lines = value if isinstance(value, list) else [value]
    texts = [line for line in lines if isinstance(line, str) and _RELATED.search(line)]
    text = "\n".join(texts)
    if not texts or len(texts) < len(lines) or len(text) > MOST_CHARACTERS:
        return []
    answers = list(remembered(text, ids, place).answers)
    names = [one.label for one in answers if is_name(one.label)]
    told = len(names) > 1 if key in names else parts or not is_name(key)
    return answers if names and told else []


def _of_heads(key: object, value: object) -> bool:
    """Whether a field says of which heads its record is: "head": 1, "heads": [1, 2], and no more than a record may be of."""
    numbers = value if isinstance(value, list) and value else [value]
    return (
        len(numbers) <= MOST_HEADS
        and str(key).lower().removesuffix("s") in words_for("head")
        and all(str(number).isdecimal() for number in numbers)
    )


def _entry(
    key: str, value: object, ids: frozenset[str], place: AnswerPlace, depth: int
) -> Iterator[WrittenAnswer]:
    wrapper = key.lower() in WRAPPERS and key not in ids
    of_line = not wrapper and (is_name(key) or heading(key, ids, marked=True) is None)
    rows = _rows_of(value) if of_line and isinstance(value, Mapping) else []
    if rows:
        yield from _each(key, rows, place)
    elif isinstance(value, Mapping):
        leaf = next(
            (
                name
                for name in _VALUES
                if isinstance(value.get(name), (list, str, Decimal, int))
            ),
            None,
        )
        head = head_in(key)
        if leaf is not None and len(value) <= 4 and not wrapper:
            yield of_value(key, _in_unit(value[leaf], value), place)
        elif wrapper:
            yield from walk(value, ids, place, depth + 1)
        elif head is not None and key.lower() not in ids:
            yield from walk(value, ids, replace(place, head=head), depth + 1)
        else:
            yield from walk(value, ids, _inside(key, ids, place), depth + 1)
    elif isinstance(value, list) and value and only(value, Mapping):
        yield from walk(
            value, ids, place if wrapper else _inside(key, ids, place), depth + 1
        )
    elif "." in key and key.partition(".")[0] in ids:
        yield from _entry(
            key.partition(".")[2],
            value,
            ids,
            replace(place, question=key.partition(".")[0]),
            depth,
        )
    elif key.lower() not in _ABOUT or not isinstance(
        value, (str, int, Decimal, type(None))
    ):
        yield from _each(key, value, place)


def _rows_of(table: Mapping[str, object]) -> list[object]:
    """The rows of a matrix behind the words of the sheet that they stand for, or behind their numbers, entries behind such words
    too; nothing for any other table.

    >>> from symattn.marking.answers.about import about
    >>> with about(["I", "saw"], [], False):
    ...     _rows_of({"I": [1, 2], "saw": {"I": 3, "saw": 4}}), _rows_of({"row 1": [1], "row 2": [3]}), _rows_of({"a": [1, 2]})
    ([[1, 2], [3, 4]], [[1], [3]], [])
    """
    counted = [_ROW.fullmatch(key) for key in table]
    numbers = [int(found[1]) for found in counted if found]
    in_order = numbers in ([*range(len(table))], [*range(1, len(table) + 1)])
    if len(table) < 2 or not (all(map(is_token, table)) or in_order):
        return []
    rows = [
        _rows_of(row) if isinstance(row, Mapping) else row for row in table.values()
    ]
    lists = all(isinstance(row, list) and row and not some(row, list) for row in rows)
    single = all(isinstance(row, (str, int, Decimal)) for row in rows)
    return rows if lists or single else []


def _each(key: str, value: object, place: AnswerPlace) -> Iterator[WrittenAnswer]:
    """An answer, or those of a list of matrices: Q of every head, one after the other."""
    tables = value if isinstance(value, list) and all(map(_is_matrix, value)) else []
    if len(tables) > 1:
        for k, table in enumerate(tables):
            yield from _each(f"{key}[{k}]", table, place)
    else:
        yield of_value(key, value, place)


def _inside(key: str, ids: frozenset[str], place: AnswerPlace) -> AnswerPlace:
    """The place that a table's key leads to: a question, or the part of one, called as in a heading.

    >>> [_inside(key, frozenset(), START).question for key in ("Exercise 2", "2", "loss")]
    ['question 2', '2', 'loss']
    """
    found = heading(key, ids, marked=True) or NamedByHeading()
    if key.lower() in ids or (found.question is None and found.part is None):
        return replace(place, question=key)
    if found.part is None:  # q6 where there is none is for a person, as Exercise 6 is
        own = re.fullmatch(r"\W*[qQ]?\d+\W*", key)
        return replace(place, question=key if own else f"question {found.question}")
    return replace(place, question=found.question or place.question, part=found.part)


def _is_matrix(value: object) -> bool:
    """Whether a value of a file is a list of lists."""
    return isinstance(value, list) and value != [] and only(value, list)


def _step(tree: Mapping[str, object]) -> Pair | None:
    """The name and the key of the value where a table is one answer: {"name": "Q_1", "value": [[1, 2]]}."""
    name = next((key for key in _NAMES if key in tree), None)
    value = next(
        (key for key in _VALUES if isinstance(tree.get(key), (list, str))), None
    )
    if name is None or value is None or not isinstance(tree[name], (str, type(None))):
        return None
    return str(tree[name] or ""), value


def _both(
    name: str, tree: Mapping[str, object], value: str, place: AnswerPlace
) -> WrittenAnswer:
    """A line of a solved sheet has its exact value and its decimals: a chain."""
    found = of_value(name, tree[value], place)
    if value in ("shown", "decimal") and isinstance(tree.get("exact"), list):
        exact = of_value(name, tree["exact"], place)
        if exact.cells:
            return replace(found, earlier=(Side(exact.text, 0, exact.cells),))
    return found


def of_value(label: str, value: object, place: AnswerPlace = START) -> WrittenAnswer:
    """An answer from a TOML or JSON value: rows of numbers and texts, one row, a number, or one text.

    >>> of_value("A", [[1, "1/2"]]).cells[0][1].number
    Number(1/2)
    """
    if isinstance(value, str):
        return of_text(label, value, place)
    text = _shown(value)
    value = int(value) if isinstance(value, bool) else value  # of a comparison
    if isinstance(value, list):
        value = closed(value, "()", ", ")
    rows = value if isinstance(value, list) else [[value]]
    listed = not some(rows, list)
    if rows and listed:
        rows = [rows]
    while rows and all(map(_is_matrix, rows)):
        rows = list(in_turn(rows))  # one table below the other
    scalar = not isinstance(value, list)
    try:
        return WrittenAnswer(
            label, _rows(rows), place=place, text=text, scalar=scalar, listed=listed
        )
    except SymattnError as error:
        words = all(
            isinstance(x, str) and not re.search(r"\d", x)
            for row in rows
            if isinstance(row, list)
            for x in row
        )
        return WrittenAnswer(
            label, (), str(error), place, text=text, scalar=scalar or words
        )


def _shown(value: object) -> str:
    """A value of a file in one line: rows between semicolons, texts between commas.

    >>> _shown([[1, 2], [3, 4]]), _shown(["n", "4*d"])
    ('1 2; 3 4', 'n, 4*d')
    """
    if not isinstance(value, list):
        return str(value)
    if len(value) == 1:
        return _shown(value[0])
    single = (str, int, Decimal) if now().shapes else (str, int)
    texts = [str(one) for one in value if isinstance(one, single)]
    listed = str in map(type, value) or now().shapes  # of sizes: 6, 512
    if len(texts) == len(value) and listed and "," not in "".join(texts):
        return ", ".join(texts)
    return "; ".join(
        " ".join(map(_shown, row)) if isinstance(row, list) else str(row)
        for row in value
    )


def of_text(label: str, text: str, place: AnswerPlace = START) -> WrittenAnswer:
    """An answer from one text in any spelling: a matrix, a chain of values, an expression with written matrices.

    >>> of_text("L", "1/2 [4 10; 10 24] = [2 5; 5 12]").cells[1][1].text
    '12'
    """
    if len(text) > MOST_CHARACTERS:
        said = reading(
            "most_characters", count=f"{len(text):,}", most=f"{MOST_CHARACTERS:,}"
        )
        return WrittenAnswer(label, (), said, place, text=text[:200])
    found = remembered(f"x = {text}").answers
    first = found[0] if found else WrittenAnswer("x", error=FORMULA)
    if first.error != FORMULA and len(found) == 1:
        label = next(
            (name for name in first.also[:1] if _is_turned(name, label)), label
        )  # K: K^T = …
        return replace(
            first,
            label=label,
            place=place,
            text=text if not first.text else first.text,
            also=(),
            loose=False,
        )
    try:
        value = read(text)
        return WrittenAnswer(
            label, value.cells, place=place, text=text, scalar=not value.is_matrix
        )
    except SymattnError as error:
        return WrittenAnswer(
            label,
            (),
            str(error),
            place,
            text=text,
            scalar=not re.search(r"\[|begin", text),
        )


def _is_turned(name: str, label: str) -> bool:
    """Whether a name is the transpose of what a label names, or the other way round.

    >>> _is_turned("K^T", "K"), _is_turned("K", "K"), _is_turned("Q K^T", "S")
    (True, False, False)
    """
    mine, other = symbol(name), symbol(label)
    return (
        mine is not None
        and other is not None
        and mine._replace(turned=not mine.turned) == other
    )


def _rows(rows: list[object]) -> Cells:
    """The entries of a table: each as its text says, as in a file of any other kind."""
    entries = sum(len(row) for row in rows if isinstance(row, list))
    if entries > MOST_ENTRIES:
        raise SymattnError(
            reading("most_entries", count=f"{entries:,}", most=f"{MOST_ENTRIES:,}")
        )
    found = []
    for i, row in enumerate(rows):
        if not isinstance(row, list) or not row:
            raise SymattnError(reading("no_row", i=i + 1))
        found.append([_text(x, i, j) for j, x in enumerate(row)])
    if not _may_be_rows(found):
        found = [[_without_blanks(text) for text in row] for row in found]
    if not found:
        raise SymattnError(reading("no_rows"))
    return cells_of(FlatGrid("", 0, tuple(map(tuple, found))))


def _may_be_rows(found: list[list[str]]) -> bool:
    """Whether each entry of a list may be a row with blanks between its numbers: 1 200 and 3 400 of a matrix with two columns.

    >>> _may_be_rows([["1 200"], ["3 400"]]), _may_be_rows([["1 200"], ["3"]]), _may_be_rows([["1 200"]])
    (True, False, False)
    """
    texts = list(in_turn(found))
    listed = len(texts) in (len(found), len(found[:1] and found[0]))
    return listed and len(texts) > 1 and all(map(_BY_BLANKS.fullmatch, texts))


def _without_blanks(text: str) -> str:
    """An entry without the blanks between its thousands.

    >>> _without_blanks("268 435 456"), _without_blanks("2 sqrt(2)")
    ('268435456', '2 sqrt(2)')
    """
    return text.replace(" ", "") if _BY_BLANKS.fullmatch(text) else text


def _text(x: object, i: int, j: int) -> str:
    """The text of an entry, with the digits it was written with; raises SymattnError for nan, the huge and what is no number.

    >>> _text(Decimal("0.50"), 0, 0), _text(Decimal("1E+3"), 0, 0), _text(3, 0, 0)
    ('0.50', '1E+3', '3')
    """
    if isinstance(x, str):
        return entry_of(x)
    if isinstance(x, bool) or not isinstance(x, (int, Decimal)):
        raise SymattnError(_at((i, j), reading("no_number")))
    number = Decimal(x)
    if number == Decimal("-Infinity"):
        return "-inf"
    if not number.is_finite():
        raise SymattnError(_at((i, j), reading("not_finite", text=str(x).lower())))
    exponent = int(number.as_tuple().exponent)
    if abs(exponent) + len(number.as_tuple().digits) > MOST_DIGITS:
        raise SymattnError(_at((i, j), reading("most_digits", most=f"{MOST_DIGITS:,}")))
    return (
        format(number, "f")
        if exponent <= 0 and abs(number.adjusted()) <= 20
        else str(number)
    )


def _at(place: Place, text: str) -> str:
    """What is said of an entry, with its place, which counts from 0 in code."""
    return reading("at_entry", i=place[0] + 1, j=place[1] + 1, said=fact(text))


def decimal(text: str) -> Decimal:
    """A numeral of a file as it is written, never a binary float.

    >>> decimal("0.10")
    Decimal('0.10')
    """
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")


def contents(
    tree: Mapping[str, object] | Sequence[object], ids: frozenset[str], text: str = ""
) -> Contents:
    """The contents of a file that is one table, and its text."""
    source = AnswerText(text)
    if too_many(
        [source]
    ):  # is refused with its limit, and nothing of it is worked out before
        return Contents(sources=[source])
    with evidence(text), of_program():
        return Contents(list(walk(tree, ids)), sources=[source])
