"""Pages read back from their bytes as a student reads them: no printed link is false, no name stands there unexplained.

A few sheets here, all of them behind the marker ``exhaustive``: shipped sheets at every level, five hundred made up, and every
operation of the table, in all four formats.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext, suppress

import pytest
from flint import arb
from made import KINDS, made
from solved import FORMS, read_back
from student.functions import leaving
from student.pages import Count
from table import sheet as of_operation

from symattn.errors import SheetError
from symattn.files import shipped
from symattn.notation.table import shipped as notations
from symattn.ops import OPS

SHEETS = shipped()
LEVELS = ("brief", "standard", "full")


def told(counts: Iterable[tuple[str, Count]]) -> dict[str, Count]:
    """Counts added up by format."""
    out: dict[str, Count] = {}
    for form, count in counts:
        out.setdefault(form, Count())
        out[form] += count
    return out


def right(found: dict[str, Count], least: float = 0.8) -> None:
    """Nothing false in any format, nothing that holds only before it was rounded, no name unknown, and most links worked out."""
    for form, count in found.items():
        print(f"{form}: {count.evaluated} links evaluated, {len(count.false)} false, {len(count.loose)} within rounding, "
              f"{sum(count.skipped.values())} not evaluated {dict(count.skipped.most_common())}")  # fmt: skip
    assert [line for count in found.values() for line in (*count.false, *count.loose)] == []
    assert [line for count in found.values() for line in count.nameless] == []
    assert {form: round(count.share, 2) for form, count in found.items() if count.share < least} == {}


@pytest.mark.sliced(30)
@pytest.mark.parametrize(("name", "form"), [(name, FORMS[k % 4]) for k, name in enumerate(SHEETS)], ids=SHEETS)
def test_a_shipped_sheet_in_one_format(name: str, form: str) -> None:
    right(told(read_back(SHEETS[name], name, forms=[form])), 0)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("seed", range(len(KINDS)), ids=[make.__name__ for make in KINDS])
def test_a_sheet_made_up_in_one_format(seed: int) -> None:
    sheet = made(seed)
    right(told(read_back(sheet.text, f"{seed} {sheet.kind}", forms=[FORMS[seed % 4]], columns=sheet.columns)), 0)


OF_MANY_SIGNS = ("softmax_jacobian", "power", "quotient", "hadamard", "subtract", "layer_norm", "rope", "cross_entropy")


@pytest.mark.sliced(8)
@pytest.mark.parametrize("name", OF_MANY_SIGNS)
def test_an_operation_in_one_format(name: str) -> None:
    right(told(read_back(of_operation(name), name, forms=[FORMS[len(name) % 4]])), 0)


MASKED = {
    "attention": "X = [[1, 0], [0, 1]]\nW_Q = [[1, 0], [1, 1]]\nW_K = [[1, 1], [0, 1]]\nW_V = [[2, 0], [0, -2]]\n",
    "multi-head-attention": "X = [[1, 0], [0, 1]]\n" + "".join(f"W_{x}_{h} = [[{h}, 0], [1, -1]]\n" for h in (1, 2) for x in "QKV"),
}
MASKS = ("[[1, 0], [1, 1]]", "[[1, 1], [0, 1]]", "[[0, 1], [1, 0]]", "'causal'")


@pytest.mark.sliced(40)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("notation", sorted(notations()))
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("kind", MASKED)
def test_an_author_s_own_mask(kind: str, mask: str, notation: str, form: str) -> None:
    head = f"notation = '{notation}'\n[[question]]\nprompt = 'x'\nvariant = '{kind}'\noptions = {{ mask = {mask} }}\n[question.given]\n"
    found = told(read_back(head + MASKED[kind], f"{kind} {mask}", forms=[form], columns=notation == "columns"))
    right(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(2))
def test_every_shipped_sheet_at_every_level_in_every_format(part: int) -> None:
    right(told(found for name in list(SHEETS)[part::2] for found in read_back(SHEETS[name], name, details=LEVELS)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(25))
def test_five_hundred_sheets_made_up_in_every_format(part: int) -> None:
    counts: list[tuple[str, Count]] = []
    first = seed = 25 * part
    read = 0
    while read < 20:
        assert seed - first < 25, "drawn so that lines have no value: that may happen to five"
        sheet = made(seed)
        with suppress(SheetError):
            counts += read_back(sheet.text, f"{seed} {sheet.kind}", details=[LEVELS[seed // len(KINDS) % 3]], columns=sheet.columns)
            read += 1
        seed += 1
    right(told(counts))


def of(name: str) -> Iterable[tuple[str, Count]]:
    with leaving(arb(0)) if name.startswith("keep_") else nullcontext():
        yield from read_back(of_operation(name), name, details=["full"])


@pytest.mark.exhaustive
def test_every_operation_with_irrational_and_negative_entries() -> None:
    right(told(found for name in OPS for found in of(name)), 0.985)


BLOCK = """[[question]]
prompt = 'x'
variant = 'transformer-block'
options = {{ order = '{}', norm = '{}', activation = '{}' }}
[question.given]
X = [[1, 3], [2, -1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[0, 1], [1, 0]]
W_V = [[1, 1], [0, 1]]
g_1 = [[1, 2]]
b_1 = [[0, 0]]
g_2 = [['1/2', 1]]
b_2 = [[0, 0]]
W_1 = [[1, -1, 0], [0, 1, 2]]
c_1 = [[0, 1, -1]]
W_2 = [[1, 0], [0, 1], [1, 1]]
c_2 = [[1, 0]]
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("activation", ["relu", "silu"])
@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("order", ["pre", "post"])
def test_what_would_be_too_long_in_names_of_weights_stands_in_full(order: str, norm: str, activation: str) -> None:
    right(told(read_back(BLOCK.format(order, norm, activation), f"{order} {norm} {activation}", forms=["text"])), 0)
