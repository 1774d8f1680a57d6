"""A small class read in full: every line of the marker's report, of the gradebook, of the proposal and of what a grader decided.

The values of the sheet are worked out by hand: S = Q Kᵀ = [1 3; 0 1], L = S/√2, A the softmax of its rows, H = A V, D = B − C, m the
largest of each row. So are the marks, their mean 23/6, median, and deviation √(66.2…/6).
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner

from symattn.cli import main

SHEET = """title = "Week 3"
decimals = 3
[[question]]
id = "q1"
steps = ["S = Q @ K.T", "L = S / sqrt(2)", "A = softmax(L)", "H = A @ V"]
given.Q = [[1, 2], [0, 1]]
given.K = [[1, 0], [1, 1]]
given.V = [[4, 0], [0, 8]]
[[question.part]]
label = "a"
asks = ["S", "L"]
marks = 3
[[question.part]]
label = "b"
asks = ["A", "H"]
marks = 4
[[question.part]]
label = "c"
prompt = "Why?"
answer = "Because."
marks = 2
[[question]]
id = "q2"
steps = ["D = B - C", "m = max(D, axis=1)"]
given.B = [[5, 1], [2, 2]]
given.C = [[1, 3], [4, 0]]
"""
ROSTER = "id,name\ns1,Ada Love\ns11,Bo Stone\ns1-2,Chen Wu\ns3,Dina Fay\ns4,Emre Gul\ns5,Fay Low\ns6,Gus May\n"
RIGHT = "A = [0.196 0.804; 0.330 0.670]\nH = [0.782 6.435; 1.321 5.358]\n"
HANDED = {  # as the files stand in their folder; an id is no longer one of its beginning
    "hw_s1-2.txt": "Question 1\nA = [0.119 0.881; 0.269 0.731]\nQuestion 2\nD = [4 -2; -2 2]\nm = [4; 3]\n",
    "s1.txt": f"Question 1\nS = [1 3; 0 1]\nL = [0.707 2.121; 0 0.707]\n{RIGHT}Question 2\nD = [4 -2; -2 2]\nm = [4; 2]\n",
    "s11.txt": "Question 1\nS = [1 3; 0 1]\nL = [1 3; 0 1]\nA = [0.119 0.881; 0.269 0.731]\nH = [0.477 7.046; 1.076 5.849]\nQuestion 2\nD = [-4 2; 2 -2]\n",
    "s3.txt": "Question 1\nS = [1 3; 0 2]\nL = [0.71 2.12; 0 1.41]\nQuestion 2\nD = [4 -2; -2 two]\nm = [4; 3]\n",
    "s4.txt": "I could not do it.\n",
    "s5_late.txt": "Question 1\nL = [0.5 1.5; 0 0.5]\n",
}
TABLE = """\
id,name,marks,of,open,q1(a),q1(b),q1(c),q2,q1.S,q1.L,q1.A,q1.H,q2.D,q2.m,q1(c) open,q2 open,q2.D open,q2.m open,verdicts,notes,file
s1-2,Chen Wu,5.5,11,2,2.25,2,0,1.25,1.5,0.75,2,0,1,0.25,2,,,,q1.S missing; q1.L missing; q1.A slip (unscaled at L); q1.H missing; q2.D correct; q2.m incorrect; q1(c) by-hand,,hand/hw_s1-2.txt
s1,Ada Love,9,11,2,3,4,0,2,1.5,1.5,2,2,1,1,2,,,,q1.S correct; q1.L correct; q1.A correct; q1.H correct; q2.D correct; q2.m correct; q1(c) by-hand,,hand/s1.txt
s11,Bo Stone,6.25,11,2,2.25,4,0,0,1.5,0.75,2,2,0,0,2,,,,q1.S correct; q1.L slip (unscaled at L); q1.A follows; q1.H follows; q2.D incorrect; q2.m missing; q1(c) by-hand,,hand/s11.txt
s3,Dina Fay,2,11,4,2,0,0,0,0.5,1.5,0,0,0,0,2,2,1,1,q1.S incorrect; q1.L follows; q1.A missing; q1.H missing; q2.D unreadable; q2.m undecided; q1(c) by-hand,,hand/s3.txt
s4,Emre Gul,0,11,2,0,0,0,0,0,0,0,0,0,0,2,,,,q1.S missing; q1.L missing; q1.A missing; q1.H missing; q2.D missing; q2.m missing; q1(c) by-hand,,hand/s4.txt
s5,Fay Low,0.25,11,2,0.25,0,0,0,0,0.25,0,0,0,0,2,,,,q1.S missing; q1.L incorrect; q1.A missing; q1.H missing; q2.D missing; q2.m missing; q1(c) by-hand,,hand/s5_late.txt
s6,Gus May,,,,,,,,,,,,,,,,,,absent,,
"""
GLANCE = """\
6 submissions, 0 with full marks; absent: Gus May (s6)

Marks of 11: mean 3.83, median 3.75, standard deviation 3.32, from 0 to 9
    0–10  %     2  ██████████████████████████████
   10–20  %     1  ███████████████
   20–30  %     0
   30–40  %     0
   40–50  %     0
   50–60  %     2  ██████████████████████████████
   60–70  %     0
   70–80  %     0
   80–90  %     1  ███████████████
   90–100 %     0

What explains wrong lines, most first (explanation: scripts; marks now):
     2  ████████████ unscaled at q1.L: They did not divide by √d_k (0.75 of 1.5)
     1  ██████ one-entry at q1.S: One entry is wrong, whichever, and everything after it follows from that (0.5 of 1.5)
     1  ██████ one-entry at q2.m: One entry is wrong, whichever, and everything after it follows from that (0.25 of 1)
     1  ██████ undecided at q2: Not decided by machine (0 of 1)
     1  ██████ unreadable at q2: Handed in and not readable (0 of 1)

Lines: facility (mean share of the marks), discrimination (correlation with the other lines), verdicts
  q1.S          0.56   0.92  3 missing, 2 correct, 1 incorrect
  q1.L          0.53   0.51  2 missing, 1 correct, 1 follows, 1 incorrect, 1 slip
  q1.A          0.50   0.86  3 missing, 1 correct, 1 follows, 1 slip
  q1.H          0.33   0.66  4 missing, 1 correct, 1 follows
  q2.D          0.33   0.65  2 correct, 2 missing, 1 incorrect, 1 unreadable
  q2.m          0.21   0.71  3 missing, 1 correct, 1 incorrect, 1 undecided

Marked by hand, not yet: q1(c), 2 marks
To be looked at by hand:
  s3: q2.m: No proof either way; q2.D: Not readable: row 2, column 2, 'two': 'two' is not known here; write numbers, e, pi and functions such as sqrt(2)
  s4: Nothing in it stands for a line of the sheet
"""
GROUPS = """\
[[group]]
explanation = "unscaled at q1.L"
# They did not divide by √d_k
# 2 scripts: s1-2, s11
# marks now: 0.75 (2) of 1.5
# q1.L = { marks = 0.75, remark = "" }

[[group]]
explanation = "one-entry at q1.S"
# One entry is wrong, whichever, and everything after it follows from that
# 1 script: s3
# marks now: 0.5 (1) of 1.5
# q1.S = { marks = 0.5, remark = "" }

[[group]]
explanation = "one-entry at q2.m"
# One entry is wrong, whichever, and everything after it follows from that
# 1 script: s1-2
# marks now: 0.25 (1) of 1
# q2.m = { marks = 0.25, remark = "" }

[[group]]
explanation = "undecided at q2"
# Not decided by machine
# 1 script: s3
# marks now: 0 (1) of 1
# q2.m = { marks = 0, remark = "" }

[[group]]
explanation = "unreadable at q2"
# Handed in and not readable
# 1 script: s3
# marks now: 0 (1) of 1
# q2.D = { marks = 0, remark = "" }
"""
DECISIONS = """
[s5.q1]
L = { marks = 1, remark = "half the idea" }
[s3.q2]
D = { marks = 1 }
m = { marks = 0.5, remark = "see D" }
[s1.q1]
c = { marks = 2, remark = "because." }
["s1*".q2]
"*" = { marks = 0.5, remark = "all the same" }
[s4]
marks = 5.5
[[group]]
explanation = "unscaled at q1.L"
q1.L = { marks = 1.25, remark = "only the root" }
"""
DECIDED = {  # S, L, A, H, D, m, then part c; of s4 half of what each line carries, as nothing was earned
    "s1": "1.5 1.5 2 2 0.5 0.5 2", "s11": "1.5 1.25 2 2 0.5 0.5 0", "s1-2": "1.5 1.25 2 0 0.5 0.5 0", "s3": "0.5 1.5 0 0 1 0.5 0",
    "s4": "0.75 0.75 1 1 0.5 0.5 1", "s5": "0 1 0 0 0 0 0",
}  # fmt: skip


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sheet, the roster, and what was handed in."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"week3.toml": SHEET, "roster.csv": ROSTER, "marks.toml": DECISIONS}.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "hand").mkdir()
    for name, text in HANDED.items():
        (tmp_path / "hand" / name).write_text(text, "utf-8")
    return tmp_path


def check(*more: str) -> str:
    result = CliRunner().invoke(main, ["check", "week3.toml", "hand", "--roster", "roster.csv", *more], standalone_mode=False)
    assert result.return_value == 1, result.output
    return result.stdout


def test_the_report_of_a_class_is_right_in_every_line(at: Path) -> None:
    said = check("--groups", "groups.toml", "--detail", "brief")
    begins = said.index("6 submissions")
    assert "\n".join(line.rstrip() for line in said[begins:].split("\n")[:-2]) == GLANCE
    heads = [line for line in said[:begins].split("\n") if line.startswith("hand/")]
    assert heads == [f"hand/{file}: {marks} of 11 marks, {more} marks still open"
                     for file, marks, more in zip(HANDED, ("5½", "9", "6¼", "2", "0", "¼"), (2, 2, 2, 4, 2, 2), strict=True)]  # fmt: skip
    assert Path("groups.toml").read_text("utf-8").partition("--marks THIS-FILE\n\n")[2] == GROUPS


def test_the_gradebook_of_a_class_is_right_in_every_column(at: Path) -> None:
    assert check("--format", "csv") == TABLE


def test_what_a_grader_decides_goes_before_what_was_found_and_the_rest_stays(at: Path) -> None:
    rows = list(csv.reader(io.StringIO(check("--format", "csv", "--marks", "marks.toml"))))[1:-1]
    lines = {row[0]: " ".join([*row[9:15], row[7]]) for row in rows}
    assert lines == DECIDED
    assert {row[0]: float(row[2]) for row in rows} == {name: sum(map(float, marks.split())) for name, marks in DECIDED.items()}
