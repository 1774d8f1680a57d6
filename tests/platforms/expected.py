"""Worksheets exported for Moodle, each with what a site has to make of it, worked out by symattn's own marker.

    python tests/platforms/expected.py FOLDER [SHEET …]

writes ``FOLDER/SHEET/cloze.xml``, ``stack.xml`` and ``expected.json`` for every shipped sheet that asks for numbers, or for
those named. ``tests/platforms/moodle/cloze.php`` reads the last.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from symattn.course.platforms import export
from symattn.course.platforms.blanks import INFINITE, MOST, Asked
from symattn.course.platforms.markup import engine
from symattn.course.platforms.variants import variants
from symattn.course.platforms.view import View, views
from symattn.course.vary import carried
from symattn.errors import SymattnError
from symattn.exact.any_matrix import Blocked
from symattn.exact.decimals import decimal
from symattn.exact.matrix import Entry
from symattn.files import shipped
from symattn.marking import check
from symattn.sheet import Sheet, load

BEHIND = ("/3", "exp(3)", "√2", "+1", "-1", " apple", "^2", "*2", "sqrt(2)", "e3", "pi", "·2", "(2)")
"""What makes a right number a wrong value that begins with it."""
DRAWN = 2
"""Variants of a template that are attempted."""


def of_sheet(sheet: Sheet) -> dict[str, dict[str, Any]]:
    """By the name of each question in Moodle, its blanks in order, the slips of its lines, what they earn and are told."""
    drawn = variants(sheet, carried(sheet.path.read_text("utf-8"), sheet.path))[:DRAWN]
    return {
        f"{sheet.title}: {view.id}" + (f" ({number})" if sheet.vary else ""): _of_question(one, view)
        for number, one in enumerate(drawn, 1)
        for view in views(one.solve(), engine(sheet.language))
    }


def _of_question(sheet: Sheet, view: View) -> dict[str, Any]:
    lines, places = [line for part in view.sections for line in part.asked], sheet.decimals
    cells = [_typed(x, places) for line in lines for x in entries(line)]
    masked = [k for k, cell in enumerate(cells) if cell == "-inf"]
    share = [line.marks / len(entries(line)) for line in lines for _ in entries(line)]
    return {
        "cells": cells,
        "marks": float(view.marks),
        "beside": [[cell if cell == "-inf" else _beside(cell, places, by) for cell in cells] for by in (1, -1)],
        "beside_most": float(sum(share[k] for k in masked) + Fraction(1, 2) * sum(share[k] for k in range(len(cells)) if k not in masked)),
        "spellings": [
            *([[word if cell == "-inf" else cell for cell in cells] for word in INFINITE] if masked else []),
            [_typed(x, places + 3) for line in lines for x in entries(line)],
        ],
        "signs": [[cell.replace(".", point).replace("-", minus) for cell in cells] for point, minus in ((",", "-"), (".", "−"), (",", "−"))],
        "strange": [[cell + behind for cell in cells] for behind in BEHIND],
        "slips": list(_slips(sheet, view.id, lines, cells)),
    }


def entries(line: Asked) -> list[Entry]:
    """The entries of a line, row by row."""
    return [x for row in line.value.cells() for x in row]


def _typed(x: Entry, places: int) -> str:
    return "-inf" if isinstance(x, Blocked) else decimal(x, places)


def _beside(cell: str, places: int, by: int) -> str:
    """A rounding by one more or less in its last place."""
    value = Fraction(cell) * 10**places + by
    sign, digits = "-" if value < 0 else "", str(abs(int(value))).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _slips(sheet: Sheet, id: str, lines: list[Asked], cells: list[str]) -> Any:
    at, places, total = 0, sheet.decimals, sum(line.marks for line in lines)
    for line in lines:
        right = entries(line)
        for mistake in line.mistakes:
            wrong = [x for row in mistake.value.cells() for x in row]
            typed = [_typed(x, places) for x in wrong]
            far = [
                not isinstance(a, Blocked) and not isinstance(b, Blocked) and abs(Fraction(_typed(b, 9))) <= MOST and abs(Fraction(_typed(a, 9)) - Fraction(_typed(b, 9))) > Fraction(2, 10**places)
                for a, b in zip(right, wrong, strict=True)
            ]  # fmt: skip
            if any(far):
                cols = line.value.cols
                (report,) = check(sheet, {id: {line.name: [typed[k : k + cols] for k in range(0, len(typed), cols)]}}).answers
                marks = next(r.marks for q in report.questions for r in q.results if q.id == id and r.name == line.name)
                same = sum(abs(Fraction(a) - Fraction(b)) * 2 * 10**places <= 1 for a, b in zip(_wide(right), map(_number, typed), strict=True))
                most = max(marks + Fraction(1, 4), line.marks * same / len(right))  # cell by cell, where the marker has quarters
                if same == len(right):
                    continue  # rounded it is the right answer
                exact = max(most, line.marks * mistake.share + Fraction(1, 4))  # the site stores what the exact wrong values earn
                yield {
                    "id": f"{line.name}: {mistake.id}",
                    "cells": [*cells[:at], *typed, *cells[at + len(right) :]],
                    "marks": float(total - line.marks + most),
                    "exact": float(total - line.marks + exact),
                    "least": float(total - line.marks),
                    "says": str(mistake.says),
                }
        at += len(right)


def _wide(right: list[Entry]) -> list[str]:
    return ["1e30" if isinstance(x, Blocked) else decimal(x, 20) for x in right]


def _number(typed: str) -> str:
    return "1e30" if typed == "-inf" else typed


def main(folder: str, *names: str) -> None:
    """Export the sheets, and write what is expected beside each."""
    for name in names or shipped():
        sheet = load(shipped()[name])
        try:
            export("moodle", sheet, Path(folder) / name)
        except SymattnError as error:
            print(f"{name}: {error}")
            continue
        (Path(folder) / name / "expected.json").write_text(json.dumps(of_sheet(sheet), ensure_ascii=False, indent=1), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
