"""The plan: the short list of lines every reading of a worksheet runs through, each name defined once. It is plain data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property, partial

from symattn.errors import LineError
from symattn.language.reader import defined
from symattn.ops import OPS, has
from symattn.ops.record import Use
from symattn.ops.shapes import Shapes
from symattn.plan.reader import read_line
from symattn.plan.tree import (
    Apply,
    Counted,
    Expr,
    Ref,
    is_number,
    line_of,
    matrices,
    numbers,
    parts,
    replaced,
    scalars,
    scalars_of,
    stem_and_head,
)
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import without


@frozen
class Call:
    """One operation: what it defines, its operation, the names of its matrices, its parameters.

    ``out`` is the line's name, or "NAME.k" for what a compound line does on the way.
    """

    out: str
    op: str
    args: Strings
    params: tuple[tuple[str, object], ...] = ()

    @property
    def hidden(self) -> bool:
        """Whether this is something a compound line does on the way."""
        return "." in self.out

    @property
    def line(self) -> str:
        """The name of the line that it is part of."""
        return line_of(self.out)

    @property
    def reads(self) -> Strings:
        """The names that are read, as a line has them."""
        return self.args

    def use(self, shapes: Shapes) -> Use:
        """What is known of it by the shapes of all names."""
        return Use(
            tuple(shapes[name] for name in self.args),
            shapes[self.out],
            dict(self.params),
            self.op,
        )

    @cached_property
    def scalars(self) -> Strings:
        """The names of the scalars that stand in the parameters, each once."""
        return tuple(
            dict.fromkeys(name for _, value in self.params for name in scalars(value))
        )


@frozen
class Astray:
    """A line of derivatives gone wrong: the slip's id, the operation it belongs to ("" for none), and what was computed."""

    id: str
    op: str
    tree: Expr


@frozen
class Together:
    """Weights, or shares of two, whose logarithm is gone through with them: of which scores, what they are, and the targets that
    multiply the logarithm, none where one entry is taken. ``how`` is "onehot" or "distribution" where that is known of the
    targets, "picked" of one entry, "first", "second" or "both" of the shares; ``minus`` says that the loss is the negative."""

    scores: Expr
    weights: Expr
    targets: Expr | None
    how: str
    minus: bool


@frozen
class Through:
    """One way back: the line through which a derivative comes, the operation, which of its matrices is reached (1 of softmax
    where its logarithm is gone through with it, which ``together`` tells of), and whether that was a row, a column or a number
    and was repeated."""

    line: str
    op: str
    place: int
    repeated: bool = False
    together: Together | None = None

    @property
    def says(self) -> str:
        """What the operation's record says of the way back; templates/words/backward.j2 has words for those that are shipped."""
        return OPS[self.op].back


@frozen
class Back:
    """What is known of a line of derivatives: of which matrix, how many paths add up in it, the operations on them, the known
    ways to go wrong, what a page may show of it on the way, by name, and of which row it is the Jacobian."""

    of: str = ""
    paths: int = 1
    through: tuple[Through, ...] = ()
    astray: tuple[Astray, ...] = ()
    between: tuple[tuple[str, Expr], ...] = ()
    rows_of: str = ""

    def changed(self, change: Callable[[Expr], Apply]) -> Back:
        """The same with every tree in it changed."""
        astray = tuple(replace(one, tree=change(one.tree)) for one in self.astray)
        between = tuple((name, change(tree)) for name, tree in self.between)
        return replace(self, astray=astray, between=between)


@frozen
class Line:
    """One line as written: its name, its text, its tree, and the calls it amounts to; ``back`` for a line of derivatives."""

    name: str
    text: str
    tree: Apply
    back: Back | None = field(default=None, compare=False)

    @property
    def out(self) -> str:
        """Its name, as an operation has it."""
        return self.name

    @property
    def stem(self) -> str:
        """Its name without the number of its head: what the lines of all heads share."""
        return stem_and_head(self.name)[0]

    @property
    def head(self) -> int | None:
        """The number of its head, None where it carries none."""
        return stem_and_head(self.name)[1]

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The operations of the line, inner ones first; the last one defines the line's name."""
        found: list[Call] = []
        self._emit(self.tree, found, self.name)
        return tuple(found)

    def _emit(self, tree: Expr, found: list[Call], out: str | None = None) -> str:
        if isinstance(tree, Ref):
            return tree.name
        args = tuple(self._emit(arg, found) for arg in tree.args)
        name = out or f"{self.name}.{len(found) + 1}"
        found.append(Call(name, tree.op, args, tree.params))
        return name

    @cached_property
    def by_out(self) -> dict[str, Call]:
        """Its operations by the names of what they make."""
        return {call.out: call for call in self.calls}

    @cached_property
    def inner(self) -> dict[str, Expr]:
        """What the line does, by the names of what its calls make.

        >>> from symattn.plan.tree import spelled
        >>> {name: spelled(tree) for name, tree in Plan.read(["W = log(abs(C - B))"]).lines[0].inner.items()}
        {'W.1': 'C - B', 'W.2': 'abs(C - B)', 'W': 'log(abs(C - B))'}
        """
        found: dict[str, Expr] = {}
        for call in self.calls:
            found[call.out] = Apply(
                call.op,
                tuple(found.get(name, Ref(name)) for name in call.args),
                call.params,
            )
        return found

    @cached_property
    def made(self) -> tuple[Line, ...]:
        """What the line asks an expectation or a variance of, where that is no line of its own: s² of E[s²]."""
        asked = (part for part in parts(self.tree) if isinstance(part, Counted))
        return tuple(
            Line(name, self.text, tree) for part in asked for name, tree in part.made
        )

    @cached_property
    def reads(self) -> Strings:
        """The names of the matrices the line reads, each once."""
        return tuple(dict.fromkeys(matrices(self.tree)))

    @cached_property
    def scalars(self) -> Strings:
        """The names of the given scalars the line reads, each once."""
        return tuple(dict.fromkeys(scalars_of(self.tree)))

    @property
    def uses(self) -> Strings:
        """The names of all that the line reads."""
        return self.reads + self.scalars


SIDES = LEFT, RIGHT = "LEFT", "RIGHT"


@frozen
class Plan:
    """The lines of one question, each name defined once and before it is used.

    >>> Plan.read(["Q = X @ W_Q", "S = Q @ Q.T"]).givens
    ('X', 'W_Q')
    """

    lines: tuple[Line, ...]

    @staticmethod
    def read(
        texts: Iterable[str],
        scalars: Iterable[str] = (),
        matrices: Iterable[str] | None = None,
    ) -> Plan:
        """The plan of some lines; raises the first LineError. The givens are as for ``read_lines``."""
        lines, errors = read_lines(texts, scalars, matrices)
        if errors:
            raise errors[0]
        return Plan(lines)

    @staticmethod
    def of_check(check: str, steps: Sequence[str] = (), *known: Iterable[str]) -> Plan:
        """Some steps, and behind them the two sides of "A @ B == C" as the lines of SIDES; raises LineError.

        >>> Plan.of_check("A @ B == C").names
        ('LEFT', 'RIGHT')
        """
        left, sign, right = check.partition("==")
        if not sign or "==" in right:
            raise LineError(
                "a check reads LEFT SIDE == RIGHT SIDE, with == once", len(steps)
            )
        sides = (
            f"{name} = {side.strip()}"
            for name, side in zip(SIDES, (left, right), strict=True)
        )
        return Plan.read([*steps, *sides], *known)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every operation, in order."""
        return tuple(call for line in self.lines for call in line.calls)

    @cached_property
    def by_out(self) -> dict[str, Call]:
        """Every operation by the name of what it makes."""
        return {call.out: call for call in self.calls}

    @cached_property
    def names(self) -> Strings:
        """The names the lines define, in order."""
        return tuple(line.name for line in self.lines)

    @cached_property
    def givens(self) -> Strings:
        """The names the lines read and none defines."""
        defined = set(self.names)
        read = (name for line in self.lines for name in line.uses)
        return tuple(without(dict.fromkeys(read), defined))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The lines that are numbers: counts, what is taken of all entries of a matrix, and what is made of numbers alone.

        >>> sorted(Plan.read(["m = mean(C)", "p = exp(m)", "r = mean(C, axis=1)", "S = q @ q.T"]).numbers)
        ['m', 'p']
        """
        return numbers(self.trees)

    @cached_property
    def trees(self) -> dict[str, Apply]:
        """The tree of every line, by its name."""
        return {line.name: line.tree for line in self.lines}

    def line(self, name: str) -> Line:
        """The line that defines a name; raises KeyError."""
        return self.by_name[name]

    def tree(self, name: str) -> Expr:
        """A matrix as a line reads it: by its name, or as the part of a line that it is."""
        return self.line(line_of(name)).inner[name] if "." in name else Ref(name)

    @cached_property
    def by_name(self) -> dict[str, Line]:
        """The lines by their names."""
        return {line.name: line for line in self.lines}


def read_lines(
    texts: Iterable[str],
    scalars: Iterable[str] = (),
    matrices: Iterable[str] | None = None,
    one: Iterable[str] = (),
) -> tuple[tuple[Line, ...], list[LineError]]:
    """The lines that can be read, and everything that is wrong with the others.

    *scalars* are the givens that are numbers, *matrices* those that are matrices. Where these are told, ``e`` and
    ``pi`` are the constants unless something given or defined has that name. Of the matrices *one* have one entry.

    >>> read_lines(["A = B", "A = C"])[1][0].line
    1
    """
    texts, numbers = tuple(texts), frozenset(scalars)
    known = (
        None
        if matrices is None
        else frozenset((*matrices, *filter(None, map(defined, texts))))
    )
    lines: list[Line] = []
    errors: list[LineError] = []
    readers: dict[str, list[str]] = {}  # of every name the lines before that read it
    before: set[str] = set()
    single = frozenset(one)
    for i, text in enumerate(texts):
        try:
            name, tree = read_line(text, numbers, known, single)
        except LineError as error:
            errors.append(LineError(error.what, i, error.column, error.hint))
            continue
        lines.append(Line(name, text, replaced(tree, partial(_counting, lines, name))))
        numbers |= {name} if _is_scalar(tree, numbers) else frozenset()
        single |= {name} if is_number(tree, numbers | single) else frozenset()
        errors += _order(lines[-1], i, name in before, readers.get(name, ()))
        before.add(name)
        for read in dict.fromkeys(lines[-1].reads):
            readers.setdefault(read, []).append(name)
    return tuple(lines), errors


def _is_scalar(tree: Expr, numbers: Collection[str]) -> bool:
    """Whether later lines read a line as a number: one that is made of numbers, by operations that take them."""
    if isinstance(tree, Ref):
        return tree.name in numbers
    return has(tree.op, "number") or (
        has(tree.op, "of numbers")
        and all(_is_scalar(arg, numbers) for arg in tree.args)
    )


def _counting(lines: list[Line], name: str, part: object) -> object:
    """What is counted of some lines, with the operations of these lines; what is made for it has the name of the line before its
    own."""
    if not isinstance(part, Counted):
        return part
    own = dict(
        zip(
            [at for at, _ in part.made], [name + at for at, _ in part.made], strict=True
        )
    )
    made = tuple((own[at], tree) for at, tree in part.made)
    before = [line for line in lines if part.random or line.name in part.names]
    new = [Line(at, "", tree) for at, tree in made]
    calls = [call for line in (*before, *new) for call in line.calls]
    return replace(
        part,
        names=tuple(own.get(x, x) for x in part.names),
        calls=tuple(calls),
        made=made,
    )


def _order(
    new: Line, i: int, twice: bool, readers: Iterable[str]
) -> Iterator[LineError]:
    """What is wrong with a line in the order of definitions."""
    if new.name in new.uses:
        yield LineError(
            f"{new.name} is used in its own definition",
            i,
            new.text.find("=") + 1,
            "give the new one another name",
        )
    if twice:
        yield LineError(
            f"{new.name} is defined twice", i, hint="give the second another name"
        )
    for reader in () if twice else readers:
        yield LineError(
            f"{new.name} is used by {reader} before it is defined",
            i,
            hint="move this line up",
        )
