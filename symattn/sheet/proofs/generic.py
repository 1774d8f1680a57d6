"""Generic matrices: a letter for every entry, or numbers in place of the letters to refute a claim."""

from __future__ import annotations

from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.language.letters import letter

# Of the first six samples of 4×4 matrices one has two entries alike, and one a zero: hardly anything holds by chance.
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)


def generic(name: str, rows: int, cols: int) -> Matrix:
    """A matrix with a letter for every entry, numbered by row and column, each a real number.

    >>> generic("x", 1, 2)
    Matrix([[x_11, x_12]])
    """
    comma = "_" if max(rows, cols) > 9 else ""
    return Matrix.of(
        [
            [letter(f"{name}_{i + 1}{comma}{j + 1}", "real") for j in range(cols)]
            for i in range(rows)
        ]
    )


def sample(number: int, rows: int, cols: int) -> Matrix:
    """A matrix of small numbers without any pattern, another one for every *number*.

    >>> sample(0, 1, 2) == sample(1, 1, 2)
    False
    """

    def cell(k: int) -> Number:
        return (
            Number.of(_PRIMES[(7 * number + 3 * k) % len(_PRIMES)] - 3 * k - number)
            / _PRIMES[(k + number) % 5]
        )

    return Matrix.of([[cell(cols * i + j) for j in range(cols)] for i in range(rows)])
