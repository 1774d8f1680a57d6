"""A plan as a program: the givens, then every line, then what it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias, cast

from symattn.binding import ATOM, LINE, POWER, PRODUCT, SUM
from symattn.binding import Written as Coded
from symattn.errors import SymattnError
from symattn.exact.in_letters import letters_of, samples
from symattn.exact.matrix import Entry, Matrices, Matrix
from symattn.exact.number import Number
from symattn.exact.tensor import flat
from symattn.exact.zero import symbolic
from symattn.ops import OPS, has
from symattn.ops.picking import index_text
from symattn.ops.shapes import Index, Shapes, Size
from symattn.plan import Call, Line, Plan
from symattn.plan.amounts import OfShape, counted, worked
from symattn.plan.code.dialect import NUMPY, Dialect
from symattn.plan.derivation import Given, Givens, derive, shapes, shapes_of, sizes_of
from symattn.plan.nothing import logs_in_products
from symattn.plan.reader import NUMBER
from symattn.plan.tree import (
    SIGNS,
    Counted,
    Func,
    Num,
    Ref,
    RootOf,
    Scalar,
    SizeOf,
    Sum,
    parts,
)
from symattn.records import frozen
from symattn.said import Texts
from symattn.tables import in_each, only, some

_EACH = "[_k]"  # behind a list: its k-th matrix; no line has a name that begins so
_DEEP = "lists of matrices only, no batches of batches"
_LISTED = ATOM + 1  # how a piece of code binds that is a list with _EACH behind

Written: TypeAlias = "str | Texts"  # a given as the sheet writes it


@frozen
class ProgramCell:
    """A piece of a program: the name it defines, its statement, and what of it is printed."""

    name: str
    code: str
    op: str = ""


@frozen
class Program:
    """A plan in one dialect: imports and helpers, the givens, the lines; ``shapes_only`` prints shapes, not values."""

    dialect: Dialect
    head: str
    givens: tuple[ProgramCell, ...]
    lines: tuple[ProgramCell, ...]
    shapes_only: bool = False


@frozen
class _Writer:
    """Writes lines as code; ``shapes`` are those of all names, hidden ones too.

    With ``lists`` a batch is a list of matrices, and a line on batches says what is done with the k-th of each.
    """

    dialect: Dialect
    shapes: Shapes
    lists: bool = False
    used: dict[str, None] = field(default_factory=dict)
    filled: frozenset[str] = frozenset()  # logarithms of what may be 0, which 0 meets

    def line(self, line: Line) -> ProgramCell:
        """One line as a statement."""
        known, entries, rows = (
            dict[str, Coded](),
            dict[str, Coded](),
            dict[str, str](),
        )  # numbers as matrices of one, and in rows
        for call in line.calls:
            matrices = has(call.op, "of entries", "takes places")
            known[call.out] = self._call(
                call, {**known, **entries} if matrices else known
            )
            written = (
                entries
                if has(call.op, "side by side")
                else rows
                if has(call.op, "one below the other")
                else {}
            )
            if call.args and written.keys() >= set(
                call.args
            ):  # a matrix of numbers, as one writes it
                row = ", ".join(rows.get(arg, known[arg][0]) for arg in call.args)
                rows[call.out] = f"[{row}]"
                known[call.out] = (
                    self.dialect.matrix.format(
                        rows=f"[{row}]" if written is rows else f"[[{row}]]"
                    ),
                    ATOM,
                )
            if call.op == SIGNS[NUMBER]:
                entries[call.out] = (
                    self.dialect.matrix.format(rows=f"[[{known[call.out][0]}]]"),
                    ATOM,
                )
        code = self._whole(line.name, known[line.name])
        return ProgramCell(
            line.name,
            f"{self.dialect.called(line.name)} = {self.dialect.whole(code[0])}",
            line.calls[-1].op,
        )

    def _listed(self, name: str) -> bool:
        """Whether a matrix is one of a list."""
        return not self.dialect.batches and len(self.shapes.get(name, ())) > 2

    def _whole(self, name: str, code: Coded) -> Coded:
        """The list, from what stands for its k-th matrix."""
        if not self._listed(name):
            return code
        if code[1] == _LISTED:
            return code[0].removesuffix(_EACH), ATOM
        return f"[{code[0]} for _k in range({self.shapes[name][0]})]", ATOM

    def _call(self, call: Call, known: Mapping[str, Coded]) -> Coded:
        if call.op == SIGNS[NUMBER]:
            return self.number(dict(call.params)["value"])
        native = OPS[call.op].native
        use = call.use(
            {name: self.shapes.get(name, ()) for name in (call.out, *call.args)}
        )
        names = (call.out, *call.args)
        if any(map(self._listed, names)):
            self._one_axis(call, names)
            use = (
                use
                if native
                else replace(use, inputs=tuple(shape[-2:] for shape in use.inputs))
            )
        rule = self.dialect.rule(call.op, use)
        if rule is None:
            raise self._lacking(call.out, f"no {call.op}")
        if rule.helper:
            self.used[rule.helper] = None
        args = [known.get(arg) or self._named(arg) for arg in call.args]
        if call.out in self.filled:
            args = [
                (self.dialect.filled.format(LINE.fenced(arg, ATOM)[0]), ATOM)
                for arg in args
            ]
        if native:
            args = [
                self._whole(name, arg)
                for name, arg in zip(call.args, args, strict=True)
            ]
        inner = [LINE.fenced(arg, rule.need(k))[0] for k, arg in enumerate(args)]
        defaults = in_each(
            lambda default: self.dialect.fraction(str(default)),
            OPS[call.op].signature.written_defaults,
        )
        params = {**defaults, **{key: self._param(value) for key, value in call.params}}
        every = ", ".join(code for code, _ in args) + (
            "," if len(args) == 1 and "((" in rule.template else ""
        )
        code = rule.template.format(*inner, all=every, **params)
        return (
            (code + _EACH, _LISTED)
            if native and self._listed(call.out)
            else (code, rule.level)
        )

    def _named(self, name: str) -> Coded:
        """A given or an earlier line, of which a list is looked at one by one."""
        code = self.dialect.called(name)
        return (code + _EACH, _LISTED) if self._listed(name) else (code, ATOM)

    def _one_axis(self, call: Call, names: Sequence[str]) -> None:
        """Raises where a batch is no list of so many matrices."""
        if not self.lists or any(len(self.shapes.get(name, ())) > 3 for name in names):
            raise self._lacking(
                call.out, _DEEP if self.lists else "matrices only, no batches"
            )

    def _lacking(self, name: str, what: str) -> SymattnError:
        other = "numpy" if self.dialect.name != NUMPY.name else "torch"
        return SymattnError(
            f"{name}: {self.dialect.name} code has {what}", f"write --code {other}"
        )

    def _param(self, value: object) -> str:
        if isinstance(value, tuple) and value and value[0] in ("slice", "at", "list"):
            return _index(
                value, lambda x: str(x) if isinstance(x, int) else self.number(x)[0]
            )
        if isinstance(value, tuple):
            return ", ".join(self.number(part)[0] for part in value)
        return LINE.fenced(self.number(value), ATOM)[0]

    def number(self, value: object) -> Coded:
        """A scalar expression as code."""
        match value:
            case Num(text, number):
                return self.dialect.number(number, text), ATOM
            case Ref(name):
                return self.dialect.called(name), ATOM
            case SizeOf(axis, of):
                one = self.dialect.called(of.name) + (
                    "[0]" if self._listed(of.name) else ""
                )
                return self.dialect.sizes[axis].format(one), ATOM
            case RootOf(of):
                return self.dialect.sizes["root"].format(self.number(of)[0]), ATOM
            case Func("sigmoid", (of,)):  # which no library has for a number
                below = LINE.negative(LINE.fenced(self.number(of), POWER))[0]
                return f"1 / (1 + {self.dialect.word('exp')}({below}))", PRODUCT
            case Func(name, args):
                called = name if name == "abs" else self.dialect.word(name)
                return (
                    f"{called}({', '.join(self.number(arg)[0] for arg in args)})",
                    ATOM,
                )
            case Sum(sign, left, right):
                return self._sum(sign, left, right)
            case Counted() if value.random:
                return self.dialect.number(
                    worked(value, in_each(OfShape, self.shapes))
                ), ATOM
            case Counted():
                found = counted(value, self.shapes)
                return (
                    (found.written("*"), SUM)
                    if isinstance(found, Size)
                    else (str(found), ATOM)
                )
        return str(value), ATOM

    def _sum(self, sign: str, left: Scalar, right: Scalar) -> Coded:
        power, halves = Sum(sign, left, right), (left, right)
        if sign == "^" and not some(parts(power), Ref, SizeOf, Counted):
            code = self.dialect.number(
                worked(power, {})
            )  # Python's 2**-3 is no exact number
            return code, ATOM if code.isdecimal() else SUM
        if (
            sign == "/"
            and self.dialect.symbols
            and not some(parts(power), Ref, SizeOf, Counted, Func)
        ):
            return self.dialect.number(
                worked(power, {})
            ), ATOM  # Python's own 1/4 is a float
        a, b = map(self.number, halves)
        if sign == "-" and isinstance(left, Num) and not left.value:
            return LINE.negative(b)
        whole = sign == "/" and only(halves, SizeOf)
        if sign == "/" and not whole and (exact := self.dialect.whole(a[0])) != a[0]:
            a = exact, ATOM
        return LINE.joined("**" if sign == "^" else "//" if whole else sign, a, b)


def program(
    plan: Plan,
    given: Givens,
    dialect: Dialect,
    written: Mapping[str, Written] | None = None,
    stated: Matrices | None = None,
) -> Program:
    """A plan with its givens as a program; *written* are the cells as the sheet writes them.

    A line with a stated value is followed by that value, which later lines use. Letters of the entries stand first, each as a
    symbol, or as a number where there are none.

    Raises SymattnError for an operation that the dialect cannot write, and for a letter that is no name of its own there.

    >>> made = program(Plan.read(["S = Q @ Q.T"]), {"Q": Matrix.of([[1, 2]])}, NUMPY)
    >>> [cell.code for cell in (*made.givens, *made.lines)]
    ['Q = np.array([[1, 2]])', 'S = Q @ Q.T']
    """
    named = {
        name: x for name, x in given.items() if isinstance(x, Number) and symbolic(x)
    }
    letters = _letters(plan, given)
    stand_ins = next(samples({**letters, **named}))
    means = {
        name: dialect.letter(name, x, stand_ins[name]) for name, x in letters.items()
    }
    first = (
        ProgramCell(name, f"{dialect.called(name)} = {code}", "letter")
        for name, code in means.items()
    )
    told = written or {}
    givens = (
        *first,
        *(
            _given(name, x, dialect, told.get(name), stand_ins.get(name))
            for name, x in given.items()
        ),
    )
    filled = _filled(plan, given)
    made = assembled(
        plan,
        shapes_of(given),
        sizes_of(given),
        dialect,
        givens,
        lists=True,
        filled=filled,
    )
    lines = tuple(
        cell
        for line in made.lines
        for cell in _told(line, dialect, written or {}, stated or {})
    )
    return replace(made, lines=lines)


def _filled(plan: Plan, given: Givens) -> frozenset[str]:
    """The logarithms on the way that are met by 0 where they are taken of it."""
    if not any(
        has(call.op, "a logarithm") for line in plan.lines for call in line.calls
    ):
        return frozenset()
    try:
        return logs_in_products(plan, derive(plan, given))
    except SymattnError:
        return frozenset()


def assembled(
    plan: Plan,
    arrays: Shapes,
    numbers: Mapping[str, int],
    dialect: Dialect,
    givens: tuple[ProgramCell, ...],
    *,
    lists: bool = False,
    filled: frozenset[str] = frozenset(),
) -> Program:
    """A program from the statements of its givens; *arrays* are their shapes, *numbers* the scalars that are sizes.

    *filled* are logarithms that 0 meets where they are taken of 0.

    With *lists* the batches of a dialect that has none are lists of matrices.

    >>> assembled(Plan.read(["S = Q @ Q.T"]), {"Q": (1, 2)}, {}, NUMPY, ()).lines[0].code
    'S = Q @ Q.T'
    """
    known, _ = shapes(plan, arrays, numbers)
    writer = _Writer(dialect, known, lists, filled=filled)
    lines = tuple(map(writer.line, plan.lines))
    return Program(
        dialect,
        dialect.head + "".join("\n" + helper for helper in writer.used),
        givens,
        lines,
    )


def _told(
    cell: ProgramCell,
    dialect: Dialect,
    written: Mapping[str, Written],
    stated: Matrices,
) -> Iterator[ProgramCell]:
    """A line, and the value the sheet states for it."""
    yield cell
    if cell.name in stated:
        value = matrix_code(stated[cell.name], dialect, written.get(cell.name))
        yield ProgramCell(
            cell.name,
            f"{dialect.called(cell.name)} = {value}  # later lines go on from this",
            "stated",
        )


def matrix_code(value: Matrix, dialect: Dialect, written: Written | None = None) -> str:
    """A matrix as code, long ones row by row.

    >>> matrix_code(Matrix.of([[1, 2]]), NUMPY)
    'np.array([[1, 2]])'
    """
    cells = value.cells()
    rows = [
        "["
        + ", ".join(
            dialect.number(x, written[i][j] if written else "")
            for j, x in enumerate(row)
        )
        + "]"
        for i, row in enumerate(cells)
    ]
    short = "[" + ", ".join(rows) + "]"
    return dialect.matrix.format(
        rows=short if len(short) <= 60 else "[\n    " + ",\n    ".join(rows) + ",\n]"
    )


def text_of(made: Program) -> str:
    """The whole program as text; it prints every line.

    >>> text_of(Program(NUMPY, "", (), (ProgramCell("S", "S = Q @ Q.T"),)))
    '\\n\\nS = Q @ Q.T\\nprint("S =")\\nprint(S)\\n'
    """
    out = [made.head, *(cell.code for cell in made.givens), ""]
    for cell in made.lines:
        out.append(cell.code)
        if made.shapes_only and not has(cell.op, "number"):
            shape = made.dialect.shape.format(made.dialect.called(cell.name))
            out.append(f'print("{made.dialect.said(cell.name)}:", {shape})')
        elif cell.op != "stated":
            out += printing(made.dialect, cell.name)
    return "\n".join(out) + "\n"


def printing(dialect: Dialect, name: str) -> list[str]:
    """The statements that print a matrix under its name.

    >>> printing(NUMPY, "Q_1")
    ['print("Q_1 =")', 'print(Q_1)']
    """
    return [f'print("{dialect.said(name)} =")', f"print({dialect.called(name)})"]


def _letters(plan: Plan, given: Givens) -> dict[str, Number]:
    """The letters in the entries of matrices that are not given by themselves."""
    cells = (
        cell
        for value in given.values()
        if not isinstance(value, Number)
        for cell in flat(value)
    )
    found = {
        name: x
        for cell in cells
        if isinstance(cell, Number) and symbolic(cell)
        for name, x in letters_of(cell).items()
    }
    for name in sorted(found.keys() - given.keys()):
        if not name.isidentifier() or name in plan.names:
            raise SymattnError(
                f"{name}: a letter that is no name of its own in a program",
                "name the symbol otherwise",
            )
    return {name: found[name] for name in sorted(found) if name not in given}


def _given(
    name: str,
    value: Given,
    dialect: Dialect,
    written: Written | None,
    stand_in: Number | None,
) -> ProgramCell:
    if isinstance(value, Matrix):
        code = matrix_code(value, dialect, written)
    elif isinstance(value, Number):
        text = written if isinstance(written, str) else ""
        code = (
            dialect.letter(name, value, stand_in)
            if stand_in is not None
            else dialect.whole(dialect.number(value, text))
        )
        return ProgramCell(name, f"{dialect.called(name)} = {code}", "number")
    elif dialect.batches:
        code = dialect.matrix.format(rows=_nested(value.cells(), dialect))
    elif len(value.shape) > 3:
        raise SymattnError(
            f"{name}: {dialect.name} code has {_DEEP}", "write --code numpy"
        )
    else:
        code = f"[{', '.join(matrix_code(m, dialect) for m in value.blocks)}]"
    return ProgramCell(name, f"{dialect.called(name)} = {code}")


def _nested(cells: object, dialect: Dialect) -> str:
    """The entries of a batch, in brackets as deep as it has axes."""
    if isinstance(cells, tuple):
        return f"[{', '.join(_nested(part, dialect) for part in cells)}]"
    return dialect.number(cast(Entry, cells))


def _index(spec: Index, write: Callable[[object], str]) -> str:
    """An index in a program, where a place is a slice so that the result stays a matrix."""
    kind, place, *_ = spec
    if kind == "at":
        return "-1:" if place == -1 else f"{place}:{place + 1}"
    return index_text(spec, write)
