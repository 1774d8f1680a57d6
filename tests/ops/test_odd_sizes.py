"""Operations on a single number, row or column: pages say what is so, and what is refused is said in numbers as people write them."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError
from symattn.page import page
from symattn.sheet import loads

SHOWN = {  # a line, what is given, and its formula
    ("tensordot(A, B)", "A = [[1]], B = [[2]]"): "Z = AB = 1·2 = 2",
    ("tensordot(A, B)", "A = [[-3]], B = [['1/2']]"): "Z = AB = (−3)·1/2 = ",
    ("tensordot(A, B)", "A = [[1, 2]], B = [[3], [4]]"): "Z = AB = [1 2]",
    ("softmax_jacobian(A)", "A = [[1]]"): "= diag(1) − 1·1 = 0",
    ("softmax_jacobian(A)", "A = [['1/2', '1/2']]"): "Z = diag",
    ("gather(A, B)", "A = [[5], [7], [9]], B = 2"): "Z = A_B = 9",
    ("gather(2 * A, B)", "A = [[5], [7], [9]], B = [[0]]"): "Z = (2A)_B = 10",
    ("gather(A, B)", "A = [[5, 7, 9]], B = [[2]]"): "Z = A_(i, Bᵢ) = 9",
}  # fmt: skip


@pytest.mark.parametrize("detail", ["brief", "standard", "full"])
@pytest.mark.parametrize("working", ["exact", "decimals", "carried", "letters"])
@pytest.mark.parametrize("case", SHOWN, ids=" of ".join)
def test_a_line_of_a_single_one_has_a_page(case: tuple[str, str], working: str, detail: str) -> None:
    line, given = case
    sheet = loads(f'working = "{working}"\n[[question]]\nsteps = ["Z = {line}", "W = 2 * Z"]\ngiven = {{ {given} }}')
    shown = " ".join(page(sheet, "text", detail=detail).split())
    if (working, detail) == ("exact", "standard"):
        assert SHOWN[case] in shown
    assert "W = " in shown


@pytest.mark.parametrize("op", ["gather", "cross_entropy"])
@pytest.mark.parametrize("places", ["[[0, 1]]", "[[0], [1]]", "[[2], [0], [1]]"])
@pytest.mark.parametrize("table", ["[[5, 7, 9]]", "[[5]]"])
def test_several_places_of_one_row_are_looked_up(op: str, places: str, table: str) -> None:
    """The shape said one entry, and the value had several."""
    with pytest.raises(SheetError, match=r"one place for the row is needed.*\n.*lookup\(A, B\)"):
        loads(f'[[question]]\nsteps = ["Z = {op}(A, B)"]\ngiven = {{ A = {table}, B = {places} }}').solve()


@pytest.mark.parametrize(("x", "said"), [("pi", "π"), ("-sqrt(2)", "−√2"), ("sqrt(2)/2 + 1", "√2"), ("1/3", "1/3")])
@pytest.mark.parametrize("line", ["onehot([['{}']], 2)", "gather(A, [['{}']])", "lookup(A, [['{}']])", "top_p(A, -({}))", "keep_top_p(A, 2 + {})", "reshape(A, ({}, 2))", "A[{}:, :]"])
def test_what_is_no_place_size_or_share_is_said_as_people_write_it(line: str, x: str, said: str) -> None:
    with pytest.raises(SheetError) as raised:
        loads(f'[[question]]\nsteps = ["""Z = {line.format(x)}"""]\ngiven = {{ A = [[1, 2]] }}').solve()
    (problem, *_) = raised.value.problems
    assert not any(sign in problem.what.partition(": ")[2] for sign in ("^1", "]*", "None")), problem.what
