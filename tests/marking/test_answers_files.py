"""Files and folders as they come: Word files, packed submissions, what cannot be read, what would cost too much."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main
from symattn.files import find
from symattn.marking import check
from symattn.marking.answers import submissions
from symattn.marking.answers.files import SubmittedFile, read
from symattn.marking.answers.formats import suffixes
from symattn.marking.answers.handins import entries
from symattn.marking.checking import check_file
from symattn.marking.said import reading
from symattn.marking.sheet import Ready
from symattn.sheet import load, loads

READY = Ready(load(find("two-heads-by-hand")))
S = "S_1 = [4 10; 10 24]"


def verdicts(file: Path) -> dict[str, str]:
    (report,) = check_file(READY, file)
    return {r.name: r.verdict for q in report.questions for r in q.results if r.verdict != "missing"}


def word(body: str) -> bytes:
    """A Word file with some paragraphs."""
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    maths = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", f"<w:document {space} {maths}><w:body>{body}</w:body></w:document>")
    return packed.getvalue()


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


ROW = "<m:mr><m:e>{}</m:e><m:e>{}</m:e></m:mr>"
MATRIX = f"<m:m>{ROW.format(run('4'), run('10'))}{ROW.format(run('10'), '<m:f><m:num>' + run('48') + '</m:num><m:den>' + run('2') + '</m:den></m:f>')}</m:m>"
BRACKET = f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>{MATRIX}</m:e></m:d>'
NAME = f"<m:sSub><m:e>{run('S')}</m:e><m:sub>{run('1')}</m:sub></m:sSub>"


def test_the_equations_of_a_word_file_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.docx"
    file.write_bytes(word(f"<w:p><w:r><w:t>Scores: </w:t></w:r><m:oMath>{NAME}{run('=')}{BRACKET}</m:oMath></w:p>"))
    assert verdicts(file) == {"S_1": "correct"}


def test_the_words_and_tables_of_a_word_file_are_read(tmp_path: Path) -> None:
    file = tmp_path / "a.docx"
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    table = f"<w:tbl><w:tr>{cell.format('K_1')}{cell.format('[2 1; 4 3]')}</w:tr></w:tbl>"
    file.write_bytes(word(f"<w:p><w:r><w:t>{S}</w:t></w:r></w:p>{table}"))
    assert verdicts(file) == {"S_1": "correct", "K_1": "correct"}


@pytest.mark.exhaustive
def test_a_word_file_that_unpacks_to_much_is_refused_at_once(tmp_path: Path) -> None:
    for text, said in (("<w:p/>" * 1_000_000, "200,000 tags"), (" " * 11_000_000, "10,000,000 bytes")):
        (tmp_path / "a.docx").write_bytes(word(text))
        assert said in check_file(READY, tmp_path / "a.docx")[0].error


@pytest.mark.parametrize("data", [b"PK", word("<w:p>"), word('<!ENTITY a "b">')], ids=["no zip", "no XML", "entities"])
def test_a_broken_word_file_is_said(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "a.docx"
    file.write_bytes(data)
    assert "no Word file" in check_file(READY, file)[0].error


@pytest.mark.parametrize(
    ("name", "what"),
    [("a.pdf", "picture"), ("a.png", "picture"), ("a.doc", "save it as .docx"), ("a.xyz", "answers are read from")],
)
def test_what_cannot_be_read_is_refused_with_what_to_hand_in(tmp_path: Path, name: str, what: str) -> None:
    (tmp_path / name).write_bytes(b"x")
    error = check_file(READY, tmp_path / name)[0].error
    assert what in error
    assert ".tex" in error


def test_a_class_s_folder_holds_a_student_s_in_each_place(tmp_path: Path) -> None:
    for place in ("Ada_1_assignsubmission_file_/a.txt", "Ada_1_assignsubmission_file_/b.md", "submission_7/src/x.txt", "deep/bob/hw.txt", "__MACOSX/z.txt"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(S if place != "Ada_1_assignsubmission_file_/b.md" else "K_1 = [2 1; 4 3]", encoding="utf-8")
    (tmp_path / "carl.txt").write_text(S, encoding="utf-8")
    (tmp_path / "._carl.txt").write_text("x", encoding="utf-8")
    found = {path.relative_to(tmp_path).as_posix(): verdicts(path) for path in entries(tmp_path)}
    one = {"S_1": "correct"}
    assert found == {"Ada_1_assignsubmission_file_": {**one, "K_1": "correct"}, "carl.txt": one, "deep": one, "submission_7": one}


def test_one_odd_file_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(S, encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe")
    (tmp_path / os.fsdecode(b"M\xfcller.txt")).write_text(S, encoding="utf-8")
    found = [report for path in entries(tmp_path) for report in check_file(READY, path)]
    assert [bool(report.error) for report in found] == [True, False, True, True, False] or sum(not r.error for r in found) == 2
    assert len(found) == 5


def test_of_several_files_that_are_one_submission_each_is_told_that_was_not_read(tmp_path: Path) -> None:
    whole, nothing = tmp_path / "whole", tmp_path / "nothing"
    whole.mkdir()
    nothing.mkdir()
    (whole / "a.txt").write_text(S, "utf-8")
    (whole / "b.json").write_text("{", "utf-8")
    (whole / "c.png").write_bytes(b"\x89PNG")
    (whole / "d.txt").write_text("W7 = [1 2; 3 4]\nK_1 = [2 1; 4 3]\n", "utf-8")
    (report,) = check_file(READY, whole)
    stranger, picture, broken = report.notes
    lines = "the lines are Q_1, K_1, V_1, S_1, L_1, A_1, H_1, Q_2, K_2, V_2, S_2, L_2, …"
    no_json = "no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    assert stranger == f"unknown name 'W7'; {lines}"
    assert picture.startswith("c.png lies beside what was read and was not read itself: .png: a picture of an answer cannot be read; hand in")
    assert broken == f"unknown contents of b.json: {no_json}"
    assert (report.unread, report.unknown, report.error) == (("c.png",), (stranger, broken), "")
    found = {result.name: result.verdict for result in report.questions[0].results if result.verdict != "missing"}
    assert found == {"S_1": "correct", "K_1": "correct", "K_2": "unreadable"}  # whose value W7 has
    (nothing / "b.json").write_text("{", "utf-8")
    (nothing / "c.toml").write_text("[[", "utf-8")
    (report,) = check_file(READY, nothing)
    assert report.error == f"b.json: {no_json}; c.toml: no TOML: Invalid initial character for a key part (at end of document)"
    assert (report.notes, {result.verdict for result in report.questions[0].results}) == ((), {"unreadable"})


def test_a_chain_says_where_it_breaks() -> None:
    text = "S_1 = [4 10; 10 24] = [4 10; 10 25]"
    report = check(READY.sheet, {"S_1": text.partition("= ")[2]}).answers[0]
    (result,) = [r for r in report.questions[0].results if r.name == "S_1"]
    assert result.verdict != "correct"
    assert "You set [4 10; 10 24] equal to [4 10; 10 25], but in row 2, column 2 the one has 24 and the other 25." in result.message


def test_a_chain_that_rounds_does_not_break() -> None:
    report = check(
        READY.sheet, {"L_1": "1/sqrt(2) [4 10; 10 24] = [2.828 7.071; 7.071 16.97] = [2.8284 7.0711; 7.0711 16.9706]"}
    ).answers[0]
    (result,) = [r for r in report.questions[0].results if r.name == "L_1"]
    assert (result.verdict, result.message) == ("correct", "")


def test_a_list_that_is_a_column_is_one_all_along_its_chain(tmp_path: Path) -> None:
    path = tmp_path / "ada.txt"
    path.write_text("1 (b)\nc = (−ln 0.6, −ln 0.6) = (0.4105, 0.5108)\n", encoding="utf-8")
    (result,) = [r for r in check_file(Ready(load(find("next-word-loss"))), path)[0].questions[0].results if r.name == "c"]
    assert "in row 1, column 1 the one has −ln 0.6 and the other 0.4105" in result.message


def test_the_marks_of_a_name_nobody_knows_are_not_given_to_later_lines() -> None:
    answers = {"haed_1": [[1, 2], [3, 4]], "M": [["6.9433", "-6.9433"], ["6.9998", "-6.9998"]]}
    found = {r.name: r for r in check(READY.sheet, answers).answers[0].questions[0].results}
    assert (found["H_1"].verdict, found["H_1"].marks) == ("unreadable", 0)
    assert "did you mean H_1?" in found["H_1"].message
    assert found["H_2"].marks


def test_rounded_decimals_in_an_expression_stand_for_what_they_may_be_rounded_from() -> None:
    report = check(
        READY.sheet, {"A_1": "[e^-4.2426/(1+e^-4.2426) 1/(1+e^-4.2426); e^-9.8995/(1+e^-9.8995) 1/(1+e^-9.8995)]"}
    ).answers[0]
    assert next(r for r in report.questions[0].results if r.name == "A_1").verdict == "correct"


@pytest.mark.exhaustive
def test_many_numbers_of_one_file_have_their_work_counted_together(tmp_path: Path) -> None:
    heavy = "+".join(f"sqrt({k}+e^{k})" for k in range(2, 1000))
    (tmp_path / "a.toml").write_text("S_1 = [\n" + ",\n".join(f'["{k}+{heavy}", 1]' for k in range(20)) + "]\n", "utf-8")
    (report,) = check_file(READY, tmp_path / "a.toml")
    assert (report.limit, "more than 10,000 steps" in report.error) == (True, True)
    assert {r.verdict for q in report.questions for r in q.results} == {"undecided"}
    rows = "".join(f'ada{k},"[{k}+{heavy} 1; 1 1]"\n' if k == 3 else f'ada{k},"[4 10; 10 24]"\n' for k in range(40))
    (tmp_path / "form.csv").write_text("who,S_1\n" + rows.replace(heavy, "+".join([heavy] * 5)), "utf-8")
    reports = check_file(READY, tmp_path / "form.csv")
    assert [report.file[-4:] for report in reports if report.marks != reports[0].marks] == ["ada3"], "no other row pays for it"


COSTLY = {  # what made a reader take hours, and its kin
    ".md": ["\n" * 40_000 + "Q = [[1]]", "Q = [\n" * 6_000, "| 1 " * 40_000, "x, " * 40_000 + "Q = [1 2]", "A" + "_1" * 40_000 + " = [1 2]", "(" * 40_000],
    ".txt": ["Q" + " " * 40_000, "Q:\n" * 30_000, "Q = e^" + "e^" * 200, "⎡" * 200 + "\n" * 5, "[[" * 9_000 + "]]" * 9_000],
    ".tex": [" ,;" * 40_000, "\\boxed{" * 6_000, "\\def\\a{\\a\\a}\\a", "\\begin{bmatrix}" * 2_000, "\\\\[8pt" * 40_000],
    ".toml": ["x = { a" + ".a" * 40_000 + " = 1 }", "Q_1 = [\n" * 40_000, "Q = [" * 40_000],
    ".csv": [("a," * 200 + "\n") * 200],
    ".ipynb": [json.dumps({"cells": [{"cell_type": "code", "source": s, "outputs": [{"text": t}]}]}) for s, t in (("", "[" + " " * 40_000), ("Q = [\n" * 6_000, ""))],
    ".html": ["<p>" * 40_000, "<math>" * 20_000, "<mrow>" * 40_000, "<math>" + "<mi>" * 40_000 + "</mo>" * 40_000, "<a " * 40_000, "<a b='" * 40_000,
              "<!--" * 40_000, "<![" * 40_000, "<svg>" + "<g>" * 40_000 + "</mo>" * 40_000, "&#" + "9" * 40_000 + ";"],
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("suffix", "text"), [(suffix, text) for suffix, texts in COSTLY.items() for text in texts], ids=lambda x: x[:8]
)
def test_a_file_costs_what_its_length_says(tmp_path: Path, suffix: str, text: str, counted: Callable[..., tuple[object, int]]) -> None:
    """With the square of the length these took minutes."""
    file = tmp_path / f"a{suffix}"
    file.write_text(text, encoding="utf-8")
    assert counted(lambda: check_file(READY, file))[1] < 30_000_000


def test_read_shows_what_was_understood(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"{S}\nW7 = [1 2; 3 4]\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["read", "two-heads-by-hand", str(file)], standalone_mode=False)
    assert result.return_value == 1
    assert "S¹ = ⎡4   10⎤" in result.output
    assert "not used, line 2: [1 2; 3 4]: unknown name 'W7'" in result.output
    data = json.loads(CliRunner().invoke(main, ["read", "two-heads-by-hand", str(file), "--format", "json"]).output)
    assert data["schema"] == 1
    (question,) = data["files"][0]["questions"]
    read = {line["name"]: (line["read"], line["line"]) for line in question["lines"]}
    assert read == {"S_1": ("[4 10; 10 24]", 1), "K_2": ("", 0)}  # whose value W7 has: for a person
    page = CliRunner().invoke(main, ["read", "two-heads-by-hand", str(file), "--format", "html"]).output
    assert "<mtable" in page
    assert "W7" in page


READ = """Question 1
Q_1 = [1 2; 3 4]
S1 = (4 10 / 10 24)
K_1: 2 1
     4 u
head 2: V = [1 2; 3]

L_1 = S_1/sqrt(2) = [2.83 7.07; 7.07 16.97]
foo = [7 7]
I also got 5.5, 6.5 here
~~M = [1 1; 1 1]~~
"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everything_that_was_understood_is_told(tmp_path: Path, language: str) -> None:
    """understood.txt was read line by line; the data of JSON says the same of every line, number and place."""
    sheet, file = tmp_path / f"{language}.toml", tmp_path / "a.txt"
    sheet.write_text(find("two-heads-by-hand").read_text("utf-8").replace("\ntitle =", f'\nlanguage = "{language}"\ntitle =', 1), "utf-8")
    file.write_text(READ, "utf-8")
    with chdir(tmp_path):
        said = CliRunner().invoke(main, ["read", sheet.name, "a.txt"]).output
        data = json.loads(CliRunner().invoke(main, ["read", sheet.name, "a.txt", "--format", "json"]).output)
    text = "".join(f"{line.rstrip()}\n" for line in said.split("\n")).strip("\n")
    assert text == (Path(__file__).parent / "understood.txt").read_text("utf-8").partition(f"=== {language}\n")[2].partition("\n=== ")[0].strip("\n")
    (found,) = data["files"]
    (question,) = found["questions"]
    assert (data["schema"], found["file"], found["error"], question["id"], found["notes"]) == (1, "a.txt", "", "q1", [question["unused"][0]["why"]])
    assert {line["name"]: (line["read"], line["written"], line["line"]) for line in question["lines"]} == {
        "Q_1": ("[1 2; 3 4]", "Q_1", 2), "K_1": ("[2 1]", "K_1", 4), "S_1": ("[4 10; 10 24]", "S1", 3), "L_1": ("[2.83 7.07; 7.07 16.97]", "L_1", 8), "V_2": ("", "V", 6),
    }  # fmt: skip
    assert question["absent"] == ["V_1", "Q_2", "K_2", "S_2", "L_2", "A_1", "A_2", "H_1", "H_2", "H", "Y"]
    assert [(one["text"], one["line"]) for one in question["unused"]] == [("[7 7]", 9)]
    assert all(line["message"] in text for line in question["lines"])
    assert [(one["line"], one["as"]) for one in found["ledger"]] == [
        (1, "prose"), (2, "prose"), (2, "answer"), (3, "prose"), (3, "answer"), (4, "prose"), (4, "answer"), (5, "prose"), (6, "prose"), (6, "answer"),
        (8, "prose"), (8, "answer"), (9, "prose"), (10, "unaccounted"), (11, "struck"),
    ]  # fmt: skip


LEDGERS = {
    "en": ("Numbers: 1 of {} group{} is an answer", "s", "; what the others are:", "; the others are parts of names"),
    "de": ("Zahlen: 1 von {} Gruppe{} ist eine Antwort", "n", "; was die anderen sind:", "; die anderen sind Teile von Namen"),
    "fr": ("Nombres : 1 groupe sur {} est une réponse", "", " ; ce que sont les autres :", " ; les autres font partie de noms"),
}


@pytest.mark.parametrize("language", LEDGERS)
def test_read_says_what_the_others_are_where_there_are_others(tmp_path: Path, language: str) -> None:
    sheet = tmp_path / "s.toml"
    sheet.write_text(f"language = '{language}'\n[[question]]\nid = 'q1'\nsteps = ['A = X @ X']\ngiven.X = [[1, 2], [3, 4]]\n", encoding="utf-8")
    counted, several, listed, names = LEDGERS[language]
    cases = {
        ("a.toml", "[q1]\nA = [[7, 10], [15, 22]]\n"): [counted.format(2, several) + names],
        ("a.txt", "A = [[7, 10], [15, 22]]\n"): [counted.format(1, "")],
        ("b.txt", "On day 3:\nA = [[7, 10], [15, 22]]\n"): [counted.format(2, several) + listed, "·"],
    }
    for (name, text), says in cases.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        out = CliRunner().invoke(main, ["read", str(sheet), str(tmp_path / name)]).output.replace("\xa0", " ").replace("\u202f", " ")
        told = out.rstrip().rpartition("\n\n")[2].splitlines()
        assert [line.strip()[: len(says[k])] for k, line in enumerate(told)] == says
        assert told[0].strip() == says[0]


def test_a_format_is_found_where_its_module_lies() -> None:
    assert {".toml", ".json", ".tex", ".md", ".txt", ".ipynb", ".csv", ".html", ".docx"} <= set(suffixes())
    assert ".docx" in CliRunner().invoke(main, ["check", "--help"]).output


def test_contents_are_read_once_for_all(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(S, encoding="utf-8")
    (content,) = read(SubmittedFile(file, file), READY.namings, form=True)
    (found,) = submissions(file, READY.namings)
    assert [answer.label for answer in content.answers] == ["S_1"]
    assert list(found.answers["q1"]) == ["S_1"]


def test_a_chain_has_the_exact_form_and_the_decimals() -> None:
    text = '[[question]]\nsteps = ["L = S / sqrt(cols(S))"]\ngiven = { S = [[1, 3]] }\n[[question.part]]\nasks = ["L"]\nform = "exact"\nmarks = 1'
    both = check(loads(text), {"L": "[1/sqrt(2) 3/sqrt(2)] = [0.7071 2.1213]"}).answers[0]
    decimals = check(loads(text), {"L": "[0.7071 2.1213]"}).answers[0]
    assert (both.questions[0].results[0].verdict, decimals.questions[0].results[0].verdict) == ("correct", "imprecise")


@pytest.mark.parametrize("lines", [1, 2, 11, 12, 13, 14, 40])
def test_a_stranger_is_told_the_first_twelve_names_and_whether_there_are_more(lines: int, tmp_path: Path) -> None:
    steps = [f'"B{k} = X + X"' for k in range(lines)]
    (tmp_path / "sheet.toml").write_text(f"[[question]]\nsteps = [{', '.join(steps)}]\ngiven.X = [[1, 2]]\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("zeta = [5 7]\n", encoding="utf-8")
    said = CliRunner().invoke(main, ["read", str(tmp_path / "sheet.toml"), str(tmp_path / "a.txt")], standalone_mode=False).output
    assert f"the lines are {', '.join(f'B{k}' for k in range(min(lines, 12)))}{', …' if lines > 12 else ''}\n" in said


def _cell(source: str, count: int | None = None, *outputs: str) -> dict[str, object]:
    return {"cell_type": "code", "source": source, "execution_count": count, "outputs": [{"text": text} for text in outputs]}


@pytest.mark.parametrize(
    ("cells", "idle"),
    [
        ([_cell("import numpy as np"), _cell("Q = X @ W_Q"), _cell("print(Q)")], (2, 3)),
        ([_cell("Q = X @ W_Q", 1), _cell("print(Q)", 2, "[[1 1]]")], ()),
        ([_cell("Q = X @ W_Q", 1), _cell("K = X @ W_K"), _cell("# only words"), _cell("")], (2,)),
        ([_cell("Q = np.array([[1, 1], [2, 2]])")], ()),  # the array stands there, whatever was run
    ],
)
def test_cells_of_a_notebook_that_were_not_run_are_told(cells: list[dict[str, object]], idle: tuple[int, ...], tmp_path: Path) -> None:
    sheet = loads("[[question]]\nsteps = ['Q = X @ W_Q', 'K = X @ W_K']\n[question.given]\nX = [[1, 2]]\nW_Q = [[1, 1], [0, 0]]\nW_K = [[2, 1], [0, 3]]\n")
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
    (report,) = check_file(Ready(sheet), tmp_path / "a.ipynb")
    wanted = reading("not_run", cells=idle) if idle else None
    assert [note for note in report.notes if "not run" in note] == ([wanted] if wanted else [])
