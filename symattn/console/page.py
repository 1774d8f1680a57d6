"""A derivation on paper: its working as text, as LaTeX, as an HTML page, as a program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from symattn import page as pages
from symattn.errors import SymattnError, nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.text import text
from symattn.formats.tex import Writer
from symattn.notation import Notation
from symattn.page import checked
from symattn.page.engine import Engine
from symattn.page.questions import question
from symattn.plan import derivation
from symattn.plan.code import DIALECTS, text_of
from symattn.plan.code import program as program_of
from symattn.said import Texts
from symattn.sheet import Answer, Part, Question, Sheet, SolvedSheet

if TYPE_CHECKING:
    from symattn.console.derived import Derivation
    from symattn.console.formula import Formula


def solution_of(d: Derivation, parts: Texts = ()) -> SolvedSheet:
    """The derivation as a solved sheet of one question, which asks for all lines or for these in parts."""
    plan = d.plan
    question = Question(
        id="1",
        plan=plan,
        given=cast(
            Mapping[str, Matrix | Number], d.givens
        ),  # a batch is shown as a matrix is
        given_text={},
        stated=d.yours,
        stated_text={name: x.shown(text, "-inf") for name, x in d.yours.items()},
        parts=tuple(
            Part(asks=asks, marks=Fraction(0)) for asks in parts or (plan.names,)
        ),
    )
    exact = derivation.solve(plan, d.givens) if d.yours else d.exact
    return SolvedSheet(
        Sheet(path=Path(), questions=(question,), title=" ".join(plan.names)),
        (Answer(question, d.exact, exact),),
    )


def document(d: Derivation, format: str, detail: str) -> str:
    """The working as a document of its own."""
    return pages.page(solution_of(d), format=format, key=True, detail=detail)


def working(d: Derivation, name: str | None, detail: str, form: str = "text") -> str:
    """The working of all lines, or of one, as text or Markdown."""
    if name is None:
        return "\n\n".join(_workings(solution_of(d), detail, form))
    value = d.value(name)  # raises for an unknown name
    if name in d.givens:
        return f"    {name} = {value}" if form == "text" else f"$${latex(d, name)}$$"
    names = d.plan.names
    before = names[: names.index(name)]
    parts = tuple(filter(None, (before, (name,))))
    return _workings(solution_of(d, parts), detail, form)[len(parts) - 1]


def latex(d: Derivation | Formula, name: str) -> str:
    """One line or given with its value, as LaTeX."""
    from sympy import latex as written

    return f"{symbol(name)} = {written(d[name])}"


def symbol(name: str) -> str:
    """A line's name as LaTeX.

    >>> symbol("W_Q")
    'W^{Q}'
    """
    return Writer().write(Notation.load(None).symbol(name))


def _workings(solution: SolvedSheet, detail: str, form: str) -> list[str]:
    """The working of every part, without the page around it."""
    answer = solution.answers[0]
    plain = Notation.load(None)
    view = question(
        Engine(form), solution.sheet, answer, plain, 4, checked(detail), True, 1
    )
    shown = [str(part.working) for part in view.parts] + (
        [str(view.beside)] if view.beside is not None else []
    )
    return [re.sub(r"\n{3,}", "\n\n", text).strip("\n") for text in shown]


def program(d: Derivation, language: str) -> str:
    """The same computation as a program."""
    if language not in DIALECTS:
        hint = nearest(language, DIALECTS, "write one of")
        raise SymattnError(f"no programs in {language!r}; {hint}")
    return text_of(program_of(d.plan, d.givens, DIALECTS[language], stated=d.yours))
