"""Word documents: every formula one of Word's own, frames as tables, room as high as it is asked for."""

from __future__ import annotations

import re
import shutil
import zipfile
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.course.delivery import Wanted, deliver
from symattn.errors import ToolError
from symattn.files import folder
from symattn.formats import word
from symattn.sheet import load, loads

SHIPPED = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
pandoc = pytest.mark.skipif(not word.there(), reason="pandoc is not installed")
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
SHEET = """title = "A & B"
foot = "At noon"
language = "de"
[[question]]
prompt = 'Find \\texttt{raw}{=openxml} \\texttt{```}{=openxml} $B$ & more.'
steps = ["B = A @ A", "C = B @ A"]
given.A = [[1, "1/3"], [0, 1]]
[[question.part]]
label = "a"
prompt = "Square."
asks = ["B"]
room = "ROOM"
[[question.part]]
label = "b"
prompt = "Again."
asks = ["C"]
newpage = true
"""


def document(made: bytes) -> str:
    text = zipfile.ZipFile(BytesIO(made)).read("word/document.xml").decode()
    ElementTree.fromstring(text)  # well formed
    return text


@pytest.mark.sliced(6)
@pandoc
@pytest.mark.parametrize(("room", "millimetres"), [("4cm", 40), ("61mm", 61), ("6 lines", 48), ("none", 0), ("5mm", 5)])
def test_frames_and_room_are_kept(room: str, millimetres: int) -> None:
    text = document(deliver(loads(SHEET.replace("ROOM", room)), Wanted("docx", "blank")))
    first, second = text.split("Again.")
    high = sum(int(twips) for twips in re.findall(r'w:line="(\d+)" w:lineRule="exact"', first)) / 56.7
    assert abs(high - millimetres) < 1
    assert first.count("<w:pBdr>") == (6 if "lines" in room else 0)
    assert [part.count("<w:tbl>") for part in (first, second)] == [1, 1]
    assert [part.count("<w:tc>") for part in (first, second)] == [4, 4]
    assert first.count('w:type="page"') == 1, "the second part begins a page"
    assert "raw" in first
    assert "$" not in text


@pandoc
def test_a_key_has_formulas_of_words_own() -> None:
    text = document(deliver(loads(SHEET.replace("ROOM", "4cm")), Wanted("docx", "key")))
    assert text.count("<m:oMath>") == 4
    assert not re.search(r"[$\\]|w:tbl>", text)


@pytest.mark.sliced(3)
@pandoc
@pytest.mark.parametrize("form", ["key", "blank"])
@pytest.mark.parametrize(("lines", "head", "paper", "sides"), [
    ("", "A & B", (210, 297), 20), ("head = 'Week <3>'\npaper = 'letter'\n", "Week <3>", (216, 279), 23),
    ("width = '120mm'\nstudent = 'Ada L.'\n", "A & B", (210, 297), 45),
])  # fmt: skip
def test_head_foot_and_paper_are_those_of_its_pages(form: str, lines: str, head: str, paper: tuple[int, int], sides: int) -> None:
    """From the second page on the head, on every one the foot and its number; the text as wide as the sheet says."""
    made = deliver(loads(lines + SHEET.replace("ROOM", "4cm")), Wanted("docx", form))
    parts = {name: ElementTree.fromstring(zipfile.ZipFile(BytesIO(made)).read(f"word/{name}.xml")) for name in ("document", "head", "foot")}
    texts = {name: [found.text for found in part.iter(f"{W}t")] for name, part in parts.items()}
    assert (texts["head"], texts["foot"]) == ([head, "Ada L." if "Ada" in lines else None], ["At noon", "1", " / ", "1"])
    assert "At noon" not in texts["document"], "the foot stands once"
    fields = [found.get(f"{W}instr") for found in parts["foot"].iter(f"{W}fldSimple")]
    assert fields == ["PAGE", "NUMPAGES"]
    (section,) = parts["document"].iter(f"{W}sectPr")
    links = {(found.tag, found.get(f"{W}type")) for found in section if found.get(f"{R}id")}
    assert links == {(f"{W}headerReference", "default"), (f"{W}footerReference", "default"), (f"{W}footerReference", "first")}
    assert section.find(f"{W}titlePg") is not None, "the first page has no head"
    size, margins = section.find(f"{W}pgSz"), section.find(f"{W}pgMar")
    assert size is not None
    assert margins is not None
    assert tuple(round(int(size.attrib[f"{W}{side}"]) / 56.7) for side in "wh") == paper
    assert [round(int(margins.attrib[f"{W}{side}"]) / 56.7) for side in ("left", "right")] == [sides, sides]
    named = zipfile.ZipFile(BytesIO(made))
    for part in ("head", "foot"):
        assert f"/word/{part}.xml" in named.read("[Content_Types].xml").decode()
        assert f'Target="{part}.xml"' in named.read("word/_rels/document.xml.rels").decode()


@pytest.mark.exhaustive
@pandoc
@pytest.mark.parametrize("form", ["key", "blank"])
@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_sheet_becomes_one(name: str, form: str) -> None:
    text = document(deliver(load(folder("worksheets") / f"{name}.toml"), Wanted("docx", form)))
    assert not re.search(r"\\[a-z]+\{|\$\$", text)


@pytest.mark.exhaustive
def test_without_pandoc_it_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = CliRunner().invoke(main, ["solve", "two-heads-by-hand", "-o", str(tmp_path / "key.docx")])
    assert "apt-get install pandoc" in str(done.exception)
    with pytest.raises(ToolError, match="no pandoc"):
        word.docx("# x", "", word.Sides())


@pytest.mark.exhaustive
@pandoc
def test_a_document_does_not_say_when_it_was_made() -> None:
    made = zipfile.ZipFile(BytesIO(deliver(loads(SHEET.replace("ROOM", "none")), Wanted("docx"))))
    assert re.findall(r"W3CDTF\">([^<]*)<", made.read("docProps/core.xml").decode()) == ["1980-01-01T00:00:00Z"] * 2
    assert {entry.date_time[:3] for entry in made.infolist()} == {(1980, 1, 1)}
