"""Files that are no worksheets: each says where, what is wrong and what to write instead."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from symattn.errors import SheetError
from symattn.limits import LARGEST_SHEET
from symattn.sheet.source import parse, read_source

TEXTS = {
    "a fraction without quotes": ("[question.given]\nX = [[1, 1/3]]", r"2:\d+: question.given.X: 1/3 without quotes"),
    "a number that begins with a point": ("a = .5", r"1:\d+: a: invalid value"),
    "LaTeX between double quotes": ('title = "\\mathbf{M}"', r"1:\d+: title: LaTeX between double quotes"),
    "an open quote": ('title = "Heads', r"1:\d+: title: the text does not end on its line"),
    "a key without a value": ("title", r"1:\d+: title: expected '=' after a key in a key/value pair"),
    "two keys on a line": ("a = 1 b = 2", r"1:\d+: a: expected newline or end of document after a statement"),
    "a key twice": ("a = 1\na = 2", r"2:\d+: a: written twice, first in line 1"),
    "a table twice": ("[a]\nx = 1\n[a]", r"3:\d+: a: written twice, first in line 1"),
    "a matrix twice": ("[[q]]\ngiven.X = [[1]]\ngiven.X = [[2]]", r"3:\d+: q.given.X: written twice, first in line 2"),
    "[question] and [[question]]": ("[[q]]\n[q]", r"2:\d+: q: cannot declare"),
    "a number of thousands of digits": ("a = 1" + "0" * 5000, r"1:\d+: a: a number of 5,001 characters"),
    "brackets within brackets": ("a = " + "[" * 9999, r"1:\d+: file: more than 100 brackets or tables inside each other"),
}


@pytest.mark.parametrize(("text", "said"), TEXTS.values(), ids=TEXTS)
def test_what_is_no_toml_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises(SheetError) as error:
        parse(text, "week3.toml")
    assert re.match(f"week3.toml:{said}", str(error.value))  # the column is tomllib's


def test_latex_between_double_quotes_gets_the_right_advice() -> None:
    with pytest.raises(SheetError, match=r"write title = '\\mathbf\{M\}'"):
        parse('title = "\\mathbf{M}"', "a.toml")


FILES = {
    "an empty file": (b"", "1:1: file: the file is empty"),
    "nothing but blanks": (b" \n\n", "1:1: file: the file is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "1:1: file: byte 0x89 is not UTF-8"),
    "Latin-1 in the third line": (b"a = 1\nb = 2\ntitle = 'f\xfcr'", "3:11: file: byte 0xfc is not UTF-8"),
    "zero bytes": (b"title = 'a'\0\0", "1:1: file: a binary file, not text"),
    "a very large file": (b"#" * (LARGEST_SHEET + 1), f"1:1: file: larger than {LARGEST_SHEET:,} bytes"),
}


@pytest.mark.parametrize(("data", "said"), FILES.values(), ids=FILES)
def test_what_is_no_text_is_said(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "sheet.toml"
    path.write_bytes(data)
    with pytest.raises(SheetError) as error:
        read_source(path)
    assert str(error.value).split("\n")[0] == f"{path}:{said}"


def test_a_folder_is_no_worksheet(tmp_path: Path) -> None:
    with pytest.raises(SheetError, match="1:1: file: is a directory"):
        read_source(tmp_path)


def test_decimals_stay_exact() -> None:
    assert parse("x = 0.10", "a.toml").tree == {"x": Decimal("0.10")}


@pytest.mark.parametrize("data", [b"\xef\xbb\xbftitle = 'a'\n", b"title = 'a'\r\n"], ids=["byte order mark", "CRLF"])
def test_files_from_other_editors_are_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "sheet.toml"
    path.write_bytes(data)
    assert read_source(path).tree == {"title": "a"}
