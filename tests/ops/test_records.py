"""Every operation and every slip of the table, by the kit that tries extensions: with every kind of entry, in batches, masked, as
code, on pages, answered wrongly.

Nothing here knows an operation by name: a new file in symattn/ops/ is tested as it stands, and a part that is missing is named.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symattn.console import derive as console_derive
from symattn.errors import ShapeError, SymattnError
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, parts
from symattn.ops import OPS, Op
from symattn.ops.registry import DIALECTS as OF_RECORDS
from symattn.ops.shapes import MANY
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program, text_of
from symattn.plan.derivation import rule, solve
from symattn.testing.operations import CHECKS, code, spelled_out
from symattn.testing.samples import Sample, masked_at, sample, value_or_error

LONG = ("pages", "code")
"""Checks of which a plain run tries some operations only; code is run for all operations at once, below."""
WHOLE = [name for name, op in OPS.items() if not op.lacks()]
"""Whose record has everything: the check of records says what the others lack, and nothing else is asked of them."""


@pytest.mark.sliced(14)
@pytest.mark.parametrize("name", OPS)
def test_it_holds(name: str) -> None:
    assert set(OPS[name].code) == set(OF_RECORDS) == set(DIALECTS)
    titles = [title for title in CHECKS if title not in LONG] if name in WHOLE else ["record"]
    faults = [f"{title}: {fault}" for title in titles for fault in CHECKS[title](name)]
    assert not faults, "\n".join(faults)


@pytest.mark.sliced(90)
@pytest.mark.parametrize("name", WHOLE)
def test_every_format_has_a_page_for_it(name: str) -> None:
    faults = list(CHECKS["pages"](name))
    assert not faults, "\n".join(faults)


@pytest.mark.exhaustive
def test_its_code_along_either_axis() -> None:
    faults = list(code(*WHOLE))
    assert not faults, "\n".join(faults)


SHOWN = {
    "numpy": "import json\nprint(json.dumps([np.asarray(x, dtype=float).tolist() for x in (OUT)]))",
    "torch": "import json\nprint(json.dumps([x.double().tolist() if hasattr(x, 'double') else x for x in (OUT)]))",
    "sympy": """import json
def shown(m):  # a batch is a list of matrices
  if isinstance(m, list):
    return [shown(one) for one in m]
  return [[float(N(x, 20)) for x in m.row(i)] for i in range(m.rows)] if hasattr(m, 'rows') else float(m)
print(json.dumps([shown(m) for m in (OUT)]))""",
}


def lines_of(dialect: str, masked: bool) -> Iterator[tuple[str, Sample]]:
    for name, op in OPS.items():
        use = sample(name)
        if op.code[dialect] is None or (dialect == "sympy" and any(isinstance(a, Tensor) for a in use.given.values())):
            continue
        if masked:
            first = next(iter(use.given.values()), None)
            if (op.masked != "carried" and op.masked != "read") or not isinstance(first, Matrix):
                continue
            given = dict(zip(use.given, [masked_at(first, 5), *list(use.given.values())[1:]], strict=True))
            try:
                use = Sample(use.text, use.plan, given, solve(use.plan, given)["Z"])
            except SymattnError:
                continue
        yield name, use


def one_program(uses: Sequence[Sample], dialect: str) -> str:
    """A program that works all of them out, as OUT_0, OUT_1 …, and prints nothing."""
    texts, given = [], {}
    for k, use in enumerate(uses):
        text = use.text
        for n, a in use.given.items():
            flat = [x for block in parts(a)[1] for row in block.cells() for x in row]
            given[f"{n}_{k}"] = Matrix.of([flat]) if isinstance(a, Tensor) else a
            texts += [f"T{n}_{k} = reshape({n}_{k}, {', '.join(map(str, a.shape))})"] if isinstance(a, Tensor) else []
            own = f"T{n}_{k}" if isinstance(a, Tensor) else f"{n}_{k}"
            text = "".join(own if part == n else part for part in re.split(r"\b([ABC])\b", text))
        texts.append(f"OUT_{k} = {text}")
    return text_of(program(Plan.read(texts), given, DIALECTS[dialect])).replace("\nprint(", "\n(")


@pytest.mark.exhaustive
@pytest.mark.parametrize("masked", [False, True], ids=["open", "masked"])
@pytest.mark.parametrize("dialect", [pytest.param(d, marks=pytest.mark.torch if d == "torch" else ()) for d in DIALECTS])
def test_the_program_prints_what_is_exactly_true(dialect: str, masked: bool) -> None:
    if find_spec(dialect) is None:
        pytest.skip(f"{dialect} is not installed")
    uses = dict(lines_of(dialect, masked))
    assert uses
    silent = one_program(list(uses.values()), dialect)
    shown = SHOWN[dialect].replace("OUT", ", ".join(f"OUT_{k}" for k in range(len(uses))) + ",")
    done = subprocess.run([sys.executable, "-I", "-W", "ignore", "-c", f"{silent}\n{shown}"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    for (name, use), printed in zip(uses.items(), json.loads(done.stdout.splitlines()[-1]), strict=True):
        expected = [float(x) if x != "-inf" else float("-inf") for x in flatten(use.value.decimals(15))]
        assert flatten([printed]) == pytest.approx(expected, abs=1e-9), f"{dialect} code of {name}"


SHAPES = [(4, 4), (3, 5), (5, 3), (1, 6), (6, 1), (3, 4, 4), (4, 1), (1, 1)]
NUMBERS = [[3, -1, 4, 1, -5, 9, 2, -6, 5, 7, -8, 6], [Fraction(1, 2), 2, Fraction(4, 3), 1, 3, Fraction(1, 5), 5, Fraction(7, 4)], [1, 0, 0, 1, 1, 0, 1, 1, 1, 0, 1]]
"""With signs, above nothing, and of 1 and 0 alone."""
VALUES = {"size": ["1", "2", "3", "4"], "scalar": ["3", "1/2", "-2", "1/3"], "axis": ["0", "1"], "places": ["0", "1", "3"], "origin": ["0", "1"], "whole": ["0", "1"],
          "count": ["0", "1", "3"], "sizes": ["(1, -1)", "(2, -1)", "(-1, 3)"]}  # fmt: skip
"""Of each kind of parameter more than the one value with which the kit tries it."""


def spellings(op: Op) -> Iterator[str]:
    """The operation with every value of what must be written, and each option by itself with every value of its own."""
    signs, needed = op.signature, dict(op.signature.positional)
    if "index" in needed.values():
        yield from (f"A[{rows}, {cols}]" for rows in ("0:3", ":", "1") for cols in ("0:2", "[2, 0]", ":"))
    elif op.written:
        yield from {op.written.replace("c", f"({value})") for value in VALUES["scalar"]}
    else:
        matrices = "ABC"[: 3 if signs.matrices == MANY else signs.matrices]
        options = ["", *(f"{name}={value}" for name, kind in signs.kinds.items() if name not in needed for value in VALUES[kind])]
        for values in product(*(VALUES[kind] for kind in needed.values())):
            yield from (f"{op.name}({', '.join(filter(None, (*matrices, *values, option)))})" for option in options)


def larger(op: Op) -> Iterator[Sample]:
    """Each spelling of an operation with the first three shapes of matrices that it takes."""

    def array(shape: tuple[int, ...], place: int, shift: int) -> Any:
        *lead, rows, cols = shape
        flat = NUMBERS[place]
        blocks = [Matrix.of([[flat[(shift + 7 * k + i * cols + j) % len(flat)] for j in range(cols)] for i in range(rows)]) for k in range(prod(lead))]
        return Tensor(tuple(lead), blocks) if lead else blocks[0]

    def tried(text: str) -> Iterator[Sample]:
        plan = Plan.read([f"Z = {text}"])
        for shapes in product(SHAPES, repeat=len(plan.givens)):
            for places in product(range(len(NUMBERS)), repeat=len(plan.givens)) if len({len(shape) for shape in shapes}) < 2 else ():
                given = {name: array(*made, shift) for shift, (name, *made) in enumerate(zip(plan.givens, shapes, places, strict=True))}
                value = value_or_error(solve, plan, given)
                if not isinstance(value, SymattnError):
                    yield Sample(text, plan, given, value["Z"])
                    break
                if isinstance(value, ShapeError):
                    break

    for text in spellings(op):
        yield from islice(tried(text), 3)


def masked(uses: Sequence[Sample]) -> Iterator[Sample]:
    """The same with minus infinity at two corners of one matrix after the other, where that has a value."""
    for use in uses:
        for name, a in use.given.items():
            if isinstance(a, Matrix):
                given = {**use.given, name: a.masked([(0, a.cols - 1), (a.rows - 1, 0)])}
                value = value_or_error(solve, use.plan, given)
                if not isinstance(value, SymattnError):
                    yield Sample(use.text, use.plan, given, value["Z"])


@pytest.mark.sliced(6)
@pytest.mark.parametrize("name", [name for name, op in OPS.items() if op.code["numpy"] is not None])
def test_every_value_of_a_parameter_and_every_size_is_what_numpy_makes_of_it(name: str) -> None:
    uses = list(larger(OPS[name]))
    assert uses
    uses += [*masked(uses)] if OPS[name].masked == "carried" else []
    known: dict[str, Any] = {}
    with np.errstate(all="ignore"):
        exec(one_program(uses, "numpy"), known)
    for k, use in enumerate(uses):
        expected = [float(x) for x in flatten(use.value.decimals(15))]
        assert flatten(np.asarray(known[f"OUT_{k}"], dtype=float).tolist()) == pytest.approx(expected, abs=1e-9), use.text


def flatten(a: Any) -> list[Any]:
    return [x for part in a for x in flatten(part)] if isinstance(a, (list, tuple)) else [a]


@pytest.mark.sliced(4)
@pytest.mark.parametrize("name", OPS)
def test_minus_infinity_is_refused_or_hides_in_whichever_matrix_it_stands(name: str) -> None:
    use = sample(name)
    for of, a in use.given.items():
        if isinstance(a, Matrix):
            found = [value_or_error(solve, use.plan, {**use.given, of: masked_at(a, hidden)}) for hidden in (5, -7)]
            texts = [str(one if isinstance(one, SymattnError) else one["Z"]) for one in found]
            assert texts[0] == texts[1], f"what stands behind minus infinity in {of} is read"
            assert OPS[name].masked != "refused" or isinstance(found[0], SymattnError), of


def test_an_entry_of_a_slower_pair_of_columns_is_explained() -> None:
    """Behind the first pair the angle is a quotient."""
    assert not list(spelled_out(console_derive(["Z = positional_encoding(3, 4, base=100)"])))


def test_intervals_of_decimals_hold_every_value_they_may_stand_for() -> None:
    """Wide intervals, not only narrow ones: the exact value of numbers inside lies in the interval that comes out."""
    for name, op in OPS.items():
        args = sample(name).inputs
        if not args or op.native or "takes a mask" in op.traits:
            continue
        wide = [IntervalMatrix([[Span.between(x.rational - 1 / Number.of(8).rational, x.rational) for x in row] for row in a.values]) for a in args]
        found = value_or_error(rule(name), *wide, **sample(name).params)
        assert isinstance(found, SymattnError) or all(all(row) for row in found.contains(sample(name).value)), name


JUMPS = {"ceil", "equal_nothing", "floor", "heaviside", "sign"}  # from one side of a number to the other by a whole one


def test_intervals_of_nearly_exact_numbers_are_nearly_exact() -> None:
    """A thousandth of a millionth to either side, of 0 too: a wide interval would hold whatever a student writes."""
    near = Number.of(Fraction(1, 10**9)).rational
    for name, op in OPS.items():
        args = sample(name).inputs
        if not args or op.native or name in JUMPS or "takes a mask" in op.traits:
            continue
        narrow = [IntervalMatrix([[Span.between(x.rational - near, x.rational + near) for x in row] for row in a.values]) for a in args]
        found = value_or_error(rule(name), *narrow, **sample(name).params)
        spans = [] if isinstance(found, SymattnError) else [x for row in found.values for x in row if isinstance(x, Span)]
        assert all(float(x.high) - float(x.low) < 1e-6 for x in spans), name


def written(name: str) -> str:
    """An operation as every dialect writes it, with the functions that it brings; what is given and printed left out."""
    use, out = sample(name), ""
    for dialect, how in DIALECTS.items():
        if OPS[name].code[dialect] is not None:
            lines = text_of(program(use.plan, use.given, how)).split("\n")
            kept = [line for line in lines if line and not re.match(r"(from|import|torch\.set_printoptions|print\(|[ABC]\w* = )", line)]
            out += "\n".join([f"{name}, {dialect}:", *kept, ""])
    return out


def test_code_is_what_was_run_and_compared() -> None:
    """Of what was shipped; all of it is run in an exhaustive run, and who changes it puts it in the place of this then."""
    known = (Path(__file__).parents[1] / "golden" / "code.txt").read_text(encoding="utf-8")
    names = [name for name in OPS if f"\n{name}, numpy:" in f"\n{known}" or f"\n{name}, torch:" in f"\n{known}"]
    assert len(names) > 85
    assert "".join(map(written, names)) == known


@pytest.mark.parametrize("hidden", [(0,), (1,), (0, 1)], ids=str)
def test_one_masked_matrix_of_a_batch_is_refused_as_if_all_were(hidden: tuple[int, ...]) -> None:
    for name in [name for name, op in OPS.items() if op.masked == "refused"]:
        matrices = [a for a in sample(name).given.values() if isinstance(a, Matrix)]
        for k in range(len(matrices)):
            blocks = [matrices[k].masked([(0, 0)]) if place in hidden else matrices[k] for place in (0, 1)]
            with pytest.raises(SymattnError, match="minus infinity"):
                rule(name)(*matrices[:k], Tensor((2,), blocks), *matrices[k + 1 :])
