"""What a platform that marks entry by entry gives for a wrong one, so that a known mistake earns what the marker gives for it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symattn.course.platforms.markup import engine
from symattn.course.platforms.mistakes import mistakes
from symattn.course.platforms.view import views
from symattn.sheet import loads

SCORES = {"[[4, 8]]": 0, "[[4, 8], [0, 6]]": 1, "[[4, 0], [0, 6]]": 2, "[[0, 0], [0, 6]]": 3}
"""Scores, and how many of them are 0: right whatever they are divided by."""


@pytest.mark.parametrize(("scores", "zeros"), SCORES.items())
def test_right_entries_and_shares_of_wrong_ones_come_to_the_share_of_the_mistake(scores: str, zeros: int) -> None:
    sheet = loads(f'[[question]]\nsteps = ["L = S / sqrt(16)"]\ngiven.S = {scores}\n')
    (answer,) = sheet.solve().answers
    size = len(scores.split(","))
    found = mistakes(sheet, answer, "L", answer["L"])
    assert found
    for mistake in found:
        right = sum(x == y for mine, truth in zip(mistake.value.cells(), answer["L"].cells(), strict=True) for x, y in zip(mine, truth, strict=True))
        assert right >= zeros
        assert right + mistake.entry * (size - right) == max(right, mistake.share * size)
        assert Fraction(0) <= mistake.entry < 1


def test_a_drawing_of_the_question_stands_before_the_solution_of_its_first_part_alone() -> None:
    sheet = loads("""[[question]]
steps = ["S = Q @ K.T", "A = softmax(S)"]
figures = [{ name = "heat-map", line = "A" }]
given.Q = [[1, 0], [0, 1]]
given.K = [[1, 0], [1, 1]]
[[question.part]]
asks = ["S"]
[[question.part]]
asks = ["A"]
""")
    (view,) = views(sheet.solve(), engine("en"))
    solutions = [section.solution.strip() for section in view.sections]
    assert [solution.startswith('<p><img src="data:image/svg') for solution in solutions] == [True, False]
    assert [solution.count("<img") for solution in solutions] == [1, 0]
    assert ["Only the gap between the two scores" in solution for solution in solutions] == [False, True]  # each part has its own
    assert [[line.name for line in section.lines] for section in view.sections] == [["S"], ["A"]]
