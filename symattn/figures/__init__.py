"""Drawings as data, one writer per format: ``build`` a figure from the sheet, ``write`` it for TeX or the web."""

from __future__ import annotations

from importlib import import_module

from symattn.errors import SymattnError, nearest
from symattn.figures.context import Context
from symattn.figures.model import Figure
from symattn.figures.names import FIGURES
from symattn.figures.options import wrong

WRITERS = ("tikz", "svg")


def build(name: str, context: Context) -> Figure:
    """The figure of this name, to become that of a key or of a blank; SymattnError names the nearest where there is none.

    >>> build("heat-maps", Context(symbol=str))
    Traceback (most recent call last):
        ...
    symattn.errors.SymattnError: figure 'heat-maps': no such figure; did you mean "heat-map"?
    """
    if name not in FIGURES:
        hint = nearest(name, FIGURES, "write one of")
        raise SymattnError(f"figure {name!r}: no such figure", hint)
    module, function = FIGURES[name].split(":")
    made: Figure = getattr(import_module(f"{__name__}.{module}"), function)(context)
    return made


def write(figure: Figure, form: str) -> str:
    """The figure as a tikzpicture (``tikz``) or as an svg element (``svg``).

    >>> write(build("multi-head", Context(symbol=str, heads=2)), "svg")[:4]
    '<svg'
    """
    if form not in WRITERS:
        raise SymattnError(
            f"figure format {form!r}: no such format", "write tikz or svg"
        )
    text: str = import_module(f"{__name__}.{form}").write(figure)
    return text


__all__ = ["FIGURES", "WRITERS", "Context", "Figure", "build", "write", "wrong"]
