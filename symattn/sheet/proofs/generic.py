"""Generic matrices: a letter for every entry, or numbers in place of the letters to refute a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from symattn.errors import SymattnError
from symattn.exact.matrix import Matrices, Matrix
from symattn.exact.number import UNIT, Number, total
from symattn.language.letters import ONE_HOT, letter

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


MOST_PLACES = 64
"""Places of ones for which a check runs, where matrices are one-hot."""


def adding_up(of: Matrix) -> Matrix:
    """A matrix whose last entry of each row, of a column its last, is what is missing to 1.

    >>> adding_up(generic("x", 1, 2))
    Matrix([[x_11, 1 - x_11]])
    """
    turned = of.cols == 1
    rows = [list(row)[:-1] for row in (of.T if turned else of).values]
    made = Matrix.of([[*row, UNIT - total(row)] for row in rows])
    return made.T if turned else made


def onehots(
    sizes: Mapping[str, tuple[int, int]], rows: Mapping[str, str]
) -> Iterator[Matrices]:
    """All ways in which those matrices that are one-hot are so, row by row, a column as one row. Raises SymattnError for many.

    >>> [found["y"] for found in onehots({"y": (2, 1)}, {"y": "onehot"})]
    [Matrix([[1], [0]]), Matrix([[0], [1]])]
    """
    shapes = {name: sizes[name] for name, kind in rows.items() if kind == ONE_HOT}
    lines = {name: (n, 1) if m == 1 else (m, n) for name, (n, m) in shapes.items()}
    many = prod(wide**high for wide, high in lines.values())
    if many > MOST_PLACES:
        raise SymattnError(
            f"there are {many} places for the ones of {', '.join(shapes)}, and a check runs for {MOST_PLACES}",
            "make its sizes smaller",
        )
    every = (product(range(wide), repeat=high) for wide, high in lines.values())
    for places in product(*every):
        found = {}
        for (name, (wide, _)), ones in zip(lines.items(), places, strict=True):
            made = Matrix.of([[int(k == one) for k in range(wide)] for one in ones])
            found[name] = made.T if shapes[name][1] == 1 else made
        yield found
