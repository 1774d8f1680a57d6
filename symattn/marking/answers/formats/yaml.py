"""Answers in YAML, read as text: a number keeps its digits and zeros, and nothing in the file makes an object or repeats one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from symattn.errors import LimitError, SymattnError, ToolError
from symattn.later import later
from symattn.limits import LONGEST_YAML, MOST_YAML_DEPTH
from symattn.marking.answers import tables
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading
from symattn.tables import only

if TYPE_CHECKING:
    import yaml  # type: ignore[import-untyped]
else:
    yaml = later("yaml")

ORDER = 25
SUFFIXES = {".yaml": "YAML", ".yml": "YAML"}


def read(data: bytes, ids: frozenset[str]) -> Sequence[Contents]:
    """The answers of a YAML file; raises SymattnError when it is none, and ToolError where PyYAML is not installed.

    >>> read(b"q1:\\n  A: [[0.50, 1/2]]", frozenset(["q1"]))[0].answers[0].cells[0][0].text
    '0.50'
    """
    text = decoded(data, strict=True)
    if len(text) > LONGEST_YAML:
        raise LimitError(
            reading("long_text", count=f"{len(text):,}", most=f"{LONGEST_YAML:,}")
        )
    try:
        tree = _tree(yaml.parse(text, Loader=yaml.BaseLoader))
    except ImportError:
        raise ToolError(
            "YAML is read by PyYAML, which is not installed",
            "pip install symattn[yaml]",
        ) from None
    except yaml.YAMLError as error:
        raise SymattnError(
            reading("no_such", what="YAML", error=" ".join(str(error).split())[:200])
        ) from None
    if not isinstance(tree, (dict, list)):
        raise SymattnError(reading("no_answers_in_yaml"))
    return [tables.contents(tree, ids, text=text)]


def _tree(events: Iterable[yaml.Event]) -> object:
    """The one document as tables, lists and texts, made while it is read: raises SymattnError for an alias, a second document or
    a key that is no text, LimitError for what is nested deeper than a matrix in a table can be."""
    whole: list[object] = []
    open_: list[tuple[list[object], bool]] = [(whole, False)]
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            raise SymattnError(reading("alias"))
        if isinstance(event, yaml.ScalarEvent):
            open_[-1][0].append(event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            open_.append(([], isinstance(event, yaml.MappingStartEvent)))
            if len(open_) > MOST_YAML_DEPTH:
                raise LimitError(reading("deep_document", most=MOST_YAML_DEPTH))
        elif isinstance(event, yaml.CollectionEndEvent):
            items, is_table = open_.pop()
            if is_table and not only(items[::2], str):
                raise yaml.YAMLError("a key that is no text")
            open_[-1][0].append(
                dict(zip(items[::2], items[1::2], strict=True)) if is_table else items
            )
    if len(whole) > 1:
        raise yaml.YAMLError("expected a single document")
    return whole[0] if whole else None
