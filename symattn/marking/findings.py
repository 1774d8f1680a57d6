"""What explains a script: every slip and every other trouble once, however many lines show it.

A finding has a name by which a class is grouped and a grader decides: ``unscaled at q1.L_i`` for a slip in one head or in
several, ``shape at q1.Y``, ``unreadable at q1`` whichever its lines, ``[4 10; 10 25] at q1.S_1`` for one and the same wrong
answer that nothing explains. ``unreadable file: no JSON`` is a whole script's, and of no question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from symattn.errors import SymattnError
from symattn.exact.any_matrix import Entry
from symattn.exact.decimals import decimal
from symattn.exact.number import Number
from symattn.formats.templates import plain
from symattn.later import pattern
from symattn.marking.answers import numerals
from symattn.marking.answers.flat import FlatGrid
from symattn.marking.answers.grids import cells_of
from symattn.marking.results import AnswerReport, Found, QuestionReport, Result
from symattn.marking.trials import head_of
from symattn.ops.slips import ONE_NUMBER
from symattn.said import Said, Sentence, Strings, Texts
from symattn.tables import every, in_turn

PLACES = 4  # to which wrong answers are compared
LONGEST = 60  # characters of an answer in a finding's name
LONG = 500  # characters of an entry beyond which it is compared as it was written
_PLAIN = pattern(r"[-+]?\d{1,30}(?:\.\d{0,30})?|[-+]?\.\d{1,30}")
ONE = "one-entry"
NUMBERS = (*ONE_NUMBER, "sign")
"""Slips that are one wrong number, and no misunderstanding that comes in every head."""
FILE = "file"
_HABITS = ("imprecise", "unreadable", "undecided")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that explains wrong lines: its ``name``, the line ``at`` which it happened, its ``id`` (that of the slip, else
    the verdict), and the ``lines`` whose marks it costs; ``says`` is the slip in words. A wrong answer has a ``wider`` name
    too where one entry alone is wrong: ``one-entry at q1.S_1``, whichever entry and value it is."""

    name: str
    question: str
    at: str
    id: str
    lines: Strings
    says: str = ""
    wider: str = ""

    @property
    def wanders(self) -> bool:
        """Whether other scripts have it at other lines of the question: what cannot be read is so in a line or two, and a slip
        at a line that nobody asked for costs whichever line shows it. What holds of one of them here says nothing there.

        >>> Finding("unreadable at q1", "q1", "A", "unreadable", ("A",)).wanders
        True
        >>> Finding("unscaled at q1.L", "q1", "L", "unscaled", ("L",)).wanders
        False
        """
        return bool(self.question) and (self.id in _HABITS or self.at not in self.lines)


def findings(report: AnswerReport) -> tuple[Finding, ...]:
    """What explains a script, in the order of its lines.

    >>> from symattn.marking.said import told
    >>> did = told("quoted", text="did not divide by √d_k")
    >>> slip = Found("L", "unscaled", did)
    >>> lines = (Result("L", "slip", of=Fraction(1), slip=slip), Result("A", "slip", of=Fraction(1), slip=slip))
    >>> [(f.name, f.lines) for f in findings(AnswerReport("ada.toml", (QuestionReport("q1", lines),)))]
    [('unscaled at q1.L', ('L',))]

    The same slip in several heads is one finding.

    >>> lines = tuple(Result(L, "slip", of=Fraction(1), slip=Found(L, "unscaled", did)) for L in ("L_1", "L_2"))
    >>> [(f.name, f.lines) for f in findings(AnswerReport("ada.toml", (QuestionReport("q1", lines),)))]
    [('unscaled at q1.L_i', ('L_1', 'L_2'))]
    """
    if report.error:
        why = cause(report)
        return (
            Finding(
                f"unreadable file: {why}",
                "",
                "",
                FILE,
                (),
                cause(report, report.language),
            ),
        )
    found: dict[str, Finding] = {}
    for question in report.questions:
        asked = {result.name for result in question.results if result.of}
        for one in (
            one
            for result in question.results
            for one in _findings(question, result, asked, report.language)
        ):
            before = found.get(one.name)
            lines = tuple(
                dict.fromkeys((*(before.lines if before else ()), *one.lines))
            )
            found[one.name] = replace(one, lines=lines)
    return tuple(found.values())


def cause(report: AnswerReport, language: str = "") -> str:
    """Why a file could not be read, without what is this file's own, its name or a place in it: the same for all that one
    trouble has made unreadable; in a *language*, where it is to be read and names no group.

    >>> from symattn.marking.said import reading
    >>> cause(AnswerReport("a.tex", error=reading("not_utf8", byte=7)))
    'byte … is not UTF-8'
    """
    text: str = re.sub(r"\d+", "…", report.error)
    if isinstance(report.error, Sentence):
        said = report.error.said
        while isinstance(inner := dict(said.facts).get("said"), Said):
            said = inner
        own = tuple(
            (name, fact if name in ("what", "known") else "…")
            for name, fact in said.facts
        )
        text = plain(Said(said.room, said.name, own), language=language)
    text = (
        text.replace(re.sub(r"\d+", "…", report.file), "")
        .lstrip(": …\u00a0\u202f")
        .partition(";")[0]
    )
    return text.strip().removesuffix(": …")[:LONGEST]


def _findings(
    question: QuestionReport, result: Result, asked: Iterable[str], language: str
) -> Iterator[Finding]:
    """What explains one line: of two slips that only together explain it each is a finding; what cannot be read, was not
    decided or has too few digits is one thing in all lines of a question."""
    for one in result.slips:
        lines = (one.at,) if one.at in asked else (result.name,)
        yield Finding(
            f"{one.id} at {question.id}.{family(one)}",
            question.id,
            one.at,
            one.id,
            lines,
            _says(one, language),
        )
    if result.slip is not None:
        return
    name, wider = "", ""
    if result.verdict in _HABITS:
        name = f"{result.verdict} at {question.id}"
    elif result.verdict == "shape":
        name = f"shape at {question.id}.{head_of(result.name)}"
    elif result.verdict == "incorrect" and result.written:
        place = f"{question.id}.{result.name}"
        entries = list(in_turn(result.entries))
        name = f"{_answer(result)} at {place}"
        wider = (
            f"{ONE} at {place}"
            if entries.count("incorrect") == 1 < len(entries)
            else ""
        )
    if name:
        yield Finding(
            name, question.id, result.name, result.verdict, (result.name,), wider=wider
        )


def family(slip: Found) -> str:
    """The line of a slip, one for all heads; a wrong number is one place's.

    >>> from symattn.said import Said
    >>> what = Said("slips", "…")
    >>> family(Found("L_2", "unscaled", what)), family(Found("L_2", "sign", what))
    ('L_i', 'L_2')
    """
    return slip.at if slip.id in NUMBERS else head_of(slip.at)


def habit(slip: Found) -> object:
    """What was done, whichever line and head it was done in; a wrong number, or one of two slips, is that line's alone.

    >>> from symattn.said import Said
    >>> what = Said("slips", "together", (("what", Said("slips", "bias-dropped")), ("how", "heads")))
    >>> habit(Found("Q_1", "bias-dropped", what)) == habit(Found("K_2", "bias-dropped", Said("slips", "bias-dropped")))
    True
    >>> habit(Found("Q", "sign", what)) == habit(Found("K", "sign", what))
    False
    """
    if slip.id in NUMBERS or slip.second is not None:
        return slip.id, family(slip)
    return slip.id, tuple(
        (name, head_of(fact) if isinstance(fact, str) else fact)
        for name, fact in _once(slip.what).facts
    )


def _once(what: Said) -> Said:
    """What was done, without whether it was in every head."""
    base = dict(what.facts).get("what")
    return base if "how" in dict(what.facts) and isinstance(base, Said) else what


def _says(slip: Found, language: str) -> str:
    """A slip in words of a language, the same whether it was made in one head or in every head."""
    return _plain(_once(slip.what), language=language)


_plain = lru_cache(maxsize=1000)(plain)


def _answer(result: Result) -> str:
    """A wrong answer by its value, the end of a long one as a digest.

    >>> _answer(Result("S", "incorrect", written=(("4", "20/2"), ("10.0", "25"))))
    '[4 10; 10 25]'
    """
    text = f"[{'; '.join(' '.join(row) for row in values(result.written))}]"
    return (
        text
        if len(text) <= LONGEST
        else f"{text[:LONGEST]}…{sha256(text.encode()).hexdigest()[:8]}"
    )


def values(written: Texts, places: int = PLACES) -> Texts:
    """Entries as written, as decimals without zeros at their end: equal for equal values, however they are written. What is
    not a number stays as it is. A comma that is left in an entry is a decimal one: others were read as what they are.

    >>> values((("1/2", "0.50000"), (".5", "-inf")))
    (('0.5', '0.5'), ('0.5', '-inf'))
    >>> values((("0,5", "0{,}5"), (r"{-}\\frac12", "50%")))
    (('0.5', '0.5'), ('-0.5', '0.5'))
    """
    return every(
        lambda text: _value(text, places) if len(text) <= LONG else text, written
    )


@lru_cache(maxsize=20_000)
def _value(text: str, places: int) -> str:
    try:
        found = (
            Number.of(Fraction(Decimal(text)))
            if _PLAIN.fullmatch(text)
            else _number(text)
        )
        return _bare(decimal(found, places)) if isinstance(found, Number) else "-inf"
    except SymattnError:
        return text


def _number(text: str) -> Entry:
    """An entry in any spelling of an answer's, LaTeX and program too; raises SymattnError."""
    with numerals.taking(True):
        ((cell,),) = cells_of(FlatGrid("", 1, ((text,),)))
    return cell.number


def _bare(text: str) -> str:
    short = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if short == "-0" else short
