"""On the way to every line that can be answered wrong there is a smaller question, which is neither its hint nor its explanation."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from symattn.files import find, shipped
from symattn.marking.sheet import Ready
from symattn.practice.desk import Desk
from symattn.practice.own import is_same
from symattn.sheet import load
from tests.practice.test_help import told, written

ZEROS = {
    ("softmax-step-by-step", "D"), ("windows-and-slopes", "B_1"), ("windows-and-slopes", "B_2"),
}  # fmt: skip
"""Lines whose upper left corner is 0 made of zeros: what is smaller is 0 as well."""


def asked(name: str):
    """Every line of a sheet that is asked, its field, and the right answers before it."""
    desk = Desk(Ready(load(find(name))), Path())
    for question in desk.sheet.questions:
        answers: dict[str, object] = {}
        for part in question.parts:
            for field in desk.fields(question, part):
                yield desk, question, field, {question.id: dict(answers)}
                value = desk.ready.answer(question).follow.values.get(field.line) if field.rows else None
                if field.rows and field.line not in question.unknown:
                    answers[field.line] = [[written(x, exact=False, places=desk.sheet.decimals + 2) for x in row] for row in value.cells()]


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_line_has_a_smaller_question(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for desk, question, field, answers in asked(name):
        if "question" not in field.steps:
            continue
        says = {step: told(desk.help(question.id, field.line, step, answers)) for step in field.steps}
        assert len(set(says.values())) == len(says), (field.line, says)
        assert "<li>" in desk.help(question.id, field.line, "question", answers)["html"], (field.line, says["question"])


@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_is_smaller_is_not_what_is_asked(name, tmp_path, monkeypatch):
    """Of each entry something is asked; of each line there is an entry of which something else than itself is asked."""
    monkeypatch.chdir(tmp_path)
    for desk, question, field, answers in asked(name):
        if field.rows and field.line in question.plan.names and field.line not in question.unknown:
            value = desk.ready.answer(question).follow[field.line]
            helper = desk._helper(question.id, answers)
            smaller = False
            for i, j in product(range(min(3, field.rows)), range(min(3, field.cols))):
                pieces = replace(helper, at=(i, j)).smaller(field.line)
                assert pieces, (field.line, i, j)
                smaller |= not all(is_same(piece.value, value[i, j]) for piece in pieces)
            assert smaller or (name, field.line) in ZEROS, field.line
