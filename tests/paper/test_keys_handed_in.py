"""Whatever a key prints for a line is read back as that line: keys handed in earn full marks, in every notation and language.

What stands in prose beside the lines, "Back through Z = [Z₀ ∣ Z₁]:", is no answer.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from made import KINDS, made

from symattn.course.delivery import DETAILS, Wanted, deliver
from symattn.files import languages
from symattn.marking.checking import check_file
from symattn.marking.sheet import Ready
from symattn.notation.table import shipped
from symattn.sheet import loads

SUFFIX = {"html": ".html", "md": ".md", "tex": ".tex", "text": ".txt", "ipynb": ".ipynb"}
FINE = ("correct", "by-hand")


def lost(text: str, folder: Path, form: str, detail: str) -> dict[str, tuple[str, str]]:
    """The lines of a sheet that its own key earns nothing for, and why."""
    key = Ready(loads(text))
    file = folder / f"key{SUFFIX[form]}"
    file.write_bytes(deliver(key.sheet, Wanted(form, detail=detail)))
    (report,) = check_file(key, file)
    assert not report.error
    return {f"{q.id}.{r.name}": (r.verdict, r.message) for q in report.questions for r in q.results if r.verdict not in FINE}


def heads(columns: bool) -> str:
    upstream = [[1, 0], [2, 1], [0, 1], [1, 1]] if columns else [[1, 0, 2, 1], [0, 1, 1, 1]]
    weights = "".join(f"W_{x}_{h} = [[{h}, {k}], [{k - 1}, 1]]\n" for h in (1, 2) for k, x in enumerate("QKV"))
    return (
        "variant = 'multi-head-attention'\ngradient = { of = 'H', upstream = 'dH', wrt = ['V_1', 'A_1', 'S_1', 'Q_1', 'K_1', 'X', 'W_Q_1'] }\n"
        f"[question.given]\nX = [[1, 0], [0, 1]]\ndH = {upstream}\n{weights}"
    )


def one_head(columns: bool) -> str:
    bias = [[1], [0]] if columns else [[1, 0]]
    return (
        "variant = 'attention'\ngradient = { of = 'Y', upstream = 'dY', wrt = ['H', 'V', 'A', 'S', 'Q', 'K', 'X', 'W_Q', 'W_O', 'b_O'] }\n"
        "[question.given]\nX = [[1, 0], [0, 1]]\ndY = [[1, 2], [0, 1]]\nW_Q = [[1, 0], [1, 1]]\nW_K = [[1, 1], [0, 1]]\n"
        f"W_V = [[2, 0], [0, 2]]\nW_O = [[1, 1], [0, 1]]\nb_O = {bias}\n"
    )


def joined(columns: bool) -> str:
    return (
        "steps = ['Q = X @ W_Q', 'S = Q @ X.T', 'P = softmax(S / sqrt(2))', 'H = concat(P @ X, Q)', 'N = layer_norm(H, eps=1)', "
        "'t = sum(N * N)']\ngradient = { of = 't', wrt = ['N', 'H', 'P', 'S', 'Q', 'X', 'W_Q'] }\n"
        "[question.given]\nX = [[1, 0], [0, 1]]\nW_Q = [[1, 0], [1, 1]]\n"
    )


def losses(columns: bool) -> str:
    return (
        "steps = ['Z = X @ W_O', 'z = cross_entropy(Z, i)', 'l = mean(z)']\ngradient = { of = 'l', wrt = ['Z', 'z', 'X', 'W_O'] }\n"
        "[question.given]\nX = [[1, 0], [0, 1]]\nW_O = [[1, 0], [1, 1]]\ni = [[0], [1]]\n"
    )


BACKWARDS = (heads, one_head, joined, losses)


@pytest.mark.exhaustive
@pytest.mark.sliced(40, pairs=True)  # symbols, words, format and lines are written by four rooms, which meet in twos
@pytest.mark.parametrize("form", SUFFIX)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("notation", sorted(shipped()))
@pytest.mark.parametrize("make", BACKWARDS)
def test_what_a_key_says_of_the_way_back_is_no_answer(make: Callable[[bool], str], notation: str, language: str, form: str, tmp_path: Path) -> None:
    body = make(notation == "columns")
    text = f"notation = '{notation}'\nlanguage = '{language}'\n[[question]]\n{body}"
    assert lost(text, tmp_path, form, "standard") == {}


@pytest.mark.sliced(90)
@pytest.mark.parametrize(("number", "form"), list(enumerate(SUFFIX)), ids=SUFFIX)
@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_key_of_a_sheet_made_up_is_right(kind: int, number: int, form: str, tmp_path: Path) -> None:
    """Each kind in each format, with other numbers, words, symbols and details from format to format."""
    seed = kind + len(KINDS) * (number % 3)
    sheet = made(seed)
    assert lost(sheet.text, tmp_path, form, DETAILS[(kind + number) % 3]) == {}


BESIDE_HEADS = """title = 'T'
notation = '{notation}'
[[question]]
prompt = 'x'
steps = ["Q_1 = X @ W_1", "Q_2 = X @ W_2", "B_1 = 2 * Q_1", "B_2 = 3 * Q_2"]
[question.given]
X = [[1, 2], [3, 4]]
W_1 = [[1, 0], [2, 1]]
W_2 = [[1, 5], [2, 1]]
"""


@pytest.mark.sliced(8)
@pytest.mark.parametrize("form", SUFFIX)
@pytest.mark.parametrize("notation", sorted(shipped()))
def test_names_that_a_notation_does_not_know_keep_their_numbers(notation: str, form: str, tmp_path: Path) -> None:
    """Heads are counted from 0 there, B_1 and B_2 as the sheet has them."""
    assert lost(BESIDE_HEADS.format(notation=notation), tmp_path, form, "standard") == {}


LONG = "12345678901/7"
IN_BLOCKS = f"""title = 'T'
language = '{{language}}'
[[question]]
prompt = 'x'
steps = ["E = -W / 2", "p = softmax(F)", "D = 2 * X", "v = -a * u"]
letters = {{{{ a = "positive", b = "real" }}}}
[question.given]
W = {[["1/3", *[LONG] * 6], [*[LONG] * 6, "1"]]}
F = {[[1, *[0] * 7, 1, 0, 0, 0]]}
X = {[[n, n * n % 7, -n] for n in range(46)]}
u = {[["sqrt(1 + a + b)*3", "sqrt(1 + a + b)*a + b", "1", "a + b*sqrt(1 + a + b)", "a**2 + sqrt(1 + a + b)*b"] for _ in "12"]}
"""


@pytest.mark.parametrize("form", [pytest.param(form, marks=pytest.mark.exhaustive) for form in SUFFIX])
@pytest.mark.parametrize("language", languages())
def test_a_matrix_in_blocks_of_rows_and_columns_is_one_answer(language: str, form: str, tmp_path: Path) -> None:
    assert lost(IN_BLOCKS.format(language=language), tmp_path, form, "standard") == {}


LARGEST = """title = 'T'
[[question]]
prompt = 'x'
steps = ["g = 2 * {word}(T)", "h = 0.5 * {word}(T[0:1, :]) + sum(T)", "S = T * {word}(T)"]
given.T = [[0.4, 0.3, 0.3], [1, -2, 0]]
"""


@pytest.mark.sliced(2)
@pytest.mark.parametrize("form", SUFFIX)
@pytest.mark.parametrize("word", ["max", "min"])
def test_a_number_times_the_largest_entry_is_read(word: str, form: str, tmp_path: Path) -> None:
    assert lost(LARGEST.format(word=word), tmp_path, form, "standard") == {}
