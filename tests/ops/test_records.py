"""Every operation and every slip of the table, with every kind of entry, in batches, masked, as code, on pages, answered wrongly.

Nothing here knows an operation by name: a new file in symattn/ops/ is tested as it stands, and a part that is missing is named.
"""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import permutations, product
from typing import Any

import pytest

from symattn.console import derive as console_derive
from symattn.console.derived import Derivation
from symattn.course.delivery import Wanted, deliver
from symattn.equality import equal
from symattn.errors import ReadError, ShapeError, SymattnError
from symattn.exact.any_matrix import AnyMatrix
from symattn.exact.decide import Span
from symattn.exact.interval import IntervalMatrix
from symattn.exact.matrix import BLOCKED, Blocked, Matrix, Tensor, parts
from symattn.exact.number import Number
from symattn.formats import names as formats
from symattn.formats import writer
from symattn.formats.templates import Templates
from symattn.formats.text import flat
from symattn.language import read
from symattn.marking import check
from symattn.marking.quick import Quick
from symattn.notation import Notation
from symattn.ops import OPS, Slip
from symattn.ops.registry import DIALECTS as OF_RECORDS
from symattn.ops.shapes import MANY, Size
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program, text_of
from symattn.plan.derivation import rule, solve
from symattn.plan.tree import spelled
from symattn.plan.turning import turned
from symattn.sheet import loads

ENTRIES = [[[1, -2, 3, 0], [2, 1, -1, 4]], [[2, 1, 1, 3], [1, 3, 2, 1]], [[1, 0, 1, 1], [1, 1, 0, 1]]]
SHAPES = [(2, 4), (4, 2), (1, 4), (2, 1), (2, 2), (2, 2, 2)]
LINE = {"size": "2", "sizes": "(4, -1)", "scalar": "3/4", "axis": "0", "places": "1"}
OTHERWISE = {"scalar": "7", "whole": "7", "count": "7", "axis": "0", "size": "7"}
KINDS: dict[str, Callable[[Matrix], AnyMatrix[Any]]] = {"intervals": IntervalMatrix.from_exact, "balls": Quick.of}
EXTRAS = {"d_k": 4, "d_model": 9, "weight": 1, "branch": 1}


def array(shape: tuple[int, ...], place: int) -> Any:
    """A matrix or a batch of the shape, with entries that are not alike; the third kind holds 1 and 0 alone."""
    flat = [x for row in ENTRIES[place] for x in row]
    *lead, rows, cols = shape
    blocks = [
        Matrix.of([[flat[(k + i * cols + j) % len(flat)] for j in range(cols)] for i in range(rows)])
        for k in range(lead[0] if lead else 1)
    ]
    return Tensor(tuple(lead), blocks) if lead else blocks[0]


@dataclass(frozen=True)
class Sample:
    """One line that uses an operation alone, its givens, and its value."""

    text: str
    plan: Plan
    given: dict[str, Any]
    value: Any

    @property
    def params(self) -> dict[str, Any]:
        """The parameters, worked out."""
        return dict(solve(self.plan, self.given).steps[-1].params)


def written(name: str, options: dict[str, str]) -> str:
    """The line's right side: what must be written, and some options."""
    op = OPS[name]
    if op.written:
        return op.written.replace("c", "(3/2)")
    whole = iter("01")
    needed = [LINE[kind] if kind in LINE else next(whole) for _, kind in op.signature.positional]
    count = 2 if op.signature.matrices == MANY else op.signature.matrices
    return f"{name}({', '.join([*'ABC'[:count], *needed, *(f'{k}={v}' for k, v in options.items())])})"


@cache
def sample(name: str) -> Sample:
    """The first givens with which the operation has a value."""
    text = written(name, {})
    plan = Plan.read([f"Z = {text}"])
    for shapes in product(SHAPES, repeat=len(plan.givens)):
        for places in product(range(len(ENTRIES)), repeat=len(plan.givens)):
            given = {n: array(shape, place) for n, shape, place in zip(plan.givens, shapes, places, strict=True)}
            try:
                return Sample(text, plan, given, solve(plan, given)["Z"])
            except ShapeError:
                break
            except SymattnError:
                continue
    raise AssertionError(f"{name} has a value with none of the samples; add one that it takes to SHAPES or ENTRIES")


def inputs(name: str) -> list[Any]:
    return list(sample(name).given.values())


def holds(outer: Any, exact: Any) -> bool:
    """Whether a value of another kind holds the exact one, entry by entry."""
    for mine, true in zip(parts(outer)[1], parts(exact)[1], strict=True):
        spans = mine.spans() if isinstance(mine, Quick) else mine
        if not all(all(row) for row in spans.overlaps(true)):
            return False
        if isinstance(mine, IntervalMatrix) and not all(all(row) for row in mine.contains(true)):
            return False
    return True


def as_kind(kind: str, a: Any) -> Any:
    return Tensor(a.lead, [KINDS[kind](block) for block in a.blocks]) if isinstance(a, Tensor) else KINDS[kind](a)


def value_or_error(run: Callable[..., Any], *args: Any, **params: Any) -> Any:
    try:
        return run(*args, **params)
    except SymattnError as error:
        return error


WHOLE = [name for name, op in OPS.items() if not op.lacks()]
"""Whose record has everything: the first test says what the others lack, and nothing else is asked of them."""


@pytest.mark.parametrize("name", OPS)
def test_its_record_is_whole_and_its_example_holds(name: str) -> None:
    op = OPS[name]
    assert not op.lacks(), "\n".join(op.lacks())
    assert set(op.code) == set(OF_RECORDS) == set(DIALECTS)
    example = doctest.DocTestParser().get_doctest(op.run.__doc__ or "", op.run.__globals__ | {"Matrix": Matrix}, name, None, 0)
    assert example.examples, f"give the value rule of {name} an example"
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


@pytest.mark.parametrize("name", WHOLE)
def test_its_shape_rule_says_the_shape_of_its_value(name: str) -> None:
    found = sample(name)
    assert OPS[name].shape(*(a.shape for a in inputs(name)), **found.params) == found.value.shape


@pytest.mark.parametrize("name", [name for name in WHOLE if OPS[name].columns and isinstance(sample(name).value, Matrix)])
def test_with_tokens_as_columns_it_gives_the_transpose(name: str) -> None:
    use = sample(name)
    line = f"Z = {spelled(turned(use.plan.lines[0].tree))}"
    found = solve(Plan.read([line]), {n: a.T for n, a in use.given.items()})["Z"]
    assert found.cells() == use.value.T.cells(), line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WHOLE)
def test_every_kind_of_entry_holds_the_exact_value(name: str, kind: str) -> None:
    found = sample(name)
    mine = [as_kind(kind, a) for a in inputs(name)]
    value = rule(name)(*mine, **found.params)
    value = as_kind(kind, value) if isinstance(value, Matrix) else value  # what no matrix went into is exact
    assert holds(value, found.value)


@pytest.mark.parametrize("name", [name for name in WHOLE if not OPS[name].native and inputs(name)])
def test_a_batch_is_gone_through_matrix_by_matrix(name: str) -> None:
    found = sample(name)
    batch = [Tensor((2,), [a, a]) for a in inputs(name)]
    value = rule(name)(*batch, **found.params)
    assert value.shape == (2, *found.value.shape)
    assert all(block == found.value for block in value.blocks)


def masked_at(a: Matrix, hidden: int) -> Matrix:
    """The matrix with minus infinity in the middle, where another score stood before."""
    table = [list(row) for row in a.values]
    table[0][0] = Number.of(hidden)
    return Matrix.of(table).masked([(0, 0)])


@pytest.mark.parametrize("kind", ["exact", *KINDS])
@pytest.mark.parametrize("name", [name for name in WHOLE if inputs(name) and isinstance(inputs(name)[0], Matrix)])
def test_what_a_mask_hides_is_never_read(name: str, kind: str) -> None:
    found, (first, *others) = sample(name), inputs(name)
    both = [[masked_at(first, hidden), *others] for hidden in (5, -7)]
    values = [value_or_error(rule(name), *args, **found.params) for args in both]
    if OPS[name].masked == "refused":
        assert all(isinstance(value, SymattnError) and "infinity" in str(value) for value in values)
    assert str(values[0]) == str(values[1])
    if kind != "exact" and not isinstance(values[0], SymattnError):
        assert holds(rule(name)(*(as_kind(kind, a) for a in both[0]), **found.params), values[0])
    there = [] if isinstance(values[0], SymattnError) else [x for b in parts(values[0])[1] for row in b.cells() for x in row]
    is_carried = any(isinstance(x, Blocked) for x in there)
    says = f"{name} {'carries' if is_carried else 'does not carry'} minus infinity on, and its record has masked={OPS[name].masked!r}"
    assert is_carried == (OPS[name].masked == "carried" and not isinstance(values[0], SymattnError)), says


def numbers(a: Any) -> Any:
    return [numbers(x) for x in a] if isinstance(a, (list, tuple)) else a


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


@pytest.mark.parametrize("masked", [False, True], ids=["open", "masked"])
@pytest.mark.parametrize("dialect", [pytest.param(d, marks=pytest.mark.torch if d == "torch" else ()) for d in DIALECTS])
def test_the_program_prints_what_is_exactly_true(dialect: str, masked: bool) -> None:
    if find_spec(dialect) is None:
        pytest.skip(f"{dialect} is not installed")
    uses = dict(lines_of(dialect, masked))
    assert uses
    texts, given = [], {}
    for k, use in enumerate(uses.values()):
        text = use.text
        for n, a in use.given.items():
            flat = [x for block in parts(a)[1] for row in block.cells() for x in row]
            given[f"{n}_{k}"] = Matrix.of([flat]) if isinstance(a, Tensor) else a
            texts += [f"T{n}_{k} = reshape({n}_{k}, {', '.join(map(str, a.shape))})"] if isinstance(a, Tensor) else []
            own = f"T{n}_{k}" if isinstance(a, Tensor) else f"{n}_{k}"
            text = "".join(own if part == n else part for part in re.split(r"\b([ABC])\b", text))
        texts.append(f"OUT_{k} = {text}")
    made = program(Plan.read(texts), given, DIALECTS[dialect])
    shown = SHOWN[dialect].replace("OUT", ", ".join(f"OUT_{k}" for k in range(len(uses))) + ",")
    silent = text_of(made).replace("\nprint(", "\n(")
    done = subprocess.run([sys.executable, "-I", "-W", "ignore", "-c", f"{silent}\n{shown}"], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    for (name, use), printed in zip(uses.items(), json.loads(done.stdout.splitlines()[-1]), strict=True):
        expected = [float(x) if x != "-inf" else float("-inf") for x in flatten(use.value.decimals(15))]
        assert flatten([printed]) == pytest.approx(expected, abs=1e-9), f"{dialect} code of {name}"


def flatten(a: Any) -> list[Any]:
    return [x for part in a for x in flatten(part)] if isinstance(a, (list, tuple)) else [a]


@pytest.mark.parametrize("name", WHOLE)
def test_its_work_in_letters_is_its_work_in_numbers(name: str) -> None:
    op, use = OPS[name], sample(name)
    shapes, params = tuple(a.shape for a in inputs(name)), dict(use.plan.calls[-1].params)
    work = op.work(shapes, use.value.shape, params).amounts
    assert all(isinstance(amount, int) and amount >= 0 for amount in work.values())
    letters = {n: Size.letter(f"n_{n}") for n in (1, 2, 3, 4, 8, 16)}
    symbolic = op.work(tuple(tuple(letters[n] for n in s) for s in shapes), tuple(letters[n] for n in use.value.shape), params).amounts
    back = {str(letter): n for n, letter in letters.items()}
    assert {kind: amount.put(back) if isinstance(amount, Size) else amount for kind, amount in symbolic.items()} == work


@pytest.mark.parametrize("name", WHOLE)
def test_every_option_that_is_given_shows_in_its_formula(name: str) -> None:
    plain = Notation.load({}).formula(Plan.read([f"Z = {written(name, {})}"]).lines[0].tree)
    for key, kind in OPS[name].signature.options:
        line = Plan.read([f"Z = {written(name, {key: OTHERWISE[kind]})}"]).lines[0]
        assert Notation.load({}).formula(line.tree) != plain, f"{key} of {name} is not on the page"


@pytest.mark.parametrize("name", WHOLE)
def test_every_entry_can_be_explained(name: str) -> None:
    use = sample(name)
    if not isinstance(use.value, Matrix) or any(isinstance(a, Tensor) for a in use.given.values()):
        pytest.skip("entries are explained in matrices")
    found = console_derive([f"Z = {use.text}"], **{n: [[str(x.rational) for x in row] for row in a.values] for n, a in use.given.items()})
    spelled_out_truly(found)


def spelled_out_truly(found: Derivation) -> None:
    """Every entry of Z has its sentence in both languages, and whatever is spelled out with = is what the entry is."""
    value = found.value("Z")
    assert isinstance(value, Matrix)
    for i, j in product(range(value.rows), range(value.cols)):
        why = found.why("Z", i, j)
        assert str(why).startswith(f"Z[{i}, {j}]: {why.sentence}\n")
        if "words" not in dict(why.said.facts):  # those of a record are the same in every language
            assert found.why("Z", i, j, language="de").sentence != why.sentence
        for sign, box in why.chain:
            number = as_read(flat(box))
            assert number is None or sign == "≈" or equal(number, value[i, j]).decision == "equal", f"{flat(box)} is not {value[i, j]}"


def as_read(text: str) -> Number | None:
    """The number that a text spells out; None for signs that no cell has (−∞, σ)."""
    try:
        found = read(text).number
    except ReadError:
        return None
    return found if isinstance(found, Number) else None


@pytest.mark.parametrize("name", [name for name in WHOLE if OPS[name].signature.defaults.get("axis", 0) in (None, 1)])
@pytest.mark.parametrize("axis", [0, 1])
def test_an_entry_is_explained_along_either_axis(name: str, axis: int) -> None:
    spelled_out_truly(console_derive([f"Z = {name}(A, axis={axis})"], A=[[1, 2, 3], [4, 6, 9]]))


@pytest.mark.parametrize(("name", "slip"), [(name, slip) for name in WHOLE for slip in OPS[name].slips])
def test_every_slip_says_what_was_done(name: str, slip: str) -> None:
    """In templates/words/slips.j2, or in its record."""
    macros, stem = Templates("text").environment.get_template("words/slips.j2").module, slip.replace("-", "_")
    there = any(hasattr(getattr(macros, macro, None), "arguments") for macro in (f"{stem}__{name}", stem, f"{stem}_"))
    assert there or OPS[name].slips[slip].says, f"{slip} of {name} says nothing: write its sentence beside its id, or a macro {stem}"


def test_an_entry_of_a_slower_pair_of_columns_is_explained() -> None:
    """Behind the first pair the angle is a quotient."""
    spelled_out_truly(console_derive(["Z = positional_encoding(3, 4, base=100)"]))


def sheet_of(name: str) -> Any:
    """A sheet with the one line; a batch is laid out by a line before."""
    use, steps, given = sample(name), [], []
    for n, a in use.given.items():
        flat = [[x for block in parts(a)[1] for row in block.values for x in row]] if isinstance(a, Tensor) else a.values
        given.append(f"{n}{'_flat' * isinstance(a, Tensor)} = {json.dumps([[str(x.rational) for x in row] for row in flat])}")
        steps += [f"{n} = reshape({n}_flat, {', '.join(map(str, a.shape))})"] if isinstance(a, Tensor) else []
    return loads(f"[[question]]\nsteps = {json.dumps([*steps, f'Z = {use.text}'])}\n[question.given]\n" + "\n".join(given))


@pytest.mark.sliced(4)
@pytest.mark.parametrize("form", formats())
@pytest.mark.parametrize("name", WHOLE)
def test_every_format_has_a_page_for_it(name: str, form: str) -> None:
    sheet = sheet_of(name)
    key, blank = (deliver(sheet, Wanted(form, form=which, detail="full")).decode() for which in ("key", "blank"))
    assert writer(form).name == form
    assert len(key) > len(blank) > 0


@pytest.mark.parametrize("name", [name for name in WHOLE if isinstance(sample(name).value, Matrix)])
def test_a_wrong_answer_is_marked(name: str) -> None:
    sheet, right = sheet_of(name), sample(name).value
    wrong = [["-inf" if x is BLOCKED else str(Number.of(9)) for x in row] for row in right.cells()]
    report = check(sheet, {"Z": [["123/4" if x != "-inf" else x for x in row] for row in wrong]})
    (result,) = [r for q in report.answers[0].questions for r in q.results if r.name == "Z"]
    assert not result.failure
    assert result.verdict in ("incorrect", "slip")


SLIPS = [(name, id) for name in WHOLE for id in OPS[name].slips]


def extras(slip: Slip, count: int) -> dict[str, Any]:
    found: dict[str, Any] = {key: EXTRAS[key] for key in slip.needs if key in EXTRAS}
    return found | ({"order": list(permutations(range(count)))[-1]} if "order" in slip.needs else {})


@pytest.mark.parametrize("masked", [False, True], ids=["open", "masked"])
@pytest.mark.parametrize(("name", "id"), SLIPS)
def test_a_slip_has_one_value_in_every_kind_of_entry(name: str, id: str, masked: bool) -> None:
    slip, use, args = OPS[name].slips[id], sample(name), inputs(name)
    if masked and args and isinstance(args[0], Matrix):
        args = [masked_at(args[0], 5), *args[1:]]
    more = extras(slip, len(args))
    exact = value_or_error(rule(name, slip.run), *args, **use.params, **more)
    for kind in KINDS:
        found = value_or_error(rule(name, slip.run), *(as_kind(kind, a) for a in args), **use.params, **more)
        if isinstance(exact, SymattnError) or isinstance(found, SymattnError):
            continue  # a value that exact entries have not is never claimed: proofs are asked last
        assert found.shape == exact.shape
        assert holds(found if not isinstance(found, Matrix) else as_kind(kind, found), exact)
    if not masked and not isinstance(exact, SymattnError):
        assert not isinstance(value_or_error(rule(name, slip.run), *(as_kind("balls", a) for a in args), **use.params, **more), SymattnError)


def test_intervals_of_decimals_hold_every_value_they_may_stand_for() -> None:
    """Wide intervals, not only narrow ones: the exact value of numbers inside lies in the interval that comes out."""
    for name, op in OPS.items():
        args = inputs(name)
        if not args or op.native or "takes a mask" in op.traits:
            continue
        wide = [IntervalMatrix([[Span.between(x.rational - 1 / Number.of(8).rational, x.rational) for x in row] for row in a.values]) for a in args]
        found = value_or_error(rule(name), *wide, **sample(name).params)
        assert isinstance(found, SymattnError) or all(all(row) for row in found.contains(sample(name).value)), name
