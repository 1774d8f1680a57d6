"""The same text means the same wherever it stands: every format, every way to write a number, a list for a column."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from symattn.marking.answers.latex import flatten
from symattn.marking.answers.tokens import Pieces
from symattn.marking.answers.values import side
from symattn.marking.api import check
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.practice.desk import Desk
from symattn.sheet import loads

SHEET = 'language = "{}"\n[[question]]\nid = "q1"\nsteps = ["B = A"]\ngiven = {{ A = {} }}\n'
ROW, COLUMN = '[["sqrt(8)", "1/8"]]', '[["sqrt(8)"], ["1/8"]]'


def numerals(rows: list[list[str]]) -> bool:
    """Whether JSON and TOML have these as numbers."""
    return all(text.lstrip("-").replace(".", "", 1).isdecimal() for row in rows for text in row)


def written(rows: list[list[str]]) -> Iterator[tuple[str, str, str]]:
    """A matrix in files of every kind: how, the file's suffix, its text."""
    nested = f"[{', '.join(json.dumps(row, ensure_ascii=False) for row in rows)}]"
    blanks = f"[{'; '.join('  '.join(row) for row in rows)}]"
    cells = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    bars = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    latex = r" \\ ".join(" & ".join(text.replace("%", r"\%") for text in row) for row in rows)
    print_ = "]\n [".join(" ".join(row) for row in rows)
    notebook = {"cells": [{"cell_type": "code", "source": "print('B =', B)", "outputs": [{"text": f"B = [[{print_}]]\n"}]}]}
    yield "TOML, texts", ".toml", f"B = {nested}"
    yield "TOML, one text", ".toml", f'B = "{blanks}"'
    yield "JSON, texts", ".json", f'{{"B": {nested}}}'
    yield "JSON, one text", ".json", f'{{"B": "{blanks}"}}'
    yield "YAML", ".yaml", f"B: {nested}"
    yield "text", ".txt", f"B = {blanks}"
    yield "Markdown's table", ".md", f"B =\n\n|{'  |' * len(rows[0])}\n|{'---|' * len(rows[0])}\n{bars}"
    yield "LaTeX", ".tex", rf"$B = \begin{{bmatrix}}{latex}\end{{bmatrix}}$"
    yield "HTML's table", ".html", f"<p>B =</p><table>{cells}</table>"
    yield "a form", ".csv", f'name,B\nAda,"{blanks}"'
    yield "a notebook's print", ".ipynb", json.dumps(notebook)
    if numerals(rows):
        plain = f"[{', '.join('[' + ', '.join(row) + ']' for row in rows)}]"
        yield "TOML, numbers", ".toml", f"B = {plain}"
        yield "JSON, numbers", ".json", f'{{"B": {plain}}}'


VALUES = {  # √8 as it may be written, with 1/8 in the same way: the verdict
    ("2.8284", "0.1250"): "correct",
    ("2.82842712", "0.125"): "correct",
    ("2.83", "0.1250"): "imprecise",
    ("2.83", "0.13"): "imprecise",
    ("2.8", "0.125"): "incorrect",
    ("2.8270", "0.125"): "incorrect",
    ("3", "0.125"): "incorrect",
    ("2*sqrt(2)", "1/8"): "correct",
    ("4/sqrt(2)", "1/8"): "correct",
    ("282.84%", "12.50%"): "correct",
    ("282.8%", "12.5%"): "imprecise",
    ("282%", "12.5%"): "incorrect",
    ("2,8284", "0,125"): "correct",
    ("2,83", "0,125"): "imprecise",
    ("2,828", "0,125"): "imprecise",  # 0,125 shows that its commas are no thousands'
    ("-inf", "0.125"): "incorrect",
    ("2.83e0", "1.25e-1"): "imprecise",
}


def seen(ready: Ready, folder: Path, rows: list[list[str]]) -> dict[str, str]:
    """What the marker says of one matrix, in every format."""
    found = {}
    for how, suffix, text in written(rows):
        file = folder / f"answers{suffix}"
        file.write_text(text + "\n", encoding="utf-8")
        (report,) = check_file(ready, file)
        found[how] = report.questions[0].results[0].verdict
    sheet = folder / "sheet.toml"
    sheet.write_text(SHEET.format(ready.sheet.language, ROW if len(rows) == 1 else COLUMN), encoding="utf-8")
    page = json.loads(Desk.opened(sheet, folder).check({"q1": {"B": rows}})["report"])
    found["the practice page"] = page["answers"][0]["questions"][0]["results"][0]["verdict"]
    for how, value in {"a mapping of texts": rows, "a mapping of numbers": [[float(x) for x in row] for row in rows] if numerals(rows) else rows}.items():
        found[how] = check(ready.sheet, {"B": value}).answers[0].questions[0].results[0].verdict
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("across", [True, False], ids=["row", "column"])
def test_a_number_means_the_same_in_every_format(tmp_path: Path, language: str, across: bool) -> None:
    ready = Ready(loads(SHEET.format(language, ROW if across else COLUMN)))
    for texts, verdict in VALUES.items():
        got = seen(ready, tmp_path, [list(texts)] if across else [[text] for text in texts])
        if "," in texts[0] and language == "en" and not across and verdict != "correct":
            # nothing but the line's shape speaks for [2,83; 0,125] as decimals: where that is not right a person looks
            assert set(got.values()) <= {verdict, "undecided"}, (texts, got)
        else:
            assert set(got.values()) == {verdict}, (texts, got)


@pytest.mark.parametrize(("language", "text", "given"), [
    ("de", "[2,125]", [["17/8"]]),
    ("de", "[2,125]", [[2, 125]]),
    ("de", "[1,3; 0,1]", [[1, 3], [0, 1]]),
    ("de", "[1,3; 0,1]", [["1.3"], ["0.1"]]),
    ("en", "[1,3; 0,1]", [[1, 3], [0, 1]]),
    ("en", "[1,3; 0,1]", [["1.3"], ["0.1"]]),
    ("en", "[0,5, 1,5]", [["0.5", "1.5"]]),
    ("en", "[0,5, 1,5]", [[0, 5, 1, 5]]),
])  # fmt: skip
@pytest.mark.parametrize("suffix", [".toml", ".json", ".txt", ".yaml"])
def test_commas_are_read_as_the_shape_of_the_line_has_it(tmp_path: Path, suffix: str, language: str, text: str, given: object) -> None:
    file = tmp_path / f"answers{suffix}"
    file.write_text(
        {".toml": f'B = "{text}"', ".json": f'{{"B": "{text}"}}', ".txt": f"B = {text}", ".yaml": f'B: "{text}"'}[suffix] + "\n", encoding="utf-8"
    )
    (report,) = check_file(Ready(loads(SHEET.format(language, json.dumps(given)))), file)
    assert report.questions[0].results[0].verdict == "correct", report.questions[0].results[0].message


@pytest.mark.parametrize("suffix", [".toml", ".json", ".txt", ".yaml"])
def test_what_may_be_read_in_two_ways_opens_its_line_and_no_other(tmp_path: Path, suffix: str) -> None:
    """Neither reading has the line's shape: both are shown, and the line beside it is marked."""
    sheet = SHEET.format("de", "[[1, 2, 3]]").replace('["B = A"]', '["B = A", "C = 2 * A"]')
    one, other = "[2,125]", "[2; 4; 6]".replace("; ", " ")
    texts = {
        ".toml": f'B = "{one}"\nC = "{other}"',
        ".json": json.dumps({"B": one, "C": other}),
        ".txt": f"B = {one}\nC = {other}",
        ".yaml": f'B: "{one}"\nC: "{other}"',
    }
    file = tmp_path / f"answers{suffix}"
    file.write_text(texts[suffix] + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(sheet)), file)
    first, second = report.questions[0].results
    assert (first.verdict, second.verdict) == ("unreadable", "correct")
    assert "2.125 oder 2 125" in first.message


@pytest.mark.parametrize(("suffix", "text"), [
    (".txt", "B = (2.8284, 0.125)"),
    (".txt", "B = [2.8284, 0.125]"),
    (".txt", "B = [2.8284 0.125]"),
    (".txt", "B = 2.8284, 0.125"),
    (".txt", "B = array([2.8284, 0.125 ])"),
    (".txt", "B = (2,8284; 0,125)"),
    (".md", "B = $(2.8284, 0.125)$"),
    (".toml", "B = [2.8284, 0.125]"),
    (".txt", "B = (2.8284; 0.125)"),
    (".txt", "B = (2.8284; 0.125)^T"),
    (".md", "$B = (2.8284; 0.125)^T$"),
    (".json", '{"B": [2.8284, 0.125]}'),
    (".csv", 'name,B\nAda,"(2.8284, 0.125)"'),
])  # fmt: skip
def test_a_list_stands_for_a_column(tmp_path: Path, suffix: str, text: str) -> None:
    file = tmp_path / f"answers{suffix}"
    file.write_text(text + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(SHEET.format("en", COLUMN))), file)
    assert report.questions[0].results[0].verdict == "correct", report.questions[0].results[0].message


@pytest.mark.parametrize("text", ["B = [[2.8284, 0.125]]", r"B = \begin{bmatrix} 2.8284 & 0.125 \end{bmatrix}"])
def test_a_row_stands_for_no_column(tmp_path: Path, text: str) -> None:
    file = tmp_path / "answers.md"
    file.write_text(f"${text}$\n" if "\\" in text else text + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(SHEET.format("en", COLUMN))), file)
    assert report.questions[0].results[0].verdict != "correct"


NUMBERS = [
    r"$e = 0{,}2$ und $v = -0{,}9$", r"$e = \boxed{0{,}2}$, $v = \boxed{{-}0{,}9}$", "e = 0,2; v = -0,9", r"$e=\max(E)=0{,}2$; $v = -0{,}90$",
    "$e = 0{.}2$\n\n$v = {-}0{,}9$", "e: 0,2\nv: −0,9",
]  # fmt: skip


@pytest.mark.parametrize("suffix", [".md", ".tex", ".txt"])
@pytest.mark.parametrize("text", NUMBERS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_number_with_a_comma_is_one_number(tmp_path: Path, language: str, text: str, suffix: str) -> None:
    sheet = f'language = "{language}"\n[[question]]\nsteps = ["e = max(E)", "v = min(E)"]\ngiven.E = [[0.2, -0.9]]\n'
    file = tmp_path / f"answers{suffix}"
    file.write_text(text + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(sheet)), file)
    assert [result.verdict for result in report.questions[0].results] == ["correct", "correct"]


@pytest.mark.parametrize(("language", "text"), [
    ("de", "[0,5  0,3333  3,0·10⁻⁶  0,1429]"), ("fr", "[0,5  0,3333  3,0*10^-6  0,1429]"), ("fr", "[0,5  0,3333  3,0 · 10⁻⁶  0,1429]"),
    ("de", r"$[0{,}5 \; 0{,}3333 \; 3{,}0\cdot 10^{-6} \; 0{,}1429]$"), ("en", "[0.5 0.3333 3.0·10⁻⁶ 0.1429]"),
])  # fmt: skip
@pytest.mark.parametrize("suffix", [".md", ".txt"])
def test_a_power_of_ten_may_stand_in_a_row_with_commas(tmp_path: Path, suffix: str, language: str, text: str) -> None:
    file = tmp_path / f"answers{suffix}"
    file.write_text(f"B = {text}\n" if "$" not in text else f"$B = {text[1:]}\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(SHEET.format(language, '[["1/2", "1/3", "3/1000000", "1/7"]]'))), file)
    assert report.questions[0].results[0].verdict == "correct", report.questions[0].results[0].message


@pytest.mark.parametrize(("language", "text"), [("de", "1296,4103"), ("de", "50560/39 ≈ 1.296,4103"), ("en", "1,296.4103"), ("de", "1296,41")])
def test_a_count_has_the_decimal_mark_of_the_language(tmp_path: Path, language: str, text: str) -> None:
    sheet = (
        f"language = '{language}'\ndecimals = 4\n[[question]]\nsteps = ['Q = X @ W', 'p = numbers(Q)', 'r = p / 39']\n"
        "sizes = { n = 320, d = 158 }\n[question.shapes]\nX = ['n', 'd']\nW = ['d', 'd']\n"
    )
    file = tmp_path / "answers.md"
    file.write_text(f"r = {text}\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(sheet)), file)
    found = {result.name: result.verdict for result in report.questions[0].results}
    assert found["r"] == "correct"


TURNED = """
[[question]]
steps = ["K = X * 1", "S = Q @ K.T"]
given = { X = [[1, 0], [1, 1], [2, 1]], Q = [[1, 2]] }
"""


@pytest.mark.parametrize(("name", "text", "verdict"), [
    ("K", "K^T = [1 1 2; 0 1 1]", "correct"), ("K", "Kᵀ = [1 1 2; 0 1 1]", "correct"), ("K", "K = [1 0; 1 1; 2 1]", "correct"),
    ("K", "K = [1 1 2; 0 1 1]", "slip"), ("K", "K^T = [1 0; 1 1; 2 1]", "slip"), ("S", "Q K^T = [1 3 4]", "correct"),
])  # fmt: skip
@pytest.mark.parametrize("suffix", [".txt", ".toml", ".json", ".yaml", ".csv"])
def test_what_a_value_says_of_its_name_is_read_in_every_format(tmp_path: Path, suffix: str, name: str, text: str, verdict: str) -> None:
    file = tmp_path / f"answers{suffix}"
    texts = {".txt": f"{name}: {text}", ".toml": f'{name} = "{text}"', ".json": json.dumps({name: text}), ".yaml": f'{name}: "{text}"'}
    file.write_text(texts.get(suffix, f'line,value\n{name},"{text}"') + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(TURNED)), file)
    found = {result.name: result for result in report.questions[0].results}[name]
    assert found.verdict == verdict, found


@pytest.mark.parametrize(("text", "given", "verdict", "said"), [
    ("[-2,1,5,-0,375]", [[-2, "1.5", "-0.375"]], "unreadable", ("-2.1 5 -0.375", "-2 1.5 -0.375")),
    ("-2,1,5,-0,375", [[-2, "1.5", "-0.375"]], "unreadable", ("-2.1 5 -0.375", "-2 1.5 -0.375")),
    ("[1,2,3; 4,5,6]", [[1, "2.3"], ["4.5", 6]], "unreadable", ("1.2 3; 4.5 6", "1 2.3; 4 5.6")),
    ("[1,5,-2]", [["1.5", -2]], "correct", ()),
    ("(1,5,-2)", [["1.5"], [-2]], "correct", ()),
    ("[1,5,-2]", [[7, 8]], "undecided", ("1.5 -2", "1 5 -2")),
    ("[-2,1,5]", [[-2, 1, 5]], "correct", ()),
    ("[-2, 1, 5]", [["-2.1", 5]], "shape", ()),
    ("[1,2,3,4,5]", [[1, 2]], "shape", ()),
])  # fmt: skip
@pytest.mark.parametrize("suffix", [".txt", ".toml", ".json", ".yaml"])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_commas_of_which_some_may_be_decimal_are_never_wrong(
    tmp_path: Path, language: str, suffix: str, text: str, given: object, verdict: str, said: tuple[str, ...]
) -> None:
    file = tmp_path / f"answers{suffix}"
    texts = {".txt": f"B = {text}", ".toml": f'B = "{text}"', ".json": json.dumps({"B": text}), ".yaml": f'B: "{text}"'}
    file.write_text(texts[suffix] + "\n", encoding="utf-8")
    (report,) = check_file(Ready(loads(SHEET.format(language, json.dumps(given)))), file)
    (found,) = report.questions[0].results
    assert found.verdict == verdict, found
    assert all(way in found.message for way in said), found.message


WORKED = {  # what is written on the way -> its entries, or what is said of it
    "[-inf 1] + [2 3]": "-inf 4", "[2 3] - [1 2]": "1 1", "[-inf 1] * 2": "-inf 2", "2 * [-inf 1]": "-inf 2", "-2 [1 2]": "-2 -4", "-[1 -2]": "-1 2",
    "-[-inf 1]": "no arithmetic with infinity", "[-inf 1] * 0": "no arithmetic with infinity", "[-inf 1] * -1": "no arithmetic with infinity",
    "[-inf 1] / 2": "-inf 1/2", "[-inf 1] / (-2)": "no arithmetic with infinity", "[1 2] / [1 2]": "a matrix is no divisor", "[1 2] / 0": "division by zero",
    "[1 2] [3; 4]": "11", "[1; 2] [3 4]": "3 4; 6 8", "[1 2] [3 4]": "a 1×2 matrix times a 1×2 matrix", "[1 2] + [1; 2]": "a 1×2 matrix and a 2×1 matrix",
    "[0.5 1] * 2": "1 2", "[0.5 1/2] / 4": "1/8 1/8", "[0.5 1] [2; 0.5]": "3/2", "[1 2]^T": "1; 2", "2 [1 2] [3; 4]": "22", "2 * 3 [1 2]": "6 12",
    "[1 2; 3 4]ᵀ - 1": "a sum of a 2×2 matrix and a number", "1 - [1 2]": "a sum of a number and a 1×2 matrix", "[1 2; 3 4]ᵀ [1; -1]": "-2; -2",
    "[1 2] *": "",  # a star below an answer, with nothing behind it
    "* [1 2]": "nothing is written here", " · [1 2]": "nothing is written here",  # a text that begins with a sign of a product
}  # fmt: skip


@pytest.mark.parametrize("text", WORKED)
def test_a_matrix_is_worked_out_as_it_is_written(text: str) -> None:
    tokens = Pieces.of(flatten(text)).tokens
    found = side(tokens[0], tokens[-1])
    if found.error:
        assert WORKED[text] in found.error
    assert found.error or "; ".join(" ".join(cell.text for cell in row) for row in found.cells) == WORKED[text]


@pytest.mark.parametrize("text", [
    "c\n[[0.515]]", "c\n[0.515]", "c <- matrix(c(0.515), nrow=1, byrow=TRUE)", "c = matrix(c(0.515), 1, 1)", "c <- c(0.515)", "c\n0.515",
])  # fmt: skip
def test_one_number_in_brackets_is_that_number(tmp_path: Path, text: str) -> None:
    """Below its name, and in a call of R, whose sizes are nobody's numbers."""
    file = tmp_path / "answers.txt"
    file.write_text(f"{text}\n", encoding="utf-8")
    sheet = '[[question]]\nsteps = ["B = 2 * A", "c = sum(A)"]\ngiven = { A = [["0.515"]] }\ndecimals = 3\n'
    (report,) = check_file(Ready(loads(sheet)), file)
    assert {one.name: one.verdict for one in report.questions[0].results} == {"B": "missing", "c": "correct"}
    assert [(entry.kind, entry.text) for entry in report.ledger if entry.kind != "prose"] == [("answer", "0.515")]


@pytest.mark.parametrize("text", ["268 435 456", "268\u202f435\u202f456", " 268 435 456 "])
@pytest.mark.parametrize("given", ["x", ["x"], [["x"]]], ids=str)
def test_blanks_may_part_thousands_wherever_an_entry_stands_alone(text: str, given: object) -> None:
    """As the practice page shows them, and as a text has them."""
    value = json.loads(json.dumps(given).replace("x", text))
    sheet = loads("[[question]]\nsteps = ['P = 2 ** 28 * n', 'C = 2 * P']\ngiven.n = 1\n")
    assert check(sheet, {"P": value}).answers[0].questions[0].results[0].verdict == "correct"


@pytest.mark.parametrize("text", ["c\n[2]\n0.515", "c\n[0.515]\n2", "c\n[[2]\n0.515"])
def test_a_number_in_brackets_makes_no_column_with_one_that_has_none(tmp_path: Path, text: str) -> None:
    """It may be the marks of a sheet: then a person looks at both lines, as the numbers may be of either."""
    file = tmp_path / "answers.txt"
    file.write_text(f"{text}\n", encoding="utf-8")
    sheet = '[[question]]\nsteps = ["B = 2 * A", "c = sum(A)"]\ngiven = { A = [["0.515"]] }\ndecimals = 3\n'
    (report,) = check_file(Ready(loads(sheet)), file)
    assert {one.name: one.verdict for one in report.questions[0].results} == {"B": "unreadable", "c": "unreadable"}
    assert [entry.text for entry in report.ledger if entry.kind == "unaccounted"] == ["0.515"]
