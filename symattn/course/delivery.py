"""A worksheet solved and written: the one way from a sheet to a result in any format."""

from __future__ import annotations

from symattn.sheet import Sheet

PROGRAMS = ("numpy", "torch", "sympy")
"""The dialects in which a sheet is written as a program."""


def page_text(sheet: Sheet, form: str, *, key: bool, detail: str, decimals: int | None) -> str:
    """A sheet solved and written in a format; raises SheetError for a line without a value, LimitError.

    The format may also be a dialect, such as numpy: the sheet as a program.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2]]\\n")
    >>> '"exact": [' in page_text(sheet, "json", key=True, detail="standard", decimals=2)
    True
    """
    places = sheet.decimals if decimals is None else decimals
    if form in PROGRAMS:
        from symattn.page.source import source

        return source(sheet, form)
    if form == "json" and not key:
        from symattn.sheet.json import blank_json

        return blank_json(sheet)
    solution = sheet.solve()
    if form == "ipynb":
        from symattn.page import notebook

        return notebook.page(solution, key, places)
    if form == "json":
        from symattn.sheet.json import to_json

        return to_json(solution, places)
    from symattn import page as pages

    return pages.page(solution, format=form, key=key, detail=detail, decimals=places)
