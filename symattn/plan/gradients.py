"""Backward through a plan: the lines that compute derivatives, written in the line language from the operations' rules.

What comes out are lines like any others, so they are worked, printed, checked and marked as lines are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import takewhile

from symattn.errors import SymattnError, place_in_extension
from symattn.exact.number import Number
from symattn.exact.text import text as written
from symattn.extensions import forgetting
from symattn.language.letters import ROWS
from symattn.language.reader import LONGEST_LINE
from symattn.later import pattern
from symattn.ops import OPS, has
from symattn.ops.record import Use
from symattn.ops.shapes import Shape, Shapes, Size
from symattn.plan import Astray, Back, Call, Line, Plan, Through, Together
from symattn.plan.ones import (
    ONE,
    ZERO,
    behind_minus,
    is_constant,
    known_of,
    less_its_share,
    over_two,
    peeled,
    put_into,
    shape_of,
    times,
    turned,
)
from symattn.plan.paths import BackPath, added_up, forms_astray, size_in_line
from symattn.plan.reader import read_line
from symattn.plan.tree import (
    SIGNS,
    Apply,
    Expr,
    Ref,
    Sum,
    applies,
    has_trait,
    matrices,
    replaced,
    spelled,
)
from symattn.records import frozen
from symattn.said import Strings
from symattn.tables import in_each, in_turn, without

_RULE = "ABCDEFH"  # the matrices of an operation in its rule; G is what comes back, Y the result


JACOBIAN = (
    "identity"  # the upstream under which every derivative is the Jacobian of a row
)
HESSIAN = "second"  # the same of a row that is itself a derivative
_MIXING = r"tri[lu]\(|axis={}|G\.T|rope\("
_MIXING_ROWS, _MIXING_COLUMNS = pattern(_MIXING.format(0)), pattern(_MIXING.format(1))
"""Rules in which the rows, or the columns, of what comes back are not worked each by itself."""


def gradient_name(name: str, upstream: str = "") -> str:
    """What the derivative with respect to a matrix is called, the Jacobian where the upstream is the identity, the Hessian.

    >>> gradient_name("W_Q_1"), gradient_name("q", JACOBIAN), gradient_name("q", HESSIAN)
    ('dW_Q_1', 'J_q', 'H_q')
    """
    return {JACOBIAN: "J_", HESSIAN: "H_"}.get(upstream, "d") + name


def backward(
    plan: Plan,
    of: str,
    wrt: Sequence[str],
    shapes: Shapes,
    *,
    upstream: str = "",
    blocked: Collection[str] = (),
    shares: Shares = lambda name, axis: "",
    symmetric: Collection[str] = (),
) -> tuple[Line, ...]:
    """The lines of the derivatives of *of*, weighted by the given *upstream*, with respect to each name of *wrt*.

    They stand in the order of *wrt*, each behind what it needs, which may be more lines. *shapes* are those of the givens and
    of every call. Without *upstream* the derivative of *of* itself, a 1×1 matrix, is 1, which no line writes. *blocked* are the
    givens that hold minus infinity; *shares* says of what the rows (axis 1) or columns add up to 1, *symmetric* are the givens
    that are so: Qx/2 + Qᵀx/2 is Qx. Raises SymattnError where no such line is known.

    >>> plan, shapes = Plan.read(["H = A @ V"]), {"A": (2, 2), "V": (2, 3), "H": (2, 3)}
    >>> [line.text for line in backward(plan, "H", ["V", "A"], shapes, upstream="dH")]
    ['dV = A.T @ dH', 'dA = dH @ V.T']

    With the upstream JACOBIAN *of* is one row, and so is all between: row i of a derivative is that of its entry i.

    >>> plan, shapes = Plan.read(["p = softmax(s)", "o = p @ V"]), {"s": (1, 2), "p": (1, 2), "V": (2, 3), "o": (1, 3)}
    >>> [line.text for line in backward(plan, "o", ["s"], shapes, upstream=JACOBIAN)]
    ['J_p = V.T', 'J_s = J_p @ softmax_jacobian(p)']
    """
    if of in _blocked(plan, blocked):
        raise SymattnError(
            f"{of} holds scores that are minus infinity",
            "take the derivative of a line behind the softmax",
        )
    way = _Way(plan, of, tuple(wrt), shapes, upstream, shares, symmetric)
    paths = way.paths()
    trees = in_each(lambda path: path.tree, paths)
    lines: list[Line] = []
    done: set[str] = set()
    for name in wrt:
        for other in way.before(name, trees, done):
            path = paths[other]
            whole = _whole(trees[other], plan)
            rows_of = of if way.by_rows else ""
            back = Back(
                other, path.added, path.through, path.astray, path.between, rows_of
            )
            back = back.changed(partial(_whole, plan=plan))
            called = way.called(other)
            lines.append(Line(called, f"{called} = {spelled(whole)}", whole, back))
    return tuple(lines)


def _whole(tree: Expr, plan: Plan) -> Apply:
    """A tree as a line has it: what another line is is read by its name, and a name by itself is a copy."""

    def named(part: object) -> object:
        function = isinstance(part, Apply) and not OPS[part.op].written
        if not function:
            return part
        plain = _without_defaults(part)
        lines = (x for x in plan.lines if applies(x.tree, part.op))  # type: ignore[attr-defined]
        return next(
            (Ref(x.name) for x in lines if _without_defaults(x.tree) == plain), part
        )

    found = replaced(tree, named)
    return found if isinstance(found, Apply) else Apply(SIGNS["A"], (found,))


def _without_defaults(tree: object) -> object:
    """A tree without parameters that say what is so anyway: softmax(A) of softmax(A, axis=1)."""

    def plain(part: object) -> object:
        if not isinstance(part, Apply):
            return part
        usual = OPS[part.op].signature.defaults
        own = (
            pair
            for pair in part.params
            if pair[0] not in usual or usual[pair[0]] != pair[1]
        )
        return replace(part, params=tuple(own))

    return replaced(tree, plain)


def _with_defaults(text: str, call: Call) -> str:
    """A line of a rule with its default in place of each number that the call leaves out."""
    for name, value in OPS[call.op].signature.defaults.items():
        if isinstance(value, Number) and name not in dict(call.params):
            text = re.sub(rf"\b{name}\b(?!\s*=)", f"({written(value)})", text)
    return text


@forgetting
@lru_cache(maxsize=500)
def _rule(text: str, numbers: frozenset[str]) -> Expr:
    """A line of a rule as a tree."""
    tree = read_line(f"G = {text}", numbers)[1]
    return tree.args[0] if applies(tree, SIGNS["A"]) else tree


def _blocked(plan: Plan, given: Collection[str]) -> set[str]:
    """The names of all that holds minus infinity."""
    found = set(given)
    for call in plan.calls:
        if has(call.op, "blocks") or (
            OPS[call.op].masked == "carried" and found & set(call.args)
        ):
            found.add(call.out)
    return found


Shares = Callable[[str, int], str]
"""Whether the rows of a matrix, or its columns, add up to 1."""


@frozen
class _Way:
    """The way back from one line to the names that are wanted: every call between them."""

    plan: Plan
    of: str
    wrt: Strings
    shapes: Shapes
    upstream: str
    shares: Shares = lambda name, axis: ""
    symmetric: Collection[str] = ()
    back: dict[str, BackPath] = field(default_factory=dict)

    @property
    def by_rows(self) -> bool:
        """Whether derivatives are Jacobians of one row."""
        return self.upstream in (JACOBIAN, HESSIAN)

    @property
    def _down(self) -> bool:
        """Whether they are those of one column, with columns all the way."""
        return self.by_rows and self.shapes[self.of][-2] != 1

    @property
    def _many(self) -> int | Size:
        """How many entries the row or the column has."""
        many: int | Size = self.shapes[self.of][-2 if self._down else -1]
        return many

    def called(self, name: str) -> str:
        """The name of a derivative."""
        on_the_way = self.by_rows and name not in self.wrt
        return gradient_name(name, JACOBIAN if on_the_way else self.upstream)

    def _first(self) -> Expr:
        """What comes back to the line itself."""
        if self.by_rows:
            wide = size_in_line(self._many)
            return replaced(
                _rule("eye(COLS)", frozenset(["COLS"])),
                lambda part: wide if part == Ref("COLS") else part,
            )
        return Ref(self.upstream) if self.upstream else ONE

    def paths(self) -> dict[str, BackPath]:
        """The derivative with respect to every name on the way; what has a name is read by it."""
        between = self._between()
        uses: dict[str, list[BackPath]] = {}
        found: dict[str, BackPath] = {}
        self.back[self.of] = BackPath(self._first())
        for call in reversed(self.plan.calls):
            if call.out not in between or (
                call.out != self.of and call.out not in uses
            ):
                continue
            if call.out != self.of:
                whole = self._added(call.out, uses)
                if self._is_between_lines(call, whole):
                    self.back[call.out] = whole
                else:
                    self.back[call.out] = BackPath(Ref(self.called(call.out)))
                    found[call.out] = whole
            for place, name in enumerate(call.args):
                if name in between and not self._only_picks(call, place):
                    uses.setdefault(name, []).insert(0, self._through(call, place))
        for name in self.wrt:
            if name not in uses:
                raise SymattnError(
                    f"{self.of} depends on {name} by what is picked alone",
                    "name what is picked from",
                )
            found.setdefault(name, self._added(name, uses))
        return found

    def _is_between_lines(self, call: Call, whole: BackPath) -> bool:
        """Whether what comes back to a call has no line of its own: what reads it has it written out."""
        if call.hidden or call.out in self.wrt:
            return call.hidden
        if is_constant(whole.tree) or has_trait(whole.tree, "identity"):
            return True
        return (self._of_log(call, whole) or self._of_two(call, whole)) is not None

    def _only_picks(self, call: Call, place: int) -> bool:
        """Whether a matrix only says which entries of the others are taken, as a condition or a place does: no derivative goes
        back through it."""
        rule = OPS[call.op].gradient
        texts = rule(self._went(call)) if rule else ()
        return any(texts) and place < len(texts) and not texts[place]

    def _between(self) -> set[str]:
        """What is read on the way to the line and itself depends on a wanted name."""
        reads, depends = {self.of}, set(self.wrt)
        for call in reversed(self.plan.calls):
            if call.out in reads:
                reads.update(call.args)
        for call in self.plan.calls:
            if depends & set(call.args):
                depends.add(call.out)
        for name in self.wrt:
            if name not in reads or name == self.of:
                raise SymattnError(
                    f"{self.of} does not depend on {name}", "name what stands before it"
                )
        return reads & depends

    def _added(self, name: str, uses: Mapping[str, list[BackPath]]) -> BackPath:
        paths = uses[name]
        once = [replace(path, tree=self._as_it_stands(path.tree)) for path in paths]
        if len({spelled(path.tree) for path in once}) < len(
            {spelled(x.tree) for x in paths}
        ):
            paths = once
        tree = added_up([path.tree for path in paths], self._shape)
        if len(spelled(tree)) > LONGEST_LINE // 2:
            raise SymattnError(
                f"the derivative with respect to {name} is too long for a line",
                "split the lines that read it",
            )
        between = paths[0].between if len(paths) == 1 else ()
        through = tuple(in_turn(path.through for path in paths))
        whole = BackPath(
            tree, tuple(forms_astray(paths, self._shape)), through, between, len(paths)
        )
        return (
            whole
            if len(paths) != 2
            else self._less_targets(name, whole, paths) or whole
        )

    def _less_targets(
        self, name: str, whole: BackPath, paths: Sequence[BackPath]
    ) -> BackPath | None:
        """Two paths that come to weights less targets, log ∑ eᶻ − zyᵀ spelled out, as softmax and cross-entropy in one; None
        where they do not."""
        by, gap = peeled(whole.tree)
        if not applies(gap, SIGNS["A - B"]):
            return None
        at = [
            k
            for k, p in enumerate(gap.args)
            if has_trait(p, "shares of exponentials")
            and p.args == (self.plan.tree(name),)
        ]
        if len(at) != 1:
            return None
        p, y = gap.args[at[0]], gap.args[1 - at[0]]
        assert isinstance(p, Apply)
        axis = 0 if p.param("axis") == 0 else 1
        how = known_of(y, axis, lambda target: self.shares(target, axis))
        if how not in ROWS:
            return None
        first, second = (path.through for path in paths)
        before = [a for a, b in zip(first, second, strict=False) if a == b]
        minus = (behind_minus(by) is None) == (at[0] == 0)
        told = Together(p.args[0], p, y, how, minus)
        step = Through(first[-1].line, p.op, 1, together=told)
        return replace(whole, through=(*before, step), added=1)

    def _as_it_stands(self, tree: Expr) -> Expr:
        """A tree without the transposes of what is symmetric."""

        def plain(part: object) -> object:
            of = part.args[0] if applies(part, SIGNS["A.T"]) else None
            return of if isinstance(of, Ref) and of.name in self.symmetric else part

        return replaced(tree, plain)

    def _through(self, call: Call, place: int) -> BackPath:
        """What comes back through a call to one of its matrices."""
        op = OPS[call.op]
        if any(len(self.shapes.get(name, ())) != 2 for name in (*call.args, call.out)):
            raise SymattnError(
                f"{call.op}: gradients are known for matrices, not for batches"
            )
        went = self._went(call)
        if (through_log := self._of_log(call, self.back[call.out])) is not None:
            return through_log
        texts = op.gradient(went) if op.gradient else ()
        if place >= len(texts) or not texts[place]:
            which = f" in its matrix {place + 1}" if any(texts) else ""
            raise SymattnError(
                f"{call.op} has no derivative{which} here",
                f"known are {', '.join(_known())}",
            )
        above = self.back[call.out]
        if self.by_rows:
            return self._row_by_row(call, place, texts[place])
        wrong = [
            (slip.id, (*slip.lines(went), *[""] * place)[place])
            for slip in op.backward_slips.values()
        ]
        astray = [
            Astray(id, call.op, self._put(text, call, above.tree))
            for id, text in wrong
            if text
        ]
        astray += [
            replace(one, tree=self._put(texts[place], call, one.tree))
            for one in above.astray
        ]
        shown = op.between(went) if op.between else {}
        between = tuple(
            (name, self._put(text, call, above.tree)) for name, text in shown.items()
        )
        step = self._step(call, place)
        before = above.through
        tree = self._of_two(call, above)
        if tree is None:
            tree = self._put(texts[place], call, above.tree)
        else:
            ways = takewhile(lambda one: not has(one.op, "logarithm"), before)
            before = tuple(one for one in ways if not _multiplies(one))
            step = replace(step, place=1, together=self._shares_of_two(call, above))
        return BackPath(
            tree, tuple(astray), (*before, step), (*above.between, *between)
        )

    def _of_two(self, call: Call, above: BackPath) -> Expr | None:
        """What comes back through a share of two and the logarithms of both in one: ŷ − y; None where it is no such sum."""
        if self.by_rows or not has(call.op, "share of two"):
            return None
        terms = [
            self._put("G * (1 - Y)" if first else "G * Y", call, part)
            for part, first in over_two(above.tree, self.plan.tree(call.out))
        ]
        return added_up(terms, self._shape) if terms else None

    def _shares_of_two(self, call: Call, above: BackPath) -> Together | None:
        """What is told of a share of two and the logarithms of one of both, or of both with a target."""
        scores = self.plan.tree(call.args[0])
        made = self.plan.tree(call.out)
        found = over_two(above.tree, made)
        by, targets = peeled(found[0][0])
        how = "first" if found[0][1] else "second"
        if len(found) == 2 and (whole := self._of_two(call, above)) is not None:
            by, gap = peeled(whole)
            how = ""
            if applies(gap, SIGNS["A - B"]) and gap.args[0] == made:
                how, targets = "both", gap.args[1]
            by = behind_minus(by) or Sum("-", ZERO, by)  # y − t is of −t log y
        minus = behind_minus(by) is not None
        return Together(scores, made, targets, how, minus) if how else None

    def _of_log(self, call: Call, above: BackPath) -> BackPath | None:
        """What comes back through a softmax and the logarithm of it in one: ŷ − y; None where what came back is no u/p."""
        if self.by_rows or not has(call.op, "shares of exponentials"):
            return None
        logs = [has(step.op, "logarithm") for step in above.through[:-3:-1]]
        if not any(logs):
            return None
        last = 1 + logs.index(True)  # steps from the end
        made = self.plan.tree(call.out)
        axis = self._went(call).axis
        u = self._times(above.tree, made)
        if u is None:
            return None

        def back(tree: Expr) -> Expr:
            found = less_its_share(
                tree, made, axis, lambda name: self.shares(name, axis)
            )
            return put_into(found, {}, self._shape)

        astray = tuple(
            replace(one, tree=back(found))
            for one in above.astray
            if (found := self._times(one.tree, made)) is not None
        )
        by, targets = peeled(u)
        how = known_of(targets, axis, lambda name: self.shares(name, axis))
        scores = self.plan.tree(call.args[0])
        minus = behind_minus(by) is not None
        together = Together(scores, made, targets, how, minus)
        line = call.line
        before = [x for x in above.through[:-last] if not _multiplies(x)]  # by targets
        through = (*before, Through(line, call.op, 1, together=together))
        return BackPath(back(u), astray, through)

    def _times(self, tree: Expr, made: Expr) -> Expr | None:
        """What stands over the weights, an entry for each of them; None for anything else, as the one number of 1/p, for it adds
        up to another sum than it would repeated."""
        u = times(tree, made)
        return u if u is not None and self._shape(u) == self._shape(made) else None

    def _step(self, call: Call, place: int) -> Through:
        repeated = (
            has(call.op, "each entry")
            and self.shapes[call.args[place]] != self.shapes[call.out]
        )
        return Through(call.line, call.op, place, repeated)

    def _row_by_row(self, call: Call, place: int, text: str) -> BackPath:
        """The same where each row of what comes back is that of another entry."""
        above = self.back[call.out]
        if self._down:
            tree = self._across(self._put(text, call, self._across(above.tree)))
            line, mixing, across, along = "column", _MIXING_COLUMNS, -1, -2
        else:
            tree = self._put(text, call, above.tree)
            line, mixing, across, along = "row", _MIXING_ROWS, -2, -1
        before, behind = self.shapes[call.args[place]], self.shapes[call.out]
        one = before[across] == behind[across] == 1
        if (
            one
            and not mixing.search(text)
            and self._shape(tree) == (self._many, before[along])
        ):
            return BackPath(tree, (), (*above.through, self._step(call, place)))
        raise SymattnError(
            f"{call.op}: a Jacobian is known where every matrix on the way is one {line}, "
            f"and it is worked {line} by {line}",
            f"write all lines for one {line}, or ask for the derivative of one number",
        )

    def _went(self, call: Call) -> Use:
        return replace(call.use(self.shapes), by_rows=self.by_rows)

    def _put(self, text: str, call: Call, above: Expr) -> Expr:
        """A line of a rule with what it speaks of in its places; *above* is what came back to the call's result."""
        numbers = {
            key: value
            for key, value in call.params
            if not isinstance(value, int | tuple | None)
        }
        if call.args:
            rows, cols = self.shapes[call.args[0]][-2:]
            numbers |= {
                "ROWS": size_in_line(rows),
                "COLS": size_in_line(cols),
                "MANY": size_in_line(self._went(call).many),
            }
        parts: dict[str, object] = {
            **numbers,
            "G": above,
            "Y": self.plan.tree(call.out),
        }
        parts |= zip(_RULE, map(self.plan.tree, call.args), strict=False)
        try:
            tree = _rule(_with_defaults(text, call), frozenset(numbers))
            strange = [name for name in matrices(tree) if name not in parts]
            if strange:
                hint = f"it may name {', '.join(parts)}"
                raise SymattnError(f"{strange[0]} is nothing here", hint)
        except SymattnError as error:
            where = place_in_extension(OPS[call.op].run)
            what = f"{where}{call.op}: {text!r} on its way back cannot be read: {error.what}"
            raise SymattnError(what, error.hint) from error

        return put_into(tree, parts, self._shape)

    def _shape(self, tree: Expr) -> Shape | None:
        """The shape of a matrix on the way back; None where it does not follow from what is known."""
        own = {name: shape for name, shape in self.shapes.items() if "." not in name}
        if self.by_rows:
            own = in_each(
                lambda shape: (self._many, shape[-2 if self._down else -1]), own
            )
        back = {self.called(name): shape for name, shape in own.items()}
        return shape_of(tree, {**self.shapes, **back})

    def _across(self, tree: Expr) -> Expr:
        """The transpose of what comes back, written at its parts: J of Jᵀ, J ∘ fᵀ of Jᵀ ∘ f."""
        if self._shape(tree) == (1, 1):
            return tree
        if has(tree.op, "all ones"):
            sizes = [by for _, by in reversed(tree.params)]
            return Apply(tree.op, (), tuple(zip(("m", "n"), sizes, strict=True)))
        if tree.args and has(tree.op, "each entry"):
            return Apply(tree.op, tuple(map(self._across, tree.args)), tree.params)
        if tree.op == SIGNS["A @ B"]:
            return Apply(tree.op, tuple(map(self._across, reversed(tree.args))))
        return turned(tree, self._shape)

    def before(
        self, name: str, trees: Mapping[str, Expr], done: set[str]
    ) -> Iterator[str]:
        """A name behind all that its derivative reads and that is not done yet: the last line of the plan first."""
        by_gradient = {self.called(other): other for other in trees}
        found, queue = {name}, [name]
        while queue:
            read = (
                by_gradient[other]
                for other in matrices(trees[queue.pop()])
                if other in by_gradient
            )
            new = without(dict.fromkeys(read), found)
            found |= set(new)
            queue += new
        place = {line.name: k for k, line in enumerate(self.plan.lines)}
        yield from sorted(found - done, key=lambda other: -place.get(other, -1))
        done |= found


def _multiplies(way: Through) -> bool:
    """Whether a derivative comes back through a product."""
    return has(way.op, "product") or OPS[way.op].units == "times"


def _known() -> list[str]:
    return sorted(op.name for op in OPS.values() if op.gradient)
