"""Answer files of every kind: what is read from them, and what is said about the rest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symattn.files import find
from symattn.marking import check
from symattn.marking.answers.formats import csv, ipynb, toml
from symattn.marking.answers.formats import json as json_format
from symattn.marking.answers.prose import read
from symattn.sheet import load, loads

SHEET = """
[[question]]
id = "q1"
variant = "multi-head-attention"
options = { heads = 2, first = 0 }
notation = "illustrated"
[question.given]
X = [[1, 2], [3, 4]]
W_Q_0 = [[1, 0], [0, 1]]
W_K_0 = [[0, 1], [1, 0]]
W_V_0 = [[1, 0], [0, -1]]
W_Q_1 = [[0, 1], [1, 0]]
W_K_1 = [[1, 0], [0, 1]]
W_V_1 = [[0, 1], [-1, 0]]
W_O = [[1, 0], [0, 1], [-1, 0], [0, -1]]
"""
UNCLOSED = "Q_1 = [[1, 2], [3, 4]\nK_1 = [1 2; 3 4]\nV_1 = [[1, 2\n"
Q0, K0, S0 = "[[1, 2], [3, 4]]", "[[2, 1], [4, 3]]", "[[4, 10], [10, 24]]"


def verdicts(tmp_path: Path, suffix: str, text: str, sheet: str = SHEET) -> dict[str, str]:
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    report = check(loads(sheet), file)
    return {r.name: r.verdict for q in report.answers[0].questions for r in q.results if r.verdict != "missing"}


EQUATIONS = {
    "one to a line": (f"Q_0 = {Q0}\nK_0 = {K0}", {"Q_0": "correct", "K_0": "correct"}),
    "several to a line": (f"Q_0 = {Q0}, K_0 = {K0} and S_0 = {S0}.", {"Q_0": "correct", "K_0": "correct", "S_0": "correct"}),
    "a matrix over several lines": ("Q_0 =\n[[1 2]\n [3 4]]\nthen", {"Q_0": "correct"}),
    "what a print shows": ("Q_0:\n [[1. 2.]\n [3. 4.]]", {"Q_0": "correct"}),
    "LaTeX, aligned": (
        r"\begin{align*} Q_0 &= X W_0^Q \\ &= \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \\"
        r" K_0 &\approx \begin{pmatrix} 2.0000 & 1.0000 \\ 4.0000 & 3.0000 \end{pmatrix} \end{align*}",
        {"Q_0": "correct", "K_0": "correct"},
    ),
    "LaTeX, a chain of values": (
        r"\[ S_0 = Q_0 K_0^\top = \begin{bmatrix} 4 & 10 \\ 10 & 24 \end{bmatrix} \] text \( Z_0 = 3 \)",
        {"S_0": "correct", "H_0": "shape"},
    ),
    "LaTeX, commented out": ("% Q_0 = [[9, 9], [9, 9]]\n$K_0 = [[2, 1], [4, 3]]$", {"K_0": "correct"}),
    "Markdown": (f"## Answer\n\n$$Q_0 = {Q0}$$\n\n```\nK_0 = {K0}\n```", {"Q_0": "correct", "K_0": "correct"}),
    "formulas alone are no answers": ("Q_0 = X W_0^Q and K_0 = X W", {}),
    "digits that are no value are told of, never lost": ("K_0 = 1,234", {"K_0": "unreadable"}),
    "commas are read as the line's shape has it": ("Q_0 = [1,0, 2,0; 3,0, 4,0]\nK_0 = [2,1; 4,3]", {"Q_0": "correct", "K_0": "correct"}),
    "a symbol of the sheet": (r"$\mathbf{Z} = [[1, 2, 3, 4], [5, 6, 7, 8]]$", {"H": "incorrect"}),
}


@pytest.mark.sliced(36)
@pytest.mark.parametrize(("text", "expected"), EQUATIONS.values(), ids=EQUATIONS)
@pytest.mark.parametrize("suffix", [".tex", ".md", ".txt"])
def test_equations(tmp_path: Path, suffix: str, text: str, expected: dict[str, str]) -> None:
    assert verdicts(tmp_path, suffix, text) == expected


REMARKS = {"0.2500 (4 d.p.)": "correct", "0.25 (second position)": "correct", "0.1250 (sqrt 4)": "correct", "0.2600 (the mean)": "incorrect"}


@pytest.mark.parametrize(("text", "verdict"), REMARKS.items(), ids=REMARKS)
def test_words_in_brackets_behind_a_number(tmp_path: Path, text: str, verdict: str) -> None:
    sheet = "[[question]]\nsteps = ['m = mean(p)']\n[question.given]\np = [['1/2', 0]]\n"
    assert verdicts(tmp_path, ".txt", f"m = {text}\n", sheet) == {"m": verdict}


TABLES = {
    "the question's id left out": (f"Q_0 = {Q0}", {"Q_0": "correct"}),
    "under the question": (f"[q1]\nQ_0 = {Q0}", {"Q_0": "correct"}),
    "text of any format": ('Q_0 = "[1 2; 3 4]"\nK_0 = """\\\\begin{bmatrix}2&1\\\\\\\\4&3\\\\end{bmatrix}"""', {"Q_0": "correct", "K_0": "correct"}),
    "texts as entries": ('Q_0 = [["2/2", "sqrt(4)"], ["\\\\frac{6}{2}", 4.0]]', {"Q_0": "correct"}),
    "one bad entry": ('Q_0 = [["0;5", 2], [3, 4]]\nK_0 = [[2, 1], [4, 3]]', {"Q_0": "unreadable", "K_0": "correct"}),
    "ragged": (f"Q_0 = [[1, 2], [3]]\nK_0 = {K0}", {"Q_0": "unreadable", "K_0": "correct"}),
    "empty": ("Q_0 = []", {"Q_0": "unreadable"}),
    "nan": ("Q_0 = [[nan, 1], [2, 3]]", {"Q_0": "unreadable"}),
    "truth values": ("Q_0 = [[true, 1], [2, 3]]", {"Q_0": "unreadable"}),
    "an empty text": ('Q_0 = ""', {"Q_0": "unreadable"}),
    "one slip of the pen in the file": (f"Q_0 = {Q0}\nK_0 = [[2, 01], [4, 3]]\nS_0 = {S0}", {"Q_0": "correct", "K_0": "unreadable", "S_0": "correct"}),
    "another shape": ("Q_0 = [[1, 2, 3]]", {"Q_0": "shape"}),
    "heads from another start": (f"Q_1 = {Q0}\nK_1 = {K0}\nQ_2 = [[2, 1], [4, 3]]", {"Q_0": "correct", "K_0": "correct", "Q_1": "correct"}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TABLES.values(), ids=TABLES)
def test_toml(tmp_path: Path, text: str, expected: dict[str, str]) -> None:
    assert verdicts(tmp_path, ".toml", text) == expected


def test_json_keeps_digits() -> None:
    (found,) = json_format.read(b'{"q1": {"A": [[0.50, "1/3"]]}}', frozenset(["q1"]))
    (answer,) = found.answers
    assert (answer.place.question, answer.cells[0][0].precision.places, answer.cells[0][1].precision) == ("q1", 2, None)


def test_heads_renumbered_are_said() -> None:
    report = check(loads(SHEET), {"Q_2": [[2, 1], [4, 3]]})
    result = next(r for r in report.answers[0].questions[0].results if r.name == "Q_1")
    assert result.verdict == "correct"
    assert "your head 2 is its head 1" in result.message


@pytest.mark.parametrize(("name", "hint"), [("QQ", "lines are"), ("Q_7", "Q_1"), ("haed_0", "H_0")])
def test_an_unknown_name_is_said_with_the_nearest(name: str, hint: str) -> None:
    (note,) = check(loads(SHEET), {name: [[1]]}).answers[0].notes
    assert name in note
    assert hint in note


def notebook(*cells: tuple[str, str]) -> str:
    made = [{"cell_type": "code", "source": s, "outputs": [{"output_type": "stream", "text": t}] if t else []} for s, t in cells]
    return json.dumps({"cells": made, "nbformat": 4})


def test_a_notebook_is_read_and_never_run(tmp_path: Path) -> None:
    text = notebook(
        ("import os\nos.remove('x')\nQ_1 = np.array([[1, 2],  # row\n [3, 4]])\nZ = np.dot(A, V)", ""),
        ("print('Head 1 - K_1:\\n', K_1)", "Head 1 - K_1:\n [[2. 1.]\n [4. 3.]]\nHead 2 - Q_2:\n [[2. 1.]\n [4. 3.]]"),
        ("S_1", ""),
    )
    assert verdicts(tmp_path, ".ipynb", text) == {"Q_0": "correct", "K_0": "correct", "Q_1": "correct"}


def test_words_of_a_print(tmp_path: Path) -> None:
    scaled = "[[2.82842712 7.07106781]\n [7.07106781 16.97056275]]"
    printed = f"Head 1 - Attention Scores:\n {scaled}\nHead 2 - Attention Scores:\n [[ 4 10]\n [10 24]]"
    assert verdicts(tmp_path, ".ipynb", notebook(("print()", printed))) == {"L_0": "correct", "S_1": "correct"}


def test_a_form_has_a_submission_in_every_row(tmp_path: Path) -> None:
    file = tmp_path / "form.csv"
    file.write_text('who,Q_0,E-mail address\nAda,"[[1, 2], [3, 4]]",ada@x\nBob,"[[0, 0], [0, 0]]",b@x\n', encoding="utf-8")
    ada, bob = check(loads(SHEET), file).answers
    assert (ada.file.endswith("Ada"), ada.questions[0].results[0].verdict) == (True, "correct")
    assert bob.questions[0].results[0].verdict == "incorrect"
    assert not ada.notes


COLUMNS = SHEET.replace('"illustrated"', '"columns"').replace("[[1, 0], [0, 1], [-1, 0], [0, -1]]", "[[1, 0, -1, 0], [0, 1, 0, -1]]")


def test_tokens_as_columns(tmp_path: Path) -> None:
    found = verdicts(tmp_path, ".toml", "Q_0 = [[1, 2], [3, 4]]\nK_0 = [[3, 4], [1, 2]]", COLUMNS)
    assert found == {"Q_0": "correct", "K_0": "correct"}
    turned = verdicts(tmp_path, ".toml", "Q_0 = [[1, 3], [2, 4]]\nK_0 = [[3, 1], [4, 2]]", COLUMNS)
    assert "correct" not in turned.values()


BROKEN = {
    ".toml": "\x00\x01", ".json": "{", ".ipynb": '{"cells": 3}', ".csv": "a", ".pdf": "x", ".json2": "[]",
}  # fmt: skip


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("suffix", "text"), BROKEN.items(), ids=BROKEN)
def test_a_broken_file_is_said_and_the_rest_goes_on(tmp_path: Path, suffix: str, text: str) -> None:
    bad, good = tmp_path / f"bad{suffix}", tmp_path / "good.toml"
    bad.write_text(text, encoding="utf-8")
    good.write_text(f"Q_0 = {Q0}", encoding="utf-8")
    first, second = check(loads(SHEET), [bad, good]).answers
    assert first.error
    assert {r.verdict for r in first.questions[0].results} == {"unreadable"}
    assert second.questions[0].results[0].verdict == "correct"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"\xff\xfe")
    assert "UTF-8" in check(loads(SHEET), file).answers[0].error


def test_a_file_too_large_is_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x" * 5_000_001, encoding="utf-8")
    (answer,) = check(loads(SHEET), file).answers
    assert answer.limit
    assert str(file) in answer.error


def test_two_questions_need_their_ids() -> None:
    sheet = loads(SHEET + SHEET.replace('"q1"', '"q2"'))
    report = check(sheet, {"q2": {"Q_0": [[1, 2], [3, 4]]}, "Q_0": [[1, 2], [3, 4]]})
    assert report.answers[0].notes
    assert report.answers[0].questions[1].results[0].verdict == "correct"
    assert report.answers[0].questions[0].results[0].verdict == "unreadable"  # which of the two it is for, a person says


def test_questions_by_heading() -> None:
    found = read("q1\nA = [[1]]\n\nq2\nA = [[2]]", frozenset(["q1", "q2"])).answers
    assert [(answer.place.question, answer.cells[0][0].text) for answer in found] == [("q1", "1"), ("q2", "2")]


ATTACKS = [
    '{"q1": ' + "[" * 5000 + "]" * 5000 + "}",
    '{"Q_0": [["9^9^9^9", 1], [2, 3]]}',
    '{"Q_0": [[1e999999999, 1], [2, 3]]}',
    '{"Q_0": "__import__(\'os\').system(\'touch pwned\')"}',
    '{"Q_0": "\\\\input{/etc/passwd}"}',
    '{"Q_0": [["\\u202e1", 1], [2, 3]]}',
]


@pytest.mark.sliced(2)
@pytest.mark.parametrize("text", ATTACKS)
def test_hostile_answers_are_unreadable_and_do_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    (answer,) = check(loads(SHEET), file).answers
    assert answer.error or answer.questions[0].results[0].verdict in ("unreadable", "incorrect")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_readers_by_themselves() -> None:
    ids = frozenset(["q1"])
    assert toml.read(b"[q1]\nA = [[1]]", ids)[0].answers[0].place.question == "q1"
    assert [found.who for found in csv.form(b"n,A\nx,1\ny,2", ids)] == ["x", "y"]
    assert ipynb.read(notebook(("A = [[1, 2]]", "")).encode(), ids)[0].answers[0].loose


def test_the_notebook_with_heads_from_one_is_right() -> None:
    """The printed notebook of another course, read as answers to the sheet whose heads begin with 0."""
    file = Path(__file__).parents[1] / "cases" / "heads-from-one.ipynb"
    report = check(load(find("thinking-machine")), file)
    found = {r.name: r.verdict for r in report.answers[0].questions[0].results if r.verdict != "missing"}
    assert found == dict.fromkeys(found, "correct")  # print leaves zeros out
    assert len(found) == 14


@pytest.mark.parametrize("name", ["Q_²", "Q_" + "1" * 5000, "head " + "1" * 5000], ids=lambda name: name[:8])
def test_a_strange_head_number_is_a_strange_name(name: str) -> None:
    report = check(load(find("two-heads-by-hand")), {name: [[1, 2], [3, 4]]}).answers[0]
    assert [note[:14] for note in report.notes] == ["unknown name '"]


def test_a_matrix_plus_a_word_is_a_formula_on_the_way(tmp_path: Path) -> None:
    """The key prints a mask so; the value is what stands at the end of the chain, and the chain does not break."""
    sheet = '[[question]]\nsteps = ["B = S / 4", "M = causal_mask(B)"]\n[question.given]\nS = [[0, 0], [-1, 0]]\n'
    file = tmp_path / "a.txt"
    file.write_text("B = [0 0; -1/4 0]\n\nM = B + mask = [0 0; -1/4 0] + mask = [0 -∞; -1/4 0]\n", encoding="utf-8")
    results = check(loads(sheet), file).answers[0].questions[0].results
    assert [(result.verdict, result.message) for result in results] == [("correct", "")] * 2


@pytest.mark.parametrize(("written", "told"), [("2 foo(3)", True), ("3 I + 1", True), ("X W_0^Q", False), ("Q_0 / 2", False)])
def test_numbers_that_no_reader_works_out_are_told_and_formulas_of_the_sheet_are_not(written: str, told: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"Q_0 = {written}\nK_0 = [2 1; 4 3]\n", encoding="utf-8")
    found = {r.name: r for r in check(loads(SHEET), file).answers[0].questions[0].results}
    assert (found["Q_0"].verdict, found["K_0"].verdict) == ("unreadable" if told else "missing", "correct")
    assert ("stands inside an expression that is not worked out" in found["Q_0"].message) == told


def test_a_matrix_that_is_not_closed_ends_with_its_line() -> None:
    found = read(UNCLOSED).answers
    assert [(one.label, one.text, one.place.line, bool(one.error)) for one in found] == [
        ("Q_1", "[[1, 2], [3, 4]", 1, True), ("K_1", "[1 2; 3 4]", 2, False), ("V_1", "[[1, 2", 3, True),
    ]  # fmt: skip
    assert all("is not closed" in one.error for one in found if one.error)


def of_sheet(name: str, text: str, suffix: str, tmp_path: Path) -> dict[str, str]:
    """The verdicts on the lines of a shipped sheet that something was handed in for."""
    file = tmp_path / f"answers{suffix}"
    file.write_text(text, encoding="utf-8")
    report = check(load(find(name)), file)
    results = [r for q in report.answers[0].questions for r in q.results]
    return {r.name: r.verdict for r in results if r.verdict not in ("missing", "by-hand")}


HEADS = """Head 0: Q = [1 0; 0 1; 1 1], S = [1 0 1; 0 1 1; 1 1 2]
Head 1: Q = [0 1; 1 1; 0 1], S = [1 1 1; 1 2 1; 1 1 1]
Merged: H = [1 0 0 1; 0.3302 0.6698 0.6698 1; 0.7517 0.7517 0.3333 1]"""
OF_SHEETS = {  # sheet, suffix, text, the lines that are right: nothing else may be read
    "heads of a batch": ("heads-in-batches", ".txt", HEADS, "Q_h S H"),
    "a batch as printed": ("heads-in-batches", ".txt", "Qh = [[[1. 0.]\n  [0. 1.]\n  [1. 1.]]\n\n [[0. 1.]\n  [1. 1.]\n  [0. 1.]]]", "Q_h"),
    "shapes in words": ("batched-shapes", ".txt", "1a) W^(q): d x d\nQ, K and V: B x n x d\nQK^T: B x n x n\nscaled: B×n×n", "W_Q Q K V S L"),
    "a list of names below": ("seven-steps", ".txt", "Question 1\nX: 4 x 1024, W_Q: 1024 x 8 x 128\nQ, K and V: 4 x 8 x 128", "X W_Q Q K V"),
    "shapes of each of several": ("batched-shapes", ".txt", "1a) W_q, W_k and W_v are all (d, d)\nQ, K, V: each B x n x d", "W_Q W_K W_V Q K V"),
    "shapes in sets": ("batched-shapes", ".tex", r"\section*{Question 1} $Q, K, V \in \mathbb R^{B \times n \times d}$, $QK^\top \in \mathbb{R}^{B\times n\times n}$", "Q K V S"),
    "shapes as Torch says them": ("seven-steps", ".txt", "Question 2\nQ.shape = torch.Size([4, 1024])\nS.shape: torch.Size([8, 4, 4])", "Q S"),
    "no shape but a matrix": ("latent-cache", ".txt", "C = (1, 2)^T\nK1 = (1, 2)ᵀ, V1 = (3, 6)ᵀ", "C K_1 V_1"),
    "sizes without a sign": ("counting-gpt2", ".txt", "block = 12 d^2 + 13 d\nnorms: 4d", "block norms"),
    "a column below its name": ("windows-and-slopes", ".txt", "H\n5.333333\n4\n1.818182\n3\n", "H"),
    "counts behind a colon": ("counting-gpt2", ".txt", "attention: 4d^2 + 4d = 2,362,368\nnorms: 3072\ntotal: 124,439,808 parameters (~124M)", "attention norms total"),
    "rows of tokens": ("causal-mask", ".txt", "I: q_1 = [1, 1]\nsaw: q_2 = [0, 1]\nher: q_3 = [1, 2]\nk1 = (1, 0)\nk2 = (1, 1)\nk3 = (2, 1)", "Q K"),
    "entries of a column": ("few-bits", ".txt", "m_1 = 0.7, m_2 = 2.8\ns_1 = 0.7/7 = 0.1 and s_2 = 0.4", "m s"),
    "a name behind the value": ("softmax-backwards", ".tex", r"$g = u J = \begin{pmatrix} \frac38 & -\frac1{16} & -\frac5{16} \end{pmatrix} = h$", "g h"),
    "functions of lines": ("linear-attention", ".tex", r"$\phi(Q) = \begin{pmatrix}1&1\\1&3\\0&1\end{pmatrix}$ and $\phi(K) = \begin{pmatrix}1&0\\0&2\\0&1\end{pmatrix}$", "phi_Q phi_K"),
    "units": ("grouped-queries", ".txt", "full = 4,294,967,296 B = 4 GiB\ngrouped: 2^30 = 1 GiB\nsaved = 4x", "full grouped saved"),
    "groups": ("grouped-queries", ".txt", "group 1: K = (1, 2)^T, V = (3, 1)^T\ngroup 2: K = (0, 1)^T, V = (2, 4)^T", "K_1 V_1 K_2 V_2"),
    "exact and roughly": ("norm-by-hand", ".txt", "E = 4/6 = 2/3 ≈ 0.667", "E"),
    "sigma": ("temperature", ".txt", "B = [σ(t), σ(-t)]\nQuestion 2\nC = [e^(t+c)/(e^(t+c) + e^c), 1/(1+e^t)]", "B C"),
    "a printed float32": ("next-word-loss", ".txt", "P = [[0.66524094 0.24472848 0.09003057]\n [0.3        0.6        0.1       ]]", "P"),
    "questions in bold before a part": ("temperature", ".tex", r"\textbf{Question 1} a) $D = \begin{pmatrix}\frac13&\frac13&\frac13\end{pmatrix}$" + "\n\n" + r"\textbf{Question 3} b) $D = \begin{pmatrix}t&\lambda&-\lambda\end{pmatrix}$", "D"),
    "a column named in its head": ("softmax-by-parts", ".md", "|  | m |\n|---|---|\n| I | 2 |\n| like | 1.6094 |\n| cats | 4 |\n", "m"),
    "a part's label over the name": ("causal-mask", ".txt", "a)     / 1 0 \\\n       | 1 1 |\n   K = \\ 2 1 /\n", "K"),
    "thousands with points": ("one-more-token", ".txt", "Aufgabe 1\nA = (0,1065; 0,1065; 0,7870)\nAufgabe 2\nwhole = 134.217.728, step = 131.072", "A whole step"),
    "a factor before a row": ("softmax-backwards", ".txt", "g = 1/16 (6, -1, -5)", "g"),
}  # fmt: skip


@pytest.mark.sliced(9)
@pytest.mark.parametrize(("sheet", "suffix", "text", "right"), OF_SHEETS.values(), ids=OF_SHEETS)
def test_ways_of_setting_things_out(tmp_path: Path, sheet: str, suffix: str, text: str, right: str) -> None:
    assert of_sheet(sheet, text, suffix, tmp_path) == dict.fromkeys(right.split(), "correct")


def test_a_decimal_comma_is_read_and_never_cut(tmp_path: Path) -> None:
    assert of_sheet("norm-by-hand", "E = 1,234", ".txt", tmp_path) == {"E": "unreadable"}
    for value in ("0,6667", "0,667", "2,5"):
        assert of_sheet("norm-by-hand", f"E = {value}", ".txt", tmp_path) == of_sheet(
            "norm-by-hand", f"E = {value.replace(',', '.')}", ".txt", tmp_path
        )


TALL = {  # how a matrix of so many rows is printed
    "numpy": lambda rows: "S = [" + "\n ".join(f"[{' '.join(row)}]" for row in rows) + "]",
    "numpy below its name": lambda rows: "S =\n[" + "\n ".join(f"[{' '.join(row)}]" for row in rows) + "]",
    "torch": lambda rows: "S = tensor([" + ",\n        ".join(f"[{', '.join(row)}]" for row in rows) + "])",
    "tuples": lambda rows: "S = (" + ",\n     ".join(f"({', '.join(row)})" for row in rows) + ")",
    "rows in brackets": lambda rows: "S = " + "\n    ".join(f"[{' '.join(row)}]" for row in rows),
    "drawn": lambda rows: "S = " + "\n    ".join(f"| {'  '.join(row)} |" for row in rows),
    "Octave": lambda rows: "S =\n\n" + "\n".join(f"   {'   '.join(row)}" for row in rows),
    "LaTeX": lambda rows: r"$S = \begin{bmatrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{bmatrix}$",
}


@pytest.mark.parametrize("many", [2, 3, 4, 5, 8, 12])
@pytest.mark.parametrize("printed", TALL.values(), ids=TALL)
def test_matrices_of_any_height_are_read_whole(printed, many: int) -> None:
    from symattn.marking import check
    from symattn.sheet import loads

    rows = [[f"{k}.5", f"-{k}.25"] for k in range(1, many + 1)]
    sheet = loads(f"[[question]]\nsteps = ['S = A * 1']\ngiven = {{ A = [{', '.join('[' + ', '.join(row) + ']' for row in rows)}] }}\n")
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "ada.md" if "\\begin" in printed(rows) else "ada.txt")
        file.write_text(printed(rows) + "\n", encoding="utf-8")
        (answer,) = check(sheet, file).answers
    assert [r.verdict for r in answer.questions[0].results] == ["correct"], answer


OF_BOTH = {
    "numbers": (["sum(X)", "2 * sum(X)"], ["unreadable", "unreadable"]),
    "matrices": (["X", "2 * X"], ["missing", "missing"]),
    "a number and a matrix": (["sum(X)", "2 * X"], ["correct", "missing"]),
}


@pytest.mark.parametrize(("lines", "verdicts"), OF_BOTH.values(), ids=OF_BOTH)
def test_a_number_without_a_question_is_for_a_person_in_each_that_has_such_a_line(tmp_path: Path, lines: list[str], verdicts: list[str]) -> None:
    sheet = loads("".join(f"[[question]]\nsteps = ['t = {line}']\ngiven.X = [[1, 2]]\n" for line in lines))
    file = tmp_path / "ada.txt"
    file.write_text("t = 3\n", encoding="utf-8")
    (answer,) = check(sheet, file).answers
    assert [result.verdict for question in answer.questions for result in question.results] == verdicts
