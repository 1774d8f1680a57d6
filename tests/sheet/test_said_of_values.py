"""What is said of a value that its key cannot have, whole: at the key, or at the sign in it, with what to write instead."""

from __future__ import annotations

import pytest

from symattn.errors import SheetError
from symattn.sheet import loads

Q = "[[question]]\nsteps = ['B = A']\n"
SOUND = Q + "given.A = [[1]]\n"
PART = SOUND + "[[question.part]]\nasks = ['B']\n"
SHAPES = "[[question]]\nsteps = ['B = A']\nshapes.A = "
RANDOM = "[[question]]\nsteps = ['B = variance(A)']\nshapes.A = ['n', 1]\nrandom."
KIND = "[[question]]\ngiven.A = [[1]]\nvariant = { says = 'A kind.', "
LENGTH = 'write it with its unit: "120mm", "12cm" or "4.5in"'
ROOM = 'write "4cm", "60mm", "6 lines", "grid" or "none"'
SIZES = 'write the sizes, such as ["B", "n", "d"] or [4, "h*d_k"]'

SAID = {
    "minus infinity for a number": (
        "[[question]]\nsteps = ['B = A * c']\ngiven = { A = [[1]], c = '-inf' }",
        "given.c: minus infinity is no number\n  only an entry of a matrix that is added to scores is -inf",
    ),
    "text for the givens": (Q + "given = 'A'", "given: text where a table belongs\n  write a line NAME = [[1, 2], [3, 4]] for each matrix"),
    "numbers for the givens": (Q + "given = [1]", "given: a list where a table belongs\n  write a line NAME = [[1, 2], [3, 4]] for each matrix"),
    "a width in parsecs": ("width = '12 parsec'\n" + SOUND, f'width: "12 parsec" is no length\n  {LENGTH}'),
    "a width without a unit": ("width = 12\n" + SOUND, f"width: a number where a length belongs\n  {LENGTH}"),
    "a width in lines": ("width = '12 lines'\n" + SOUND, f'width: "12 lines" is no length\n  {LENGTH}'),
    "a width of nothing": ("width = '12mm'\n" + SOUND, "width: a length of 12mm\n  from 50 to 400 mm"),
    "room without a unit": (PART + "room = 4", f"part.room: a number where room belongs\n  {ROOM}"),
    "much room": (PART + "room = 'much'", f'part.room: "much" is no room\n  {ROOM}'),
    "room of too many lines": (PART + "room = '99 lines'", "part.room: 99 lines\n  from 1 to 30 lines, a page full"),
    "room beyond a page": (PART + "room = '99cm'", "part.room: 99cm of room\n  from 1 to 240 mm, a page full"),
    "marks in words": (PART + "marks = 'three'", "part.marks: text where a number of marks belongs\n  write a number of marks from 0 to 1000"),
    "marks below 0": (PART + "marks = -1", "part.marks: -1 marks\n  write a number of marks from 0 to 1000"),
    "a share in words": ("marking.slip = 'half'\n" + SOUND, "marking.slip: text where a share of the marks belongs\n  write a number from 0 to 1, such as 0.5"),
    "letters as text": (
        Q + "given.A = [['m']]\nletters = 'm'",
        'letters: text where a table belongs\n  write a line m = "integer" for each letter; its kind is "integer" or "positive" or "real"',
    ),
    "a number of options": ("[[question]]\nvariant = 'attention'\noptions = 3\ngiven.X = [[1]]", "options: a number where a table belongs"),
    "a shape as text": (SHAPES + "'n'", f"shapes.A: text where a shape belongs\n  {SIZES}"),
    "a shape of one size": (SHAPES + "['n']", 'shapes.A: a shape with one size\n  a shape has two sizes or more: a row is A = [1, "n"]'),
    "a shape of no size": (SHAPES + "[]", f"shapes.A: a shape with 0 sizes\n  {SIZES}"),
    "a shape of seven sizes": (SHAPES + "[1, 1, 1, 1, 1, 1, 2]", f"shapes.A: a shape with 7 sizes\n  {SIZES}"),
    "a size of 0": (SHAPES + "['n', 0]", "shapes.A: 0 is no size\n  write a whole number above 0"),
    "a size of true": (SHAPES + "['n', true]", f"shapes.A: a size is a number or letters\n  {SIZES}"),
    "a kind without a sentence": (
        "[[question]]\ngiven.A = [[1]]\nvariant = { lines = ['B = A'] }",
        "toml: a kind of attention needs says\n  write them as the other kinds do",
    ),
    "a kind whose lines are one text": (KIND + "lines = 'B = A' }", "toml: says is a sentence and lines are texts\n  write them as the other kinds do"),
    "a kind whose numbers are one text": (KIND + "lines = ['B = A'], numbers = 'A' }", 'toml: numbers is a list of names\n  numbers = ["lambda"]'),
    "a kind whose option is a number": (
        KIND + "lines = ['B = A'], options = { f = 3 } }",
        'toml: an option is a table of words\n  [options.feature], and below it relu = "relu(A)"',
    ),
    "a kind whose option has no words": (
        KIND + "lines = ['B = A'], options = { f = {} } }",
        'toml: an option is a table of words\n  [options.feature], and below it relu = "relu(A)"',
    ),
    "a kind with deep brackets": (
        KIND + f"lines = ['B = {'(' * 300}A{')' * 300}'] }}",
        "toml: brackets deeper than 60 inside each other in a line",
    ),
    "a logo that is cut off": ("logo = 'data:image/png;base64,A'\n" + SOUND, "logo: an address that is no base64\n  name the picture's file in its place"),
    "a logo that is none": ("logo = 'data:image/png;base64,AAAA'\n" + SOUND, "logo: logo.png is no PNG\n  save the picture as PNG"),
    "a logo elsewhere": (
        "logo = '../x.png'\n" + SOUND,
        'logo: "../x.png" is no picture in the folder of the sheet\n'
        "  write the name of a PDF, PNG or JPG file that lies there, of letters, digits, - and _, such as crest.png",
    ),
    "a logo that is not there": ("logo = 'no-such-crest.png'\n" + SOUND, "logo: no-such-crest.png: no such file or directory\n  the picture has to lie in the folder of the sheet"),
    "a number for a notation": ("notation = 3\n" + SOUND, "notation: a number where a notation belongs\n  write the name of a notation, the path of its file, or a table"),
    "a number for a figure": (
        SOUND + "figures = [3]",
        'figures: a number where a figure belongs\n  write its name, such as "multi-head", or { name = "heat-map", line = "A" }',
    ),
    "a variance that is no number": (RANDOM + "A = { variance = '1//d' }", "cannot read \"1//d\", character 3: expected a number, found '/'\n  write one such as 1/3"),
    "a variance that is a list": (
        RANDOM + "A = { variance = [1] }",
        'random.A.variance: a list where a number or letters belongs\n  write a number, such as 1, or text, such as "mu" or "1/d"',
    ),
    "a variance below 0": (RANDOM + "A = { variance = -1 }", "random.A.variance: a variance below 0\n  write 0 or more"),
    "uncorrelated where independent": (
        RANDOM + "A = { uncorrelated = true }",
        "random.A.uncorrelated: independent entries are uncorrelated\n  leave it out, or independent = false",
    ),
    "a random matrix without a shape": (RANDOM + "C = { mean = 1 }", 'random.C: C has no shape\n  write C = ["n", "d"] under [question.shapes]'),
    "working from a line of number 3": ("working = { decimals = 3 }\n" + SOUND, 'working: a table where a way of working belongs\n  write its name, or { decimals = "A" } for line A on'),
    "digits of an exact value": (SOUND + "show.B = { as = 'exact', digits = 2 }", "an exact value has no digits and no unit of its own\n  write { as = \"exact\" } alone"),
    "binary in GB": (SOUND + "show.B = { as = 'binary', unit = 'GB' }", 'show.B.unit: GB is no binary unit\n  write "KiB", "MiB", "GiB" or "TiB", or leave it out'),
    "percent in GB": (SOUND + "show.B = { as = 'percent', unit = 'GB' }", 'show.B.unit: percent has no other unit\n  leave unit out, or as = "percent"'),
    "two digits for engineers": (SOUND + "show.B = { as = 'engineering', digits = 2 }", "show.B.digits: 2 significant digits\n  engineering needs at least 3"),
    "seconds in percent": (
        "[[question]]\nsteps = ['B = 3 * c']\ngiven.c = '3600 s'\nshow.B = { as = 'percent' }",
        "show.B.as: B is in s\n  a percentage has no unit: divide by a quantity of the same kind",
    ),
    "seconds in bytes": (
        "[[question]]\nsteps = ['B = 3 * c']\ngiven.c = '3600 s'\nshow.B = { unit = 'GB' }",
        'show.B.unit: B is in s, not in GB\n  write a unit of s, or give a number the unit that is lacking, such as "2 B/s"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SAID.values(), ids=SAID)
def test_a_value_that_a_key_cannot_have_is_told_with_what_to_write(text: str, said: str) -> None:
    with pytest.raises(SheetError) as raised:
        loads(text)
    told = [problem.removeprefix("worksheet.toml:") for problem in str(raised.value).split("\nworksheet.toml:")]
    assert any(problem.endswith(said) for problem in told), told
