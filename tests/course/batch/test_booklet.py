"""A booklet: many students' sheets as one document, each from a page of its own on, each page with the student's name."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.errors import SymattnError, exit_code

STUDENTS = {"ada": "Ada Lovelace", "alan": "Alan Turing", "emmy": "Emmy Noether"}


def sheet(name: str, number: int, more: str = "") -> str:
    """A student's sheet of two pages."""
    questions = "".join(f"[[question]]\nprompt = 'Number {k}.'\nsteps = ['B = A @ A']\ngiven.A = [[{number}, 1], [0, {k}]]\n" for k in range(9))
    return f"title = 'A class'\nstudent = '{name}'\n{more}\n{questions}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "sheets"
    place.mkdir()
    for k, (id_, name) in enumerate(STUDENTS.items()):
        (place / f"{id_}.toml").write_text(sheet(name, k), encoding="utf-8")
    return place


def run(*args: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(arg) for arg in args])
    if isinstance(done.exception, SymattnError):
        return exit_code(done.exception), str(done.exception)
    return done.return_value or done.exit_code, done.output


@pytest.mark.exhaustive
@pytest.mark.tex
@pytest.mark.parametrize(("command", "jobs"), [("solve", 2), ("blank", 1)])
def test_every_page_has_its_students_name_and_number(folder: Path, command: str, jobs: int) -> None:
    target = folder.parent / "class.pdf"
    assert run(command, folder, "--booklet", "-o", target, "-j", jobs) == (0, "")
    text = subprocess.run(["pdftotext", "-layout", str(target), "-"], capture_output=True, check=True).stdout.decode()
    pages = text.split("\f")[:-1]
    order = []
    for page in pages:
        named = [name for name in STUDENTS.values() if name in page]
        assert len(named) == 1
        order.append((named[0], int(page.split()[-1])))
    each = len(pages) // 3
    assert each > 1
    assert order == [(name, k) for name in STUDENTS.values() for k in range(1, each + 1)]


@pytest.mark.exhaustive
def test_the_source_holds_every_sheet_once(folder: Path) -> None:
    code, source = run("blank", folder, "--booklet", "--format", "tex")
    assert code == 0
    assert source.count(r"\begin{document}") == 1
    assert source.count(r"\sheet{A class}") == 3
    assert r"\printanswers" not in source.split(r"\begin{document}")[1]


@pytest.mark.exhaustive
def test_what_cannot_be_bound_is_told_with_its_file(folder: Path) -> None:
    (folder / "alan.toml").write_text(sheet("Alan Turing", 1, 'paper = "letter"'), encoding="utf-8")
    code, says = run("blank", folder, "--booklet", "-o", folder.parent / "class.tex")
    assert code == 2
    assert "alan.toml: another paper than" in says
    (folder / "alan.toml").write_text("titel = 'x'\n", encoding="utf-8")
    (folder / "emmy.toml").write_text("question = 3\n", encoding="utf-8")
    code, says = run("blank", folder, "--booklet", "-o", folder.parent / "class.tex")
    assert code == 2
    assert "alan.toml:1:1" in says
    assert "emmy.toml:1:" in says
    assert not (folder.parent / "class.tex").exists()
    code, says = run("blank", folder, "--booklet", "--format", "html")
    assert code == 2
    assert "write --format tex or pdf" in says


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("more", "named"),
    [("width = '120mm'", "width"), ("size = 'large'", "size"), ("columns = 2", "columns"), ("language = 'de'", "language"),
     ("preamble = '\\newcommand\\R{R}'", "preamble"), ("width = '120mm'\nsize = 'large'\npaper = 'letter'", "paper, width and size")],
)  # fmt: skip
def test_what_a_document_has_once_all_its_sheets_share(folder: Path, more: str, named: str) -> None:
    (folder / "emmy.toml").write_text(sheet("Emmy Noether", 2, more), encoding="utf-8")
    code, says = run("blank", folder, "--booklet", "-o", folder.parent / "class.tex")
    assert code == 2
    assert f"emmy.toml: another {named} than" in says
    assert not (folder.parent / "class.tex").exists()
    for path in folder.iterdir():
        path.write_text(sheet(STUDENTS[path.stem], 2, more), encoding="utf-8")
    assert run("blank", folder, "--booklet", "-o", folder.parent / "class.tex")[0] == 0
