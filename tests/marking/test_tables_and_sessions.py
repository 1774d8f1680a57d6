"""Tables of a student's own columns, sessions with what they show, products in formulas: read under their lines, never a neighbour's."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from symattn.errors import LimitError
from symattn.marking.answers.files import submissions
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

READY = Ready(loads("""
tokens = ["I", "saw", "her"]
[[question]]
id = "q1"
steps = ["Q = X @ W", "S = Q @ X.T", "u = sum(S, axis=1)", "B = S @ X"]
given = { X = [[1, 0], [0, 1], [1, 1]], W = [[1, 1], [0, 1]] }
[[question.part]]
label = "a"
asks = ["Q", "S"]
[[question.part]]
label = "b"
asks = ["u", "B"]
"""))  # fmt: skip
Q, S, U, B = [[1, 1], [0, 1], [1, 2]], [[1, 1, 2], [0, 1, 1], [1, 2, 3]], [4, 2, 6], [[3, 3], [1, 2], [4, 5]]


ROW = Ready(loads("""
tokens = ["I", "saw", "her"]
[[question]]
steps = ["Q = X @ W", "r = u.T @ Q", "B = Q @ W"]
given = { X = [[1, 0], [0, 1], [1, 1]], W = [[1, 1], [0, 1]], u = [[4], [2], [3]] }
"""))


def verdicts(place: Path, name: str, text: str, ready: Ready = READY) -> dict[str, str]:
    (place / name).write_text(text, "utf-8")
    (report,) = check_file(ready, place / name)
    found = {f"{r.name}": r.verdict for q in report.questions for r in q.results if r.marks < r.of or r.verdict != "missing"}
    return {line: verdict for line, verdict in found.items() if verdict != "missing"}


def lines(label: str, matrix: list[list[int]], between: str = ",", numbered: bool = True) -> str:
    return "".join(f"{label}{between}{f'{k}{between}' * numbered}{between.join(map(str, row))}\n" for k, row in enumerate(matrix, 1))


TABLES = [
    "part,line,row,c1,c2,c3\n" + lines("a,Q", Q) + lines("a,S", S) + lines("b,B", B),
    "Aufgabe;Größe;Zeile;Spalte 1;Spalte 2;Spalte 3\n" + lines("a;Q", Q, ";") + lines("a;S", S, ";") + lines("b;B", B, ";"),
    "question,symbol,token,v1,v2,v3\n" + "".join(f"1a,S,{t},{','.join(map(str, r))}\n" for t, r in zip(("I", "saw", "her"), S, strict=True)) + lines("1b,B", B),
    "part,line,row,c1,c2,c3,c4\n" + "".join(f"1a,{name},{k},{','.join([*map(str, row), '', ''][:4])}\n" for name, m in (("Q", Q), ("S", S)) for k, row in enumerate(m, 1)) + lines("1b,B", B),
    "Question,Symbol,Row,Entries\n" + "".join(f'1,{name},{k},"{", ".join(map(str, row))}"\n' for name, m in (("Q", Q), ("S", S), ("B", B)) for k, row in enumerate(m)),
    "part,line,position,value 1,value 2,value 3\n" + lines("a,Q", Q) + lines("a,S", S) + "b,u,1,4,,\nb,u,2,2,,\nb,u,3,6,,\n" + lines("b,B", B),
    '"Blatt 3","Ada",,,\n,,,,\n"1a","Q",1,1,\n,,0,1,\n,,1,2,\n,"S",1,1,2\n,,0,1,1\n,,1,2,3\n"1b","B",3,3,\n,,1,2,\n,,4,5,\n',
    "Ein Blatt;;;\nName;Julia;;\n;;;\na) S;K1;K2;K3\nI;1;1;2\nsaw;0;1;1\nher;1;2;3\n;;;\nb) B;d1;d2;\nI;3;3;\nsaw;1;2;\nher;4;5;\n",
    "Blatt 9,Ada Krüger,,,,,\n,,,,,,\n1a,,,,,,\nQ,,,S,,,\n1,1,,1,1,2,\n0,1,,0,1,1,\n1,2,,1,2,3,\n,,,,,,\n1b,,,,,,\nB,,,,,,\n3,3,,,,,\n1,2,,,,,\n4,5,,,,,\n",
    "Attention;Ben;;;;;;\n1;;;;;;;\n;S;;;;B;;\nI;1,0;1,0;2,0;;I;3,0;3,0\nsaw;0,0;1,0;1,0;;saw;1,0;2,0\nher;1,0;2,0;3,0;;her;4,0;5,0\n",
    "Attention,Ben,,\n1a,,,\nS,I,saw,her\nI,1,1,2\nsaw,0,1,1\nher,1,2,3\n1b,,,\nu,I,saw,her\n,4,2,6\nB,,,\nI,3,3,\nsaw,1,2,\nher,4,5,\n",
    "Name;Paula Nowak\n\na);;\nQ;1;1\n;0;1\n;1;2\nS;1;1;2\n;0;1;1\n;1;2;3\n\nb);;\nB;3;3\n;1;2\n;4;5\n",
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=lambda text: text.split("\n", 1)[0])
def test_columns_are_told_by_their_titles_and_by_what_stands_in_them(tmp_path: Path, table: str) -> None:
    found = verdicts(tmp_path, "a.csv", table)
    assert found["S"] == found["B"] == "correct"
    assert set(found.values()) == {"correct"}


@pytest.mark.parametrize("between", ["\t", " | ", "  "], ids=["tabs", "bars", "blanks"])
@pytest.mark.parametrize("numbered", [False, True], ids=["rows", "counted"])
def test_a_name_before_each_row_is_that_of_one_matrix(tmp_path: Path, between: str, numbered: bool) -> None:
    rows = (lines("S", S, between, numbered) + lines("B", B, between, numbered)).splitlines()
    text = "".join(f"| {row} |\n" if "|" in between else f"{row}\n" for row in rows)
    assert verdicts(tmp_path, "a.md", text) == {"S": "correct", "B": "correct"}


@pytest.mark.parametrize("above", ["S:", "S =", "Matrix S:", "# S"])
@pytest.mark.parametrize(("before", "tops"), [
    ("  I ", ""), ("  I  ", ""), ("I  ", ""), ("- I ", ""), ("I\t", ""), ("  I ", "  1  2  3\n"), ("I: ", "  1  2  3\n"), ("I: ", "    I  saw  her\n"),
    ("  I: ", "    k1 k2 k3\n"),
])  # fmt: skip
def test_words_of_the_sheet_before_rows_are_no_part_of_them(tmp_path: Path, above: str, before: str, tops: str) -> None:
    between = before.strip(" -I:") or " "
    rows = "".join(f"{before.replace('I', word)}{between.join(map(str, row))}\n" for word, row in zip(("I", "saw", "her"), S, strict=True))
    assert verdicts(tmp_path, "a.txt", f"{above}\n{tops}{rows}") == {"S": "correct"}


@pytest.mark.parametrize("table", [
    "Q;1;1\n;0;1\n;1;2\nr;7;12\nB;1;2\n;0;1\n;1;3",
    "I;;\nQ;;\nI;1;1\nsaw;0;1\nher;1;2\nr;7;12\n;;\n",
    "Q,I,saw\nI,1,1\nsaw,0,1\nher,1,2\nr,7,12\nB,1,2\n,0,1\n,1,3",
    "Ada\nr,7,12\nQ,1,1\nQ,0,1\nQ,1,2",
], ids=["names first", "words of the sheet", "words over columns", "a name before each"])  # fmt: skip
def test_a_line_of_one_row_stands_among_those_of_several(tmp_path: Path, table: str) -> None:
    found = verdicts(tmp_path, "a.csv", table, ROW)
    assert found["Q"] == found["r"] == "correct"
    assert set(found.values()) == {"correct"}


def test_questions_whose_ids_differ_in_their_case_are_counted(tmp_path: Path) -> None:
    both = Ready(loads("".join(f'[[question]]\nid = "{name}"\nsteps = ["A = {k} * X"]\ngiven.X = [[1, 2]]\n' for k, name in ((2, "Q1"), (3, "q1")))))
    (tmp_path / "a.md").write_text("## 1\nA = [2 4]\n## 2\nA = [3 6]\n")
    (report,) = check_file(both, tmp_path / "a.md")
    assert [result.verdict for question in report.questions for result in question.results] == ["correct", "correct"]


@pytest.mark.parametrize("between", [" ", "\t"], ids=["blanks", "tabs"])
@pytest.mark.parametrize("above", ["r = [7 12]", "r = (7, 12)", "r = [[7, 12]]"])
def test_a_value_in_brackets_is_no_row_of_words_over_a_table_below_it(tmp_path: Path, above: str, between: str) -> None:
    rows = "\n".join(between.join([name, *map(str, row)]) for name, row in zip("Q  ", Q, strict=True))
    assert verdicts(tmp_path, "a.txt", f"{above}\n{rows}\n", ROW) == {"r": "correct", "Q": "correct"}


@pytest.mark.parametrize("between", ["\t", ";"], ids=["tabs", "CSV"])
def test_a_line_of_one_row_that_is_said_again_is_the_last_of_them(tmp_path: Path, between: str) -> None:
    rows = [("r", 7, 11), ("r", 7, 12), ("Q", 1, 1), ("Q", 0, 1), ("Q", 1, 2)]
    text = "\n".join(between.join(map(str, row)) for row in rows)
    assert verdicts(tmp_path, "a.csv" if ";" in between else "a.md", text, ROW) == {"r": "correct", "Q": "correct"}


def test_numbers_of_a_table_are_told_on_their_lines(tmp_path: Path) -> None:
    (file := tmp_path / "a.csv").write_text("Q,1,1\nQ,0,1\nQ,1,2\nr,7,12\nB,1,2\nB,0,1\nB,1,3\n")
    with ROW.reading():
        (found,) = submissions(file, ROW.namings, form=False)
    assert [(one.line, one.what) for one in found.ledger] == [(k, line) for k, line in enumerate("QQQrBBB", 1)]


def test_rows_of_a_table_may_be_of_several_lengths(tmp_path: Path) -> None:
    for row in ("Ada", "Ada,,,,", "Ada,,,,,,,"):
        table = f"{row}\nline;row;c1;c2;c3\nS;1;1;1;2\nS;2;0;1;1;;;;\nS;3;1;2;3\nQ;1;1;1\nQ;2;0;1\nQ;3;1;2\n".replace(";", ",")
        assert verdicts(tmp_path, "a.csv", table) == {"S": "correct", "Q": "correct"}, row


@pytest.mark.parametrize("beyond", [",,,1", ",,,checked twice", ",checked twice", ",,,see,below", ",,,,,x = 1"])
def test_a_remark_to_the_right_of_names_and_their_values_is_no_part_of_the_table(tmp_path: Path, beyond: str) -> None:
    for wide in ("", ",,,"):
        table = f'Line,Value{wide}\nQ,"{Q}"{beyond}\nS,"{S}"\n'
        assert verdicts(tmp_path, "a.csv", table) == {"S": "correct", "Q": "correct"}, wide


@pytest.mark.parametrize("odd", ["-", "?", "x", "n/a", "4 (?)"])
def test_what_is_no_number_in_a_table_opens_the_line_that_it_is_of_and_no_other(tmp_path: Path, odd: str) -> None:
    for title, counted in (("line", False), ("line,row", True)):
        table = f"{title},c1,c2\n" + lines("B", B, numbered=counted).replace("3,3", f"3,{odd}") + lines("Q", Q, numbered=counted)
        assert verdicts(tmp_path, "a.csv", table) == {"B": "unreadable", "Q": "correct"}, title


@pytest.mark.parametrize("rows", [
    [[".5", "1", "1,3431"], ["0,6499", "4", "4"], ["1,4541", "6", "8"]], [["1,7343", "4,989", "-1"], ["1,6911", "1e-3", "1,2918"], ["0", "1,3411", "2"]],
    [["1.8071", "2", "0"], ["1", "2.7311", "1,000"], ["2.268", "4.5439", "1.92"]],
])  # fmt: skip
def test_commas_in_numbers_of_a_table_part_none_of_them(tmp_path: Path, rows: list[list[str]]) -> None:
    (file := tmp_path / "a.csv").write_text("line;c1;c2;c3\n" + "".join(f"S;{';'.join(row)}\n" for row in rows))
    with READY.reading():
        (found,) = submissions(file, READY.namings, form=False)
    assert [[cell.text for cell in row] for row in found.answers["q1"]["S"].cells] == rows


def test_a_remark_to_the_right_of_questions_over_the_columns_is_no_part_of_the_table(tmp_path: Path) -> None:
    ready = Ready(loads("".join(f'[[question]]\nsteps = ["{line}"]\ngiven = {{ X = {Q} }}\n' for line in ("E = X + X", "s = sum(X)"))))
    for wide in ("", ",,"):
        table = f',Q1,Q2{wide}\nE,"{[[2, 2], [0, 2], [2, 4]]}",\ns,,6,,see below\n'
        assert verdicts(tmp_path, "a.csv", table, ready) == {"E": "correct", "s": "correct"}, wide


@pytest.mark.parametrize("beyond", [",,,,1", ",,,,checked twice", ",,,,,x = 1"])
def test_a_remark_to_the_right_of_rows_is_no_part_of_the_table(tmp_path: Path, beyond: str) -> None:
    for wide in ("", ",,,"):
        table = f"line,row,c1,c2,c3{wide}\n" + lines("S", S).replace("2,3\n", f"2,3{beyond}\n") + lines("Q", Q)
        assert verdicts(tmp_path, "a.csv", table) == {"S": "correct", "Q": "correct"}, wide


@pytest.mark.parametrize("rows", [["3 300", "1 200", "4 500"], [["3 300"], ["1 200"], ["4 500"]], [["3 300", "1 200", "4 500"]]])
def test_entries_of_a_list_that_may_be_rows_or_thousands_are_for_a_person(tmp_path: Path, rows: list[object]) -> None:
    assert verdicts(tmp_path, "a.json", json.dumps({"q1": {"B": rows}})) == {"B": "unreadable"}


def test_a_cell_far_to_the_right_is_refused_before_there_is_a_table_as_wide(tmp_path: Path) -> None:
    (file := tmp_path / "a.csv").write_text("a" + "," * 1_000_000 + "\n" + "x\n" * 4_900)
    tracemalloc.start()
    with pytest.raises(LimitError, match="4,900 answers"):
        list(submissions(file, READY.namings, form=False))
    assert tracemalloc.get_traced_memory()[1] < 200_000_000
    tracemalloc.stop()


@pytest.mark.parametrize("above", ["S:\n", "# S\n"])
@pytest.mark.parametrize(("top", "before"), [
    ("S  1  2  3", "I  "), ("word  1  2  3", "I  "), ("from k1 k2 k3", "I "), ("S: e1 e2 e3", "I "), ("query  left  middle  right", "I  "),
    ("   0  1  2", "- I:  "), (" I saw her", "- I: "), ("of I saw her", "I: "), ("S =  left  middle  right", "- I:  "), ("S = I saw her", "- I: "),
])  # fmt: skip
def test_words_of_the_sheet_before_rows_below_words_over_the_columns_are_a_table_s(tmp_path: Path, above: str, top: str, before: str) -> None:
    between = before.partition("I")[2].lstrip(":")
    rows = "".join(f"{before.replace('I', word)}{between.join(map(str, row))}\n" for word, row in zip(("I", "saw", "her"), S, strict=True))
    assert verdicts(tmp_path, "a.txt", f"{above}{top}\n{rows}") == {"S": "correct"}


def test_the_first_word_of_the_sheet_may_stand_over_counted_rows(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "a.txt", "S:\nI  1  2  3\n1  1  1  2\n2  0  1  1\n3  1  2  3\n") == {"S": "correct"}


def test_what_is_told_of_each_row_below_words_is_no_matrix(tmp_path: Path) -> None:
    told = "| scores | row | gap | most |\n|---|---|---|---|\n| S | 1 | 1 | 2 |\n| S | 2 | 1 | 1 |\n| S | 3 | 2 | 3 |\n"
    assert verdicts(tmp_path, "a.md", f"S = {S}\n\n{told}") == {"S": "correct"}


@pytest.mark.parametrize("title", ["sum", "Σ", "Summe", "somme", "row sum"])
def test_what_a_row_adds_up_to_is_no_part_of_a_matrix(tmp_path: Path, title: str) -> None:
    rows = "\n".join("\t".join([token, *map(str, row), str(sum(row))]) for token, row in zip(("I", "saw", "her"), S, strict=True))
    found = verdicts(tmp_path, "a.txt", f"S\tI\tsaw\ther\t{title}\n{rows}\n")
    assert found.pop("S") == "correct"
    assert found.pop("u", "correct") in ("correct", "unreadable")  # a line of the sheet, which it may be
    assert not found


SESSIONS = [
    "In[1]:= S = Q . Transpose[X]\nOut[1]= {{1, 1, 2}, {0, 1, 1}, {1, 2, 3}}\n\nIn[2]:= B = S . X\nOut[2]= {{3, 3}, {1, 2}, {4, 5}}\n\nIn[3]:= N[B, 4]\nOut[3]= {{3., 3.}, {1., 2.}, {4., 5.}}\n",
    ">>> S = [[dot(q, x) for x in X] for q in Q]\n>>> S\n[[1, 1, 2], [0, 1, 1], [1, 2, 3]]\n>>> B = mul(S, X); B\n[[3, 3], [1, 2], [4, 5]]\n",
    "import numpy as np\nX = np.array([[1, 0], [0, 1], [1, 1]])\nQ = X @ W\nS = Q @ X.T\nprint(S)\n# [[1 1 2]\n#  [0 1 1]\n#  [1 2 3]]\n# each word with each\nB = S @ X\nprint(B)\n# [[3. 3.]\n#  [1. 2.]\n#  [4. 5.]]\n",
    "S = Q @ X.T\nprint(S)  # [[1, 1, 2], [0, 1, 1], [1, 2, 3]]\nB = S @ X\n# B:\n# [[3 3]\n#  [1 2]\n#  [4 5]]\n",
    "S = Q @ X.T\nprint('S', S)\n# -> S [[1 1 2]\n#       [0 1 1]\n#       [1 2 3]]\nB = S @ X\nprint(B)\n\"\"\"\nOutput:\n[[3 3]\n [1 2]\n [4 5]]\n\"\"\"\n",
    "S <- Q %*% t(X)\nS\n#>      [,1] [,2] [,3]\n#> [1,]    1    1    2\n#> [2,]    0    1    1\n#> [3,]    1    2    3\nB = S * X;\n% B =\n%    3   3\n%    1   2\n%    4   5\n",
    "sage: # problem set, Ada\nsage: S = (Q * X.transpose()).simplify(); S\n[1 1 2]\n[0 1 1]\n[1 2 3]\nsage: # part (b)\nsage: (S * X).expand()   # the joined rows\n[3 3]\n[1 2]\n[4 5]\n",
    "(%i1) S: Q.transpose(X);\n(%o1) matrix([1,1,2],[0,1,1],[1,2,3])\n(%i2) B: S.X;\n(%o2) matrix([3,3],[1,2],[4,5])\n",
]  # fmt: skip


@pytest.mark.parametrize("session", SESSIONS, ids=lambda text: text[:8])
def test_what_a_session_shows_has_the_name_that_was_asked_for(tmp_path: Path, session: str) -> None:
    assert verdicts(tmp_path, "a.txt", session) == {"S": "correct", "B": "correct"}


@pytest.mark.parametrize("name", ["Q", r"\mathbf{Q}", r"\bm Q"])
def test_a_matrix_right_before_a_name_in_a_formula_is_multiplied(tmp_path: Path, name: str) -> None:
    q = r"\begin{pmatrix} 1 & 1 \\ 0 & 1 \\ 1 & 2 \end{pmatrix}"
    text = rf"\[ Q = {q} \] \[ B = \begin{{pmatrix}} 1 & 0 & 2 \\ 0 & 1 & 0 \\ 1 & 1 & 1 \end{{pmatrix}} {name} = \begin{{pmatrix}} 3 & 3 \\ 1 & 2 \\ 4 & 5 \end{{pmatrix}} \]"
    found = verdicts(tmp_path, "a.tex", text)
    assert found["Q"] == "correct"
    assert found["B"] == "correct"


def test_a_name_without_a_value_right_behind_a_matrix_has_its_own(tmp_path: Path) -> None:
    s, b = (r"\begin{pmatrix}" + r" \\ ".join(" & ".join(map(str, row)) for row in m) + r"\end{pmatrix}" for m in (S, B))
    assert verdicts(tmp_path, "a.tex", rf"\[ S = {s} B = {b} \]") == {"S": "correct", "B": "correct"}


def test_what_is_printed_turned_is_read_turned(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": "print('Q', Q.T, '(turned)')", "outputs": [{"output_type": "stream", "text": "Q [[1 0 1]\n [1 1 2]] (turned)\n"}]}
    assert verdicts(tmp_path, "a.ipynb", json.dumps({"nbformat": 4, "cells": [cell]})) == {"Q": "correct"}


@pytest.mark.parametrize(("source", "shown", "right"), [
    ("pd.DataFrame(u, index=words)", "     0\nI    4\nsaw  2\nher  6", {"u": "correct"}), ("pd.DataFrame(u)", "   0\n0  4\n1  2\n2  6", {"u": "correct"}),
    ("print(Q)\nprint(u.T @ u)\nprint(u)", "[[1 1]\n [0 1]\n [1 2]]\n[[56]]\n[[4]\n [2]\n [6]]", {"Q": "correct", "u": "correct"}),
])  # fmt: skip
def test_what_a_cell_prints_is_whole(tmp_path: Path, source: str, shown: str, right: dict[str, str]) -> None:
    cell = {"cell_type": "code", "source": source, "outputs": [{"output_type": "stream", "text": shown}]}
    assert verdicts(tmp_path, "a.ipynb", json.dumps({"nbformat": 4, "cells": [cell]})) == right


SHAPED = Ready(loads("""
[[question]]
id = "q1"
steps = ["whole = 2 * k * n ** 2", "once = 2 * k * n"]
sizes = { k = 64, n = 1024 }
[question.shapes]
[[question.part]]
asks = ["whole", "once"]
"""))  # fmt: skip


def test_one_point_in_a_count_is_a_persons_where_points_part_thousands_elsewhere(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "a.txt", "whole = 134.217.728\nonce = 131.072\n(took 0.25 s)\n", SHAPED) == {"whole": "correct", "once": "unreadable"}


TOLD = [  # rows behind the sheet's tokens, names over columns, columns below their first number, words in brackets
    ("a.txt", "Les scores S (Q fois la transposée), une ligne par mot :\nI    : 1  1  2\nsaw  : 0  1  1\nher  : 1  2  3\n", {"S": "correct"}),
    ("a.txt", "J'obtiens S :\nI    : 1  1  2\nsaw  : 0  1  1\nher  : 1  2  3\n", {"S": "correct"}),
    ("a.txt", "scores S:\nI: 1, 1, 2\nsaw: 0, 1, 1\nher: 1, 2, 3\n\nu =\nI    4\nsaw  2\nher  6\n", {"S": "correct", "u": "correct"}),
    ("a.txt", "S =\n        I    saw   her\nI       1     1     2\nsaw     0     1     1\nher     1     2     3\n", {"S": "correct"}),
    ("a.txt", "S =\n        0     1     2\nI       1     1     2\nsaw     0     1     1\nher     1     2     3\n", {"S": "correct"}),
    ("a.txt", "\tu\tQ\t\nI\t4\t1\t1\nsaw\t2\t0\t1\nher\t6\t1\t2\n", {"u": "correct", "Q": "correct"}),
    ("a.md", "|  | u | Q |  |\n|--|--|--|--|\n| I | 4 | 1 | 1 |\n| saw | 2 | 0 | 1 |\n| her | 6 | 1 | 2 |\n", {"u": "correct", "Q": "correct"}),
    ("a.txt", "     u  Q\nI    4  0\nsaw  2  0\nher  6  0\n", {"u": "correct", "Q": "shape"}),
    ("a.txt", "   u    S\n0  4  1.0\n1  2  0.0\n2  6  1.0\n", {"u": "correct", "S": "shape"}),
    ("a.md", "S = Q X^T\n\nS\n\n| 1 | 1 | 2 |\n|---|---|---|\n| 0 | 1 | 1 |\n| 1 | 2 | 3 |\n", {"S": "correct"}),
    ("a.txt", "u = ( 4 | 2 | 6 )\n", {"u": "correct"}),
    ("a.html", "<p>S =</p><table><tr><td></td><th>1</th><th>2</th><th>3</th></tr><tr><th>I</th><td>1</td><td>1</td><td>2</td></tr><tr><th>saw</th><td>0</td><td>1</td><td>1</td></tr>"
     "<tr><th>her</th><td>1</td><td>2</td><td>3</td></tr></table>", {"S": "correct"}),
    ("a.tex", "\\documentclass{article}\\begin{document}\n$Q$:\n\n\\begin{tabular}{rr}\n1 & 1 \\\\ 0 & 1 \\\\ 1 & 2\n\\end{tabular}\n\\end{document}\n", {"Q": "correct"}),
    ("a.md", "$Q$:\n\\begin{tabular}{rr}\n1 & 1 \\\\ 0 & 1 \\\\ 1 & 2\n\\end{tabular}\n", {"Q": "correct"}),
    *((file, "S =\n\\begin{tabular}{l|rrr}\nquery & \\textbf{I} & saw & her \\\\ \\hline\nI & 1 & 1 & 2 \\\\ saw & 0 & 1 & 1 \\\\ her & 1 & 2 & 3\n\\end{tabular}\n",
       {"S": "correct"}) for file in ("a.tex", "a.md")),
    *(("a.tex", text.replace("RULE", rule), {"S": "correct"}) for rule in ("\\cmidrule(lr){2-3}", "\\cmidrule[1pt]{2-3}", "\\cline{1-2} \\cmidrule(l){3-4}") for text in (
        "\\[S = \\begin{array}{l|rrr}\n & \\text{I} & \\text{saw} & \\text{her} \\\\ RULE\n\\text{I} & 1 & 1 & 2 \\\\ \\text{saw} & 0 & 1 & 1 \\\\ \\text{her} & 1 & 2 & 3 \\\\ RULE\n\\end{array}\\]\n",
        "S = \\begin{tabular}{rrr}\nRULE 1 & 1 & 2 \\\\ RULE 0 & 1 & 1 \\\\ 1 & 2 & 3 \\\\ RULE\n\\end{tabular}\n")),
    ("a.tex", "\\begin{tabularx}{9cm}{X|rrr}\n$S$ & I & saw & her \\\\ \\hline\nI & 1 & 1 & 2 \\\\ saw & 0 & 1 & 1 \\\\ her & 1 & 2 & 3\n\\end{tabularx}\n", {"S": "correct"}),
    ("a.md", "**u**\n\n```\n4\n2\n6\n```\n\n**Q**\n\n```\n1 1\n0 1\n1 2\n```\n", {"u": "correct", "Q": "correct"}),
    ("a.md", "- $u$ = `[4, 2, 6]`\n- $Q$ = `[[1, 1], [0, 1], [1, 2]]`\n", {"u": "correct", "Q": "correct"}),
    ("a.jl", "u = S * e\n# 3×1 Matrix{Int64}:\n#  4\n#  2\n#  6\n", {"u": "correct"}),
    ("a.m", "u = sum(S, 2)\n% u =\n%\n%   4\n%   2\n%   6\n%\n", {"u": "correct"}),
    ("a.txt", "Q Wᵀ\n5 5\n\nQ · Xᵀ:\n1\t1\t2\n0\t1\t1\n1\t2\t3\n", {"S": "correct"}),
    ("a.txt", "u = 1 + 3 = 4, 0 + 2 = 2 and 6 (the last row). S = [1 1 2; 0 1 1; 1 2 3]\n", {"u": "correct", "S": "correct"}),
    ("a.html", "<p>Sums u: 8/2 = 4 (first row), 4/2 = 2 and 12/2 = 6</p><p>Q: [1, 1; 0, 1; 1, 2]</p>", {"u": "correct", "Q": "correct"}),
    ("a.json", '{"who": "Ada", "answers": {"1a": {"Q": [[1, 1], [0, 1], [1, 2]]}, "1b": {"u": [4, 2, 6]}}}', {"Q": "correct", "u": "correct"}),
    ("a.txt", "u = 4\n    2\n    6\n\nS = [[1,1,2],[0,1,1],[1,2,3]]\n", {"u": "correct", "S": "correct"}),
    ("a.txt", "Q\t\t\nI\t1\t1\nsaw\t0\t1\nher\t1\t2\n", {"Q": "correct"}),
    ("a.md", "**S**\n\n- I: (1, 1, 2)\n- saw: (0, 1, 1)\n- her: (1, 2, 3)\n", {"S": "correct"}),
    ("a.txt", "Q: erste Zeile 1 und 1, zweite Zeile 0 und 1, dritte Zeile 1 und 2", {"Q": "correct"}),
    ("a.md", "S (row = one query, column = one key)\n\n| 1 | 1 | 2 |\n|--|--|--|\n| 0 | 1 | 1 |\n| 1 | 2 | 3 |\n", {"S": "correct"}),
    ("a.txt", 'u: row "I": 4; row "saw": 2; row "her": 6\n', {"u": "correct"}),
    ("a.txt", "1b) u is 4 for \"I\", 2 for \"saw\" and 6 for \"her\".\n", {"u": "correct"}),
    ("a.txt", "u: Zeile I: 4,0; Zeile saw: 2; Zeile her: 6,0\n", {"u": "correct"}),
    ("a.txt", "u is 4 for the I, 2 for the saw, and 5 for the her\n", {"u": "incorrect"}),
    ("a.txt", "Q: I 1, 1; saw 0, 1; her 1, 2\n", {"Q": "correct"}),
    ("a.txt", "S row 1: 1 1 2\nrow 2: 0 1 1\nrow 3: 1 2 3\n", {"S": "correct"}),
    ("a.txt", "S row 1: 1, 1, 2; row 2: 0, 1, 1; row 3: 1, 2, 3\n", {"S": "correct"}),
    ("a.txt", 'The queries are (1, 1) for "I", (0, 1) for "saw" and (1, 2) for "her". Then the scores.\n', {"Q": "correct"}),
    ("a.txt", "u: row 2: 2; row 4: 4; row 3: 6\n", {"u": "unreadable"}),
    ("a.md", "| line | row 1 | row 2 | row 3 |\n|--|--|--|--|\n| u | 4 | 2 | 6 |\n| Q | 1, 1 | 0, 1 | 1, 2 |\n", {"u": "correct", "Q": "correct"}),
    ("a.md", "| line | row 1 | row 3 | row 2 |\n|--|--|--|--|\n| u | 4 | 6 | 2 |\n", {"u": "correct"}),
    ("a.md", "| row | u | Q |  |\n|--|--|--|--|\n| 1 | 4 | 1 | 1 |\n| 2 | 2 | 0 | 1 |\n| 3 | 6 | 1 | 2 |\n", {"u": "correct", "Q": "correct"}),
    ("a.txt", "u = 4, 2, 6     Q = 1, 1; 0, 1; 1, 2\n", {"u": "correct", "Q": "correct"}),
    ("a.py", 'print("S =", [[1, 1, 2], [0, 1, 1], [1, 2, 3]])\nprint("u:", [4, 2, 6])\n', {"S": "correct", "u": "correct"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "right"), TOLD, ids=[text[:24] for _, text, _ in TOLD])
def test_rows_and_columns_are_told_by_the_sheet_s_words(tmp_path: Path, name: str, text: str, right: dict[str, str]) -> None:
    assert verdicts(tmp_path, name, text) == right


SIZES = Ready(loads("""
[[question]]
id = "q1"
steps = ["Q = X @ W"]
[question.shapes]
X = ["B", "n", "d"]
W = ["d", "k"]
[[question.part]]
asks = ["Q"]
"""))  # fmt: skip


@pytest.mark.parametrize(("name", "text"), [
    ("a.txt", "Q has the shape B x n x k, which is fine."), ("a.txt", "Q: B × n × k"), ("a.txt", "Q is B × n × k."), ("a.txt", "Q hat die Form B x n x k"), ("a.txt", "Q est de taille B × n × k"),
    ("a.txt", "Q: (B, n, k) - one row for each word"), ("a.txt", "Q: (B, n, k), the same as x"), ("a.txt", "first product: (B, n, k) – as for the keys\nQ: (B, n, k) each"),
    ("a.md", "| Größe | Form |\n|---|---|\n| $Q$ | $B \\times n \\times k$ |\n"), ("a.tex", r"$Q$ has shape $B \times n \times k$."), ("a.tex", r"$Q : B \times n \times k$"),
    ("a.tex", r"\begin{tabular}{ll} line & shape \\ \hline $Q$ & $B \times n \times k$ \\ \end{tabular}"),
    ("a.tex", r"\begin{tabular}{lll} question & line & shape \\ q1 & $Q$ & $[B, n, k]$ \\ \end{tabular}"),
    ("a.tex", r"\begin{tabular}{ll} $Q$ & $\mathbb{R}^{B \times n \times k}$ \\ \end{tabular}"), ("a.md", "| Q | ∈ ℝ^{B×n×k} |\n|--|--|\n"),
])  # fmt: skip
def test_shapes_are_said_in_words_and_in_tables(tmp_path: Path, name: str, text: str) -> None:
    assert verdicts(tmp_path, name, text, SIZES) == {"Q": "correct"}


@pytest.mark.parametrize("first", ["1 0 0", "1.000 0 0"])
@pytest.mark.parametrize("tokens", ["the red fox", "a    red   fox"])
def test_a_first_row_that_begins_with_one_is_not_counted_where_every_column_has_its_word(tmp_path: Path, tokens: str, first: str) -> None:
    """Neither where the matrix is right nor where it is wrong: then its value cannot tell."""
    sheet = loads(f"tokens = {tokens.split()}\n[[question]]\nsteps = ['A = softmax(S)', 'B = A @ A']\ngiven = {{ S = [[0, 1, 2], [1, 0, 1], [2, 1, 0]] }}\n")
    file = tmp_path / "answers.txt"
    file.write_text(f"A =\n{tokens}\n{first}\n0.20 0.80 0\n0.35 0.37 0.28\n", encoding="utf-8")
    (found,) = submissions(file, Ready(sheet).namings)
    assert [[cell.text for cell in row] for row in found.answers["q1"]["A"].cells] == [first.split(), ["0.20", "0.80", "0"], ["0.35", "0.37", "0.28"]]


ASKED = Ready(loads("""
[[question]]
id = "q1"
steps = ["Q = X @ W", "S = Q @ X.T"]
given = { X = [[1, 0], [1, 1]], W = [[1, 1], [0, 1]] }
[[question.part]]
label = "a"
asks = ["Q"]
[[question.part]]
label = "b"
asks = ["S"]
[[question]]
id = "q2"
steps = ["c = u @ W", "d = c @ W"]
given = { u = [[2, 3]], W = [[1, 1], [0, 1]] }
"""))
SAID = {"1a": "Q = [1 1; 1 2]", "1b": "so S = [1 2; 1 3]", "2": "c = [2 5], d = [2 7]"}
ASKED_OF = {
    "json": json.dumps(SAID),
    "parts.json": json.dumps({"q1": {"a": "Q = [1 1; 1 2]", "b": "S = [1 2; 1 3]"}, "q2": {"a": "c = [2 5], d = [2 7]"}}),
    "lists.json": json.dumps({"1a": ["Q = [1 1; 1 2]"], "1b": ["S = Q X^T = [1 2; 1 3]"], "2": ["c = [2 5]", "d = [2 7]"]}),
    "toml": "".join(f'"{key}" = "{text}"\n' for key, text in SAID.items()),
    "csv": "Question,Part,Answer\n1,a,Q = [1 1; 1 2]\n1,b,[1 2; 1 3]\n2,a,\"c = [2 5], d = [2 7]\"\n",
    "others.csv": "Exercise,Sub-question,Solution\n1,a,Q = [1 1; 1 2]\n,b,S = [1 2; 1 3]\n2,a,\"c = [2 5], d = [2 7]\"\n",
    "form.csv": 'name,1a) Queries,1b) Scores,2) Both\nAda,Q = [1 1; 1 2],S = [1 2; 1 3],"c = [2 5], d = [2 7]"\n',
    "two.csv": 'Question,Answer\n1a,Q = [1 1; 1 2]\n1b,[1 2; 1 3]\n2,"c = [2 5], d = [2 7]"\n',
}


@pytest.mark.parametrize("name", ASKED_OF)
def test_equations_below_the_name_of_a_question_or_a_part_have_their_own_names(tmp_path: Path, name: str) -> None:
    assert verdicts(tmp_path, f"a.{name}", ASKED_OF[name], ASKED) == dict.fromkeys("QScd", "correct")
    wrong = ASKED_OF[name].replace("Q = [1 1; 1 2]", "Q = [1 1; 0 2]")
    assert verdicts(tmp_path, f"b.{name}", wrong, ASKED)["Q"] in ("incorrect", "undecided")


def test_a_key_that_names_a_line_keeps_the_value_that_stands_behind_other_names(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "a.json", json.dumps({"S": "Q X^T = [1 2; 1 3]", "q2": {"c": "u W = [2 5]", "d": "d = c W = [2 7]"}}), ASKED) == dict.fromkeys("Scd", "correct")



def table(kind: str, *rows: tuple[str, ...]) -> tuple[str, str]:
    """The file and the text of a table in Markdown, LaTeX, HTML, with tabs or with gaps."""
    if kind == "md":
        return "a.md", "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], ("---",) * len(rows[0]), *rows[1:]))
    if kind == "tex":
        return "a.tex", "\\begin{tabular}{" + "c" * len(rows[0]) + "}\n" + " \\\\\n".join(map(" & ".join, rows)) + "\n\\end{tabular}"
    if kind == "html":
        return "a.html", "<table>" + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows) + "</table>"
    return "a.txt", "\n".join(("\t" if kind == "tabs" else "   ").join(row) for row in rows)


COLUMNS = Ready(loads("""
tokens = ["I", "saw", "her"]
[[question]]
steps = ["S = X @ W @ X.T", "u = S[:, 0:1]", "r = S[2:3, :]"]
given = { X = [[1, 0], [0, 1], [1, 1]], W = [[1, 1], [0, 1]] }
"""))
KINDS = ("md", "tex", "html", "tabs", "gaps")


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_below_the_names_of_several_lines_are_theirs_a_row_s_too(tmp_path: Path, kind: str) -> None:
    right = table(kind, ("u", "r"), ("1", "1"), ("0", "2"), ("1", "3"))
    assert verdicts(tmp_path, *right, COLUMNS) == {"u": "correct", "r": "correct"}
    wrong = table(kind, ("u", "r"), ("1", "1"), ("0", "7"), ("1", "3"))
    assert verdicts(tmp_path, *wrong, COLUMNS) == {"u": "correct", "r": "incorrect"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("words", [("I", "saw", "her"), ("x", "yet", "z")])
def test_numbers_below_the_name_of_one_line_are_its_own_whatever_stands_before_them(tmp_path: Path, kind: str, words: tuple[str, ...]) -> None:
    for line, numbers in (("u", "101"), ("r", "123")):
        rows = table(kind, ("token", line), *zip(words, numbers, strict=True))
        assert verdicts(tmp_path, *rows, COLUMNS) == {line: "correct"}
        name, text = table(kind, ("token", "value"), *zip(words, numbers, strict=True))
        above = f"<p>{line}:</p>" if kind == "html" else f"{line}:\n\n"
        assert verdicts(tmp_path, name, above + text, COLUMNS) == {line: "correct"}


@pytest.mark.parametrize("kind", ["md", "tex", "html", "tabs"])
def test_a_column_of_what_was_worked_out_on_the_way_takes_none_from_the_line_beside_it(tmp_path: Path, kind: str) -> None:
    rows = zip(("I", "saw", "her"), "579", "101", strict=True)
    found = verdicts(tmp_path, *table(kind, ("token", "score", "u"), *rows), COLUMNS)
    assert found["u"] == "correct"
    assert found.get("r") in (None, "unreadable")


def test_a_column_that_is_drawn_is_no_row(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "a.txt", "r =\n1\n2\n3\n", COLUMNS) == {"r": "correct"}
    for text in ("r = | 1 |\n    | 2 |\n    | 3 |\n", "r =\n[1]\n[2]\n[3]\n", "r = [1; 2; 3]\n"):
        assert verdicts(tmp_path, "a.txt", text, COLUMNS) == {"r": "slip"}


NAMES = Ready(loads(r"""
[[question]]
steps = ["m = mean(x)", "s = x - m"]
given = { x = [[2, 4, 6]] }
[question.notation.names]
m = '\\mu'
"""))


@pytest.mark.parametrize("name", [r"$\mu$", "μ", "mu", "$m$"])
@pytest.mark.parametrize("value", ["4", "$4$", "4 (the mean)", "5", "5 (rounded)"])
def test_a_symbol_of_latex_and_its_value_stand_in_a_table(tmp_path: Path, name: str, value: str) -> None:
    found = verdicts(tmp_path, "a.md", f"| | value |\n|---|---|\n| {name} | {value} |\n| $s$ | (-2, 0, 2) |\n", NAMES)
    assert found["m"] in (("correct",) if "4" in value else ("incorrect", "undecided", "unreadable"))


SIZED = Ready(loads("""
[[question]]
steps = ["Q = X @ W", "K = X @ U", "S = Q @ K.T", "A = softmax(S)"]
sizes = { n = 4, d = 6, k = 2 }
shapes = { X = ["n", "d"], W = ["d", "k"], U = ["d", "k"] }
"""))
LIKE = ["A has the same shape as S: {}", "A is of the same shape as S, i.e. {}", "A hat dieselbe Form wie S: {}", "A has the same shape as S ({})."]


@pytest.mark.parametrize("like", LIKE)
@pytest.mark.parametrize("sizes", ["4 x 4", "4 x 2"])
def test_a_shape_like_that_of_another_line_is_not_that_line_s(tmp_path: Path, like: str, sizes: str) -> None:
    text = f"So, in short, Q and K are 4 x 2.\nS is 4 x 4\n{like.format(sizes)}\n"
    right = "correct" if sizes == "4 x 4" else "incorrect"
    assert verdicts(tmp_path, "a.txt", text, SIZED) == {"Q": "correct", "K": "correct", "S": "correct", "A": right}


@pytest.mark.parametrize("above", ["weights", "the weights:", "A", "--- step 2"])
def test_what_a_cell_prints_above_a_matrix_names_that_one_alone(tmp_path: Path, above: str) -> None:
    source = f"print('scores'); print(S)\nprint('{above}')\nprint(S @ X)"
    shown = f"scores\n[[1 2]\n [1 3]]\n{above}\n[[3 2]\n [4 3]]\n"
    cell = {"cell_type": "code", "source": source, "outputs": [{"output_type": "stream", "name": "stdout", "text": shown}]}
    found = verdicts(tmp_path, "a.ipynb", json.dumps({"cells": [cell]}), ASKED)
    assert found.get("S") == "correct"


BEHIND_WORDS = {
    "Q": dict(zip(("I", "saw", "her"), Q, strict=True)),
    "S": {word: dict(zip(("I", "saw", "her"), row, strict=True)) for word, row in zip(("I", "saw", "her"), S, strict=True)},
    "u": {"I": 4, "saw": 2, "her": 6},
    "B": {f"row {k}": row for k, row in enumerate(B, 1)},
}


@pytest.mark.parametrize("question", ["", "q1"])
def test_rows_of_a_table_stand_behind_the_words_of_the_sheet_or_their_numbers(tmp_path: Path, question: str) -> None:
    for name, told in (("right", BEHIND_WORDS), ("wrong", BEHIND_WORDS | {"B": {"row1": [3, 3], "row2": [1, 2], "row3": [4, 6]}})):
        found = verdicts(tmp_path, f"{name}.json", json.dumps({question: told} if question else told))
        assert found == {**dict.fromkeys("QSu", "correct"), "B": "correct" if name == "right" else "incorrect"}


@pytest.mark.parametrize("sizes", [[4, 2], ["n", 2], "4x2", "(4, 2)", "(n, k)", [4, 3]])
def test_a_list_of_numbers_is_a_shape_where_shapes_are_asked(tmp_path: Path, sizes: object) -> None:
    found = verdicts(tmp_path, "a.json", json.dumps({"q1": {"Q": sizes}}), SIZED)
    assert found == {"Q": "incorrect" if sizes == [4, 3] else "correct"}


def test_a_table_whose_titles_are_lines_alone_is_one_student_s(tmp_path: Path) -> None:
    assert verdicts(tmp_path, "a.csv", "u,r\n1,1\n0,2\n1,3\n", COLUMNS) == {"u": "correct", "r": "correct"}
    assert verdicts(tmp_path, "a.csv", "token,u\nI,1\nsaw,0\nher,1\n", COLUMNS) == {"u": "correct"}
    (tmp_path / "form.csv").write_text('name,u\nAda,"1; 0; 1"\nBob,"1; 0; 2"\n', "utf-8")
    assert len(check_file(COLUMNS, tmp_path / "form.csv")) == 2


def test_rows_in_code_of_a_cell_are_no_row_of_all_their_numbers(tmp_path: Path) -> None:
    square = Ready(loads("[[question]]\nsteps = ['Q = X @ Y']\ngiven = { X = [[1, 0], [0, 2]], Y = [[1, 0], [1, 1]] }\n"))
    assert verdicts(tmp_path, "a.md", "| Q | `1 0` `2 2` |\n", square)["Q"] in ("correct", "unreadable")
