"""What the schema has read of a worksheet's tables, for type checkers alone: each key with what its kind gives.

A key that is not written is not there; one with a problem, which was reported, is None.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypedDict

if TYPE_CHECKING:
    from symattn.exact.number import Number
    from symattn.sheet.kinds import Cells
    from symattn.sheet.sheet import FigureLike, NotationLike

Texts: TypeAlias = "tuple[str | None, ...] | None"
Marks: TypeAlias = "Fraction | dict[str, Fraction] | None"


class ClaimKeys(TypedDict, total=False):
    """A claim of a proof."""

    claim: str | None
    because: str | None
    check: str | None
    sizes: Mapping[str, tuple[int, int] | None] | None
    given: Mapping[str, Cells | None] | None
    steps: Texts


class AcceptKeys(TypedDict, total=False):
    """A condition under which a free choice is right."""

    line: str | None
    near: Cells | None
    within: Cells | None
    equals: Cells | None
    check: str | None


class UnknownKeys(TypedDict, total=False):
    """A matrix that the student chooses."""

    shape: tuple[int, int] | None
    example: Cells | None


class PartKeys(TypedDict, total=False):
    """A part of a question."""

    label: str | None
    prompt: str | None
    asks: Texts
    marks: Marks
    answer: str | None
    form: str | None
    proof: tuple[ClaimKeys | None, ...] | None
    accept: tuple[AcceptKeys | None, ...] | None
    figures: tuple[FigureLike | None, ...] | None
    remark: str | None


class GradientKeys(TypedDict, total=False):
    """The derivatives that a question asks."""

    of: str | None
    wrt: Texts
    upstream: str | None


class QuestionKeys(TypedDict, total=False):
    """A question."""

    id: str | None
    prompt: str | None
    variant: str | None
    steps: Texts
    options: object
    given: Mapping[str, Cells | None] | None
    letters: Mapping[str, Number] | None
    unknown: Mapping[str, UnknownKeys | None] | None
    shapes: Mapping[str, tuple[int | str, ...] | None] | None
    where: Texts
    sizes: Mapping[str, int | None] | None
    stated: Mapping[str, Cells | None] | None
    gradient: GradientKeys | None
    notation: NotationLike
    figures: tuple[FigureLike | None, ...] | None
    part: tuple[PartKeys | None, ...] | None


class DrawKeys(TypedDict, total=False):
    """How some givens vary, or what some lines keep to."""

    question: str | None
    names: Texts
    low: int | None
    high: int | None


class VaryKeys(TypedDict, total=False):
    """What makes a sheet a template."""

    draw: tuple[DrawKeys | None, ...] | None
    wish: tuple[DrawKeys | None, ...] | None
    distinct: Texts
    spread: Mapping[str, int] | None
    tries: int | None


class SheetKeys(TypedDict, total=False):
    """A worksheet; what its fields take as it is stands in ``load.FIELDS``."""

    notation: NotationLike
    logo: str | None
    vary: VaryKeys | None
    question: tuple[QuestionKeys | None, ...] | None
