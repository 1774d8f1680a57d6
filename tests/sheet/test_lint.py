"""What in a readable sheet does not hold."""

from __future__ import annotations

import pytest

from symattn.files import folder
from symattn.sheet import load, loads
from symattn.sheet.lint import findings

HEAD = "tokens = ['a', 'b']\n[[question]]\nsteps = ['A = softmax(X)', 'B = A @ X']\n[question.given]\nX = [[0, 0], [1, 0]]\n"
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
}


@pytest.mark.parametrize(("text", "said"), SAID.values(), ids=SAID)
def test_what_does_not_hold_is_said(text: str, said: list[str]) -> None:
    assert [str(problem) for problem in findings(loads(text))] == said


@pytest.mark.sliced(15)
@pytest.mark.parametrize("path", sorted(folder("worksheets").glob("*.toml")), ids=lambda path: path.stem)
def test_everything_holds_in_a_shipped_sheet(path: object) -> None:
    assert findings(load(str(path))) == []


def test_scripts_that_latex_has_no_letters_for_are_told_with_their_place() -> None:
    sheet = "title = 'Nguyễn Ānh'\nstudent = '李明'\ntokens = ['我', 'is']\n[[question]]\nsteps = ['B = X @ X.T']\ngiven.X = [[1], [2]]\n"
    found = [str(problem) for problem in findings(loads(sheet))]
    assert [problem.split(",")[0] for problem in found] == [
        "2:11: student: LaTeX has no letters here for 李明", "3:11: tokens: LaTeX has no letters here for 我",
    ]  # fmt: skip
