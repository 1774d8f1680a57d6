"""TOML from strangers: the character at which a reader stopped is named where nobody sees it."""

from __future__ import annotations

import pytest

from symattn.toml import odd_at


@pytest.mark.parametrize("sign", ["\u200b", "\u00a0", "\u201c", "\x07", "é"])
@pytest.mark.parametrize("at", [1, 2, 3, 5])
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("line", [1, 2, 3])
def test_an_odd_character_is_named_at_the_column_told_or_right_before_it(sign: str, at: int, column: int, line: int) -> None:
    text = "\n" * (line - 1) + "abcdef"[: at - 1] + sign + "abcdef"[at:] + "\nabcdef"
    found = odd_at(f"Invalid statement (at line {line}, column {column})", text)
    assert found.startswith(f"U+{ord(sign):04X}") == (column - 1 <= at <= column)
    assert bool(found) == (column - 1 <= at <= column)


@pytest.mark.parametrize("error", ["Invalid statement (at end of document)", "Invalid statement", "(at line 1, column 2) and more"])
@pytest.mark.parametrize("text", ["a\u200b", "ab", "a\tb"])
def test_nothing_is_named_where_no_place_is_told_or_nothing_is_odd(error: str, text: str) -> None:
    assert odd_at(error, text) == ""
    assert odd_at("Invalid (at line 1, column 2)", text.replace("\u200b", "b")) == ""
