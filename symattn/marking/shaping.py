"""Shapes as answers: (B, n, d), in letters or in the numbers they stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from symattn import language
from symattn.errors import SymattnError
from symattn.exact.decide import decision, sign
from symattn.exact.in_letters import letters_of, put_in
from symattn.exact.number import Number, Numbers, rational
from symattn.exact.zero import symbolic as in_letters
from symattn.language.letters import first_of, known, name_of
from symattn.language.tree import FUNCTIONS
from symattn.later import Match, pattern
from symattn.marking.answers.numerals import pointed, whole, with_comma
from symattn.marking.answers.tokens import COMMANDS
from symattn.marking.answers.values import LONGEST_LETTER, UNITS
from symattn.marking.results import Result
from symattn.marking.said import fact, quoted, reading, told
from symattn.ops.shapes import Size
from symattn.plan import Plan
from symattn.plan.amounts import amount
from symattn.plan.shapes import ShapeLine, SizeRelations
from symattn.plan.tree import leading_to
from symattn.records import frozen
from symattn.said import Glossary, Strings
from symattn.sheet import Question
from symattn.sheet.shaping import ShapeReading
from symattn.tables import every, in_each
from symattn.tex.commands import meaning_of
from symattn.tex.signs import GREEK, ON_THE_LINE
from symattn.tex.undressed import bare_of

_AROUND = pattern(
    r"\\(?:left|right|mathbb\{R\}\^?|in|text|quad|,|;|!)|[()\[\]{}$|&\s]|∈|ℝ\^?"
)
_REALS = pattern(r"ℝ|\\mathbb\s*\{?R|\\R")
_BETWEEN = pattern(r",|×|\\times|(?<=\w) x (?=\w)")
_CALLED = pattern(r"\A\s*(?:torch\.Size|tuple|shape)\s*(?=\()")
_APART = (
    pattern(r"\s+by\s+"),
    pattern(r"(?<=\w)\s*[xX]\s*(?=\w)"),
    pattern(r"\s+"),
)  # n by d, 4x8x128, B n d
_DIVISOR = pattern(r"[/÷]\s*(\d*[A-Za-z]\w*)(?![\w(^*])")
_GROUPS = pattern(
    r"(?<=\d)(?:, ?|[\u2009\u202f\u00a0 '_]|\\,|\{,\})(?=\d{3}(?!\d))"
)  # 786,944 and 786 944
_CLAIM = pattern(
    r"(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+)|\s*\*\s*10\s*(?:\^|\*\*)\s*\{?([+-]?\d+)\}?)?\s*\\?([kKmMgGbBtT%]?)"
)
_WORDS = {"": 0, "%": -2, "k": 3, "m": 6, "g": 9, "b": 9, "t": 12}
_BEHIND = pattern(  # a divisor: 1/2 d, n/h (d + 1)
    r"(/\s*(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[A-Za-z]\w*(?=\s)|\([^()]*\)))\s*(?=[^\W\d_]|\(|\\(?!right|[bB]igg?r|[)\]]))"
)
_TIMES = pattern(r"\\(?:cdot|times)")
_LIST = pattern(r"\[\s*(\[)?((?:\\.|[^\[\],;\\])*)(?(1)\])\s*\]")  # of one number
_ROOT = pattern(
    r"(?:√|(?<![\\A-Za-z])sqrt(?=\s*\())\s*(\d+(?:\.\d+)?|[A-Za-z](?:_\w+)?|\([^()]*\))"
)
_STOP = pattern(r"(?<![.\s])\s*\.\s*\Z")  # of a sentence
_FORMULA = pattern(r"\A\s*\\[(\[](.*)\\[)\]]\s*\Z", re.DOTALL)
_RAISED = pattern(r"⁻?[⁰¹²³⁴-⁹]+")
_WORD = pattern(r"\\[A-Za-z]+|[A-Za-z](?:_\{\w+\}|\w)*", re.ASCII)
_BELOW = pattern(r"_\{(\{)?(\w+)(?(1)\})\}")  # the index of a letter: d_{k}
_SCRIPT = pattern(r"([A-Za-z])_(\w{2,})")  # d_model where LaTeX would have d_{model}
_ROUND = str.maketrans("{}", "()")
_SIGNS = str.maketrans({"·": "*", "×": "*", "−": "-", "÷": "/"})
_ABOUT = pattern("[~≈]")
_REMARK = pattern(
    r"(?<!\\left)\s*\((?:[^()]*[~≈][^()]*|[^()\d*^+]{3,})\)\s*\Z"
)  # 124,439,808 (~124M)
_FRACTION = pattern(r"\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
MOST = 400  # characters of one shape


def marked_shapes(
    question: Question, texts: Glossary, cut: bool = False
) -> list[Result]:
    """The verdict on every shape that a question asks or a student wrote; *cut* where decimals are cut and not rounded."""
    reading = question.shapes
    if reading is None:
        return []
    table = reading.table.lines
    asked = dict.fromkeys(name for part in question.parts for name in part.shapes)
    sized = (
        name
        for name, text in texts.items()
        if name in table
        and (table[name].value is not None or text[:1] in "([" or " x " in text)
    )  # else a count of something, maybe
    said = [name for name in sized if name not in asked]
    found = [
        marked_shape(reading, table[name], texts.get(name), cut)
        for name in (*asked, *said)
        if name in table
    ]
    return [
        one
        for one in found
        if one.name in asked
        or one.verdict in _told_of(texts[one.name], table[one.name])
    ]


def from_own(
    question: Question, results: Sequence[Result], texts: Glossary, cut: bool
) -> list[Result]:
    """The results with what follows from earlier answers: right from wrong ones, or undecided while one that it needs is open."""
    reading, found = question.shapes, {one.name: one for one in results}
    if reading is None:
        return [*results]
    wrong, waiting = dict[str, str](), set[str]()
    for name in (*reading.givens, *reading.plan.names):
        one = found.get(name)
        if one is None or one.verdict not in ("incorrect", "unreadable"):
            continue
        path = leading_to([name], reading.plan.lines, {*wrong, *waiting})
        read = {arg for line in path for arg in line.uses}
        used = tuple(arg for arg in (*wrong, *waiting) if arg in read)
        if one.verdict == "unreadable":
            waiting.add(name)
            continue
        if waits := waiting.intersection(used):
            said = told("unread", names=tuple(sorted(waits)))
            found[name] = one.but(verdict="undecided", entries=(), said=(said,))
            waiting.add(name)
            continue
        if used and _is_from(reading, wrong, name, texts[name], cut):
            entries = every(lambda e: e if e == "correct" else "follows", one.entries)
            said = told("follows", names=used)
            found[name] = one.but(verdict="follows", entries=entries, said=(said,))
        wrong[name] = texts[name]
    return list(found.values())


def _is_from(
    reading: ShapeReading, wrong: Glossary, name: str, text: str, cut: bool
) -> bool:
    """Whether an answer is right when some earlier ones are as they were written, with numbers for the letters that have one."""
    shapes, letters, given = dict(reading.givens), reading.letters, dict[str, Number]()
    sizes = letters.sizes(reading.givens.values())
    numbers = {letter: letters.number(size) for letter, size in sizes.items()}
    known = {letter: Number.of(n) for letter, n in numbers.items() if n is not None}
    try:
        for other, written in wrong.items():
            right = reading.table[other]
            if right.value is None:
                shapes[other] = tuple(entries_of(written, letters, len(right.shape)))
            else:
                given[other] = _amount(reading, right, written).value
        lines = tuple(line for line in reading.plan.lines if line.name not in wrong)
        own = replace(reading, plan=Plan(lines), givens=shapes)
        line = own.table[name]
        if line.base is None:
            return _shaped(own, line, text).verdict == "correct"
        mine = _amount(reading, line, text)
        as_number = replace(mine, value=put_in(mine.value, known))
        return as_number.holds(put_in(put_in(line.base, given), known), cut)
    except (SymattnError, KeyError):  # without a shape from these
        return False


def _told_of(text: str, line: ShapeLine) -> Strings:
    """Which verdicts are told of a shape that nobody asked for: in numbers, where a size of the sheet has none, it may be that of
    an example, and is not wrong."""
    comparable = any(map(str.isalpha, text)) or not any(
        map(str.isalpha, "".join(map(str, line.shape)))
    )
    return ("correct", "incorrect") if comparable else ("correct",)


def marked_shape(
    shapes: ShapeReading, line: ShapeLine, text: str | None, cut: bool = False
) -> Result:
    """The verdict on one line."""
    if text is None:
        return Result(line.name, "missing", said=(told("missing"),))
    try:
        found = (
            _shaped(shapes, line, text)
            if line.value is None
            else _counted(shapes, line, text, cut)
        )
    except SymattnError as error:
        found = Result(line.name, "unreadable", said=quoted(str(error)))
    return found.but(written=((text[:MOST],),))


def _counted(shapes: ShapeReading, line: ShapeLine, text: str, cut: bool) -> Result:
    """The verdict on a number or a polynomial: right as the polynomial in any form, or as the number its digits claim; the
    divisor of 2n/3d may be 3d."""
    texts = dict.fromkeys((_DIVISOR.sub(r"/(\1)", text), text))
    mine = list[ClaimedNumber]()
    for one in texts:
        with suppress(SymattnError) if mine or one != text else nullcontext():
            mine.append(_amount(shapes, line, one))
    values = [x for x in (line.base, line.number, line.partly) if x is not None]
    if any(one.holds(x, cut) for one in mine for x in values):
        return Result(line.name, "correct", (("correct",),))
    return Result(
        line.name, "incorrect", (("incorrect",),), said=(told("another_number"),)
    )


def _amount(shapes: ShapeReading, line: ShapeLine, text: str) -> ClaimedNumber:
    """What a student wrote for a line that is a number."""
    own = letters_of(line.base) if line.base is not None else {}
    sizes = shapes.letters.sizes(shapes.givens.values())
    return amount_of(text, shapes.letters, {**in_each(amount, sizes), **own})


@frozen
class ClaimedNumber:
    """What a student wrote for a number: its value, and half a unit of its last digit where the digits are a claim.

    >>> third = ClaimedNumber(Number.of(1) / 3, None)
    >>> written = [(Number.of(n) / 100, Number.of(1) / 200) for n in (1, -1)]
    >>> [ClaimedNumber(value, half).holds(value + third.value / 50, cut=True) for value, half in written]
    [True, False]
    """

    value: Number
    within: Number | None = None

    def holds(self, right: Number, cut: bool = False) -> bool:
        """Whether the right number is this one, or rounds to it, or is *cut* to it; decided by proof."""
        if decision(self.value, right) == "equal":
            return True
        difference = self.value - right
        if self.within is None or in_letters(difference):
            return False
        if not difference.is_rational:  # √3 as it is rounded, or cut
            low, high = (0, 2) if cut else (-1, 1)
            left_out = -difference if sign(right) > 0 else difference
            return (
                sign(left_out - self.within * low)
                > 0
                > sign(left_out - self.within * high)
            )
        if not cut:
            return bool(abs(difference.rational) <= self.within.rational)
        value = rational(self.value)
        left_out = -difference.rational if value >= 0 else difference.rational
        return bool(
            (left_out >= 0 or not value) and abs(left_out) < 2 * self.within.rational
        )


def amount_of(
    text: str, letters: SizeRelations, others: Numbers = MappingProxyType({})
) -> ClaimedNumber:
    """A number or a polynomial as a student writes it; k, M, G and powers of ten say how many digits are claimed.

    *others* are letters beside those that are in relations: "nd" is n·d where n and d are. Raises SymattnError.

    >>> from symattn.language.letters import letter
    >>> n, d, d_k, gamma = (letter(name, "positive") for name in ("n", "d", "d_k", "gamma"))
    >>> amount_of("124M", SizeRelations()).within
    Number(500000)
    >>> amount_of("sqrt(16)", SizeRelations(), {"d": d}).value
    Number(4)
    >>> amount_of("3d^2 + d", SizeRelations(), {"d": d}).value
    Number([sym(d)^1]*1+[sym(d)^2]*3)
    >>> amount_of("2d (gamma)", SizeRelations(), {"d": d, "gamma": gamma}).value == d * gamma * 2
    True
    >>> amount_of("2nd_{k}", SizeRelations(), {"n": n, "d_k": d_k}).value == n * d_k * 2
    True
    >>> amount_of(r"\\frac12", SizeRelations()).value
    Number(1/2)
    >>> amount_of(r"\\frac{2d^{2}}{d} + 2", SizeRelations(), {"d": d}).value == d * 2 + 2
    True
    """
    if len(text) > MOST:
        raise SymattnError(reading("long_number", count=f"{len(text):,}"))
    numbers = {**in_each(amount, letters.names), **others}
    plain = _bare(text, numbers)
    found = _CLAIM.fullmatch(plain)
    if found and found[5] not in numbers:  # 3T is three times T where that is a size
        return _claimed(found)
    joined = {name.replace("_", ""): name for name in numbers if "_" in name}
    with known(numbers):
        plain = _WORD.sub(
            lambda m: m[0] if _is_known(m[0]) else _parted(m[0], joined), plain
        )  # dk for d_k, ndk for n times it
        plain = (
            _WORD.sub(lambda m: _in_formula(m[0]), _ROOT.sub(r"\\sqrt{\1}", plain))
            if "\\" in plain
            else _BELOW.sub(r"_\2", plain).translate(_ROUND)
        )
        strange = [word for word in _WORD.findall(plain) if not _is_known(word)]
    try:
        with known({} if strange else numbers):
            return ClaimedNumber(language.read(plain).number)
    except SymattnError as error:
        said = (
            reading("no_letter", letter=strange[0][:20])
            if strange
            else reading("polynomial", said=fact(error.what))
        )
        raise SymattnError(said) from None


def _bare(text: str, letters: Numbers) -> str:
    """A number or a polynomial without what is said of it, what it counts, and how it is set."""
    with known(letters):
        text = _REMARK.sub(lambda m: m[0] if _is_factor(m) else "", text)
    text = UNITS.sub("", text)
    if with_comma():
        text = pointed(whole(text))
    plain = _RAISED.sub(
        lambda m: f"^{{{m[0].translate(ON_THE_LINE)}}}", text.translate(_SIGNS)
    )
    plain = _GROUPS.sub("", _TIMES.sub("*", plain)).rpartition("≈")[2]
    plain = bare_of(_STOP.sub("", _FORMULA.sub(r"\1", plain.strip().strip("$")))).text
    plain = _BELOW.sub(r"_{\2}", plain.strip())
    if found := _LIST.fullmatch(plain):
        plain = found[2].strip()
    return _BEHIND.sub(r"\1*", plain)


def _is_factor(found: Match) -> bool:
    """Whether brackets at the end hold letters, a factor or a divisor, and no words about what is before them; a short word in
    brackets right behind a number may be letters that nobody knows: 2(nq)."""
    remark = found[0]
    words = _WORD.findall(_BELOW.sub(r"_\2", bare_of(remark).text))
    behind = found.string[: found.start()][-1:].isalnum() and remark[0] == "("
    may_be = behind and all(len(word) <= LONGEST_LETTER for word in words)
    known = may_be or all(map(_is_known, words))
    return not _ABOUT.search(remark) and bool(words) and known


def _parted(word: str, joined: Glossary) -> str:
    """A word as the letters that it may be side by side, where some of them have their script beside them."""
    ways = {0: ""}  # the factors of its first signs
    for k in range(1, len(word) + 1):
        for at in [at for at in ways if k not in ways]:
            part = word[at:k]
            if name := joined.get(part) or name_of(part):
                ways[k] = f"{ways[at]}*{name}" if at else name
    return ways.get(len(word), word)


def _in_formula(word: str) -> str:
    """A word as LaTeX has it: a letter or a function as its command, a script of several signs in braces."""
    if word in GREEK or word in FUNCTIONS:
        return "\\" + word
    return _SCRIPT.sub(lambda m: f"{m[1]}_{{{m[2]}}}" if name_of(m[0]) else m[0], word)


def _is_known(word: str) -> bool:
    """Whether a word or a command stands in numbers: a letter, several side by side, a function, what a formula is dressed in."""
    while first := first_of(word):
        word = word[len(first) :]
    return (
        bool(name_of(word) or (word[:1] == "\\" and meaning_of(word[1:])))
        or word in FUNCTIONS
        or word in COMMANDS
    )


def _claimed(found: Match) -> ClaimedNumber:
    """The number of digits, with a power of ten or a word behind them."""
    digits = found[1]
    after = found[2] or ""
    power = found[3] or found[4] or "0"
    word = found[5]
    if abs(int(power)) > 100:
        raise SymattnError(reading("hundred_digits"))
    unit = Number.of(Fraction(10) ** (int(power) + _WORDS[word.lower()] - len(after)))
    many = bool(word or power != "0")
    nothing = many and not int(digits + after)  # 0.00M stands for no number but 0
    claimed = (after or many) and not nothing
    return ClaimedNumber(
        Number.of(int(digits + after)) * unit, unit / 2 if claimed else None
    )


def _shaped(shapes: ShapeReading, line: ShapeLine, text: str) -> Result:
    """The verdict on a shape, size by size."""
    right, letters = line.shape, shapes.letters
    sizes = letters.sizes(shapes.givens.values())
    joined = {
        name.replace("_", ""): name for name in sizes if "_" in name
    }  # dk for d_k
    text = _WORD.sub(
        lambda word: word[0] if word[0] in sizes else joined.get(word[0], word[0]), text
    )
    mine = entries_of(text, letters, len(right))
    if len(mine) != len(right):
        return Result(
            line.name,
            "incorrect",
            said=(
                told("dimensions", name=line.name, right=len(right), mine=len(mine)),
            ),
        )
    entries = tuple(
        "correct" if _same(a, b, letters) else "incorrect"
        for a, b in zip(mine, right, strict=True)
    )
    wrong = entries.count("incorrect")
    said = (told("sizes", count=wrong, total=len(right)),) if wrong else ()
    return Result(line.name, "incorrect" if wrong else "correct", (entries,), said=said)


def entries_of(text: str, letters: SizeRelations, count: int = 0) -> list[int | Size]:
    """The sizes of a shape as a student writes it, *count* of them where they stand without commas; raises SymattnError.

    >>> from symattn.plan.shapes import SizeRelations
    >>> entries_of("(B, n, 2*d)", SizeRelations())
    [Size(B), Size(n), Size(2·d)]
    >>> entries_of(r"4d \\times \\frac{6h d_k}{3}", SizeRelations())
    [Size(4·d), Size(2·h·d_k)]
    >>> [entries_of(text, SizeRelations()) for text in ("1024x8x128", "torch.Size([4, 8])", "[4 8]")]
    [[1024, 8, 128], [4, 8], [4, 8]]
    >>> entries_of("Bxnx2d", SizeRelations(), 3), entries_of("B by n", SizeRelations(), 2), entries_of("h d", SizeRelations(), 1)
    ([Size(B), Size(n), Size(2·d)], [Size(B), Size(n)], [Size(d·h)])
    """
    if len(text) > MOST:
        raise SymattnError(reading("long_shape", count=f"{len(text):,}"))
    text = _CALLED.sub("", text)
    alone = text.strip("()[]{}$ \t\n")
    if _REALS.fullmatch(alone):  # a number
        return [1] * count
    apart = (
        []
        if _BETWEEN.search(text)
        else next(
            (between.split(alone) for between in _APART if between.search(alone)), []
        )
    )
    numbers = all(part.isdecimal() for part in apart)
    if len(apart) > 1 and (numbers or count > 1):
        if len(apart) != count and not numbers:  # 2 d n may be (2d, n), or one size
            raise SymattnError(reading("missing_size"))
        text = ",".join(apart)
    parts = [
        _AROUND.sub("", _product(part))
        for part in _BETWEEN.split(_FRACTION.sub(r" \1/\2", text))
    ]
    if not all(parts):
        raise SymattnError(reading("missing_size"))
    return [letters.size(int(part) if part.isdecimal() else part) for part in parts]


def _product(size: str) -> str:
    """A size with the signs that people leave out: 4d, h d_k, 8/3 d."""
    size = re.sub(r"\\cdot|·", "*", size).strip()
    size = re.sub(
        r"(?<!\w)\(?(\d+)\s*/\s*(\d+)\)?\s*\*?\s*(?=[A-Za-z])(\w+)", r"\1*\3/\2", size
    )
    return re.sub(
        r"(?<![\w}])(\d+)\s*(?=[A-Za-z])|(?<=\w)\s+(?=[A-Za-z])",
        lambda m: f"{m[1] or ''}*",
        size,
    )


def _same(mine: int | Size, right: int | Size, letters: SizeRelations) -> bool:
    theirs = right.put(letters.rules) if isinstance(right, Size) else right
    if mine == theirs:
        return True
    number = letters.number(mine)
    return number is not None and number == letters.number(theirs)
