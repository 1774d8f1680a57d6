"""A class on the command line: students' sheets and keys, rosters, and files of nobody."""

from __future__ import annotations

import json
import os
from pathlib import Path
from unicodedata import normalize

import pytest

from symattn.cli.commands.vary import _settable
from symattn.course.batch.roster import Student
from symattn.course.delivery import DETAILS, Wanted
from tests.cli.running import Run


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("form", ["text", "md"])
@pytest.mark.parametrize("own", [True, False])
def test_a_students_key_is_what_solve_makes_of_the_students_sheet(symattn: Run, tmp_path: Path, detail: str, form: str, own: bool) -> None:
    """Whatever is asked of it: the format, how much of the working, templates."""
    (tmp_path / "mine" / "steps").mkdir(parents=True)
    (tmp_path / "mine" / "steps" / "matmul.j2").write_text("<% call fmt.say() %>Mine.<% endcall %>")
    options = ["--format", form, "--detail", detail, *(["--templates", "mine"] if own else [])]
    assert symattn("vary", "two-heads-template", "--count", "1", "--seed", "1", "-o", "out", *options)[0] == 0
    (key,) = (tmp_path / "out" / "keys").iterdir()
    assert key.read_text("utf-8") == symattn("solve", "out/sheets/01.toml", *options)[1]
    assert ("Mine." in key.read_text("utf-8")) == own


@pytest.mark.exhaustive
def test_an_answer_file_of_nobody_stops_no_other(symattn: Run, tmp_path: Path) -> None:
    assert symattn("vary", "two-heads-template", "--count", "1", "--seed", "1", "-o", "out")[0] == 0
    for name in ("01", "99"):
        (tmp_path / f"{name}.toml").write_text("Q_1 = [[1, 2], [2, 0]]\n", "utf-8")
    code, out, err = symattn("check", "out/manifest.json", "01.toml", "99.toml", "--format", "csv")
    assert code == 2
    rows = [line.split(",") for line in out.splitlines()]
    assert [(row[0], "not marked" in row) for row in rows] == [("id", False), ("01", False), ("", True)]
    assert err.startswith("99.toml: no student '99' in out/manifest.json")
    code, out, err = symattn("check", "out/manifest.json", "99.toml")
    assert (code, out) == (2, "")


def test_lines_that_count_without_being_handed_in_are_told_apart(symattn: Run, tmp_path: Path) -> None:
    (tmp_path / "ada.toml").write_text("S_1 = [[4, 10], [10, 24]]\n", "utf-8")
    out = symattn("check", "two-heads-by-hand", "ada.toml")[1]
    assert "but a later answer shows it, so it counts: Q¹, K¹\n" in out
    (tmp_path / "marks.toml").write_text('[ada.q1]\nY = { marks = 2, remark = "seen on paper" }\n', "utf-8")
    graded = symattn("check", "two-heads-by-hand", "ada.toml", "--marks", "marks.toml")[1]
    assert "M  not handed in, 2 of 3 marks. Nothing handed in. Grader: seen on paper\n" in graded


NAMES = {"李明": "李明", "محمد": "محد", "Жуков": "Жуков", "Γιώργος": "ώ", "Nguyễn Văn Phượng": "ượ"}
"""Names that pdfTeX's fonts do not have, and letters of theirs that are said to be missing."""


@pytest.mark.parametrize(("name", "shown"), [("李明", False), ("Ada", True), ("Жуков", False), ("", True)])
def test_a_name_that_latex_cannot_set_is_left_off_the_page_alone(name: str, shown: bool) -> None:
    student = _settable(Student("07", name), Wanted("tex"))
    assert (student.name, student.printable) == (name, shown)
    assert _settable(Student("07", name), Wanted("html")) == Student("07", name)


@pytest.mark.exhaustive
def test_a_name_that_latex_cannot_set_is_said_at_vary(symattn: Run, tmp_path: Path) -> None:
    settable = {"08": "Nguyễn Văn Ānh", "09": "Ħelena Ŧ. ŉſ", "10": "Jo\u0308rg"}
    ids = dict(enumerate([*settable.values(), *NAMES], 8))
    (tmp_path / "class.csv").write_text("ID;name\n" + "".join(f"{id:02};{name}\n" for id, name in ids.items()), "utf-8")
    code, _, err = symattn("vary", "two-heads-template", "--roster", "class.csv", "--seed", "1", "-o", "out")
    assert code == 0
    said = err.splitlines()[: len(NAMES)]
    for (id, name), line in zip([(id, name) for id, name in ids.items() if name in NAMES], said, strict=True):
        assert line.startswith(f"{name} ({id:02}): LaTeX has no letters here for ")
        assert NAMES[name] in line.rpartition(" for ")[2]
        assert line.endswith("; the id stands alone, html shows the name")
    assert not any(name in err for name in settable.values())
    for id in ids:
        assert "U+" not in (tmp_path / "out" / "blanks" / f"{id:02}.tex").read_text("utf-8")
    kept = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))["variants"]
    names = {int(record["id"]): normalize("NFC", record["name"]) for record in kept}  # for the list of marks
    assert names == {id: normalize("NFC", name) for id, name in ids.items()}
    assert "{e}}n" in (tmp_path / "out" / "blanks" / "08.tex").read_text("utf-8")
    (tmp_path / "few.csv").write_text("ID;name\n07;李明\n08;محمد\n", "utf-8")
    symattn("vary", "two-heads-template", "--roster", "few.csv", "--seed", "1", "--format", "html", "-o", "web")
    assert "李明" in (tmp_path / "web" / "blanks" / "07.html").read_text("utf-8")
    assert "محمد" in (tmp_path / "web" / "blanks" / "08.html").read_text("utf-8")


ROSTERS = {
    "a device's name": ("id\nCON\n", "no file may have this name on Windows"),
    "a device's name with an ending": ("id\nlpt1.x\n", "no file may have this name on Windows"),
    "the same but for case": ("id\nAda\nada\n", '"ada" stands in line 2 too'),
    "a field beyond the limit": ("id,name\n1," + "z" * 131_073 + "\n", "field larger than field limit"),
    "no ordinary file": (None, "a pipe or a device"),
}


@pytest.mark.parametrize(("text", "said"), ROSTERS.values(), ids=ROSTERS)
def test_a_roster_that_cannot_be_is_said(symattn: Run, tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "class.csv"
    if text is None:
        os.mkfifo(path)
    else:
        path.write_text(text, "utf-8")
    code, _, err = symattn("vary", "two-heads-template", "--roster", "class.csv", "--seed", "1", "-o", "out")
    assert code == 2
    assert said in err
