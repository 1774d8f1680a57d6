"""From a question's variant or steps to its plan; what cannot be read is reported at its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symattn.errors import LineError, SymattnError, nearest
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.language.lines import defined
from symattn.plan import Plan, read_lines
from symattn.sheet.cells import Cells
from symattn.sheet.place import Place
from symattn.sheet.variants import givens_of, plan_of

Givens = Mapping[str, Cells | None]
"""The given values by name; None where one is written but has a problem of its own."""
MASK = "mask_matrix"
"""The name under which a plan reads a mask that is written as a matrix among the options."""
WEIGHT = re.compile(r"(?:[WbX]|memory)(?:_\w+)?", re.IGNORECASE)


def plan_of_question(keys: Mapping[str, Any], given: Givens, at: Place) -> Plan | None:
    """The plan of a question's keys, or None when it cannot be told; every problem is reported."""
    if "variant" in keys and "steps" in keys:
        (at / "steps").misnamed("both a variant and steps", "keep one of the two: a variant brings its own lines")
        return None
    if "steps" in keys:
        return _from_steps(keys["steps"], given, at)
    if "variant" in keys:
        return _from_variant(keys, given, at)
    at.misnamed("neither a variant nor steps", 'write variant = "attention", or steps = ["Q = X @ W_Q"]')
    return None


def _from_steps(texts: tuple[str | None, ...] | None, given: Givens, at: Place) -> Plan | None:
    if texts is None or None in texts:
        return None
    if not texts:
        (at / "steps").wrong("no lines", 'write lines, such as steps = ["Q = X @ W_Q"]')
        return None
    numbers = [name for name, cells in given.items() if cells and isinstance(cells.value, Number)]
    lines, errors = read_lines([text or "" for text in texts], numbers, given.keys() - {*numbers})
    for error in errors:
        if defined(texts[error.line] or "") in given:
            continue  # said below: it cannot be given and defined
        (at / "steps" / error.line).wrong(error.message, _pointed(texts[error.line] or "", error))
    names = [defined(text or "") for text in texts]
    for number, name in enumerate(names):
        if name in given:
            (at / "steps" / number).wrong(f"{name} is given, and this line defines it", "give one of them another name")
    for line in lines:
        for name in (*line.reads, *line.scalars):
            if name not in given and name not in names:
                hint = nearest(name, filter(None, [*given, *names])) or f"write {name} = [[…]] under [question.given]"
                (at / "steps" / texts.index(line.text)).wrong(f"{name} is neither given nor defined by a line", hint)
    return None if errors else Plan(lines)


def _pointed(text: str, error: LineError) -> str:
    """The line with the place of the mistake: a caret below it."""
    if len(text) > 100:
        return f"at character {error.column + 1} of the line"
    return f"{text}\n  {' ' * min(error.column, len(text))}^"


def _from_variant(keys: Mapping[str, Any], given: Givens, at: Place) -> Plan | None:
    variant = keys["variant"]
    options = {name: value for name, value in (keys.get("options") or {}).items() if value is not None}
    if variant is None:
        return None
    if variant == "attention" and options.get("heads", 1) != 1:
        hint = 'leave it out, or write variant = "multi-head-attention"'
        (at / "options" / "heads").wrong("attention has one head", hint)
    needed, optional = givens_of(variant, options, tuple(given))
    missing = [name for name in needed if name not in given]
    if missing:
        shown = ", ".join(missing[:6]) + (", …" if len(missing) > 6 else "")
        hint = nearest(missing[0], [other for other in given if other not in (*needed, *optional)])
        what = f"{shown} {'is' if len(missing) == 1 else 'are'} not given"
        (at / "given").misnamed(what, hint or f"{variant} needs X and W_Q, W_K, W_V of every head")
    for name in given:
        if name not in (*needed, *optional) and not missing and WEIGHT.fullmatch(name):
            hint = nearest(name, [other for other in (*needed, *optional) if other not in given])
            (at / "given" / name).misnamed(f"{variant} has no {name} here", hint or "leave it out, or set heads")
    for name, cells in given.items():
        if cells and not isinstance(cells.value, Matrix) and name in (*needed, *optional):
            (at / "given" / name).wrong("a number where a matrix belongs", "write rows, such as [[1, 2], [3, 4]]")
            missing.append(name)
    unknown = None in given.values() and variant.startswith("fused")  # its lines depend on the columns
    return None if missing or unknown else _planned(variant, options, given, at)


def _planned(variant: str, options: Mapping[str, Any], given: Givens, at: Place) -> Plan | None:
    try:
        plan = plan_of(variant, options, {name: _shape(cells) for name, cells in given.items()})
    except LineError:
        (at / "options" / "scale").wrong("scores cannot be divided by this", 'write a number, such as "sqrt(2)"')
    except SymattnError as error:
        name = str(error).split()[0]
        place = at / "given" / name if name in given else at
        place.wrong(str(error))
    else:
        for name in given.keys() & set(plan.names):
            (at / "given" / name).misnamed(f"{name} is given, but {variant} computes it", "leave it out")
        return plan
    return None


def _shape(cells: Cells | None) -> tuple[int, int]:
    return cells.value.shape if cells and isinstance(cells.value, Matrix) else (1, 1)
