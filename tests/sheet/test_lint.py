"""What in a readable sheet does not hold."""

from __future__ import annotations

import pytest

from symattn.files import folder
from symattn.sheet import load, loads
from symattn.sheet.lint import findings

HEAD = "tokens = ['a', 'b']\n[[question]]\nsteps = ['A = softmax(X)', 'B = A @ X']\n[question.given]\nX = [[0, 0], [1, 0]]\n"
UNASKED = (
    "3:28: question.steps: no part asks for B, and no line is made of it\n  ask for it in a part: asks = [\"B\"], or leave the line out"
)
SAID = {
    "a stated value that is rounded right": (HEAD + "[question.stated]\nA = [['0.5', '0.500'], ['0.73', '0.27']]\n", []),
    "a stated value cut off, not rounded": (
        HEAD + "[question.stated]\nA = [['0.5', '0.5'], ['0.73', '0.26']]\n",
        ["7:31: question.stated.A: 0.26 is stated, but the exact value is 0.268941\n  state the value correctly rounded"],
    ),
    "a stated number that claims to be exact": (
        HEAD + "[question.stated]\nA = [['1/2', '1/2'], ['73/100', '0.27']]\n",
        ["7:23: question.stated.A: 73/100 is stated, but the exact value is 0.731059\n  state the value correctly rounded"],
    ),
    "a given nobody uses": (
        HEAD + "W = [[1]]\n",
        ["6:1: question.given.W: no line uses it\n  leave it out, or use it in a line"],
    ),
    "words for another number of tokens": (
        HEAD.replace("'b'", "'b', 'c'"),
        ["5:5: question.given.X: X is 2×2, but the sheet names 3 tokens\n  name one token for each row of X"],
    ),
    "a command that only LaTeX may know": (
        HEAD.replace("[[question]]", "[[question]]\nprompt = 'In $\\R^n$'"),
        [
            "3:15: question.prompt: \\R is not known here, so HTML, Markdown and text print it as it is written\n"
            "  write it with commands of amsmath and amssymb, or print the sheet with --format tex alone"
        ],
    ),
    "a formula without an end": (
        HEAD.replace("[[question]]", "intro = 'Let $x'\n[[question]]"),
        ["2:14: intro: a $ without its other one\n  close the formula, or write \\$ for a dollar"],
    ),
    "a line asked twice": (
        HEAD + "[[question.part]]\nasks = ['A']\n[[question.part]]\nasks = ['B', 'A']\n",
        ["9:14: question.part.asks: A is asked twice\n  ask each line once"],
    ),
    "a last line nobody asks for": (
        HEAD + "[[question.part]]\nasks = ['A']\n",
        [UNASKED],
    ),
    "a line in the middle nobody asks for": (HEAD + "[[question.part]]\nasks = ['B']\n", []),
    "a question in words with a line": (HEAD + "[[question.part]]\nanswer = 'Both.'\n", [UNASKED]),
    "a part that a person gives marks for": (
        HEAD + "[[question.part]]\nprompt = 'Draw the weights.'\nmarks = 2\n[[question.part]]\nasks = ['B']\n", [],
    ),
    "a part in words where every line is asked for": (
        HEAD + "[[question.part]]\nasks = ['A', 'B']\n[[question.part]]\nprompt = 'Draw.'\nmarks = 1\n", [],
    ),
    "a number that is drawn, in words": (
        "[[question]]\nprompt = 'Of 64 and 640 numbers.'\nsteps = ['B = n * A']\ngiven = { n = 64, A = [[1]] }\n"
        "[[vary.draw]]\nnames = ['n']\namong = [32, 64]\n",
        ["2:14: question.prompt: n is drawn, but its 64 stays in these words\n  write $n$"],
    ),
    "a line and a given with the name of a function": (
        HEAD.replace("'B = A @ X'", "'max = max(X * mean)'") + "mean = [[0, 0], [1, 0]]\n",
        [
            "3:28: question.steps: max names a function too\n  give the line another name",
            "6:1: question.given.mean: mean names a function too\n  give the matrix another name",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SAID.values(), ids=SAID)
def test_what_does_not_hold_is_said(text: str, said: list[str]) -> None:
    assert [str(problem) for problem in findings(loads(text))] == said


@pytest.mark.sliced(15)
@pytest.mark.parametrize("path", sorted(folder("worksheets").glob("*.toml")), ids=lambda path: path.stem)
def test_everything_holds_in_a_shipped_sheet(path: object) -> None:
    assert findings(load(str(path))) == []


ASKS_A = HEAD + "[[question.part]]\nasks = ['A']\n"
WANTED = {  # how a line that no part asks for is wanted
    "a heat map of it": ASKS_A + "figures = [{ name = 'heat-map', line = 'B' }]\n",
    "a heat map of the question's": ASKS_A.replace("[[question]]\n", "[[question]]\nfigures = [{ name = 'heat-map', line = 'B' }]\n"),
    "a heat map of weights": HEAD.replace("'A = softmax(X)', 'B = A @ X'", "'B = X @ X', 'A = softmax(X)'")
    + "[[question.part]]\nasks = ['B']\nfigures = ['heat-map']\n",
    "stated": HEAD + "[question.stated]\nB = [['0.5', 0], ['0.268941', 0]]\n[[question.part]]\nasks = ['A']\n",
    "a condition": HEAD.replace("X = [[0, 0], [1, 0]]", "Y = [[1, 0]]").replace("'A = softmax(X)', 'B = A @ X'", "'A = X @ Y.T', 'B = X @ X.T'")
    + "[question.unknown]\nX = { shape = [1, 2], example = [[3, 4]] }\n"
    + "[[question.part]]\nasks = ['X', 'A']\naccept = [{ line = 'B', equals = [[25]] }]\n",
    "derivatives": ASKS_A.replace("['A']", "['dX']").replace("[question.given]", "[question.gradient]\nof = 'B'\nwrt = ['X']\n[question.given]")
    .replace("X = [[0, 0], [1, 0]]", "X = [[0, 0], [1, 0]]\ndB = [[1, 0], [0, 1]]"),
    "a wish of a template": ASKS_A + "[[vary.draw]]\nnames = ['X']\n[[vary.wish]]\nnames = ['B']\nat_most = 9\n",
    "no two students share it": ASKS_A + "[[vary.draw]]\nnames = ['X']\n[vary]\ndistinct = ['B']\n",
    "a variant's": "[[question]]\nvariant = 'attention'\n[question.given]\nX = [[1, 0]]\nW_Q = [[1], [2]]\nW_K = [[1], [2]]\nW_V = [[1], [2]]\n"
    + "[[question.part]]\nasks = ['A']\n",
    "no parts": HEAD,
}  # fmt: skip


@pytest.mark.parametrize("text", WANTED.values(), ids=WANTED)
def test_a_line_that_is_wanted_elsewhere_is_left_alone(text: str) -> None:
    assert findings(loads(text.replace("tokens = ['a', 'b']\n", ""))) == []


@pytest.mark.sliced(3)
@pytest.mark.parametrize("path", sorted(folder("worksheets").glob("bank/*.toml")), ids=lambda path: path.stem)
def test_no_question_of_the_bank_has_a_line_for_nothing(path: object) -> None:
    assert [str(problem) for problem in findings(load(str(path)))] == []


def test_scripts_that_latex_has_no_letters_for_are_told_with_their_place() -> None:
    sheet = "title = 'Nguyễn Ānh'\nstudent = '李明'\ntokens = ['我', 'is']\n[[question]]\nsteps = ['B = X @ X.T']\ngiven.X = [[1], [2]]\n"
    found = [str(problem) for problem in findings(loads(sheet))]
    assert [problem.split(",")[0] for problem in found] == [
        "2:11: student: LaTeX has no letters here for 李明", "3:11: tokens: LaTeX has no letters here for 我",
    ]  # fmt: skip
