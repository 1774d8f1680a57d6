"""A symbol in any usual spelling as one key: A1, A_1, A^{(1)}, \\mathbf{A}_1 and 𝐀₁ are the letter A with the script 1."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from symattn.boxes.latex import GREEK

LONGEST = 300
_GREEK = {**GREEK, "epsilon": "ε", "varepsilon": "ε", "phi": "φ", "varphi": "φ"}
_KEPT = {name: f"\\{name}" for name in ("frac", "dfrac", "tfrac", "sqrt")} | dict.fromkeys(["cdot", "times", "ast", "odot"], "·")
_KEPT |= {"oplus": "⊕", "mid": "|"}
_ABOVE = re.compile("[⁰¹²³⁴-⁹ⁱⁿʰᵃ-ᵈᶜᵉᶠᵍʲᵏˡᵐᵒᵖᵗ-ᵛʳˢʷˣʸᶻ⁽⁾⁺⁻]+")
_BELOW = re.compile("[₀-₉₍₎ₐ-ₜᵢ-ᵪⱼ]+")
_T = r"\\?(?:top|intercal|(?:mathsf|mathrm|text)\s*(?:\{\s*T\s*\}|T)|T|⊤|ᵀ|t)"
_TURNED = re.compile(
    rf"\^\s*(?:\{{\s*{_T}\s*\}}|{_T}(?![A-Za-z0-9]))|ᵀ|⊤|\.T\b|\.transpose\(\)|\.mT\b"  # in \frac{QK^T}{2} the brace stays
)
_DRESS = re.compile(
    r"\\(?:math[a-z]+|boldsymbol|bm|pmb|text[a-z]*|operatorname\*?|left|right|,|;|!|:|quad|displaystyle|limits)(?![a-z])"
    r"|[$~]|\\(?=[ _#])"
)
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_SYMBOL = re.compile(
    r"(?P<base>[^\W\d_]+?)(?P<digits>\d*)(?P<scripts>(?:[_^](?:\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|[^\W_]+)|\[\s*(?:\w+\s*)?\d+\s*\]|\(\s*(?:head\s*)?\d+\s*\)|\{\s*\d+\s*\})*)"
)
_SCRIPT = re.compile(r"[\s,;_^()\[\]{}]+")
_HEADED = re.compile(r"(?:attn|attention|heads?|h|i)[\s_#=]*(\d+)\Z", re.IGNORECASE)
_TIMES = re.compile(r"\\(?:cdot|times|ast|odot|,)(?![a-z])|[·×*@⋅∗]")


class Symbol(NamedTuple):
    """The letters of a symbol, its scripts in order, whether it is transposed.

    >>> symbol(r"(\\mathbf{K}^1)^T"), symbol("W_Q_1").scripts
    (Symbol(base='K', scripts=('1',), turned=True), ('1', 'Q'))
    """

    base: str
    scripts: tuple[str, ...]
    turned: bool = False


def plain(label: str) -> str:
    """A label with scripts behind _ and ^, letters in their plain form, T for a transpose as one sign.

    >>> plain("𝐐¹"), plain(r"\\mathbf{K}_1^\\top"), plain(r"\\alpha"), plain("Q₁K₁ᵀ")
    ('Q^1', '{K}_1ᵀ', 'α', 'Q_1K_1ᵀ')
    """
    label = _DRESS.sub(" ", label)
    label = _TURNED.sub("ᵀ", label)
    label = label.replace("\\prime", "'").replace("′", "'")
    label = _COMMAND.sub(lambda m: _GREEK.get(m[1]) or _KEPT.get(m[1]) or m[1], label)
    if not label.isascii():
        label = _ABOVE.sub(lambda m: "^" + unicodedata.normalize("NFKC", m[0]), label)
        label = _BELOW.sub(lambda m: "_" + unicodedata.normalize("NFKC", m[0]), label)
        label = "".join(c if c == "ᵀ" else unicodedata.normalize("NFKC", c) for c in label)
    return " ".join(label.split())


def lowered(text: str) -> str:
    """A text with letters set below written behind an underscore: dₖ is d_k.

    >>> lowered("(B, n, dₖ)")
    '(B, n, d_k)'
    """
    return text if text.isascii() else _BELOW.sub(lambda m: "_" + unicodedata.normalize("NFKC", m[0]), text)


@lru_cache(maxsize=4096)
def symbol(text: str) -> Symbol | None:
    """One symbol with its scripts; None for a formula or for words.

    >>> symbol("head1"), symbol("Q^{[1]}") == symbol("Q_{head 1}") == symbol("Q1"), symbol("Q K^T")
    (Symbol(base='head', scripts=('1',), turned=False), True, None)
    """
    if len(text) > LONGEST:
        return None
    return _parsed(plain(text))


def _parsed(text: str) -> Symbol | None:
    flat = re.sub(r"\{\s*\{([^{}]*)\}\s*\}", r"{\1}", text)
    flat = re.sub(r"\s*([_^])\s*", r"\1", flat).strip()
    turned = flat.endswith("ᵀ")
    flat = flat[:-1].strip() if turned else flat
    while _wrapped(flat):
        flat = flat[1:-1].strip()
    flat = re.sub(r"\A\{([^\W\d_]+)\}", r"\1", flat)
    flat = re.sub(r"[\s_]+[Hh]eads?[\s_]*(\d+)\Z", r"_\1", flat)
    flat = re.sub(r"\A([^\W\d_]{2,})[\s#]+(\d+)\Z", r"\1_\2", flat)
    flat = re.sub(r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})", "", flat).removeprefix("#").strip()
    found = _SYMBOL.fullmatch(flat)
    if found is None:
        return None
    scripts = [part for part in _SCRIPT.split(found["scripts"]) if part]
    if found["digits"]:
        scripts.append(found["digits"])
    kept, k = [], 0
    while k < len(scripts):
        joined = _HEADED.fullmatch(scripts[k])
        if joined:
            kept.append(joined[1])
        elif not (
            scripts[k].lower() in ("head", "h", "i")
            and k + 1 < len(scripts)
            and scripts[k + 1].isdecimal()
            and scripts[k].lower() == "head"
        ):
            kept.append(scripts[k])
        k += 1
    return Symbol(_GREEK.get(found["base"], found["base"]), tuple(sorted(kept)), turned)


def _wrapped(text: str) -> bool:
    """Whether one pair of brackets stands around everything."""
    if len(text) < 3 or text[0] not in "({" or text[-1] != {"(": ")", "{": "}"}[text[0]]:
        return False
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "({") - (c in ")}")
        if depth == 0:
            return k == len(text) - 1
    return False


def formula(text: str) -> str:
    """A formula in letters and signs alone: brackets, blanks, signs of multiplication and the places of scripts go.

    >>> formula(r"Q^1 (K^1)^T") == formula("Q_1 @ K_1.T"), formula(r"\\frac{S}{\\sqrt{d_k}}") == formula("S/sqrt(d_k)")
    (True, True)
    """
    if len(text) > LONGEST:
        return ""
    text = _fractions(plain(text))
    text = (
        _TIMES.sub("", text).replace("\\sqrt", "√").replace("sqrt", "√").replace("⊕", "+").replace("oplus", "+").replace("|", ",")
    )
    return re.sub(r"[\s_^(){}\[\]\\$]|(?<![A-Za-z])(?:np|torch|numpy|F)\.", "", text).replace("÷", "/").lower()


def _fractions(text: str) -> str:
    for _ in range(4):
        text, count = re.subn(r"\\[dt]?frac\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}", r"(\1)/(\2)", text)
        if not count:
            break
    return text
