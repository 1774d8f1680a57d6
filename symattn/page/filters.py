"""What a template may ask of a line or a given: its symbol, formula, numbers, exact value, decimals, the names in it.

``<< line | symbol >> = << line | formula >> ≈ << line | approx(2) >>`` in a template is a line of working of one's own.
A line is one of the template's ``lines``, its ``step``, or a name: ``<< "X" | exact >>``, ``<< step.args[0] | symbol >>``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from jinja2 import pass_context
from jinja2.runtime import Context

from symattn.boxes import Box, Row
from symattn.errors import SymattnError, nearest
from symattn.page.matrices import Form
from symattn.page.naming import Name
from symattn.page.present import Shown, given, present, rounded, unnamed
from symattn.page.work import Work

NOTHING = Row(())


@pass_context
def symbol(context: Context, of: Shown | str) -> Box:
    """How the notation writes a line or a given."""
    return _work(context).notation.symbol(_name(of))


@pass_context
def formula(context: Context, of: Shown | str) -> Box:
    """The right side of a line in symbols."""
    work, name = _work(context), _line(context, of).name
    return work.notation.formula(work.question.plan.line(name).tree)


@pass_context
def numbers(context: Context, of: Shown | str) -> Box:
    """The right side of a line with its numbers, or nothing where they do not fit."""
    return _box(_line(context, of).numbers)


@pass_context
def exact(context: Context, of: Shown | str) -> Box:
    """The exact value, in names where there are some; nothing where it is too long."""
    work, name = _work(context), _name(of)
    if name in work.question.given:
        return given(work, name).box
    shown = _line(context, of)
    return _box(shown.exact or next(iter(unnamed(work, shown.name)), None))


@pass_context
def approx(context: Context, of: Shown | str, places: int | None = None) -> Box:
    """The value rounded, to the sheet's places or others."""
    work = _work(context)
    work = work if places is None else replace(work, places=places, _known={})
    return rounded(work, _name(of)).box


@pass_context
def names(context: Context, of: Shown | str) -> tuple[Name, ...]:
    """The names that appear in a line for the first time, each with its ``box`` and ``value``."""
    return _line(context, of).names


def _box(form: Form | None) -> Box:
    return form.box if form is not None else NOTHING


def _name(of: Shown | str) -> str:
    return of if isinstance(of, str) else of.name


def _work(context: Context) -> Work:
    work = context.get("work")
    if not isinstance(work, Work):
        raise SymattnError("a template of a step has lines and givens; in this one there are none to ask")
    return work


def _line(context: Context, of: Shown | str) -> Shown:
    if isinstance(of, Shown):
        return of
    plan = _work(context).question.plan
    if of not in plan.names:
        hint = nearest(of, plan.names) or "the lines have other names"
        raise SymattnError(f"a template asks for {of}, which is no line; {hint}")
    return present(_work(context), plan.line(of))


FILTERS: dict[str, Callable[..., object]] = {
    "symbol": symbol, "formula": formula, "numbers": numbers, "exact": exact, "approx": approx, "names": names,
}  # fmt: skip
