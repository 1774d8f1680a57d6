"""Answers in YAML, read as text: a number keeps its digits and zeros, and nothing in the file makes an object or repeats one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symattn.errors import SymattnError, ToolError
from symattn.later import later
from symattn.marking.answers import tables
from symattn.marking.answers.formats import decoded
from symattn.marking.answers.written import Contents
from symattn.marking.said import reading

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
    text = decoded(data)
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise SymattnError(reading("alias"))
        tree = yaml.load(text, Loader=yaml.BaseLoader)
    except ImportError:
        raise ToolError("YAML is read by PyYAML, which is not installed", "pip install symattn[yaml]") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise SymattnError(reading("no_such", what="YAML", error=" ".join(str(error).split())[:200])) from None
    if not isinstance(tree, (dict, list)):
        raise SymattnError(reading("no_answers_in_yaml"))
    return [tables.contents(tree, ids, printed=False)]
