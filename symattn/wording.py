"""Errors whose words stand in templates/words/numbers.j2: why a text is no number, or why a value is none.

A student reads them in the language of the sheet, so what is raised is the sentence's name and its facts. Who asks an error
for its text gets the English; the template is read then, not before. A sentence says what is wrong and, after ``instead``,
what to write.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypedDict

import jinja2

from symattn.errors import ReadError, SymattnError
from symattn.files import folder
from symattn.said import Fact, Said, Strings, Worded

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule

ROOM = "numbers"


class Signs(TypedDict):
    """How templates are written: the names are Jinja2's."""

    block_start_string: str
    block_end_string: str
    variable_start_string: str
    variable_end_string: str
    comment_start_string: str
    comment_end_string: str


SIGNS = Signs(
    block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
    comment_start_string="<#", comment_end_string="#>",
)  # fmt: skip
BETWEEN = "\x1f"
"""What stands for ``instead`` while a sentence is filled in."""


def said(name: str, /, **facts: Fact) -> Said:
    """A sentence on numbers, or a part of one.

    >>> said("the_end").room
    'numbers'
    """
    return Said(ROOM, name, tuple(facts.items()))


def worded(kind: str, /, **facts: Fact) -> Worded:
    """What an error says, to be filled in when it is asked for.

    >>> worded("two_numerals", times="*").parts
    ('two numerals side by side', 'write * between them to multiply, a comma between two entries')
    """
    return Worded(said(kind, **facts), english)


def unread(kind: str, text: str = "", position: int = 0, /, **facts: Fact) -> ReadError:
    """The error for a text that is no number.

    >>> str(unread("two_points", "1.2.3", 0))
    "character 1: two decimal points; write one (near '1.2.3')"
    """
    return ReadError(worded(kind, **facts), text, position)


def undefined(kind: str, /, **facts: Fact) -> SymattnError:
    """The error for a value that there is not.

    >>> str(undefined("divisor"))
    'division by zero; write a divisor that is not 0'
    """
    return SymattnError(worded(kind, **facts))


def english(sentence: Said) -> Strings:
    """A sentence in English: what is wrong, and what to write instead where it says so.

    >>> english(said("exactly_zero"))
    ('division by zero: the divisor is exactly 0',)
    """
    return tuple(_filled(sentence).split(BETWEEN))


def _filled(sentence: Said) -> str:
    facts = {
        key: _filled(fact) if isinstance(fact, Said) else fact
        for key, fact in sentence.facts
    }
    return str(getattr(_sentences(), sentence.name)(**facts))


@cache
def _sentences() -> TemplateModule:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("templates")), autoescape=False, **SIGNS
    )
    environment.globals["instead"] = BETWEEN
    return environment.get_template(f"words/{ROOM}.j2").module
