"""From a sheet to bytes: the one way, whoever asks: a command, a folder of sheets, a class's variants, a cluster.

What is wanted is a form (the key, the students' blank sheet, or the feedback on what was handed in), a format and a level of
detail. Formats of pages are
found where their writers are (``symattn.formats``); the others are made from a page or beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from symattn import formats
from symattn import page as pages
from symattn.errors import LimitError, SheetError, SymattnError, ToolError, TypesetError
from symattn.files import FileError, Files, contents, shown
from symattn.formats import pdf, printed, word
from symattn.formats.closed import ClosedError
from symattn.limits import LARGEST_SHEET
from symattn.page import notebook, page
from symattn.page.source import source
from symattn.records import frozen
from symattn.said import Named, Strings
from symattn.sheet.json import blank_json, to_json
from symattn.sheet.lint import unset
from symattn.sheet.sheet import TEXT

if TYPE_CHECKING:
    from symattn.marking.results import AnswerReport
    from symattn.marking.sheet import Ready
    from symattn.sheet import Sheet, SolvedSheet

FEEDBACK = ("text", "html", "tex")
"""The formats of feedback: each has a template in templates/feedback."""
DETAILS = ("brief", "standard", "full")
VIAS = {"tex": "tex", "tagged-tex": "tex", "chromium": "html"}
"""What makes a PDF, and the format it is made from."""
TAGS = (
    r"\ifdefined\DocumentMetadata\IfFormatAtLeastTF{2025-06-01}"
    r"{\DocumentMetadata{lang=LANGUAGE,tagging=on,tagging-setup={math/alt/use}}}"
    r"{\DocumentMetadata{lang=LANGUAGE,testphase=phase-II}}\fi"
    "\n"
)
"""What has LaTeX tag a page as far as its release does: lists, tables and formulas with their LaTeX as what is read aloud; before
June 2025 paragraphs alone. Some names stay then that a page takes away from its author's LaTeX, so it has to be asked for."""
PROGRAMS = ("numpy", "torch", "sympy")
"""The dialects in which a sheet is written as a program."""


@frozen
class Wanted:
    """What is wanted of a sheet; ``decimals`` are the sheet's own unless they are given.

    ``whole`` is a page, in LaTeX also a fragment for a document of one's own, or a leaf of a booklet. ``templates`` is a
    folder that is looked in before the one beside the sheet and the shipped one.
    """

    format: str = "text"
    form: str = "key"
    detail: str = "standard"
    decimals: int | None = None
    templates: str = ""
    whole: str = "page"
    verified: str = ""
    via: str = ""  # of a PDF: one of VIAS; whichever is installed unless it is said

    @property
    def own(self) -> tuple[Path, ...]:
        """The folder of templates as what the page takes."""
        return (Path(self.templates),) if self.templates else ()

    @property
    def is_key(self) -> bool:
        """Whether answers are shown."""
        return self.form == "key"

    def named(self, stem: str) -> str:
        """The name of the file for a sheet of that name.

        >>> Wanted("text").named("week3"), Wanted("tex", form="blank").named("week3")
        ('week3.txt', 'week3-blank.tex')
        """
        return stem + ("" if self.is_key else f"-{self.form}") + suffix(self.format)


@frozen
class Marked:
    """One student's report, the sheet it is on, and how the page calls the student; nothing where it need not."""

    ready: Ready
    report: AnswerReport
    student: str = ""


def deliver(sheet: Sheet, wanted: Wanted, solution: SolvedSheet | None = None) -> bytes:
    """A sheet as a file's bytes; it is solved where that is needed, unless its *solution* is there already.

    Raises SheetError for a line without a value, LimitError, and ToolError for a PDF where there is nothing to make it.

    >>> from symattn.sheet import loads
    >>> sheet = loads("[[question]]\\nsteps = ['B = A @ A']\\ngiven.A = [[2]]\\n")
    >>> b'"exact": [' in deliver(sheet, Wanted("json"))
    True
    """
    try:
        if wanted.format == "pdf":
            source = pdf_source(wanted.via)
            tags = (
                TAGS.replace("LANGUAGE", sheet.language)
                if wanted.via == "tagged-tex"
                else ""
            )
            return typeset(
                tags
                + deliver(sheet, replace(wanted, format=source), solution).decode(),
                source,
                sheet,
            )
        if wanted.format == "docx":
            sides = word.Sides(
                sheet.head or sheet.title,
                sheet.student,
                sheet.foot,
                sheet.paper,
                sheet.width or TEXT,
            )
            return word.docx(
                _text(sheet, replace(wanted, format="md", whole="docx"), solution),
                sheet.language,
                sides,
            )
        return _text(sheet, wanted, solution).encode()
    except TypesetError as error:
        raise _placed(error, sheet) from None


def _placed(error: TypesetError, sheet: Sheet) -> SymattnError:
    """What LaTeX stopped at, in words of a sheet; else its complaint at the place that it is about, if that can be told."""
    if not isinstance(error, ClosedError) and (found := unset(sheet)):
        return SheetError(shown(sheet.path), found)
    try:
        place = error.place_in(
            contents(sheet.path, LARGEST_SHEET).decode("utf-8", "replace")
        )
    except (FileError, LimitError):
        place = ""
    where = f"{shown(sheet.path)}{place}"
    if isinstance(error, ClosedError):
        return SymattnError(f"{where}: {error}")
    return SymattnError(
        f"{where}: {error}\n  a command of the course's own is defined in preamble = '…'"
    )


SHARED = ("paper", "width", "size", "columns", "language", "preamble")
"""What one document has for all its sheets, beside their logo."""


def unlike(ours: Named, theirs: Named) -> str:
    """What differs of two sheets that are to be one document, as their keys.

    >>> unlike({"paper": "a4", "width": 170, "size": "normal"}, {"paper": "a4", "width": 120, "size": "large"})
    'width and size'
    """
    keys = [key for key in ours if ours[key] != theirs[key]]
    return " and ".join(filter(None, [", ".join(keys[:-1]), *keys[-1:]]))


@frozen
class Leaf:
    """One sheet of a booklet: its pages, and what it has to share with all others."""

    text: str
    shared: Named


def leaf(sheet: Sheet, wanted: Wanted) -> Leaf:
    """A sheet for a booklet; raises as ``deliver`` does."""
    text = _text(sheet, replace(wanted, format="tex", whole="leaf"), None)
    shared = {key: getattr(sheet, key) for key in SHARED}
    return Leaf(text, {**shared, "logo": sheet.logo.digest if sheet.logo else ""})


def bound(leaves: Sequence[Leaf], first: Sheet, wanted: Wanted) -> bytes:
    """Sheets as one document, LaTeX or a PDF that one run of TeX makes; raises as ``deliver`` does."""
    text = pages.booklet([one.text for one in leaves], first, wanted.is_key, wanted.own)
    if wanted.format != "pdf":
        return text.encode()
    return pdf.pdf(text, len(leaves), _beside(first))


def makes_pdf() -> bool:
    """Whether anything that makes a PDF is installed."""
    return pdf.tool() is not None or printed.browser() is not None


def pdf_source(via: str = "") -> str:
    """The format that a PDF is made from here: LaTeX, or the HTML page where there is a browser but no TeX, or that is wanted.

    >>> pdf_source() in ("tex", "html"), pdf_source("chromium")
    (True, 'html')
    """
    if via:
        return VIAS[via]
    return "html" if pdf.tool() is None and printed.browser() is not None else "tex"


def typeset(page: str, source: str, sheet: Sheet) -> bytes:
    """The PDF of a sheet's page, typeset by TeX or printed by a browser; raises ToolError where there is neither."""
    return (
        printed.printed(page)
        if source == "html"
        else pdf.pdf(page, beside=_beside(sheet))
    )


def _beside(sheet: Sheet) -> Files:
    """What LaTeX finds beside a sheet's page."""
    return {sheet.logo.name: sheet.logo.data} if sheet.logo else {}


def check_tools(wanted: Wanted) -> None:
    """Say before any work that a PDF cannot be made here; raises ToolError."""
    if wanted.format == "docx" and not word.there():
        raise ToolError(word.missing())
    if wanted.format != "pdf":
        return
    if wanted.via == "chromium" and printed.browser() is None:
        raise ToolError(printed.missing())
    if pdf.tool() is None and (
        VIAS.get(wanted.via) == "tex" or printed.browser() is None
    ):
        raise ToolError(pdf.missing())


def _text(sheet: Sheet, wanted: Wanted, solution: SolvedSheet | None) -> str:
    """A sheet in a format that is text."""
    if wanted.format in PROGRAMS:
        return source(sheet, wanted.format)
    if wanted.format == "json" and not wanted.is_key:
        return blank_json(sheet)
    solved = solution or sheet.solve()
    if wanted.format == "json":
        return to_json(solved, sheet.digits(wanted.decimals))
    if wanted.format == "ipynb":
        return notebook.page(solved, wanted.is_key, wanted.decimals, wanted.own)
    return page(
        solved,
        wanted.format,
        key=wanted.is_key,
        detail=wanted.detail,
        decimals=wanted.decimals,
        templates=wanted.own,
        whole=wanted.whole,
        verified=wanted.verified,
    )


def formats_known() -> Strings:
    """Every format a result may have.

    >>> {"tex", "pdf", "ipynb", "json"} <= set(formats_known())
    True
    """
    return (*formats.names(), "pdf", "docx", "ipynb", "json")


def suffix(form: str) -> str:
    """The ending of a format's files; programs end in ``.py``.

    >>> suffix("numpy"), suffix("pdf")
    ('.py', '.pdf')
    """
    return ".py" if form in PROGRAMS else formats.suffix(form)
