"""Samples: for every operation a line that uses it alone, with givens that it takes, in every kind of entry."""

from __future__ import annotations

import doctest
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import Any

from symattn.errors import ShapeError, SymattnError
from symattn.exact.any_matrix import AnyMatrix
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, parts
from symattn.extensions import forgetting
from symattn.marking.quick import Quick
from symattn.ops import OPS, Op
from symattn.ops.shapes import MANY
from symattn.plan import Plan
from symattn.plan.derivation import solve
from symattn.records import frozen, replace
from symattn.said import Glossary, Integers, Keyed
from symattn.tables import in_each, in_turn, only

ENTRIES = [
    [[1, -2, 3, 0], [2, 1, -1, 4]],
    [[2, 1, 1, 3], [1, 3, 2, 1]],
    [[1, 0, 1, 1], [1, 1, 0, 1]],
]
"""Whole numbers that are not alike; the third holds 1 and 0 alone, for operations that take a mask or places."""
IRRATIONAL = ("1/3", "sqrt(2)", "-3/2", "log(2)", "2", "1/7", "sqrt(3)/2", "5/4")
SHAPES = [(2, 4), (4, 2), (1, 4), (2, 1), (2, 2), (2, 2, 2)]
LINE = {
    "origin": "1",
    "size": "2",
    "sizes": "(4, -1)",
    "scalar": "3/4",
    "axis": "0",
    "places": "1",
}
VALUES = {
    "origin": ("0", "1"),
    "size": ("1", "3"),
    "scalar": ("2", "1/2", "7", "-3"),
    "whole": ("0", "1", "2"),
    "axis": ("0", "1"),
    "places": ("0", "1", "3"),
}
"""Of each kind of parameter that is a number several values, with each of which a line is tried."""
KINDS: dict[str, Callable[[Matrix], AnyMatrix[Any]]] = {
    "intervals": IntervalMatrix.from_exact,
    "balls": Quick.of,
}


@frozen
class Sample:
    """One line that uses an operation alone, its givens, and its value."""

    text: str
    plan: Plan
    given: Keyed
    value: Any

    @property
    def params(self) -> dict[str, Any]:
        """The parameters, worked out."""
        return dict(solve(self.plan, self.given).steps[-1].params)

    @property
    def inputs(self) -> list[Any]:
        """What goes in, in order."""
        return list(self.given.values())

    @property
    def is_of_matrices(self) -> bool:
        """Whether matrices alone go in and come out."""
        return only((self.value, *self.inputs), Matrix)

    def sheet(
        self, *more: str, entries: Mapping[str, list[list[str]]] | None = None
    ) -> str:
        """A worksheet with the one line; a batch is laid out by a line before. *more* lines of TOML stand above the givens."""
        steps, given = [], []
        for name, a in self.given.items():
            flat = (
                [[x for block in parts(a)[1] for x in in_turn(block.values)]]
                if isinstance(a, Tensor)
                else a.values
            )
            rows = (entries or {}).get(name) or [
                [str(x.rational) for x in row] for row in flat
            ]
            given.append(
                f"{name}{'_flat' * isinstance(a, Tensor)} = {json.dumps(rows)}"
            )
            steps += (
                [f"{name} = reshape({name}_flat, {', '.join(map(str, a.shape))})"]
                if isinstance(a, Tensor)
                else []
            )
        places = (
            [f"places = {self.params['first']}"] if self.params.get("first") else []
        )
        top = [
            *places,
            "[[question]]",
            f"steps = {json.dumps([*steps, f'Z = {self.text}'])}",
            *more,
            "[question.given]",
            *given,
        ]
        return "\n".join(top) + "\n"


def sheets(name: str) -> Iterator[str]:
    """Worksheets with a line of an operation alone: with whole numbers, and with irrational ones where it is of matrices.

    >>> print(*sheets("transpose"), sep="")
    [[question]]
    steps = ["Z = A.T"]
    [question.given]
    A = [["1", "-2", "3", "0"], ["2", "1", "-1", "4"]]
    [[question]]
    steps = ["Z = A.T"]
    [question.given]
    A = [["1/3", "sqrt(2)", "-3/2", "log(2)"], ["2", "1/7", "sqrt(3)/2", "5/4"]]
    <BLANKLINE>
    """
    use, op = sample(name), OPS[name]
    if op.lettered:  # of numbers that are not 0, so that there is something to find
        given = in_each(lambda a: array(a.shape, 1), use.given)
        use = replace(use, text=op.lettered, given=given)
    letters = ['letters = { t = "real" }'] if op.lettered else []
    yield use.sheet(*letters)
    if use.is_of_matrices:
        yield use.sheet(*letters, entries=in_each(irrational, use.given))


def array(shape: Integers, place: int) -> Any:
    """A matrix or a batch of the shape, with entries of the kind at *place*.

    >>> array((1, 4), 1)
    Matrix([[2, 1, 1, 3]])
    """
    flat = list(in_turn(ENTRIES[place]))
    *lead, rows, cols = shape
    blocks = [
        Matrix.of(
            [
                [flat[(k + i * cols + j) % len(flat)] for j in range(cols)]
                for i in range(rows)
            ]
        )
        for k in range(lead[0] if lead else 1)
    ]
    return Tensor(tuple(lead), blocks) if lead else blocks[0]


def irrational(a: Matrix) -> list[list[str]]:
    """Entries in place of a matrix's own: fractions, roots and logarithms, as they are written in a sheet.

    >>> irrational(array((1, 2), 0))
    [['1/3', 'sqrt(2)']]
    """
    return [
        [IRRATIONAL[(i * a.cols + j) % len(IRRATIONAL)] for j in range(a.cols)]
        for i in range(a.rows)
    ]


def written(op: Op, options: Glossary) -> str:
    """The line's right side: what must be written, and some parameters with values of their own.

    >>> written(OPS["matmul"], {}), written(OPS["softmax"], {"axis": "0"})
    ('A @ B', 'softmax(A, axis=0)')
    >>> written(OPS["clip"], {"high": "7"}), written(OPS["power"], {"by": "2"})
    ('clip(A, 3/4, 7)', 'A ** (2)')
    """
    if op.written:
        value = next(iter(options.values()), "3/2")
        return op.written.replace("c", f"({value})")
    whole, more = iter("01"), dict(options)
    needed = [
        more.pop(key, LINE[kind] if kind in LINE else next(whole))
        for key, kind in op.signature.positional
    ]
    count = 2 if op.signature.matrices == MANY else op.signature.matrices
    return f"{op.name}({', '.join([*'ABC'[:count], *needed, *(f'{k}={v}' for k, v in more.items())])})"


@forgetting
@lru_cache(maxsize=512)
def sample(name: str) -> Sample:
    """The first givens with which an operation has a value; raises SymattnError where there are none.

    >>> sample("transpose").text
    'A.T'
    """
    return _sampled(name, written(OPS[name], {}))


@forgetting
@lru_cache(maxsize=512)
def uses(name: str) -> tuple[Sample, ...]:
    """The sample of an operation, and others with each parameter that is a number at several values, one after the other.

    A value with which it has none is left out.

    >>> [use.text for use in uses("round")]
    ['round(A)', 'round(A, places=1)', 'round(A, places=3)']
    """
    op, found = OPS[name], {written(OPS[name], {}): sample(name)}
    for text in in_turn(spellings(op, key) for key in op.signature.kinds):
        with suppress(SymattnError):
            found[text] = found.get(text) or _sampled(name, text)
    return tuple(found.values())


def spellings(op: Op, key: str) -> list[str]:
    """The line's right side with each value of a parameter, the one of the sample first; that alone for what is no number.

    >>> spellings(OPS["sum"], "axis")
    ['sum(A)', 'sum(A, axis=0)', 'sum(A, axis=1)']
    """
    default = op.signature.written_defaults.get(key)
    others = (
        written(op, {key: value})
        for value in VALUES.get(op.signature.kinds[key], ())
        if value != default
    )
    return list(dict.fromkeys([written(op, {}), *others]))


def _sampled(name: str, text: str) -> Sample:
    plan = Plan.read([f"Z = {text}"])
    for shapes in product(SHAPES, repeat=len(plan.givens)):
        for places in product(range(len(ENTRIES)), repeat=len(plan.givens)):
            given = {
                n: array(shape, place)
                for n, shape, place in zip(plan.givens, shapes, places, strict=True)
            }
            try:
                return Sample(text, plan, given, solve(plan, given)["Z"])
            except ShapeError:
                break
            except SymattnError:
                continue
    raise SymattnError(
        f"{name} has a value with none of the samples",
        "let it take one of symattn.testing.samples.SHAPES",
    )


def as_kind(kind: str, a: Any) -> Any:
    """A value in another kind of entry: "intervals" or "balls"."""
    return (
        Tensor(a.lead, list(map(KINDS[kind], a.blocks)))
        if isinstance(a, Tensor)
        else KINDS[kind](a)
    )


def holds(outer: Any, exact: Any) -> bool:
    """Whether a value of another kind holds the exact one, entry by entry."""
    blocks: Any = zip(parts(outer)[1], parts(exact)[1], strict=True)
    for mine, true in blocks:
        spans: Any = mine.spans() if isinstance(mine, Quick) else mine
        if not all(map(all, spans.overlaps(true))):
            return False
        if isinstance(mine, IntervalMatrix) and not all(map(all, mine.contains(true))):
            return False
    return True


def masked_at(a: Matrix, hidden: int) -> Matrix:
    """The matrix with minus infinity in the first place, where another score stood before."""
    table = list(map(list, a.values))
    table[0][0] = Number.of(hidden)
    return Matrix.of(table).masked([(0, 0)])


def value_or_error(run: Callable[..., Any], *args: Any, **params: Any) -> Any:
    """What comes out, or the SymattnError."""
    try:
        return run(*args, **params)
    except SymattnError as error:
        return error


def not_as_shown(text: str | None, names: Keyed, of: str) -> str:
    """What of the examples in a docstring does not hold, with *names* known there; nothing where all do, or where there is none.

    >>> not_as_shown("Add." + chr(10) * 2 + ">>> 1 + 1" + chr(10) + "2", {}, "add")
    ''
    """
    example = doctest.DocTestParser().get_doctest(text or "", dict(names), of, None, 0)
    heard: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=heard.append)
    return "".join(heard)
