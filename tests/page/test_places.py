"""Places that a line finds are said by their words, where it is known that these are what it looks among."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import symattn as sa
from symattn import SymattnError, equal
from symattn.page import evaluated, page
from symattn.sheet import loads
from symattn.sheet.verifying import verify

GIVEN = "q = [[1, 2]]\nK = [[1, 0], [0, 1], [0, 0]]\nX = [[1, 2], [0, 1], [3, 1]]\nW = [[1, 0, 0], [0, 1, 2]]\n" \
    "E = [[1, 0, 0], [0, 1, 2], [2, 0, 0]]\nv = [[1, 0, 2]]\n"
CASES = {  # the lines, and what is said of the last; "" where the columns are no words
    "the word a query looks at": (["s = q @ K.T", "j = argmax(s, axis=1)"], "= 1 (cat) [1]"),
    "of a row alone": (["s = q @ K.T", "j = argmax(s)"], "= 1 (cat) [1]"),
    "down a column": (["s = K @ q.T", "j = argmax(s, axis=0)"], "= 1 (cat) [1]"),
    "behind a softmax": (["s = q @ K.T / 2", "a = softmax(s)", "j = argmax(a, axis=1)"], "= 1 (cat) [1]"),
    "the two best": (["s = q @ K.T", "r = top_places(s, 2)"], "= [1 0] (cat, the) [1]"),
    "of every word": (["S = X @ X.T", "j = argmax(S, axis=1)"], "(the/sat, the, sat)"),
    "ranks for every word": (["S = X @ X.T", "o = argsort(S)"], "row 1 “cat”, “the”, “sat”; row 2 “cat”, “sat”, “the”; row 3"),
    "an entry for each word": (["s = q @ W", "j = argmax(s, axis=1)"], "= 2 (sat) [1]"),
    "experts, as many as words": (["Z = X @ W", "e = argmax(Z, axis=1)"], "→ Z_(the, 3), Z_(cat, 3), Z_(sat, 1)"),
    "vectors as long as there are words": (["s = E @ v.T", "j = argmax(s, axis=0)"], "= 1 (cat) [1]"),
    "of all entries": (["S = X @ X.T", "j = argmax(S)"], "= 8 → S_(sat, sat) [1]"),
    "scores of no keys": (["s = q @ W", "j = argmax(s, axis=1)", "t = s @ K"], ""),
}


def shown(lines: list[str], language: str = "en", words: str = 'tokens = ["the", "cat", "sat"]') -> str:
    used = [line for line in GIVEN.splitlines() if any(line[0] in text.partition("=")[2] for text in lines)]
    text = f"language = '{language}'\n{words}\n[[question]]\nsteps = {lines}\n[question.given]\n" + "\n".join(used)
    return " ".join(page(loads(text), "text").split())


@pytest.mark.sliced(3)
@pytest.mark.parametrize("case", CASES)
def test_the_words_at_places_are_said_where_they_are_known(case: str) -> None:
    lines, says = CASES[case]
    found = shown(lines)
    assert "Places are counted from 0: 0 is the first." in found
    assert says in found
    assert ("The words at the places" in found) == ("row 1" in says)
    assert says or not re.search(r"\((the|cat|sat)", found)
    assert not says or says not in shown(lines, words="")


@pytest.mark.parametrize(("language", "says"), [("de", "Die Wörter an den Plätzen in o: Zeile 1 „cat“,"), ("fr", "Les mots aux places de o : ligne 1 « cat »,")])
def test_they_are_said_in_the_language_of_the_sheet(language: str, says: str) -> None:
    found = shown(["S = X @ X.T", "o = argsort(S)"], language)
    assert " ".join(says.split()) in " ".join(found.replace("\u202f", " ").replace("\xa0", " ").split())


@pytest.mark.sliced(4)
@pytest.mark.parametrize("line", ["gather(P, {})", "lookup(P, {})", "onehot({}, 2)", "cross_entropy(P, {})"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_place_may_be_a_number_and_is_said_to_count_from_nought(line: str, language: str) -> None:
    says = {"en": "Places are counted from 0", "de": "Plätze werden ab 0 gezählt", "fr": "places sont comptées à partir de 0"}[language]
    found = []
    for place, given in (("1", ""), ("t", ", t = [[1]]")):
        matrix = "" if line.startswith("onehot") else "P = [[2, 5]]"
        table = ", ".join(part for part in (matrix, given.lstrip(", ")) if part)
        sheet = loads(f"language = '{language}'\n[[question]]\nsteps = ['y = {line.format(place)}']\ngiven = {{ {table} }}")
        text = " ".join(page(sheet, "text").split())
        assert text.count(says) == 1
        found.append(sheet.solve()["q1"]["y"])
    assert found[0] == found[1]


FROM_ONE = {  # a line on S = [1 4 2; 5 0 1] and i = (3, 1), and what it gives where places are counted from 1
    "argmax(S, axis=1)": [[2], [1]], "argmax(S, axis=0)": [[2, 1, 1]], "argmax(S)": [[4]],
    "argsort(S)": [[1, 3, 2], [2, 3, 1]], "top_places(S, 2)": [[2, 3], [1, 3]], "gather(S, i)": [[2], [5]],
    "gather(S, argmax(S, axis=1))": [[4], [5]], "lookup(S, top_places(S[:, 0:2], 1))": [[5, 0, 1], [1, 4, 2]],
    "onehot(i, 3)": [[0, 0, 1], [1, 0, 0]], "exp(-cross_entropy(log(S + 1), i))": [["3/10"], ["2/3"]],
    "argmax(S, axis=1, first=1)": [[2], [1]],
}  # fmt: skip


@pytest.mark.parametrize("line", FROM_ONE)
def test_places_are_counted_from_one_in_lines_givens_answers_and_programs_alike(line: str) -> None:
    there = {"S": "S = [[1, 4, 2], [5, 0, 1]]", "i": "i = [[3], [1]]"}
    given = [text for name, text in there.items() if re.search(rf"\b{name}\b", line)]
    solved = loads(f"places = 1\n[[question]]\nsteps = ['m = {line}']\ngiven = {{ {', '.join(given)} }}").solve()
    assert equal(str(solved["q1"]["m"]), str(FROM_ONE[line]).replace("'", "")).decision == "equal"
    text = " ".join(page(solved, "text").split())
    assert ("Places are counted from 1: 1 is the first." in text) == (re.search(r"arg|top_|gather|lookup|onehot|cross", line) is not None)
    assert verify(solved, "sympy").holds
    assert verify(solved, "mpmath").holds


def test_a_line_counts_places_as_its_sheet_does() -> None:
    with pytest.raises(SymattnError, match="places otherwise than the sheet, which counts them from 0\n  write places = 1 in the sheet"):
        loads('[[question]]\nsteps = ["j = argmax(S, axis=1, first=1)"]\ngiven.S = [[1, 2]]')


def test_the_word_at_a_place_and_the_derivative_of_a_loss_follow_where_places_are_counted_from() -> None:
    head = 'tokens = ["the", "cat", "sat"]\n[[question]]\nsteps = ["s = q @ K.T", "j = argmax(s, axis=1)", "l = cross_entropy(s, {})"]\n'
    rest = "given = { q = [[1, 2]], K = [[1, 0], [0, 1], [0, 0]] }\ngradient = { of = 'l', wrt = ['s'] }\n"
    zero, one = (loads(first + head.format(place) + rest).solve() for place, first in enumerate(("", "places = 1\n"), 1))
    assert one["q1"]["j"][0, 0] == zero["q1"]["j"][0, 0] + 1
    assert one["q1"]["ds"] == zero["q1"]["ds"]
    assert all(f"= {place} (cat) [1]" in " ".join(page(of, "text").split()) for place, of in enumerate((zero, one), 1))


def test_a_loss_is_worked_from_the_weight_at_its_target() -> None:
    source = '{}decimals = 4\n[[question]]\nsteps = ["l = cross_entropy(z, 1)"]\ngiven.z = [["0.5", "0.8", "0.45"]]'
    exact, rounded = (" ".join(page(loads(source.format(head)), "text").split()) for head in ("", 'working = "decimals"\n'))
    assert "Each loss is −log of the weight that its row has at its target." in exact
    assert "≈ 0.4089" in exact
    assert "weight at the target ≈ 0.4089" in rounded
    assert "l = −log(softmax(z)₂) ≈ 0.8943 " in rounded


@pytest.mark.parametrize(("line", "says"), [
    ("-log(gather(P, y))", "c = −log(P_(i, yᵢ)) = −log⎛⎡0.7⎤⎞ = "), ("gather(P, y)", "c = P_(i, yᵢ) = ⎡0.7⎤ [1] ⎣0.8⎦"),
    ("sum(gather(P, y) * y)", "c = ∑ₖ P_(k, yₖ)yₖ = 0.7·0 + 0.8·1 = "), ("gather(2 * P, y)", "c = (2P)_(i, yᵢ) = "),
    ("gather(P, y).T", "c = gather(P, y)ᵀ = "), ("P[y, y]", "c = P_(yᵢ, yᵢ) = ⎡0.7⎤ [1] ⎣0.8⎦"), ("P[y, :]", "c = P_(y, :) = "), ("P[1, y.T]", "c = P_(2, yᵀ) = [0.2 0.8]"),
    ("gather(P, R)", "c = P_(i, Rᵢⱼ) = ⎡0.7 0.7⎤ [1] ⎣0.8 0.2⎦"),
    ("P[0, 1 - y.T]", "c = P_(1, 1 − yᵀ) = [0.3 0.7]"), ("P[1 - y, :]", "c = P_(1 − y, :) = ⎡0.2 0.8⎤"),
])  # fmt: skip
def test_the_entry_of_every_row_at_its_place_has_both_as_indices(line: str, says: str) -> None:
    sheet = loads(f"[[question]]\nsteps = ['c = {line}']\ngiven = {{ P = [[0.7, 0.3], [0.2, 0.8]], y = [[0], [1]], R = [[0, 0], [1, 0]] }}")
    assert says in " ".join(page(sheet, "text").split())
    assert evaluated(sheet.solve()).passed.total() == 0


def test_a_wrong_derivative_behind_a_loss_is_told_of() -> None:
    source = loads("""[[question]]
steps = ["s = h @ W + b", "l = cross_entropy(s, [[1]])"]
given = { h = [[1, 2]], W = [[1, 0], [0, 1]], b = [[0, 0]] }
gradient = { of = "l", wrt = ["s", "b"] }""")  # fmt: skip
    results = sa.check(source, {"db": [[17, 0]]}).answers[0].questions[0].results
    assert {r.name: r.verdict for r in results}["db"] == "incorrect"


@pytest.mark.parametrize("line", ["argmax(S) + 1", "-log(gather(S, [[1]]))", "S[0, argmax(S)]"])
def test_from_where_places_are_counted_is_said_once_of_those_on_the_way_too(line: str) -> None:
    text = page(loads(f'[[question]]\nsteps = ["j = {line}", "k = argmax(S)"]\ngiven.S = [[2, 5]]'), "text")
    assert text.count("Places are counted from 0: 0 is the first.") == 1


AT = {  # a line, and which entries the page says stand at the places that it finds
    "top_places(p, 2)": "[1 2] → p₂, p₃", "argsort(p)": "[0 2 1] → p₁, p₃, p₂", "argmax(p)": "1 → p₂", "argmax(-p)": "0 → p₁", "argsort(-p)[:, 0:2]": "[1 2] → p₂, p₃",
    "argmax(p.T, axis=0)": "1", "argmax(x)": "3 → x_(2, 1)", "argmax(x, axis=1)": "⎡1⎤ → x_(1, 2), x_(2, 1)", "argmax(x, axis=0)": "[1 0 0] → x_(2, 1), x_(1, 2), x_(1, 3)",
    "top_places(reshape(x, 1, 6), 2)": "[3 1] → x_(2, 1), x_(1, 2)", "argsort(-reshape(x, 1, -1))[:, 0:3]": "[3 1 2] → x_(2, 1), x_(1, 2), x_(1, 3)",
    "top_places(reshape(x_2, 1, 6), 1)": "3 → (x₂)_(2, 1)", "top_places(x, 2)": "⎡1 2⎤ [1]", "argmax(x @ x.T)": "2 [1]", "argmax(c)": "1 → c₂",
}  # fmt: skip
TABLES = {"p": "[[0.1, 0.6, 0.3]]", "x": "[[1, 3, 2], [5, 2, 0]]", "x_2": "[[1, 3, 2], [5, 2, 0]]", "c": "[[1], [3]]"}


def found_at(line: str, head: str = "", format: str = "text") -> str:
    given = ", ".join(f"{name} = {cells}" for name, cells in TABLES.items() if re.search(rf"\b{name}\b", line))
    return page(loads(f"{head}[[question]]\nsteps = ['Z = {line}']\ngiven = {{ {given} }}"), format)


@pytest.mark.parametrize("line", AT)
def test_entries_at_places_are_named_by_row_and_column_from_one(line: str) -> None:
    says = AT[line].replace("2 [1]", "3 [1]") if line == "argmax(x @ x.T)" else AT[line]
    assert f"= {says}" in " ".join(found_at(line).split())


@pytest.mark.parametrize("line", [line for line in AT if "→" in AT[line]])
@pytest.mark.parametrize(("format", "suffix"), [("text", "txt"), ("tex", "tex"), ("md", "md"), ("html", "html")])
def test_such_a_key_is_read_as_its_places(line: str, format: str, suffix: str, tmp_path: Path) -> None:
    given = ", ".join(f"{name} = {cells}" for name, cells in TABLES.items() if re.search(rf"\b{name}\b", line))
    sheet = loads(f"[[question]]\nsteps = ['Z = {line}']\ngiven = {{ {given} }}")
    (key := tmp_path / f"key.{suffix}").write_text(page(sheet, format), encoding="utf-8")
    assert [r.verdict for r in sa.check(sheet, key).answers[0].questions[0].results] == ["correct"]


@pytest.mark.parametrize(("line", "says"), [("argmax(p)", "2 [1]"), ("top_places(p, 2)", "[2 3] [1]"), ("argmax(x)", "4 → x_(2, 1)"), ("top_places(reshape(x, 1, 6), 2)", "[4 2] → x_(2, 1), x_(1, 2)")])
def test_places_from_one_say_it_themselves_but_for_those_of_a_table(line: str, says: str) -> None:
    assert f"= {says}" in " ".join(found_at(line, "places = 1\n").split())


@pytest.mark.parametrize("rows", [1, 2])
def test_sequence_and_token_are_named_where_they_are_known(rows: int) -> None:
    lines = ["C = s.T * (h @ E.T)", f"b = top_places(reshape(C, 1, {rows * 3}), 2)"]
    h = [[1, 2], [0, 1]][:rows]
    given = f"s = [{[1, 4][:rows]}], h = {h}, E = [[1, 0], [0, 1], [2, 0]]"
    shown = " ".join(page(loads(f'tokens = ["the", "cat", "sat"]\n[[question]]\nsteps = {lines}\ngiven = {{ {given} }}'), "text").split())
    assert ("= [4 1] → C_(2, cat), C_(1, cat)" if rows > 1 else "= [1 2] → C_cat, Cₛₐₜ") in shown


@pytest.mark.parametrize("n", [1, 2, 3, 12, 13, 40])
@pytest.mark.parametrize("start", ["0", "1", "-2", "1/2"])
@pytest.mark.parametrize("step", ["1", "2", "-1", "1/2", "-3/2"])
def test_positions_are_written_as_the_numbers_that_they_are(n: int, start: str, step: str) -> None:
    """All of them up to twelve; of more the first two, dots and the last."""
    places = [Fraction(start) + k * Fraction(step) for k in range(n)]
    text = page(loads(f"working = 'exact'\n[[question]]\nsteps = ['Z = arange({n}, start={start}, step={step})']\n"), "text")
    first = re.search(r"Z\s+=\s+\[?([^\[\]=]*)", text)
    assert first, text
    said = [word if word == "…" else Fraction(word.replace("−", "-")) for word in first[1].split()]
    assert said == (places if n <= 12 else [*places[:2], "…", places[-1]])
