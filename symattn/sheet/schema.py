"""The worksheet format, version 1: every table and key, and the kinds of value that single keys have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from symattn.errors import SymattnError
from symattn.exact.number import Number
from symattn.figures.options import wrong
from symattn.files import languages
from symattn.language.letters import known
from symattn.plan.shapes import letters
from symattn.records import frozen, replace
from symattn.sheet.cells import Given, MatrixRows
from symattn.sheet.kind_of_attention import KindOfAttention
from symattn.sheet.kinds import (
    Choice,
    FilledKey,
    Flag,
    KeyOf,
    Keys,
    ListOf,
    PartMarks,
    Prose,
    Schema,
    Table,
    TableOf,
    Text,
    Whole,
    instead,
)
from symattn.sheet.lengths import LengthOf, RoomOf
from symattn.sheet.lettered import NAME, Letters, letters_of
from symattn.sheet.measures import SHOWS
from symattn.sheet.options import ELSEWHERE_CALLED, Options
from symattn.sheet.randomness import RANDOM
from symattn.sheet.shares import MarkingKeys, MarkingTable
from symattn.sheet.source import Place
from symattn.sheet.variants import VARIANTS, Option
from symattn.sheet.varying import VaryKeys
from symattn.sheet.working import WorkingOf

if TYPE_CHECKING:
    from symattn.sheet.sheet import FigureLike, Question


# --- asked ---
# The kinds of value of questions that are not computed: shapes in letters, claims of a proof, figures.

# Batch, heads, rows and columns, and two to spare.
MOST_AXES = 6
_SHAPE = 'write the sizes, such as ["B", "n", "d"] or [4, "h*d_k"]'


@frozen
class ShapeOf:
    """A shape: from two to six sizes, each a number or letters."""

    def read(self, value: object, at: Place) -> tuple[int | str, ...] | None:
        """The sizes as written; raises SymattnError."""
        if not isinstance(value, list):
            raise instead(value, "a shape", _SHAPE)
        if not 1 <= len(value) <= MOST_AXES:
            raise SymattnError(f"a shape with {len(value)} sizes", _SHAPE)
        found = [_size(size, at / index) for index, size in enumerate(value)]
        if None in found:
            return None
        if len(found) == 1:
            row = f'[1, "{found[0]}"]' if isinstance(found[0], str) else [1, *found]
            hint = f"a shape has two sizes or more: a row is {at.path[-1]} = {row}"
            raise SymattnError("a shape with one size", hint)
        return tuple(found)  # type: ignore[arg-type]

    def schema(self) -> Schema:
        """An array of numbers and text."""
        return {
            "type": "array",
            "minItems": 2,
            "maxItems": MOST_AXES,
            "items": {"type": ["integer", "string"]},
        }


@frozen
class CheckSizes:
    """The two sizes of a generic matrix in a check: rows and columns."""

    most: int = 12

    def read(self, value: object, at: Place) -> tuple[int, int]:
        """Rows and columns; raises SymattnError."""
        hint = f"write rows and columns, such as [2, 4]; at most {self.most}"
        if not isinstance(value, list) or len(value) != 2:
            raise instead(value, "rows and columns", hint)
        if not all(
            isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= self.most
            for n in value
        ):
            raise SymattnError(f"{value[0]}×{value[1]} is out of range", hint)
        return value[0], value[1]

    def schema(self) -> Schema:
        """Two integers."""
        item = {"type": "integer", "minimum": 1, "maximum": self.most}
        return {"type": "array", "minItems": 2, "maxItems": 2, "items": item}


@frozen
class FigureOf:
    """A figure: its name, or a table with its name and what the author sets."""

    def read(self, value: object, at: Place) -> FigureLike:
        """The name or the table; raises SymattnError."""
        if not isinstance(value, str | dict):
            raise instead(
                value,
                "a figure",
                'write its name, such as "multi-head", or { name = "heat-map", line = "A" }',
            )
        for key, what, hint in wrong(
            {"name": value} if isinstance(value, str) else value
        ):
            (at / key if isinstance(value, dict) and key in value else at).wrong(
                what, hint
            )
        return value

    def schema(self) -> Schema:
        """Text or a table."""
        return {"type": ["string", "object"]}


def _size(value: object, at: Place) -> int | str | None:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        at.wrong("a size is a number or letters", _SHAPE)
        return None
    if isinstance(value, int):
        if value < 1:
            at.wrong(f"{value} is no size", "write a whole number above 0")
        return value
    with at.heard():  # whether it divides is known with the relations
        letters.parsed(value.replace("/", "*"))
        return value
    return None


@frozen
class NotationChoice:
    """A notation: the name of a shipped one, a path, or a table of its own."""

    def read(self, value: object, at: Place) -> str | dict[str, object]:
        """The name, path or table; raises SymattnError."""
        if isinstance(value, dict) or (isinstance(value, str) and value):
            return value
        raise instead(
            value,
            "a notation",
            "write the name of a notation, the path of its file, or a table",
        )

    def schema(self) -> Schema:
        """Text or a table."""
        return {"type": ["string", "object"]}


# --- in letters ---
# Letters in a question's values: that they are known while its numbers are read.


class LetteredTable(Table["QuestionKeys"]):
    """The table of a question: its letters are known while its other keys are read."""

    def read(self, value: object, at: Place) -> QuestionKeys:
        """The keys that are written, each read by its kind."""
        own = letters_of(value.get("letters") if isinstance(value, dict) else None)
        with known(own):
            return super().read(value, at)


def of_sheet(questions: Iterable[Question]) -> dict[str, Number]:
    """The letters of all questions: an answer may be read before it is known which question it answers."""
    return {
        name: value
        for question in questions
        for name, value in question.letters.items()
    }


# --- schema ---
# The worksheet format, version 1: every table and key. A new key is one line here and its use in question.py.


class ClaimKeys(Keys):
    """A claim of a proof."""

    claim = FilledKey(
        Prose(filled=True),
        "LaTeX text: what is claimed",
        "'A row of weights adds up to 1.'",
        required=True,
    )
    because = FilledKey(
        Prose(), "LaTeX text: why it holds", "'Each is divided by their sum.'"
    )
    check = FilledKey(
        Text(),
        'two expressions that are equal, such as "A @ B == C"; it runs with letters for entries',
        '"X @ concat(A, B) == concat(X @ A, X @ B)"',
    )
    sizes = FilledKey(
        TableOf(CheckSizes(), NAME),
        "rows and columns of the matrices of letters in the check",
        "{ X = [2, 4], A = [4, 2], B = [4, 2] }",
    )
    given = FilledKey(
        TableOf(MatrixRows(), NAME),
        "matrices with values in the check, such as a permutation",
        "{ P = [[0, 1], [1, 0]] }",
    )
    steps = FilledKey(
        ListOf(Text()), "lines that the check uses", '["H = softmax(X @ W) @ X"]'
    )


class AcceptKeys(Keys):
    """A condition under which a free choice is right."""

    line = FilledKey(Text(filled=True), "the line that a right choice leads to", '"A"')
    near = KeyOf(MatrixRows(), "what its entries are near", '[["1/2", "1/2", 0]]')
    within = KeyOf(Given(), 'how far each of them may be off, such as "0.01"', '"0.01"')
    equals = KeyOf(MatrixRows(), "what it is exactly", "[[1, 0]]")
    check = FilledKey(
        Text(filled=True),
        'two expressions that a right choice makes equal, such as "H == X[1, :]"',
        '"H == X[1, :]"',
    )


class UnknownKeys(Keys):
    """A matrix that the student chooses."""

    shape = KeyOf(CheckSizes(1000), "its rows and columns", "[1, 3]", required=True)
    example = KeyOf(
        MatrixRows(),
        "one right choice, which the key works out",
        "[[5, 5, 0]]",
        required=True,
    )


class PartKeys(Keys):
    """A part of a question."""

    label = FilledKey(Text(), 'the part\'s letter, such as "a"', '"a"')
    prompt = FilledKey(
        Prose(), "LaTeX text: what is asked", "'Compute $Q$, $K$ and $V$.'"
    )
    asks = FilledKey(
        ListOf(Text()), "names of the lines that answer it", '["Q", "K", "V"]'
    )
    marks = KeyOf(
        PartMarks(),
        "marks for the part; 1 for each line asked unless written",
        "{ Q = 2, K = 1, V = 1 }",
    )
    answer = FilledKey(
        Prose(),
        "LaTeX text: the answer in the key, where it is words",
        "'Because no query sees a later word.'",
    )
    form = KeyOf(
        Choice(("exact", "fraction", "decimal"), "form"),
        "the form that answers must have; any unless written",
        '"exact"',
    )
    proof = FilledKey(
        ListOf(Table(ClaimKeys)),
        "the steps of a proof, each a claim with its reason and a check that runs",
    )
    accept = FilledKey(
        ListOf(Table(AcceptKeys)), "when a free choice is right: all of these hold"
    )
    figures = FilledKey(
        ListOf(FigureOf()),
        "figures below the part, answered in the key",
        '["multi-head"]',
    )
    room = KeyOf(
        RoomOf(),
        'room on the students\' sheet: "4cm", "6 lines", "grid" or "none"; as the working asks unless written',
        '"6 lines"',
    )
    newpage = KeyOf(Flag(), "whether it begins a page of the students' sheet", "true")
    samepage = KeyOf(
        Flag(), "whether its text, room and frames stay on one page", "true"
    )
    remark = FilledKey(
        Prose(),
        "LaTeX text: a remark in the key, in small print",
        "'The first row is exact.'",
    )


class GradientKeys(Keys):
    """The derivatives that a question asks."""

    of = FilledKey(
        Text(filled=True), "the line whose derivatives are asked", '"H"', required=True
    )
    wrt = FilledKey(
        ListOf(Text(filled=True)),
        'with respect to which givens and lines, such as ["V", "A", "X"]',
        '["V", "A", "X"]',
        required=True,
    )
    upstream = FilledKey(
        Text(filled=True),
        'the given that weighs its entries; d and the line\'s name unless written; "identity" for Jacobians of rows or columns',
        '"dH"',
    )
    second = FilledKey(
        ListOf(Text(filled=True)),
        "by which of them the second derivatives are asked too, the Hessian H_x behind dx",
        '["x"]',
    )


class AboutKeys(Keys):
    """What a bank knows of a question."""

    topics = FilledKey(
        ListOf(Text(filled=True)),
        "what it is about, the chief topic first",
        '["softmax", "scores"]',
        required=True,
    )
    level = KeyOf(
        Whole(1, 3),
        "1 for a first exercise, 2 for an exam, 3 for those who want more",
        "2",
        required=True,
    )
    minutes = KeyOf(Whole(1, 240), "how long it takes by hand", "8", required=True)
    source = FilledKey(
        Text(filled=True), 'course, year and question, or "own"', '"own"', required=True
    )
    published = FilledKey(
        TableOf(Given(), NAME),
        "lines as the source prints them, rounded as there",
        "{ H = [[0.86, 1.58, -0.72]] }",
    )


PAPERS = ("a4", "letter")


DIGITS = KeyOf(
    Whole(0, 1000), "digits shown behind the point, and asked of students", "4"
)
PLACES = KeyOf(
    Whole(0, 1),
    "from where places in rows are counted, in lines, givens and answers; 0 unless written",
    "1",
)


class QuestionKeys(Keys):
    """A question."""

    id = FilledKey(
        Text(filled=True),
        "the question's name in answer files; q1, q2, … unless written",
        '"softmax"',
    )
    prompt = FilledKey(
        Prose(),
        "LaTeX text: what the question is about",
        "'Compute the output $H$ of one head.'",
    )
    variant = KeyOf(
        KindOfAttention(VARIANTS, "variant"),
        "the kind of attention, which gives the lines",
        '"multi-head-attention"',
    )
    steps = FilledKey(
        ListOf(Text()),
        'the lines themselves, such as "Q = X @ W_Q", in place of a variant',
        '["Q = X @ W_Q", "S = Q @ Q.T", "A = softmax(S / sqrt(2))"]',
    )
    options = KeyOf(
        Options(), "the variant's own options", '{ heads = 2, mask = "causal" }'
    )
    given = FilledKey(
        TableOf(Given(), NAME),
        'the given matrices, numbers and quantities, such as "80 GB"',
        '{ X = [[1, 0.5], ["1/3", "sqrt(2)"]] }',
    )
    letters = FilledKey(
        Letters(),
        'letters that may stand in values: "integer", "positive" or "real", such as m = "integer"; several: real = ["a", "b"]; '
        'of matrices in shapes and proofs "onehot" or "distribution", row by row: y = "onehot"',
        '{ m = "integer", real = ["a", "b"] }',
    )
    unknown = FilledKey(
        TableOf(Table(UnknownKeys), NAME),
        "matrices that the student chooses, each with an example",
        "{ q = { shape = [1, 2], example = [[5, 0]] } }",
    )
    shapes = FilledKey(
        TableOf(ShapeOf(), NAME),
        "for a question about shapes: those of the givens, letters or numbers",
        '{ X = ["n", "d"], W_Q = ["d", 64] }',
    )
    where = FilledKey(
        ListOf(Text()),
        'what is known about the letters, such as ["d = h*d_k"]',
        '["d = h*d_k"]',
    )
    sizes = FilledKey(
        TableOf(Whole(1, 1_000_000_000), NAME),
        "numbers that letters of the shapes stand for",
        "{ n = 4, d = 1024 }",
    )
    stated = FilledKey(
        TableOf(MatrixRows(), NAME),
        "values of lines that the sheet itself states; later lines use them",
        '{ A = [["0.50", "0.50"], ["0.27", "0.73"]] }',
    )
    working = KeyOf(WorkingOf(), "overrides the sheet's way of working", '"exact"')
    decimals = replace(DIGITS, about="as those of the sheet, where its questions agree")
    places = replace(PLACES, about="as those of the sheet, where its questions agree")
    random = FilledKey(
        RANDOM,
        "what is known of the entries of random givens",
        "{ q = { mean = 0, variance = 1 } }",
    )
    show = FilledKey(
        SHOWS,
        "how lines are shown, and their answers asked: as, digits, unit",
        '{ C = { as = "scientific", digits = 3, unit = "FLOP" } }',
    )
    gradient = KeyOf(
        Table(GradientKeys),
        "derivatives: the lines dV, dA, … behind the question's own",
    )
    notation = KeyOf(
        NotationChoice(), "overrides the sheet's notation", '{ join = "Concat(…)" }'
    )
    figures = FilledKey(
        ListOf(FigureOf()),
        "figures below the prompt",
        '[{ name = "heat-map", line = "A" }]',
    )
    about = KeyOf(
        Table(AboutKeys),
        "what `symattn pick` and `symattn list --topic` know of it; no page shows it",
        '{ topics = ["softmax"], level = 1, minutes = 4, source = "own" }',
    )
    part = FilledKey(
        ListOf(Table(PartKeys)), "what is asked, in order; every line unless written"
    )


class SheetKeys(Keys):
    """A worksheet."""

    schema = KeyOf(Whole(1, 1), "the version of the format", "1")
    title = FilledKey(
        Text(), "the sheet's title, as plain text", '"Two heads, two words"'
    )
    course = FilledKey(
        Text(), "course and institution, as plain text", '"CS 335, autumn"'
    )
    logo = FilledKey(
        Text(filled=True),
        "a PNG, JPG or PDF in the sheet's folder, for the head of pages; a PDF for paper alone",
        '"crest.png"',
    )
    header = FilledKey(
        ListOf(Text()), 'blanks to fill in, such as ["Name", "ID"]', '["Name", "ID"]'
    )
    head = FilledKey(
        Text(),
        "what stands at the head of printed pages but the first; the title unless written",
        '"Week 3"',
    )
    foot = FilledKey(
        Text(),
        "what stands at the foot of pages, as plain text",
        '"Hand in by Friday, noon"',
    )
    student = FilledKey(
        Text(), "whose sheet it is, in place of the blanks", '"Ada Lovelace (17)"'
    )
    paper = KeyOf(
        Choice(PAPERS, "paper"),
        "the paper that LaTeX, PDF and printed HTML are set for; A4 unless written",
        '"letter"',
    )
    width = KeyOf(
        LengthOf(),
        "how wide the text is; 170 mm unless written, 77 in Markdown",
        '"120mm"',
    )
    size = KeyOf(
        Choice(("normal", "large"), "size"),
        "the size of print in LaTeX and PDF",
        '"large"',
    )
    columns = KeyOf(
        Whole(1, 2), "columns of a page of LaTeX or PDF; 1 unless written", "2"
    )
    language = KeyOf(
        Choice(languages, "language"),
        "the language of what symattn says on pages; en unless written",
        '"de"',
    )
    point = KeyOf(
        Choice((".", ","), "decimal mark"),
        "the mark in decimals on pages; the language's unless written",
        '"."',
    )
    preamble = FilledKey(
        Text(),
        "LaTeX before \\begin{document}, such as \\newcommand; LaTeX and PDF alone read it",
        r"'\newcommand\R{\mathbb{R}}'",
    )
    intro = FilledKey(
        Prose(),
        "LaTeX text before the questions",
        r"'Recall that $A = \operatorname{softmax}(L)$.'",
    )
    note = FilledKey(
        Prose(),
        "LaTeX text after the questions of the key; on the students' sheet it stands before them",
        "'You may use a computer.'",
    )
    tokens = FilledKey(
        ListOf(Text()),
        "the words that the rows of X stand for",
        '["Thinking", "Machine"]',
    )
    notation = KeyOf(
        NotationChoice(),
        "how names are written: a shipped notation, a path or a table",
        '"superscript-heads"',
    )
    decimals = DIGITS
    places = PLACES
    frames = KeyOf(
        Flag(),
        "whether the students' sheet has empty matrices to fill in; true unless written",
        "false",
    )
    working = KeyOf(
        WorkingOf(),
        'how keys are worked: "exact" (unless written), "decimals" (rounded from the first line with more digits), "carried" '
        '(computed on from the rounded numbers), "letters" (formulas of numbers, letters first); { decimals = "A" } from line A',
        '"decimals"',
    )
    marking = KeyOf(MarkingTable(MarkingKeys), "how `symattn check` marks")
    vary = KeyOf(
        Table(VaryKeys),
        "makes the sheet a template: what varies from student to student",
    )
    question = FilledKey(
        ListOf(LetteredTable(QuestionKeys), "write [[question]], in two brackets"),
        "the questions: write [[question]] and below it what is given",
        required=True,
    )


_TOP = {
    name: f"{name} is a table of the sheet: write it as [{name}]"
    if isinstance(key.kind, Table)
    else f"{name} is a key of the sheet: write it above the first line in brackets"
    for name, key in SheetKeys.known().items()
}
_OF_QUESTION = {
    name: f"{name} is a key of a question: write it above its first [[question.part]], or as a table [question.{name}]"
    for name in QuestionKeys.known()
}
SheetKeys.elsewhere = {
    name: f"write [question.{name}] below [[question]], or {name} = … there"
    for name in QuestionKeys.known()
}
SheetKeys.elsewhere["part"] = (
    "write [[question.part]], in two brackets, below [[question]]"
)
_OPTIONS = ELSEWHERE_CALLED | {
    name: f"{name} is an option of the variant: options = {{ {name} = … }}"
    for name in Option
    if name != Option.FIRST
}
QuestionKeys.elsewhere = (
    {name: f"write {name} below a line [[question.part]]" for name in PartKeys.known()}
    | _TOP
    | _OPTIONS
)
TableOf.elsewhere = QuestionKeys.elsewhere | {
    name: f"{name} is a key of the question: write it above the first [question.…]"
    for name in QuestionKeys.known()
}
PartKeys.elsewhere = (
    _OF_QUESTION | _TOP | {"points": "marks = 3: points are called marks here"}
)

SHEET = Table(SheetKeys)


def json_schema() -> Schema:
    """The format as JSON Schema, for editors that read ``#:schema``.

    >>> sorted(json_schema()["properties"])[:3]
    ['columns', 'course', 'decimals']
    """
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A symattn worksheet",
        **SHEET.schema(),
    }
