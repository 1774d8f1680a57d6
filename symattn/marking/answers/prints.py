"""What a program's cell prints, as its text says: which names, in which order. Nothing is ever run.

An expression is named by what stands in it once wrappers are taken off that change no value: ``np.round(A, 4)``,
``pd.DataFrame(A)``, ``A.detach().numpy()`` are A. What a name was given is kept: ``df = pd.DataFrame(A)`` is A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from symattn.later import Match, pattern

MOST_STATEMENTS = 2_000  # of one cell or program; what prints answers is shorter by far
MOST_WRAPPERS = 12  # around one name
LONGEST = 300  # characters of an expression that may be a name in wrappers
_COMMENT = pattern(r"#[^\n]*")
_PIECE = pattern(
    r"(?P<word>[rfbu]{0,2}(?:'''|\"\"\"|'|\"))|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[;\n])|(?P<comma>,)",
    re.I,
)
_REMARK = pattern(r"[ \t]*(?:#|(?<![.\d])//(?!\d)|--|(?<![*/%])%(?![*/%]))[^\n]*")
_IN_WORDS = pattern(
    r"[^\W\d_]{2,}[ \t]+[^\W\d_]{2,}[ \t]+[^\W\d_]|[.?!:=,][ \t]*\Z|=.*[;,][ \t]*\Z"
)
_CALL = pattern(
    r"(?:(?:\w+\.)?(?:print|display|pprint|disp)|console\.(?:table|log))\s*\((?P<inner>.*)\)",
    re.DOTALL,
)
_TEXT = pattern(
    r"(?P<kind>[rfbu]{0,2})(?P<quote>'''|\"\"\"|'|\")(?P<text>.*)(?P=quote)",
    re.DOTALL | re.I,
)
_ASSIGNED = pattern(r"(?P<name>[A-Za-z_]\w*)\s*=(?!=)\s*(?P<value>.+)", re.DOTALL)
_GIVEN = pattern(r"(?:let\s+)?(?P<name>[A-Za-z.]\w*)\s*(?:=(?!=)|<-)\s*.+", re.DOTALL)
_KEYWORD = pattern(r"[A-Za-z_]\w*\s*=(?!=)")
_BARE = pattern(r"[A-Za-z_]\w*(?:\[\d+\])?")
_WRAPPER = pattern(
    r"(?:(?:np|numpy|torch|jnp|pd|sp|sympy)\s*\.\s*)?(?:round|around|array|asarray|DataFrame|Matrix|tensor|N|simplify|list|float)"
    r"\s*\((?P<inner>.*)\)",
    re.DOTALL,
)
_METHOD = pattern(
    r"(?P<inner>.*\S)\s*\.\s*(?:round|numpy|detach|cpu|tolist|evalf|n|item|astype|double|float|squeeze|copy)"
    r"\s*\((?:[^()]|\([^()]*\))*\)"
    r"|(?P<product>\(.*\))(?:\[0, ?0\]|\.(?:simplify|expand|(?:simplify|reduce)_trig)\(\))+",
    re.DOTALL,
)
_BRACKETED = pattern(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_ROWS = pattern(  # a loop that prints the rows of a matrix: for row in A: print(row), for i in range(2): print(A[i])
    r"^for[ \t]+(?P<row>\w{1,30})[ \t]+in[ \t]+(?:range\([^\n]{1,60}\)|(?P<of>[^\n:]{1,100}?))[ \t]*:[ \t]*\n?"
    r"[ \t]*print\((?P<said>[^\n]{1,200})\)[ \t;]*$",
    re.MULTILINE,
)
_INDENTED = pattern(
    r"^(?:def|class|for|while|if|elif|else|with|try|except|finally)\b[^\n]*:[^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n[ \t])))*",
    re.MULTILINE,
)
_SHOWS = pattern(r"print|display|disp\b")
_BLOCK = pattern(r"\s*(?:for|while|def|class|if|with|try)\b")


class Print(NamedTuple):
    """One thing that a cell prints: the words before it, as they are printed, and the name or formula that it is in the program,
    "" for none."""

    words: str
    name: str


def prints(source: str, made: dict[str, str]) -> list[Print]:
    """What a cell prints, in order, its last expression at the end; none where it branches or loops, but over the rows of a
    matrix. What the cell gives its names goes to those *made* before.

    >>> made = {}
    >>> prints("H1 = A1 @ V1\\nprint(H1); print('second', np.round(H2, 4))\\ndf = pd.DataFrame(A)\\nQ", made)[:2], made
    ([Print(words='', name='H1'), Print(words='second', name='H2')], {'H1': 'A1 @ V1', 'df': 'A'})
    >>> prints("for row in A:\\n  print(*row)\\nfor i in range(2):\\n  print(B[i])", made)
    [Print(words='', name='A'), Print(words='', name='B')]
    >>> prints("for Q in heads:\\n  S = Q @ K.T\\n  print(S)", made)
    []
    """
    statements = _statements(source)
    found: list[Print] = []
    for k, statement in enumerate(statements):
        call = _CALL.fullmatch(statement)
        assigned = _ASSIGNED.fullmatch(statement)
        if call:
            found += _arguments(call["inner"])
        elif assigned:
            value = _name(assigned["value"])
            if (
                value != assigned["name"] and len(made) < MOST_STATEMENTS
            ):  # A = A.round(2) is what it was
                made[assigned["name"]] = value
        elif k + 1 == len(statements):
            found += [Print("", _name(one)) for one in _items(statement)]
    return found


def _statements(source: str) -> list[str]:
    """The statements of a cell; none where it branches or loops, but over the rows of a matrix."""
    straight = _ROWS.sub(_whole, _INDENTED.sub(_silent, _without_comments(source)))
    found = [one for one in map(str.strip, apart(straight, "end")) if one]
    found = found[:MOST_STATEMENTS]
    return [] if any(map(_BLOCK.match, found)) else found


def said_above(source: str) -> dict[str, str]:
    """What a cell prints by itself right before what it prints without a label.

    >>> said_above("print('weights'); print(A)\\nprint(Q)\\nprint('out:')\\nprint(A @ V)")
    {'A': 'weights', 'A @ V': 'out:'}
    """
    found, words = dict[str, str](), ""
    for statement in _statements(source):
        call = _CALL.fullmatch(statement)
        text = _TEXT.fullmatch(call["inner"].strip()) if call else None
        shown = [*_arguments(call["inner"])] if call else []
        if words and len(shown) == 1 and not shown[0].words:
            found[shown[0].name] = words
        words = text["text"].strip() if text else ""
    return found


def _silent(block: Match) -> str:
    """A definition, a loop or a branch in which something is printed; nothing in place of any other."""
    return block[0] if _SHOWS.search(block[0]) else ""


def _whole(loop: Match) -> str:
    """The print of a matrix whose rows a loop prints; the loop itself where that is not seen."""
    row = re.escape(loop["row"])
    of = loop["of"] or (
        found[1]
        if (found := re.search(rf"(\w+)\[{row}(?:,[ \t]*:)?\]", loop["said"]))
        else ""
    )
    return f"print({of})" if of and re.search(rf"\b{row}\b", loop["said"]) else loop[0]


def _without_comments(source: str) -> str:
    """A program without its comments; a # inside a text of its own line is kept."""
    lines = source.split("\n")
    return "\n".join(
        line
        if re.search(r"['\"][^'\"]*#[^'\"]*['\"]", line)
        else _COMMENT.sub("", line)
        for line in lines
    )


def apart(text: str, sign: str) -> Iterator[str]:
    """A text cut at signs of a kind outside all brackets and quotes.

    >>> list(apart("f(a, b), c", "comma"))
    ['f(a, b)', ' c']
    """
    depth, start, at = 0, 0, 0
    while (found := _PIECE.search(text, at)) is not None:
        at = found.end()
        if found["word"]:
            quote = found["word"].lstrip("rfbuRFBU")
            close = text.find(quote, at)
            at = close + len(quote) if close >= 0 else len(text)
        elif found["open"]:
            depth += 1
        elif found["close"]:
            depth = max(0, depth - 1)
        elif depth == 0 and found[sign]:
            yield text[start : found.start()]
            start = at
    yield text[start:]


def _items(expression: str) -> list[str]:
    """The items of a tuple or a list, or the expression itself."""
    expression = expression.strip().rstrip(",")
    inner = (
        expression[1:-1]
        if expression[:1] + expression[-1:] in ("()", "[]")
        else expression
    )
    items = [item.strip() for item in apart(inner, "comma") if item.strip()]
    return (
        items
        if all(map(_BARE.fullmatch, items)) or inner is expression
        else [expression]
    )


def _arguments(inner: str) -> Iterator[Print]:
    """What one call prints: texts go before the expression behind them."""
    words: list[str] = []
    for argument in (one.strip() for one in apart(inner, "comma")):
        if not argument or (_KEYWORD.match(argument) and not _TEXT.fullmatch(argument)):
            continue
        text = _TEXT.fullmatch(argument)
        if text is None:
            for item in _items(argument):
                yield Print(" ".join(words).strip(), _name(item))
                words = []
        else:
            words.append(text["text"].replace("\\n", " ").strip() or " ")
            if "f" in text["kind"].lower() and "{" in text["text"]:
                yield Print(" ".join(words).strip(), "")
                words = []


def shown_by(typed: str) -> str:
    """The name or the formula of what a console shows behind what was typed; "" where that is nothing but words.

    >>> shown_by("K = X @ W; np.round(K, 2)"), shown_by("print(A @ V)  # out"), shown_by("(R <- H)"), shown_by("Compute it.")
    ('K', 'A @ V', 'R', '')
    """
    typed = _REMARK.sub("", typed)
    last = next(
        (one.strip() for one in reversed(list(apart(typed, "end"))) if one.strip()), ""
    )
    last = last[1:-1].strip() if _BRACKETED.fullmatch(last) else last  # (Q <- X)
    if not re.search(r"[^\W\d_]", last) or _IN_WORDS.search(typed):
        return ""
    assigned, call = _GIVEN.fullmatch(last), _CALL.fullmatch(last)
    return assigned["name"] if assigned else _name(call["inner"] if call else last)


def _name(expression: str) -> str:
    """The name of what an expression shows, or the expression itself, which may be a line's formula: A @ V."""
    expression = expression.strip()
    if len(expression) > LONGEST:
        return ""
    for _ in range(MOST_WRAPPERS):
        if _BARE.fullmatch(expression):
            return expression
        found = _WRAPPER.fullmatch(expression)
        if found is None or not _BRACKETED.fullmatch(f"({found['inner']})"):
            found = _METHOD.fullmatch(expression)
        if not found and not _BRACKETED.fullmatch(expression):
            break
        inner = found["inner"] or found["product"] if found else ""
        expression = (
            next(apart(inner, "comma"), "").strip()
            if inner
            else expression[1:-1].strip()
        )
    return expression
