"""What lines may be meant by what people call them: words of every language's catalogue, and letters of books."""

from __future__ import annotations

import re
from functools import cache

from symattn.extensions import forgetting
from symattn.later import pattern
from symattn.marking.answers.catalogue import spoken, things, words_for
from symattn.ops.registry import Op
from symattn.said import Strings

CALLED = pattern(r"^(?:text |operatorname )?softmax ?\(", re.IGNORECASE)
_STEMS = (  # what is called by the words of a kind of line: the stems of those that it may be, likeliest first
    "perplexity: perplexity", "masked: L_ L", "head_output: H_ H", "joined: H", "multi_head: Y H", "weights: A_ A",
    "scaled: L_ L", "scores: S_ L_ S L", "queries: Q_ Q", "keys: K_ K", "values: V_ V", "output: Y H H_", "attention: H_ H",
)  # fmt: skip
WORDS = (
    (CALLED, ("A_", "A")),
    *(
        (spoken(f"«line.{kind}»", re.IGNORECASE), tuple(stems.split()))
        for kind, _, stems in (row.partition(":") for row in _STEMS)
    ),
)
"""What people call a matrix, in the order in which it is looked for."""
_LETTERS = {"z": ("H", "H_"), "o": ("Y", "H", "H_"), "out": ("Y", "H", "H_"), "m": ("Y",), "p": ("A", "A_"), "α": ("A", "A_"),
         "z_out": ("Y",), "e": ("S", "S_"), "s": ("S", "S_"), "w": (), "attn": ("A", "A_"), "mha": ("Y", "H"), "c": ("H", "H_"),
         "multihead": ("Y", "H"), "y": ("Y", "H")}  # fmt: skip


def also() -> dict[str, Strings]:
    """Letters of books, and what a head is called, with the stems of the lines that they may be.

    >>> also()["kopf"], also()["p"]
    (('H_',), ('A', 'A_'))
    """
    return _LETTERS | dict.fromkeys(words_for("head"), ("H_",))


@forgetting
@cache
def same() -> tuple[re.Pattern[str], ...]:
    """The words for one thing in every language: a line that is named by one of them may be called by the others.

    >>> any(one.search("Verlust") and one.match("loss") for one in same())
    True
    """
    return tuple(
        spoken(rf"(?<![^\W\d_])«{one}»", re.IGNORECASE) for one in things("same")
    )


def made_by(op: Op) -> re.Pattern[str]:
    """The words for what an operation makes: those of the languages, and its own.

    >>> from symattn.ops import OPS
    >>> bool(made_by(OPS["sum"]).search("Zeilensummen"))
    True
    """
    own = f"|{op.called}" if op.called else ""
    return spoken(f"«made.{op.name}»{own}", re.IGNORECASE)
