"""What is tried on an operation and its slips: every check gives what does not hold, a sentence each."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from inspect import unwrap
from itertools import permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from symattn.console import derive
from symattn.console.derived import Derivation
from symattn.course.delivery import Wanted, deliver
from symattn.equality import equal
from symattn.errors import ReadError, SymattnError
from symattn.exact.matrix import Blocked, Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import Tensor, parts
from symattn.exact.text import text
from symattn.files import folder, language_folders, languages
from symattn.formats import names as formats
from symattn.formats.templates import Templates, plain
from symattn.formats.text import flat
from symattn.language import read
from symattn.marking import check
from symattn.marking.course import Course
from symattn.notation import Notation
from symattn.ops import OPS, Op, Slip
from symattn.ops.record import Use
from symattn.ops.shapes import Size, put
from symattn.plan import Plan
from symattn.plan.code import DIALECTS, program, text_of
from symattn.plan.derivation import rule, shapes, solve
from symattn.plan.gradients import backward
from symattn.plan.tree import spelled
from symattn.plan.turning import turned
from symattn.practice.own import explained as asked_of
from symattn.practice.own import steps_of
from symattn.said import Pair
from symattn.sheet import loads
from symattn.tables import every, in_each, in_turn, only, some
from symattn.testing.files import Untried
from symattn.testing.ranges import ranges
from symattn.testing.samples import (
    KINDS,
    Sample,
    as_kind,
    holds,
    masked_at,
    sample,
    sheets,
    spellings,
    uses,
    value_or_error,
)

Check = Callable[[str], Iterator[str]]
EXTRAS = {"d_k": 4, "d_model": 9, "weight": 1, "branch": 1}
WHERE = {"cut": {"cols": ("slice", 0, 2, None)}}
"""Parameters with which a slip can happen, where those of the sample do not let it."""
SQUARE = [
    Matrix.of([[1, 2], [3, 5]]),
    Matrix.of([[2, 0], [1, 3]]),
    Matrix.of([[1, 0], [1, 1]]),
]
PLACES = 1e-9  # what binary floats may lose of fifteen digits in one operation with entries of ordinary size


def record(name: str) -> Iterator[str]:
    """Its record has everything, and the example of its value rule holds."""
    op = OPS[name]
    yield from op.lacks()
    example = doctest.DocTestParser().get_doctest(
        op.run.__doc__ or "",
        unwrap(op.run).__globals__ | {"Matrix": Matrix},
        name,
        None,
        0,
    )
    if not example.examples:
        yield f"the value rule of {name} has no example; write one below its first sentence: >>> {name}.run(Matrix.of([[…]]))"
    heard: list[str] = []
    if doctest.DocTestRunner(verbose=False).run(example, out=heard.append).failed:
        yield "".join(heard)


def shape(name: str) -> Iterator[str]:
    """Its shape rule says the shape of its value."""
    for use in uses(name):
        told = OPS[name].shape(*(a.shape for a in use.inputs), **use.params)
        if told != use.value.shape:
            yield f"the shape rule says {told}, the value of {use.text} has {use.value.shape}"


def columns(name: str) -> Iterator[str]:
    """With tokens as columns it gives the transpose."""
    for use in uses(name) if OPS[name].columns else ():
        if not use.is_of_matrices:
            continue
        line = f"Z = {spelled(turned(use.plan.lines[0].tree))}"
        found = solve(Plan.read([line]), in_each(lambda a: a.T, use.given))["Z"]
        if found.cells() != use.value.T.cells():
            yield f"with tokens as columns {line} is not the transpose of {use.text}; mend columns= in its record"


def kinds(name: str) -> Iterator[str]:
    """Intervals and balls hold the exact value."""
    for use, kind in product(uses(name), KINDS):
        value = rule(name)(*(as_kind(kind, a) for a in use.inputs), **use.params)
        value = (
            as_kind(kind, value) if isinstance(value, Matrix) else value
        )  # what no matrix went into is exact
        if not holds(value, use.value):
            yield f"the {kind} of {use.text} do not hold its exact value"


def batches(name: str) -> Iterator[str]:
    """A batch is gone through matrix by matrix."""
    use = sample(name)
    if OPS[name].native or not use.inputs:
        return
    value: Any = rule(name)(*(Tensor((2,), [a, a]) for a in use.inputs), **use.params)
    if value.shape != (2, *use.value.shape) or any(
        block != use.value for block in value.blocks
    ):
        yield f"a batch of two of the same matrices does not give {use.text} twice"


def masks(name: str) -> Iterator[str]:
    """What a mask hides is never read, and the record says what becomes of minus infinity."""
    use = sample(name)
    if not use.inputs or not isinstance(use.inputs[0], Matrix):
        return
    both = [[masked_at(use.inputs[0], hidden), *use.inputs[1:]] for hidden in (5, -7)]
    for kind in ("exact", *KINDS):
        values = [value_or_error(rule(name), *args, **use.params) for args in both]
        if str(values[0]) != str(values[1]):
            yield f"{use.text} reads what stands behind minus infinity"
        elif (
            kind != "exact"
            and not isinstance(values[0], SymattnError)
            and not holds(
                rule(name)(*(as_kind(kind, a) for a in both[0]), **use.params),
                values[0],
            )
        ):
            yield f"masked, the {kind} of {use.text} do not hold its exact value"
    refused = isinstance(values[0], SymattnError)
    masked = OPS[name].masked
    there = (
        []
        if refused
        else [x for block in parts(values[0])[1] for x in in_turn(block.cells())]
    )
    carried = some(there, Blocked)
    if carried != (masked == "carried" and not refused) or (
        masked == "refused" and not refused
    ):
        yield f"{name} {'carries' if carried else 'does not carry'} minus infinity on, and its record has masked={masked!r}"


SHOWN = {
    "numpy": "import json\nprint(json.dumps(np.asarray(Z, dtype=float).tolist()))",
    "torch": "import json\nprint(json.dumps(Z.double().tolist() if hasattr(Z, 'double') else Z))",
    "sympy": """import json
def shown(m):  # a batch is a list of matrices
  if isinstance(m, list):
    return [shown(one) for one in m]
  return [[float(N(x, 20)) for x in m.row(i)] for i in range(m.rows)] if hasattr(m, 'rows') else float(m)
print(json.dumps(shown(Z)))""",
}
END = "-- end of a program --"


def code(*names: str, dialects: Iterable[str] = tuple(SHOWN)) -> Iterator[str]:
    """Its code in NumPy, PyTorch and SymPy, as far as these are installed, prints the exact value."""
    whole = [(name, use) for name in names for use in uses(name) if use.is_of_matrices]
    for dialect in filter(find_spec, dialects):
        tried = [(n, use) for n, use in whole if OPS[n].code[dialect] is not None]
        scripts = [
            text_of(program(use.plan, use.given, DIALECTS[dialect])) for _, use in tried
        ]
        printed = _run(
            [
                f"{script.replace(chr(10) + 'print(', chr(10) + '(')}\n{SHOWN[dialect]}"
                for script in scripts
            ]
        )
        for (name, use), (found, error) in zip(tried, printed, strict=True):
            who = f"{name}: " if len(names) > 1 else ""
            if error:
                yield f"{who}its code in {dialect} does not run for {use.text}: {error}"
            elif not _close(json.loads(found), use.value):
                yield f"{who}its code in {dialect} prints another value than {use.text} has"


def code_in(dialect: str, name: str) -> Iterator[str]:
    """What its code in one dialect prints is the exact value; where nothing is there to run it, that it was not tried."""
    if find_spec(dialect):
        yield from code(name, dialects=[dialect])
    elif OPS[name].code[dialect] is not None:
        yield Untried(f"{dialect} is not installed")


def _run(programs: Sequence[str]) -> list[Pair]:
    """What each program prints last, or why it does not run.

    All go into one process, for most of their time goes into what they import; there each finds no names but its own."""
    with TemporaryDirectory() as place:
        files = [Path(place) / f"{k}.py" for k in range(len(programs))]
        for file, written_out in zip(files, programs):
            file.write_text(f"{written_out}\nprint({END!r})\n", encoding="utf-8")
        each = "import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)"
        command = [sys.executable, "-I", "-W", "ignore", "-c", each, *map(str, files)]
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", check=False
        )
    if not done.returncode:
        return [
            (part.splitlines()[-1], "") for part in done.stdout.split(f"{END}\n")[:-1]
        ]
    if len(programs) == 1:
        return [("", done.stderr.strip().splitlines()[-1])]
    return [one for written_out in programs for one in _run([written_out])]


def _close(found: Any, exact: Any) -> bool:
    mine = list(map(float, _flat([found])))
    true = [
        float("-inf") if x == "-inf" else float(x) for x in _flat(exact.decimals(15))
    ]
    return len(mine) == len(true) and all(
        x == y or abs(x - y) <= PLACES for x, y in zip(mine, true, strict=True)
    )


def _flat(a: Any) -> list[Any]:
    return (
        [x for part in a for x in _flat(part)] if isinstance(a, (list, tuple)) else [a]
    )


def work(name: str) -> Iterator[str]:
    """Its work in letters, with numbers put in, is its work in numbers."""
    for use in uses(name):
        yield from _work(OPS[name], use)


def _work(op: Op, use: Sample) -> Iterator[str]:
    ins = tuple(a.shape for a in use.inputs)
    params = dict(use.plan.calls[-1].params)
    plain = op.work(Use(ins, use.value.shape, params)).amounts
    letters = {n: Size.letter(f"n_{n}") for n in in_turn((*ins, use.value.shape))}
    symbolic = op.work(
        Use(
            every(letters.__getitem__, ins),
            tuple(letters[n] for n in use.value.shape),
            params,
        )
    )
    back = {str(letter): n for n, letter in letters.items()}
    found = in_each(lambda amount: put(amount, back), symbolic.amounts)
    if found != plain or any(
        not isinstance(amount, int) or amount < 0 for amount in plain.values()
    ):
        yield f"its work on these shapes is {plain}, in letters {found}: {use.text}"


def formula(name: str) -> Iterator[str]:
    """Every value of a parameter shows in its formula; from where places are counted a sentence says."""
    op = OPS[name]
    if op.written:  # A[:, 0, :] has its options in its signs
        return
    notation = Notation.load({})
    for key, kind in op.signature.kinds.items():
        shown: dict[str, Any] = {}
        for line in spellings(op, key) if kind != "origin" else ():
            formula = notation.formula(Plan.read([f"Z = {line}"]).lines[0].tree)
            alike = [other for other, known in shown.items() if known == formula]
            shown[line] = formula
            if alike:
                yield f"its parameter {key} is not on the page, where {line} stands as {alike[0]} does; let formula= write it"


def explained(name: str) -> Iterator[str]:
    """Every entry is explained in every language, and what is spelled out there with = is what the entry is."""
    for use in uses(name):
        if use.is_of_matrices:
            given = in_each(
                lambda a: [[str(x.rational) for x in row] for row in a.values],
                use.given,
            )
            found = derive([f"Z = {use.text}"], **given)
            assert isinstance(found, Derivation)
            yield from (f"{use.text}: {fault}" for fault in spelled_out(found))


def spelled_out(found: Derivation) -> Iterator[str]:
    """What of the explanations of every entry of Z does not hold."""
    value = found.value("Z")
    assert isinstance(value, Matrix)
    for i, j in product(range(value.rows), range(value.cols)):
        why = found.why("Z", i, j)
        if not str(why).startswith(f"Z[{i}, {j}]: {why.sentence}\n"):
            yield f"what explains Z[{i}, {j}] begins otherwise than with its sentence"
        for language in languages() if "words" not in dict(why.said.facts) else ():
            if not found.why("Z", i, j, language=language).sentence:
                yield f"Z[{i}, {j}] has no sentence in {language}"
        for sign, box in why.chain:
            number = _as_read(flat(box))
            if (
                number is not None
                and sign != "≈"
                and equal(number, value[i, j]).decision != "equal"
            ):
                yield f"Z[{i}, {j}] is explained by {flat(box)}, which is not {value[i, j]}"


def asked(name: str) -> Iterator[str]:
    """On the way to every entry that comes from others something smaller is asked, in every language."""
    for use in uses(name):
        if not (use.is_of_matrices and use.given):
            continue
        course = Course(use.plan, use.given)
        steps = steps_of(use.plan.lines[0], course)
        if steps is None:
            continue
        for i, j in product(*map(range, steps["Z"].value.shape)):
            pieces = asked_of(steps, course, "Z", i, j, 4).pieces
            if not pieces:
                hint = "let why= read what it is made of, or write asks="
                yield f"nothing smaller is asked on the way to Z[{i}, {j}] of {use.text}: {hint}"
            for said, language in product(
                filter(None, (piece.said for piece in pieces)), languages()
            ):
                if not plain(said, language=language):
                    yield f"what is asked on the way to Z[{i}, {j}], {said.name}, has no sentence in {language}"


def _as_read(chain: str) -> Number | None:
    """The number that a text spells out; None for signs that no cell has (−∞, σ)."""
    try:
        found = read(chain).number
    except ReadError:
        return None
    return found if isinstance(found, Number) else None


STEP = Fraction(
    1, 10**10
)  # its square, by which the slope is off, is far below the 10^-12 that is let pass


def gradient(name: str) -> Iterator[str]:
    """The derivative that goes back through it is that of its value, by differences of both sides at fifty digits."""
    for use in uses(name) if OPS[name].gradient is not None else ():
        if use.is_of_matrices:
            yield from _gradient(use, OPS[name].traits, needed=use is uses(name)[0])


def _gradient(use: Sample, traits: Collection[str], needed: bool) -> Iterator[str]:
    blocked = "blocks" in traits or some(in_turn(use.value.cells()), Blocked)
    plan = (
        Plan.read([f"Z = exp({use.text})"]) if blocked else use.plan
    )  # minus infinity has no difference, e to it has
    tried, why = 0, [""] if needed else []
    for of in use.given:
        apart = _moved(
            use.given[of], lambda i, j: Fraction(i + 2 * j + 3, 31)
        )  # no two alike, and none at a kink
        given = {**use.given, of: apart}
        if isinstance(value_or_error(solve, plan, given), SymattnError):
            continue  # it has no value there: a matrix of places, or of 1 and 0
        try:
            wrong = _wrong_derivative(plan, given, of)
        except SymattnError as error:
            why.append(f": {error}")
            continue
        tried += 1
        if wrong:
            yield f"the derivative of {use.text} by {of} is not that of its value at {wrong}"
    if why and not tried:
        yield f"the derivative of {use.text} could be tried for none of its matrices{why[-1]}"


def _moved(a: Matrix, by: Callable[[int, int], Fraction]) -> Matrix:
    return Matrix.of(
        [
            [Fraction(str(x.rational)) + by(i, j) for j, x in enumerate(row)]
            for i, row in enumerate(a.values)
        ]
    )


def _wrong_derivative(plan: Plan, given: dict[str, Any], of: str) -> str:
    found, _ = shapes(plan, in_each(lambda a: a.shape, given))
    rows, cols = found["Z"]
    up = [[(5 * i + 3 * j) % 7 - 2 or 4 for j in range(cols)] for i in range(rows)]
    whole = Plan((*plan.lines, *backward(plan, "Z", [of], found, upstream="up")))
    ours = solve(whole, given | {"up": Matrix.of(up)})[f"d{of}"].decimals(30)

    def total(i: int, j: int, step: Fraction) -> Fraction:
        moved = _moved(given[of], lambda k, m: step if (k, m) == (i, j) else Fraction())
        there = solve(plan, given | {of: moved})["Z"].decimals(50)
        return sum(
            (
                Fraction(x) * u
                for row, us in zip(there, up, strict=True)
                for x, u in zip(row, us, strict=True)
            ),
            Fraction(),
        )

    for i, j in product(range(given[of].rows), range(given[of].cols)):
        slope = (total(i, j, STEP) - total(i, j, -STEP)) / (2 * STEP)
        if abs(slope - Fraction(ours[i][j])) > Fraction(1, 10**12):
            return f"[{i}, {j}]"
    return ""


def pages(name: str) -> Iterator[str]:
    """Every format has its page, key and students' sheet, and every link of the key holds; with irrational entries too.

    With other values of its parameters the key is looked at as text."""
    for k, source in enumerate(sheets(name)):
        try:
            sheet = loads(source)
            sheet.solve()
        except SymattnError:
            if k == 0:
                raise
            continue  # it takes no such entries: places, a mask
        for form in formats():
            key, blank = (
                deliver(sheet, Wanted(form, form=which, detail="full"))
                for which in ("key", "blank")
            )
            if not len(key) > len(blank) > 0:
                yield f"the key in {form} says no more than the students' sheet"
    for use in uses(name)[1:] if not OPS[name].lettered else ():
        deliver(loads(use.sheet()), Wanted("text", form="key", detail="full"))


def marked(name: str) -> Iterator[str]:
    """A wrong answer is found wrong, the right one right."""
    sheet = loads(next(sheets(name)))
    value: object = sheet.solve()["q1"]["Z"]
    if not isinstance(value, Matrix):
        return
    wrong = value.shown(lambda x: "123/4", "-inf")
    right = value.shown(text, "-inf")
    for answer, wanted in ((wrong, ("incorrect", "slip")), (right, ("correct",))):
        report = check(sheet, {"Z": answer})
        (result,) = [
            r for q in report.answers[0].questions for r in q.results if r.name == "Z"
        ]
        if result.failure or result.verdict not in wanted:
            yield f"{answer} for {name} is told {result.verdict}: {result.message}"


def slips(name: str) -> Iterator[str]:
    """Every slip says what was done, has one value in every kind of entry, and another than the right one and each other."""
    macros = Templates("text").environment.get_template("words/slips.j2").module
    tried = list(_inputs_of(name))
    for slip in OPS[name].slips.values():
        stem = slip.id.replace("-", "_")
        worded = any(
            hasattr(getattr(macros, one, None), "arguments")
            for one in (f"{stem}__{name}", stem, f"{stem}_")
        )
        if not slip.says and not worded:
            yield f"{slip.id} says nothing: write its sentence beside its id, or a macro {stem}"
        for args, params in tried:
            own = params | extras(slip, len(args))
            exact = value_or_error(rule(name, slip.run), *args, **own)
            for kind in KINDS:
                found = value_or_error(
                    rule(name, slip.run), *(as_kind(kind, a) for a in args), **own
                )
                if isinstance(exact, SymattnError) or isinstance(found, SymattnError):
                    continue  # a value that exact entries have not is never claimed: proofs are asked last
                found = as_kind(kind, found) if isinstance(found, Matrix) else found
                if found.shape != exact.shape or not holds(found, exact):
                    yield f"{slip.id}: its {kind} do not hold its exact value"
    yield from _of_one_value(name, tried)


Inputs = tuple[Sequence[Any], dict[str, Any]]
"""What goes in, and the parameters."""


def _inputs_of(name: str) -> Iterator[Inputs]:
    """What goes in: as it is, and masked, with every value of the parameters; and square matrices."""
    for use in uses(name):
        yield use.inputs, use.params
        if use.inputs and isinstance(use.inputs[0], Matrix):
            yield [masked_at(use.inputs[0], 5), *use.inputs[1:]], use.params
    if only(sample(name).inputs, Matrix):
        yield SQUARE[: len(sample(name).inputs)], sample(name).params


def _of_one_value(name: str, tried: Sequence[Inputs]) -> Iterator[str]:
    """Slips with the right value, or with that of another which happens where they do, for all that they can be made with."""

    def values(when: str, run: Callable[..., Any] | None, of: Slip | None) -> list[Any]:
        return [
            value_or_error(
                rule(name, run),
                *args,
                **params | WHERE.get(when, {}) | (extras(of, len(args)) if of else {}),
            )
            for args, params in tried
        ]

    known: dict[str, list[tuple[str, list[Any]]]] = {}
    for slip in OPS[name].slips.values():
        others = known.setdefault(slip.when, [("", values(slip.when, None, None))])
        own = values(slip.when, slip.run, slip)
        for other, theirs in others:
            both = [
                pair
                for pair in zip(own, theirs, strict=True)
                if not some(pair, SymattnError)
            ]
            if both and all(mine == its for mine, its in both):
                yield (
                    f"{slip.id} gives the value that {other} gives; enter one of the two"
                    if other
                    else f"{slip.id} gives the right value"
                )
        others.append((slip.id, own))


def extras(slip: Slip, count: int) -> dict[str, Any]:
    """What a slip needs beside the parameters of the right rule, in a sample of so many matrices."""
    found: dict[str, Any] = {key: EXTRAS[key] for key in slip.needs if key in EXTRAS}
    return found | (
        {"order": list(permutations(range(count)))[-1]} if "order" in slip.needs else {}
    )


def sentences(name: str) -> Iterator[str]:
    """What is said of the way back stands in its record, or in every language's words/backward.j2."""
    if OPS[name].gradient is None or OPS[name].back:
        return
    for language in languages():
        home = folder("templates") if language == "en" else language_folders()[language]
        words = (home / "words" / "backward.j2").read_text(encoding="utf-8")
        if f"macro {name}(place)" not in words and not re.search(
            rf"set [a-z_, ]*\b{name}\b", words
        ):
            yield f"nothing is said of the way back in {language}: write back= in its record, or a macro in words/backward.j2"


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        record, shape, columns, kinds, batches, masks, code, work, formula, explained, asked, gradient, pages, marked, slips,
        sentences, ranges,
    )
}  # fmt: skip
"""What is tried, by name: each takes the name of an operation."""
