"""Formulas as programs and books write them, as the lines of a sheet do: a list of rewritings, and what names were made of."""

from __future__ import annotations

from collections.abc import Callable

from symattn.later import Match, pattern
from symattn.marking.answers.catalogue import spoken
from symattn.marking.answers.programs import Rewriting, by_rules
from symattn.said import Glossary, Pair
from symattn.tables import apart_from

LONGEST = 300  # characters of a formula
MOST_MADE = 12  # names that are made of each other
MOST_CALLS = 6  # behind each other, c.mean().exp()
_FLAT = r"(?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))"  # signs and whole brackets, three deep
_NAME = pattern(r"(?<![\w.])[^\W\d]\w*(?!\w*[(.\w])|(?<![\w.])[^\W\d]\w*(?=\.[^\W\d])")


def _rule(
    sign: str, looks: str, made: str | Callable[[Match], str], example: str, gives: str
) -> Rewriting:
    return Rewriting(sign, spoken(looks), made, example, gives)


_THE = r"\A(?i:«the»[ \t]*)?"
_OF = (
    r"[ \t]+(?:(?:(?i:«of»)[ \t]+)?(?i:«an_entry»)[ \t]+)?(?i:«of»)[ \t]+(?P<of>\S+)\Z"
)
FORMS: tuple[Rewriting, ...] = (
    _rule(" ", rf"{_THE}(?i:«variance»){_OF}", r"Var[\g<of>]", "The variance of an entry of s", "Var[s]"),
    _rule(
        " ", rf"{_THE}(?i:«mean»){_OF}", r"E[\g<of>]",
        "Der Mittelwert von s", "E[s]",
    ),
    _rule(
        "where(", rf"\b(?:\w+\.)?where\({_FLAT}+?,\s*(?P<of>{_FLAT}+?)\s*,[^(),]*(?:\([^()]*\))?\)", r"(\g<of>) + mask",
        "np.where(m == 1, S / 2, -np.inf)", "(S / 2) + mask",
    ),
    _rule(".masked_fill", rf"\.masked_fill_?\({_FLAT}*\)", " + mask", "S.masked_fill(m == 0, -inf)", "S + mask"),
    # the axis along which softmax goes, unless it is another one
    _rule(
        "softmax(", r"(softmax\((?:[^()]|\([^()]*\))*?),\s*(?:axis|dim)\s*=\s*(?:-1|1)(?=\))", r"\1",
        "softmax(L, dim=-1)", "softmax(L)",
    ),
    _rule("keepdim", r",\s*keepdims?\s*=\s*True", "", "sum(E, axis=1, keepdims=True)", "sum(E, axis=1)"),
    _rule("dim=", r",\s*dim=", ", axis=", "sum(E, dim=1)", "sum(E, axis=1)"),
    _rule(
        ".", r"\b(?:(?:np|numpy|jnp|torch|F|scipy|special|nn|functional)\.)+", "",
        "scipy.special.softmax(L)", "softmax(L)",
    ),
    _rule("%*%", r"[ \t]*%\*%[ \t]*", " @ ", "X %*% t(K)", "X @ t(K)"),
    _rule(".transpose()", r"\.transpose\(\)", ".T", "Q*K.transpose()", "Q*K.T"),
    _rule("t(", r"(?<![\w.])t\(([^\W\d]\w*)\)", r"\1.T", "Q @ t(K)", "Q @ K.T"),
    _rule("'", r"(?<=[\w)\]*@·⋅× ])([A-Z](?:_?\d)?)'(?![\w'])", r"\1.T", "Q*K_1'", "Q*K_1.T"),
    # a factor before a product is a divisor behind it
    _rule(
        "frac", r"\A\\[dt]?frac\s*\{\s*1\s*\}\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*(?:\\cdot|\\times|[·*])?\s*(?P<of>[^\s=].*)\Z",
        r"(\g<of>)/(\1)", r"\frac{1}{\sqrt{2}} QK^T", r"(QK^T)/(\sqrt{2})",
    ),
    _rule(
        "1/", r"\A1/(\\?(?:sqrt|√)\s*(?:\([^()]*\)|\{[^{}]*\}|\d+))\s*(?:\\cdot|\\times|[·*])?\s*(?P<of>[^\s=].*)\Z",
        r"(\g<of>)/\1", "1/sqrt(2) * S", "(S)/sqrt(2)",
    ),
)  # fmt: skip
"""How formulas are written that are a sheet's lines: each is written as the sheet does."""
_METHOD = pattern(
    rf"\A(?P<of>(?:[\w.\[\]]|\({_FLAT}*\))+)\.(?P<called>[a-z]\w*)\((?P<inner>[^()]*)\)\Z"
)


def as_lines(formula: str) -> str:
    """A formula as the lines of a sheet write it.

    >>> as_lines("np.where(mask, Q @ K.T / np.sqrt(2), -np.inf)"), as_lines("c.mean().exp()")
    ('(Q @ K.T / sqrt(2)) + mask', 'exp(mean(c))')
    """
    if len(formula) > LONGEST:
        return formula
    return _called(by_rules(FORMS, formula.strip()))


def _called(formula: str) -> str:
    """Methods as functions: c.mean() is mean(c), E.sum(axis=1) is sum(E, axis=1), -p.log() is -log(p)."""
    before = formula[: len(formula) - len(formula.lstrip("-−"))]
    formula = formula[len(before) :]
    calls: list[Pair] = []
    while len(calls) < MOST_CALLS and (found := _METHOD.match(formula)):
        calls.append((found["called"], found["inner"]))
        formula = found["of"]
    for called, inner in reversed(calls):
        formula = f"{called}({formula}{f', {inner}' if inner.strip() else ''})"
    return before + formula


def made_of(
    name: str, made: Glossary, line: Callable[[str], str | None], deep: int = MOST_MADE
) -> str | None:
    """The line that a name or a formula of a program stands for, by what its names were made of; None where that is no line.

    >>> known = {"Q @ K.T": "S", "S / 2": "L", "(S / 2) + mask": "L", "softmax(L)": "A", "S": "S", "L": "L"}.get
    >>> made_of("softmax(masked)", {"scores": "Q @ K.T", "masked": "np.where(m, scores / 2, -np.inf)"}, known)
    'A'
    """
    found = line(name)
    if found is not None or deep <= 0 or len(name) > LONGEST:
        return found
    if name in made:
        return made_of(made[name], apart_from(made, [name]), line, deep - 1)
    spelled = as_lines(name)
    if (found := line(spelled)) is not None:
        return found
    known = _NAME.sub(
        lambda m: (m[0] in made and made_of(m[0], made, line, deep - 1)) or m[0],
        spelled,
    )
    return line(known) if known != spelled else None
