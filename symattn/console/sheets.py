"""Worksheets from Python: opened, solved, marked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import tomlkit

from symattn import marking
from symattn.console.convert import given_from, whole
from symattn.console.derived import Derivation, Unknown
from symattn.console.display import say
from symattn.errors import SymattnError, nearest
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.files import Where, find
from symattn.ops.shapes import Shape
from symattn.page import page as _page
from symattn.said import Named, Strings
from symattn.sheet import Answer, Question, Sheet, load, loads
from symattn.sheet import SolvedSheet as Solved
from symattn.sheet.json import exact
from symattn.sheet.verifying import Verified, verify

if TYPE_CHECKING:
    from symattn.marking.api import Answers
    from symattn.marking.reports import Report


class Worksheet:
    """A worksheet file, checked: ``sheet.solve()["q1"]["A_1"]`` is an exact matrix, ``sheet.html()`` the page.

    >>> worksheet("two-heads-by-hand").ids
    ('q1',)
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    @property
    def title(self) -> str:
        """The sheet's title."""
        return self.sheet.title

    @property
    def ids(self) -> Strings:
        """The ids of its questions."""
        return tuple(question.id for question in self.sheet.questions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worksheet) and self.sheet == other.sheet

    def __hash__(self) -> int:
        return hash((self.title, self.ids))

    def __getitem__(self, id: str) -> Question:
        return self.sheet.questions[_place(self.ids, id)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def solve(self) -> Solution:
        """Every line of every question, exactly."""
        return Solution(self.sheet.solve())

    def blank(self, format: str = "html") -> str:
        """The students' sheet, without answers."""
        return _page(self.sheet.solve(), format, key=False, detail="standard")

    def html(self, *, detail: str = "standard") -> str:
        """The worked key as one HTML page."""
        return self.solve().html(detail=detail)

    def show(self) -> None:
        """Show the students' sheet; ``sheet.solve().show()`` shows the worked key."""
        say(self.blank)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.ids)

    def _repr_markdown_(self) -> str:
        return _page(self.sheet.solve(), "md", key=False, detail="standard")

    def __repr__(self) -> str:
        return f"Worksheet({self.title or self.sheet.path.name!r}, questions {', '.join(self.ids)})"


class Solution(Mapping[str, "Derivation | Shapes"]):
    """A solved worksheet: question id → derivation, in which later lines go on from what the sheet states.

    >>> worksheet("two-heads-by-hand").solve()["q1"].decimals("A_1", 2)
    (('0.01', '0.99'), ('0.00', '1.00'))
    """

    def __init__(self, solved: Solved) -> None:
        self.solved = solved
        self.ids = tuple(answer.question.id for answer in solved.answers)
        self._found: dict[str, Derivation | Shapes] = {}

    def __getitem__(self, id: str) -> Derivation | Shapes:
        if id not in self._found:
            self._found[id] = derivation_of(self.solved.answers[_place(self.ids, id)])
        return self._found[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name == "solved":
            raise AttributeError(name)
        return getattr(self.solved, name)  # sheet, answers

    def verify(self, engine: str = "sympy") -> Verified:
        """Every line computed again by "sympy" (proved equal) or "mpmath" (to 30 digits); printing says what came out.

        >>> print(worksheet("two-heads-by-hand").solve().verify())
        16 lines proved equal to what SymPy's matrices give; decimals and the working shown are not compared
        """
        return verify(self.solved, engine)

    def latex(self, *, detail: str = "standard") -> str:
        """The worked key as a LaTeX document."""
        return _page(self.solved, "tex", key=True, detail=detail)

    def html(self, *, detail: str = "standard") -> str:
        """The worked key as one HTML page."""
        return _page(self.solved, "html", key=True, detail=detail)

    def show(self, *, detail: str = "standard") -> None:
        """Show the worked key."""
        say(lambda form: _page(self.solved, form, key=True, detail=detail))

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _repr_markdown_(self) -> str:
        return _page(self.solved, "md", key=True, detail="standard")

    def __repr__(self) -> str:
        return f"Solution of {Worksheet(self.solved.sheet)!r}"


def _place(ids: Strings, id: str) -> int:
    if id not in ids:
        raise Unknown(
            f"there is no question {id!r}; {nearest(str(id), ids, 'there are')}"
        )
    return ids.index(id)


class Shapes(dict[str, Shape]):
    """The answer to a question about shapes: name → shape; a question about neither shapes nor values has none."""


def derivation_of(answer: Answer) -> Derivation | Shapes:
    """A question's answer as the derivation a Python user works with; one about shapes as its shapes."""
    question = answer.question
    if not question.plan.lines:
        return Shapes(
            {name: line.shape for name, line in answer.shapes.lines.items()}
            if answer.shapes
            else {}
        )
    lines = tuple(line.text.strip() for line in question.plan.lines)
    return Derivation(lines, question.given, question.stated)


Source: TypeAlias = "Where | Named"


def worksheet(source: Source) -> Worksheet:
    """A worksheet by its path, by its name if it is shipped, from its text, or from its keys as a mapping.

    In a mapping matrices may be whatever may be a given: lists, SymPy's matrices, NumPy integer arrays. Raises SheetError with
    everything wrong in the sheet, SymattnError for a binary float.

    >>> worksheet("two-heads-by-hand").solve()["q1"]["S_1"]
    Matrix([
    [ 4, 10],
    [10, 24]])
    >>> from sympy import sqrt
    >>> mine = worksheet({"question": [{"steps": ["B = A @ A"], "given": {"A": [[1, sqrt(2)], [0, "1/2"]]}}]})
    >>> mine.solve()["q1"]["B"]
    Matrix([
    [1, 3*sqrt(2)/2],
    [0,         1/4]])
    """
    if isinstance(source, Mapping):
        return Worksheet(
            loads(
                tomlkit.dumps(
                    {str(key): _plain(value, str(key)) for key, value in source.items()}
                )
            )
        )
    if not isinstance(source, (str, os.PathLike)):
        raise SymattnError(
            f"{source!r} is no worksheet; write a path, the name of a shipped one, a text or its keys"
        )
    if isinstance(source, str) and not source.strip():
        raise SymattnError(
            "no worksheet is named; write a path, the name of a shipped one, a text or its keys"
        )
    if (
        isinstance(source, str) and "\n" in source
    ):  # no path has a line break: this is the text itself
        return Worksheet(loads(source))
    return Worksheet(load(find(source)))


def _plain(value: object, key: str) -> object:
    """A value of a worksheet as TOML can say it: numbers that it has no sign for, and matrices, as exact texts."""
    if isinstance(value, Mapping):
        return {str(name): _plain(inner, str(name)) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner, key) for inner in value]
    if isinstance(value, (str, int)):
        return value
    if (number := whole(value)) is not None:
        return number  # one of NumPy's or SymPy's
    found = given_from(value, key)
    return text(found) if isinstance(found, Number) else exact(found)


def check(sheet: Worksheet | Sheet | Source, answers: Answers) -> Report:
    """Mark answers to a worksheet: verdict, marks and known slips for every line.

    *sheet* is a worksheet, or whatever ``worksheet`` takes; *answers* are files, or a mapping question id → name → matrix.

    >>> report = check("two-heads-by-hand", {"q1": {"S_1": [[4, 10], [10, 24]]}})
    >>> [x.verdict for x in report.answers[0].questions[0].results if x.name == "S_1"]
    ['correct']
    """
    opened = sheet if isinstance(sheet, (Worksheet, Sheet)) else worksheet(sheet)
    return marking.check(
        opened.sheet if isinstance(opened, Worksheet) else opened, answers
    )
