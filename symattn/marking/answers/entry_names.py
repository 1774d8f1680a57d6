"""Entries by the names of their lines in numbers of answers: ŷ₁, \\hat{y}_{1}, y_hat_1 and (p⁽⁵⁾)₁, in any usual spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

from symattn.during import during
from symattn.later import Match, pattern
from symattn.notation.symbols import SAID, Key, Symbol, symbol
from symattn.tex.signs import ACCENTS

_KNOWN: ContextVar[Mapping[Key, str]] = ContextVar("entries", default=MappingProxyType({}))
_GAP = r"\s{0,3}"
_ACCENTED = rf"(?:{'|'.join(ACCENTS)}|math[a-z]{{1,9}}|boldsymbol|bm)"
_ONE = (
    rf"(?:\\{_ACCENTED}{_GAP}(?:\{{{_GAP}\\?[^\W\d_]{{1,20}}{_GAP}\}}|\\?[^\W\d_])"
    rf"|[^\W\d_][\u0300-\u036f]{{0,9}}(?:_(?:{'|'.join(SAID)}))?)"
)
_IN_ROUND = r"\([^(){}]{1,20}\)"
_HIGH = rf"(?:\^{_GAP}(?:\{{[^{{}}]{{1,20}}\}}|{_IN_ROUND}|[A-Za-z*∗]|\\[a-z]{{1,20}})|[⁰¹²³⁴-⁹⁽⁾ⁿⁱ]{{1,20}})"
# A script that is no power: ⁽⁵⁾ and the star.
_MARKED = rf"(?:\^{_GAP}(?:\{{{_GAP}(?:{_IN_ROUND}|[*∗]){_GAP}\}}|{_IN_ROUND}|[*∗])|⁽[⁰¹²³⁴-⁹ⁿⁱ]{{1,20}}⁾)"
_LOW = (
    rf"(?:{_GAP}_{_GAP}(?:\{{[^{{}}]{{1,40}}\}}|\([^()]{{1,40}}\)|[0-9]{{1,20}}|[A-Za-z](?![A-Za-z]))"
    r"|[₀-₉ₐ-ₜᵢ-ᵪⱼ,]{0,20}[₀-₉ₐ-ₜᵢ-ᵪⱼ])"
)
_LINE = rf"{_GAP}({_ONE}{_HIGH}?{_LOW}?){_GAP}"
_WRITTEN = pattern(
    rf"(?:\{{\({_LINE}\)\}}|(?:\\left{_GAP})?[({{]{_LINE}(?:\\right{_GAP})?[)}}]|(?<![A-Za-z\\])({_ONE}))"
    rf"(?P<high>{_MARKED})?(?P<low>{_LOW}{{1,3}})(?P<behind>{_MARKED})?"
)


@contextmanager
def entries(named: Mapping[Key, str]) -> Iterator[None]:
    """While this lasts, these symbols stand for letters that are known.

    >>> from symattn.language.letters import known, letter
    >>> with known({"v_1": letter("v_1", "real")}), entries({symbol(r"\\hat{y}_1").key: "v_1"}):
    ...     print(in_letters("2ŷ₁(1 - y_hat_1)"), in_letters(r"\\frac{\\hat{y}_{1}}{2}"))
    2v_1(1 - v_1) \\frac{v_{1}}{2}
    """
    with during(_KNOWN, named):
        yield


def entry_of(line: Symbol, k: int) -> Symbol:
    """The symbol of one entry of a line's.

    >>> entry_of(symbol("p_t"), 1) == symbol("p_{t,1}")
    True
    """
    return line._replace(scripts=tuple(sorted([*line.scripts, str(k)])))


def in_letters(text: str) -> str:
    """A number with the letter for every entry that it has by name."""
    known = _KNOWN.get()
    if not known:
        return text
    latex = "\\" in text or "{" in text
    out, at = [], 0
    while found := _WRITTEN.search(text, at):
        name, end = _meant(found, known)
        if not name:
            out.append(text[at : found.start() + 1])
            at = found.start() + 1
            continue
        base, _, low = name.partition("_")
        letter = f"{base}_{{{low}}}" if latex else name
        before, behind = text[found.start() - 1 : found.start()], text[end : end + 1]
        out += [
            text[at : found.start()],
            " " * before.isalpha(),
            letter,
            " " * behind.isalpha(),
        ]
        at = end
    return "".join(out) + text[at:]


def _meant(found: Match, known: Mapping[Key, str]) -> tuple[str, int]:
    """The letter that a symbol stands for, "" for none, and where the symbol ends."""
    base = found[1] or found[2] or found[3]  # in brackets or without
    high, low = found["high"] or "", found["low"]
    for behind, end in ((found["behind"] or "", found.end()), ("", found.end("low"))):
        one = symbol(base + high + low + behind)
        if one is not None:
            for key in (one.key, one._replace(face="").key):
                if key in known:
                    return known[key], end
    return "", found.end()
