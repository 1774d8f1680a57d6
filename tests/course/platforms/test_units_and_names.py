"""What a platform that compares numbers says of units and calls its questions, as students and teachers read it there."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from symattn.course.platforms import export
from symattn.course.platforms.markup import engine
from symattn.course.platforms.view import views
from symattn.exact.number import Number
from symattn.sheet import load, loads

BYTES = """
language = "{language}"
[[question]]
prompt = "{prompt}"
steps = ["B = n * b"]
given.n = {n}
given.b = "2 B"
show.B = {show}
"""


def words(text: str) -> str:
    """A text as it is read: without what it is set with."""
    return " ".join(str(Markup(re.sub(r"\\[()]", "", text)).striptags()).split())


@pytest.mark.parametrize(("n", "unit", "typed"), [(64_000, "KiB", 125), (3 * 2**20, "MiB", 6), (5, "B", 10), (2**29 + 2**28, "GiB", Fraction(3, 2))])
@pytest.mark.parametrize(("language", "said"), [("en", "How much? Give B in {}."), ("de", "How much? Geben Sie B in {} an.")])
def test_a_binary_prefix_is_the_one_that_a_box_of_numbers_takes(n: int, unit: str, typed: int | Fraction, language: str, said: str) -> None:
    """Any prefix is right where symattn marks; a box that compares numbers has one, and the text says which."""
    text = BYTES.format(language=language, prompt="How much?", n=n, show='{ as = "binary" }')
    (view,) = views(loads(text).solve(), engine(language))
    assert words(view.prompt) == said.format(unit)
    assert view.sections[0].asked[0].value.values[0][0].key == Number.of(typed).key
    (marked,) = views(loads(text).solve(), engine(language), numbers=False)
    assert "KiB, MiB, …" in words(marked.prompt)


@pytest.mark.parametrize("prompt", ["", "How much?"])
@pytest.mark.parametrize("show", ['{ as = "decimal", unit = "kB" }', '{ as = "binary" }', '{ as = "binary", unit = "MiB" }'])
def test_the_sentence_on_units_stands_apart_from_the_words_before_it(prompt: str, show: str) -> None:
    (view,) = views(loads(BYTES.format(language="en", prompt=prompt, n=2**19, show=show)).solve(), engine("en"))
    assert re.fullmatch(f"{re.escape(prompt + ' ' if prompt else '')}Give B in (kB|MiB).", words(view.prompt))


def test_a_part_is_called_on_canvas_as_it_is_on_the_sheet(tmp_path: Path) -> None:
    place = tmp_path / "sheet.toml"
    place.write_text('[[question]]\nsteps = ["B = 2 * A"]\ngiven.A = [[1]]\n[[question.part]]\nlabel = "a & <b> {1:x}"\nasks = ["B"]\n', "utf-8")
    export("canvas", load(place), tmp_path / "out")
    root = ElementTree.parse(tmp_path / "out" / "quiz" / "quiz.xml").getroot()
    assert [item.get("title") for item in root.iter() if item.tag.endswith("}item")] == ["q1 (a & <b> {1:x})"]
