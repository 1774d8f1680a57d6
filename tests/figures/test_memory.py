"""Cross-attention: keys and values come from a memory, and the figures say so."""

from __future__ import annotations

from symattn import figures
from symattn.boxes import Ink
from symattn.exact.matrix import Matrix
from symattn.figures import Context
from symattn.figures.model import Figure, Label, LabelledBox

SHAPES = {"X": (2, 4), "memory": (3, 4), "K": (3, 2), "Q": (2, 2), "V": (3, 2), "S": (2, 3), "A": (2, 3)}
CROSS = Context(
    symbol=Ink,
    tokens=("we", "read"),
    memory=True,
    shapes=SHAPES,
    values={"A": Matrix.of([[1, 1, 2], [0, 1, 0]]).weights()},
)


def texts(figure: Figure) -> list[str]:
    """The labels that are one word or one symbol."""
    found = [item.content if isinstance(item, Label) else item.label for item in figure.items if isinstance(item, (Label, LabelledBox))]
    return [text.text if isinstance(text, Ink) else text for text in found if isinstance(text, (str, Ink))]


def test_keys_and_values_are_projected_from_the_memory() -> None:
    names = texts(figures.build("projections", CROSS))
    assert [name for name in names if name in ("X", "memory")] == ["X", "memory", "memory"]


def test_the_block_reads_from_two_bars() -> None:
    figure = figures.build("single-head", CROSS)
    lowest = max(item.y for item in figure.items if isinstance(item, LabelledBox))
    assert len([item for item in figure.items if isinstance(item, LabelledBox) and item.y == lowest]) == 2


def test_the_memorys_tokens_are_not_the_readers() -> None:
    for name in ("heat-map", "output-rows"):
        names = texts(figures.build(name, CROSS))
        assert {"we", "read", "memory 1", "memory 3"} <= set(names)


def test_the_scores_are_as_wide_as_the_memory_is_long() -> None:
    figure = figures.build("attention", CROSS)
    frames = [(item.w, item.h) for item in figure.items if isinstance(item, LabelledBox)]
    assert (15, 10) in frames
