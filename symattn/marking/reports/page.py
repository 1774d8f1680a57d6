"""A page the student can learn from: every entry handed in with its mark, the right values only where they are needed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup

from symattn import formats
from symattn.boxes import Box, Grid, Ink, Root, Script, number, row
from symattn.formats.templates import Templates
from symattn.marking.reports.json import number as figure
from symattn.marking.reports.text import untouched, wrong_places
from symattn.marking.results import Report, Result

LONGEST = 28  # characters of an entry that are shown
MOST_UNUSED = 200  # matrices that are no answers, in one question
SIGNS = {
    "correct": "right", "follows": "right", "imprecise": "nearly", "undecided": "open", "missing": "missing", "by-hand": "open",
}  # fmt: skip

_K, _MODEL = Script(Ink("d"), sub=Ink("k")), Script(Ink("d"), sub=Ink("model", "upright"))
MATHS: dict[str, Box] = {
    "√d_k": Root(_K),
    "d_k": _K,
    "√d_model": Root(_MODEL),
    "Kᵀ": Script(Ink("K"), sup=Ink("⊤")),
    "Qᵀ": Script(Ink("Q"), sup=Ink("⊤")),
    "−∞": Ink("−∞", "number"),
}
_SIGN = re.compile(f"({'|'.join(sorted(map(re.escape, MATHS), key=len, reverse=True))})")


@dataclass(frozen=True)
class Line:
    """One line of the page."""

    name: Box
    result: Result
    mine: Grid | None
    right: Box | None

    @property
    def places(self) -> str:
        """Which entries are wrong, in words, for readers who see no colour."""
        return wrong_places(self.result)

    @property
    def absent(self) -> bool:
        """Whether the line was not handed in, and nobody has said anything about it."""
        return untouched(self.result)

    @property
    def kind(self) -> str:
        """Right, nearly, open, missing or wrong."""
        return SIGNS.get(self.result.verdict, "wrong")


def page(report: Report, form: str) -> str:
    """The feedback on all submissions as one document of a format, each on a page of its own."""
    submissions = [
        (answer, [(q.id, [_line(r) for r in q.results], q.unused[:MOST_UNUSED]) for q in answer.questions])
        for answer in report.answers
    ]
    return str(templates(form).render(f"check/{form}.j2", report=report, submissions=submissions))


def templates(form: str) -> Templates:
    """The templates of feedback in a format, with what they call."""
    found = Templates(form)
    found.environment.globals.update(figure=lambda marks: str(figure(marks)), said=lambda text: _said(found.writer, text))
    return found


def _said(writer: formats.Writer, text: str) -> Markup:
    """A message with its few signs as formulas."""
    parts = _SIGN.split(text)
    return Markup("".join(writer.inline(MATHS[part]) if part in MATHS else writer.escape(part) for part in parts))


def _line(result: Result) -> Line:
    return Line(result.symbol or Ink(result.name, "text"), result, mine(result), _right(result))


def mine(result: Result) -> Grid | None:
    """The entries handed in, the wrong ones shaded; None where nothing could be read.

    >>> mine(Result("A", "incorrect", (("correct", "incorrect"),), written=(("1", "3"),))).used
    frozenset({(0, 1)})
    """
    if not result.written:
        return None
    fine = ("correct", "follows", "imprecise")
    wrong = {(i, j) for i, r in enumerate(result.entries) for j, entry in enumerate(r) if entry not in fine}
    return Grid(tuple(tuple(boxed(text) for text in r) for r in result.written), used=frozenset(wrong))


def boxed(text: str) -> Box:
    """An entry as it was written, cut off where it is long.

    >>> boxed("1/2"), boxed("3")
    (Ink(text='1/2', kind='text'), Ink(text='3', kind='number'))
    """
    short = text.strip() if len(text.strip()) <= LONGEST else f"{text.strip()[:LONGEST]}…"
    plain = short.lstrip("-").replace(".", "", 1)
    return number(short) if plain.isdecimal() and plain.isascii() else Ink(short, "text")


def _right(result: Result) -> Box | None:
    """The line's formula and its value, where the answer is not right."""
    if not result.right or result.verdict in ("correct", "follows", "missing", "by-hand"):
        return None
    values = Grid(tuple(tuple(_value(text if result.rounded else _bare(text)) for text in r) for r in result.right))
    sign = Ink("≈" if result.rounded else "=", "relation")
    formula = (Ink("=", "relation"), result.formula) if result.formula is not None else ()
    return row(result.symbol, *formula, sign, values)


def _bare(text: str) -> str:
    """An exact decimal without the zeros that only fill its places.

    >>> _bare("2.0000"), _bare("0.50"), _bare("10")
    ('2', '0.5', '10')
    """
    return text.rstrip("0").rstrip(".") if "." in text else text


def _value(text: str) -> Box:
    return row(Ink("−", "punct"), Ink("∞", "number")) if text == "-inf" else number(text)
