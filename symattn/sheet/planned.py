"""What the lines of a question may read, and the plan they come to: for values and for shapes alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from symattn.errors import LineError, closest, how_many, nearest
from symattn.exact.number import Number
from symattn.language.reader import defined
from symattn.later import pattern
from symattn.ops import has
from symattn.ops.shapes import Amounts, Shape, Shapes
from symattn.plan import Call, Line, Plan, read_lines
from symattn.plan.derivation import shapes, sizes_of
from symattn.plan.tree import GIVEN_MASK
from symattn.records import frozen
from symattn.said import Named, Pair, Strings
from symattn.sheet import cells
from symattn.sheet.cells import GivenCells, WrittenCells
from symattn.sheet.kinds import take
from symattn.sheet.options import option_table
from symattn.sheet.source import Place
from symattn.sheet.variants import Option, Variant, VariantError, plan_of, variant
from symattn.tables import in_each, not_none, of_type, without

if TYPE_CHECKING:
    from symattn.sheet.schema import QuestionKeys


WEIGHT = pattern(r"(?:[WbXgc]|memory)(?:_\w+)?", re.IGNORECASE)


@frozen
class Known:
    """What the lines of a question may read: matrices with their shapes (None where it has a problem), and numbers.

    ``key`` is where they stand in the file, ``sizes`` are the numbers that may be sizes of axes, ``letters`` those in what is
    said of random entries, which are declared nowhere yet.
    """

    key: str
    matrices: Mapping[str, Shape | None]
    numbers: frozenset[str]
    sizes: Amounts
    letters: frozenset[str] = frozenset()

    @staticmethod
    def of_values(given: GivenCells) -> Known:
        """What a question about values knows."""
        values = cells.values_of(given)
        numbers = of_type(values, Number)
        matrices = {
            name: getattr(values.get(name), "shape", None)
            for name in given
            if name not in numbers
        }
        return Known("given", matrices, frozenset(numbers), sizes_of(numbers))

    def __contains__(self, name: object) -> bool:
        return name in self.matrices or name in self.numbers

    @property
    def names(self) -> Strings:
        """All of them."""
        return (*self.matrices, *self.numbers)

    @property
    def whole(self) -> bool:
        """Whether every shape is known."""
        return None not in self.matrices.values()

    @property
    def lacking(self) -> Pair:
        """What is said of a name that is not there, and what to write."""
        if self.key == "shapes":
            return (
                "has no shape and no line defines it",
                '{0} = ["n", "d"] under [question.shapes]; for a number letters = {{ {0} = "real" }}',
            )
        hint = "{0} = [[…]] under [question.given]; for a number given = {{ {0} = 80 }}"
        return "is neither given nor defined by a line", hint


def plan_of_question(
    keys: QuestionKeys,
    known: Known,
    options: Named,
    at: Place,
    columns: bool,
    derivatives: Collection[str],
) -> Plan | None:
    """The plan of a question's keys, or None when it cannot be told; every problem is reported.

    *derivatives* are the names of those that the question asks, which its own steps may read.
    """
    if "variant" in keys and "steps" in keys:
        (at / "steps").misnamed(
            "both a variant and steps",
            "keep one of the two: a variant brings its own lines",
        )
        return None
    if "steps" in keys:
        if keys["steps"] is None or None in keys.steps:
            return None
        return _from_steps(keys.steps, known, at, derivatives)
    if "variant" in keys:
        try:
            return (
                _from_variant(variant(keys.variant), known, options, at, columns)
                if keys.variant
                else None
            )
        except VariantError as error:
            at.below(
                *(known.key if key == "given" else key for key in error.path)
            ).wrong(error.what, error.hint)
            return None
    at.misnamed(
        "neither a variant nor steps",
        'write variant = "attention", or steps = ["Q = X @ W_Q"]',
    )
    return None


def among_options(keys: QuestionKeys, at: Place) -> dict[str, WrittenCells | None]:
    """The matrices that stand below a question's options and are none, as the givens that they were meant as; it is reported."""
    if not keys.options or not keys.variant:
        return {}
    taken = option_table(variant(keys.variant)).keys
    others = {
        name
        for name, value in keys.options.items()
        if isinstance(value, list) and name not in taken
    }
    found = [
        name
        for name in keys.options
        if name in others and not closest(name, list(taken))
    ]
    if found:
        what = f"{_some(found)} {'stands' if len(found) == 1 else 'stand'} among the options"
        (at / "options" / found[0]).misnamed(
            what, f"write [question.given] above {found[0]} = …"
        )
    return {
        name: take(cells.Given(), keys.options.pop(name), at / "options" / name)
        for name in found
    }


def _some(names: list[str]) -> str:
    """The first few of some names."""
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def options_of(keys: QuestionKeys, at: Place) -> dict[str, object]:
    """The options of a question's variant, those without a problem; every problem is reported."""
    written, at = keys.options, at / "options"
    if not written or not keys.variant:
        if written and "variant" not in keys:
            at.misnamed(
                "options without a variant",
                "they are a variant's; steps say it themselves: causal_mask(S)",
            )
        return {}
    found = variant(keys.variant)
    read = not_none(option_table(found).read(written, at))
    if read.get(Option.HEADS, 1) != 1 and Option.HEADS not in found.options:
        (at / Option.HEADS).wrong(
            f"{found.name} has one head",
            'leave it out, or write variant = "multi-head-attention"',
        )
    return read


def _from_steps(
    texts: Sequence[str | None], known: Known, at: Place, derivatives: Collection[str]
) -> Plan | None:
    if not texts:
        (at / "steps").wrong("no lines", 'write lines, such as steps = ["Q = X @ W_Q"]')
        return None
    written = [text or "" for text in texts]
    one = [name for name, shape in known.matrices.items() if shape == (1, 1)]
    lines, errors = read_lines(
        written, known.numbers, (*known.matrices, *derivatives), one
    )
    names = list(map(defined, written))
    for number, name in enumerate(names):
        if name in known:
            (at / "steps" / number).wrong(
                f"{name} is given, and this line defines it",
                "give one of them another name",
            )
    for error in errors:
        if names[error.line] not in known:  # else it is said above
            (at / "steps" / error.line).wrong(
                error.what, error.hint, _pointed(written[error.line], error.column)
            )
    what, hint = known.lacking
    for line in lines:
        for name in line.uses:
            if name not in known and name not in names and name not in derivatives:
                near = (
                    f'write letters = {{ {name} = "positive" }}'
                    if name in known.letters
                    else nearest(
                        name, filter(None, [*known.names, *names, *derivatives])
                    )
                    or f"write {hint.format(name)}"
                )
                found = re.search(rf"(?<!\w){name}(?!\w)", line.text.partition("=")[2])
                column = (
                    len(line.text.partition("=")[0]) + 1 + found.start() if found else 0
                )
                (at / "steps" / written.index(line.text)).wrong(
                    f"{name} {what}", near, _pointed(line.text, column)
                )
    return None if errors else Plan(lines)


def _pointed(text: str, column: int) -> str:
    """The line with the place of the mistake: a caret below it."""
    if len(text) > 100:
        return f"at character {column + 1} of the line"
    return f"{text}\n  {' ' * min(column, len(text))}^"


def _from_variant(
    found: Variant, known: Known, options: Named, at: Place, columns: bool
) -> Plan | None:
    found = found.from_given(known.names)
    needed, optional = found.givens(options, known.names)
    wanted = {*needed, *optional}
    single = found.given_numbers(options, known.names)
    shapes_alone = known.key == "shapes"
    missing = [
        name
        for name in needed
        if name not in known and not (shapes_alone and name in single)
    ]
    if missing:
        near = closest(missing[0], without(known.names, wanted))
        hint = f"{near} stands there: is it {missing[0]}?" if near else ""
        lacks = (
            "has no shape"
            if known.key == "shapes"
            else f"{'is' if len(missing) == 1 else 'are'} not given"
        )
        place = at / known.key
        (place / near if near else place).misnamed(
            f"{_some(missing)} {lacks}",
            hint or f"{found.name} needs {', '.join(needed)}",
        )
    numbers = [
        name
        for name in known.numbers
        if name in wanted and name not in single and not shapes_alone
    ]
    for name in numbers:
        (at / "given" / name).wrong(
            "a number where a matrix belongs", "write rows, such as [[1, 2], [3, 4]]"
        )
    matrices = [name for name in known.matrices if name in single]
    for name in matrices:
        (at / known.key / name).wrong(
            "a matrix where a number belongs", f"write {name} = 2"
        )
    if missing or numbers or matrices:
        return None
    for name in known.matrices:
        if name not in wanted and WEIGHT.fullmatch(name):
            hint = nearest(name, without((*needed, *optional), known))
            (at / known.key / name).misnamed(
                f"{found.name} has no {name} here", hint or "leave it out, or set heads"
            )
    if not known.whole and found.cuts:  # its lines depend on the widths
        return None
    return _planned(found.name, known, options, at, columns)


def _is_read(
    name: str, options: Named, shapes: Mapping[str, tuple[int, int]], columns: bool
) -> bool:
    """Whether the lines of a kind of attention can be read."""
    try:
        plan_of(name, options, shapes, columns)
    except LineError:
        return False
    return True


def _planned(
    name: str, known: Known, options: Named, at: Place, columns: bool
) -> Plan | None:
    shapes = in_each(
        lambda shape: (1, 1) if shape is None else (shape[-2], shape[-1]),
        known.matrices,
    )
    shapes |= {
        given: (1, 1)
        for given in variant(name).given_numbers(options, known.names)
        if given in known.numbers
    }
    try:
        plan = plan_of(name, options, shapes, columns)
    except LineError as error:
        unscaled = {key: options[key] for key in options if key != Option.SCALE}
        if Option.SCALE in options and _is_read(name, unscaled, shapes, columns):
            (at / "options" / Option.SCALE).wrong(
                "scores cannot be divided by this", 'write a number, such as "sqrt(2)"'
            )
        else:
            (at / "variant").wrong(
                f"a line of {name} cannot be read: {error.what}", error.hint
            )
        return None
    for given in known.matrices.keys() & set(plan.names):
        (at / known.key / given).misnamed(
            f"{given} is given, but {name} computes it", "leave it out"
        )
    return plan


def fitted(
    plan: Plan, known: Known, at: Place, columns: bool, said: Callable[[str], str] = str
) -> Shapes:
    """The shape of every line; what does not fit is reported at the line, or at the given matrix of a variant.

    *columns* says that tokens are columns, *said* puts a message into the words of the sheet.
    """
    given = not_none(known.matrices)
    found, problems = shapes(plan, given, known.sizes)
    for line, error in problems:
        call = next(
            call
            for call in line.calls
            if call.out not in found and all(name in found for name in call.args)
        )
        place = _place_of(line, call, plan, known, at, columns)
        place.wrong(
            said(error.what), said(error.hint), _hint(call, line, found, columns)
        )
    return found


def place_of_line(line: Line, plan: Plan, at: Place) -> Place | None:
    """Where a line stands in the file, if it does: a variant's lines and those of derivatives do not."""
    own = [other for other in plan.lines if other.back is None]
    if line not in own:
        return None
    place = at / "steps" / own.index(line)
    return place if at.positions.has(place.path) else None


def _place_of(
    line: Line, call: Call, plan: Plan, known: Known, at: Place, columns: bool
) -> Place:
    """Where a line that does not fit is mended: at the line, or at the weight that went into the call.

    That is the last given matrix, as in X W; where tokens are columns the first, as in W X.
    """
    place = place_of_line(line, plan, at)
    if place:
        return place
    which = 0 if columns else -1
    name = call.args[which]
    while name not in known:
        name = plan.by_out[name].args[which]
    return place_of_given(name, at, known.key)


def place_of_given(name: str, at: Place, key: str = "given") -> Place:
    """Where a given stands in a question: under *key*, or among the options where it is their mask."""
    return at / "options" / Option.MASK if name == GIVEN_MASK else at / key / name


def _hint(call: Call, line: Line, found: Shapes, columns: bool) -> str:
    """What the right matrix of a product would have to be like, or the left one where tokens are columns."""
    if not has(call.op, "product"):
        return ""
    this, other = call.args if columns else call.args[::-1]
    meets, own, theirs = (
        (found[other][-2], "column", "row")
        if columns
        else (found[other][-1], "row", "column")
    )
    turned = next(
        (
            made.args[0]
            for made in line.calls
            if made.out == this and has(made.op, "transposes")
        ),
        None,
    )
    if "." in other or (turned or this).count("."):
        return ""
    if turned:
        return f"{turned} needs {how_many(meets, theirs)}, as many as {other}"
    return f"{this} needs {how_many(meets, own)}, one for each {theirs} of {other}"
