"""A symbol in any usual spelling as one key: A1, A_1, A^{(1)} and A₁ are the letter A with the script 1, \\hat{A}, Â and A_hat
the letter A with a hat."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from symattn.boxes import (
    Box,
    Boxed,
    Fence,
    Frac,
    Grid,
    Ink,
    Root,
    Row,
    Script,
    Stack,
    inked,
    rebuilt,
)
from symattn.later import Match, pattern
from symattn.said import Pair, Strings
from symattn.tex.signs import ACCENTS, ALPHABETS, ALSO, COMBINING, FORMS, GREEK, lowered

# What strangers type is read as a symbol too, and patterns go over it several times.
LONGEST = 300
_GREEK = {
    **GREEK,
    **FORMS,
    **{name: sign for name, sign in ALSO.items() if sign in GREEK.values()},
    "varepsilon": "ε",
    "varphi": "φ",
}
_KEPT = {
    name: f"\\{name}" for name in ("frac", "dfrac", "tfrac", "sqrt")
} | dict.fromkeys(["cdot", "times", "ast", "odot"], "·")
_KEPT |= {
    "oplus": "⊕",
    "mid": "|",
    "star": "⋆",
    "dagger": "†",
    "dag": "†",
    "nabla": "∇",
    "partial": "∂",
    "prime": "′",
}
_ABOVE = pattern("[⁰¹²³⁴-⁹ⁱⁿʰᵃ-ᵈᶜᵉᶠᵍʲᵏˡᵐᵒᵖᵗ-ᵛʳˢʷˣʸᶻ⁽⁾⁺⁻]+")
_T = r"\\?(?:top|intercal|(?:mathsf|mathrm|text)\s*(?:\{\s*T\s*\}|T)|T|⊤|ᵀ|t)"
_TURNED = pattern(
    rf"\^\s*(?:\{{\s*{_T}\s*\}}|{_T}(?![A-Za-z0-9]))|ᵀ|⊤|\.T\b|\.transpose\(\)|\.mT\b"  # in \frac{QK^T}{2} the brace stays
)
_DRESS = pattern(
    r"\\(?:math[a-z]+|boldsymbol|bm|pmb|text[a-z]*|operatorname\*?|left|right|,|;|!|:|quad|displaystyle|limits)(?![a-z])"
    r"|[$~]|\\(?=[ _#])"
)
_COMMAND = pattern(r"\\([A-Za-z]+)")
_MARK = "\u0300-\u036f\u20d0-\u20ff"  # what stands above or below a letter: hats, bars, arrows
_LETTER = rf"(?:[^\W\d_][{_MARK}]*)"
_SYMBOL = pattern(
    rf"(?P<base>[∇∂]?{_LETTER}+?)(?P<digits>\d*)(?P<scripts>(?:[_^](?:\{{[^{{}}]*\}}|\([^()]*\)|\[[^\[\]]*\]|(?:[^\W_][{_MARK}]*)+|[-+*·∗⋆†−])"
    r"|\[\s*(?:\w+\s*)?\d+\s*\]|\(\s*(?:head\s*)?\d+\s*\)|\{\s*\d+\s*\})*)"
)
_SCRIPT = pattern(r"[\s,;_^()\[\]{}]+")
_HEADED = pattern(r"(?:attn|attention|heads?|h|i)[\s_#=]*(\d+)\Z", re.IGNORECASE)
_TIMES = pattern(r"\\(?:cdot|times|ast|odot|,)(?![a-z])|[·×*@⋅∗]")
_ROWS = pattern(
    r"\\(?:begin|end)\{\w+\*?\}(?:\[\w\]|\{[lcr|@{}]*\})?|\\\\"
)  # of a matrix, and what ends a row of it
_STARS = str.maketrans("·∗⋆", "***")

# --- faces ---
# Letters of alphabets that differ in a formula as letters do: 𝐒 is no S where a sheet has both.

_FACES = {"mathbf": "BOLD", "boldsymbol": "BOLD", "bm": "BOLD", "pmb": "BOLD", "symbf": "BOLD", "mathbb": "DOUBLE-STRUCK",
          "mathcal": "SCRIPT", "mathscr": "SCRIPT", "mathfrak": "FRAKTUR"}  # fmt: skip
VARIANTS = {
    "bold": "mathbf",
    "double-struck": "mathbb",
    "script": "mathcal",
    "fraktur": "mathfrak",
}
"""MathML's names of these alphabets, and the commands of LaTeX."""


def _alphabets() -> Iterable[tuple[str, str, str]]:
    """Each letter of the alphabets: its face, the letter that it is, its sign of its own."""
    for code in range(0x1D400, 0x1D7CC):
        sign = chr(code)
        name = unicodedata.name(sign, "")
        face = next(
            (
                face
                for face in ("DOUBLE-STRUCK", "SCRIPT", "FRAKTUR", "BOLD")
                if face in name
            ),
            "",
        )
        if face and "SANS" not in name:
            yield face, unicodedata.normalize("NFKC", sign), sign
    for command in ("mathbb", "mathcal", "mathfrak"):
        for letter, sign in ALPHABETS[command].items():
            if letter.isalpha():
                yield _FACES[command], letter, sign


_CONSTANTS = frozenset("eπ")
_FACE_OF: dict[str, str] = {}
_SIGN: dict[Pair, str] = {}
for _face, _letter, _sign in _alphabets():
    _FACE_OF[_sign] = _face
    _SIGN.setdefault((_face, _letter), _sign)  # upright bold stands before slanted bold
_FACED = pattern(
    rf"\\({'|'.join(_FACES)})(?![A-Za-z])\s*(?:\{{\s*(\\[A-Za-z]+|[^\W\d_])\s*\}}|(\\[A-Za-z]+|[^\W\d_]))"
)


def faced(command: str, letter: str) -> str:
    """One letter in the alphabet of a command, as a sign of its own; "" where it has none.

    >>> faced("boldsymbol", "S"), faced("mathbf", "\\\\alpha"), faced("mathbf", "head")
    ('𝐒', '𝛂', '')
    """
    return _SIGN.get(
        (_FACES.get(command, ""), GREEK.get(letter.removeprefix("\\"), letter)), ""
    )


def kept(sign: str) -> bool:
    """Whether a sign is a letter of such an alphabet that a reader hands on as it is: no constant, no ℝ of shapes.

    >>> kept("𝒮"), kept("S"), kept("𝐞")
    (True, False, False)
    """
    return (
        sign in _FACE_OF
        and unicodedata.normalize("NFKC", sign) not in _CONSTANTS
        and sign != "ℝ"
    )


# --- accents ---

_ACCENT = pattern(
    rf"\\({'|'.join(ACCENTS)})(?![A-Za-z])\s*(?:\{{([^{{}}]*)\}}|(\\[A-Za-z]+|{_LETTER}))"
)
SAID = {"hat": "^", "widehat": "^", "tilde": "~", "widetilde": "~", "bar": "¯", "overline": "¯", "vec": "→", "dot": "˙",
         "ddot": "¨", "underline": "_", "prime": "′"}  # fmt: skip
"""What people type for an accent: S_hat, hat S."""
_SPOKEN = pattern(
    rf"\A({'|'.join(set(SAID) - {'prime'})})[\s_]*(?:\(\s*({_LETTER})\s*\)|\s({_LETTER})|_({_LETTER}))(?![^\W\d_])"
)
ABOVE = {
    sign: COMBINING[{"‾": "¯", "ˆ": "^", "˜": "~"}.get(sign, sign)]
    for sign in "^¯→~˙¨ˇ˘˚‾ˆ˜"
}
"""The signs that stand above a letter in MathML, and as parts of the letter in Unicode."""
BELOW = dict.fromkeys("‾_¯", COMBINING["_"])
SOFT = frozenset("′\u0332")
"""Marks that many put at a letter without a meaning: a prime, a line below."""


def accented(body: str, accent: str) -> str:
    """Letters with an accent's sign at each of them; a brace is no part of a symbol.

    >>> len(accented("S", "^")), len(accented("QK", "¯"))
    (2, 4)
    """
    return marked(body, COMBINING.get(accent, ""))


def marked(body: str, sign: str) -> str:
    """Letters with a sign of Unicode at each of them.

    >>> len(marked("QK", "\u0302"))
    4
    """
    return re.sub(_LETTER, lambda m: m[0] + sign, body)


def _with_accents(label: str) -> str:
    """Commands for accents as signs of Unicode, the innermost first."""
    for _ in range(4):
        label, count = _ACCENT.subn(lambda m: _accent(m), label)
        if not count:
            break
    return label


def _accent(found: Match) -> str:
    body = found[2] if found[2] is not None else found[3]
    body = accented(
        _COMMAND.sub(lambda m: _GREEK.get(m[1], m[0]), body), ACCENTS[found[1]]
    )
    return body if re.fullmatch(_LETTER, body) else f"{{{body}}}"


# --- symbols ---

Key: TypeAlias = tuple[str, Strings, str, str]


class Symbol(NamedTuple):
    """The letters of a symbol, its scripts in order, whether it is transposed, its accents and primes, its alphabet.

    >>> symbol(r"(\\mathbf{K}^1)^T")[:3], symbol("W_Q_1").scripts
    (('K', ('1',), True), ('1', 'Q'))
    >>> symbol(r"\\hat{S}_1") == symbol("S_hat_1") == symbol("hat S_1"), symbol(r"\\boldsymbol{S}").face
    (True, 'BOLD')
    """

    base: str
    scripts: Strings
    turned: bool = False
    marks: str = ""
    face: str = ""

    @property
    def key(self) -> Key:
        """What tells it from every other, transposed or not."""
        return self.base, self.scripts, self.marks, self.face


class SymbolTable:
    """The names that symbols stand for: as they are written first, then without what many leave out or put there.

    >>> table = SymbolTable([(symbol("S"), "S"), (symbol(r"\\hat{S}"), "L"), (symbol(r"\\mathbf{B}"), "B")])
    >>> [table.get(symbol(text)) for text in ("S", "S_hat", r"\\tilde{S}", "B", r"\\mathcal{S}")]
    ['S', 'L', None, 'B', 'S']
    """

    def __init__(self, symbols: Iterable[tuple[Symbol, str]]) -> None:
        self._exact: dict[Key, str] = {}
        self._loose: dict[Key, set[str]] = {}
        for symbol, name in symbols:
            self._exact[symbol.key] = name
            for key in _loosened(symbol.key):
                self._loose.setdefault(key, set()).add(name)

    def get(self, symbol: Symbol, exactly: bool = False) -> str | None:
        """The name that a symbol stands for; *exactly* as it is written, else without its alphabet and the like as well."""
        found = self._exact.get(symbol.key)
        if found is not None or exactly:
            return found
        base, scripts, marks, _ = symbol.key
        hard = "".join(mark for mark in marks if mark not in SOFT)
        for key in dict.fromkeys(
            [(base, scripts, marks, ""), (base, scripts, hard, "")]
        ):
            if key in self._exact:
                return self._exact[key]
            meant = self._loose.get(key, set())
            if len(meant) == 1:
                return next(iter(meant))
        return None

    def items(self) -> Iterable[tuple[Key, str]]:
        """Every symbol as it is written, and its name."""
        return self._exact.items()


def _loosened(key: Key) -> set[Key]:
    """A symbol as those write it who leave out its alphabet, or its accents as well."""
    base, scripts, marks, _ = key
    return {(base, scripts, marks, ""), (base, scripts, "", "")}


def typed(box: Box) -> str:
    """A symbol or a formula on one line, as a student types it: accents and alphabets as signs of Unicode.

    >>> typed(Frac(Ink("S"), Root(Script(Ink("d"), Ink("k"))))), typed(Stack(Ink("S", "bold"), Ink("^", "accent"))) == "𝐒\u0302"
    ('(S)/(√(d_{k}))', True)
    """
    match box:
        case Ink(text, kind):
            return (
                " "
                if kind == "space"
                else (faced("mathbf", text) or text)
                if kind == "bold"
                else text
            )
        case Row(items):
            return "".join(map(typed, items))
        case Script(base, sub, sup):
            below = f"_{{{typed(sub)}}}" if sub is not None else ""
            return (
                typed(base) + below + (f"^{{{typed(sup)}}}" if sup is not None else "")
            )
        case Stack(body, over, under):
            signs = [mark.text for mark in (over, under) if inked(mark, "accent")]
            return accented(typed(body), signs[0]) if signs else typed(body)
        case Frac(top, bottom):
            return f"({typed(top)})/({typed(bottom)})"
        case Root(body, _):
            return f"√({typed(body)})"
        case Fence(left, body, right):
            return f"{left}{typed(body)}{right}"
        case Boxed(body):
            return typed(body)
        case Grid(rows, left, right):
            return f"{left}{';'.join(','.join(map(typed, cells)) for cells in rows)}{right}"


def clashes(boxes: Mapping[str, Box]) -> Iterator[tuple[str, str, str]]:
    """Names whose symbols nobody can tell apart who types them, by pairs and as what both are read; "" before a name whose
    symbol is not read back at all.

    >>> list(clashes({"S": Ink("S"), "L": Ink("S", "upright"), "A": Ink("S", "bold"), "B": Ink("≈", "relation")}))
    [('S', 'L', 'S'), ('', 'B', '≈')]
    """
    first: dict[Key | str, str] = {}
    for name, box in boxes.items():
        text = typed(box)
        found = symbol(text)
        key = formula(text) if found is None else found.key
        before = (
            first.setdefault(key, name) if key and re.search(r"[^\W\d_]", text) else ""
        )
        if before != name:
            yield before, name, text


def told_apart(boxes: Mapping[str, Box]) -> dict[str, Box]:
    """The bold symbols that have a sister of the same letters, with letters that are bold in plain text too.

    >>> told_apart({"S": Ink("S"), "L": Ink("S", "bold"), "A": Ink("A", "bold")})
    {'L': Ink(text='𝐒', kind='bold')}
    """
    keys = {name: symbol(typed(box)) for name, box in boxes.items()}
    bare = Counter(found._replace(face="") for found in keys.values() if found)
    return {
        name: _in_signs(boxes[name])
        for name, found in keys.items()
        if found and found.face == "BOLD" and bare[found._replace(face="")] > 1
    }


def _in_signs(box: Box) -> Box:
    """The same symbol, its bold letters as signs of Unicode."""
    match box:
        case Ink(text, "bold"):
            return Ink(faced("mathbf", text) or text, "bold")
        case Script(base, sub, sup):  # what stands below or above is typed as it is
            return Script(_in_signs(base), sub, sup)
    return rebuilt(box, _in_signs)


def plain(label: str) -> str:
    """A label with scripts behind _ and ^, letters in their plain form, T for a transpose as one sign.

    >>> plain("𝐐¹"), plain(r"\\mathbf{K}_1^\\top"), plain(r"\\alpha"), plain("Q₁K₁ᵀ")
    ('Q^1', '{K}_1ᵀ', 'α', 'Q_1K_1ᵀ')
    """
    label = _DRESS.sub(" ", _with_accents(label))
    label = _TURNED.sub("ᵀ", label)
    label = _COMMAND.sub(lambda m: _GREEK.get(m[1]) or _KEPT.get(m[1]) or m[1], label)
    if not label.isascii():
        label = unicodedata.normalize("NFD", label)
        label = _ABOVE.sub(lambda m: "^" + unicodedata.normalize("NFKC", m[0]), label)
        label = lowered(label)
        label = "".join(
            c if c in "ᵀ″" else unicodedata.normalize("NFKC", c) for c in label
        )
    return " ".join(label.split())


@lru_cache(maxsize=4096)
def symbol(text: str) -> Symbol | None:
    """One symbol with its scripts; None for a formula or for words.

    >>> symbol("head1")[:2], symbol("Q^{[1]}") == symbol("Q_{head 1}") == symbol("Q1"), symbol("Q K^T")
    (('head', ('1',)), True, None)
    >>> symbol("W_{out_{1}}").scripts
    ('1', 'out')
    """
    if len(text) > LONGEST:
        return None
    text = _FACED.sub(lambda m: faced(m[1], m[2] or m[3]) or m[0], text)
    face = next((_FACE_OF[c] for c in text if c in _FACE_OF), "")
    return _parsed(plain(text), face)


def _parsed(text: str, face: str) -> Symbol | None:
    primes = text.count("′") + text.count("'") + 2 * text.count("″")
    if primes:  # Q^′ as well as Q^{′}
        text = re.sub(r"\^(\{\s*\}|\s*(?=[_^ᵀ]|\Z))", "", re.sub("[′'″]", "", text))
    flat = re.sub(r"\{\s*\{([^{}]*)\}\s*\}", r"{\1}", text)
    flat = re.sub(r"\s*([_^])\s*", r"\1", flat).strip()
    flat = re.sub(
        r"([_^]\{[^{}]*)_\{([^{}]*)\}", r"\1_\2", flat
    )  # a script of a script: W_{out_{1}}
    turned = flat.endswith("ᵀ")
    flat = flat[:-1].strip() if turned else flat
    while _wrapped(flat):
        flat = flat[1:-1].strip()
    flat = _SPOKEN.sub(lambda m: accented(m[2] or m[3] or m[4], SAID[m[1]]), flat)
    flat = re.sub(rf"\A([Δ∇∂])\s*\{{?({_LETTER}+)\}}?", r"\1\2", flat)
    flat = re.sub(rf"\A\{{({_LETTER}+)\}}", r"\1", flat).replace("|_", "_")
    flat = re.sub(r"[\s_]+[Hh]eads?[\s_]*(\d+)\Z", r"_\1", flat)
    flat = re.sub(r"\A([^\W\d_]{2,})[\s#]+(\d+)\Z", r"\1_\2", flat)
    flat = (
        re.sub(r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})", "", flat).removeprefix("#").strip()
    )
    found = _SYMBOL.fullmatch(flat)
    if found is None:
        return None
    marks = set(re.findall(f"[{_MARK}]", found["base"])) | {"′" * primes}
    base = re.sub(f"[{_MARK}]", "", found["base"])
    scripts = [
        part.translate(_STARS) for part in _SCRIPT.split(found["scripts"]) if part
    ]
    marks |= {COMBINING.get(SAID[part], "′") for part in scripts if part in SAID}
    scripts = [part for part in scripts if part not in SAID]
    if found["digits"]:
        scripts.append(found["digits"])
    return Symbol(
        _GREEK.get(base, base), _unheaded(scripts), turned, "".join(sorted(marks)), face
    )


def _unheaded(scripts: list[str]) -> Strings:
    """Scripts without the word "head" before a number, in one order."""
    kept = []
    for k, script in enumerate(scripts):
        joined = _HEADED.fullmatch(script)
        if joined:
            kept.append(joined[1])
        elif not (
            script.lower() == "head"
            and k + 1 < len(scripts)
            and scripts[k + 1].isdecimal()
        ):
            kept.append(script)
    return tuple(sorted(kept))


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets stands around everything."""
    if (
        len(text) < 3
        or text[0] not in "({"
        or text[-1] != {"(": ")", "{": "}"}[text[0]]
    ):
        return False
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "({") - (c in ")}")
        if depth == 0:
            return k == len(text) - 1
    return False


_GIVEN = pattern(
    r"[^\W\d_]\s*(?:[_^][^()]*)?\([^()]*\)"
)  # H(X | Y), which is no H(X, Y)


def formula(text: str) -> str:
    """A formula in letters and signs alone: brackets, blanks, signs of multiplication and the places of scripts go.

    >>> formula(r"Q^1 (K^1)^T") == formula("Q_1 @ K_1.T"), formula(r"\\frac{S}{\\sqrt{d_k}}") == formula("S/sqrt(d_k)")
    (True, True)
    >>> formula("[A | B]") == formula("(A, B)"), formula(r"H(X \\mid Y)") == formula("H(X|Y)") != formula("H(X,Y)")
    (True, True)
    """
    if len(text) > LONGEST:
        return ""
    text = fractions(plain(_ROWS.sub(lambda m: ";" * (m[0] == r"\\"), text))).replace(
        "'", "′"
    )
    text = (
        _TIMES.sub("", text)
        .replace("\\sqrt", "√")
        .replace("sqrt", "√")
        .replace("⊕", "+")
        .replace("oplus", "+")
    )
    text = re.sub(
        "[|∣]", "|" if _GIVEN.fullmatch(text.strip(" {}")) else ",", text
    ).replace(";", ",")
    return (
        re.sub(r"[\s_^(){}\[\]\\$]|(?<![A-Za-z])(?:np|torch|numpy|F)\.", "", text)
        .replace("÷", "/")
        .lower()
    )


_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}"  # \sqrt{d_{k}} and Q^{1^{T}} inside a fraction
_FRACTION = pattern(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}")


def fractions(text: str) -> str:
    """LaTeX's fractions with a stroke.

    >>> fractions(r"\\frac{2n^{2}}{d} + 1")
    '(2n^{2})/(d) + 1'
    """
    for _ in range(4):
        text, count = _FRACTION.subn(r"(\1)/(\2)", text)
        if not count:
            break
    return text
