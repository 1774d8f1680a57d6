"""The operations: the table of all there are, each one's record, and how it is entered."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import wraps
from typing import Any, Literal, TypeAlias, TypeVar

from symattn import extensions
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrices
from symattn.exact.tensor import AnyArray, Tensor
from symattn.ops.formula import Asks, Formula, Why, named
from symattn.ops.moments import Rule as MomentRule
from symattn.ops.record import (
    BackwardSlip,
    Between,
    Codes,
    Count,
    Counting,
    Gradient,
    Use,
)
from symattn.ops.shapes import Shape, Signature, signature
from symattn.records import frozen
from symattn.said import Facts, Strings

# --- table ---
# The table of operations: which there are, and each one's record. The package imports every file of its folder, so what is
# entered there is known; extensions enter theirs in the same way.


class Operations(dict[str, "Op"]):
    """Every operation by its name.

    >>> OPS.signs["A @ B"], "mean" in OPS.functions
    ('matmul', True)
    """

    @property
    def signs(self) -> dict[str, str]:
        """The operation behind every sign, by how it is written: "A @ B", "A.T", a bare "A"."""
        return {record.written: name for name, record in self.items() if record.written}

    @property
    def functions(self) -> Strings:
        """The operations that are written by name."""
        return tuple(name for name, record in self.items() if not record.written)


# --- registry ---
# The table of operations. An operation is entered once, in a file of its own, with everything that is known of it.
#
# To add one, write a file in this folder (every file here is read), with a value rule under ``@op``; what a record must have
# is said at ``Op``, and ``Op.lacks`` says what a record has not. A sentence beside its working is a template
# ``templates/steps/NAME.j2``; without one the working stands alone.

Masked = Literal["carried", "read", "refused"]
DIALECTS = ("numpy", "torch", "sympy")
Rule = TypeVar("Rule", bound=Callable[..., AnyArray])
OPS = Operations()
TRAITS = {
    "product": "sums products over an axis that its two matrices share",
    "transposes": "turns rows into columns",
    "keeps scores": "what goes in may be attention scores, then what comes out is scores too",
    "of any number": "taken of two, and of more by taking it again: max(a, b, c)",
    "makes whole": "every entry comes to a whole number near it, or to few places",
    "jumps": "what is a hair apart may come out far apart: of an exact value only the exact value tells what comes out",
    "by rounded": "the number it takes may be known no better than a student's rounded one",
    "scales": "multiplies or divides every entry by one number",
    "SymPy": "SymPy finds its value where its fastest terms do not tell it",
    "weights": "its rows are attention weights",
    "shares of exponentials": "its weights are exponentials over their sum: the page names small ones and sums, and says so",
    "share of two": "its result p is one of two shares: through log p and log(1 − p) a derivative comes back in one",
    "side by side": "joins matrices side by side: the page shows where they meet",
    "one below the other": "joins matrices one below the other: the page shows where they meet",
    "in blocks": "puts a block for every entry of its first matrix: the page shows where they meet",
    "places": "its entries are places among those of a row, from 0: the page says which these are, from 1 and by their words",
    "takes places": "its last matrix holds places, from 0, which the page says: a place by itself may be written as a number",
    "at places": "takes the rows of a matrix, or entries of one row, that are at some places: A[i, :]",
    "pairs": "takes an entry of each row, at the place for it: A[i, j]",
    "layout": "code says what shape comes out",
    "no numbers": "the line with its numbers put in would show nothing that the result does not",
    "of a line": "taken of a row, of a column or of all entries, as a sum is: within a line it stands by its value",
    "a mean": "adds entries up and divides by how many there are",
    "about the mean": "is the mean of squared distances from the mean: so it is written where that is a line of its own",
    "tells its way": "what it shows on the way stands before a line that goes on from it, too: the means that a norm takes off",
    "read off": "its matrix stands on the page where it has a name: numbers are put in only where it is made on the way",
    "names a mask": "its formula adds the mask, and a sentence says what that is",
    "told on the way": "what it does is said where a line does it on the way, too: templates/steps/_NAME.j2 says it",
    "blocks": "puts minus infinity where scores are blocked",
    "adds a mask": "a matrix that it takes may hold minus infinity, which blocks the score there",
    "takes a mask": "its second matrix is 1 where scores are kept and 0 where they are blocked",
    "one number": "gives a single number whatever goes in, which stands without brackets",
    "another name": "gives what it takes: where nobody asks for it, its value is not printed once more",
    "in places": "its formula with numbers may be a matrix in which every entry is worked out in its place",
    "number": "gives a number, not a matrix: lines after it read its name as a scalar",
    "a unit vector": "gives 1 at a place and 0 elsewhere, e with the place below",
    "refilled": "keeps its entries in their order, row by row",
    "positions": "gives places in a row, from a start by equal steps: a letter for the place tells them",
    "all ones": "gives ones alone: multiplied by them, a matrix of their shape stays as it is",
    "symmetric": "gives a matrix that is its own transpose, of a row or a column",
    "by entries": "has products of the entries of a row or a column for its own: in letters these stand by their name",
    "identity": "gives the identity: a matrix that is multiplied by it stays as it is",
    "all zeros": "gives zeros alone: added to them, a matrix of their shape stays as it is",
    "above nothing": "is 1 where an entry is above 0, else 0: A > B asks that of A − B",
    "nothing": "is 1 where an entry is 0, else 0: A == B asks that of A − B",
    "diagonal": "of a square matrix it takes what stands on the diagonal: its entry k is that of row k and column k",
    "in order": "puts entries in order, the smallest first",
    "a negative": "changes the sign of its matrix: A < B asks whether −(A − B) is above 0",
    "a difference": "takes its second matrix from its first: where that is above 0, the first is above the second",
    "no zero": "takes a logarithm or a power of its last matrix, or divides by it: small ones are not put in as 0",
    "a logarithm": "minus infinity of 0, which a factor of 0 makes 0",
    "logarithm": "a derivative comes back through it and the softmax that it is taken of in one: ŷ − y",
    "fraction": "its formula is as tall as a fraction",
    "of an equation": "takes the two sides of an equation: f(A == B)",
    "of numbers": "takes numbers as well as matrices: the larger of two times, a number of blocks rounded up",
    "each entry": "does the same to every entry, of two matrices to the two in one place: a sum of it is written term by term",
    "in terms": "is made of few terms: a line of its own has them",
    "adds up": "adds up entries: of few the page has the terms",
    "of shares": "divides by what it adds up: what it takes, made on the way, stands by its value in the line with its numbers",
    "a choice": "takes what its first matrix says: a choice among the rest has its cases beside its own",
    "of entries": "takes a number as a matrix of one entry: a sine and a cosine beside each other",
}
"""What other rooms may ask of an operation beside its record: the name of a trait, and what it says."""
INSTEAD = {
    **dict.fromkeys(
        ("gelu", "erf"),
        "gelu_tanh(A) or gelu_sigmoid(A): GELU itself needs erf, which has no exact form",
    ),
    "log_softmax": "log(softmax(A))",
    "clamp": "clip(A, low, high)",
    "outer": "A.T @ B of two rows",
    "nucleus": "keep_top_p(P, p) of probabilities, top_p(S, p) of scores",
    "cdist": "sqrt(squared_distances(A, B))",
    "topk": "keep_top_k(P, k) of probabilities, top_k(S, k) of scores, top_places(A, k) for where they stand",
    "embedding": "lookup(E, t)",
    "softplus": "log(1 + exp(A))",
    "std": "sqrt(var(A, axis=1))",
    "log1p": "log(1 + A)",
    "logit": "log(A / (1 - A))",
    "kl_div": "sum(A * log(A / B), axis=1)",
    "cosine_similarity": "(A @ B.T) / (sqrt(sum(A ** 2, axis=1)) * sqrt(sum(B ** 2, axis=1)).T)",
    "binary_cross_entropy": "-(Y * log(P) + (1 - Y) * log(1 - P))",
    **dict.fromkeys(
        ("comb", "binom", "choose"), "its factors: n * (n - 1) / 2 for two of n"
    ),
    **dict.fromkeys(
        ("eigenvectors", "eig", "eigh", "svd"),
        "eigenvalues(A), and A @ v for a given vector v: no line works out the vectors themselves",
    ),
    **dict.fromkeys(("matmul", "dot"), "A @ B"),
    "multiply": "A * B",
    "square": "A ** 2",
    "pow": "A ** c",
    "argmin": "argmax(-A, axis=1)",
    "mse": "mean((A - B) ** 2)",
    "full": "ones(m, n) * c",
    "linspace": "arange(n, start=a, step=(b - a) / (n - 1))",
    "flip": "A[[2, 1, 0], :]",
    **dict.fromkeys(("transpose", "permute"), "A.T"),
    "swiglu": "silu(X @ W) * (X @ V)",
    "swish": "silu(A)",
    **dict.fromkeys(("hstack", "cat", "concatenate"), "concat(A, B)"),
    "vstack": "stack(A, B)",
}
"""What is written in place of a function that people know from elsewhere."""


@frozen
class Slip:
    """A known wrong way to do one operation: its id and the wrong rule itself.

    What was done is said in templates/words/slips.j2, by the id, and why that is wrong in because.j2 beside it;
    ``says`` and ``because`` are the words where those have none.

    ``needs`` is what the wrong rule takes beside the parameters of the right one: the sizes ``d_k`` and ``d_model``, an
    ``order`` of the heads, which operand is the ``weight`` (0 or 1), which is the ``branch`` beside a residual.
    ``when`` says where it can happen: "scores" (a product with a transposed matrix), "scaled" or "unscaled" (scores
    that were divided before, or never), "bias" (the last matrix is given: a bias, a gain), "masked" (minus infinity stands
    in the first matrix), "weights" (the first matrix is a softmax), "projection" and "output" (a product with a weight
    matrix on the way, and at the end), "residual" (a sum of which one side comes from the other), "cut" (some columns, not all);
    everywhere unless written. ``of`` is the module that entered it.
    """

    id: str
    run: Callable[..., AnyArray]
    needs: Strings = ()
    when: str = ""
    says: str = ""
    because: str = ""
    of: str = ""


@frozen
class Op:
    """One operation of the line language: matrices and parameters in, a matrix out.

    - ``run``: the value rule, over exact matrices, intervals and balls alike; its first sentence describes the operation.
    - ``shape``: the same on shapes alone; raises ShapeError where they do not fit.
    - ``count``: its work, from the shapes that go in and come out.
    - ``written``: the sign it is written with ("A @ B"); a function is written as its value rule is called.
    - ``formula``: how it stands on the page; ``symbol`` is its name there, which a notation may replace.
    - ``reason``: what the sentence in templates/words/reasons.j2 on why the shape is what it is tells of; None where the
      shape always stays, and then the words themselves where that template has none.
    - ``why``: what explains one entry; its sentence stands in templates/words/why.j2.
    - ``asks``: smaller questions on the way to an entry, each a sentence and its answer; where there are none, and the entry's
      formula has no parts either, the entries that are put in are asked for.
    - ``working``: what a page may show between the formula and the result, as matrices by name (a LayerNorm's "mean"),
      from the matrices and the parameters, as ``run`` takes them; the operation's template gives the names their words.
    - ``rows``: how a row comes about, as a line of its matrix A and what its working shows, EPS what may be added to that.
    - ``code``: a rule for each of DIALECTS; None where a dialect cannot write it.
    - ``masked``: what becomes of minus infinity. "carried": it stays in its place; "read": the rule gives it a value
      (e to it is 0); "refused": nothing is known of such an entry (NumPy says nan), which is an error.
    - ``gradient``: how a derivative goes back through it, as lines; none where it has none everywhere, as relu.
    - ``called``: the words that people call its result by, as a pattern: a line named by them alone may be one that it makes.
    - ``back``: what is said of the way back, where that template has no words for it.
    - ``moments``: how the expectation and the variance of an entry go through it; none where no rule is known.
    - ``between``: what a page may show on the way back, as lines by name; templates/words/backward.j2 has their words.
    - ``backward_slips``: known wrong ways back through it.
    - ``slips``: known wrong ways to do it. ``after_slip``: the value rule while slips are tried, where it differs.
    - ``expression``: the operation on SymPy's matrix symbols, where SymPy has it.
    - ``columns``: what becomes of it where tokens are columns, so that every matrix is transposed: "kept" (it is the same),
      "axis" (it runs along the other axis: so its value rule and its slips are asked of rows alone, axis=0 of the matrix
      turned round), "reversed" (its matrices change places), "swapped" (rows and columns of what it picks do), or the
      operation in its place; nothing where none is known.
    - ``native``: it takes batches as they are (others are carried out for every matrix of a batch).
    - ``reserved``: no matrix may have its name.
    - ``units``: what becomes of the units of quantities: "one" (all have the same, which the result has too), "times" (they
      are multiplied), "over" (the first is divided by the others), "alike" (they are those of two sides that are compared),
      "of the first" (but for a letter); nothing where it takes bare numbers alone.
    - ``lettered``: a right side in which its letter is t, where no number can stand in its place on a sheet.
    - ``traits``: what else other rooms may ask; see TRAITS.
    """

    name: str
    run: Callable[..., Any]
    shape: Callable[..., Shape]
    count: Counting | None = None
    written: str = ""
    formula: Formula = named
    symbol: str = ""
    reason: Callable[[Use], Facts] | str | None = None
    why: Why | None = None
    asks: Asks | None = None
    working: Callable[..., Matrices] | None = None
    rows: str = ""
    code: Codes = field(default_factory=dict)
    masked: Masked | None = None
    gradient: Gradient | None = None
    between: Between | None = None
    moments: MomentRule | None = None
    backward_slips: dict[str, BackwardSlip] = field(default_factory=dict)
    slips: dict[str, Slip] = field(default_factory=dict)
    after_slip: Callable[..., AnyArray] | None = None
    expression: Callable[..., Any] | None = None
    columns: str = ""
    native: bool = False
    reserved: bool = True
    traits: frozenset[str] = frozenset()
    back: str = ""
    called: str = ""
    units: str = ""
    lettered: str = ""
    signature: Signature = field(default_factory=Signature)

    @property
    def says(self) -> str:
        """The first sentence of its description."""
        return (self.run.__doc__ or "").strip().split("\n")[0]

    @property
    def spelling(self) -> str:
        """A line's right side with this operation alone."""
        return self.written or self.signature.written(self.name)

    @property
    def word(self) -> str:
        """What it is called on the page, unless a notation says otherwise."""
        return self.symbol or self.name.replace("_", " ")

    @property
    def sizes(self) -> Strings:
        """The parameters that are sizes of axes, or hold such."""
        return tuple(
            key
            for key, kind in self.signature.kinds.items()
            if kind in ("size", "sizes", "index")
        )

    def work(self, use: Use) -> Count:
        """The scalar operations it takes on these shapes.

        >>> OPS["matmul"].work(Use(((2, 3), (3, 4)), (2, 4), {})).multiplications
        24
        """
        if self.count is None:
            raise SymattnError(f"the work of {self.name} is not known")
        return self.count(use)

    def admits(self, inputs: tuple[AnyArray, ...]) -> None:
        """Raise SymattnError where minus infinity stands in a matrix that the operation can do nothing with."""
        if self.masked == "refused" and any(map(_blocked, inputs)):
            raise SymattnError(
                f"{self.name} has no value where scores are masked with minus infinity",
                "take softmax first; of probabilities keep_top_k(P, k) and keep_top_p(P, p) put 0 in its place, entropy(P) takes "
                "0 log 0 for 0, and maximum(A, 0.001) keeps every entry above it",
            )

    def lacks(self) -> list[str]:
        """What the record has not, a sentence each; nothing where it is whole.

        >>> OPS["softmax"].lacks()
        []
        """
        wanted = {
            "count": (self.count, "its work, such as count=each(additions=1)"),
            "why": (
                self.why,
                'what explains an entry, such as why=pointwise(…, "log(1 + e to the entry of {of})")',
            ),
            "masked": (
                self.masked,
                'what becomes of minus infinity: masked="carried", "read" or "refused"',
            ),
            "first sentence": (
                self.says.endswith("."),
                "what it does at the head of its value rule's docstring",
            ),
            **{
                f"code for {one}": (
                    one in self.code,
                    f'code={{"{one}": Rule("…({{0}})"), …}}',
                )
                for one in DIALECTS
            },
        }
        return [
            f"{self.name} has no {what}; write {hint}"
            for what, (there, hint) in wanted.items()
            if there in (None, False)
        ]

    def slip(
        self,
        id: str,
        says: str = "",
        *,
        because: str = "",
        needs: Strings = (),
        when: str = "",
    ) -> Callable[[Rule], Rule]:
        """Enter a known slip of this operation; the wrong rule takes what the right one takes, and what it needs.

        Raises ValueError for an id that a slip of this operation has already which another file entered.
        """
        of = self._may_enter(id, self.slips)

        def enter(run: Rule) -> Rule:
            rule = by_rows(run) if self.columns == "axis" else run
            self.slips[id] = Slip(id, rule, needs, when, says, because, of)
            return run

        return enter

    def slip_backward(self, id: str, lines: Gradient, says: str = "") -> None:
        """Enter a known wrong way back through this operation: lines as ``gradient`` has them.

        Raises ValueError for an id that another file has entered, as ``slip`` does.
        """
        of = self._may_enter(id, self.backward_slips)
        self.backward_slips[id] = BackwardSlip(id, lines, says, of)

    def _may_enter(self, id: str, known: Mapping[str, Slip | BackwardSlip]) -> str:
        """The module that enters a slip, which is the one that called the method that asks."""
        module: str = sys._getframe(2).f_globals["__name__"]
        if id in known and known[id].of != module:
            raise ValueError(
                f"there is a slip {id} of {self.name} already, in {known[id].of}; give this one another id"
            )
        return module


def has(name: str, *traits: str) -> bool:
    """Whether the operation of that name has one of some traits; what is no operation has none.

    >>> has("softmax", "weights"), has("given", "weights"), has("softmax", "product", "weights")
    (True, False, True)
    """
    assert TRAITS.keys() >= {*traits}, traits
    return name in OPS and not OPS[name].traits.isdisjoint(traits)


def named_by(trait: str) -> str:
    """The first operation of the table that has a trait.

    >>> named_by("side by side")
    'concat'
    """
    return next(name for name in OPS if has(name, trait))


def _blocked(a: AnyArray) -> bool:
    return (
        any(block.blocked for block in a.blocks)
        if isinstance(a, Tensor)
        else bool(a.blocked)
    )


def by_rows(run: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that runs along each row as one that runs down each column too (``axis=0``): of the matrix turned round, and what
    comes out turned back.

    >>> from symattn.exact.matrix import Matrix
    >>> by_rows(lambda a, *, axis=1: a.select([0, 0], [0]))(Matrix.of([[1, 2]]), axis=0)
    Matrix([[1, 1]])
    """

    @wraps(run)
    def along(a: Any, *others: Any, **params: Any) -> Any:
        if params.get("axis") != 0:
            return run(a, *others, **params)
        return run(a.T, *others, **{**params, "axis": 1}).T

    return along


Enters: TypeAlias = Callable[[Callable[..., AnyArray]], Op]
"""What enters a value rule into the table, as its operation."""


def op(
    name: str, shape: Callable[..., Shape], *, traits: Strings = (), **record: Any
) -> Enters:
    """Enter an operation under its name with its shape rule and the rest of its record, whose parts ``Op`` describes.

    Raises ValueError for a trait that is not in TRAITS, and for a name that another file has.

    >>> OPS["transpose"].shape((2, 3)), OPS["transpose"].spelling
    ((3, 2), 'A.T')
    """
    unknown = set(traits) - TRAITS.keys()
    if unknown:
        raise ValueError(
            f"{name}: there is no trait {', '.join(sorted(unknown))}; there are {', '.join(TRAITS)}"
        )

    def enter(run: Callable[..., AnyArray]) -> Op:
        if name in OPS and OPS[name].run.__module__ != run.__module__:
            raise ValueError(
                f"there is an operation {name} already, in {OPS[name].run.__module__}; call this one otherwise"
            )
        rule = by_rows(run) if record.get("columns") == "axis" else run
        entered = Op(
            name,
            rule,
            shape,
            traits=frozenset(traits),
            signature=signature(run),
            **record,
        )
        OPS[name] = entered
        return entered

    return enter


def _left(module: str) -> None:
    """Take out what a module has entered."""
    for name in [
        name for name, record in OPS.items() if record.run.__module__ == module
    ]:
        del OPS[name]
    for record in OPS.values():
        for known in (record.slips, record.backward_slips):
            for id in [id for id, slip in known.items() if slip.of == module]:
                del known[id]


extensions.when_left(_left)
