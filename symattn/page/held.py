"""Whether numbers that are put into a line come, as they are printed, to what is printed behind them."""

from __future__ import annotations

from flint import arb_mat

from symattn.exact.ball import MATRIX_BITS, up, working
from symattn.exact.defined import BallMatrix
from symattn.exact.matrix import Matrix
from symattn.ops.formula import MASKS
from symattn.page import arithmetic, digits, worth
from symattn.page.forms import Forms, value
from symattn.page.matrices import ValueForm
from symattn.page.work import Work
from symattn.records import replace


def held_by_line(work: Work, name: str, numbers: ValueForm) -> ValueForm | None:
    """The numbers where they come, as they are printed, to what is printed behind them, or that is more than arithmetic; as
    exact ones where they come to the value itself, as a rounded number does below floor."""
    return held_to(work, name, numbers, work.value(name), value(work, name))


def held_to(
    work: Work, name: str, numbers: ValueForm, exact: Matrix, forms: Forms
) -> ValueForm | None:
    """The same of a matrix that is printed in some forms."""
    names = work.weights
    if (
        exact.blocked
    ):  # what the page calls the mask is 0, and minus infinity where the line is
        mask = BallMatrix(arb_mat(*exact.shape), exact.blocked)
        names = {**names, **worth.known((box, mask) for box in MASKS.values())}
    off = digits.ROUNDED if up(work.places) else digits.LEFT_OUT
    reader = replace(work.reader, names=names, off=off, shape=exact.shape)
    try:
        with working(MATRIX_BITS):
            half = digits.half_a_unit(work.places_of(name))
            shown = replace(
                reader, rough=True, whole=half, significant=work.significant(name)
            )
            result = shown.worth(forms[-1].box)
            told = (
                name in work.question.stated and work.answer.parts(name)
            ) or exact.lettered  # then what is printed is not held to the exact value
            whole, printed = BallMatrix.lifted(exact), reader.worth(numbers.box)
            if not told and exact.is_rational and arithmetic.close(whole, printed):
                return replace(numbers, rough=frozenset())
            near = told or arithmetic.close(
                whole, replace(reader, rough=True).worth(numbers.box), half
            )
            return numbers if near and arithmetic.close(printed, result) else None
    except (arithmetic.Unread, worth.Misread):
        return numbers
