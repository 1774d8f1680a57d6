"""Variants: the same everywhere, keeping to every wish exactly, and honest when wishes contradict."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256

import pytest

from symattn.course.vary import variant, written
from symattn.course.vary.dice import Dice
from symattn.course.vary.difficulty import difficulty
from symattn.course.vary.draws import cells, room
from symattn.course.vary.wishes import failed
from symattn.errors import LimitError, SheetError, SymattnError
from symattn.exact.decide import sign
from symattn.exact.decimals import rounded
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import folder
from symattn.plan.derivation import solve
from symattn.sheet import Sheet, load, loads
from symattn.sheet.varying import Draw

TEMPLATES = sorted(path for path in folder("worksheets").glob("*.toml") if "\n[vary]" in path.read_text("utf-8"))
ONE = """
[[question]]
variant = "attention"
[question.given]
X = [[1, 0], [0, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[1, 0], [0, 1]]
W_V = [[1, 0], [0, 1]]
[[vary.draw]]
names = ["X"]
low = 0
high = 2
"""


def test_the_stream_of_draws_never_changes() -> None:
    dice = Dice(2026, "ada")
    digest = sha256(repr([dice.below(n) for n in range(1, 400)]).encode()).hexdigest()
    assert digest[:16] == FIXED["dice"]


def test_a_variant_never_changes() -> None:
    sheet = load(folder("worksheets") / "two-heads-template.toml")
    found = variant(sheet, "ada", 2026)
    digest = sha256(repr(sorted(found.given.items())).encode()).hexdigest()
    assert digest[:16] == FIXED["two-heads-template"]
    assert variant(sheet, "ada", 2026) == found
    assert variant(sheet, "bob", 2026).given != found.given
    assert variant(sheet, "ada", 2027).given != found.given


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", TEMPLATES, ids=[path.stem for path in TEMPLATES])
def test_every_variant_of_a_shipped_template_keeps_to_its_wishes(path: object) -> None:
    sheet = load(path)  # type: ignore[arg-type]
    assert sheet.vary is not None
    taken: set[str] = set()
    for number in range(12):
        found = variant(sheet, f"student-{number}", 5)
        assert not taken & set(found.finals.values()), "these twelve do not share one"
        taken |= set(found.finals.values())
        again = loads(written(sheet.path.read_text("utf-8"), found))
        assert again.vary is None
        _keeps(sheet, again)


def _keeps(template: Sheet, sheet: Sheet) -> None:
    """Every wish, looked at anew on the solved sheet, by other means than the search."""
    assert template.vary is not None
    solution, own = sheet.solve(), template.solve()
    for where, names, wishes in template.vary.wishes:
        for name in names:
            entries = [x for row in solution[where][name].values for x in row]
            if wishes.get("whole"):
                assert all(x.is_rational and x.rational.q == 1 for x in entries)
            if wishes.get("rational"):
                assert all(x.is_rational for x in entries)
            if wishes.get("at_most") is not None:
                assert all(sign(wishes["at_most"] - x) >= 0 for x in entries)
            if wishes.get("visible"):
                places = wishes["visible"]
                assert all(x in (0, 1) or 0 < rounded(x, places) < 10**places for x in entries)
    for question in sheet.questions:
        ours, theirs = difficulty(own[question.id].exact), difficulty(solution[question.id].exact)
        assert all(abs(ours[figure] - theirs[figure]) <= most for figure, most in template.vary.spread.items())


def test_wishes_that_contradict_are_explained() -> None:
    sheet = loads(ONE + '[[vary.wish]]\nnames = ["S"]\nat_least = 100\n[vary]\ntries = 500\n')
    with pytest.raises(LimitError) as caught:
        variant(sheet, "ada", 1)
    message = str(caught.value)
    assert "no variant in 500 draws (only 81 different draws exist)" in message
    assert '"S: no entry is below 100" failed 500 times' in message
    assert "relax a wish or widen the range" in message


def test_a_sheet_without_a_template_is_refused() -> None:
    with pytest.raises(SymattnError, match=r"no \[vary\] table"):
        variant(loads(ONE.split("[[vary")[0]), "ada", 1)


SHAPES = {
    "integers in a range": (Draw(low=-2, high=2), 5**4),
    "at least two zeros": (Draw(low=1, high=2, zeros=2), 6 * 4),
    "a permutation": (Draw("permutation"), 2),
    "decimals": (Draw("decimals", low=0, high=1, places=1), 11**4),
    "decimals without places": (Draw("decimals", low=0, high=1, places=0), 2**4),
    "logarithms": (Draw("logarithms", low=1, high=3, factor=2), 3**4),
    "among some values": (Draw(among=("1/3", "2", "sqrt(2)")), 3**4),
    "none twice in a row": (Draw("permutation", among=("1/2", "1/3", "1/6")), 6**2),
}


@pytest.mark.sliced(2)
@pytest.mark.parametrize(("draw", "different"), SHAPES.values(), ids=SHAPES)
def test_draws_stay_in_their_room(draw: Draw, different: int) -> None:
    assert room((2, 2), draw) == different
    dice = Dice(1, "x")
    seen = {cells(dice, (2, 2), draw) for _ in range(3000)}
    assert len(seen) == different if different < 200 else 200 < len(seen) <= different


def test_zeros_and_permutations_are_what_they_say() -> None:
    dice = Dice(4, "x")
    for _ in range(50):
        assert sum(row.count("0") for row in cells(dice, (2, 3), Draw(low=1, high=9, zeros=3))) == 3
        square = cells(dice, (3, 3), Draw("permutation"))
        assert all(row.count("1") == 1 for row in (*square, *zip(*square, strict=True)))


NUMBERS = """
[[question]]
id = "cache"
steps = ["M = n * b", "t = M / W", "A = c * X"]
given = {{ n = 8, b = "2 B", W = "1 TB/s", c = 0.5, X = [[1, 2]] }}
[[question]]
id = "counts"
steps = ["S = Q @ K.T", "m = multiplications(S)"]
shapes = {{ Q = ["n", "k"], K = ["n", "k"] }}
sizes = {{ n = 4, k = 8 }}
[[vary.draw]]
question = "{question}"
names = ["{name}"]
{draw}
[[vary.wish]]
question = "cache"
names = ["M"]
at_least = "8 + 2"
"""
DRAWN = {
    "a whole number": ("cache", "n", "low = 3\nhigh = 9", {"5", "6", "7", "8", "9"}),
    "a decimal": ("cache", "c", 'kind = "decimals"\nlow = 0\nhigh = 1', {"0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"}),
    "a number among some": ("cache", "c", 'among = [0.25, "1/3", "log(2)"]', {"0.25", "1/3", "log(2)"}),
    "a quantity": ("cache", "W", 'among = ["2 TB/s", "500 GB/s"]', {"2 TB/s", "500 GB/s"}),
    "a quantity that a wish holds": ("cache", "b", 'among = ["1 B", "2 B", "16 bit", "4 B"]', {"2 B", "16 bit", "4 B"}),
    "entries": ("cache", "X", "among = [3, 40]", {"3", "40"}),
    "a size": ("counts", "n", "among = [16, 32]", {"16", "32"}),
    "a size in a range": ("counts", "k", "low = 2\nhigh = 4", {"2", "3", "4"}),
}


@pytest.mark.parametrize(("question", "name", "draw", "values"), DRAWN.values(), ids=DRAWN)
def test_numbers_quantities_and_sizes_are_drawn_as_matrices_are(question: str, name: str, draw: str, values: set[str]) -> None:
    text = NUMBERS.format(question=question, name=name, draw=draw)
    sheet = loads(text)
    seen = set()
    for number in range(60):
        found = variant(sheet, str(number), 1)
        seen |= {cell for row in found.given[question, name] for cell in row}
        made = loads(written(text, found))[question]
        told = made.given_text if question == "cache" else {name: made.shapes and str(made.shapes.sizes[name])}
        assert told[name] == (found.given[question, name] if name == "X" else found.given[question, name][0][0])
        assert made.measures.given.keys() == sheet[question].measures.given.keys()
    assert seen == values


WRONG = {
    "a given that is none": (ONE.replace('"X"', '"Z"'), "has no Z"),
    "a line that is none": (ONE + '[[vary.wish]]\nnames = ["Y"]\nwhole = true\n', "has no Y"),
    "a range beside values": (ONE + "among = [1]\n", "among names every value: leave low out"),
    "no value": (ONE.replace("low = 0\nhigh = 2", "among = []"), "nothing to draw from"),
    "a matrix among values": (ONE.replace("low = 0\nhigh = 2", "among = [[[1]]]"), "a matrix among the values"),
    "too few values": (ONE.replace("low = 0\nhigh = 2", 'among = [1]\nkind = "permutation"'), "1 value for a row of 2"),
    "a unit for an entry": (ONE.replace("low = 0\nhigh = 2", 'among = ["2 B"]'), "2 B is in B, X in numbers without a unit"),
    "another unit": (NUMBERS.format(question="cache", name="W", draw='among = ["2 TB"]'), "2 TB is in B, W in B/s"),
    "a quantity without one": (NUMBERS.format(question="cache", name="b", draw="high = 9"), 'b has a unit\n.*among = ."2 B"'),
    "a permutation of one": (NUMBERS.format(question="cache", name="n", draw='kind = "permutation"'), "n is a number\n.*a permutation is a matrix"),
    "a size of a half": (NUMBERS.format(question="counts", name="n", draw="among = [0.5]"), "0.5 is no size"),
    "a size of nothing": (NUMBERS.format(question="counts", name="n", draw="high = 2"), "n is a size"),
    "a letter": ("[[question]]\nsteps = ['B = t * A']\nletters = { t = 'real' }\ngiven.A = [[1]]\n[[vary.draw]]\nnames = ['t']\n", "t is a letter"),
    "a choice": (
        "[[question]]\nsteps = ['B = 2 * q']\nunknown.q = { shape = [1, 1], example = [[1]] }\n[[vary.draw]]\nnames = ['q']\n",
        "the student chooses q",
    ),
    "a range upside down": (ONE.replace("low = 0", "low = 5"), "high is below low"),
    "an unknown wish": (ONE + '[[vary.wish]]\nnames = ["S"]\nnice = true\n', 'unknown key "nice"'),
    "no draw at all": (ONE.split("[[vary")[0] + "[vary]\n", 'the key "draw" is missing'),
    "a question that is none": (ONE + '[[vary.wish]]\nquestion = "q9"\nnames = ["S"]\n', 'no question "q9"'),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_template_is_placed(text: str, words: str) -> None:
    with pytest.raises(SheetError, match=words):
        loads(text)


FIXED = {"dice": "9632ac0c89b060ee", "two-heads-template": "8e989992aee94e3d"}


@pytest.mark.parametrize(("wish", "entry", "holds"), [
    ("at_most", 19, True), ("at_most", 20, True), ("at_most", 21, False), ("at_least", 21, True), ("at_least", 20, True), ("at_least", 19, False),
])  # fmt: skip
def test_a_bound_of_a_wish_is_allowed_itself(wish: str, entry: int, holds: bool) -> None:
    assert (failed("Q", {"Q": Matrix.of([[20, entry]])}, {wish: Number.of(20)}) is None) == holds


KEPT: dict[str, Callable[[list[list[Fraction]], list[list[Fraction]]], bool]] = {  # of S, or of S and T
    "whole = true": lambda s, t: all(x.denominator == 1 for row in s for x in row),
    "at_most = 2": lambda s, t: all(x <= 2 for row in s for x in row),
    "at_least = 1": lambda s, t: all(x >= 1 for row in s for x in row),
    'unlike = "T"': lambda s, t: s != t,
    "row_sums_differ = true": lambda s, t: len({sum(row) for row in s}) == len(s),
    "rows_differ = true": lambda s, t: len(set(map(tuple, s))) == len(s),
}
PAIR = """[[question]]
steps = [{steps}]
given = {{ X = [[1], [2]], Y = [[2], [1]] }}
[[vary.draw]]
names = ["X", "Y"]
low = 0
high = 2
[[vary.wish]]
names = ["S"]
{wish}
"""


@pytest.mark.parametrize("steps", ['"S = X * 3 / 2", "T = Y * 3 / 2"', '"T = Y * 3 / 2", "S = X * 3 / 2"', '"T = Y * 3 / 2", "U = X + T", "S = U - T + X / 2"'], ids=["before", "behind", "by way of it"])
@pytest.mark.parametrize("wish", KEPT)
def test_every_wish_is_kept_wherever_its_line_stands(wish: str, steps: str) -> None:
    sheet = loads(PAIR.format(steps=steps, wish=wish))
    for student in range(9):
        given = {name: Matrix.of([[Fraction(x) for x in row] for row in rows]) for (_, name), rows in variant(sheet, str(student), 1).given.items()}
        run = solve(sheet.questions[0].plan, {**sheet.questions[0].given, **given})
        s, t = ([[Fraction(str(x.rational)) for x in row] for row in run[name].values] for name in "ST")
        assert KEPT[wish](s, t), (student, s, t)


@pytest.mark.parametrize("figure", ["operations", "digits", "exponentials"])
def test_a_variant_as_hard_as_the_sheet_itself_is_within_any_spread(figure: str) -> None:
    sheet = loads(PAIR.format(steps='"S = X * 3 / 2", "T = Y * 3 / 2"', wish="rational = true") + f"[vary.spread]\n{figure} = 0\n")
    assert variant(sheet, "ada", 1).given.keys() == {("q1", "X"), ("q1", "Y")}
