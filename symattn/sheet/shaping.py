"""A question about shapes: its lines and the shapes of its givens in letters, in place of values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symattn.errors import SymattnError, nearest
from symattn.ops.shapes import Shape
from symattn.plan import Plan, read_lines
from symattn.plan.shapes import Letters, ShapeTable, table
from symattn.sheet.place import Place
from symattn.sheet.variants import givens_of, plan_of


@dataclass(frozen=True)
class ShapeReading:
    """The plan of a question about shapes, its givens' shapes, and what is stated about the letters."""

    plan: Plan
    givens: Mapping[str, Shape]
    letters: Letters

    @property
    def table(self) -> ShapeTable:
        """Every given and line with its shape."""
        return table(self.plan, self.givens, self.letters)


def shapes_of_question(keys: Mapping[str, Any], at: Place) -> ShapeReading | None:
    """The shapes a question asks about, or None where it asks about none; every problem is reported."""
    if "shapes" not in keys:
        for key in ("sizes", "where"):
            if key in keys:
                (at / key).misnamed(f"{key} without shapes", 'write [question.shapes] with X = ["n", "d"]')
        return None
    for key in ("given", "stated"):
        if key in keys:
            (at / key).misnamed(f"both shapes and {key}", "a question is about shapes or about values: make two of it")
    written = {name: shape for name, shape in (keys["shapes"] or {}).items() if shape}
    letters = _letters(keys, at)
    if letters is None:
        return None
    try:
        givens = {name: letters.shape(shape) for name, shape in written.items()}
    except SymattnError as error:
        (at / "shapes").wrong(str(error))
        return None
    plan = _plan(keys, givens, letters, at)
    found = ShapeReading(plan, givens, letters) if plan else None
    if found:
        _check(found, at)
    return found


def _letters(keys: Mapping[str, Any], at: Place) -> Letters | None:
    try:
        sizes = {name: n for name, n in (keys.get("sizes") or {}).items() if n is not None}
        return Letters.read([text for text in keys.get("where") or () if text], sizes)
    except SymattnError as error:
        place = at / "where" if "where" in keys else at / "sizes"
        place.wrong(str(error))
        return None


def _plan(keys: Mapping[str, Any], givens: Mapping[str, Shape], letters: Letters, at: Place) -> Plan | None:
    if "steps" in keys and "variant" not in keys:
        return _from_steps(keys["steps"], givens, letters, at)
    if "variant" in keys and "steps" not in keys:
        return _from_variant(keys, givens, at)
    at.misnamed("a question about shapes needs steps or a variant", 'write steps = ["Q = X @ W_Q"]')
    return None


def _from_steps(texts: Any, givens: Mapping[str, Shape], letters: Letters, at: Place) -> Plan | None:
    if not texts or None in texts:
        return None
    inner = {letter for shape in givens.values() for size in shape for letter in getattr(size, "letters", ())}
    sizes = {*inner, *letters.names} - set(givens)
    lines, errors = read_lines(texts, sizes, givens)
    for error in errors:
        (at / "steps" / error.line).wrong(error.message, f"at character {error.column + 1} of the line")
    defined = {line.name for line in lines}
    for line in lines:
        for name in (*line.reads, *line.scalars):
            if name not in defined | sizes and name not in givens:
                hint = nearest(name, [*givens, *defined]) or f'write {name} = ["n", "d"] under [question.shapes]'
                (at / "steps" / texts.index(line.text)).wrong(f"{name} has no shape and no line defines it", hint)
        if line.name in givens:
            (at / "steps" / texts.index(line.text)).wrong(f"{line.name} has a shape and this line defines it")
    return None if errors or at.problems else Plan(lines)


def _from_variant(keys: Mapping[str, Any], givens: Mapping[str, Shape], at: Place) -> Plan | None:
    options = {name: value for name, value in (keys.get("options") or {}).items() if value is not None}
    variant = keys["variant"]
    if variant is None:
        return None
    missing = [name for name in givens_of(variant, options, tuple(givens))[0] if name not in givens]
    if missing:
        (at / "shapes").misnamed(f"{', '.join(missing)} has no shape", f'write {missing[0]} = ["d", "d_k"]')
        return None
    try:
        return plan_of(variant, options, {name: (shape[-2], shape[-1]) for name, shape in givens.items()})
    except (SymattnError, TypeError) as error:
        at.wrong(str(error) if isinstance(error, SymattnError) else "heads of letters cannot be cut; write steps")
        return None


def _check(reading: ShapeReading, at: Place) -> None:
    """What does not fit stands at its line, or at the variant."""
    found = reading.table
    for line, what in found.problems:
        steps = at / "steps" / reading.plan.lines.index(line)
        (steps if at.positions.has(steps.path) else at / "shapes").wrong(what)
    for line in reading.plan.lines:
        if line.name not in found.lines and not at.problems:
            what = f"the shape of {line.name} does not follow from the shapes given"
            (at / "steps" / reading.plan.lines.index(line)).wrong(what, "name the sizes it uses under where or sizes")
