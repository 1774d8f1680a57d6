"""STACK's questions in Maxima itself: every test that a question carries comes out as the question says.

STACK evaluates a question's variables, the student's answer and the feedback variables in Maxima, and compares two of them at
every node. That is done here with the Maxima of the distribution. Of STACK's own functions three are used, and stand below as
its documentation has them ("Answer tests", "Numbers").
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree.ElementTree import Element, parse

import pytest

from symattn.course.platforms import export
from symattn.files import shipped
from symattn.sheet import load

STACK = """
display2d: false$ linel: 100000$
remove_displaydp(x) := x$
algebraic_equivalence(x, y) := is(radcan(x - y) = 0)$
alike(x, y) := if matrixp(x) and matrixp(y)
  then is(length(x) = length(y)) and is(length(x[1]) = length(y[1])) and every(algebraic_equivalence, xreduce(append, args(x)), xreduce(append, args(y)))
  elseif matrixp(x) or matrixp(y) then false else algebraic_equivalence(x, y)$
"""

needs_maxima = pytest.mark.skipif(
    shutil.which("maxima") is None and not os.environ.get("CI"), reason="Maxima is not installed; .ci/run takes it from Debian"
)


def text(element: Element, path: str) -> str:
    return element.findtext(path) or ""


def maxima(program: str) -> list[str]:
    """What Maxima prints, line by line, after the word ``said``."""
    run = subprocess.run(["maxima", "--very-quiet"], input=program, capture_output=True, text=True, timeout=300, check=True)
    return re.findall(r"^said (.*\S) *$", run.stdout.replace("\\\n", ""), re.MULTILINE)


def asked(question: Element, seed: int, spelling: str = "minf") -> str:
    """A program that says of every test and tree which nodes hold, and what a part of a matrix earns."""
    lines = [f"stack_seed: {seed}$", text(question, "questionvariables/text").replace(";", "$")]
    for test in question.findall("qtest"):
        lines += [f"{text(put, 'name')}: {text(put, 'value')}$" for put in test.findall("testinput")]
        if spelling != "minf":
            lines += [f"{text(put, 'name')}: subst(minf = {spelling}, {text(put, 'name')})$" for put in test.findall("testinput")]
        for tree in question.findall("prt"):
            holds = ", ".join(f"alike({text(node, 'sans')}, {text(node, 'tans')})" for node in tree.findall("node"))
            lines += [text(tree, "feedbackvariables/text").replace(";", "$") + "$"]
            lines += [f'print("said", [{holds}], float(share))$']
    return "\n".join(lines)


def followed(tree: Element, holds: list[bool], share: str) -> tuple[float, str]:
    """The score and the last note of a tree whose nodes hold or not."""
    nodes = tree.findall("node")
    at = 0
    while True:
        side = "true" if holds[at] else "false"
        score = text(nodes[at], f"{side}score")
        after = int(text(nodes[at], f"{side}nextnode"))
        if after < 0:
            return float(share if score == "share" else score), text(nodes[at], f"{side}answernote")
        at = after


@pytest.mark.exhaustive
@needs_maxima
@pytest.mark.sliced(6)
@pytest.mark.parametrize(
    ("name", "seed", "spelling"),
    [("two-heads-by-hand", 0, "minf"), ("causal-mask", 0, "-inf"), ("causal-mask", 0, "-infinity"), ("causal-mask", 0, "-oo"),
     ("rational-weights-template", 2, "minf"), ("transformer-block", 0, "minf")],
)  # fmt: skip
def test_right_answers_earn_all_and_slips_what_the_marker_gives(name: str, seed: int, spelling: str, tmp_path: Path) -> None:
    export("moodle", load(shipped()[name]), tmp_path, 2)
    questions = parse(tmp_path / "stack.xml").getroot().findall("question[@type='stack']")
    said = iter(maxima(STACK + "\n".join(asked(question, seed, spelling) for question in questions)))
    for question in questions:
        tests = question.findall("qtest")
        assert len(tests) > 1
        for test in tests:
            for tree, expected in zip(question.findall("prt"), test.findall("expected"), strict=True):
                holds, share = re.fullmatch(r"\[(.*)\] (\S+)", next(said)).groups()  # type: ignore[union-attr]
                score, note = followed(tree, [one.strip() == "true" for one in holds.split(",")], share)
                assert (score, note) == (float(text(expected, "expectedscore")), text(expected, "expectedanswernote"))
    assert next(said, None) is None


@pytest.mark.exhaustive
@needs_maxima
def test_an_entry_beside_the_right_one_earns_its_share_of_the_rest(tmp_path: Path) -> None:
    export("moodle", load(shipped()["two-heads-by-hand"]), tmp_path)
    question = parse(tmp_path / "stack.xml").getroot().findall("question[@type='stack']")[0]
    tree = question.findall("prt")[0]
    right, one_off, unread = "ta1", "ta1 + matrix([1, 0], [0, 0])", "matrix([x, y], [1, z])"
    program = [text(question, "questionvariables/text").replace(";", "$")]
    for value in (right, one_off, unread, "ta1 + 0.00004", "ta1 + 0.00006", "7"):
        program += [f"ans1: {value}$", text(tree, "feedbackvariables/text").replace(";", "$") + "$"]
        program += ['print("said", alike(sa, tn), hits)$']
    assert maxima(STACK + "\n".join(program)) == ["true 4", "false 3", "false 0", "true 4", "false 0", "false 0"]
