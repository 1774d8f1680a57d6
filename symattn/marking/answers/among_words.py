"""Where the mathematics of a side begins and ends among words: remarks, prose, and symbols that are no words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symattn.language.letters import any_known, first_of, name_of
from symattn.later import pattern
from symattn.marking.answers.about import is_name, now, of_sizes
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.tokens import (
    BLANK,
    COMMANDS,
    GAP,
    SCALARS,
    AnswerToken,
)
from symattn.tex.signs import HIGH, words

TIMES = words("* · × ⋅ @ ∗ \\cdot \\times \\ast")

OVER = frozenset(["/", "÷", "\\div"])
_JOINING = TIMES | OVER | frozenset("+-−–^_")
PLUS, MINUS = frozenset(["+"]), frozenset(["-", "−", "–"])


def symbolic(token: AnswerToken) -> bool:
    """Whether a word is a symbol of mathematics: one letter, a few capitals, or a letter with a script or a number.

    >>> from symattn.marking.answers.latex import flatten
    >>> from symattn.marking.answers.tokens import Pieces
    >>> [symbolic(token) for token in Pieces.of(flatten("so W_1 QK")).tokens if token.kind == "word"]
    [False, True, True]
    """
    after = token.next
    if after.text in ("_", "^", "ᵀ") or (after.kind == "num" and "." not in after.text):
        return True
    if len(token.text) == 1:
        return (
            not token.text.isascii() or token.text not in "aI" or after.kind not in GAP
        )
    return token.text.isupper() and len(token.text) <= 3


REMARKED = pattern(
    r"([-−+]?(?:\d*\.\d+|\d+))\s+(\([^()=]*\))"
)  # 0.4592 (4 d.p.), 1.35 (2)
_ENDING = frozenset('#<>✓—!?✔|`"%:;,') | {
    f"\\{mark}" for mark in words("square blacksquare label hfill dots star dagger")
}
_SMALL = (
    "and",
    "of",
    "in",
    "for",
    "the",
    "or",
    "is",
    "preposition",
)  # words that may be of letters
_BEHIND_NUMBERS = spoken(
    r"«counts»|«fold»|«percent»|«large»|nats?|bits?|[kKMGT]?i?[Bb]|[munµ]?s|sec|seconds?",
    re.IGNORECASE,
)  # right behind them, no letters of the question
_TURNING = words("ᵀ \\top \\intercal \\prime")


def without_remarks(
    first: AnswerToken, last: AnswerToken, places: Sequence[AnswerToken]
) -> tuple[AnswerToken, AnswerToken]:
    """The part of a side that is mathematics: words before the first and after the last matrix that name no matrix go."""
    start = _after_words(first, places[0])
    if start is None:
        return places[0].next, last  # a formula
    end = _before_remarks(places[-1], last)
    return (places[-1].next, last) if end is None else (start, end)


def _after_words(first: AnswerToken, grid: AnswerToken) -> AnswerToken | None:
    """Where mathematics starts before a matrix; None where what stands before it is a formula."""
    start = first
    for token in first.until(grid):
        if is_foreign(token):
            if token.kind == "cmd" or symbolic(token) or token.next.text == "(":
                return None
            start = token.next
    return start


def _before_remarks(grid: AnswerToken, last: AnswerToken) -> AnswerToken | None:
    """Where mathematics ends behind a matrix; None where what stands behind it is a formula."""
    end, token = grid, grid.next
    while token.at <= last.at:
        before, other = token.prev, token.partner
        if token.kind in BLANK or token.text == ".":
            token = token.next
            continue
        if (
            token.text == "["
        ):  # marks behind an answer; a slice of it, a factor below 0 or with a power
            apart = before.kind in BLANK and token.after.text not in MINUS
            alone = other is None or other is last or other.next.text not in ("^", "ᵀ")
            return end if apart and alone else None
        word = is_foreign(token) and token.text not in _TURNING
        if token.kind == "open" and other is not None and other.at <= last.at:
            if before.text not in ("_", "^") and not _signed(
                token
            ):  # (4 d.p.), (2x2), the (2) of an equation
                return end
            token = other
        elif (
            token.text in _ENDING
            or token.kind in ("arrow", "compare")
            or (token.text == "/" and (token is last or token.next.text == "/"))
            or (token.kind == "num" and not _signed(token))  # 2 marks
        ):
            return end
        elif word and before.text not in ("_", "^", "'", "."):
            return None if token.kind == "cmd" or symbolic(token) else end
        elif word and len(token.text) > 1:
            return end
        elif _prose(token.next, last):
            return end if token.text in MINUS else None  # [4 10; 10 24] + mask
        end, token = token, token.next
    return end


def _signed(token: AnswerToken) -> bool:
    """Whether a sign joins what begins at a token to what stands before it: a product has one, or a matrix on both sides."""
    ahead = (token.partner or token).after
    return token.before.text in _JOINING or ahead.kind == "grid" or token.has_matrix


def _prose(token: AnswerToken, last: AnswerToken) -> bool:
    """Whether words follow, as after a dash."""
    return token.solid.at <= last.at and _is_word(token.solid)


def _is_word(token: AnswerToken) -> bool:
    """Whether a token is a word that is no symbol, nor letters of the question side by side: 2nd FLOPs, but 2 and so on."""
    foreign = token.kind == "word" and is_foreign(token)
    return foreign and not symbolic(token) and not is_product(token)


def is_product(token: AnswerToken) -> bool:
    """Whether a word is letters of the question side by side, or may be where it stands right behind a number: 2nd, 6ndk.

    >>> from symattn.marking.answers.about import about
    >>> from symattn.marking.answers.latex import flatten
    >>> from symattn.marking.answers.tokens import Pieces
    >>> with about([], [], True, sizes=["n", "d"]):
    ...     [is_product(token) for token in Pieces.of(flatten("2nd FLOPs")).tokens if token.kind == "word"]
    [True, False]
    """
    word = token.text
    product = of_letters(word) or of_sizes(word)
    if token.prev.kind != "num":
        return product and word not in words_for(*_SMALL)
    in_letters = now().shapes or any_known()
    return product or (in_letters and not _BEHIND_NUMBERS.fullmatch(word))


def _is_said(token: AnswerToken) -> bool:
    """Whether a token is a word that is no symbol, or a blank."""
    return token.kind in BLANK or _is_word(token)


def remarked(first: AnswerToken, close: AnswerToken, last: AnswerToken) -> bool:
    """Whether nothing but words stands behind brackets, (B, n, d) each, or behind a list a sentence: (B, n, n) - as for Q."""
    listed = any(token.text == "," for token in first.until(close))
    dash = close.after
    said = dash.after if dash.text in MINUS else dash
    return (listed and _prose(said, last)) or all(
        map(_is_said, close.next.until(last.next))
    )


def in_a_number(text: str) -> bool:
    """Whether a token may stand in a number: a digit, a sign, a function or a letter of the question."""
    return (
        text in SCALARS
        or text in COMMANDS
        or bool(name_of(text))
        or not text.strip(HIGH)
    )


def is_foreign(token: AnswerToken) -> bool:
    """Whether a token is a word or a command that stands in no number."""
    return token.kind in ("word", "cmd") and not in_a_number(token.text)


def of_letters(text: str) -> bool:
    """Whether a word is a letter of the question, or several side by side: m, ab, a²."""
    bare = text.strip(HIGH)
    return bool(name_of(bare) or first_of(bare))


def before_words(first: AnswerToken, last: AnswerToken) -> AnswerToken:
    """Where a value ends that words stand behind, k = 8 of them are used, e^t times as much, 0.5 nats, n × d (as before); the end
    of anything else."""
    end, said = last, list[str]()
    opened = last.partner or last
    inside = [*opened.next.until(last)]
    plain = all(
        token.kind in (*BLANK, "word") or token.text in "'’,-" for token in inside
    )
    worded = any(_is_word(token) and len(token.text) > 2 for token in inside)
    if first.at < opened.at < last.at and plain and worded and opened.prev.text != "_":
        end = last = opened.prev
    while end.at > first.at and (
        _is_said(end) or (end.text == "-" and end.prev.kind == end.next.kind == "word")
    ):
        said += [end.text] if end.kind == "word" else []
        end = end.prev
    alone = (
        len(said) == 1
        and (end.kind == "num" or is_product(end))
        and end.next.kind in BLANK
        and said[0].islower()
        and len(said[0]) > 3
        and not is_name(said[0])
    )
    return end if (len(said) > 1 or alone) and end.text not in _JOINING else last
