"""What stands within a line by its value: what rows are looked through for, what a function is taken of."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from math import prod

from symattn.exact.number import ZERO, Number
from symattn.exact.tensor import flat
from symattn.notation.entries import is_function, is_term
from symattn.ops import has
from symattn.page.matrices import ends
from symattn.page.work import Work
from symattn.plan import Call, Line
from symattn.plan.tree import (
    SIGNS,
    Apply,
    Expr,
    Num,
    Ref,
    Sum,
    applies,
    has_trait,
    matrices,
    scalars,
    within,
)
from symattn.records import replace
from symattn.said import Strings

SHORT = 4  # digits of a mean that ends, whose distances a variance writes out by itself
FEW_ENTRIES = (
    16  # of which the sums of rows or columns stand with their terms within a line
)


def of_values(line: Line) -> tuple[Expr, Strings]:
    """A line with the values of what is made on the way: of what its functions and weights are taken, and what is multiplied by a
    matrix; and the names of these.

    >>> from symattn.plan import Plan
    >>> [of_values(Plan.read([f"Y = {text}"]).lines[0])[1] for text in ("relu(X @ W + b)", "relu(X @ W) @ V + b", "X @ V + b")]
    [('Y.2',), ('Y.2',), ()]
    """
    calls, taken = line.by_out, list[str]()
    product, sums = SIGNS["A @ B"], (SIGNS["A + B"], SIGNS["A - B"])
    cut = SIGNS["A[0:2, :]"]  # with numbers what is cut out is shown itself

    def tree(name: str, within: str = "") -> Expr:
        call = calls.get(name)
        if call is None or not call.args:
            return Ref(name) if call is None else Apply(call.op, (), call.params)
        op = call.op
        function = is_function(op) and not _compares(calls, call)
        if within != "a product" and (function or has(op, "weights")):
            within = "a function"
        elif within and not (has(op, "transposes", "layout") or op == cut):
            made = line.inner[name]
            read = any(matrices(made))  # else the line itself has it in numbers
            taken.extend([name] if read else [])
            return Ref(name) if read else made
        elif op == product and line.back is None:
            within = "a product"
        elif not within and op not in sums:
            return Ref(name) if name == line.name else line.inner[name]
        return Apply(op, tuple(tree(arg, within) for arg in call.args), call.params)

    return tree(line.name), tuple(taken)


def joins_worked(tree: Expr) -> bool:
    """Whether a line joins numbers that are worked out in it: [a − 1.96·s, a + 1.96·s], or sums of what has a name: h + a."""
    parts = tree.args if has_trait(tree, "layout") else ()
    return any(
        isinstance(part.param("value"), Sum)
        or (
            has(part.op, "each entry")
            and len(part.args) > 1  # −a is no sum
            and not any(x.args for x in part.args)
        )
        for part in parts
    )


def with_taken(work: Work, line: Line, most: int) -> tuple[Expr, tuple[str, ...]]:
    """The line's tree, and what is put into it by its value: what is taken of rows, columns or all entries of a matrix on the
    way, as sums of rows are; what is no term of a sum of terms; what a function of a function is taken of, on the way back any
    function; a factor that is a function with more than its matrix, as clip is; what is made of nothing, as tril(ones(3, 3)) is;
    the mean of a variance. Of two numbers the one stands that is chosen. Sums and means that are one number stand with their
    terms, unless *most* is 0, and those of so many entries, but over one another."""
    calls, found = line.by_out, list[str]()

    def tree(name: str, most: int, within: str = "") -> Expr:
        call = calls.get(name)
        if call is None:
            return Ref(name)
        op, one = call.op, work.shapes[name] == (1, 1)
        if one and has(op, "a choice"):
            return tree(_chosen(work, line, call), most, within)
        many = prod(work.shapes[call.args[0]]) if call.args else most + 1
        in_terms = _in_terms(op, one, many, most, bool(within))
        taken = has(op, "at places", "of a line")
        if _settled(call, within, in_terms and one) or (
            name != line.name
            and (
                (within in ("", "factors") and not one and name in of_nothing)
                or (taken and not (in_terms or _picks(work, line, call)))
            )
        ):
            found.append(name)
            return Ref(name)
        over = op == SIGNS["A / B"] and not one
        shares = has(op, "of shares")
        no_room = over and most < FEW_ENTRIES
        if in_terms:
            within = "terms"
        elif shares or _picks(work, line, call):
            within = "settled"
        elif op == SIGNS["A * B"] and not one and not within:
            within = "factors"
        elif is_function(op) and within != "terms" and not _compares(calls, call):
            deep = within == "function" or not most or line.back is not None
            deep = deep and not any(_has_function(line, arg) for arg in call.args)
            within = "settled" if deep else "function"
        args = tuple(
            tree(
                arg,
                min(most, 1) if over else most,
                "settled"
                if no_room and applies(line.inner.get(arg), product)
                else within,
            )
            for arg in call.args
        )
        own = Apply(op, tuple(map(Ref, call.args)), call.params)
        squares = about_mean(work, line, own, args[0]) if many <= most else None
        found.extend({*matrices(squares)} - {*matrices(args[0])} if squares else ())
        return squares or Apply(op, args, call.params)

    product, of_nothing = SIGNS["A @ B"], _of_nothing(line)
    return (line.tree, ()) if work.symbols else (tree(line.name, most), tuple(found))


def _in_terms(op: str, one: bool, many: int, most: int, inner: bool) -> bool:
    """Whether what an operation makes of so *many* entries stands with its terms: *one* number, within something else or not."""
    few = many <= most
    if has(op, "adds up"):
        short = most > 1 or most * FEW_ENTRIES >= many
        return few or (one and short)
    return few and has(op, "in terms") and (not has(op, "read off") or (one and inner))


def _chosen(work: Work, line: Line, call: Call) -> str:
    """What is taken of two numbers, of which a condition holds or does not."""
    holds, one, other = call.args
    made = work.on_the_way(holds) if holds in line.by_out else work.value(holds)
    ((value,),) = made.values
    return other if value == ZERO else one


def _settled(call: Call, within: str, in_terms: bool) -> bool:
    """Whether what is worked out within something else stands by its value there."""
    if within == "factors":
        return is_function(call.op) and bool(call.params)
    plain = within == "terms" and not (in_terms or is_term(call.op))
    return bool(call.args) and (within == "settled" or plain)


def _of_nothing(line: Line) -> set[str]:
    """What is done to what neither names nor lists give, tril(ones(3, 3)), in a line that reads more."""
    found, known = set[str](), line.by_out
    if not (line.reads or line.scalars) or any(
        has(call.op, "a choice") for call in line.calls
    ):
        return found
    for call in line.calls:  # what is done first stands first
        names = any(name for _, value in call.params for name in scalars(value))
        inner = [
            arg in known and (not known[arg].args or arg in found) for arg in call.args
        ]
        if inner and all(inner) and not names and not has(call.op, "layout"):
            found.add(call.out)
    return found


def about_mean(
    work: Work, line: Line, tree: Expr, of: Expr | None = None
) -> Expr | None:
    """A variance as the mean of squared distances from a mean that does not end soon, where that is a line before it; *of* is
    what it is taken of, where that is not in its tree. None for all else."""
    if not has_trait(tree, "about the mean"):
        return None
    for mean in takewhile(
        lambda other: other.name != line.name, work.question.plan.lines
    ):
        if (
            has_trait(mean.tree, "a mean")
            and (mean.tree.args, mean.tree.params) == (tree.args, tree.params)
            and not all(
                ends(x, SHORT)
                for x in flat(work.answer.follow.by_name[mean.name].value)
            )
        ):
            off = Apply(SIGNS["A - B"], (of or tree.args[0], Ref(mean.name)))
            squares = Apply(SIGNS["A ** c"], (off,), (("by", Num("2", Number.of(2))),))
            return replace(mean.tree, args=(squares,))
    return None


def _has_function(line: Line, name: str) -> bool:
    """Whether there is a function on the way to a name within a line."""
    made = within(line.inner.get(name, Ref(name)))
    return any(is_function(part.op) for part in made)


def _compares(calls: Mapping[str, Call], call: Call) -> bool:
    """Whether two sides are compared, as they are written: [x < 2], and not [2 − x > 0]."""
    of = calls.get(call.args[0]) if has(call.op, "above nothing") else None
    return of is not None and has(of.op, "a negative", "a difference")


def _picks(work: Work, line: Line, call: Call) -> bool:
    """Whether a line is looked through that is made on the way: the largest of each column of v ∘ A."""
    summing = has(call.op, "adds up", "in terms")
    whole = call.out != line.name and work.shapes[call.out] == (1, 1)
    taken = has(call.op, "of a line") and not summing and not whole
    return taken and any(call.args[0] == other.out for other in line.calls)
