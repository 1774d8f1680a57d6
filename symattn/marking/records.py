"""Reports as plain data and back: what a run that may be interrupted keeps on disk, without pickles."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symattn import said
from symattn.marking import results
from symattn.marking.answers import ledger, written

_KINDS = {
    kind.__name__: kind
    for module in (results, written, ledger, said)
    for kind in vars(module).values()
    if isinstance(kind, type) and is_dataclass(kind)
}
_TYPE = "is"
_ALIKE = frozenset(["Result"])
"""What many scripts of a class have the same of: written as one text, which is made and read once for all of them."""
SUMS = ("marks", "of", "open")
"""What of a question is added up where it is marked, and not by each who looks at it."""
LEDGER = "ledger"
"""The longest part of a report, which few look at: kept as one text of rows."""
MOST_ALIKE = 5_000  # of them that are remembered, each of so many entries and so many characters at most
MOST_ENTRIES, LONGEST = 100, 2_000  # at most some 10 KB each, so 50 MB in all


def packed(value: object) -> object:
    """A report, or anything in one, as what JSON can hold; raises TypeError for anything else.
    A field that is not compared is not kept, nor is one that is as it is by default.

    >>> packed(results.Result("A", "correct", marks=Fraction(1, 2)))["text"]
    '{"is": "Result", "name": "A", "verdict": "correct", "marks": {"is": "Fraction", "value": "1/2"}}'
    """
    if isinstance(value, said.Sentence):
        return {_TYPE: "Sentence", "text": str(value), "said": packed(value.said)}
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [packed(item) for item in value]
    if isinstance(value, Fraction):
        return {_TYPE: "Fraction", "value": str(value)}
    kind = type(value).__name__
    if kind in _ALIKE and _is_short(value):
        return {_TYPE: "alike", "text": _text(value)}
    if kind in _KINDS:
        return _kept(kind, value) | _beside(value)
    raise TypeError(f"{type(value).__name__} is no part of a report")


def _beside(value: object) -> dict[str, str]:
    """What is kept of a record beside its fields."""
    if isinstance(value, results.QuestionReport):
        return {SUMS[0]: " ".join(str(getattr(value, name)) for name in SUMS)}
    rows = (
        [[one.text, one.line, one.kind, one.what] for one in value.ledger]
        if isinstance(value, results.AnswerReport)
        else []
    )
    return {LEDGER: json.dumps(rows, ensure_ascii=False)} if rows else {}


def _is_short(value: object) -> bool:
    """Whether a result may be remembered, so that a class of long ones takes no more memory than one of short ones."""
    if not isinstance(value, results.Result):
        return True
    return (
        sum(map(len, value.written)) <= MOST_ENTRIES
        and len(value.text) + len(value.message) + len(value.failure) <= LONGEST
    )


def _kept(kind: str, value: object) -> dict[str, object]:
    found = {name: getattr(value, name) for name, _ in _fields(kind)}
    return {
        _TYPE: kind,
        **{
            name: packed(found[name])
            for name, default in _fields(kind)
            if found[name] != default
        },
    }


@lru_cache(maxsize=MOST_ALIKE)
def _text(value: object) -> str:
    return json.dumps(_kept(type(value).__name__, value), ensure_ascii=False)


@lru_cache(maxsize=MOST_ALIKE)
def _of_text(text: str) -> Any:
    return unpacked(json.loads(text))


@lru_cache(maxsize=100)
def _fields(kind: str) -> tuple[tuple[str, object], ...]:
    """The fields of a record that are kept, each with its default; one without has none that anything is equal to."""
    return tuple(
        (field.name, field.default)
        for field in fields(_KINDS[kind])
        if field.compare and field.name != LEDGER
    )


_fraction = lru_cache(maxsize=10_000)(Fraction)


def unpacked(value: object) -> Any:
    """What was packed.

    >>> unpacked(packed(results.Result("A", "correct"))) == results.Result("A", "correct")
    True
    """
    if isinstance(value, list):
        return tuple(map(unpacked, value))
    if not isinstance(value, dict):
        return value
    kind = value[_TYPE]
    if kind == "Fraction":
        return _fraction(value["value"])
    if kind == "alike":
        return _of_text(value["text"])
    if kind == "Sentence":
        return said.Sentence(value["text"], unpacked(value["said"]))
    aside = (_TYPE, LEDGER, *SUMS[:1]) if kind == "QuestionReport" else (_TYPE, LEDGER)
    found = {name: unpacked(item) for name, item in value.items() if name not in aside}
    if LEDGER in value:
        found[LEDGER] = tuple(
            ledger.LedgerEntry(*row) for row in json.loads(value[LEDGER])
        )
    made = _KINDS[kind](**found)
    if kind == "QuestionReport":
        vars(made).update(zip(SUMS, map(_fraction, value[SUMS[0]].split())))
    return made


def briefly(reports: Iterable[dict[str, object]]) -> tuple[Any, ...]:
    """Reports without their ledgers.

    >>> whole = results.AnswerReport("ada.toml", ledger=(ledger.LedgerEntry("1 3", 2, "answer", "S"),))
    >>> unpacked(packed(whole)) == whole, briefly([packed(whole)])[0].ledger
    (True, ())
    """
    return tuple(
        unpacked({name: item for name, item in report.items() if name != LEDGER})
        for report in reports
    )
