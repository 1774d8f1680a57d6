"""Letters as sizes: relations, numbers that follow, and sizes as they are shown."""

from __future__ import annotations

import pytest

from symattn.errors import ShapeError, SymattnError
from symattn.ops.shapes import divided
from symattn.plan.shapes import SizeRelations
from symattn.plan.shapes.letters import parsed

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
