"""A blank: one entry of a matrix that is asked. What is right in it, what it earns, what known mistakes come to there, for every
platform that compares numbers by itself; how a blank is written is the platform's own.
"""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from symattn.course.platforms.mistakes import Mistake
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry, Matrix
from symattn.records import frozen
from symattn.tables import in_turn

GUARD = 8  # stored decimals have so many places more than are asked of students
FEW = 2  # decimals of an answer that is right with too few digits
MOST = (
    10**15
)  # a known wrong value beyond is left out: numbers of Moodle and Maxima end at 10^308, a larger one stops a question
INFINITE = (
    "-inf", "-oo", "-∞", "−∞", "–∞", "−inf", "–inf", "−oo", "-infinity", "−infinity", "-infty", "- inf", "-Inf", "minus infinity",
    "-np.inf",
)  # fmt: skip
"""How minus infinity may be typed, with a hyphen, a dash and a minus sign."""


@frozen
class Asked:
    """One matrix that is asked: its place among those of the question, its line, symbol, value and marks, in how many decimals
    it is asked, known mistakes, and a hint where the platform gives any: the formula, with numbers where it needs no other line.

    >>> asked = Asked(1, "Q", Markup("Q"), Matrix.of([[1], [2]]), Fraction(1), 2)
    >>> [[str(blank.id) for blank in row] for row in asked.blanks]
    [['M1_1_1'], ['M1_2_1']]
    """

    number: int
    name: str
    symbol: Markup
    value: Matrix
    marks: Fraction
    places: int
    mistakes: tuple[Mistake, ...] = ()
    hint: Markup = Markup()

    @property
    def entries(self) -> int:
        """How many entries it has."""
        return self.value.rows * self.value.cols

    @property
    def blanks(self) -> list[list[Blank]]:
        """Its entries, row by row."""
        return [
            [Blank(self, i, j) for j in range(self.value.cols)]
            for i in range(self.value.rows)
        ]

    @property
    def seen(self) -> list[tuple[Mistake, dict[Markup, str]]]:
        """The mistakes that are seen in some entry, each with its number in every one: who has all of these made it."""
        every = list(in_turn(self.blanks))
        return [
            (
                mistake,
                {
                    one.id: wrong
                    for one in every
                    if one.right and (wrong := one.under(mistake))
                },
            )
            for mistake in self.mistakes
            if any(one.tells(mistake) for one in every)
        ]


@frozen
class Blank:
    """One entry of a line, by its row and column from 0.

    >>> made = (("a", 2, 1), ("b", 2, 0), ("c", 1, 1))
    >>> slips = tuple(Mistake(id, Matrix.of([[3, x]]), "", Fraction(0), Fraction(entry)) for id, x, entry in made)
    >>> blank = Blank(Asked(2, "Q", Markup("Q"), Matrix.of([[1, 1]]), Fraction(1), 2, slips), 0, 1)
    >>> blank.id, blank.right, share(blank), blank.wrongs
    (Markup('M2_1_2'), Markup('1.0000000000'), Markup('0.5'), {'2.0000000000': Fraction(0, 1)})
    """

    line: Asked
    i: int
    j: int

    @property
    def id(self) -> Markup:
        """The name of its answer."""
        return Markup(f"M{self.line.number}_{self.i + 1}_{self.j + 1}")

    @property
    def value(self) -> Entry:
        """The right value."""
        return self.line.value.cells()[self.i][self.j]

    @property
    def right(self) -> Markup:
        """The right value as it is stored."""
        return Markup(stored(self.value, self.line.places))

    def under(self, mistake: Mistake) -> str:
        """What a mistake comes to here, as it is stored."""
        return stored(mistake.value.cells()[self.i][self.j], self.line.places)

    def tells(self, mistake: Mistake) -> bool:
        """Whether a mistake comes to a number here that is told from the right one; minus infinity is a word."""
        return bool(
            self.right
            and (wrong := self.under(mistake))
            and apart(self.right, wrong, self.line.places)
        )

    @property
    def slips(self) -> dict[str, list[Mistake]]:
        """What known mistakes come to, those that nobody tells apart together."""
        found: dict[str, list[Mistake]] = {}
        for mistake in filter(self.tells, self.line.mistakes):
            value = self.under(mistake)
            near = next(
                (known for known in found if not apart(known, value, self.line.places)),
                value,
            )
            found.setdefault(near, []).append(mistake)
        return found

    @property
    def wrongs(self) -> dict[str, Fraction]:
        """What each of these earns: the least where several mistakes come to the same."""
        return {
            value: min(mistake.entry for mistake in mistakes)
            for value, mistakes in self.slips.items()
        }


def share(blank: Blank, of: Fraction | int = 1) -> Markup:
    """What a blank earns, or a part of that."""
    return Markup(f"{float(blank.line.marks * of / blank.line.entries):.12g}")


def stored(x: Entry, places: int) -> str:
    """A number with more places than are asked for; nothing for minus infinity, which is a word.

    >>> from symattn.exact.number import Number
    >>> stored(Number.of(Fraction(1, 3)), 2)
    '0.3333333333'
    """
    return "" if isinstance(x, Blocked) else decimal(x, places + GUARD)


def apart(one: str, other: str, places: int) -> bool:
    """Whether no answer is within the tolerance of both."""
    return abs(Fraction(one) - Fraction(other)) > Fraction(2, 10**places)


def far(value: Matrix) -> bool:
    """Whether an entry is beyond ``MOST``: Maxima reads no decimal beyond 10^308, Numbas looks at 10^80 for a minute."""
    return any(
        not isinstance(x, Blocked) and abs(Fraction(decimal(x, 0))) > MOST
        for x in in_turn(value.cells())
    )
