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
    assert "At noon" in second
    assert "$" not in text


@pandoc
def test_a_key_has_formulas_of_words_own() -> None:
    text = document(deliver(loads(SHEET.replace("ROOM", "4cm")), Wanted("docx", "key")))
    assert text.count("<m:oMath>") == 4
    assert not re.search(r"[$\\]|w:tbl>", text)


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
        word.docx("# x", "")


@pytest.mark.exhaustive
@pandoc
def test_a_document_does_not_say_when_it_was_made() -> None:
    made = zipfile.ZipFile(BytesIO(deliver(loads(SHEET.replace("ROOM", "none")), Wanted("docx"))))
    assert re.findall(r"W3CDTF\">([^<]*)<", made.read("docProps/core.xml").decode()) == ["1980-01-01T00:00:00Z"] * 2
    assert {entry.date_time[:3] for entry in made.infolist()} == {(1980, 1, 1)}
