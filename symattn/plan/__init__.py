"""The plan: the short list of lines every reading of a worksheet runs through. It is plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from symattn.errors import LineError
from symattn.language.reader import defined
from symattn.ops import OPS, has
from symattn.plan.reader import read_line
from symattn.plan.tree import Apply, Counted, Expr, Ref, matrices, replaced, scalars, stem_and_head


@dataclass(frozen=True)
class Call:
    """One operation: what it defines, its operation, the names of its matrices, its parameters.

    ``out`` is the line's name, or "NAME.k" for what a compound line does on the way.
    """

    out: str
    op: str
    args: tuple[str, ...]
    params: tuple[tuple[str, object], ...] = ()

    @property
    def hidden(self) -> bool:
        """Whether this is something a compound line does on the way."""
        return "." in self.out


@dataclass(frozen=True)
class Astray:
    """A line of derivatives gone wrong: the slip's id, the operation it belongs to ("" for none), and what was computed."""

    id: str
    op: str
    tree: Expr


@dataclass(frozen=True)
class Through:
    """One way back: the line through which a derivative comes, the operation, and which of its matrices is reached."""

    line: str
    op: str
    place: int

    @property
    def says(self) -> str:
        """What the operation's record says of the way back; templates/words/backward.j2 has words for those that are shipped."""
        return OPS[self.op].back


@dataclass(frozen=True)
class Back:
    """What is known of a line of derivatives: of which matrix, how many paths add up in it, the operations on them, the known
    ways to go wrong, and what a page may show of it on the way, by name."""

    of: str = ""
    paths: int = 1
    through: tuple[Through, ...] = ()
    astray: tuple[Astray, ...] = ()
    between: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True)
class Line:
    """One line as written: its name, its text, its tree, and the calls it amounts to; ``back`` for a line of derivatives."""

    name: str
    text: str
    tree: Expr
    back: Back | None = field(default=None, compare=False)

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
    def reads(self) -> tuple[str, ...]:
        """The names of the matrices the line reads, each once."""
        return tuple(dict.fromkeys(matrices(self.tree)))

    @cached_property
    def scalars(self) -> tuple[str, ...]:
        """The names of the given scalars the line reads, each once."""
        return tuple(dict.fromkeys(_scalars(self.tree)))


def _scalars(tree: Expr) -> Iterator[str]:
    if isinstance(tree, Apply):
        for _, value in tree.params:
            yield from scalars(value)
        for arg in tree.args:
            yield from _scalars(arg)


def numbers(trees: Mapping[str, Expr]) -> frozenset[str]:
    """The names of lines that are numbers, of trees by name in the order of the lines."""
    found: set[str] = set()
    for name, tree in trees.items():
        found |= {name} if is_number(tree, found) else set()
    return frozenset(found)


def is_number(tree: Expr, known: Collection[str]) -> bool:
    """Whether an expression is a number, not a matrix that happens to have one entry; *known* are the lines that are numbers.

    >>> is_number(Apply("matmul", (Ref("q"), Ref("K"))), ()), is_number(Apply("sum", (Ref("c"),)), ())
    (False, True)
    """
    if isinstance(tree, Ref):
        return tree.name in known
    if has(tree.op, "number"):
        return True
    defaults = OPS[tree.op].signature.defaults
    if "axis" in defaults and tree.param("axis") is None and defaults["axis"] is None:
        return True
    return bool(tree.args) and all(is_number(arg, known) for arg in tree.args)


@dataclass(frozen=True)
class Plan:
    """The lines of one question, each name defined once and before it is used.

    >>> Plan.read(["Q = X @ W_Q", "S = Q @ Q.T"]).givens
    ('X', 'W_Q')
    """

    lines: tuple[Line, ...]

    @staticmethod
    def read(texts: Iterable[str], scalars: Iterable[str] = (), matrices: Iterable[str] | None = None) -> Plan:
        """The plan of some lines; raises the first LineError. The givens are as for ``read_lines``."""
        lines, errors = read_lines(texts, scalars, matrices)
        if errors:
            raise errors[0]
        return Plan(lines)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every operation, in order."""
        return tuple(call for line in self.lines for call in line.calls)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names the lines define, in order."""
        return tuple(line.name for line in self.lines)

    @cached_property
    def givens(self) -> tuple[str, ...]:
        """The names the lines read and none defines."""
        defined = set(self.names)
        read = (name for line in self.lines for name in (*line.reads, *line.scalars))
        return tuple(name for name in dict.fromkeys(read) if name not in defined)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The lines that are numbers: counts, what is taken of all entries of a matrix, and what is made of numbers alone.

        >>> sorted(Plan.read(["m = mean(C)", "p = exp(m)", "r = mean(C, axis=1)", "S = q @ q.T"]).numbers)
        ['m', 'p']
        """
        return numbers({line.name: line.tree for line in self.lines})

    def line(self, name: str) -> Line:
        """The line that defines a name; raises KeyError."""
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, Line]:
        return {line.name: line for line in self.lines}


def read_lines(
    texts: Iterable[str], scalars: Iterable[str] = (), matrices: Iterable[str] | None = None
) -> tuple[tuple[Line, ...], list[LineError]]:
    """The lines that can be read, and everything that is wrong with the others.

    *scalars* are the givens that are numbers, *matrices* those that are matrices. Where these are told, ``e`` and
    ``pi`` are the constants unless something given or defined has that name.

    >>> read_lines(["A = B", "A = C"])[1][0].line
    1
    """
    texts, numbers = tuple(texts), frozenset(scalars)
    known = None if matrices is None else frozenset((*matrices, *filter(None, map(defined, texts))))
    lines: list[Line] = []
    errors: list[LineError] = []
    for i, text in enumerate(texts):
        try:
            name, tree = read_line(text, numbers, known)
        except LineError as error:
            errors.append(LineError(error.what, i, error.column, error.hint))
            continue
        lines.append(Line(name, text, replaced(tree, partial(_counting, lines))))  # type: ignore[arg-type]
        numbers |= {name} if isinstance(tree, Apply) and has(tree.op, "number") else frozenset()
        errors += _order(lines, i)
    return tuple(lines), errors


def _counting(lines: list[Line], part: object) -> object:
    """What is counted of some lines, with the operations of these lines."""
    if not isinstance(part, Counted):
        return part
    return replace(part, calls=tuple(call for line in lines if part.random or line.name in part.names for call in line.calls))


def _order(lines: list[Line], i: int) -> Iterator[LineError]:
    """What is wrong with the last line in the order of definitions."""
    new = lines[-1]
    if new.name in (*new.reads, *new.scalars):
        yield LineError(f"{new.name} is used in its own definition", i, new.text.find("=") + 1)
    for line in lines[:-1]:
        if line.name == new.name:
            yield LineError(f"{new.name} is defined twice", i, hint="give the second another name")
        elif new.name in line.reads:
            yield LineError(f"{new.name} is used by {line.name} before it is defined", i, hint="move this line up")
