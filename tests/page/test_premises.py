"""A sentence is printed where its premise was checked: of what weights are made, and that both of their axes are the tokens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from symattn.exact.any_matrix import Mat
from symattn.exact.number import Number
from symattn.files import languages
from symattn.notation import Notation
from symattn.ops import OPS
from symattn.ops.formula import from_row
from symattn.ops.record import dialects, each
from symattn.ops.registry import op
from symattn.ops.shapes import Axis, same
from symattn.page import DETAILS, page
from symattn.page.engine import Engine
from symattn.page.pictures import picture
from symattn.page.work import Work
from symattn.sheet import loads

EXPONENTIALS = ("e^", "σ", "ε", "exponential", "gap")


@pytest.fixture
def squares() -> Iterator[None]:
    """An operation that gives weights, but not those of softmax."""

    @op(
        "square_weights", same, columns="axis", count=each(multiplications=1), reason="every row by itself", why=from_row,
        code=dialects(None, None, None), masked="refused", traits=("weights",),
    )  # fmt: skip
    def square_weights(a: Mat, *, axis: Axis = 1) -> Mat:
        """Take the squares of a row over their sum."""
        return a.squared().normalized() if axis else a.T.squared().normalized().T

    yield
    del OPS["square_weights"]


@pytest.mark.usefixtures("squares")
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("scores", ['[["sqrt(2)", 1, 3, 0]]', '[["1 + sqrt(2)", 1], [2, "sqrt(3)"]]', "[[1, 2, 3, 4]]"])
def test_weights_that_are_no_exponentials_are_not_told_as_such(scores: str, detail: str) -> None:
    text = page(
        loads(
            f'[[question]]\nsteps = ["A = square_weights(S)", "B = square_weights(split_heads(S, 2))"]\n[question.given]\nS = {scores}\n'
        ),
        "text",
        detail=detail,
    )
    assert not [word for word in EXPONENTIALS if word in text]


def gate(wide: int) -> str:
    rows = [[3 * int(i == j) for j in range(wide)] for i in range(3)]
    return (
        'tokens = ["a", "b", "c"]\n[[question]]\nsteps = ["S = X @ W", "A = softmax(S)"]\n'
        f"[question.given]\nX = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nW = {rows}\n"
    )


SCORES = 'tokens = ["a", "b"]\n[[question]]\nsteps = ["A = softmax(S)"]\n[question.given]\nS = [[1, 2], [3, 7]]\n'


def attention(mask: str = "") -> str:
    lines = '["S = X @ W @ X.T", "A = softmax(S)"]' if not mask else '["S = X @ W @ X.T", "L = mask(S, M)", "A = softmax(L)"]'
    return gate(3).replace('["S = X @ W", "A = softmax(S)"]', lines) + mask


@pytest.mark.sliced(3)
@pytest.mark.parametrize(
    ("sheet", "looks"),
    [
        (gate(3).replace("softmax(S)", "softmax(causal_mask(S))"), False),
        (SCORES.replace("softmax(S)", "softmax(causal_mask(S))"), True),
        (SCORES, False),
        (gate(3), False),
        (gate(2), False),
        (attention(), True),
        (attention("M = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]\n"), True),
    ],
    ids=["a causal mask of experts", "a causal mask of scores", "scores of whatever", "three experts for three tokens", "two experts", "tokens for tokens", "tokens for tokens under a mask"],
)
def test_a_token_looks_at_tokens_alone(sheet: str, looks: bool) -> None:
    assert ("looks" in page(loads(sheet), "text")) == looks


DOWN = {
    ("paper", "A = softmax(S)"): 0,
    ("paper", "A = softmax(S, axis=0)"): 1,
    ("columns", "A = softmax(S, axis=0)"): 1,
    ("columns", "A = softmax(S, axis=1)"): 0,
    ("paper", "A = softmax(S, axis=0)', 'B = softmax(2 * S, axis=0)"): 1,  # said once
    ("paper", "A_1 = softmax(S, axis=0)', 'A_2 = softmax(S)"): 0,  # not of both
}
SAID = {"en": "runs down each column", "de": "läuft jede Spalte hinab", "fr": "descend chaque colonne"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scores", ["[[1, 0], [1, 1]]", "[[0, 0], [0, 0]]", '[[1, 2], ["sqrt(2)", 5], [1, 1]]'])
@pytest.mark.parametrize(("notation", "steps"), DOWN)
def test_a_softmax_down_columns_is_said_where_it_is_one(notation: str, steps: str, scores: str, language: str) -> None:
    sheet = f"language = '{language}'\nnotation = '{notation}'\n[[question]]\nsteps = ['{steps}']\n[question.given]\nS = {scores}\n"
    text = " ".join(page(loads(sheet), "text").split())
    assert text.count(SAID[language]) == DOWN[notation, steps]
    assert any(said in text for said in ("Tokens are columns", "Tokens sind Spalten", "Les tokens sont des colonnes")) == (notation == "columns" and DOWN[notation, steps] > 0)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("notation", ["paper", "columns"])
@pytest.mark.parametrize(("axis", "side"), [(1, 0), (0, 1)])
def test_the_side_of_a_mask_is_the_line_s_own(axis: int, side: int, notation: str, language: str) -> None:
    sheet = f'notation = "{notation}"\nlanguage = "{language}"\n' + SCORES.replace("softmax(S)", f"causal_mask(S, axis={axis})")
    text = " ".join(page(loads(sheet), "text").split())
    sides = ("above the diagonal", "below the diagonal") if language == "en" else ("oberhalb der Diagonale", "unterhalb der Diagonale")
    assert sides[side] in text
    assert sides[1 - side] not in text


@pytest.mark.parametrize(("sheet", "looks"), [(gate(3), False), (gate(2), False), (SCORES, True), (attention(), True)])
def test_a_causal_mask_speaks_of_tokens_where_both_axes_may_be_tokens(sheet: str, looks: bool) -> None:
    masked = sheet.replace('"A = softmax(S)"', '"A = causal_mask(S)"')
    assert ("a token may look" in " ".join(page(loads(masked), "text").split())) == looks


@pytest.mark.parametrize("eps", ["", ", eps=1/2"])
@pytest.mark.parametrize("norm", ["layer_norm", "rms_norm"])
def test_what_is_added_below_a_root_is_said(norm: str, eps: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["N = {norm}(X{eps})"]\ngiven = {{ X = [[1, 4], [2, 0]] }}\n'), "text")
    assert ("ε added" in " ".join(text.split())) == bool(eps)


@pytest.mark.exhaustive
def test_experts_are_not_called_by_the_names_of_tokens() -> None:
    two = gate(2).replace('["a", "b", "c"]', '["one", "two"]').replace("[0, 1, 0], [0, 0, 1]]\nW", "[0, 1, 0]]\nW")
    table = page(loads(two.replace("3, 0", "3, 1")), "text", detail="full")
    assert "on two" not in table
    assert "column 2" in page(loads(two + '[[question]]\nsteps = ["A = softmax(S)"]\ngiven = { S = [[1, 2], [0, 3], [5, 1]] }\n'), "text", detail="full")


@pytest.fixture
def halves() -> Iterator[None]:
    """An operation that calls weights what adds up to a half."""

    @op(
        "half_weights", same, columns="kept", count=each(multiplications=1), reason="every row by itself", why=from_row,
        code=dialects(None, None, None), masked="refused", traits=("weights",),
    )  # fmt: skip
    def half_weights(a: Mat) -> Mat:
        """Take half of the weights of softmax."""
        return a.weights().scaled(Number.of(1) / 2)

    yield
    del OPS["half_weights"]


def described(text: str, asked: bool) -> str:
    """What is said of the weights A of a sheet's first question, which an author asked for, or nobody."""
    sheet = loads(text)
    work = Work.of(sheet.solve().answers[0], Notation.load(sheet.notation), 4, "standard", tuple(sheet.tokens))
    return str(picture(Engine("text"), work, {"name": "heat-map", "line": "A"}, True, asked=asked))


@pytest.mark.usefixtures("halves")
@pytest.mark.parametrize(
    ("sheet", "asked", "looks", "weights"),
    [
        (gate(3), False, False, True),
        (gate(3), True, False, True),
        (attention(), False, True, True),
        (SCORES, True, True, True),
        (SCORES, False, False, True),
        (attention().replace("softmax(S)", "half_weights(S)"), True, True, False),
        (gate(2).replace("softmax(S)", "sigmoid(S)"), True, False, False),
        (gate(2).replace("softmax(S)", "softmax(mask(S, M))") + "M = [[1, 0], [1, 1], [1, 1]]\n", True, False, True),
        (gate(3).replace("softmax(S)", "softmax(mask(S, M))") + "M = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]\n", True, False, True),
    ],
)
def test_a_heat_map_speaks_of_tokens_and_weights_where_they_are(sheet: str, asked: bool, looks: bool, weights: bool) -> None:
    text = " ".join(described(sheet, asked).split())
    assert ("tokens that look" in text) == looks
    assert ("larger its weight" in text) == weights


def test_a_heat_map_hatches_what_its_own_scores_block() -> None:
    both = SCORES.replace('"A = softmax(S)"', '"B = softmax(causal_mask(S))", "A = softmax(S)"')
    assert "masked" not in described(both, asked=True)
    assert "masked" in described(both.replace("A = softmax(S)", "A = softmax(causal_mask(S))"), asked=True)


def test_a_page_of_stated_values_does_not_call_each_of_its_values_exact() -> None:
    stated = SCORES + "[question.stated]\nA = [['0.27', '0.73'], ['0.02', '0.98']]\n"
    assert "Every value on this page is exact" in page(loads(SCORES), "html")
    assert "Every value on this page is exact" not in page(loads(stated), "html")


GIVEN = "X = [[1, 0], [0, 1]]\nW_Q = [[1, 0], [1, 1]]\nW_K = [[1, 1], [0, 1]]\nW_V = [[2, 0], [0, 2]]\n"
ASKED = {
    "attention": ("variant = 'attention'\n", GIVEN),
    "unscaled": ("variant = 'attention'\noptions = { scale = false }\n", GIVEN),
    "causal": ("variant = 'attention'\noptions = { mask = 'causal' }\n", GIVEN),
    "an author's mask": ("variant = 'attention'\noptions = { mask = [[1, 1], [0, 1]], scale = false }\n", GIVEN),
    "linear": ("variant = 'linear-attention'\noptions = { feature = 'relu' }\n", GIVEN),
    "down columns": ("steps = ['A = softmax(S, axis=0)', 'H = A.T @ V']\n", "S = [[1, 0], [0, 1]]\nV = [[1, 2], [0, 1]]\n"),
    "no attention": ("steps = ['Y = relu(X @ W_1)']\n", "X = [[1, 0], [0, 1]]\nW_1 = [[1, 2], [0, 1]]\n"),
}
PREMISES = {  # what a figure may say beside which questions
    ("single-head", "Every query meets every key, and the softmax of the scaled scores weighs"): {"attention"},
    ("single-head", "Every query meets every key, and the softmax of the scores weighs"): {"unscaled"},
    ("single-head", "Every query meets every key that the mask leaves it, and the softmax of the scaled scores"): {"causal"},
    ("single-head", "Every query meets every key that the mask leaves it, and the softmax of the scores"): {"an author's mask"},
    ("attention", "softmax along each row makes them weights"): {"attention", "unscaled", "causal", "an author's mask"},
    ("projections", "The products are queries, keys and values"): {"attention", "unscaled", "causal", "an author's mask", "linear"},
    ("output-rows", "Without a mask every row holds all tokens"): {"attention", "unscaled"},
    ("output-rows", "Token by token the mask lets one more token in"): {"causal"},
    ("output-rows", "Hatched places are blocked"): {"an author's mask"},
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("question", ASKED)
def test_a_figure_that_was_asked_for_says_what_holds_of_its_question(question: str) -> None:
    head, given = ASKED[question]
    for figure, sentence in PREMISES:
        text = " ".join(page(loads(f"[[question]]\n{head}figures = ['{figure}']\n[question.given]\n{given}"), "text").split())
        assert (sentence in text) == (question in PREMISES[figure, sentence]), (figure, sentence)


@pytest.mark.sliced(3)
@pytest.mark.parametrize("language", languages())
def test_a_sentence_uses_no_letter_that_the_sheet_gives_another_meaning(language: str) -> None:
    loss = (
        f"language = '{language}'\n[[question]]\nsteps = ['c = cross_entropy(z, y)', 'l = mean(c)']\ngradient = {{ of = 'l', wrt = ['z'] }}\n"
        "[question.given]\nz = [[1, 0], [0, 2]]\ny = [[0], [1]]\n"
    )
    text = " ".join(page(loads(loss), "text", detail="full").split())
    said = ("p − y", "p−y", "along the axis", "entlang der Achse")  # y holds places here, and the mean is of all entries
    assert not [words for words in said if words in text]


MORE = {"en": "as many digits as the last one printed needs", "de": "so vielen Stellen eingesetzt, wie die letzte gedruckte braucht",
        "fr": "autant de chiffres qu’en demande le dernier imprimé"}


@pytest.mark.sliced(8)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("detail", DETAILS[:2])
def test_more_digits_are_not_spoken_of_where_no_rounded_numbers_stand(detail: str, language: str) -> None:
    head = (
        f"notation = 'illustrated'\nlanguage = '{language}'\n[[question]]\nvariant = 'attention'\noptions = {{ mask = 'causal' }}\n"
        "gradient = { of = 'H', upstream = 'dH', wrt = ['V', 'A', 'L', 'S', 'Q', 'K', 'X'] }\n[question.given]\nX = [[1, 0], [0, 1]]\nW_Q = [[1, 0], [0, 1]]\n"
        "W_K = [[1, 1], [0, -1]]\nW_V = [[1, 2], [-1, 1]]\ndH = [['1', '-1'], ['1/2', '0']]\n"
    )
    text = " ".join(page(loads(head), "text", detail=detail).split())
    assert MORE[language] not in text  # dQ is exact, and in full detail alone its entries are written out


@pytest.mark.sliced(3)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("lines", [["A = softmax(causal_mask(X @ X.T))"], ["S = X @ X.T", "A = softmax(causal_mask(S))", "B = softmax(causal_mask(2 * S))"]])
def test_a_mask_that_a_line_adds_on_the_way_is_said_once(lines: list[str], language: str) -> None:
    says = {"en": "The mask is minus infinity above", "de": "Die Maske ist minus unendlich oberhalb", "fr": "Le masque vaut moins l’infini au-dessus"}
    for policy in ("exact", "decimals"):
        source = f'language = "{language}"\nworking = "{policy}"\n[[question]]\nsteps = {lines}\ngiven.X = [[1, 2], [3, 4]]'
        assert " ".join(page(loads(source), "text").split()).count(says[language]) == 1
