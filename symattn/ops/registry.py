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
    """A known wrong way to do one operation: its id, what was done, and the wrong rule itself.

    ``needs`` are sizes the wrong rule takes beside the parameters of the right one: ``d_k``, ``d_model``, ``order``.
    ``when`` says where it can happen: "scores" (a product with a transposed matrix), "scaled" or "unscaled" (scores
    that were divided before, or never), "bias" (the last matrix is a bias); everywhere unless written.
    """

    id: str
    says: str
    run: Callable[..., Matrix]
    needs: tuple[str, ...] = ()
    when: str = ""


@dataclass(frozen=True)
class Op:
    """One operation of the line language: matrices and parameters in, a matrix out.

    ``run`` takes exact matrices or certified interval matrices, ``shape`` the shapes alone. ``native`` says that it
    takes batches as they are (others are carried out for every matrix of a batch), ``sizes`` names the parameters
    that are sizes of axes.
    """

    name: str
    run: Callable[..., Any]
    shape: Callable[..., Shape]
    slips: dict[str, Slip] = field(default_factory=dict)
    native: bool = False
    sizes: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """The first sentence of its description."""
        return (self.run.__doc__ or "").strip().split("\n")[0]

    def slip(
        self, id: str, says: str, *, needs: tuple[str, ...] = (), when: str = ""
    ) -> Callable[[Callable[..., Matrix]], Callable[..., Matrix]]:
        """Enter a known slip of this operation; the wrong rule takes what the right one takes, and what it needs."""

        def enter(run: Callable[..., Matrix]) -> Callable[..., Matrix]:
            self.slips[id] = Slip(id, says, run, needs, when)
            return run

        return enter


def op(
    name: str, shape: Callable[..., Shape], *, native: bool = False, sizes: tuple[str, ...] = ()
) -> Callable[[Callable[..., Any]], Op]:
    """Enter an operation under its name with its shape rule.

    >>> OPS["transpose"].shape((2, 3))
    (3, 2)
    """

    def enter(run: Callable[..., Any]) -> Op:
        OPS[name] = Op(name, run, shape, native=native, sizes=sizes)
        return OPS[name]

    return enter
