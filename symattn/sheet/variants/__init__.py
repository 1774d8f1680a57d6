"""The kinds of attention, each a TOML file in this folder: options and givens in, a plan out.

The keys of such a file, and the signs that its lines have besides those of the line language, are explained in
``worksheets/guide/extensions.md``. What the kind needs, which options it takes and what is optional follow from the lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from itertools import accumulate, groupby
from pathlib import Path

from symattn import extensions, toml
from symattn.errors import LimitError, SymattnError, how_many, nearest
from symattn.files import MissingFile, open_inside
from symattn.later import Match, pattern
from symattn.limits import LARGEST_NOTATION, LONGEST_KIND, LONGEST_KIND_LINE, MOST_DEEP
from symattn.plan import Line, Plan, turning
from symattn.plan.tree import GIVEN_MASK, spelled
from symattn.records import frozen
from symattn.said import Glossary, Named, Pairs, Strings
from symattn.sheet.source import Positions, short
from symattn.tables import not_empty, only, without

FOLDER = Path(__file__).parent
KINDS = extensions.files("attention") | {
    path.stem: path for path in FOLDER.glob("*.toml")
}
"""The files of the kinds there are: those of this folder, and those that other distributions bring."""
VARIANTS = tuple(sorted(KINDS))
KEYS = ("says", "lines", "options", "numbers", "one_head")
"""What a kind's file may say."""
_beside: dict[str, Variant] = {}
_NAME = pattern(r"(?<![\w.])[A-Za-z]\w*(?![\w(=])")
_FIRST_OF = pattern(r"\w+(?:\|\w+)+")
_OPTIONAL_TERM = pattern(r"\s*\+\s*(\w+)\?")
_MASKS = {"none": "A", "causal": "causal_mask(A)", "matrix": f"mask(A, {GIVEN_MASK})"}
_SCALES = {"true": "A / sqrt(cols(B))", "false": "A"}
Names = Strings


class Option(StrEnum):
    """The options that kinds of attention share, as a worksheet writes them."""

    HEADS = auto()
    FIRST = auto()
    GROUPS = auto()
    MASK = auto()
    SCALE = auto()

    __repr__ = str.__repr__


MARKS = {
    Option.HEADS: "_i",
    Option.FIRST: "_i",
    Option.GROUPS: "_j",
    Option.MASK: "masked(",
    Option.SCALE: "scaled(",
}
"""The sign in a kind's lines that says that it takes a shared option."""


class VariantError(SymattnError):
    """What does not go together in a kind of attention; ``path`` is the key of the question that is to be mended.

    >>> VariantError("3 groups do not divide 4 heads", "options", "groups").path
    ('options', 'groups')
    """

    def __init__(self, what: str, *path: str, hint: str = "") -> None:
        self.path = path
        super().__init__(what, hint)


@frozen
class Setup:
    """The options of one question, its givens with their widths, and the numbers of its heads and groups."""

    widths: tuple[tuple[str, int], ...]
    options: Pairs
    heads: Strings
    groups: Strings

    @property
    def names(self) -> Names:
        """The names that are given."""
        return tuple(name for name, _ in self.widths)

    @property
    def scaling(self) -> str:
        """What the option ``scale`` makes of scores A of keys B."""
        scale = dict(self.options)[Option.SCALE]
        return _SCALES.get(scale, f"A / ({scale})")

    def cut(self, args: Sequence[str]) -> str:
        """The share of a head in the columns of a line, from the head's place, the line and the given that it is a product with;
        raises VariantError where the columns cannot be shared equally."""
        place, name, given = args if len(args) == 3 else ("", "", "")
        if given not in dict(self.widths) or not place.isdecimal():
            written = f"cut({', '.join(args[1:])})"
            raise VariantError(
                f"{written} names no given",
                "variant",
                hint="write cut(Q, W_Q) in a line with _i",
            )
        width, heads = dict(self.widths)[given], len(self.heads)
        if not isinstance(width, int):
            raise VariantError(
                "heads of letters cannot be cut", "given", given, hint="write steps"
            )
        if width % heads:
            raise VariantError(
                f"{given} has {how_many(width, 'column')}",
                "given",
                given,
                hint=f"{heads} heads need a multiple of {heads}",
            )
        return f"{name}[:, {int(place) * width // heads}:{(int(place) + 1) * width // heads}]"

    def group(self, head: int) -> str:
        """The group of a head, which is counted from 0: every group has equally many heads."""
        return self.groups[head * len(self.groups) // len(self.heads)]


@dataclass(frozen=True, eq=False)
class Variant:
    """A kind of attention, as its file has it."""

    name: str
    says: str
    lines: Names
    choices: Mapping[str, Glossary]
    one_head: bool = False
    scalars: Names = ()

    @property
    def options(self) -> Names:
        """The options it takes.

        >>> variant("attention").options, variant("grouped-query-attention").options
        (('mask', 'scale'), ('heads', 'first', 'groups', 'mask', 'scale'))
        """
        text = "\n".join(self.lines)
        return (
            *(option for option, mark in MARKS.items() if mark in text),
            *self.choices,
        )

    @property
    def cuts(self) -> bool:
        """Whether it cuts columns into heads, so that its lines depend on the widths of its givens."""
        return any("cut(" in line for line in self.lines)

    @cached_property
    def reads(self) -> tuple[Names, Names]:
        """The names its lines need and the optional ones, as they stand there: with _i for every head."""
        needed: dict[str, None] = {}
        optional: dict[str, None] = {}
        defined: set[str] = set()
        for line in self.lines:
            name, _, right = line.rpartition(": ")[2].partition(" = ")
            for choice in _FIRST_OF.findall(right):
                optional |= dict.fromkeys(choice.split("|")[:-1])
            plain = _FIRST_OF.sub(lambda found: found[0].split("|")[-1], right)
            optional |= dict.fromkeys(re.findall(r"(\w+)\?", plain))
            needed |= dict.fromkeys(_NAME.findall(re.sub(r"\w+\?|\w+_\*", "", plain)))
            defined.add(name)
        free = [name for name in needed if name not in defined and name not in optional]
        return tuple(free), tuple(without(optional, defined))

    def from_given(self, names: Collection[str]) -> Variant:
        """The kind without the lines whose values are given, and none of the weights that they are made of.

        >>> variant("attention").from_given(["Q", "K", "V"]).givens({})[0]
        ('Q', 'K', 'V')
        """
        gone = tuple(line for line in self.lines if _is_given(line, names))
        return _starting_late(self, gone) if gone else self

    def givens(
        self, options: Named, names: Collection[str] = ()
    ) -> tuple[Names, Names]:
        """The names the kind needs, and those it may have.

        >>> variant("attention").givens({})[0]
        ('X', 'W_Q', 'W_K', 'W_V')
        """
        heads, groups = self.numbers(options, names)
        needed, optional = (_numbered(found, heads, groups) for found in self.reads)
        return needed, optional

    def given_numbers(self, options: Named, names: Collection[str] = ()) -> Names:
        """The names of the givens that are numbers.

        >>> variant("differential-attention").given_numbers({})
        ('lambda',)
        """
        return _numbered(self.scalars, *self.numbers(options, names))

    def numbers(self, options: Named, names: Collection[str]) -> tuple[Names, Names]:
        """The endings of the names of heads and of groups: from the givens where these carry numbers, else from ``first``.

        Raises VariantError for groups that do not divide the heads.
        """
        heads = self._found("_i", names)
        groups = self._found("_j", names)
        first, *many = (
            _number(options, option)
            for option in (Option.FIRST, Option.HEADS, Option.GROUPS)
        )
        first = first if first is not None else min([*heads, *groups], default=1)
        if (
            self.one_head
            and not heads
            and self._unnumbered(names)
            and options.get(Option.HEADS, 1) == 1
        ):
            return ("",), ("",)
        several = range(first, first + (many[0] or len(heads) or 1))
        shared = range(first, first + (many[1] or len(groups) or 1))
        if len(several) % len(shared):
            known = ", ".join(
                str(n) for n in range(1, len(several) + 1) if len(several) % n == 0
            )
            what = (
                f"{len(shared)} groups do not divide {how_many(len(several), 'head')}"
            )
            raise VariantError(
                what, "options", Option.GROUPS, hint=f"write one of {known}"
            )
        return tuple(f"_{i}" for i in several), tuple(f"_{j}" for j in shared)

    def _found(self, ending: str, names: Collection[str]) -> list[int]:
        """The numbers that the givens with that ending carry."""
        stems = "|".join(
            name.removesuffix(ending) for name in self.reads[0] if name.endswith(ending)
        )
        return sorted(
            {
                int(found[1])
                for name in names
                if stems and (found := re.fullmatch(rf"(?:{stems})_([0-9]+)", name))
            }
        )

    def _unnumbered(self, names: Collection[str]) -> bool:
        return any(
            name.removesuffix("_i") in names
            for name in self.reads[0]
            if name.endswith("_i")
        )

    def written(self, setup: Setup) -> Iterator[str]:
        """The lines for a setup, in the plain line language."""
        macros = {
            name: table[dict(setup.options)[name]]
            for name, table in self.choices.items()
        }
        macros |= {
            "masked": _MASKS[dict(setup.options)[Option.MASK]],
            "scaled": setup.scaling,
        }
        known = set(setup.names)
        for text in self._repeated(setup):
            line = _decided(text, known)
            name, _, right = line.partition(" = ")
            if line and right != f"concat({name})":
                known.add(name)
                yield _replaced(line, macros, setup)

    def _repeated(self, setup: Setup) -> Iterator[str]:
        """The lines there are, those of heads and groups once for each."""
        words = {word for _, word in setup.options}
        lines = [
            text
            for label, _, text in (line.rpartition(": ") for line in self.lines)
            if not label or label in words
        ]
        for ending, block in groupby(
            lines, lambda line: next((e for e in ("_i", "_j") if _has(line, e)), "")
        ):
            texts = list(block)
            for place, number in enumerate(
                {"_i": setup.heads, "_j": setup.groups}.get(ending, ("",))
            ):
                group = setup.group(place) if ending == "_i" else number
                for text in texts:
                    text = _ended(_ended(text, "_i", number), "_j", group).replace(
                        "cut(", f"cut({place}, "
                    )
                    yield re.sub(
                        r"(\w+)_\*",
                        lambda found: ", ".join(
                            found[1] + head for head in setup.heads
                        ),
                        text,
                    )


def _is_given(line: str, names: Collection[str]) -> bool:
    """Whether what a line makes of weights is given, under its name or with numbers of heads, and these weights are not."""
    name, _, right = line.rpartition(": ")[2].partition(" = ")
    weights = re.findall(r"@ (W_\w+)(?![\w?])", right)

    def there(name: str) -> bool:
        stem = re.sub(r"_[ij]$", "", name)
        numbered = rf"{stem}(?:_[0-9]+)?" if stem != name else name
        return any(re.fullmatch(numbered, given) for given in names)

    return bool(weights) and there(name) and not any(map(there, weights))


@lru_cache(maxsize=256)
def _starting_late(found: Variant, gone: Names) -> Variant:
    """A kind without some lines, whose columns are cut for heads by their own width."""
    left = without(found.lines, gone)
    for line in gone:
        name = line.rpartition(": ")[2].partition(" = ")[0]
        left = [
            re.sub(rf"cut\({name}, \w+\)", f"cut({name}, {name})", text)
            for text in left
        ]
    return replace(found, lines=tuple(left))


def _has(text: str, ending: str) -> bool:
    return re.search(rf"{ending}(?!\w)", text) is not None


def _ended(text: str, ending: str, number: str) -> str:
    return re.sub(rf"{ending}(?!\w)", number, text)


def _numbered(names: Names, heads: Names, groups: Names) -> Names:
    """Names as they stand in a file's lines, with the numbers of heads or groups: those of the first head, then the next.

    >>> _numbered(("X", "W_Q_i", "W_K_i"), ("_1", "_2"), ())
    ('X', 'W_Q_1', 'W_K_1', 'W_Q_2', 'W_K_2')
    """
    numbers = {"_i": heads, "_j": groups}
    return tuple(
        name[:-2] + number if ending else name
        for ending, run in groupby(
            names, lambda name: name[-2:] if name[-2:] in numbers else ""
        )
        for stems in [list(run)]
        for number in numbers.get(ending, ("",))
        for name in stems
    )


def _decided(text: str, known: Collection[str]) -> str:
    """A line with what is optional in it there or gone; nothing where the line itself goes.

    >>> _decided("K = memory|X @ W_K + b_K?", {"X", "W_K"}), _decided("Y = H @ W_O?", {"H"})
    ('K = X @ W_K', '')
    """

    def first(found: Match) -> str:
        names = found[0].split("|")
        return next((name for name in names if name in known), names[-1])

    text = _FIRST_OF.sub(first, text)
    text = _OPTIONAL_TERM.sub(
        lambda found: f" + {found[1]}" if found[1] in known else "", text
    )
    gone = any(name not in known for name in re.findall(r"(\w+)\?", text))
    return "" if gone else text.replace("?", "")


def _replaced(text: str, macros: Glossary, setup: Setup) -> str:
    """A line with what its options stand for in place of their names."""
    found = re.search(rf"\b({'|'.join(map(re.escape, [*macros, 'cut']))})\(", text)
    if not found:
        return text
    end = _closing(text, found.end())
    args = [
        _replaced(arg, macros, setup)
        for arg in re.split(r",\s*(?![^()]*\))", text[found.end() : end])
    ]
    if found[1] == "cut":
        inner = setup.cut(args)
    else:
        places = dict(zip("ABC", args, strict=False))
        inner = re.sub(
            r"\b[ABC]\b", lambda letter: f"({places[letter[0]]})", macros[found[1]]
        )
    made = (
        f"{text[: found.start()]}({inner}){_replaced(text[end + 1 :], macros, setup)}"
    )
    if len(made) > LONGEST_KIND_LINE:
        raise VariantError(
            f"a line becomes longer than {LONGEST_KIND_LINE:,} characters",
            "variant",
            hint="split it into lines",
        )
    return made


def _closing(text: str, at: int) -> int:
    """The place of the bracket that closes the one before *at*; raises VariantError where there is none."""
    depth = 1
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth:
            return place
    raise VariantError(
        f"a bracket of {text!r} is not closed", "variant", hint="close it"
    )


def variant(name: str) -> Variant:
    """A kind of attention by its name, or by that of a file beside the sheet that is being read; raises SymattnError with the
    nearest one.

    >>> variant("latent-attention").reads
    (('X', 'W_DKV', 'W_Q_i', 'W_UK_i', 'W_UV_i'), ('W_O',))
    """
    return _beside[name] if name in _beside else _shipped(name)


@cache
def _shipped(name: str) -> Variant:
    if name not in VARIANTS:
        hint = nearest(name, VARIANTS, "one of")
        raise SymattnError(f"there is no variant {name!r}", hint)
    return kind_of(name, KINDS[name].read_text(encoding="utf-8"))


def take_beside(folder: Path, name: str) -> None:
    """Read a kind of attention that lies beside a sheet, for the lines of that sheet; raises SymattnError.

    It is data: names, lines of the line language and words for options.
    """
    try:
        text = open_inside(folder, Path(name), LARGEST_NOTATION).decode("utf-8")
        _beside[name] = kind_of(name, text)
    except MissingFile:
        hint = nearest(name.removesuffix(".toml"), VARIANTS, "one of")
        raise SymattnError(
            f"no kind of attention {name} lies beside the sheet", hint
        ) from None
    except UnicodeDecodeError:
        raise SymattnError(
            f"{name} is not UTF-8", "save the file as UTF-8 text"
        ) from None


@lru_cache(maxsize=64)
def kind_of(name: str, text: str) -> Variant:
    """A kind of attention by the text of its file; raises SymattnError. The same text gives the same object.

    >>> kind_of("mean", "says = 'The mean.'\\nlines = ['H = mean(X, axis=0)']").options
    ()
    """
    try:
        return _made(name, toml.loads(text), text)
    except ValueError as error:
        raise SymattnError(f"{name.removesuffix('.toml')}.toml: {error}") from None


def take_table(table: Named) -> str:
    """Read a kind of attention that stands in a sheet, where a sheet is read away from its folder; gives the name under which
    it is known from then on. Raises SymattnError.

    >>> variant(take_table({"name": "mean", "says": "The mean.", "lines": ["H = mean(X, axis=0)"]})).says
    'The mean.'
    """
    digest = sha256(repr(table).encode()).hexdigest()[:6]
    name = f"{table.get('name', 'variant')} ({digest})"
    _beside[name] = _made(
        name, {key: value for key, value in table.items() if key != "name"}
    )
    return name


def table_of(folder: Path, name: str) -> dict[str, object]:
    """A kind of attention that lies beside a sheet, as it may stand in the sheet; raises SymattnError."""
    take_beside(folder, name)
    found = _beside[name]
    table = {
        "name": name.removesuffix(".toml"),
        "says": found.says,
        "lines": list(found.lines),
        "one_head": found.one_head,
    }
    more = {"options": dict(found.choices), "numbers": list(found.scalars)}
    return table | not_empty(more)


def _made(name: str, table: Named, text: str = "") -> Variant:
    """The kind that a table describes, which stands in a *text* of its own or in a sheet."""
    file = f"{name.removesuffix('.toml')}.toml"
    for key in without(table, KEYS):
        line, column = Positions(text).key((key,))
        place = f"{file}:{line}:{column}" if text else file
        raise SymattnError(
            f'{place}: unknown key "{short(key)}"',
            nearest(key, KEYS, "the keys of a kind of attention are"),
        )
    lacking = [key for key in ("says", "lines") if not table.get(key)]
    if lacking:
        raise SymattnError(
            f"{file}: a kind of attention needs {' and '.join(lacking)}",
            "write them as the other kinds do",
        )
    says, lines = table["says"], table["lines"]
    if len(str(table)) > LONGEST_KIND:
        raise LimitError(f"{file}: longer than {LONGEST_KIND:,} characters")
    if not (isinstance(says, str) and isinstance(lines, list) and only(lines, str)):
        raise SymattnError(
            f"{file}: says is a sentence and lines are texts",
            "write them as the other kinds do",
        )
    if any(_deepest(line) > MOST_DEEP for line in lines):
        raise LimitError(
            f"{file}: brackets deeper than {MOST_DEEP} inside each other in a line"
        )
    numbers = table.get("numbers", [])
    if not (isinstance(numbers, list) and only(numbers, str)):
        raise SymattnError(
            f"{file}: numbers is a list of names", 'numbers = ["lambda"]'
        )
    choices = table.get("options", {})
    if not (
        isinstance(choices, dict)
        and all(isinstance(one, dict) and _are_words(one) for one in choices.values())
    ):
        raise SymattnError(
            f"{file}: an option is a table of words",
            '[options.feature], and below it relu = "relu(A)"',
        )
    return Variant(
        name, says, tuple(lines), choices, table.get("one_head") is True, tuple(numbers)
    )


def _deepest(line: str) -> int:
    """How deep brackets stand inside each other in a line."""
    return max(accumulate((sign == "(") - (sign == ")") for sign in line), default=0)


def _are_words(table: Named) -> bool:
    """Whether words of an option stand there, each with what it stands for."""
    return bool(table) and only(table.values(), str)


def plan_of(
    name: str,
    options: Named,
    shapes: Mapping[str, tuple[int, int]],
    columns: bool = False,
) -> Plan:
    """The plan of a kind of attention for its options and the shapes of its givens; raises SymattnError.

    A mask that is a matrix is expected among the givens under the name ``mask_matrix``. With *columns* tokens are columns:
    so are the shapes, and so the lines.

    >>> plan_of("attention", {"mask": "causal"}, dict.fromkeys(["X", "W_Q", "W_K", "W_V"], (2, 2))).names
    ('Q', 'K', 'V', 'S', 'L', 'A', 'H')
    """
    found = variant(name).from_given(shapes)
    heads, groups = found.numbers(options, shapes)
    mask = options.get(Option.MASK, "none")
    chosen = {
        name: str(options.get(name, next(iter(table))))
        for name, table in found.choices.items()
    }
    chosen[Option.MASK] = mask if isinstance(mask, str) else "matrix"
    chosen[Option.SCALE] = _scale(options.get(Option.SCALE, True))
    if chosen[Option.MASK] not in _MASKS:
        hint = 'write "none", "causal" or a matrix of 1 (keep) and 0 (block)'
        raise VariantError(f"mask is {mask!r}", "options", Option.MASK, hint=hint)
    widths = tuple((name, shape[0 if columns else 1]) for name, shape in shapes.items())
    return _plan(found, Setup(widths, tuple(chosen.items()), heads, groups), columns)


def _number(options: Named, name: str) -> int | None:
    found = options.get(name)
    return found if isinstance(found, int) else None


def _scale(scale: object) -> str:
    return (
        {True: "true", False: "false"}[scale] if isinstance(scale, bool) else str(scale)
    )


@extensions.forgetting
@lru_cache(maxsize=256)
def _plan(found: Variant, setup: Setup, columns: bool) -> Plan:
    plan = Plan.read(
        found.written(setup),
        _numbered(found.scalars, setup.heads, setup.groups),
        setup.names,
    )
    try:
        trees = {
            line.name: turning.turned(line.tree) if columns else line.tree
            for line in plan.lines
        }
    except SymattnError as error:
        raise VariantError(error.what, "variant", hint=error.hint) from None
    return Plan(
        tuple(
            Line(line, f"{line} = {spelled(tree)}", tree)
            for line, tree in trees.items()
        )
    )
