"""How tightly what is written holds together: one scale for formulas, values, programs and the languages that are read.

A part that binds less tightly than the sign around it needs goes into brackets. Who writes a text says how tightly it binds; of
a formula ``symattn.boxes.binding`` tells. A rule says what its sign needs of its sides, and nobody writes a bracket by hand.
"""

from __future__ import annotations

ANY, SUM, CIRCLED, PRODUCT, SIGN, POWER, ATOM, POSTFIX = range(8)
"""From what stands apart from everything: a + b, and on paper −a; A ∘ B, which a product of matrices needs in brackets; ab and
a/b; −a in a program; aᵇ; a and (a); what stands right behind a name, a.T and a[0]."""


def bracketed(text: str, own: int, needed: int) -> str:
    """A text as it stands beside a sign, in brackets where it binds less tightly than that sign needs.

    >>> bracketed("a + b", SUM, PRODUCT), bracketed("a*b", PRODUCT, PRODUCT)
    ('(a + b)', 'a*b')
    """
    return text if own >= needed else f"({text})"
