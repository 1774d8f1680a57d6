"""Values as people write them on one line: the text language of answers and sheets, and a prettier one for messages."""

from __future__ import annotations

from itertools import pairwise

from flint import fmpz

from symattn.errors import LimitError
from symattn.exact.decimals import scientific
from symattn.exact.form import Form, form, wordy
from symattn.exact.letters import symbolic
from symattn.exact.number import Number
from symattn.limits import MOST_WRITTEN

LONG = 80  # letters of a value in a sentence
SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4  # how tightly a written form binds


def text(x: Number) -> str:
    """The value in the text language, which ``symattn.read`` and SymPy read back to the same value.

    >>> from symattn.exact.functions import exp, root
    >>> text(1 / (1 + exp(3 * root(2))))
    '1/(1 + exp(3*sqrt(2)))'

    Raises LimitError for what is held by its definition, and past MOST_WRITTEN letters.
    """
    if wordy(x, MOST_WRITTEN):
        raise LimitError(f"an exact form of more than {MOST_WRITTEN:,} letters; its decimals can be asked for")
    return _write(form(x), PLAIN)[0]


def shown(x: Number) -> str:
    """The value in the text language, or about what it is where that would be too long.

    >>> shown(Number.of(1) / 3)
    '1/3'
    """
    return pretty(x) if wordy(x, MOST_WRITTEN) else text(x)


def pretty(x: Number) -> str:
    """The value for a sentence, with √ and e^{…}; a long one is shortened to its decimals.

    >>> from symattn.exact.functions import exp, root
    >>> pretty(1 / (1 + exp(3 * root(2))))
    '1/(1+e^{3√2})'
    """
    if not wordy(x):
        out = _write(form(x), PRETTY)[0]
        if len(out) <= LONG:
            return out
        if symbolic(x):
            return f"{out[:LONG]}…"
    try:
        mantissa, power = scientific(x, 6)
    except LimitError:
        return f"a sum of {len(x.terms):,} terms"
    if not mantissa.strip("-0."):
        return "0"
    return f"about {mantissa}·10^{power}" if power else f"about {mantissa}"


class Style:
    """How one language spells roots, exponentials, products and sums."""

    def __init__(self, times: str, plus: str, minus: str, pretty_: bool) -> None:
        self.times, self.plus, self.minus, self.pretty = times, plus, minus, pretty_


PLAIN = Style("*", " + ", " - ", False)
PRETTY = Style("·", "+", "−", True)


def _write(f: Form, style: Style) -> tuple[str, int]:
    return _WRITERS[f.kind](f, style)


def _inside(f: Form, style: Style, binding: int) -> str:
    out, own = _write(f, style)
    return out if own >= binding else f"({out})"


def _int(f: Form, style: Style) -> tuple[str, int]:
    return (fmpz(f.value).str() if isinstance(f.value, int) else f.value), ATOM


def _neg(f: Form, style: Style) -> tuple[str, int]:
    return ("−" if style.pretty else "-") + _inside(f.items[0], style, PRODUCT), SUM


def _pi(f: Form, style: Style) -> tuple[str, int]:
    return ("π" if style.pretty else "pi"), ATOM


def _call(f: Form, style: Style) -> tuple[str, int]:
    inner = _write(f.items[0], style)[0]
    if style.pretty and f.kind == "abs":
        return f"|{inner}|", ATOM
    if style.pretty and f.kind == "exp":
        return ("e" if inner == "1" else f"e^{{{inner}}}"), ATOM
    return f"{f.kind}({inner})", ATOM


def _root(f: Form, style: Style) -> tuple[str, int]:
    inner = _write(f.items[0], style)[0]
    if style.pretty:
        sign = {2: "√", 3: "∛"}.get(int(f.value), f"{f.value}-th root of ")
        return sign + (inner if f.items[0].kind == "int" else f"({inner})"), ATOM
    if f.value == 2:
        return f"sqrt({inner})", ATOM
    return _inside(f.items[0], style, ATOM) + f"**(1/{f.value})", POWER


def _add(f: Form, style: Style) -> tuple[str, int]:
    out = _inside(f.items[0], style, SUM)
    for item in f.items[1:]:
        negative = item.kind == "neg"
        out += (style.minus if negative else style.plus) + _inside(item.items[0] if negative else item, style, PRODUCT)
    return out, SUM


def _mul(f: Form, style: Style) -> tuple[str, int]:
    parts = [_inside(item, style, POWER) for item in f.items]
    if not style.pretty:
        return style.times.join(parts), PRODUCT
    out = parts[0]
    for before, part in pairwise(parts):
        out += ("·" if part[0].isdigit() or (before[-1].isalpha() and part[0].isalpha()) else "") + part
    return out, PRODUCT


def _div(f: Form, style: Style) -> tuple[str, int]:
    return _inside(f.items[0], style, PRODUCT) + "/" + _inside(f.items[1], style, POWER), PRODUCT


def _pow(f: Form, style: Style) -> tuple[str, int]:
    sign = "^" if style.pretty else "**"
    return _inside(f.items[0], style, ATOM) + sign + _inside(f.items[1], style, ATOM), POWER


_WRITERS = {
    "int": _int, "sym": _int, "def": _int, "neg": _neg, "pi": _pi, "root": _root, "add": _add, "mul": _mul, "div": _div,
    "pow": _pow, "exp": _call, "log": _call, "cos": _call, "sin": _call, "abs": _call,
}  # fmt: skip
