"""Markdown to a Word document by pandoc, where it is installed: formulas become Word's own, head and foot those of its pages."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import zipfile
from html import escape
from io import BytesIO
from pathlib import Path

from symattn.errors import ToolError
from symattn.later import pattern
from symattn.processes import run
from symattn.records import frozen

SECONDS = 60  # a page takes pandoc one or two
_AT = {
    "SOURCE_DATE_EPOCH": "315532800"
}  # 1 January 1980, the first day of ZIP archives: the same page is the same document
READS = "commonmark+tex_math_dollars+pipe_tables+raw_attribute"
"""The Markdown that pages are written in, as pandoc calls it, and raw parts of a document in it."""
_NOT_OURS = pattern(r"(?<!^``)`\{=|(?<=^``)`\{=(?!openxml\}$)", re.M)
"""The beginning of a raw part anywhere but on a line of its own, as the template writes it and no text of an author's can."""
_PLACE = pattern(r"\\text\{((?:\\\[\d+\\\])+)\}")
"""The place of a matrix in a batch, whose brackets Markdown escapes and pandoc would lose in a formula."""
_FRAME = pattern(r"\\boxed\s*\{")
_BARE = pattern(r"(&\s*)(=|\\approx\b)|^(?=\s*&)", re.M)
"""What LibreOffice, and not Word, leaves out or has a question mark for: a frame in a formula, a sign with nothing before it,
a line with nothing on its left."""

PAPERS = {"a4": (210, 297), "letter": (216, 279)}
_MARGIN = 20
"""Millimetres: the papers, and what is left above and below the text."""
_NAMED = "http://schemas.openxmlformats.org/{}"
_HEADED = (
    '<w:sectPr><w:headerReference w:type="default" r:id="head"/><w:footerReference w:type="default" r:id="foot"/>'
    '<w:footerReference w:type="first" r:id="foot"/><w:pgSz w:w="{}" w:h="{}"/>'
    '<w:pgMar w:top="{}" w:right="{}" w:bottom="{}" w:left="{}" w:header="600" w:footer="600" w:gutter="0"/>'
    "<w:titlePg/></w:sectPr>"
)


@frozen
class Sides:
    """What stands around the text of a document's pages: at their heads but the first, at every foot beside its number, and how
    wide the text is on which paper, in millimetres."""

    head: str = ""
    student: str = ""
    foot: str = ""
    paper: str = "a4"
    width: int = 170


def missing() -> str:
    """What to say where pandoc is not installed.

    >>> missing()
    'no pandoc found, which makes Word documents; install it with: sudo apt-get install pandoc'
    """
    return "no pandoc found, which makes Word documents; install it with: sudo apt-get install pandoc"


def there() -> bool:
    """Whether pandoc is installed.

    >>> there() in (True, False)
    True
    """
    return shutil.which("pandoc") is not None


def _plainer(page: str) -> str:
    """A page without what a Word document shall not have, or not every program shows."""
    page = _PLACE.sub(
        lambda place: re.sub(r"\\([\[\]])", r"\1", place[0]),
        _NOT_OURS.sub("` {=", _FRAME.sub("{", page)),
    )
    return _BARE.sub(
        lambda found: (found[1] or "") + "\\text{\u200b}" + (found[2] or ""), page
    )


def _twips(millimetres: float) -> int:
    return round(millimetres * 1440 / 25.4)


def _line(tag: str, left: str, right: str, sides: Sides) -> str:
    """The head or the foot of pages: one text at the left, one at the right."""
    tab = f'<w:pPr><w:tabs><w:tab w:val="right" w:pos="{_twips(sides.width)}"/></w:tabs></w:pPr>'
    text = f"{_run(left)}<w:r><w:tab/></w:r>{right}"
    main = _NAMED.format("wordprocessingml/2006/main")
    return f'<?xml version="1.0" encoding="UTF-8"?><w:{tag} xmlns:w="{main}"><w:p>{tab}{text}</w:p></w:{tag}>'


def _run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def _counted(instruction: str) -> str:
    return f'<w:fldSimple w:instr="{instruction}"><w:r><w:t>1</w:t></w:r></w:fldSimple>'


def _with_sides(made: bytes, sides: Sides) -> bytes:
    """A document with head, foot and paper, which pandoc takes from a model document alone."""
    number = f"{_counted('PAGE')}{_run(' / ')}{_counted('NUMPAGES')}"
    parts = {
        "head": _line("hdr", sides.head, _run(sides.student), sides),
        "foot": _line("ftr", sides.foot, number, sides),
    }
    wide, high = PAPERS[sides.paper]
    across = max((wide - sides.width) / 2, 0)
    section = _HEADED.format(
        *map(_twips, (wide, high, _MARGIN, across, _MARGIN, across))
    )
    relation = _NAMED.format("officeDocument/2006/relationships")
    form = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    links = types = ""
    for name in parts:
        links += f'<Relationship Id="{name}" Type="{relation}/{name}er" Target="{name}.xml"/>'
        types += (
            f'<Override PartName="/word/{name}.xml" ContentType="{form}.{name}er+xml"/>'
        )
    changed = {
        "word/document.xml": ("<w:sectPr />", section),
        "word/_rels/document.xml.rels": (
            "</Relationships>",
            links + "</Relationships>",
        ),
        "[Content_Types].xml": ("</Types>", types + "</Types>"),
    }
    found = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(made)) as old,
        zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            before, after = changed.get(entry.filename, ("", ""))
            data = old.read(entry)
            if before:
                data = after.encode().join(data.rsplit(before.encode(), 1))
            new.writestr(entry, data)
        for name, text in parts.items():
            new.writestr(
                zipfile.ZipInfo(f"word/{name}.xml"), text, zipfile.ZIP_DEFLATED
            )
    return found.getvalue()


def docx(page: str, language: str, sides: Sides) -> bytes:
    """The Word document of a page in Markdown; raises ToolError where pandoc is not installed, fails, or leaves a formula as it
    was written, LimitError after a minute."""
    tool = shutil.which("pandoc")
    if tool is None:
        raise ToolError(missing())
    with tempfile.TemporaryDirectory(
        prefix="symattn-", ignore_cleanup_errors=True
    ) as folder:
        source, made = Path(folder, "page.md"), Path(folder, "page.docx")
        source.write_text(_plainer(page), encoding="utf-8")
        options = [
            f"--from={READS}",
            f"--metadata=lang={language or 'en'}",
            f"--output={made.name}",
            source.name,
        ]
        said = run([tool, *options], folder, SECONDS, {**os.environ, **_AT}).strip()
        if said or not made.exists():
            raise ToolError(
                f"pandoc could not make a Word document of the page: {said or 'it left no message'}"
            )
        return _with_sides(made.read_bytes(), sides)
