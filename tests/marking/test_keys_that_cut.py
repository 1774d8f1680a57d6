"""A sheet that cuts decimals: its key cuts them too, so that its own marking finds every line of the key right."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from symattn.course.delivery import Wanted, deliver
from symattn.exact.ball import Cut
from symattn.exact.decimals import decimal, scientific
from symattn.exact.functions import exp
from symattn.exact.matrix import Matrix
from symattn.exact.number import Number
from symattn.files import folder
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.sheet import loads

SHEETS = sorted(path.stem for path in folder("worksheets").glob("*.toml"))
SUFFIX = {"html": ".html", "md": ".md", "tex": ".tex", "text": ".txt", "ipynb": ".ipynb", "json": ".json"}
POLICIES = ("exact", "decimals", "carried")
CUTS = '[marking]\nrounding = "truncate"\n'


def cutting(name: str, policy: str) -> Ready:
    """A shipped sheet that cuts its decimals, worked in some way."""
    file = folder("worksheets") / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("\n[marking]\n", f"\n{CUTS}", 1) if "\n[marking]\n" in text else text.replace("[[question]]", f"{CUTS}[[question]]", 1)
    return Ready(loads(text if "\nworking = " in text or policy == "exact" else f'working = "{policy}"\n{text}', str(file)))


@pytest.mark.sliced(72)
@pytest.mark.parametrize("policy", range(len(POLICIES)), ids=POLICIES)
@pytest.mark.parametrize(("number", "name"), list(enumerate(SHEETS)), ids=SHEETS)
def test_a_key_that_cuts_earns_all_marks_by_its_own_marking(number: int, name: str, policy: int, tmp_path: Path) -> None:
    """Each sheet worked in each way, in another format from sheet to sheet and from way to way."""
    ready, form = cutting(name, POLICIES[policy]), list(SUFFIX)[(number + policy) % len(SUFFIX)]
    file = tmp_path / f"key{SUFFIX[form]}"
    file.write_bytes(deliver(ready.sheet, Wanted(form)))
    (report,) = check_file(ready, file)
    assert not report.error
    assert {(q.id, r.name): (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in ("correct", "by-hand")} == {}


SHEET = (
    '{cuts}[[question]]\nsteps = ["S = X * sqrt(2)", "A = softmax(S)", "H = A @ X.T"]\ngiven = {{ X = [[0.5, -1]] }}\n'
    "[question.stated]\n"
)


@pytest.mark.parametrize("form", ["text", "md", "tex", "html", "json"])
def test_what_is_printed_is_cut(form: str) -> None:
    """S is 0.70710… and −1.41421…, A is 0.89295… and 0.10704…, H is 0.33943…"""
    shown = {}
    for cuts in ("", CUTS):
        page = deliver(loads(SHEET.format(cuts=cuts)), Wanted(form)).decode()
        shown[cuts] = [text in page for text in ("0.8929", "0.8930", "0.1070", "0.7071")]
    assert shown == {"": [False, True, True, True], CUTS: [True, False, True, True]}


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_page_says_that_it_cuts(language: str) -> None:
    said = {"en": "cut off", "de": "abgeschnitten", "fr": "tronquées"}[language]
    pages = [deliver(loads(f'language = "{language}"\n' + SHEET.format(cuts=cuts)), Wanted("html")).decode() for cuts in ("", CUTS)]
    assert [said in page for page in pages] == [False, True]


def test_digits_given_at_the_command_are_cut_too() -> None:
    page = deliver(loads(SHEET.format(cuts=CUTS)), Wanted("text", decimals=2)).decode()
    assert "0.89 " in page.replace("]", " ")
    assert "0.10]" in page


@pytest.mark.parametrize("places", range(7))
@pytest.mark.parametrize("top", range(-30, 31, 7))
def test_cutting_is_what_stands_before_the_digits_left_out(top: int, places: int) -> None:
    for x in (Number.of(Fraction(top, 12)), Number.of(top) / 8, exp(Fraction(top, 10)), -exp(Fraction(top, 10))):
        long, short = decimal(x, Cut(places + 9)), decimal(x, Cut(places))
        assert long.removeprefix("-").startswith(short.removeprefix("-").removesuffix("." if not places else ""))
        assert Matrix.of([[x]]).decimals(Cut(places)) == ((short,),)


def test_what_is_exactly_a_short_decimal_is_not_cut_below_it() -> None:
    half = 1 / (1 + exp(1)) - exp(-1) / (1 + exp(-1)) + Fraction(1, 2)  # 1/2, though it is not written so
    assert (decimal(half, Cut(4)), scientific(half, Cut(3))) == ("0.5000", ("5.00", -1))
