"""Figures as data: what the key shows, what the blank keeps back, and that nothing overlaps or leaves the page."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from symattn import figures
from symattn.boxes import Box
from symattn.errors import SymattnError
from symattn.exact.matrix import Matrix
from symattn.figures import Context
from symattn.figures.lettering import set_in_type
from symattn.figures.masks import mask_square
from symattn.figures.model import WIDEST, Figure, Hairlines, Hatch, Label, LabelledBox, Path, Shade, ShapeKind

Sheet = Callable[..., Context]
SHEETS = {
    "bold letters, two heads": ("superscript-heads", 2, 1, 2),
    "brackets above, eight heads from 0": ("course-concat", 8, 0, 4),
    "decimals, one head from 0": ("illustrated", 1, 0, 3),
    "the paper's names, three heads": ("paper", 3, 1, 4),
    "tokens as columns, two heads": ("columns", 2, 1, 3),
}
SIZES = {"maths": Fraction(7, 2), "small": Fraction(63, 20), "tiny": Fraction(14, 5)}
each_figure = pytest.mark.parametrize("name", figures.FIGURES)
each_sheet = pytest.mark.parametrize("shape", SHEETS.values(), ids=SHEETS)


def read(content: str | Box | None) -> str:
    """A label as the letters one after another."""
    if content is None:
        return ""
    return "".join(m.text for m in set_in_type(content, Fraction(3)).marks).replace(" ", "")


def labels(figure: Figure) -> list[str]:
    """Every label of a figure, those in boxes too."""
    found = [item.label if isinstance(item, LabelledBox) else item.content for item in figure.items if isinstance(item, (LabelledBox, Label))]
    return [text for text in map(read, found) if text]


ASKED = {  # figure -> what a student is to write, on the sheet with brackets above and two heads from 0
    "single-head": ["W(q)0", "W(k)0", "W(v)0", "Q0", "K0", "V0", "S0", "A0", "H0", "(4,2)"],
    "multi-head": ["W(q)0", "W(k)0", "W(v)1", "Q0", "K1", "V1", "H0", "H1", "Concat[H0,H1]", "W(o)"],
    "projections": ["W(q)0", "W(k)0", "W(v)0", "Q0", "K0", "V0", "(4,2)"],
    "attention": ["S0", "A0", "H0", "(4,4)", "(2,4)", "softmax"],
    "joined-heads": ["H", "H0", "H1", "W(o)", "Y", "(4,4)"],
    "head-split": ["1–2", "3–4"],
    "causal-mask": ["0", "−∞"],
    "heat-map": ["0.3302", "0.6698"],
}


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("name", "asked"), ASKED.items(), ids=ASKED)
def test_the_key_says_what_is_asked_and_the_blank_keeps_it_back(sheet: Sheet, name: str, asked: list[str]) -> None:
    context = sheet("course-concat", 2, 0, 4)
    key, blank = figures.build(name, context), figures.build(name, context).blank()
    assert [text for text in asked if text not in labels(key)] == []
    assert [text for text in asked if text in labels(blank)] == []


@each_figure
def test_a_blank_has_every_box_and_nothing_that_answers(sheet: Sheet, name: str) -> None:
    context = sheet("course-concat", 2, 0, 4)
    key, blank = figures.build(name, context), figures.build(name, context).blank()
    boxes = [(i.x, i.y, i.w, i.h, i.style) for i in key.items if isinstance(i, LabelledBox)]
    assert [(i.x, i.y, i.w, i.h, i.style) for i in blank.items if isinstance(i, LabelledBox)] == boxes
    assert key.kinds
    assert not blank.kinds
    assert key.description.startswith(blank.description)
    assert len(blank.description) > 30


@pytest.mark.parametrize("name", ["causal-mask", "heat-map", "output-rows"])
def test_a_blank_has_no_hatching_and_no_shades_of_answers(sheet: Sheet, name: str) -> None:
    context = sheet("paper", 3, 1, 4)
    key, blank = figures.build(name, context), figures.build(name, context).blank()
    assert any(isinstance(item, Hatch) for item in key.items)
    assert not any(isinstance(item, Hatch) for item in blank.items)
    shades = [item for item in blank.items if isinstance(item, Shade)]
    assert len({(item.x, item.y) for item in shades}) == len(shades)
    assert not any(item.kind for item in shades)


def test_a_sheet_may_hide_only_the_shapes(sheet: Sheet) -> None:
    figure = figures.build("single-head", sheet("illustrated", 1, 0, 3)).blank(("shapes",))
    assert "Q0" in labels(figure)
    assert "(3,2)" not in labels(figure)


@each_sheet
@each_figure
def test_a_figure_fits_the_page(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    figure = figures.build(name, sheet(*shape))
    assert figure.width <= WIDEST
    assert figure.height <= 240
    for item in figure.items:
        corners = item.points if isinstance(item, Path) else [(item.x, item.y)]
        if isinstance(item, (LabelledBox, Hatch, Shade)):
            corners = [(item.x, item.y), (item.x + item.w, item.y + item.h)]
        assert all(-1 <= x <= figure.width + 1 and -1 <= y <= figure.height + 1 for x, y in corners), item


def _room(item: Label) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The rectangle a label takes: left, top, right, bottom."""
    text = set_in_type(item.content, SIZES.get(item.style, SIZES["small"]))
    shift = 0 if item.anchor.endswith("left") else 1 if item.anchor.endswith("right") else Fraction(1, 2)
    left, tall = item.x - shift * text.width, text.above + text.below
    drop = {"above": 1, "below": 0}.get(item.anchor.split("-")[0], Fraction(1, 2))
    return left, item.y - drop * tall, left + text.width, item.y + (1 - drop) * tall


@each_sheet
@each_figure
def test_no_two_labels_overlap(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    figure = figures.build(name, sheet(*shape))
    rooms = [(item, _room(item)) for item in figure.items if isinstance(item, Label)]
    for item, room in rooms:
        inside = room[0] >= -1 and room[2] <= figure.width + 1
        assert inside, f"{read(item.content)} leaves the figure"
    for (one, a), (two, b) in itertools.combinations(rooms, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{read(one.content)} runs into {read(two.content)}"


@each_sheet
@each_figure
def test_a_label_stays_in_its_box(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    for item in figures.build(name, sheet(*shape)).items:
        if isinstance(item, LabelledBox) and item.label is not None:
            assert set_in_type(item.label, SIZES["maths"]).width <= item.w, read(item.label)


def _crosses(path: Path, room: tuple[Fraction, Fraction, Fraction, Fraction]) -> bool:
    """Whether an arrow along an axis runs through a rectangle."""
    (x0, y0), (x1, y1) = path.points
    left, right, top, low = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return left < room[2] and right > room[0] and top < room[3] and low > room[1]


@each_sheet
@each_figure
def test_no_arrow_crosses_a_label_and_no_box_another(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    figure = figures.build(name, sheet(*shape))
    rooms = [(item, _room(item)) for item in figure.items if isinstance(item, Label)]
    for arrow in (item for item in figure.items if isinstance(item, Path) and item.style == "arrow"):
        assert not [read(item.content) for item, room in rooms if _crosses(arrow, room)]
    boxes = [item for item in figure.items if isinstance(item, LabelledBox) and item.style not in ("frame", "cell")]
    for a, b in itertools.combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y, f"{a} lies over {b}"


@each_sheet
@pytest.mark.parametrize("name", ["single-head", "multi-head"])
def test_arrows_run_from_box_to_box(sheet: Sheet, name: str, shape: tuple[object, ...]) -> None:
    figure = figures.build(name, sheet(*shape))
    boxes = [item for item in figure.items if isinstance(item, LabelledBox)]
    arrows = [item for item in figure.items if isinstance(item, Path) and item.style == "arrow"]
    assert arrows
    for arrow in arrows:
        (x0, y0), (x1, y1) = arrow.points
        assert any(b.x <= x0 <= b.x + b.w and b.y == y0 for b in boxes), f"{arrow} starts nowhere"
        assert any(b.x <= x1 <= b.x + b.w and b.y + b.h == y1 for b in boxes), f"{arrow} ends nowhere"


@each_sheet
def test_a_heat_map_prints_the_derivations_decimals(sheet: Sheet, shape: tuple[object, ...]) -> None:
    context = sheet(*shape)
    weights = context.values[context.own("A")]
    printed = [read(item.content) for item in figures.build("heat-map", context).items if isinstance(item, Label) and item.kind]
    for i, row in enumerate(weights.decimals(4)):
        for j, text in enumerate(row):
            bare = text.rstrip("0").rstrip(".")
            wanted = {text, bare, "<0.0001" if text == "0.0000" else text, ">0.9999" if text == "1.0000" else text}
            assert wanted.intersection(printed), f"row {i}, column {j}: {text} is not printed"


def test_shades_follow_the_weights_and_stay_light_enough_for_black() -> None:
    weights = Matrix.of([[1, 0], [Fraction(1, 2), Fraction(1, 2)]])
    figure = figures.build("heat-map", Context(symbol=str, values={"A": weights}))
    shades = [item.percent for item in figure.items if isinstance(item, Shade) and item.kind]
    assert shades == [60, 0, 30, 30]


def test_a_tiny_weight_is_never_printed_as_zero() -> None:
    weights = Matrix.of([[100, 0], [0, 0]]).weights()
    figure = figures.build("heat-map", Context(symbol=str, values={"A": weights}))
    assert [read(i.content) for i in figure.items if isinstance(i, Label) and i.kind] == [
        ">0.9999",
        "<0.0001",
        "0.5",
        "0.5",
    ]


def test_masked_cells_are_hatched_and_only_those(sheet: Sheet) -> None:
    context = replace(sheet("paper", 3, 1, 4), causal=False, masked=frozenset({(0, 3), (2, 1)}))
    assert sum(isinstance(item, Hatch) for item in figures.build("causal-mask", context).items) == 2
    rows = [item for item in figures.build("output-rows", context).items if isinstance(item, Hatch)]
    assert len(rows) == 2


def test_rows_of_the_output_hold_a_growing_prefix(sheet: Sheet) -> None:
    figure = figures.build("output-rows", sheet("paper", 3, 1, 4))
    held = [item for item in figure.items if isinstance(item, Label) and item.kind == "holds"]
    by_row = [[str(i.content) for i in group] for _, group in itertools.groupby(held, key=lambda item: item.y)]
    assert by_row == [["I"], ["I", "love"], ["I", "love", "pepperoni"], ["I", "love", "pepperoni", "pizza"]]
    blank = figures.build("output-rows", sheet("paper", 3, 1, 4)).blank()
    assert labels(blank).count("pepperoni") == 1  # the row's own token, before it


def test_eight_heads_of_128_columns() -> None:
    context = Context(symbol=str, heads=8, shapes={"Q": (4, 8, 128)})
    spans = [t for t in labels(figures.build("head-split", context)) if "–" in t]
    assert (spans[0], spans[1], spans[-1], len(spans)) == ("1–128", "129–256", "897–1024", 8)


LETTERS = {  # first head, letter -> the heads drawn
    "from 1": (1, ["head1", "head2", "headnheads"]),
    "from 0": (0, ["head0", "head1", "headnheads−1"]),
}


@pytest.mark.parametrize(("first", "names"), LETTERS.values(), ids=LETTERS)
def test_a_letter_for_the_number_of_heads(first: int, names: list[str]) -> None:
    found = labels(figures.build("multi-head", Context(symbol=str, heads="n_heads", first=first)))
    assert [text for text in found if text.startswith("head")] == names
    assert found.count("⋯") == 4


def test_shapes_in_letters(sheet: Sheet) -> None:
    shapes = {"X": ("B", "n", "d"), "W_Q": ("d", "d_k"), "S": ("B", "n", "n")}
    found = labels(figures.build("single-head", Context(symbol=str, shapes=shapes)))
    assert {"(B,n,d)", "(d,dk)", "(B,n,n)"} <= set(found)


WRONG = {
    "no such figure": (lambda: figures.build("heat-maps", Context(symbol=str)), 'did you mean "heat-map"'),
    "no such format": (
        lambda: figures.write(figures.build("attention", Context(symbol=str)), "png"),
        "write tikz or svg",
    ),
    "too many tokens": (
        lambda: figures.build("causal-mask", Context(symbol=str, tokens=("a",) * 30)),
        "30 tokens do not fit",
    ),
    "no values yet": (lambda: figures.build("heat-map", Context(symbol=str)), "no values for A"),
    "too many weights": (
        lambda: figures.build("heat-map", Context(symbol=str, values={"A": Matrix.of([[0] * 17])})),
        "1×17",
    ),
}


@pytest.mark.parametrize(("call", "says"), WRONG.values(), ids=WRONG)
def test_an_error_says_what_to_write(call: Callable[[], object], says: str) -> None:
    with pytest.raises(SymattnError, match="figure") as caught:
        call()
    assert says in str(caught.value)


def test_rows_of_a_named_line() -> None:
    context = Context(symbol=str, line="H_h", shapes={"H_h": (4, 128)}, tokens=("I", "love", "pepperoni", "pizza"))
    found = labels(figures.build("output-rows", context))
    assert "H_h" in found
    assert found.count("[1…128]") == 4


@pytest.mark.parametrize(("notation", "heads"), [("course-concat", 2), ("illustrated", 1)], ids=["a head of two", "a head alone, to Y"])
def test_a_shape_stands_beside_its_box_at_half_its_height(sheet: Sheet, notation: str, heads: int) -> None:
    figure = figures.build("single-head", sheet(notation, heads, 0, 4))
    shapes = [item for item in figure.items if isinstance(item, Label) and item.kind == ShapeKind.SHAPES]
    boxes = [item for item in figure.items if isinstance(item, LabelledBox)]
    assert len(shapes) > 6
    for shape in shapes:
        assert any(box.x + box.w < shape.x < box.x + box.w + 5 and shape.y == box.y + Fraction(box.h) / 2 for box in boxes), shape


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_a_causal_mask_blocks_what_comes_after(n: int) -> None:
    """Above the diagonal, every place of it and no other."""
    items = mask_square(Context(symbol=str, tokens=tuple(f"t{k}" for k in range(n)))).items
    hatched = {(item.x, item.y) for item in items if isinstance(item, Hatch)}
    (whole,) = [item for item in items if isinstance(item, Hairlines)]
    assert hatched == {(whole.x + j * whole.w / n, whole.y + i * whole.h / n) for i in range(n) for j in range(i + 1, n)}
