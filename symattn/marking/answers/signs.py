"""What relates a name to its value, what ends a value, and where the next name begins behind a matrix: three lists of rules.

The rules of a list are tried in its order, the signs that mean nothing else first, and the first that holds decides. Beside
each stands an example that is tried as a test: a text, and what is read of it, name by name. A new way of writing is one rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from symattn.exact import units
from symattn.language.letters import name_of
from symattn.later import pattern
from symattn.marking.answers import about
from symattn.marking.answers.among_words import is_product, of_letters, symbolic
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.headings import SHORT_WORDS, WORDS, heading, prefix
from symattn.marking.answers.tokens import BLANK, GAP, LINE_ENDS, SCALARS, AnswerToken
from symattn.marking.answers.values import shown, turned
from symattn.said import Strings
from symattn.tex.signs import words

LONGEST_LABEL = (
    300  # characters of what stands behind a count's name; more of them are prose
)
MOST_WORDS = 8  # between a number and the next name
SHORT = 40  # tokens of what a line says beside a name: a list of names, a count
MOST_SIZES = 24  # tokens of a shape
FAR = 400  # tokens of a chain in which a symbol is looked for that stands before the next name
JOINING = frozenset("+-−*/·×@⋅^÷∘⊙") | {"\\cdot", "\\times", "\\circ", "\\odot"}
SYMBOL = pattern(r"\\?[^\W\d_]\w{0,12}(?:[_^]\{?\w+\}?){0,2}[⁰¹²³⁴-⁹ⁱ₀-₉ᵢᵀ]*")
_INDEXED = pattern(rf"{SYMBOL.pattern}(?:[\[(]\d+(?:,[ ]?\d+)?[\])])?")  # S, S[1,2]
_DRESS = frozenset(["`", "*"])
_PARTS_COUNTS = frozenset(",;.")  # before the name of the next count: full: 4, half: 2
_LABEL_INSIDE = pattern(r"\s*(?:[a-z]|[ivx]{1,4}|\d{1,3}[a-h]?)\s*")
_COUNTED = pattern(
    r"(?:[-*•]\s+)?#?(?:\d{1,3}[ \t]+)?(?:[^\W\d_][\w-]{1,20}[ \t]+){0,4}[^\W\d_][\w^{}-]{0,30}"
)
_COUNT = spoken(
    r"(?!.*(?:,\s(?!\s*[^\W\d_]{2})|\|))(?:\s*«factor»\b)?[\s$]*[-−]?"
    r"(?:\.?\d|[\w(][^=:]*[*+^·²³][^=:]*[=≈]\s*\d)[^:;?!]*\Z"
)
_IN_LETTERS = pattern(  # Vd + nd, of a count
    r"(?!.*[^\W\d_]{4})(?=.*[*+^·⋅²³])\s*[\w(][\w\s()*+^·⋅²³/{}−-]*\.?\s*"
)
_NEXT_COUNT = pattern(r"[,;.]\s+(?=[^\W\d_][\w -]{0,30}:)")
_ROUGHLY = pattern(r"(?:≈|=)\s*[\d.,]+\s*[^\W\d_]{1,12}\.?\)")
_MINUS = frozenset(["-", "−"])
_COUNTS = frozenset(["num", "word", "open"])
_SHAPE = pattern(r"[\w*·]+(?:\s*(?:×|\\times)\s*|\s+x\s+|(?<=\d)x(?=\d))[\w*·]+")
_LINE_NUMBER = spoken(
    rf"(?:(?:{WORDS}|{SHORT_WORDS})\.?\s*)?\d{{1,2}}[:.,]?\s?[a-h]?\)", re.IGNORECASE
)
_NAMES = words("word cmd")
_BRACKETS = words("open close")
_FAR_IN = 12  # tokens of it
_UNIT = spoken(
    r"[kKMGTP]?i?[BbW]|[kKMGTP]|(?:kilo|mega|giga|tera)?(?:bytes?|flops?)|«large»",
    re.IGNORECASE,
)
GOES_ON = spoken(  # of the name before it: A = the identity, 3×3 = [1 0; 0 1]; K = X W which is [1 2]
    r"\d{1,3}\s*(?:x|×|«by»)\s*\d{1,3}(?:[ \t]+matrix)?|«which»",
    re.IGNORECASE,
)
"""What stands in the place of the name that was read last."""
_SAID = pattern(r"[^\W\d_]{3,}")
_THEN = spoken(
    r"(?:(?:«and»|«then»)[ \t]+)+",
    re.IGNORECASE,
)
_MODAL = spoken(r"(?<![ \t])[ \t]+«must»\Z")
_MARKDOWN = pattern(r"\*\*|__|`|^>+\s*|^#+\s*")
_LONE = pattern(r"[ \t]+[-−+]?[\d.]+[ \t]*(?:#[^\n]*)?(?=\n|\Z)")
_PRIMED = pattern(r"[^'\"]*[\w})\]]'{1,2}")  # S', and no quotes around a name


class Relation(NamedTuple):
    """A sign that stands between a name and its value, where it *holds*: at a token."""

    signs: frozenset[str]  # texts or kinds of tokens
    holds: Callable[[AnswerToken], bool]
    example: str
    gives: Strings  # name and value, one after the other


class End(NamedTuple):
    """A sign that ends a value, where it *holds*: at a token, of what begins at another one."""

    signs: frozenset[str]  # texts or kinds of tokens
    holds: Callable[[AnswerToken, AnswerToken], bool]
    example: str
    gives: Strings


class Behind(NamedTuple):
    """Where a next name is looked for: behind a matrix and before a relation, in a value that starts at a token, of a chain
    whose own name begins at another one."""

    grid: AnswerToken
    relation: AnswerToken
    start: AnswerToken
    name: AnswerToken


class Begin(NamedTuple):
    """Where the next name begins behind a matrix; None where it does not by this rule."""

    at: Callable[[Behind], AnswerToken | None]
    example: str
    gives: Strings


# --- what relates a name to a value ---


def _leads(token: AnswerToken) -> bool:
    """Whether an arrow stands between a symbol at the beginning of its line and a matrix or a number."""
    return token.after.kind in ("grid", "num") and _is_symbol_first(token)


def _is_symbol_first(token: AnswerToken) -> bool:
    """Whether a symbol alone stands before a token on its line."""
    return SYMBOL.fullmatch(_first_on_line(token)) is not None


def _is_given(token: AnswerToken) -> bool:
    """Whether a symbol is given a matrix, as in R, or a number behind a blank and alone on its line; x <-1 compares."""
    if not _is_symbol_first(token):
        return False
    return _before_matrix(token) or _LONE.match(token.flat.text, token.end) is not None


def _said_of(token: AnswerToken) -> AnswerToken:
    """What a colon, a word or ∈ stands before, without Markdown's signs of code: S1 and S2 are both [1 2]."""
    after = token.after
    while after.text in _DRESS | words_for("each"):
        after = after.after
    return after


def _before_matrix(token: AnswerToken) -> bool:
    after = _past_words(token, _said_of(token))
    if after.partner is not None:  # brackets of its own round a small one
        after = after.after
    return after.kind == "grid"


def _past_words(token: AnswerToken, after: AnswerToken) -> AnswerToken:
    """Behind the words that say what a symbol is, and the comma behind them: "V is the identity, [1 0; 0 1]"."""
    end = after
    while end.at - after.at < SHORT and _prose(end):
        end = end.after
    said = end.text in (",", ":") and _is_symbol_first(token)
    return end.after if said else after


def _before_count(token: AnswerToken) -> bool:
    """Whether a name at the beginning of a line has a number or a count behind it."""
    after = _said_of(token)
    if (after.next if after.text in _MINUS else after).kind not in _COUNTS:
        return False
    value = _NEXT_COUNT.split(token.next.to(token.far(SHORT)))[0]
    counted = _COUNT.match(value) or (
        about.now().shapes and _IN_LETTERS.fullmatch(value)
    )
    if len(value) >= LONGEST_LABEL or not counted:
        return False
    name = _first_on_line(token)
    goes_on = GOES_ON.fullmatch(name) and _SAID.search(value)  # that is 4 times as many
    return (
        not goes_on and _COUNTED.fullmatch(name) is not None and heading(name) is None
    )


def _first_on_line(token: AnswerToken) -> str:
    """What stands before a token on its line, without the number of a part."""
    most, first = 0, token
    while most < SHORT // 3 and not (
        first.kind in BLANK
        and first.prev.text in _PARTS_COUNTS
        and not first.prev.inside
    ):
        most, first = most + 1, first.prev
    return prefix(undressed(token.said(most)))[1]


def _before_list(token: AnswerToken) -> bool:
    """Whether a list of sizes stands there."""
    after = _said_of(token)
    close = after.partner if after.text == "(" else None
    return close is not None and any(
        inner.text in (",", "×", "\\times") for inner in after.until(close)
    )


def _before_sizes(token: AnswerToken) -> bool:
    """Whether sizes with × between them stand there, and no matrix behind them."""
    after = _said_of(token)
    if after.kind not in ("word", "num"):
        return False
    end = after.far(MOST_SIZES)
    return after.grids == end.next.grids and _SHAPE.match(after.to(end)) is not None


def _in_reals(token: AnswerToken) -> bool:
    after = _said_of(token)
    return after.text in ("ℝ", "R") or after.kind == "grid"


ASSIGNS = frozenset(["<-", "←"])
"""Arrows by which a program gives a value to a name."""
_SAYS = frozenset(["is", ":"])
RELATIONS: tuple[Relation, ...] = (
    Relation(frozenset(["rel"]), lambda token: True, "A ≈ [1 2]", ("A", "[1 2]")),
    Relation(frozenset(["->", "→", "⟶"]), _leads, "A -> [1 2]", ("A", "[1 2]")),
    Relation(ASSIGNS, _is_given, "A <- [1 2]", ("A", "[1 2]")),
    Relation(ASSIGNS, _is_given, "loss <- -0.75", ("loss", "-0.75")),
    Relation(frozenset(["∈", "\\in"]), _in_reals, "Q ∈ ℝ^{n×d}", ("Q", "ℝ^{n×d}")),
    Relation(_SAYS, _before_matrix, "A is [1 2]", ("A", "[1 2]")),
    Relation(_SAYS, _before_matrix, "A is the same again, [1 2]", ("A", "[1 2]")),
    Relation(_SAYS, _before_count, "norms: 4d = 3072", ("norms", "3072")),
    Relation(_SAYS, _before_count, "mean loss: .4592", ("mean loss", ".4592")),
    Relation(_SAYS, _before_list, "Q: (B, n, d)", ("Q", "(B, n, d)")),
    Relation(frozenset([":"]), _before_sizes, "Q: B x n x d", ("Q", "B x n x d")),
)
_RELATING = frozenset().union(*(one.signs for one in RELATIONS))


def relates(token: AnswerToken) -> bool:
    """Whether a token relates a name to a value, or one value to the next."""
    is_verb = token.text in words_for("is", "gives")
    sign = "rel" if token.kind == "rel" else "is" if is_verb else token.text
    if sign not in _RELATING or token.inside:
        return False
    if token.before.text == "(" and _ROUGHLY.match(
        token.flat.text, token.start
    ):  # 124,439,808 (≈ 124 million)
        return False
    return any(sign in one.signs and one.holds(token) for one in RELATIONS)


# --- what ends a value ---


def _at_comma(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a comma stands not right between digits, as in 786,944 or 1,296.41, or in 0,5, which then is refused as a whole."""
    return not (token.prev.text[-1:].isdecimal() and token.next.text[:1].isdecimal())


def _at_remark(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether two slashes or dashes begin a remark of words behind a value: 0.5 // half, 0.5 -- half."""
    said = token.next.next
    twice = token.next.text == token.text and token.prev.kind in GAP
    behind = token.before.at >= start.at and token.before.kind in ("num", "close")
    return twice and behind and said.kind in GAP and _prose(said.after)


def _at_full_stop(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a sentence ends there; a point with gaps around it behind a symbol is Maxima's product: g = u . J."""
    if token.next.kind not in BLANK:
        return False
    apart = token.text == "." and token.prev.kind in BLANK
    symbol = token.before.kind in _NAMES or token.before.prev.text == "_"
    return not (apart and symbol and token.after.kind in _NAMES)


def _at_lone_bracket(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a bracket has no other, and closes no number that its line begins with, as in 1a)."""
    return token.partner is None and not _numbers_a_line(token)


def _past_mathematics(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether nothing behind mathematics inside a line goes on with the value."""
    before, after = token.before, token.after
    if before.at < start.at or not after.text:
        return False
    goes_on = (
        after.kind in ("grid", "rel") or after.text == "%" or _is_unit(before, after)
    )
    return not (goes_on or {before.text, after.text} & JOINING or before.kind == "rel")


def _at_bar(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a bar stands between a value and the name of the next."""
    name = token.after
    return name.kind == "word" and "rel" in (name.next.kind, name.next.next.kind)


def _at_gap(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a wide gap stands between a number without a unit and the name of the next with its sign: m = 2.5    v = 1.67."""
    if token.text == " " or token.before.kind != "num":
        return False
    name = end = token.after
    while end.at - name.at < _FAR_IN - 1 and end.kind not in ("rel", *LINE_ENDS):
        end = end.next
    if end.kind != "rel":
        return False
    text = name.to(end.prev).strip()
    unit = (
        units.read_now() is not None and units.behind(f"1 {text}") is not None
    )  # whatever line has its name too: 4 B ≈ …
    return _INDEXED.fullmatch(text) is not None and not unit


def _at_next(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a blank stands between a number and the next name of a list without blanks around its signs, m=2.5 v=1.67, or of
    one of rows, l = 1 2 P = 3 4, whose numbers are no factors."""
    name = end = token.after
    number = token.before
    script = number.before.prev.text in ("_", "^")
    row = number.prev.kind == "space" and number.before.kind == "num" and not script
    listed = start.kind not in BLANK and start.prev.kind == "rel"
    if number.kind != "num" or number.before.at < start.at - 1 or not (row or listed):
        return False
    while end.at - name.at < _FAR_IN - 1 and end.kind not in ("rel", *LINE_ENDS):
        end = end.next
    text = name.to(end.prev).strip()
    apart = end.prev.kind in BLANK or end.next.kind in BLANK
    tight = end.kind == "rel" and end.next.kind != "rel" and (row or not apart)
    word = name.kind == "word" and _INDEXED.fullmatch(text) is not None
    return tight and word and (about.is_name(text) or not about.now().names)


def _at_part(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a part's label stands between a number and the name of the next: m = 2.5 (b) v = 1.67."""
    close = token.partner
    behind = token.before.at >= start.at and token.before.kind in ("num", "close")
    if close is None or not behind or token.prev.prev is not token.before:
        return False
    label = token.next.to(close.prev)
    name = end = close.after
    while end.at - name.at < _FAR_IN - 1 and end.kind not in ("rel", *LINE_ENDS):
        end = end.next
    named = end.kind == "rel" and _INDEXED.fullmatch(name.to(end.prev).strip())
    is_label = _LABEL_INSIDE.fullmatch(label) and not label.strip().isdecimal()
    letter = about.is_name(label) or of_letters(label)
    return bool(close.next.kind in GAP and named and is_label and not letter)


def _is_unit(before: AnswerToken, after: AnswerToken) -> bool:
    """Whether a unit stands behind a number, and no name: $4$ K, and not $4$ K = 1."""
    behind = after.after
    unit = before.kind == "num" and _UNIT.fullmatch(after.text) is not None
    return unit and behind.kind != "rel" and behind.text != "_"


ENDS: tuple[End, ...] = (
    End(
        frozenset("#"),
        lambda token, start: token.at > start.at and token.prev.kind in GAP,
        "A <- 0.5  # half",
        ("A", "0.5"),
    ),
    End(
        frozenset("/-"),
        _at_remark,
        "A = 0.5 // half",
        ("A", "0.5"),
    ),
    End(
        frozenset(["arrow"]),
        lambda token, start: True,
        "A = 0.5 ⇒ B = 0.25",
        ("A", "0.5", "B", "0.25"),
    ),
    End(
        frozenset(";"),
        lambda token, start: True,
        "A = 0.5; B = 0.25",
        ("A", "0.5", "B", "0.25"),
    ),
    End(
        frozenset(","),
        _at_comma,
        "A = 786,944, B = 0.25",
        ("A", "786,944", "B", "0.25"),
    ),
    End(frozenset("|"), _at_bar, "A = 0.5 | B = 0.25", ("A", "0.5", "B", "0.25")),
    End(frozenset(["space"]), _at_gap, "A = 0.5   B = 0.25", ("A", "0.5", "B", "0.25")),
    End(frozenset(["space"]), _at_next, "A=0.5 B=0.25", ("A", "0.5", "B", "0.25")),
    End(frozenset(["open"]), _at_part, "A = 1/2 (b) B = 4", ("A", "1/2", "B", "4")),
    End(frozenset(".:"), _at_full_stop, "A = 1/2. B = 0.25", ("A", "1/2", "B", "0.25")),
    End(
        frozenset("?"),
        lambda token, start: token.next.kind in BLANK,
        "Which A is it? B = 0.25",
        ("B", "0.25"),
    ),
    End(_BRACKETS, _at_lone_bracket, "A = 1/2) B = 0.25", ("A", "1/2", "B", "0.25")),
    End(
        frozenset(["open"]),
        lambda token, start: token.equated and not token.inside,
        "A = 1/2 (B = 0.25)",
        ("A", "1/2", "B", "0.25"),
    ),
    End(
        frozenset(["shut"]),
        _past_mathematics,
        "$A = e^2$ (c) $B = 0.25$",
        ("A", "e^2", "B", "0.25"),
    ),
)
"""What ends a value inside a line. That its line, its cell, its paragraph ends, is no rule: ``LINE_ENDS``."""
_ENDING = frozenset().union(*(one.signs for one in ENDS))


def stops(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a sign ends the value that begins at another one."""
    sign = token.text if token.kind == "other" else token.kind
    part = token.inside and (token.kind != "open" or token.prev.inside)
    if sign not in _ENDING or part:
        return False
    return any(sign in one.signs and one.holds(token, start) for one in ENDS)


def _numbers_a_line(token: AnswerToken) -> bool:
    """Whether a bracket closes the number that a line begins with: 1a)."""
    return _LINE_NUMBER.fullmatch(token.next.said(_FAR_IN).strip()) is not None


def begins_beside(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a name begins behind an alignment mark and the value of the name before it."""
    return token.after.kind in ("word", "cmd", "open") and start.solid.at < token.at


def goes_to_next(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a word goes on to the next equation behind a number: s_1 = 0.1 and s_2 = 0.4, 1/√2 ≈ 0.7 so that we get L = …"""
    before = token.before
    behind = before.at >= start.at and (
        before.kind in ("num", "close") or before.text.isnumeric() or _is_letter(before)
    )
    return (behind and not _numbers_a_line(before)) and (
        token.text.lower() in words_for("and", "then") or _says_name(token)
    )


def _is_letter(token: AnswerToken) -> bool:
    """Whether a word is a letter of the question, or letters side by side: 2nd and G = 3n."""
    below = token.prev.text == "_"
    whole = f"{token.prev.prev.text}_{token.text}" if below else token.text
    bare = whole.replace("_", "")
    return token.kind == "word" and (of_letters(whole) or about.of_sizes(bare))


def _says_name(token: AnswerToken) -> bool:
    """Whether words, and then a symbol and a relation, begin at a token: "erhält man L ≈", "gives L =", "with N ="."""
    count = int(token.text.lower() in words_for("gives", "with", "for", "preposition"))
    while count <= MOST_WORDS and _prose(token):
        token, count = token.after, count + 1
    named = token.kind == "word" and symbolic(token)
    if token.next.kind == "num":  # g2 =
        token = token.next
    return count > 1 and named and token.after.kind == "rel"


def joined(token: AnswerToken, start: AnswerToken) -> bool:
    """Whether a line ends in the middle of a formula, so that the next one goes on with it."""
    before = token.before
    return (
        token.kind in ("nl", "row")
        and before.at >= start.at
        and before.text in JOINING
        and before.prev.text != before.text
    )


# --- where the next name begins behind a matrix ---


def _below_given(here: Behind) -> AnswerToken | None:
    """Behind the wall between a matrix just given and a formula of its own."""
    token = here.grid
    while token.at > here.start.at:
        gap = token.kind == "wall" or token.kind == token.prev.kind == "nl"
        if gap and not token.inside:
            return token.next if token.grids > here.start.grids else None
        token = token.prev
    return None


def _past_labels(here: Behind) -> AnswerToken | None:
    """Behind a part's label or a remark in brackets."""
    first = token = here.grid.after
    end = here.relation
    while token.at < end.at and token.kind == "open" and token.prev.kind in BLANK:
        close = token.partner or end
        inner = token.next.to(close.prev)
        remark = _LABEL_INSIDE.fullmatch(inner) or any(
            map(_prose, token.next.until(close))
        )
        after = close.after
        named = close.next.kind in BLANK and after.kind in (*_NAMES, "open")
        if not (remark and named and after.at < end.at):
            break
        token = after
    return None if token is first else token


def _at_words(here: Behind) -> AnswerToken | None:
    """At the first word that is no symbol, where it belongs to no formula."""
    between = here.grid.next.until(here.relation)
    words = (token for token in between if not token.inside and _prose(token))
    word = next(words, None)
    return None if word is None or _belongs(word) else word


def _at_symbol(here: Behind) -> AnswerToken | None:
    """At a symbol that the chain has not had, and that is no factor: "[1 2] W = [5 6]", but "A = [1] B = [2] W = [3]"."""
    grid = turned(here.grid)
    start, end = grid.after, here.relation
    if (
        start is grid.next
        or start.at >= end.at
        or start.kind not in ("word", "cmd")
        or not symbolic(start)
    ):
        return None
    parts = _NAMES | _BRACKETS | GAP | {"num"}
    alone = grid.next.text == " " and not _is_listed(here.name)
    factor = start.text[0] in "WwXxd" and alone
    if factor or any(
        token.kind not in parts and token.text not in "_^.'"
        for token in start.until(end)
    ):
        return None
    name = start.to(end.prev).strip()
    stem = re.match(r"\\?\w+(?:\(\w+\))?", name)  # φ(K) is another one than φ(Q)
    if stem is None or re.search(r"\s", name):
        return None
    far = grid.begin(FAR, frozenset())
    had = shown((far if far.at > here.name.at else here.name).through(grid))
    old = re.search(rf"(?<!\w){re.escape(stem[0])}(?!\w)", had)
    return None if old else grid.next


def _is_listed(name: AnswerToken) -> bool:
    """Whether a name begins behind another one's matrix on its line, as the next one may then."""
    before = name.before
    return before.kind == "grid" and all(
        token.kind in GAP for token in before.next.until(name)
    )


BEGINS: tuple[Begin, ...] = (
    Begin(_below_given, "A = [1 2; 3 4]\n\n[1 2][3; 4] = [11]", ("A", "[1 2; 3 4]")),
    Begin(_past_labels, "A = [1 2] (b) B = [3 4]", ("A", "[1 2]", "B", "[3 4]")),
    Begin(_at_words, "A = [1 2] and B = [3 4]", ("A", "[1 2]", "B", "[3 4]")),
    Begin(_at_symbol, "A = [1 2]^T  B = [3 4]", ("A", "[1 2]^T", "B", "[3 4]")),
)
"""Where a name begins between a matrix and the relation behind it. Where no rule says so, the chain goes on."""


def begins(here: Behind) -> AnswerToken | None:
    """Where the name before a relation begins behind the last matrix before it; None where the chain goes on."""
    return next((found for one in BEGINS if (found := one.at(here)) is not None), None)


def _belongs(word: AnswerToken) -> bool:
    """Whether a word belongs to the formula before it: behind a sign, or below another one, as in + mask_rows."""
    before = word.before
    while before.text == "{":
        before = before.before
    return before.text in JOINING | {"_", "^"}


def _prose(token: AnswerToken) -> bool:
    known = token.text in SCALARS or name_of(token.text)
    word = token.kind == "word" and not known and not symbolic(token)
    return word and not is_product(token)


def undressed(label: str) -> str:
    """A label without Markdown's stars and quotes.

    >>> undressed("**S'** ")
    "S'"
    """
    bare = _MARKDOWN.sub("", label).replace("\\_", "_").strip(' \t"$,;')
    bare = bare if _PRIMED.fullmatch(bare) else bare.strip(" \t\"'$,;")
    if (
        bare.startswith("{") and "}" not in bare
    ):  # {"Q": [[1, 2]], as Python prints a dictionary
        bare = bare.strip("{\"' ")
    return _MODAL.sub("", bare[then.end() :] if (then := _THEN.match(bare)) else bare)
