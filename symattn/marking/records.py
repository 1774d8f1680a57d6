"""Reports as plain data and back: what a run that may be interrupted keeps on disk, without pickles."""

from __future__ import annotations

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


def packed(value: object) -> Any:
    """A report, or anything in one, as what JSON can hold; raises TypeError for anything else.
    A field that is not compared is not kept, nor is one that is as it is by default.

    >>> packed(results.Result("A", "correct", marks=Fraction(1, 2)))["marks"]
    {'is': 'Fraction', 'value': '1/2'}
    """
    if isinstance(value, said.Sentence):
        return {_TYPE: "Sentence", "text": str(value), "said": packed(value.said)}
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [packed(item) for item in value]
    if isinstance(value, Fraction):
        return {_TYPE: "Fraction", "value": str(value)}
    if isinstance(value, frozenset):
        return {_TYPE: "frozenset", "value": sorted(map(packed, value))}
    kind = type(value).__name__
    if kind in _KINDS:
        kept = {name: getattr(value, name) for name, _ in _fields(kind)}
        return {_TYPE: kind, **{name: packed(kept[name]) for name, default in _fields(kind) if kept[name] != default}}
    raise TypeError(f"{type(value).__name__} is no part of a report")


@lru_cache(maxsize=100)
def _fields(kind: str) -> tuple[tuple[str, object], ...]:
    """The fields of a record that are kept, each with its default; one without has none that anything is equal to."""
    return tuple((field.name, field.default) for field in fields(_KINDS[kind]) if field.compare)


_fraction = lru_cache(maxsize=10_000)(Fraction)


def unpacked(value: Any) -> Any:
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
    if kind == "frozenset":
        return frozenset(map(unpacked, value["value"]))
    if kind == "Sentence":
        return said.Sentence(value["text"], unpacked(value["said"]))
    return _KINDS[kind](**{name: unpacked(item) for name, item in value.items() if name != _TYPE})
