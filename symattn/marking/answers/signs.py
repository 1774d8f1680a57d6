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
from symattn.marking.answers.among_words import symbolic
from symattn.marking.answers.catalogue import spoken, words_for
from symattn.marking.answers.headings import SHORT_WORDS, WORDS, heading, prefix
from symattn.marking.answers.tokens import BLANK, GAP, LINE_ENDS, SCALARS, Pieces
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
    holds: Callable[[Pieces, int], bool]
    example: str
    gives: Strings  # name and value, one after the other


class End(NamedTuple):
    """A sign that ends a value, where it *holds*: at a token, of what begins at another one."""

    signs: frozenset[str]  # texts or kinds of tokens
    holds: Callable[[Pieces, int, int], bool]
    example: str
    gives: Strings


class Behind(NamedTuple):
    """Where a next name is looked for: behind a matrix and before a relation, in a value that starts at a token, of a chain
    whose own name begins at another one."""

    grid: int
    relation: int
    start: int
    name: int


class Begin(NamedTuple):
    """Where the next name begins behind a matrix; None where it does not by this rule."""

    at: Callable[[Pieces, Behind], int | None]
    example: str
    gives: Strings


# --- what relates a name to a value ---


def _leads(p: Pieces, k: int) -> bool:
    """Whether an arrow stands between a symbol at the beginning of its line and a matrix or a number."""
    return (
        p.at(p.after(k + 1)).kind in ("grid", "num")
        and SYMBOL.fullmatch(_first_on_line(p, k)) is not None
    )


def _is_given(p: Pieces, k: int) -> bool:
    """Whether a symbol is given a matrix, as in R, or a number behind a blank and alone on its line; x <-1 compares."""
    if SYMBOL.fullmatch(_first_on_line(p, k)) is None:
        return False
    return _before_matrix(p, k) or _LONE.match(p.flat.text, p.tokens[k].end) is not None


def _said_of(p: Pieces, k: int) -> int:
    """What a colon, a word or ∈ stands before, without Markdown's signs of code: S1 and S2 are both [1 2]."""
    after = p.after(k + 1)
    while p.at(after).text in _DRESS | words_for("each"):
        after = p.after(after + 1)
    return after


def _before_matrix(p: Pieces, k: int) -> bool:
    after = _past_words(p, k, _said_of(p, k))
    if after in p.partner:  # brackets of its own round a small one
        after = p.after(after + 1)
    return p.at(after).kind == "grid"


def _past_words(p: Pieces, k: int, after: int) -> int:
    """Behind the words that say what a symbol is, and the comma behind them: "V is the identity, [1 0; 0 1]"."""
    end = after
    while end - after < SHORT and _prose(p, end):
        end = p.after(end + 1)
    said = p.at(end).text in (",", ":") and SYMBOL.fullmatch(_first_on_line(p, k))
    return p.after(end + 1) if said else after


def _before_count(p: Pieces, k: int) -> bool:
    """Whether a name at the beginning of a line has a number or a count behind it."""
    after = _said_of(p, k)
    if p.at(after + (p.at(after).text in _MINUS)).kind not in _COUNTS:
        return False
    value = _NEXT_COUNT.split(p.source(k + 1, min(p.ends[k + 1] - 1, k + SHORT)))[0]
    counted = _COUNT.match(value) or (
        about.now().shapes and _IN_LETTERS.fullmatch(value)
    )
    if len(value) >= LONGEST_LABEL or not counted:
        return False
    name = _first_on_line(p, k)
    goes_on = GOES_ON.fullmatch(name) and _SAID.search(value)  # that is 4 times as many
    return (
        not goes_on and _COUNTED.fullmatch(name) is not None and heading(name) is None
    )


def _first_on_line(p: Pieces, k: int) -> str:
    """What stands before a token on its line, without the number of a part."""
    far = max(k - SHORT // 3, 0)
    ends = (
        j
        for j in range(far, k)
        if p.tokens[j].text in _PARTS_COUNTS and not p.inside[j]
    )
    start = max((j + 1 for j in ends if p.tokens[j + 1].kind in BLANK), default=far)
    return prefix(undressed(p.said(k, k - start)))[1]


def _before_list(p: Pieces, k: int) -> bool:
    """Whether a list of sizes stands there."""
    after = _said_of(p, k)
    close = p.partner.get(after, after) if p.at(after).text == "(" else after
    return any(t.text in (",", "×", "\\times") for t in p.tokens[after:close])


def _before_sizes(p: Pieces, k: int) -> bool:
    """Whether sizes with × between them stand there, and no matrix behind them."""
    after = _said_of(p, k)
    if p.at(after).kind not in ("word", "num"):
        return False
    end = min(p.ends[after] - 1, after + MOST_SIZES)
    return (
        p.grids_before[after] == p.grids_before[end + 1]
        and _SHAPE.match(p.source(after, end)) is not None
    )


def _in_reals(p: Pieces, k: int) -> bool:
    after = p.at(_said_of(p, k))
    return after.text in ("ℝ", "R") or after.kind == "grid"


ASSIGNS = frozenset(["<-", "←"])
"""Arrows by which a program gives a value to a name."""
_SAYS = frozenset(["is", ":"])
RELATIONS: tuple[Relation, ...] = (
    Relation(frozenset(["rel"]), lambda p, k: True, "A ≈ [1 2]", ("A", "[1 2]")),
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


def relates(p: Pieces, k: int) -> bool:
    """Whether a token relates a name to a value, or one value to the next."""
    token = p.tokens[k]
    is_verb = token.text in words_for("is", "gives")
    sign = "rel" if token.kind == "rel" else "is" if is_verb else token.text
    if sign not in _RELATING or p.inside[k]:
        return False
    opened = p.tokens[max(p.before(k), 0)].text == "("
    if opened and _ROUGHLY.match(
        p.flat.text, token.start
    ):  # 124,439,808 (≈ 124 million)
        return False
    return any(sign in one.signs and one.holds(p, k) for one in RELATIONS)


# --- what ends a value ---


def _at_comma(p: Pieces, at: int, start: int) -> bool:
    """Whether a comma stands not right between digits, as in 786,944 or 1,296.41, or in 0,5, which then is refused as a whole."""
    return not (
        p.tokens[at - 1].text[-1:].isdecimal() and p.at(at + 1).text[:1].isdecimal()
    )


def _at_full_stop(p: Pieces, at: int, start: int) -> bool:
    """Whether a sentence ends there; a point with gaps around it behind a symbol is Maxima's product: g = u . J."""
    if p.at(at + 1).kind not in BLANK:
        return False
    before, apart = (
        p.before(at),
        p.tokens[at].text == "." and p.tokens[at - 1].kind in BLANK,
    )
    symbol = p.tokens[before].kind in _NAMES or p.tokens[before - 1].text == "_"
    return not (apart and symbol and p.at(p.after(at + 1)).kind in _NAMES)


def _at_lone_bracket(p: Pieces, at: int, start: int) -> bool:
    """Whether a bracket has no other, and closes no number that its line begins with, as in 1a)."""
    return at not in p.partner and not _numbers_a_line(p, at)


def _past_mathematics(p: Pieces, at: int, start: int) -> bool:
    """Whether nothing behind mathematics inside a line goes on with the value."""
    before, after = p.before(at), p.after(at)
    if before < start or after >= len(p.tokens):
        return False
    behind, ahead = p.tokens[after], p.tokens[before]
    goes_on = (
        behind.kind in ("grid", "rel")
        or behind.text == "%"
        or _is_unit(p, before, after)
    )
    return not (goes_on or {ahead.text, behind.text} & JOINING or ahead.kind == "rel")


def _at_bar(p: Pieces, at: int, start: int) -> bool:
    """Whether a bar stands between a value and the name of the next."""
    after = p.after(at + 1)
    return p.at(after).kind == "word" and any(
        t.kind == "rel" for t in p.tokens[after + 1 : after + 3]
    )


def _at_gap(p: Pieces, at: int, start: int) -> bool:
    """Whether a wide gap stands between a number without a unit and the name of the next with its sign: m = 2.5    v = 1.67."""
    name = p.after(at)
    if p.tokens[at].text == " " or p.tokens[p.before(at)].kind != "num":
        return False
    end = next(
        (k for k in range(name, name + _FAR_IN) if p.at(k).kind in ("rel", *LINE_ENDS)),
        name,
    )
    if p.at(end).kind != "rel":
        return False
    text = p.source(name, end - 1).strip()
    unit = (
        units.read_now() is not None and units.behind(f"1 {text}") is not None
    )  # whatever line has its name too: 4 B ≈ …
    return _INDEXED.fullmatch(text) is not None and not unit


def _is_unit(p: Pieces, before: int, after: int) -> bool:
    """Whether a unit stands behind a number, and no name: $4$ K, and not $4$ K = 1."""
    behind = p.at(p.after(after + 1))
    unit = (
        p.tokens[before].kind == "num"
        and _UNIT.fullmatch(p.tokens[after].text) is not None
    )
    return unit and behind.kind != "rel" and behind.text != "_"


ENDS: tuple[End, ...] = (
    End(
        frozenset("#"),
        lambda p, at, start: at > start and p.tokens[at - 1].kind in GAP,
        "A <- 0.5  # half",
        ("A", "0.5"),
    ),
    End(
        frozenset(["arrow"]),
        lambda p, at, start: True,
        "A = 0.5 ⇒ B = 0.25",
        ("A", "0.5", "B", "0.25"),
    ),
    End(
        frozenset(";"),
        lambda p, at, start: True,
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
    End(frozenset(".:"), _at_full_stop, "A = 1/2. B = 0.25", ("A", "1/2", "B", "0.25")),
    End(
        frozenset("?"),
        lambda p, at, start: p.at(at + 1).kind in BLANK,
        "Which A is it? B = 0.25",
        ("B", "0.25"),
    ),
    End(_BRACKETS, _at_lone_bracket, "A = 1/2) B = 0.25", ("A", "1/2", "B", "0.25")),
    End(
        frozenset(["open"]),
        lambda p, at, start: at in p.equated,
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


def stops(p: Pieces, at: int, start: int) -> bool:
    """Whether a sign ends the value that begins at another one."""
    token = p.tokens[at]
    sign = token.text if token.kind == "other" else token.kind
    if sign not in _ENDING or p.inside[at]:
        return False
    return any(sign in one.signs and one.holds(p, at, start) for one in ENDS)


def _numbers_a_line(p: Pieces, at: int) -> bool:
    """Whether a bracket closes the number that a line begins with: 1a)."""
    return _LINE_NUMBER.fullmatch(p.said(at + 1, _FAR_IN).strip()) is not None


def begins_beside(p: Pieces, start: int, at: int) -> bool:
    """Whether a name begins behind an alignment mark and the value of the name before it."""
    return p.at(p.after(at)).kind in ("word", "cmd", "open") and p.after(start) < at


def goes_to_next(p: Pieces, at: int, start: int) -> bool:
    """Whether a word goes on to the next equation behind a number: s_1 = 0.1 and s_2 = 0.4, 1/√2 ≈ 0.7 so that we get L = …"""
    before = p.before(at)
    ahead = p.tokens[max(before, 0)]
    behind = before >= start and (
        ahead.kind in ("num", "close") or ahead.text.isnumeric()
    )
    return (behind and not _numbers_a_line(p, before)) and (
        p.tokens[at].text.lower() in words_for("and", "then") or _says_name(p, at)
    )


def _says_name(p: Pieces, at: int) -> bool:
    """Whether words, and then a symbol and a relation, begin at a token: "erhält man L ≈", "gives L =", "with N ="."""
    k = at
    count = int(
        p.tokens[at].text.lower() in words_for("gives", "with", "for", "preposition")
    )
    while count <= MOST_WORDS and _prose(p, k):
        k, count = p.after(k + 1), count + 1
    named = p.at(k).kind == "word" and symbolic(p, k)
    if p.at(k + 1).kind == "num":  # g2 =
        k += 1
    return count > 1 and named and p.at(p.after(k + 1)).kind == "rel"


def joined(p: Pieces, at: int, start: int) -> bool:
    """Whether a line ends in the middle of a formula, so that the next one goes on with it."""
    if p.tokens[at].kind not in ("nl", "row"):
        return False
    before = p.before(at)
    twice = before > 0 and p.tokens[before - 1].text == p.tokens[before].text
    return before >= start and p.tokens[before].text in JOINING and not twice


# --- where the next name begins behind a matrix ---


def _below_given(p: Pieces, here: Behind) -> int | None:
    """Behind the wall between a matrix just given and a formula of its own."""
    tokens, start = p.tokens, here.start
    for j in range(here.grid, start, -1):
        gap = tokens[j].kind == "wall" or tokens[j].kind == tokens[j - 1].kind == "nl"
        if gap and not p.inside[j]:
            return j + 1 if p.grids_before[j] > p.grids_before[start] else None
    return None


def _past_labels(p: Pieces, here: Behind) -> int | None:
    """Behind a part's label or a remark in brackets."""
    first = at = p.after(here.grid + 1)
    k = here.relation
    while at < k and p.tokens[at].kind == "open" and p.tokens[at - 1].kind in BLANK:
        close = p.partner.get(at, k)
        after = p.after(close + 1)
        inner = p.source(at + 1, close - 1)
        remark = _LABEL_INSIDE.fullmatch(inner) or any(
            _prose(p, j) for j in range(at + 1, close)
        )
        named = p.tokens[close + 1].kind in BLANK and p.tokens[after].kind in (
            *_NAMES,
            "open",
        )
        if not (remark and named and after < k):
            break
        at = after
    return at if at > first else None


def _at_words(p: Pieces, here: Behind) -> int | None:
    """At the first word that is no symbol, where it belongs to no formula."""
    word = next(
        (
            j
            for j in range(here.grid + 1, here.relation)
            if not p.inside[j] and _prose(p, j)
        ),
        None,
    )
    return None if word is None or _belongs(p, word) else word


def _at_symbol(p: Pieces, here: Behind) -> int | None:
    """At a symbol that the chain has not had, and that is no factor: "[1 2] W = [5 6]", but "A = [1] B = [2] W = [3]"."""
    grid, k = turned(p, here.grid), here.relation
    start = p.after(grid + 1)
    inner = p.tokens[start:k]
    if (
        start == grid + 1
        or not inner
        or inner[0].kind not in ("word", "cmd")
        or not symbolic(p, start)
    ):
        return None
    parts = _NAMES | _BRACKETS | GAP | {"num"}
    alone = p.tokens[grid + 1].text == " " and not _is_listed(p, here.name)
    factor = inner[0].text[0] in "WwXxd" and alone
    if factor or any(t.kind not in parts and t.text not in "_^.'" for t in inner):
        return None
    name = p.source(start, k - 1).strip()
    stem = re.match(r"\\?\w+(?:\(\w+\))?", name)  # φ(K) is another one than φ(Q)
    if stem is None or re.search(r"\s", name):
        return None
    had = shown(p, max(here.name, grid - FAR), grid)
    old = re.search(rf"(?<!\w){re.escape(stem[0])}(?!\w)", had)
    return None if old else grid + 1


def _is_listed(p: Pieces, name: int) -> bool:
    """Whether a name begins behind another one's matrix on its line, as the next one may then."""
    before = p.before(name)
    between = p.tokens[before + 1 : name]
    return (
        before >= 0
        and p.tokens[before].kind == "grid"
        and all(t.kind in GAP for t in between)
    )


BEGINS: tuple[Begin, ...] = (
    Begin(_below_given, "A = [1 2; 3 4]\n\n[1 2][3; 4] = [11]", ("A", "[1 2; 3 4]")),
    Begin(_past_labels, "A = [1 2] (b) B = [3 4]", ("A", "[1 2]", "B", "[3 4]")),
    Begin(_at_words, "A = [1 2] and B = [3 4]", ("A", "[1 2]", "B", "[3 4]")),
    Begin(_at_symbol, "A = [1 2]^T  B = [3 4]", ("A", "[1 2]^T", "B", "[3 4]")),
)
"""Where a name begins between a matrix and the relation behind it. Where no rule says so, the chain goes on."""


def begins(p: Pieces, here: Behind) -> int | None:
    """Where the name before a relation begins behind the last matrix before it; None where the chain goes on."""
    return next(
        (found for one in BEGINS if (found := one.at(p, here)) is not None), None
    )


def _belongs(p: Pieces, word: int) -> bool:
    """Whether a word belongs to the formula before it: behind a sign, or below another one, as in + mask_rows."""
    before = p.before(word)
    while p.tokens[before].text == "{":
        before = p.before(before)
    return p.tokens[before].text in JOINING | {"_", "^"}


def _prose(p: Pieces, k: int) -> bool:
    token = p.at(k)
    known = token.text in SCALARS or name_of(token.text)
    return token.kind == "word" and not known and not symbolic(p, k)


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
