"""The scanner's places against a text read by eye, and against tomllib's own tree."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symattn.files import folder
from symattn.sheet.source import KeyPath, Positions

TEXT = '''# a comment with = and [brackets]
title = "an = in quotes # and a hash"
tokens = [ "a", # one
  'b',
]
note = """
several = [lines]
"""

[[question]]
id = "q1"
[question.given]
X = [[1, 2], [3.50, "1/3"]]
"odd name".inner = 1
[[question.part]]
label = 'a'
[[question.part]]
asks = []
[[question]]
given = { X = [[0x1F]], W_Q = -inf }
'''

KEYS = {
    "a top-level key": (("title",), (2, 1)),
    "a key after a text of several lines": (("question", 0, "id"), (11, 1)),
    "a table's own header": (("question", 0, "given"), (12, 11)),
    "a quoted key": (("question", 0, "given", "odd name"), (14, 1)),
    "a dotted key": (("question", 0, "given", "odd name", "inner"), (14, 12)),
    "a key of the second part": (("question", 0, "part", 1, "asks"), (18, 1)),
    "the second question": (("question", 1), (19, 3)),
    "a key of an inline table": (("question", 1, "given", "W_Q"), (20, 25)),
    "what is not written stands with its table": (("question", 0, "part", 0, "marks"), (15, 12)),
}
VALUES = {
    "a text": (("title",), (2, 9)),
    "a list's second item, a line below": (("tokens", 1), (4, 3)),
    "a matrix": (("question", 0, "given", "X"), (13, 5)),
    "a row": (("question", 0, "given", "X", 1), (13, 14)),
    "an entry": (("question", 0, "given", "X", 1, 1), (13, 21)),
    "an entry of an inline table's matrix": (("question", 1, "given", "X", 0, 0), (20, 17)),
}


@pytest.mark.parametrize(("path", "place"), KEYS.values(), ids=KEYS)
def test_keys(path: KeyPath, place: tuple[int, int]) -> None:
    assert Positions(TEXT).key(path) == place


@pytest.mark.parametrize(("path", "place"), VALUES.values(), ids=VALUES)
def test_values(path: KeyPath, place: tuple[int, int]) -> None:
    assert Positions(TEXT).value(path) == place


def test_numbers_keep_the_way_they_are_written() -> None:
    bare = {path[-2:]: text for path, text in Positions(TEXT).bare.items()}
    assert bare[1, 0] == "3.50"
    assert bare["given", "W_Q"] == "-inf"


REPEATED = {
    "a key": ("a = 1\na = 2\n", (("a",), (2, 1), 1)),
    "a key in an inline table": ("a = {b = 1, b = 2}", (("a", "b"), (1, 13), 1)),
    "a table": ("[a]\nx = 1\n[a]\n", (("a",), (3, 2), 1)),
    "a matrix among others": ("[[q]]\n[q.given]\nX = [[1]]\nX = [[2]]", (("q", 0, "given", "X"), (4, 1), 3)),
}


@pytest.mark.parametrize(("text", "found"), REPEATED.values(), ids=REPEATED)
def test_a_key_written_twice(text: str, found: object) -> None:
    assert list(Positions(text).repeated()) == [found]


def test_the_same_key_in_two_questions_is_no_repetition() -> None:
    assert not list(Positions("[[q]]\nx = 1\n[q.g]\ny = 1\n[[q]]\nx = 1\n[q.g]\ny = 1\n").repeated())


@pytest.mark.parametrize("text", ["", "=", "[", "[[a]", "a = [1, 2", 'a = "x', "a = {b = 1", "\x00", "a = [" * 3000])
def test_what_is_no_toml_is_followed_as_far_as_it_goes(text: str) -> None:
    assert Positions(text).key(("nowhere",)) == (1, 1)


def leaves(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every value of a tree that is no table and no list, with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


def assert_all_found(text: str) -> None:
    at, lines = Positions(text), text.split("\n")
    for path, value in leaves(tomllib.loads(text)):
        line, column = at.value(path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert rest.startswith(("'", '"')) == isinstance(value, str), (path, rest)
        if isinstance(value, int) and not isinstance(value, bool):
            assert rest.startswith(str(value)), (path, rest)


@pytest.mark.sliced(5)
@pytest.mark.parametrize("sheet", sorted(folder("worksheets").rglob("*.toml")), ids=lambda path: path.stem)
def test_every_value_of_a_shipped_sheet_is_found(sheet: object) -> None:
    assert_all_found(sheet.read_text(encoding="utf-8"))  # type: ignore[attr-defined]


CELL = st.one_of(st.integers(), st.sampled_from(["'a]'", '"#,"', "'''x\ny'''"]))


@pytest.mark.exhaustive
@given(st.dictionaries(st.from_regex(r"\A[A-Za-z0-9_-]{1,4}\Z"), st.lists(st.lists(CELL, max_size=3), max_size=3)))
def test_every_value_of_any_matrices_is_found(tables: dict[str, list[list[int | str]]]) -> None:
    rows = {k: ",\n ".join("[" + " , ".join(map(str, r)) + "]" for r in m) for k, m in tables.items()}
    assert_all_found("[[question]]\n[question.given]\n" + "".join(f"{k} = [{m}] # [\n" for k, m in rows.items()))
