"""Claims: the laws of attention hold for matrices of letters, and false ones fail their checks."""

from __future__ import annotations

import pytest

from symattn.errors import LineError, ShapeError
from symattn.exact.matrix import Matrix
from symattn.page import page
from symattn.sheet import loads
from symattn.sheet.proofs import Claim, check

CYCLE = {"P": Matrix.of([[0, 1, 0], [0, 0, 1], [1, 0, 0]])}
ATTENTION = {"X": (3, 2), "W_Q": (2, 2), "W_K": (2, 2), "W_V": (2, 2)}


def attended(out: str, tokens: str, mask: str = "{}") -> str:
    scores = mask.format(f"{tokens} @ W_Q @ ({tokens} @ W_K).T / sqrt(2)")
    return f"{out} = softmax({scores}) @ ({tokens} @ W_V)"


PERMUTED = ("X_P = P @ X", attended("H", "X"), attended("H_P", "X_P"))
MASKED = ("X_P = P @ X", attended("H", "X", "causal_mask({})"), attended("H_P", "X_P", "causal_mask({})"))

TRUE = {
    "weights are positive": Claim("", "", "abs(softmax(z)) == softmax(z)", {"z": (1, 3)}),
    "squares are not negative": Claim("", "", "relu(z * z) == z * z", {"z": (2, 2)}),
    "the root of a square": Claim("", "", "sqrt(z * z) == abs(z)", {"z": (1, 3)}),
    "an exponential is above 0": Claim("", "", "maximum(exp(z), 0 * z) == exp(z)", {"z": (1, 2)}),
    "squares of differences are not negative": Claim("", "", "abs(var(z, axis=1)) == var(z, axis=1)", {"z": (2, 3)}),
    "a share is above 0 by its other side": Claim("", "", "relu(1 - sigmoid(z)) == 1 - sigmoid(z)", {"z": (1, 2)}),
    "the logarithm of weights": Claim("", "", "log(softmax(z)) == z - logsumexp(z)", {"z": (2, 3)}),
    "log odds": Claim("", "", "log(sigmoid(z)) - log(1 - sigmoid(z)) == z", {"z": (1, 2)}),
    "ReLU commutes with permuting": Claim("", "", "relu(P @ A) == P @ relu(A)", {"A": (3, 3)}, CYCLE),
    "blocks side by side": Claim("", "", "X @ concat(A, B) == concat(X @ A, X @ B)", {"X": (2, 4), "A": (4, 2), "B": (4, 3)}),
    "a wide product cut": Claim("", "", "(X @ concat(A, B))[:, 2:4] == X @ B", {"X": (2, 4), "A": (4, 2), "B": (4, 2)}),
    "joined heads are a sum": Claim(
        "", "", "concat(G, H) @ stack(V, W) == G @ V + H @ W", {"G": (2, 2), "H": (2, 3), "V": (2, 4), "W": (3, 4)}
    ),
    "softmax does not feel a shift": Claim("", "", "softmax(S + c) == softmax(S)", {"S": (3, 3), "c": (3, 1)}),
    "attention commutes with permuting": Claim("", "", "H_P == P @ H", ATTENTION, CYCLE, PERMUTED),
    "a mask hides later tokens": Claim(
        "",
        "",
        "softmax(causal_mask(stack(X, a) @ stack(X, a).T))[0:2, :] @ stack(X, a)"
        " == softmax(causal_mask(stack(X, b) @ stack(X, b).T))[0:2, :] @ stack(X, b)",
        {"X": (2, 2), "a": (1, 2), "b": (1, 2)},
    ),
    "rotary scores count distances": Claim(
        "", "", "rope(q, start=7) @ rope(k, start=4).T == rope(q, start=3) @ rope(k, start=0).T", {"q": (1, 4), "k": (1, 4)}
    ),
    "heads of a batch are heads one by one": Claim(
        "", "", "merge_heads(split_heads(X, 2) @ W) == concat(X[:, 0:2] @ W, X[:, 2:4] @ W)", {"X": (3, 4), "W": (2, 2)}
    ),
    "matrices with values alone": Claim("", "", "P @ P.T == P @ P @ P", {}, CYCLE),
}  # fmt: skip

FALSE = {  # the claim, words of the finding
    "blocks in the other order": (
        Claim("", "", "X @ concat(A, B) == concat(X @ B, X @ A)", {"X": (2, 4), "A": (4, 2), "B": (4, 2)}),
        "with numbers in place of the letters",
    ),
    "scores of wide matrices are no heads' scores": (
        Claim("", "", "Q @ K.T == Q[:, 0:2] @ K[:, 0:2].T", {"Q": (2, 4), "K": (2, 4)}),
        "row 1, column 1",
    ),
    "a shift of a column": (Claim("", "", "softmax(S + c) == softmax(S)", {"S": (2, 3), "c": (1, 3)}), "numbers in place"),
    "a permutation with a causal mask": (Claim("", "", "H_P == P @ H", ATTENTION, CYCLE, MASKED), "numbers in place"),
    "a mask that hides the past as well": (
        Claim("", "", "softmax(causal_mask(S))[1:2, :] == softmax(S)[1:2, :]", {"S": (3, 3)}),
        "row 1, column",
    ),
    "another distance": (
        Claim("", "", "rope(q, start=5) @ rope(k, start=2).T == rope(q) @ rope(k).T", {"q": (1, 4), "k": (1, 4)}),
        "row 1, column 1",
    ),
    "products that commute": (Claim("", "", "A @ B == B @ A", {"A": (2, 2), "B": (2, 2)}), "numbers in place"),
    "sides of unlike shape": (Claim("", "", "A @ B == B @ A", {"A": (2, 3), "B": (3, 2)}), "is 2×2, the right side 3×3"),
    "a mask on one side": (Claim("", "", "causal_mask(S) == S", {"S": (2, 2)}), "only one side is minus infinity"),
}


@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_a_law_is_proved_for_letters(claim: Claim) -> None:
    checked = check(claim)
    assert (checked.decision, checked.holds) == ("equal", True)
    assert checked.says == claim.says


@pytest.mark.sliced(3)
@pytest.mark.parametrize(("claim", "words"), FALSE.values(), ids=FALSE)
def test_a_false_claim_fails_its_check(claim: Claim, words: str) -> None:
    checked = check(claim)
    assert (checked.decision, checked.holds) == ("different", False)
    assert words in checked.says


def test_the_statement_names_the_sizes() -> None:
    claim = TRUE["attention commutes with permuting"]
    assert claim.says.startswith("X of 3×2, W_Q of 2×2")
    assert "with letters for entries; P = [[0, 1, 0]" in claim.says


def test_a_claim_without_a_check_is_not_said_to_hold() -> None:
    assert not check(Claim("The shapes fit.", "")).holds


UNREADABLE = {
    "no equals signs": ("A @ B", ()),
    "three sides": ("A == A == A", ()),
    "a broken side": ("A @ == B", ()),
    "a broken step": ("A == B", ("B = A @",)),
}


@pytest.mark.parametrize(("text", "steps"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_check_that_cannot_be_read(text: str, steps: tuple[str, ...]) -> None:
    with pytest.raises(LineError):
        check(Claim("", "", text, {"A": (2, 2)}, {}, steps))


def test_a_check_that_does_not_fit_names_both_shapes() -> None:
    with pytest.raises(ShapeError, match="2×3 times 2×3"):
        check(Claim("", "", "A @ A == A", {"A": (2, 3)}))


def test_letters_of_two_matrices_are_never_mistaken() -> None:
    """X and x would both have entries x_11; here only the sum of both is symmetric."""
    assert not check(Claim("", "", "X == x", {"X": (2, 2), "x": (2, 2)})).holds


def test_the_sign_of_an_entry_stays_open() -> None:
    assert not check(Claim("", "", "relu(z) == z", {"z": (1, 2)})).holds
    assert not check(Claim("", "", "abs(z) == z", {"z": (1, 2)})).holds


ALIKE = """
language = "{language}"
[[question]]
[[question.part]]
[[question.part.proof]]
claim = 'Products may be bracketed either way.'
because = 'Sums may be exchanged.'
check = "(Q @ K.T) @ V == Q @ (K.T @ V)"
sizes = {{ Q = [2, 3], K = [2, 3], V = [2, 2] }}
"""


@pytest.mark.parametrize(("language", "says"), [
    ("en", "Both sides are written alike. Checked by machine for Q, K of 2×3"), ("de", "Beide Seiten schreiben sich gleich. Maschinell"),
    ("fr", "Les deux membres s'écrivent de la même façon. Vérifié"),
])  # fmt: skip
def test_a_check_whose_sides_are_written_alike_says_so(language: str, says: str) -> None:
    source = ALIKE.format(language=language)
    shown = " ".join(page(loads(source), "text").split()).replace("’", "'")
    assert "(QKᵀ)V = Q(KᵀV)" in shown
    assert says not in shown
    same = source.replace("(Q @ K.T) @ V == Q @ (K.T @ V)", "Q + zeros(2, 3) == Q")
    assert says in " ".join(page(loads(same), "text").split()).replace("’", "'")
