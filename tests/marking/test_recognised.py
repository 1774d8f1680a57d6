"""Values without a name of the sheet's: a missing line's where they are right for it in its part, and nobody's anywhere else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from symattn.files import find
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import load, loads

SHEETS = {
    "parts": Ready(loads("""
tokens = ["I", "saw"]
[[question]]
id = "q1"
steps = ["S = X @ X.T", "A = softmax(S)", "H = A @ V", "m = mean(H)", "n = sum(V)"]
given = { X = [[1, 0], [1, 1]], V = [[2, 0], [4, 6]] }
[[question.part]]
label = "a"
asks = ["S"]
[[question.part]]
label = "b"
asks = ["A", "H"]
[[question.part]]
label = "c"
asks = ["m"]
[[question.part]]
label = "d"
asks = ["n"]
""")),
    "letters": Ready(loads("""
[[question]]
id = "q1"
letters = { t = "positive" }
given = { z = [["2*t", "t"]] }
steps = ["A = softmax(z)", "C = limit(A, t)", "D = limit(A, t, 0)"]
[[question.part]]
label = "a"
asks = ["A"]
[[question.part]]
label = "b"
asks = ["C", "D"]
""")),
    "shapes": Ready(loads("""
[[question]]
id = "q1"
steps = ["Q = X @ W", "S = Q @ Q.T"]
[question.shapes]
X = ["B", "n", "d"]
W = ["d", "d_k"]
[[question.part]]
label = "a"
asks = ["W", "Q"]
[[question.part]]
label = "b"
asks = ["S"]

[[question]]
id = "q2"
steps = ["Q = X @ W"]
[question.shapes]
X = ["n", "d"]
W = ["d", "k"]
""")),
    "below": Ready(loads("""
[[question]]
id = "q1"
given = { X = [["1/2"], ["log(2)"]] }
steps = ["m = -X", "n = X + X"]
""")),
    "counts": Ready(loads("""
[[question]]
id = "q1"
sizes = { n = 4096, d = 512 }
steps = ["pairs = n ** 2", "size = 4 * n * d"]
[question.shapes]
[[question.part]]
label = "a"
asks = ["pairs"]
[[question.part]]
label = "b"
asks = ["size"]
""")),
}  # fmt: skip
A, H = "[0.5 0.5; 0.2689 0.7311]", "[3 3; 3.4621 4.3864]"
CASES = [  # sheet, text, line -> verdict; the others are missing
    ("parts", "(a) the products are\n\n1 1\n1 2\n", {"S": "correct"}),
    ("parts", f"b) Putting it together: {A}\n", {"A": "correct"}),
    ("parts", f"1b\nfirst I get {A}\nand from it {H}\n", {"A": "correct", "H": "correct"}),
    ("parts", f"Part (b)\n\n{H}\n", {"H": "correct"}),
    ("parts", "(b) (0.5, 0.5) for the one word, (0.2689, 0.7311) for the other\n", {"A": "correct"}),
    ("parts", "(b) A\n0.5 0.5 => adds to 3\n0.2689 0.7311 => adds to 3\n(d) [2 0] together 2\n[4 6] together 10\n", {"A": "correct"}),
    ("parts", "c) all numbers of it are 3.4621 on average\n", {"m": "correct"}),
    ("parts", "On average that is 3.4621.\n", {"m": "correct"}),
    ("parts", f"(b) Average weights: {A}\nand after them {H}\n", {"A": "correct", "H": "correct"}),
    ("parts", "the products are [3 3; 3.5 4.4]\n", {}),
    ("parts", "(b) (0.5 0.5; 0.2689 0.7311), (3 3; 3.4621 4.3864)\n", {"A": "correct", "H": "correct"}),
    ("parts", "(b) (3 3; 3.4621 4.3865), (0.5 0.5; 0.2689 0.7312)\n", {}),
    ("shapes", "1\na) d x dk, B x n x dk\nb) B x n x n\n\n2\nQ: n x k\n", {"q1.W": "correct", "q1.Q": "correct", "q1.S": "correct", "q2.Q": "correct"}),
    ("shapes", "Question 1\na) (d, d_k), (B, n, d)\nb) B × n × n\n", {"q1.W": "correct", "q1.S": "correct"}),
    ("shapes", "1\na) B x n x dk, d x dk\nb) B x n x n, d x d\n", {}),
    ("shapes", "1\nW.shape -> torch.Size([d, d_k])\nQ.shape = (B, n, d_k)\nS stays `B x n x n` (it doesn't change)\n", {"q1.W": "correct", "q1.Q": "correct", "q1.S": "correct"}),
    ("shapes", "1. Q: B x n x dk (as we said), S ($B × n × n$) and the rest\n", {"q1.Q": "correct", "q1.S": "correct"}),
    ("shapes", "1\n(b) $Q$ each $(B, n, d_k)$\n", {"q1.Q": "correct"}),
    ("shapes", "1\n>>> W.shape\ntorch.Size([d, d_k])\n>>> Q.shape\ntorch.Size([B, n, d_k])\n", {"q1.W": "correct", "q1.Q": "correct"}),
    ("shapes", "1a) W: d x d_k\n1b) S: B x n x n\n\n2) Now all is wider:\nQ: n x k\n", {"q1.W": "correct", "q1.S": "correct", "q2.Q": "correct"}),
    ("parts", "S:\n\n| word | I | saw |\n|---|---|---|\n| 0 | 1 | 1 |\n| 1 | 1 | 2 |\n", {"S": "correct"}),  # a column that counts
    ("letters", "(b) with D = e^t + 1 they go to (1, 0), for t → 0 to $(\\frac12, \\frac12)$\n", {"C": "correct", "D": "correct"}),
    ("letters", "a) A = (e^t/N, 1/N) with N = e^t + 1\n", {"A": "correct"}),
    ("counts", "(a) pairs = 16777216 mult.\n", {"pairs": "correct"}),
    ("counts", "(a) pairs = nn\n(b) size = 4nd = 4 dn\n", {"pairs": "correct", "size": "correct"}),
    ("counts", "(a) n^2 = 16,777,216 exponentials\n", {"pairs": "correct"}),
    ("parts", f"(b) the error of my neighbour is no word against {A}\n", {}),
    ("parts", f"(b) error bars: {A}\n", {"A": "correct"}),
    ("parts", "(d) adding up: 2 + 0 + 4 + 6 = 12\n", {"n": "correct"}),
    ("letters", "(b) t → ∞: (1, 0)   t → 0: (1/2, 1/2)\n", {"C": "correct", "D": "correct"}),
    ("letters", "(b) as t → ∞ the weights go to (1, 0), for t → 0 they go to (1/2, 1/2)\n", {"C": "correct", "D": "correct"}),
    ("letters", "(b) t → ∞: weights become 1, 0.\nt → 0: they become 1/2 and 1/2.\n", {"C": "correct", "D": "correct"}),
    ("letters", "a) the weights are (e^t/(1 + e^t), 1/(1 + e^t))\n", {"A": "correct"}),
    ("counts", "(a) n² = 4096² = 16,777,216 exponentials\n(b) it takes 4nd = 8,388,608 numbers\n", {"pairs": "correct", "size": "correct"}),
    ("parts", "(b) Row 1 is 0.5, 0.5 and row 2 is 0.2689, then 0.7311; out come 3, 3 and 3.4621, 4.3864\n", {"A": "correct", "H": "correct"}),
    ("parts", "(b) one gets 3, 3 and 3.4621, 4.3864 (H), which is weighted by A = [0.5 0.5; 0.2689 0.7311], m = 3.4621\n", {"A": "correct", "H": "correct", "m": "correct"}),
    ("parts", "(b) row one is 0.2689, 0.7311 and row two 0.5, 0.5\n", {}),
    ("parts", "(a) the first word has 1 and 1, the second 1 and 2\n", {"S": "correct"}),
    ("parts", "(a) the first word has 1 and 1, the second 1 and 3\n", {}),
    ("parts", "(a) 5 tokens: the first has 1 and 1, the second 1 and 2\n", {}),
    ("parts", "(b) 0.5, 0.5 or 0.2689, 0.7311\n", {}),
    ("parts", "(d) altogether twelve, I mean 12\n", {"n": "correct"}),
    ("counts", "1a pairs n^2 = 16777216\nb 4nd = 8388608\n", {"pairs": "correct", "size": "correct"}),
    ("counts", "(a) we get n^2 = 16,777,216 floating-point operations\n", {"pairs": "correct"}),
    ("counts", "(a) 16,777,216 pairs\n(b) there are 8 388 608 of them\n", {"pairs": "correct", "size": "correct"}),
    ("below", "m\n- 1/2\n- ln 2\nn\n- 1\n- ln 4\n", {"m": "correct", "n": "correct"}),  # dashes are signs, or begin items
    ("below", "m\n- 1/2\n- ln 3\nn\n- 1\n- ln 3\n", {"m": "undecided", "n": "undecided"}),
    # what is not right, stands in another part, is called as a line is, or may be there by chance is nobody's
    ("parts", "(b) Putting it together: [0.5 0.5; 0.2699 0.7311]\n", {}),
    ("parts", f"(a) Putting it together: {A}\n", {}),
    ("parts", "(b) first (0.5, 0.5), then (0.2699, 0.7311)\n", {}),
    ("parts", "(a) written again: [1 0; 1 1]\n", {}),
    ("parts", "There are 12 of them.\n", {}),
    ("parts", "(c) there are 12 numbers\n", {}),
    ("parts", "(b) (1, 1)/2 = (0.5, 0.4) and (0.2689, 0.7311)\n", {}),
    ("parts", f"~~(b) it is {A}~~\n", {}),
    ("parts", "(c) the mean is not 3.4621\n", {}),
    ("parts", f"(b) I had {A} first, which is wrong\n", {"A": "correct"}),
    ("parts", f"(b) my mistake was to take {A}\n", {}),
    ("parts", "(c) " + ", ".join(f"3.46{k}" for k in range(15, 29)) + "\n", {}),
    ("parts", "(c) it is one of " + ", ".join(f"3.46{k}, so," for k in range(15, 29)) + "\n", {}),
    ("counts", "(b) there are 16,777,216 of them\n", {}),
]


@pytest.mark.parametrize(("sheet", "text", "right"), CASES, ids=[f"{sheet} {text[:40]}" for sheet, text, _ in CASES])
def test_a_value_without_a_name_is_the_missing_line_of_its_part(tmp_path: Path, sheet: str, text: str, right: dict[str, str]) -> None:
    file = tmp_path / "a.txt"
    file.write_text(text, "utf-8")
    (report,) = check_file(SHEETS[sheet], file)
    found = {f"{q.id}.{r.name}" if len(report.questions) > 1 else r.name: r.verdict for q in report.questions for r in q.results}
    assert {name: verdict for name, verdict in found.items() if verdict not in ("missing", "unreadable")} == right


@pytest.mark.parametrize(("text", "name"), [(f"zz = {A}\n", "A"), ("2 · 6.001 = 12.0, so\nn = 12,001\n", "n")])
def test_what_stands_under_another_name_or_may_be_read_in_two_ways_is_for_a_person(tmp_path: Path, text: str, name: str) -> None:
    """The value of A under a name that is no line's; a number whose comma may be either, though the right one stands before it."""
    file = tmp_path / "a.txt"
    file.write_text(text, "utf-8")
    (report,) = check_file(SHEETS["parts"], file)
    assert {r.name: r.verdict for q in report.questions for r in q.results}[name] == "unreadable"


def test_what_a_later_line_shows_counts_though_its_value_stands_within_another(tmp_path: Path) -> None:
    """softmax([2.8284 …]) on the way to the weights of one head, whose value is that of the other's scores too."""
    file = tmp_path / "a.txt"
    scores = "[2.8284 7.0711; 7.0711 16.9706]"
    file.write_text(f"L1 = {scores}\nA1 = softmax({scores}) = [0.0142 0.9858; 0.0001 0.9999]\nM = [6.9433 -6.9433; 6.9998 -6.9998]\n", "utf-8")
    (report,) = check_file(Ready(load(find("two-heads-by-hand"))), file)
    assert {r.name: r.verdict for q in report.questions for r in q.results}["L_2"] == "missing"


def test_another_name_keeps_its_value(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"(b) B = {A}\n", "utf-8")
    (report,) = check_file(SHEETS["parts"], file)
    assert {r.verdict for q in report.questions for r in q.results} <= {"missing", "unreadable"}


def test_its_numbers_are_an_answer_s_and_it_is_said(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"b) Putting it together: {A}\n", "utf-8")
    (report,) = check_file(SHEETS["parts"], file)
    assert [(entry.kind, entry.what) for entry in report.ledger if "0.2689" in entry.text] == [("answer", "A")]
    assert not any(q.unused for q in report.questions)
    (result,) = [r for q in report.questions for r in q.results if r.name == "A"]
    assert "by its value" in result.message


def test_only_so_many_values_without_a_name_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_text("(c) some say 0.1234, some 0.4321.\nThe mean of all of them is 3.4621, I think.\n", "utf-8")
    for most, verdict in ((3, "correct"), (2, "unreadable")):
        monkeypatch.setattr(sys.modules["symattn.marking.answers.leftovers"], "MOST_NAMELESS", most)
        (report,) = check_file(SHEETS["parts"], file)
        assert [r.verdict for q in report.questions for r in q.results if r.name == "m"] == [verdict]


@pytest.mark.parametrize(("said", "verdicts"), [
    ("(a) [[1, 2], [3, 4]]", {"S": "unreadable"}),
    ("(a) [1 2 3]", {"S": "missing", "A": "missing"}),  # of no shape that it asks for
    ("(b) [[1, 2], [3, 4]]", {"A": "missing", "H": "missing"}),  # A or H
    ("(b) [[1, 2], [3, 4]] and then [[1, 2], [3, 5]]", {"A": "unreadable", "H": "unreadable"}),
    ("(c) 3.7621", {"m": "unreadable"}),
    ("(c) no time left, sorry, 2 hours are short", {"m": "missing"}),
    ("(c) 3.7621\n(d) 12", {"m": "unreadable", "n": "correct"}),
    ("[[1, 2], [3, 4]]", {"S": "missing", "A": "missing", "H": "missing"}),  # no heading says the part
    ("(a) S = [[1, 1], [1, 2]], check: [[1, 2], [3, 4]]", {"S": "correct"}),
    (f"S = [[1, 1], [1, 2]]\nA = {A}\nafter that: [[1, 2], [3, 4]]", {"H": "unreadable", "m": "missing"}),  # the only one of its shape
    ("S = (1 1 ? 1 2)\nafter that 0.5 1.5 and 3.5 4.5, then 7 8 and 9 10", {"S": "unreadable", "A": "unreadable", "H": "missing"}),  # as many as there are numbers for
    ("w1 is 0.5 / 0.50 / 1 w2 is 0.269 / 0.731 / 1", {"A": "unreadable", "H": "missing"}),  # its value in turn
    ("(b) A = [[1, 0.5, 0.5], [2, 0.2689, 0.7311]]", {"A": "unreadable"}),  # its value in turn, among what may number the rows
    ("(b) A = [[1, 0.5, 0.5], [2, 0.2690, 0.7311]]", {"A": "shape"}),
    ("0,123 0,456\n0,777 0,888\n(b)\n1,414 0,5\n0,7 1,234", {"A": "unreadable", "H": "missing"}),  # 1,414 is read in two ways
    ("Ada, 4711\nno time, sorry, 2 hours are short", {"S": "missing", "A": "missing", "m": "missing"}),
])  # fmt: skip
def test_a_value_without_a_name_that_is_not_right_opens_the_line_that_its_part_misses(tmp_path: Path, said: str, verdicts: dict[str, str]) -> None:
    file = tmp_path / "a.txt"
    file.write_text(said + "\n", "utf-8")
    (report,) = check_file(SHEETS["parts"], file)
    assert {r.name: r.verdict for q in report.questions for r in q.results if r.name in verdicts} == verdicts


@pytest.mark.parametrize(("sheet", "said", "right"), [
    ("norm-by-hand", "what I get at the end: (-1.2247, 0, 1.2247), (-0.7071, -0.7071, 1.4142)\n", {"N"}),
    ("grouped-queries", "Betreff: Blatt 7 (Vier Queries)\n\nAufgabe 2\nb) Faktor 4\n\n(Matr. 6120458, Gruppe Mi 10 Uhr)\n", {"saved"}),
    ("seven-steps", ">>> S = Q_h @ K_h.transpose(1, 2)\n>>> S.shape\n(8, 4, 4)\n>>> L.shape\n(8, 4, 4)\n", {"S", "L"}),
])  # fmt: skip
def test_what_stands_in_no_question_is_of_the_one_that_it_is_right_for(tmp_path: Path, sheet: str, said: str, right: set[str]) -> None:
    file = tmp_path / "a.txt"
    file.write_text(said, "utf-8")
    (report,) = check_file(Ready(load(find(sheet))), file)
    assert {r.name for q in report.questions for r in q.results if r.verdict == "correct"} == right


@pytest.mark.parametrize(("said", "verdict"), [
    ("p = (0.67, 0.60)\nc = (-ln 0.67, -ln 0.6) = (0.4005, 0.5108)", "correct"),  # as p stands, which has too few digits
    ("c = (-ln 0.67, -ln 0.6) = (0.4005, 0.5108)", "incorrect"),
    ("c = -ln(0.6652) = 0.4077 and -ln(0.6) = 0.5108", "correct"),  # which is 0.4076 of p itself
    ("c = -ln(0.6652) = 0.4078 and -ln(0.6) = 0.5108", "incorrect"),
    ("p = (0.67, 0.60)\nc = (-ln 0.67, -ln 0.6) = (0.4305, 0.5108)", "incorrect"),
    ("p = (0.67, 0.60)\nc = (-ln 0.64, -ln 0.6) = (0.4463, 0.5108)", "incorrect"),
])  # fmt: skip
def test_a_chain_with_rounded_numbers_leads_to_what_follows_from_them(tmp_path: Path, said: str, verdict: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(said + "\n", "utf-8")
    (report,) = check_file(Ready(load(find("next-word-loss"))), file)
    assert [r.verdict for q in report.questions for r in q.results if r.name == "c"] == [verdict]


def test_a_right_value_that_is_worked_out_is_no_rounded_one_where_a_line_jumps(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('[quantised]\ns = [["0.7/7"], ["2.8/7"]]\nC = [[7, -2, 1], [3, 7, -2]]\n', "utf-8")  # cut off, where it is rounded
    (report,) = check_file(Ready(load(find("few-bits"))), file)
    verdicts = {r.name: r.verdict for q in report.questions for r in q.results}
    assert verdicts["s"] == "correct"
    assert verdicts["C"] not in ("correct", "follows")


def test_a_value_that_is_written_again_under_its_name_does_not_open_another_line(tmp_path: Path) -> None:
    file = tmp_path / "answers.md"
    file.write_text("S = [[1, 1], [1, 2]]\n\nA = [[0.5, 0.5], [0.25, 0.75]] no wait, A = [[0.5, 0.5], [0.35, 0.65]]\n", encoding="utf-8")
    (report,) = check_file(SHEETS["parts"], file)
    found = {one.name: one.verdict for one in report.questions[0].results}
    assert (found["S"], found["A"], found["H"]) == ("correct", "incorrect", "missing")
