"""Where the mathematics of a side begins and ends among words: remarks, prose, and symbols that are no words."""

from __future__ import annotations

from symattn.language.letters import first_of, name_of
from symattn.later import pattern
from symattn.marking.answers.about import is_name
from symattn.marking.answers.tokens import (
    BLANK,
    COMMANDS,
    GAP,
    SCALARS,
    AnswerToken,
    Pieces,
)
from symattn.tex.signs import HIGH, words

TIMES = words("* · × ⋅ @ ∗ \\cdot \\times \\ast")

OVER = frozenset(["/", "÷", "\\div"])
_JOINING = TIMES | OVER | frozenset("+-−–^_")
PLUS, MINUS = frozenset(["+"]), frozenset(["-", "−", "–"])


def symbolic(pieces: Pieces, k: int) -> bool:
    """Whether a word is a symbol of mathematics: one letter, a few capitals, or a letter with a script or a number.

    >>> from symattn.marking.answers.latex import flatten
    >>> pieces = Pieces.of(flatten("so W_1 QK"))
    >>> [symbolic(pieces, k) for k, token in enumerate(pieces.tokens) if token.kind == "word"]
    [False, True, True]
    """
    token, after = pieces.tokens[k], pieces.at(k + 1)
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
_TURNING = words("ᵀ \\top \\intercal \\prime")


def without_remarks(
    pieces: Pieces, first: int, last: int, places: list[int]
) -> tuple[int, int]:
    """The part of a side that is mathematics: words before the first and after the last matrix that name no matrix go."""
    start = _after_words(pieces, first, places[0])
    if start is None:
        return places[0] + 1, last  # a formula
    end = _before_remarks(pieces, start, places[-1], last)
    return (places[-1] + 1, last) if end is None else (start, end)


def _after_words(pieces: Pieces, first: int, grid: int) -> int | None:
    """Where mathematics starts before a matrix; None where what stands before it is a formula."""
    tokens, start = pieces.tokens, first
    for k in range(first, grid):
        if is_foreign(tokens[k]):
            if (
                tokens[k].kind == "cmd"
                or symbolic(pieces, k)
                or tokens[k + 1].text == "("
            ):
                return None
            start = k + 1
    return start


def _before_remarks(pieces: Pieces, start: int, grid: int, last: int) -> int | None:
    """Where mathematics ends behind a matrix; None where what stands behind it is a formula."""
    tokens, end, k = pieces.tokens, grid, grid + 1
    while k <= last:
        token = tokens[k]
        before = tokens[k - 1]
        other = pieces.partner.get(k)
        if token.kind in BLANK or token.text == ".":
            k += 1
            continue
        if (
            token.text == "["
        ):  # marks behind an answer; a slice of it, a factor below 0 or with a power
            apart = (
                before.kind in BLANK and tokens[pieces.after(k + 1)].text not in MINUS
            )
            return (
                end
                if apart
                and (
                    other is None
                    or other == last
                    or tokens[other + 1].text not in ("^", "ᵀ")
                )
                else None
            )
        word = is_foreign(token) and token.text not in _TURNING
        if token.kind == "open" and other is not None and k < other <= last:
            if before.text not in ("_", "^") and not _signed(
                pieces, k
            ):  # (4 d.p.), (2x2), the (2) of an equation
                return end
            k = other
        elif (
            token.text in _ENDING
            or token.kind in ("arrow", "compare")
            or token.text == tokens[min(k + 1, last)].text == "/"
            or (token.kind == "num" and not _signed(pieces, k))  # 2 marks
        ):
            return end
        elif word and before.text not in ("_", "^", "'", "."):
            return None if token.kind == "cmd" or symbolic(pieces, k) else end
        elif word and len(token.text) > 1:
            return end
        elif _prose(pieces, k + 1, last):
            return end if token.text in MINUS else None  # [4 10; 10 24] + mask
        end, k = k, k + 1
    return end


def _signed(pieces: Pieces, k: int) -> bool:
    """Whether a sign joins what begins at a token to what stands before it: a product has one, or a matrix on both sides."""
    before = pieces.tokens[pieces.before(k)]
    ahead = pieces.at(pieces.after(pieces.partner.get(k, k) + 1))
    return before.text in _JOINING or ahead.kind == "grid" or pieces.has_matrix(k)


def _prose(pieces: Pieces, k: int, last: int) -> bool:
    """Whether words follow, as after a dash."""
    k = pieces.after(k)
    return k <= last and _is_word(pieces, k)


def _is_word(pieces: Pieces, k: int) -> bool:
    """Whether a token is a word that is no symbol."""
    token = pieces.tokens[k]
    return token.kind == "word" and is_foreign(token) and not symbolic(pieces, k)


def _is_said(pieces: Pieces, k: int) -> bool:
    """Whether a token is a word that is no symbol, or a blank."""
    return pieces.tokens[k].kind in BLANK or _is_word(pieces, k)


def remarked(pieces: Pieces, first: int, close: int, last: int) -> bool:
    """Whether nothing but words stands behind brackets, (B, n, d) each, or behind a list a sentence: (B, n, n) - as for Q."""
    listed = any(token.text == "," for token in pieces.tokens[first:close])
    dash = pieces.after(close + 1)
    said = pieces.after(dash + 1) if pieces.tokens[dash].text in MINUS else dash
    return (listed and _prose(pieces, said, last)) or all(
        _is_said(pieces, k) for k in range(close + 1, last + 1)
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


def before_words(pieces: Pieces, first: int, last: int) -> int:
    """Where a value ends that words stand behind, k = 8 of them are used, e^t times as much, 0.5 nats, n × d (as before); the end
    of anything else."""
    tokens, end, said = pieces.tokens, last, list[str]()
    open_ = pieces.partner.get(last, last)
    inside = range(open_ + 1, last)
    plain = all(
        tokens[k].kind in (*BLANK, "word") or tokens[k].text in "'’,-" for k in inside
    )
    worded = any(_is_word(pieces, k) and len(tokens[k].text) > 2 for k in inside)
    if first < open_ < last and plain and worded and tokens[open_ - 1].text != "_":
        end = last = open_ - 1
    while end > first and (
        _is_said(pieces, end)
        or (
            tokens[end].text == "-"
            and tokens[end - 1].kind == pieces.at(end + 1).kind == "word"
        )
    ):
        said += [tokens[end].text] if tokens[end].kind == "word" else []
        end -= 1
    alone = (
        len(said) == 1
        and tokens[end].kind == "num"
        and tokens[end + 1].kind in BLANK  # 6ndk is no number
        and said[0].islower()
        and len(said[0]) > 3
        and not is_name(said[0])
    )
    return (
        end if (len(said) > 1 or alone) and tokens[end].text not in _JOINING else last
    )
