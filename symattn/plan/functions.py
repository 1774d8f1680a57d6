"""The functions and signs of the line language, read off the table of operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from symattn.ops import OPS
from symattn.ops.signature import Signature


class Functions(Mapping[str, Signature]):
    """Every operation that is written by name, with what it takes.

    >>> Functions()["softmax"].kinds
    {'axis': 'axis'}
    """

    def __getitem__(self, name: str) -> Signature:
        if name not in self:
            raise KeyError(name)
        return OPS[name].signature

    def __contains__(self, name: object) -> bool:
        return name in OPS and name not in SIGNS.values()

    def __iter__(self) -> Iterator[str]:
        return iter(OPS.functions)

    def __len__(self) -> int:
        return len(OPS.functions)


class Reserved(Set[str]):
    """The names that no matrix may have: of functions that are reserved, and of scalars.

    >>> "softmax" in Reserved(), "split_heads" in Reserved(), "rows" in Reserved()
    (True, False, True)
    """

    def __contains__(self, name: object) -> bool:
        return name in SCALARS or (isinstance(name, str) and name in FUNCTIONS and OPS[name].reserved)

    def __iter__(self) -> Iterator[str]:
        return (name for name in (*FUNCTIONS, *SCALARS) if name in self)

    def __len__(self) -> int:
        return len(list(iter(self)))

    @classmethod
    def _from_iterable(cls, names: Iterable[str]) -> frozenset[str]:  # type: ignore[override]  # of what is left of them
        return frozenset(names)


SIGNS = OPS.signs
FUNCTIONS = Functions()

COUNTS = {
    "numbers": "how many numbers lines or givens hold: the parameters of weights, what a cache keeps",
    "multiplications": "the multiplications of computing lines; m×k times k×n takes m·n·k",
    "additions": "the additions of computing lines; m×k times k×n takes m·n·(k − 1)",
    "divisions": "the divisions of computing lines; softmax takes one for each weight",
    "exponentials": "the exponentials of computing lines; softmax takes one for each score",
    "flops": "floating-point operations: 2·m·n·k for m×k times k×n, 1 for every entry computed otherwise",
}
"""What is counted of lines, and how; as Kaplan et al., 2020, section 2.1, count a model's parameters and work."""

MOMENTS = {
    "expectation": "the mean of an entry of a line when the entries of the givens are independent, with mean 0 and variance 1",
    "variance": "the variance of an entry of a line under the same assumption; for q·k it is d_k",
}
"""What is asked of lines whose givens are random. These names stay free for lines."""

SCALARS = ("sqrt", "rows", "cols", *COUNTS)
RESERVED = Reserved()
