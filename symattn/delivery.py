"""A worksheet solved and written: the one way from a sheet to a result in any format."""

from __future__ import annotations

from symattn.worksheet import Sheet


def page_text(sheet: Sheet, form: str, *, key: bool, detail: str, decimals: int | None) -> str:
    """A sheet solved and written in a format; raises SheetError for a line without a value, LimitError.

    >>> from symattn.worksheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2]]\\n")
    >>> '"exact": [' in page_text(sheet, "json", key=True, detail="standard", decimals=2)
    True
    """
    places = sheet.decimals if decimals is None else decimals
    solution = sheet.solve()
    if form == "json":
        from symattn.worksheet.json import to_json

        return to_json(solution, places)
    from symattn import render

    return render.page(solution, format=form, key=key, detail=detail, decimals=places)
