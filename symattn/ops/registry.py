"""The table of operations: each entered once, with its value rule, its shape rule and its known slips."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from symattn.exact.matrix import Matrix

Shape = tuple[Any, ...]  # integers, or letters where a question is about shapes
OPS: dict[str, Op] = {}


@dataclass(frozen=True)
class Slip:
    """A known wrong way to do one operation: its id, what was done, and the wrong rule itself."""

    id: str
    says: str
    run: Callable[..., Matrix]


@dataclass(frozen=True)
class Op:
    """One operation of the line language: matrices and parameters in, a matrix out.

    ``run`` takes exact matrices or certified interval matrices, ``shape`` the shapes alone.
    """

    name: str
    run: Callable[..., Matrix]
    shape: Callable[..., Shape]
    slips: dict[str, Slip] = field(default_factory=dict)

    @property
    def says(self) -> str:
        """The first sentence of its description."""
        return (self.run.__doc__ or "").strip().split("\n")[0]

    def slip(self, id: str, says: str) -> Callable[[Callable[..., Matrix]], Callable[..., Matrix]]:
        """Enter a known slip of this operation; the wrong rule takes what the right one takes."""

        def enter(run: Callable[..., Matrix]) -> Callable[..., Matrix]:
            self.slips[id] = Slip(id, says, run)
            return run

        return enter


def op(name: str, shape: Callable[..., Shape]) -> Callable[[Callable[..., Matrix]], Op]:
    """Enter an operation under its name with its shape rule.

    >>> OPS["transpose"].shape((2, 3))
    (3, 2)
    """

    def enter(run: Callable[..., Matrix]) -> Op:
        OPS[name] = Op(name, run, shape)
        return OPS[name]

    return enter
