"""Quantities of a question: units of what is given, and how each line is shown: in which unit, with which digits.

A line has the units that follow from what is given (GB over GB/s is s); where these are bare numbers, that of its own show.
Values are exact numbers of base units everywhere; what is shown, asked and marked is so many digits in the unit shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import field
from fractions import Fraction
from typing import cast

from flint import fmpq

from symattn.errors import SymattnError, nearest
from symattn.exact.ball import as_of
from symattn.exact.decimals import decimal, scientific
from symattn.exact.matrix import Matrix
from symattn.exact.number import Atom, Number, ratio
from symattn.exact.units import (
    BARE,
    PERCENT,
    Dims,
    Unit,
    are_counted,
    base,
    of_base,
    prefixed,
    product,
    raised,
    spoken,
    told,
    unit,
)
from symattn.exact.zero import symbolic
from symattn.limits import MOST_UNIT_PLACES
from symattn.notation.values import fixed_point, places_of, read_decimal, vast
from symattn.plan import Plan
from symattn.plan.units import units
from symattn.records import frozen, replace
from symattn.said import Named, Strings
from symattn.sheet.cells import GivenCells
from symattn.sheet.kinds import Choice, KeyOf, Keys, Table, TableOf, Text, Whole
from symattn.sheet.lettered import NAME
from symattn.sheet.source import Place
from symattn.tables import among, in_each, in_turn

STYLES = ("decimal", "scientific", "engineering", "percent", "binary", "exact")
POWERS = ("scientific", "engineering")
LONG = 12  # digits of a whole number that are shown without a power of ten where nothing else is asked
LEAST = {"engineering": 3}  # significant digits: 588 · 10²¹ has three

_SHOW: dict[str, KeyOf[object]] = {
    "as": KeyOf(
        Choice(STYLES, "way of showing"),
        "how its value is written; decimal unless written",
        '"scientific"',
    ),
    "digits": KeyOf(
        Whole(0, 100),
        "digits shown and asked, in the unit shown: behind the point, for scientific and engineering significant ones",
        "3",
    ),
    "unit": KeyOf(Text(filled=True), "the unit shown", '"GB"'),
}
SHOWS: TableOf[Keys] = TableOf(Table(type("ShowKeys", (Keys,), dict(_SHOW))), NAME)
"""The table ``show`` of a question: each line's own way of being shown."""


@frozen
class Amount:
    """A value as it is shown: digits, perhaps times a power of ten, and a unit; whether that is the value exactly."""

    digits: str
    power: int | None = None
    unit: Unit | None = None
    exact: bool = True

    @property
    def value(self) -> Number:
        """What is written, as a number of base units."""
        shown = Number.of(read_decimal(self.digits) * fmpq(10) ** (self.power or 0))
        return shown if self.unit is None else shown * Number.of(self.unit.factor)

    @property
    def places(self) -> int:
        """How many places behind the point a number of base units needs to have all the digits that are written."""
        factor = Fraction(1) if self.unit is None else ratio(self.unit.factor)
        last = factor * Fraction(10) ** (
            (self.power or 0) - len(self.digits.partition(".")[2])
        )
        return next(
            k
            for k in range(MOST_UNIT_PLACES)
            if last * 10**k >= 1 or k == MOST_UNIT_PLACES - 1
        )

    @property
    def behind(self) -> str:
        """The unit as it stands behind the number."""
        return (
            ""
            if self.unit is None
            else spoken(
                self.unit, self.digits not in ("1", "-1") or self.power is not None
            )
        )

    def __str__(self) -> str:
        number = self.digits if self.power is None else f"{self.digits}e{self.power}"
        return f"{number} {self.behind}" if self.unit is not None else number


@frozen
class Show:
    """How a line is shown: a style, the digits, the unit; what is None follows from the value and the sheet.

    >>> print(Show("scientific", 3, unit("FLOP")).amount(Number.of(3300 * 10**21), 4))
    3.3e24 FLOP
    >>> print(Show("decimal", 2, unit("GB")).amount(Number.of(2**30), 4), Show("binary").amount(Number.of(3 * 2**29), 4))
    1.07 GB 1.5 GiB
    >>> print(Show("percent", 1).amount(Number.of(1) / 3, 4), Show("engineering", 3).amount(Number.of(588 * 10**21), 4))
    33.3 % 588e21
    """

    style: str = ""
    digits: int | None = None
    unit: Unit | None = None
    dims: Dims = BARE

    def places(self, sheets: int) -> int:
        """The digits shown and asked: behind the point, or significant ones."""
        least = LEAST.get(self.style, 1) if self.style in POWERS else 0
        return as_of(
            sheets,
            max(
                least,
                self.digits
                if self.digits is not None
                else sheets + (self.style in POWERS),
            ),
        )

    def behind_the_point(self, sheets: int) -> int:
        """The digits behind the point that a bare number or a percentage has as a number; the sheet's where it says nothing of
        these.

        >>> Show(digits=2).behind_the_point(4), Show("percent", 1).behind_the_point(4), Show("scientific", 3).behind_the_point(4)
        (2, 3, 4)
        """
        percent = self.style == "percent" or self.unit == PERCENT
        of_units = (
            (self.unit is not None and not percent)
            or self.style == "binary"
            or self.dims
        )
        if self.digits is None or self.style in POWERS or of_units:
            return sheets
        return self.places(sheets) + 2 * percent

    def unit_of(self, x: Number) -> Unit | None:
        """The unit that a value is shown in."""
        if self.unit is not None:
            return self.unit
        if self.style == "percent":
            return PERCENT
        if self.style == "binary":
            q = x.rational if x.is_rational else read_decimal(decimal(x, 0))
            return prefixed(self.dims or unit("B").dims, q)
        return of_base(self.dims) if self.dims else None

    def amount(self, x: Number, sheets: int, more: int = 0) -> Amount:
        """A value as it is shown on a sheet of so many decimals, with so many digits *more*."""
        of = self.unit_of(x)
        y = x / Number.of(of.factor) if of else x
        style, digits = self.style, self.places(sheets) + more
        long = (
            style == "decimal"
            and self.digits is None
            and scientific(y, 2)[1] >= LONG + 3
        )
        if style not in POWERS and (
            vast(y) or long or (not style and not _handy(y, digits))
        ):
            style, digits = "scientific", as_of(digits, max(3, digits))
        if style in POWERS:
            return _powered(y, digits, of, style == "engineering")
        own = places_of(y.rational) if y.is_rational else None
        if own is not None and own <= digits:
            return Amount(fixed_point(y.rational, own), None, of)
        return Amount(decimal(y, digits), None, of, exact=False)


def _handy(y: Number, places: int) -> bool:
    """Whether a value is read easily without a power of ten."""
    mantissa, power = scientific(y, 2)
    if y.is_rational and y.rational.q == 1 and power < LONG:
        return power < LONG - 3 or y.rational.p % 10**6 != 0
    return power < LONG - 3 and (not mantissa.strip("0.") or power >= 1 - places)


def _powered(y: Number, digits: int, of: Unit | None, threes: bool) -> Amount:
    """Digits times a power of ten; of ten to a multiple of three where *threes* asks for it."""
    mantissa, power = scientific(y, digits)
    shift = power % 3 if threes else 0
    shown = read_decimal(mantissa) * 10**shift
    exact = y.is_rational and y.rational == shown * fmpq(10) ** (power - shift)
    places = (places_of(shown) or 0) if exact else max(0, digits - 1 - shift)
    text = fixed_point(shown, places)
    return Amount(text, power - shift or None, of, exact)


@frozen
class Measures:
    """The units of a question: of given quantities as they are written, of every name in base units, and how lines are shown."""

    given: Mapping[str, Unit] = field(default_factory=dict)
    dims: Mapping[str, Dims] = field(default_factory=dict)
    shows: Mapping[str, Show] = field(default_factory=dict)
    lacking: Mapping[str, Unit] = field(default_factory=dict)
    """The base units that lines of bare numbers and of what is counted are taken to have beside: B, B/token."""

    def __bool__(self) -> bool:
        return bool(self.given or self.shows)

    def show(self, name: str, value: object) -> Show | None:
        """How a line is shown, where that is said or it has a unit; nothing where letters stand in it."""
        found = self.shows.get(name) or (
            Show(dims=self.dims[name]) if self.dims.get(name) else None
        )
        if found is None or not isinstance(value, Matrix):
            return None
        return (
            None
            if self.exactly(name) or any(map(symbolic, in_turn(value.values)))
            else found
        )

    def of_letters(self, name: str, value: object) -> Show | None:
        """How the numbers before letters are shown of a line that is one number, where digits or a power of ten are asked."""
        found = self.shows.get(name)
        if found is None or not isinstance(value, Matrix) or value.shape != (1, 1):
            return None
        asked = found.style in POWERS or (
            found.style == "decimal" and found.digits is not None
        )
        ((x,),) = value.values
        return replace(found, unit=None, dims=BARE) if asked and symbolic(x) else None

    def exactly(self, name: str) -> bool:
        """Whether the exact value of a line is asked, in full."""
        return name in self.shows and self.shows[name].style == "exact"

    def behind(self, name: str, value: object) -> Dims | None:
        """The base units that stand behind the value of a line: its own, less those that the letters in it bring with them. None
        where its terms bring different ones, or a function is taken of letters with units: nothing then can stand there.

        >>> from symattn.exact.functions import symbol
        >>> of = unit("FLOP/B").dims
        >>> found = Measures(dims={"B": of, "D": of, "M": product(of, of)})
        >>> base(found.behind("M", Matrix.of([[symbol("B") * symbol("D")]]))), base(found.behind("M", Matrix.of([[symbol("B")]])))
        ('', 'FLOP/B')
        """
        dims = self.dims.get(name, BARE)
        if not isinstance(value, Matrix) or value.shape != (1, 1):
            return dims
        brought = self._brought(value.values[0][0])
        found = None if brought is None else product(dims, brought, -1)
        return (
            found if all(power.denominator == 1 for _, power in found or ()) else None
        )

    def _brought(self, x: Number) -> Dims | None:
        """The base units of the letters of every term; None where these are not the same."""
        found = set[Dims | None]()
        for (powers, above), _ in x.terms.items():
            dims = None if above is not None and self._brought(above) != BARE else BARE
            for atom, power in powers:
                own = self._of_atom(atom) if isinstance(atom, Atom) else BARE
                if dims is None or own is None:
                    dims = None
                    break
                dims = product(dims, raised(own, Fraction(power)))
            found.add(dims)
        return found.pop() if len(found) == 1 else None if found else BARE

    def _of_atom(self, atom: Atom) -> Dims | None:
        """The base units of one generator of a value."""
        if atom.kind == "sym":
            return self.dims.get(str(atom.body), BARE)
        if atom.kind not in ("root", "den", "log"):
            return BARE
        inner = self._brought(atom.number)
        if inner is None or (atom.kind == "log" and inner):
            return None
        return raised(inner, Fraction(-1)) if atom.kind == "den" else inner

    def factor(self, name: str, value: Matrix) -> Fraction:
        """How many base units one of the unit is that a line is shown in."""
        show = self.show(name, value)
        of = show.unit_of(value.values[0][0]) if show else None
        return ratio(of.factor) if of else Fraction(1)


def measures_of(
    keys: Named,
    given: GivenCells,
    plan: Plan | None,
    at: Place,
) -> Measures:
    """The units of a question, checked; what does not fit is reported at its place."""
    own = {name: cells.unit for name, cells in given.items() if cells and cells.unit}
    written = keys.get("show")
    tables = written if isinstance(written, Mapping) else {}
    if not own and not tables:
        return Measures()
    shows = {
        name: _show(table, at / "show" / name)
        for name, table in tables.items()
        if table is not None
    }
    names = plan.names if plan else ()
    if plan is not None or not (keys.get("steps") or keys.get("variant")):
        _are_lines(shows.keys(), names, at / "show")
    if (
        plan is None or None in given.values()
    ):  # what follows from a given that could not be read is not known
        return Measures(own)
    meant = {name: show.unit.dims for name, show in shows.items() if show.unit}
    meant |= {name: BARE for name, show in shows.items() if show.style == "percent"}

    def wrong(line: int, error: SymattnError) -> None:
        where = at / "variant" if "variant" in keys else at / "steps" / line
        where.wrong(f"{names[line]}: {error.what}", error.hint)

    of_given = in_each(lambda found: found.dims, own)
    letters = cast("Named", keys.get("letters") or {})
    bare = units(plan, of_given, {}, lambda line, error: None, letters)
    meant |= {
        name: unit("B").dims
        for name, show in shows.items()
        if show.style == "binary"
        and not show.unit
        and are_counted(bare.get(name, BARE))
    }
    dims = units(plan, of_given, meant, wrong, letters)
    shows = among(shows, names)
    for name, show in shows.items():
        _fits(name, show, dims[name], are_counted(bare[name]), at / "show" / name)
    shows = {name: replace(show, dims=dims[name]) for name, show in shows.items()}
    lacking = {
        line.name: of_base(product(dims[line.name], bare[line.name], -1))
        for line in plan.lines
        if not are_counted(dims[line.name])
        and all(are_counted(dims.get(name, BARE)) for name in line.uses)
    }
    return Measures(own, dims, _with_units_of_parts(plan, dims, own, shows), lacking)


def _are_lines(shown: Set[str], names: Strings, at: Place) -> None:
    """Report what is shown and is no line."""
    for name in shown - set(names):
        hint = nearest(name, names) or (
            f"the lines are {', '.join(names)}"
            if names
            else "it is lines that are shown so"
        )
        (at / name).misnamed(f"no line defines {name}", hint)


def _with_units_of_parts(
    plan: Plan,
    dims: Mapping[str, Dims],
    given: Mapping[str, Unit],
    shows: Mapping[str, Show],
) -> Mapping[str, Show]:
    """How lines are shown, those too of which nothing is said that are made of quantities in one unit: of times in ms, in ms."""
    found = dict(shows)
    written = {
        **given,
        **{name: show.unit for name, show in shows.items() if show.unit},
    }
    for line in plan.lines:
        own = {
            written[name]
            for name in line.uses
            if name in written and dims[name] == dims[line.name]
        }
        if dims[line.name] and len(own) == 1 and line.name not in found:
            (written[line.name],) = own
            found[line.name] = Show(unit=written[line.name], dims=dims[line.name])
    return found


def _show(table: Named, at: Place) -> Show:
    """What a table of ``show`` says; what is wrong in it is reported at its place."""
    style, text = cast(
        "tuple[str, str | None]", (table.get("as") or "decimal", table.get("unit"))
    )
    digits, of = cast("int | None", table.get("digits")), None
    with (at / "unit").heard():
        of = (
            unit(text) if text and (style, text) != ("binary", "B") else None
        )  # whichever fits
    if style == "percent" and of not in (None, PERCENT):
        (at / "unit").wrong(
            "percent has no other unit", 'leave unit out, or as = "percent"'
        )
    if of is PERCENT:
        style = "percent"
    least = LEAST.get(style, 1) if style in POWERS else 0
    if digits is not None and digits < least:
        (at / "digits").wrong(
            f"{digits} significant digits", f"{style} needs at least {least}"
        )
    if style == "exact" and (digits is not None or text is not None):
        at.wrong(
            "an exact value has no digits and no unit of its own",
            'write { as = "exact" } alone',
        )
    if style == "binary" and of is not None and "iB" not in of.text:
        (at / "unit").wrong(
            f"{of} is no binary unit",
            'write "KiB", "MiB", "GiB" or "TiB", or leave it out',
        )
    return Show(style, digits, of)


def _fits(name: str, show: Show, dims: Dims, bare: bool, at: Place) -> None:
    """Report a unit that a line does not have, or that would change the digits of one that is made of *bare* numbers."""
    if show.unit is not None and show.unit.dims != dims:
        lacks = base(product(show.unit.dims, dims, -1))
        (at / "unit").wrong(
            f"{name} is in {told(dims)}, not in {show.unit}",
            f'write a unit of {base(dims) or "bare numbers"}, or give a number the unit that is lacking, such as "2 {lacks}"',
        )
    elif show.style == "binary" and ("B", Fraction(1)) not in dims:
        (at / "as").wrong(
            f"{name} is in {told(dims)}, not in bytes",
            'binary prefixes are those of bytes: as = "decimal"',
        )
    elif show.style == "percent" and dims:
        (at / "as").wrong(
            f"{name} is in {told(dims)}",
            "a percentage has no unit: divide by a quantity of the same kind",
        )
    if show.unit is not None and bare and not show.unit.is_prefix and dims:
        what = (
            f"{name} is made of bare numbers, and {show.unit} would change its digits"
        )
        (at / "unit").wrong(
            what, f'give a number its unit, such as "3600 {base(show.unit.dims)}"'
        )
