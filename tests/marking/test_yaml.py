"""Answers in YAML: digits as written, no objects, no aliases."""

from __future__ import annotations

from pathlib import Path

import pytest

from symattn.marking import check
from symattn.sheet import loads

pytest.importorskip("yaml")
SHEET = "[[question]]\nsteps = ['A = softmax(S)', 'B = A @ S']\ngiven.S = [[0, 0], [0, 0]]\n"
REFUSED = {
    "no YAML": ("A: [[1, 2]", "no YAML"),
    "an object": ("A: !!python/object/apply:os.system [x]", ""),
    "an alias": ("A: &a [[1, 2]]\nB: *a", "an alias"),
    "a word": ("A", "no answers"),
    "two documents": ("A: [[1]]\n--- \nA: [[2]]", "a single document"),
    "a table as a key": ("? {a: 1}\n: 2", "a key that is no text"),
    "nothing": ("", "no answers"),
    "deep": ("[" * 30_000, "nested deeper than 20"),
    "long": ("Q: [" + "1," * 30_000 + "1]", "at most 40,000 are read"),
}


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_numbers_keep_their_digits(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"ada{suffix}"
    file.write_text("q1:\n  A:\n    - [0.50, 1/2]\n    - [0.5000, 0.5]\n  B: [[0, 0], [0, 0]]\n", "utf-8")
    results = check(loads(SHEET), file).answers[0].questions[0].results
    assert [result.verdict for result in results] == ["correct", "correct"]


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_answer_is_said(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "ada.yaml"
    file.write_text(text, "utf-8")
    (answer,) = check(loads(SHEET), file).answers
    assert said in answer.error
    assert answer.marks == 0
