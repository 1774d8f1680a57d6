"""Exact values: numbers, certified balls, matrices, and the decision whether two of them are equal.

The ring of values (``number``) stands at the bottom. Division and ``==`` need signs and proofs of zero, which stand
above it and are made of ring values: that one knot is tied here, when the package is imported.
"""

from symattn.exact.decide import same_value
from symattn.exact.field import divided
from symattn.exact.number import ABOVE

ABOVE.divided, ABOVE.same_value = divided, same_value
