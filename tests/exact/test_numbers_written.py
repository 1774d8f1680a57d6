"""How numbers are written, in the text language and on a page: each line of ``numbers.txt`` was read and found to be as one would
write it, and the same number; ``GOLDEN=1`` writes the file anew.
"""

from __future__ import annotations

import os
from pathlib import Path

from symattn.exact.text import pretty, text
from symattn.formats.text import flat
from symattn.language import read
from symattn.notation.values import ValuePrinter

GOLDEN = Path(__file__).parents[1] / "golden" / "numbers.txt"
NUMBERS = """0 | -0 | 12 | -7/3 | 0.125 | 1/1000 | 2^-3 | 2^100 | sqrt(8) | sqrt(1/2) | -sqrt(2)/3 | sqrt(2)*sqrt(3) | sqrt(6)/sqrt(2) | 3/sqrt(5)
sqrt(2) + sqrt(3) | sqrt(3) - 1 | 1 - sqrt(3) | (1 + sqrt(5))/2 | (3 sqrt(2) - sqrt(3))/6 | -(1 + sqrt(2))/2 | 1/(1 + sqrt(2)) | 2^(1/3) | 4^(1/3)
2^(2/3)/3 | 1/2^(1/4) | sqrt(1 + sqrt(2)) | 1/sqrt(1 + sqrt(2)) | (1 + sqrt(2))^(1/3) | sqrt(2 + sqrt(3)) | sqrt(sqrt(5)) | e | -e/2 | e^2 | 1/e
e^-2/3 | e^(1/2) | e^(-3/2) | e^sqrt(2) | e^(sqrt(2)/2) | 2 e^3 - e | (e - 1)/2 | 1/(1 + e) | e/(1 + e) | -2/(1 + e^2) | e^3/(e + e^2 + e^3)
1/(1 + e^-1) | 1/(1 + e^sqrt(2)) | 3/(2 + 2 e) | (1 + e)/(1 + e^2) | 1/(1 + e)^2 | (1 - e)/(1 + e)^2 | 1/((1 + e)(1 + e^2)) | 1/(1 + e) + 1/(1 + e^2)
2 - 1/(1 + e) | sqrt(2)/(1 + e) | sqrt(1 + e) | 1/sqrt(1 + e) | e/sqrt(3) | sqrt(2) e^2/4 | e^(1/3) + 1/2 | log(2) | -log(2) | log(8) | log(1/2) | log(6)
log(2/3) | 2 log(3) | log(2)/2 | log(2)/log(3) | 1/log(2) | log(2)^2 | log(2) log(3) | 3 + log(2) | 1 - log(3)/2 | log(1 + e) | log(e + e^2) | -log(1/(1 + e))
log(1 + e^-2) - 1 | log(log(3)) | log(sqrt(2)) | log(1 + sqrt(2)) | log(sqrt(1 + e)) | e^(log(2)/2) | e^(2 log(3)) | e^(log(2) log(3)) | log(2, 8)
log(10, 2) | pi | pi/4 | -pi^2/6 | 2 pi + 1 | 1/pi | sqrt(pi) | sqrt(2/pi) | pi sqrt(2) | e^pi | log(pi) | sin(1) | cos(1)/2 | -sin(2) | sin(-1) | sin(pi/4)
cos(pi/3) | sin(1)^2 | sin(1) cos(1) | 1/cos(1) | sin(1)/cos(1) | cos(1) + sin(1) | 1 - cos(2) | sin(1)^2 + cos(1)^2 | cosh(1) | sinh(1) | tanh(1) | tanh(-1/2)
sigmoid(2) | sigmoid(-2) | sigmoid(sqrt(2)) | sigmoid(0) | abs(-3) | abs(1 - sqrt(2)) | 2^sqrt(2) | 3^(log(2)) | 2^pi | (1 + e)^2 | (e - 1)(e + 1)
(sqrt(2) + e)/(1 + e) | e^2/(3 + e)/2 | 5/(7 e) | (2 e + 4)/6 | (sqrt(2) + sqrt(6))/4 | sqrt(2) log(3)/2 | e^(1/2) log(2) | 10^6 | 12345678 | 1/3 + 1/7"""


def written(words: str) -> str:
    value = read(words).number
    found = text(value)
    assert read(found).number == value
    return f"{words} = {found}   {pretty(value)}   {flat(ValuePrinter().exact(value))}"


def test_numbers_are_written_as_one_would_write_them() -> None:
    lines = "\n".join(map(written, NUMBERS.replace("\n", " | ").split(" | "))) + "\n"
    if os.environ.get("GOLDEN"):
        GOLDEN.write_text(lines, encoding="utf-8")
    assert lines.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()
