"""Letters as sizes: relations, numbers that follow, and sizes as they are shown."""

from __future__ import annotations

import re

import pytest

from symattn.errors import ShapeError, SheetError, SymattnError
from symattn.ops.shapes import divided
from symattn.page import page
from symattn.plan.shapes import SizeRelations
from symattn.plan.shapes.letters import parsed
from symattn.sheet import loads

SHOWN = {  # size as written -> as shown where d = h*d_k
    "a product that has a name": ("h*d_k", "d"),
    "a multiple of it": ("3*h*d_k", "3·d"),
    "a power of it": ("h*h*d_k*d_k", "d^2"),
    "a sum of terms": ("h*d_k + n", "d+n"),
    "what has no name": ("h*n", "h·n"),
    "what a relation divides": ("d/h", "d_k"),
    "Unicode dots": ("h·d_k", "d"),
}


@pytest.mark.parametrize(("written", "shown"), SHOWN.values(), ids=SHOWN)
def test_a_size_is_shown_by_the_names_it_has(written: str, shown: str) -> None:
    letters = SizeRelations.read(["d = h*d_k"])
    assert str(letters.shown(letters.size(written))) == shown


def test_a_large_factor_is_divided_to_the_last_digit() -> None:
    large = 2**60 + 1
    assert parsed("3*h") * large == parsed("h") * (3 * large)
    with pytest.raises(ShapeError, match="need not be a multiple"):
        divided(parsed("h") * large, 2)
    assert divided(parsed("h") * (2 * large), 2) == parsed("h") * large


def test_equal_letters_are_one_letter() -> None:
    letters = SizeRelations.read(["d_k = d", "d_v = d"])
    assert letters.size("d_k") == letters.size("d_v") == letters.size("d")
    assert str(letters.shown(letters.size("d_v"))) == "d"


def test_relations_are_put_into_each_other() -> None:
    letters = SizeRelations.read(["d = h*d_k", "f = 4*d"])
    assert str(letters.size("f")) == "4·h·d_k"


def test_numbers_that_follow_are_found() -> None:
    letters = SizeRelations.read(["d = h*d_k"], {"d": 1024, "h": 8})
    assert letters.number(letters.size("d_k")) == 128
    assert letters.number(letters.size("n")) is None


def test_a_share_that_is_whole_makes_a_letter_a_multiple() -> None:
    letters = SizeRelations.read(["f = 8*d/3"])  # Shazeer, 2020: three matrices in place of two
    assert letters.size("3*d*f") == letters.size("8*d*d")
    assert [str(letters.shown(letters.size(size))) for size in ("d", "f", "d*f", "3*d*f")] == ["d", "f", "d·f", "8·d^2"]
    assert SizeRelations.read(["f = 8*d/3"], {"f": 64}).number(letters.size("d")) == 24
    heads = SizeRelations.read(["d = h*d_k", "f = 8*d/3"], {"h": 12, "d_k": 64})
    assert heads.number(heads.size("f")) == 2048
    assert set(letters.names) == {"f", "d"}


WRONG = {
    "numbers that contradict": (["d = h*d_k"], {"d": 10, "h": 2, "d_k": 4}, "makes it 8"),
    "numbers that do not divide": (["d = h*d_k"], {"d": 10, "h": 3}, "not a multiple of 3"),
    "a share that is not whole": (["f = 8*d/3"], {"d": 4096}, "4096 is not a multiple of 3, but d/3 is a size"),
    "a share without end": (["f = d/" + "9" * 5000], {}, "digits"),
    "a share of a sum": (["f = d + n/3"], {}, "need not be a multiple of 3"),
    "a letter fixed twice": (["d = h*d_k", "d = n"], {}, "state each letter once"),
    "no relation": (["d == h"], {}, "cannot read"),
    "a product on the left": (["h*d_k = d"], {}, "no relation"),
    "no size": (["d = sqrt(h)"], {}, "cannot read"),
    "a letter divided by 0": (["d = h/0"], {}, "h is not a multiple of 0"),
    "digits without end": (["d = " + "9" * 5000], {}, "5,000 digits; at most 18"),
    "in a circle": (["d = d*h"], {}, "already fixed"),
}


@pytest.mark.parametrize(("where", "numbers", "words"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_is_said(where: list[str], numbers: dict[str, int], words: str) -> None:
    with pytest.raises(SymattnError, match=words.replace("*", r"\*")):
        SizeRelations.read(where, numbers)


def test_a_quotient_needs_a_relation() -> None:
    with pytest.raises(ShapeError, match="state the relation"):
        parsed("d/h")


RELATED = {  # what is divided, and the sheet's numbers -> the relation that makes it whole, and the shape that then follows
    "a letter by a letter": ('S = ["H", "d"]', "H/P, P, d", "H = 32, P = 8, d = 3", "H = P*H_P", "(H_P, P, d) = (4, 8, 3)"),
    "a letter by a number": ('S = ["n", "d"]', "n, d/2, 2", "n = 5, d = 6", "d = 2*d_2", "(n, d₂, 2) = (5, 3, 2)"),
    "by what is left out": ('S = ["n", "d"]', "n, h, -1", "n = 5, d = 6, h = 3", "d = h*d_h", "(n, h, dₕ) = (5, 3, 2)"),
    "a letter by a product": ('S = ["n", "d"]', "n, d/(h*k), h*k", "n = 5, d = 12, h = 3, k = 2", "d = h*k*d_h", "(n, dₕ, h·k) = (5, 2, 6)"),
    "a product by a letter": ('S = ["n", "2*d"]', "n, 2*d/h, h", "n = 5, d = 6, h = 3", "d = h*d_h", "(n, 2·dₕ, h) = (5, 4, 3)"),
    "a multiple by a multiple": ('S = ["n", "6*d"]', "n, 6*d/(4*h), 4*h", "n = 5, d = 8, h = 4", "d = 2*h*d_h", "(n, 3·dₕ, 4·h) = (5, 3, 16)"),
    "with a letter in both": ('S = ["n", "d"]', "n*d/(2*n), 2*n", "n = 5, d = 6", "d = 2*d_2", "(d₂, 2·n) = (3, 10)"),
    "with a letter in both, once more below": ('S = ["n*h", "d"]', "n*h*d/(n*n*k), n*n*k", "n = 5, d = 30, h = 1, k = 2", "d = k*n*d_k", "(h·dₖ, k·n²) = (3, 50)"),
    "a letter by a multiple": ('S = ["n", "d"]', "n, d/(2*h), 2*h", "n = 5, d = 12, h = 3", "d = 2*h*d_h", "(n, dₕ, 2·h) = (5, 2, 6)"),
}


@pytest.mark.parametrize(("shapes", "sizes", "numbers", "relation", "shape"), RELATED.values(), ids=RELATED)
def test_the_relation_that_is_lacking_is_told_by_its_letters_and_serves(
    shapes: str, sizes: str, numbers: str, relation: str, shape: str
) -> None:
    sheet = f'[[question]]\nsteps = ["X = reshape(S, {sizes})"]\nsizes = {{ {numbers} }}\nshapes = {{ {shapes} }}\n'
    with pytest.raises(SheetError) as found:
        loads(sheet)
    told = re.search(r"need not be a multiple of .*\n  state the relation, such as (where = .*)", str(found.value))
    assert told is not None, found.value
    assert told[1] == f'where = ["{relation}"]'
    assert shape in page(loads(f"{sheet}{told[1]}\n").solve(), "text")


@pytest.mark.parametrize(("size", "by"), [("12", "h"), ("d", "h+1"), ("n+1", "h"), ("d", "d*h")])
def test_where_no_letter_can_be_a_multiple_the_relation_is_an_example(size: str, by: str) -> None:
    with pytest.raises(ShapeError, match=r'such as where = \["d = h\*d_k"\]'):
        divided(parsed(size), parsed(by))


SIZES = {  # of n = 7, h = 3, d = 12
    "n": 7, "n + 1": 8, "n - 1": 6, "2*n - h": 11, "2*n + h": 17, "n - h - 1": 3, "n - h + 1": 5, "n + h - 1": 9, "h*n - d": 9, "d - h*n + 10": 1,
    "d/h": 4, "d/h - 1": 3, "1 + d/h": 5, "n·h": 21, "h^2": 9, "h^2 - n": 2, "2*h^2*n": 126, "n - 1 - 1 - 1": 4, "3": 3, "5 - 2": 3,
}


@pytest.mark.parametrize(("written", "number"), SIZES.items(), ids=SIZES)
def test_a_size_with_any_sign_comes_to_its_number(written: str, number: int) -> None:
    letters = SizeRelations.read(["d = h*d_k"], {"n": 7, "h": 3, "d": 12})
    assert letters.number(letters.size(written)) == number
    assert letters.number(parsed(written, letters.rules)) == number
