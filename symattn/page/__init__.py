"""The page: a solved worksheet as LaTeX, Markdown or text; the key, or the students' sheet without answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from symattn.boxes.measure import zoomed
from symattn.errors import FalseLink, SymattnError, nearest
from symattn.exact.budget import budget
from symattn.formats import text as plain
from symattn.limits import MOST_PAGE_WORK
from symattn.notation import Notation
from symattn.page.engine import Engine
from symattn.page.links import Tally
from symattn.page.naming import has_sums
from symattn.page.questions import question
from symattn.sheet import Sheet, SolvedSheet
from symattn.sheet.sheet import TEXT

DETAILS = ("brief", "standard", "full")


def page(
    solution: SolvedSheet | Sheet,
    format: str = "tex",
    key: bool = True,
    detail: str = "standard",
    decimals: int | None = None,
    templates: Sequence[Path] = (),
    whole: str = "page",
    verified: str = "",
) -> str:
    """A worksheet typeset; *solution* is a solved sheet, or a sheet that is solved here.

    *templates* are folders that are looked in first, then comes a folder ``templates`` beside the sheet, then the shipped
    one. *whole* is the template of the whole: in LaTeX there is also a "fragment", which goes into a document of one's own,
    and a "leaf", which goes into a booklet. *verified* names the library that computed every line again. Raises
    SymattnError for an unknown format, level or notation.
    """
    return _made(solution, format, key, detail, decimals, templates, whole, verified)[0]


def evaluated(
    solution: SolvedSheet,
    detail: str = "standard",
    decimals: int | None = None,
    templates: Sequence[Path] = (),
) -> Tally:
    """How many links of the chains on a key were evaluated, and why others were not; FalseLink where one does not hold.

    >>> from symattn.sheet import loads
    >>> print(evaluated(loads('[[question]]\\nsteps = ["B = 2 * A"]\\ngiven = { A = [[1, 2]] }').solve()))
    3 of 3 links evaluated
    """
    return _made(solution, "text", True, detail, decimals, templates, "page", "")[1]


def _made(
    solution: SolvedSheet | Sheet,
    format: str,
    key: bool,
    detail: str,
    decimals: int | None,
    templates: Sequence[Path],
    whole: str,
    verified: str,
) -> tuple[str, Tally]:
    """The page, and what was evaluated on it before it was written."""
    checked(detail)
    solution = solution.solve() if isinstance(solution, Sheet) else solution
    sheet = solution.sheet
    places = sheet.digits(decimals)
    engine = Engine.of(sheet, format, templates)
    if not engine.has(f"{format}/{whole}.j2"):
        raise SymattnError(f"format {format!r} has no {whole}; LaTeX has one: tex")
    notation = Notation.load(sheet.notation, sheet.path.parent)
    sums = has_sums(step for answer in solution.answers for step in answer.exact.steps)
    try:
        usual = engine.column if engine.column and whole == "page" else TEXT
        zoom = sheet.zoom(usual, printed=engine.writer.paper)
        with budget(MOST_PAGE_WORK), zoomed(*zoom, sizes=not engine.column):
            questions = [
                question(
                    engine, sheet, answer, notation, places, detail, key, number, sums
                )
                for number, answer in enumerate(solution.answers, 1)
            ]
    except FalseLink as error:
        raise FalseLink(sheet.path.name, error.faults) from None
    facts = {"questions": questions, "key": key, "detail": detail, "verified": verified}
    with zoomed(*zoom, sizes=not engine.column):
        text = engine.render(f"{format}/{whole}.j2", sheet=sheet.heading, **facts)
    page_text = re.sub(r"\n{3,}", "\n\n", str(text)).strip() + "\n"
    for letter in ("phi", "epsilon"):  # φ and ε are drawn as the author draws them
        if re.search(rf"\\{letter}(?![a-zA-Z])", page_text):
            page_text = re.sub(rf"\\var(?={letter}(?![a-zA-Z]))", r"\\", page_text)
    return (plain.wrapped(page_text) if format == "text" else page_text), Tally.all(
        view.links for view in questions
    )


def booklet(
    leaves: Sequence[str], sheet: Sheet, key: bool, templates: Sequence[Path]
) -> str:
    """Many sheets as one LaTeX document, from their leaves; paper, language and preamble are those of *sheet*."""
    engine = Engine.of(sheet, "tex", templates)
    return str(
        engine.render("tex/booklet.j2", sheet=sheet.heading, leaves=leaves, key=key)
    )


def checked(detail: str) -> str:
    """The level of detail, if there is such a one; SymattnError names the nearest.

    >>> checked("full")
    'full'
    """
    if detail not in DETAILS:
        hint = nearest(detail, DETAILS, "write one of")
        raise SymattnError(f"detail {detail!r}: no such level; {hint}")
    return detail


__all__ = ["DETAILS", "booklet", "evaluated", "page"]
