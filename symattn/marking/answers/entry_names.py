"""Symbols with scripts that are letters in answers, x₀ of the sheet and entries by the names of their lines, ŷ₁, \\hat{y}_{1},
y_hat_1 and (p⁽⁵⁾)₁, in any usual spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from symattn.during import during
from symattn.language.letters import name_of
from symattn.later import Match, pattern
from symattn.notation.symbols import SAID, Key, Symbol, symbol
from symattn.tex.signs import ACCENTS

_KNOWN: ContextVar[Mapping[Key, str]] = ContextVar(
    "entries", default=MappingProxyType({})
)
_GAP = r"\s{0,3}"
_ACCENTED = rf"(?:{'|'.join(ACCENTS)}|math[a-z]{{1,9}}|boldsymbol|bm)"
_ONE = (
    rf"(?:\\{_ACCENTED}{_GAP}(?:\{{{_GAP}\\?[^\W\d_]{{1,20}}{_GAP}\}}|\\?[^\W\d_])"
    rf"|\\?[A-Za-z]{{2,20}}(?=_|[₀-₉])|[^\W\d_][\u0300-\u036f]{{0,9}}(?:_(?:{'|'.join(SAID)}))?)"
)
_IN_ROUND = r"\([^(){}]{1,20}\)"
_HIGH = rf"(?:\^{_GAP}(?:\{{[^{{}}]{{1,20}}\}}|{_IN_ROUND}|[A-Za-z*∗]|\\[a-z]{{1,20}})|[⁰¹²³⁴-⁹⁽⁾ⁿⁱ]{{1,20}})"
# A script that is no power: ⁽⁵⁾ and the star.
_MARKED = rf"(?:\^{_GAP}(?:\{{{_GAP}(?:{_IN_ROUND}|[*∗]){_GAP}\}}|{_IN_ROUND}|[*∗])|⁽[⁰¹²³⁴-⁹ⁿⁱ]{{1,20}}⁾)"
_LOW = (
    rf"(?:{_GAP}_{_GAP}(?:(?:\\[a-z]{{2,12}}{_GAP})?\{{(?:[^{{}}]|\{{[^{{}}]{{1,20}}\}}){{1,40}}\}}|\([^()]{{1,40}}\)"
    r"|[0-9]{1,20}|[A-Za-z]{1,20}(?![A-Za-z]))"
    r"|[₀-₉ₐ-ₜᵢ-ᵪⱼ,]{0,20}[₀-₉ₐ-ₜᵢ-ᵪⱼ])"
)
_LINE = rf"{_GAP}({_ONE}{_HIGH}?{_LOW}?){_GAP}"
_WRITTEN = pattern(
    rf"(?:\{{\({_LINE}\)\}}|(?:\\left{_GAP})?[({{]{_LINE}(?:\\right{_GAP})?[)}}]|(?<!\\)(?:(?<![A-Za-z])|(?=\\))({_ONE}))"
    rf"(?P<high>{_MARKED})?(?P<low>{_LOW}{{1,3}}|\d{{1,3}}(?![\d.,]))(?P<behind>{_MARKED})?"
)


@contextmanager
def entries(named: Mapping[Key, str]) -> Iterator[None]:
    """While this lasts, these symbols stand for letters that are known; x0 is x₀ where there is no letter x.

    >>> with entries({symbol(r"\\hat{y}_1").key: "v"}):
    ...     print(in_letters("2ŷ₁(1 - y_hat_1)"), in_letters(r"\\frac{\\hat{y}_{1}}{2}"))
    2v(1 - v) \\frac{\\v}{2}
    """
    with during(_KNOWN, named):
        yield


def entry_of(line: Symbol, k: int) -> Symbol:
    """The symbol of one entry of a line's.

    >>> entry_of(symbol("p_t"), 1) == symbol("p_{t,1}")
    True
    """
    return line._replace(scripts=tuple(sorted([*line.scripts, str(k)])))


def places(text: str) -> Iterator[tuple[int, int, str]]:
    """Where symbols stand in a text that are letters: from where to where, and the letter of each.

    >>> with entries({symbol("x_0").key: "v"}):
    ...     list(places("2x₀ + max_0 = x_{0}"))
    [(1, 3, 'v'), (14, 19, 'v')]
    """
    known, at = _KNOWN.get(), 0
    while known and (found := _WRITTEN.search(text, at)):
        name, end = _meant(found, known)
        at = end if name else found.start() + 1
        if name:
            yield found.start(), end, name


def in_letters(text: str) -> str:
    """A number with the letter for every symbol that is one."""
    sign = "\\" if "\\" in text or "{" in text else ""
    out, at = [], 0
    for start, end, name in places(text):
        before, behind = text[start - 1 : start], text[end : end + 1]
        out += [
            text[at:start],
            " " * before.isalpha(),
            sign,
            name,
            " " * behind.isalpha(),
        ]
        at = end
    return "".join(out) + text[at:]


def _meant(found: Match, known: Mapping[Key, str]) -> tuple[str, int]:
    """The letter that a symbol stands for, "" for none, and where the symbol ends."""
    base = found[1] or found[2] or found[3]  # in brackets or without
    high, low = found["high"] or "", found["low"]
    if low.isdecimal() and name_of(base):  # x2 may be x times 2, and x²
        return "", found.end()
    for behind, end in ((found["behind"] or "", found.end()), ("", found.end("low"))):
        one = symbol(base + high + low + behind)
        if one is not None:
            for key in (one.key, one._replace(face="").key):
                if key in known:
                    return known[key], end
    return "", found.end()
